//! The arena's entries.

use std::collections::BTreeSet;

use super::columns::valued;
use super::{Rust, quoted};
use crate::code::{Class, CodeModel};
use crate::syntax::Syntax;

pub fn objects(rust: &Rust, code: &CodeModel) -> String {
    let structs: Vec<&Class> = structs(rust, code).collect();
    let values: Vec<(&Class, &Class)> =
        valued(code).filter(|(class, _)| !class.is_abstract).collect();
    let names = code.concrete().map(|class| {
        format!("            Object::{}(_) => {},\n", class.ident, quoted(&class.name))
    });
    format!(
        "\n/// What lies in a heap; ids tell which is which.\n#[derive(Clone, Debug)]\npub enum Object {{\n{}}}\n\n\
         impl Object {{\n    pub fn type_name(&self) -> &'static str {{\n        match *self {{\n{}        }}\n    }}\n\n    \
         /// Whether it is an atom that stands for a value.\n    fn is_value(&self) -> bool {{\n        {}\n    }}\n\n    \
         fn read(name: &str, fields: &Json, heap: &Reader<'_>) -> Result<Object> {{\n        match fields[\"$type\"].as_str() {{\n{}            \
         _ => wrong(&fields[\"$type\"], \"type of the spec\"),\n        }}\n    }}\n\n    \
         fn write(&self, id: Id, heap: &mut Writer<'_>) -> Result<Json> {{\n        \
         let mut object = serde_json::Map::new();\n        \
         object.insert(\"$type\".to_owned(), Json::from(self.type_name()));\n        match self {{\n{}        }}\n        \
         Ok(Json::Object(object))\n    }}\n}}\n",
        variants(&structs, &values),
        names.collect::<String>(),
        is_value(&values),
        reads(&structs, &values),
        writes(&structs, &values),
    )
}

fn structs<'a>(rust: &'a Rust, code: &'a CodeModel) -> impl Iterator<Item = &'a Class> {
    code.classes.iter().filter(|class| rust.has_class(class))
}

fn variants(structs: &[&Class], values: &[(&Class, &Class)]) -> String {
    let structs = structs.iter().map(|class| format!("    {0}({0}),\n", class.ident));
    let values = values.iter().map(|(class, _)| {
        format!("    {}({}),\n", class.ident, class.value.as_deref().unwrap_or_default())
    });
    structs.chain(values).collect()
}

fn is_value(values: &[(&Class, &Class)]) -> String {
    let patterns = values.iter().map(|(class, _)| format!("Object::{}(_)", class.ident));
    let patterns: Vec<String> = patterns.collect();
    match patterns.is_empty() {
        true => "false".to_owned(),
        false => format!("matches!(self, {})", patterns.join(" | ")),
    }
}

fn reads(structs: &[&Class], values: &[(&Class, &Class)]) -> String {
    let arm = |class: &Class, object: &str| {
        let (name, ident) = (quoted(&class.name), &class.ident);
        format!("            Some({name}) => Ok(Object::{ident}({object}?)),\n")
    };
    let structs =
        structs.iter().map(|class| arm(class, &format!("{}::read(fields, heap)", class.ident)));
    let values = values.iter().map(|(class, top)| {
        let (name, table) = (quoted(&top.name), &top.ident);
        arm(class, &format!("value_of({name}, &heap.values.{table}, number(name))"))
    });
    structs.chain(values).collect()
}

fn writes(structs: &[&Class], values: &[(&Class, &Class)]) -> String {
    let structs = structs.iter().map(|class| {
        format!("            Object::{}(of) => of.write(id, &mut object, heap)?,\n", class.ident)
    });
    let values =
        values.iter().map(|(class, _)| format!("            Object::{}(_) => {{}}\n", class.ident));
    structs.chain(values).collect()
}

/// `heap.as_node(id)`: what an id is known to lead to.
pub fn accessors(rust: &Rust, code: &CodeModel) -> String {
    let structs: Vec<&Class> = structs(rust, code).collect();
    let is_only = structs.len() + valued(code).count() == 1;
    let mut taken = BTreeSet::new();
    let all = structs.iter().map(|class| accessor(&class.ident, &mut taken, is_only));
    format!("\nimpl<R: Record> Heap<R> {{\n{}}}\n", all.collect::<Vec<_>>().join("\n"))
}

/// `is_only`: objects are of no other kind.
fn accessor(ident: &str, taken: &mut BTreeSet<String>, is_only: bool) -> String {
    let mut name = snake(ident);
    while taken.contains(&name) || taken.contains(&format!("{name}_mut")) {
        name.push('_');
    }
    taken.extend([format!("{name}_mut"), name.clone()]);
    let method = |suffix: &str, reference: &str| {
        let allow = if is_only { UNREACHABLE } else { "" };
        format!(
            "    /// # Panics\n    /// If it is another one.\n    pub fn {name}{suffix}({reference}self, id: Id) -> {reference}{ident} {{\n        \
             match self.object{suffix}(id) {{\n            Object::{ident}(of) => of,\n{allow}            \
             other => panic!(\"{{}} is no {ident}\", other.type_name()),\n        }}\n    }}\n"
        )
    };
    format!("{}\n{}", method("", "&"), method("_mut", "&mut "))
}

const UNREACHABLE: &str = "            #[allow(unreachable_patterns)]\n";

/// `as_node`, whatever the name: methods of a heap have names of their own.
fn snake(ident: &str) -> String {
    let mut snake = String::from("as");
    for c in ident.chars() {
        if c.is_uppercase() || snake == "as" {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}
