//! A field: how it is declared, read and written.

use super::columns::ColumnCode;
use super::{Rust, quoted};
use crate::code::{CodeModel, Owner, Property};
use crate::syntax::Syntax;
use korrel_heapgraph::{Column, Shape};

pub fn declaration(rust: &Rust, code: &CodeModel, property: &Property) -> String {
    let (name, ty, shape) = (&property.ident, rust.type_of(code, &property.shape), &property.shape);
    match &property.owner {
        Owner::In(set) => {
            format!("    /// `{shape}`, of those in `{set}`\n    pub {name}: Option<{ty}>,\n")
        }
        _ => format!("    /// `{shape}`\n    pub {name}: {ty},\n"),
    }
}

pub fn read(code: &CodeModel, property: &Property) -> String {
    let (ident, name, value) =
        (&property.ident, quoted(&property.name), read_value(code, property));
    match property.is_always() {
        true => format!("            {ident}: {value},\n"),
        false => format!(
            "            {ident}: match fields.get({name}) {{\n                Some(_) => Some({value}),\n                \
             None => None,\n            }},\n"
        ),
    }
}

pub fn write(code: &CodeModel, property: &Property) -> String {
    let (ident, name) = (&property.ident, quoted(&property.name));
    match &property.owner {
        Owner::Always => {
            let value = write_value(code, property, &format!("&self.{ident}"));
            format!("        object.insert({name}.to_owned(), {value});\n")
        }
        Owner::In(set) => format!(
            "        if let (true, Some(value)) = (heap.sets.{set}.contains(&{}), &self.{ident}) {{\n            \
             object.insert({name}.to_owned(), {});\n        }}\n",
            set_member(code, set),
            write_value(code, property, "value"),
        ),
        Owner::Sets => {
            format!("        object.insert({name}.to_owned(), {});\n", write_set(code, property))
        }
    }
}

/// Writes the members of a set. An object that has gone is in no set any more.
fn write_set(code: &CodeModel, property: &Property) -> String {
    let ident = &property.ident;
    let is_kept = match ColumnCode::of(code, property.shape.columns()[0]).ty.as_str() {
        "Id" => "is_kept",
        "Scalar" => "is_kept_scalar",
        _ => return write_value(code, property, &format!("&self.{ident}")),
    };
    format!(
        "{{\n            let left: Vec<_> = self.{ident}.iter().filter(|item| heap.{is_kept}(item)).cloned().collect();\n            \
         {}\n        }}",
        write_value(code, property, "&left")
    )
}

/// An object as it stands in a set of objects, or of several kinds.
fn set_member(code: &CodeModel, set: &str) -> &'static str {
    let mut sets = code.sets.iter().flat_map(|sets| &sets.properties);
    let set = sets.find(|property| property.ident == set).expect("it is one of the sets");
    match ColumnCode::of(code, set.shape.columns()[0]).ty.as_str() {
        "Id" => "id",
        _ => "Scalar::Object(id)",
    }
}

fn read_value(code: &CodeModel, property: &Property) -> String {
    let json = format!("member(fields, {})?", quoted(&property.name));
    let one = |element: &Column, json: &str| ColumnCode::of(code, element).read(json);
    match &property.shape {
        Shape::One(of) => format!("{}?", one(of, &json)),
        Shape::Lone(of) => format!("lone({json}, |json| {})?", one(of, "json")),
        Shape::Set(of) | Shape::Sequence(of) => {
            format!("list({json}, |json| {})?", one(of, "json"))
        }
        Shape::Map(key, value) => {
            let is_parsed = matches!(key.text.as_str(), "int" | "bool");
            let key = one(key, if is_parsed { "&parsed(key)?" } else { "key" });
            format!("map({json}, |key, value| Ok(({key}?, {}?)))?", one(value, "value"))
        }
        Shape::Relation(columns) => {
            let items =
                columns.iter().enumerate().map(|(at, of)| one(of, &format!("&row[{at}]")) + "?");
            let items = items.collect::<Vec<_>>().join(", ");
            format!(
                "list({json}, |json| {{ let row = row(json, {})?; Ok(({items})) }})?",
                columns.len()
            )
        }
    }
}

fn write_value(code: &CodeModel, property: &Property, item: &str) -> String {
    let one = |element: &Column, item: &str| ColumnCode::of(code, element).write(item);
    match &property.shape {
        Shape::One(of) => format!("{}?", one(of, item)),
        Shape::Lone(of) => format!("write_lone({item}, |item| {})?", one(of, "item")),
        Shape::Set(of) | Shape::Sequence(of) => {
            format!("write_list({item}, |item| {})?", one(of, "item"))
        }
        Shape::Map(key, value) => format!(
            "write_map({item}, |key, value| Ok(({}?, {}?)))?",
            one(key, "key"),
            one(value, "value")
        ),
        Shape::Relation(columns) => {
            let items =
                columns.iter().enumerate().map(|(at, of)| one(of, &format!("&row.{at}")) + "?");
            let items = items.collect::<Vec<_>>().join(", ");
            format!("write_list({item}, |row| Ok(Json::Array(vec![{items}])))?")
        }
    }
}
