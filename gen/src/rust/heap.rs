//! Heaps, and all that is the same for every spec.

use super::quoted;
use crate::code::{CodeModel, EnumClass, RecordPart, Stub};

/// The parts of the runtime in the order in which they stand in the generated file.
const RUNTIME: &str = concat!(
    include_str!("runtime/error.rs"),
    include_str!("runtime/values.rs"),
    include_str!("runtime/reader.rs"),
    include_str!("runtime/writer.rs"),
    include_str!("runtime/heap.rs"),
    include_str!("runtime/stream.rs"),
);
/// Only where there are subset sigs.
const KEPT: &str = include_str!("runtime/kept.rs");
const DRIVER: &str = include_str!("runtime/driver.rs");

pub fn heap(code: &CodeModel) -> String {
    let all = |line: fn(RecordPart) -> String| code.parts().map(line).collect::<String>();
    let literals: String = code.enums.iter().map(literal).collect();
    let (sets, written, kept) = match &code.sets {
        Some(_) => (
            "    sets: &'a Sets,\n    reached: &'a [bool],\n",
            "            sets: &self.sets,\n            reached: &self.reached,\n",
            KEPT,
        ),
        None => ("", "", ""),
    };
    RUNTIME
        .replace("    // sets\n", sets)
        .replace("            // written\n", written)
        .replace("            // literals\n", &literals)
        .replace("    // fields\n", &all(declaration))
        .replace("/* none */ ", &all(default))
        .replace("            // read\n", &all(read))
        .replace("        // groups\n", &all(write))
        + kept
}

pub fn driver(operations: &[Stub]) -> String {
    let names: Vec<String> = operations.iter().map(|operation| quoted(&operation.name)).collect();
    let call = |Stub { name, ident, .. }: &Stub| {
        format!("        Some({}) => reply(request, values, {ident}),\n", quoted(name))
    };
    format!(
        "\nconst OPERATIONS: &[&str] = &[{}];\n\nfn answer(request: &Json, values: &Values) -> Result<Json> {{\n    \
         match request[\"op\"].as_str() {{\n{}        _ => wrong(&request[\"op\"], \"operation\"),\n    }}\n}}\n{DRIVER}",
        names.join(", "),
        operations.iter().map(call).collect::<String>(),
    )
}

fn literal(of: &EnumClass) -> String {
    format!("            Scalar::{}(value) => self.text(value.text()),\n", of.ident)
}

fn declaration(RecordPart { name, ident, is_optional }: RecordPart) -> String {
    match is_optional {
        true => format!("    pub {name}: Option<{ident}>,\n"),
        false => format!("    pub {name}: {ident},\n"),
    }
}

fn default(RecordPart { name, ident, is_optional }: RecordPart) -> String {
    match is_optional {
        true => format!("{name}: None, "),
        false => format!("{name}: {ident}::default(), "),
    }
}

fn read(RecordPart { name, ident, is_optional }: RecordPart) -> String {
    match is_optional {
        true => format!(
            "            {name}: lone(&record[\"{name}\"], |json| {ident}::read(json, &heap))?,\n"
        ),
        false => format!(
            "            {name}: match record.get(\"{name}\") {{\n                Some(json) => at(\"{name}\", {ident}::read(json, &heap))?,\n                \
             None => {ident}::default(),\n            }},\n"
        ),
    }
}

fn write(RecordPart { name, is_optional, .. }: RecordPart) -> String {
    match is_optional {
        true => format!(
            "        if let Some(group) = &self.{name} {{\n            groups.push((\"{name}\", group.write(&mut heap)?));\n        }}\n"
        ),
        false => format!("        groups.push((\"{name}\", self.{name}.write(&mut heap)?));\n"),
    }
}
