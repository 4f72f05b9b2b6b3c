//! The code that reads and writes: heaps, the names of types, and a driver.

use super::Python;
use crate::code::{CodeModel, RecordPart, Stub};
use crate::syntax::Syntax;

const HEAP: &str = include_str!("heap.py");
const RUNTIME: &str = include_str!("runtime.py");
const DRIVER: &str = include_str!("driver.py");

pub fn runtime(code: &CodeModel) -> String {
    format!("{}{}{RUNTIME}", heap(code), tables(code))
}

pub fn driver(operations: &[Stub]) -> String {
    let entry = |operation: &Stub| {
        let Stub { name, ident, roots } = operation;
        format!("    {}: ({ident}, {}),\n", Python.literal(name), roots.ident)
    };
    let entries: String = operations.iter().map(entry).collect();
    format!("\n\nOPERATIONS: dict[str, tuple[Any, Any]] = {{\n{entries}}}\n{DRIVER}")
}

fn heap(code: &CodeModel) -> String {
    let declared = |RecordPart { name, ident, is_optional }: RecordPart| match is_optional {
        true => format!("    {name}: {ident} | None = None\n"),
        false => format!("    {name}: {ident} = field(default_factory={ident})\n"),
    };
    let read = |RecordPart { name, ident, is_optional }: RecordPart| {
        let condition = match is_optional {
            true => format!(" if \"{name}\" in record else None"),
            false => String::new(),
        };
        format!("            {name}=heap.group({ident}, \"{name}\"){condition},\n")
    };
    let groups: Vec<String> =
        code.parts().map(|RecordPart { name, .. }| format!("\"{name}\": heap.{name}")).collect();
    let heap = HEAP
        .replace("    # fields\n", &code.parts().map(declared).collect::<String>())
        .replace("            # read\n", &code.parts().map(read).collect::<String>());
    let groups = groups.join(", ");
    format!("{heap}\n\ndef _groups(heap: Heap) -> dict[str, Any]:\n    return {{{groups}}}\n")
}

fn tables(code: &CodeModel) -> String {
    let made = code.concrete().map(|class| (Python.literal(&class.name), class.ident.clone()));
    let enums: Vec<&str> = code.enums.iter().map(|of| of.ident.as_str()).collect();
    format!(
        "\n\n_CLASSES: dict[str, Any] = {}\n_TYPES: dict[Any, str] = {{of: name for name, of in _CLASSES.items()}}\n\
         # Each type, and what it extends.\n_LINES: dict[str, list[str]] = {}\n\
         _WITHOUT_FIELDS: list[str] = [{}]\n\
         _ENUMS: list[Any] = [{}]\n_ENUM_VALUES: dict[str, Any] = {{value.value: value for of in _ENUMS for value in of}}\n\
         _ENUM_NAMES: dict[str, Any] = {}\n\n\n",
        dict(made),
        dict(Python.lines(code)),
        Python.without_fields(code),
        enums.join(", "),
        dict(code.enums.iter().map(|of| (Python.literal(&of.name), of.ident.clone()))),
    )
}

fn dict(entries: impl IntoIterator<Item = (String, String)>) -> String {
    let entries = entries.into_iter().map(|(key, value)| format!("    {key}: {value},\n"));
    let entries: String = entries.collect();
    if entries.is_empty() { "{}".to_owned() } else { format!("{{\n{entries}}}") }
}
