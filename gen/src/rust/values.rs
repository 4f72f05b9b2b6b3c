//! The values that atoms and integers stand for, and elements of several kinds.

use super::columns::valued;
use super::quoted;
use crate::code::{Class, CodeModel, EnumClass};

pub fn scalars(code: &CodeModel) -> String {
    let int = code.integers.as_deref().unwrap_or("i64");
    let variant = |of: &EnumClass| format!("    {0}({0}),\n", of.ident);
    let attempt = |of: &EnumClass| {
        format!(
            "    if let Ok(value) = {0}::read(&Json::from(text)) {{\n        return Some(Scalar::{0}(value));\n    }}\n",
            of.ident
        )
    };
    format!(
        "\n/// What stands where several kinds may.\n#[derive(Clone, Debug, PartialEq)]\npub enum Scalar {{\n    Object(Id),\n    \
         Int({int}),\n    Bool(bool),\n    Text(String),\n{}}}\n\n/// A value of an enum.\n\
         fn literal(text: &str) -> Option<Scalar> {{\n{}    None\n}}\n",
        code.enums.iter().map(variant).collect::<String>(),
        code.enums.iter().map(attempt).collect::<String>(),
    )
}

pub fn values(code: &CodeModel) -> String {
    let tables = tables(code);
    let named = tables.iter().map(|(top, ty)| (top.name.as_str(), top.ident.as_str(), *ty));
    let integers = code.integers.as_deref().map(|ty| ("Int", "Int", ty));
    let all: Vec<(&str, &str, &str)> = named.chain(integers).collect();
    let fields = all.iter().map(|(_, table, ty)| format!("    pub {table}: Vec<(i64, {ty})>,\n"));
    let checks = all.iter().map(|(name, table, _)| {
        format!("        check_distinct({}, &self.{table})?;\n", quoted(name))
    });
    format!(
        "\n/// What atoms, by their numbers, and integers stand for: see `listed`.\n#[derive(Clone, Debug, Default)]\n\
         pub struct Values {{\n{}}}\n\nimpl Values {{\n    fn check(&self) -> Result<()> {{\n{}        Ok(())\n    }}\n}}\n\n{}",
        fields.collect::<String>(),
        checks.collect::<String>(),
        methods(code, &tables),
    )
}

/// Tables of values, and of what type: one for each topmost sig that has some.
fn tables(code: &CodeModel) -> Vec<(&Class, &str)> {
    let mut tables: Vec<(&Class, &str)> = Vec::new();
    for (class, top) in valued(code) {
        if !tables.iter().any(|(known, _)| known.name == top.name) {
            tables.push((top, class.value.as_deref().unwrap_or_default()));
        }
    }
    tables
}

/// The methods that read and write values.
fn methods(code: &CodeModel, tables: &[(&Class, &str)]) -> String {
    let (int, int_read, int_write) = match &code.integers {
        None => ("i64", "self.integer(json)", "self.integer(value)"),
        Some(ty) => (
            ty.as_str(),
            "value_of(\"Int\", &self.values.Int, self.integer(json)?)",
            "Ok(Json::from(number_of(\"Int\", &self.values.Int, value)?))",
        ),
    };
    format!(
        "impl Reader<'_> {{\n    fn int(&self, json: &Json) -> Result<{int}> {{\n        {int_read}\n    }}\n{}}}\n\n\
         impl Writer<'_> {{\n    fn int(&mut self, value: &{int}) -> Result<Json> {{\n        {int_write}\n    }}\n{}}}\n",
        tables.iter().map(read).collect::<String>(),
        tables.iter().map(write).collect::<String>(),
    )
}

fn read((top, ty): &(&Class, &str)) -> String {
    let table = &top.ident;
    format!(
        "\n    fn value_{table}(&self, json: &Json) -> Result<{ty}> {{\n        self.id(json)?;\n        \
         value_of({}, &self.values.{table}, number(json.as_str().unwrap_or_default()))\n    }}\n",
        quoted(&top.name)
    )
}

fn write((top, ty): &(&Class, &str)) -> String {
    let (name, table) = (quoted(&top.name), &top.ident);
    format!(
        "\n    fn value_{table}(&mut self, value: &{ty}) -> Result<Json> {{\n        \
         let number = number_of({name}, &self.values.{table}, value)?;\n        Ok(self.atom({name}, number))\n    }}\n"
    )
}
