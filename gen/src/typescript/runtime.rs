//! The code that reads and writes: heaps, the names of types, and a driver.

use super::TypeScript;
use crate::code::{CodeModel, EnumClass, RecordPart, Stub};
use crate::syntax::Syntax;

const HEAP: &str = include_str!("heap.ts");
const RUNTIME: &str = include_str!("runtime.ts");
const DRIVER: &str = include_str!("driver.ts");

pub fn runtime(code: &CodeModel) -> String {
    format!("{}{}{RUNTIME}", heap(code), tables(code))
}

pub fn driver(operations: &[Stub]) -> String {
    let entry = |operation: &Stub| {
        let Stub { name, ident, roots } = operation;
        format!("  [{}, [{ident}, {}]],\n", TypeScript.literal(name), roots.ident)
    };
    let entries: String = operations.iter().map(entry).collect();
    format!(
        "\nconst OPERATIONS = new Map<string, [(roots: any) => unknown, Made]>([\n{entries}])\n{DRIVER}"
    )
}

fn heap(code: &CodeModel) -> String {
    let declared = |RecordPart { name, ident, is_optional }: RecordPart| match is_optional {
        true => format!("  {name}?: {ident}\n"),
        false => format!("  {name} = new {ident}()\n"),
    };
    let read = |RecordPart { name, ident, is_optional }: RecordPart| {
        let condition = if is_optional { format!("if (read.{name}) ") } else { String::new() };
        format!("    {condition}heap.{name} = reader.group({ident}, '{name}')\n")
    };
    HEAP.replace("  // fields\n", &code.parts().map(declared).collect::<String>())
        .replace("    // read\n", &code.parts().map(read).collect::<String>())
        + &groups(code)
}

/// The groups of a heap, by name.
fn groups(code: &CodeModel) -> String {
    let group = |RecordPart { name, is_optional, .. }: RecordPart| match is_optional {
        true => format!("...(heap.{name} ? [['{name}', heap.{name}] as [string, Readable]] : [])"),
        false => format!("['{name}', heap.{name}]"),
    };
    let groups: Vec<String> = code.parts().map(group).collect();
    format!(
        "\nfunction groupsOf({}: Heap<any>): [string, Readable][] {{\n  return [{}]\n}}\n",
        if groups.is_empty() { "_heap" } else { "heap" },
        groups.join(", ")
    )
}

fn tables(code: &CodeModel) -> String {
    let made = code.concrete().map(|class| (TypeScript.literal(&class.name), class.ident.clone()));
    format!(
        "\nconst CLASSES = new Map<string, Made>([\n{}])\n\
         const TYPES = new Map<unknown, string>([...CLASSES].map(([name, of]) => [of, name]))\n\
         /** Each type, and what it extends. */\n\
         const LINES = new Map<string, string[]>([\n{}])\n\
         const WITHOUT_FIELDS = new Set<string>([{}])\n\
         /** The enum of each value. */\n\
         const ENUM_VALUES = new Map<string, string>([\n{}])\n\n",
        pairs(made),
        pairs(TypeScript.lines(code)),
        TypeScript.without_fields(code),
        pairs(code.enums.iter().flat_map(values)),
    )
}

/// Each value of an enum, and the enum.
fn values(of: &EnumClass) -> impl Iterator<Item = (String, String)> {
    let name = TypeScript.literal(&of.name);
    of.values.iter().map(move |(value, _)| (TypeScript.literal(value), name.clone()))
}

fn pairs(pairs: impl IntoIterator<Item = (String, String)>) -> String {
    pairs.into_iter().map(|(key, value)| format!("  [{key}, {value}],\n")).collect()
}
