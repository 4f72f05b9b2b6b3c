//! Structs, one for a sig and one for a group of members, and enums.

use super::quoted;
use crate::code::{Class, EnumClass, Struct};
use crate::syntax::Body;

pub fn enumeration(of: &EnumClass) -> String {
    let name = &of.ident;
    let values: String = of.values.iter().map(|(_, ident)| format!("    {ident},\n")).collect();
    let text = |(value, ident): &(String, String)| {
        format!("            {name}::{ident} => {},\n", quoted(value))
    };
    let read = |(value, ident): &(String, String)| {
        format!("            Some({}) => Ok({name}::{ident}),\n", quoted(value))
    };
    let body = match of.values.is_empty() {
        true => "match self {}".to_owned(),
        false => {
            format!("match self {{\n{}        }}", of.values.iter().map(text).collect::<String>())
        }
    };
    format!(
        "\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub enum {name} {{\n{values}}}\n\n\
         impl {name} {{\n    pub fn text(self) -> &'static str {{\n        {body}\n    }}\n\n    \
         fn read(json: &Json) -> Result<{name}> {{\n        match json.as_str() {{\n{}            _ => wrong(json, {}),\n        \
         }}\n    }}\n}}\n",
        of.values.iter().map(read).collect::<String>(),
        quoted(&of.name),
    )
}

pub fn class(class: &Class, body: &Body) -> String {
    let (name, Body { declared, read, written, written_in_sets }) = (&class.ident, body);
    // Without fields, any two would be equal: their ids tell them apart.
    let equal = if class.properties.is_empty() { "" } else { ", PartialEq" };
    format!(
        "\n#[derive(Clone, Debug{equal})]\npub struct {name} {{\n{declared}}}\n\nimpl {name} {{\n    \
         fn read(fields: &Json, heap: &Reader<'_>) -> Result<{name}> {{\n        Ok({name} {{\n{read}        }})\n    }}\n\n    \
         fn write(&self, id: Id, object: &mut serde_json::Map<String, Json>, heap: &mut Writer<'_>) -> Result<()> {{\n\
         {written}{written_in_sets}        Ok(())\n    }}\n}}\n"
    )
}

pub fn group(group: &Struct, body: &Body) -> String {
    let (name, Body { declared, read, written, .. }) = (&group.ident, body);
    let default = if matches!(name.as_str(), "Sets" | "Relations") { ", Default" } else { "" };
    let mutable = if group.properties.is_empty() { "" } else { "mut " };
    format!(
        "\n#[derive(Clone, Debug, PartialEq{default})]\npub struct {name} {{\n{declared}}}\n\nimpl Record for {name} {{\n    \
         fn read(fields: &Json, heap: &Reader<'_>) -> Result<{name}> {{\n        Ok({name} {{\n{read}        }})\n    }}\n\n    \
         fn write(&self, heap: &mut Writer<'_>) -> Result<Json> {{\n        let {mutable}object = serde_json::Map::new();\n{written}        \
         Ok(Json::Object(object))\n    }}\n}}\n"
    )
}
