//! Python: dataclasses.

use serde_json::Value as Json;

use crate::classes::{Class, Classes, Field, Group};
use crate::names::Words;
use crate::shape::{Column, Shape};

pub const WORDS: Words = Words {
    keywords: "False None True and as assert async await break class continue def del elif else except \
        finally for from global if import in is lambda match nonlocal not or pass raise return try type \
        while with yield",
    classes: "Any Enum Exception EOFError Fail Heap HeapError Iterable Iterator KeyError Mapping \
        Relations Roots Sets Skip Values ValueError Witness StopIteration OPERATIONS \
        any bool bytes classmethod dataclass dict enumerate field frozenset heaps id int isinstance \
        iter json len list max next object print property reply reversed serve set sorted str super sys \
        tuple type zip",
    members: "_read _write self name value",
};

const RUNTIME: &str = include_str!("runtime.py");
const DRIVER: &str = include_str!("driver.py");

pub fn file(classes: &Classes) -> String {
    let mut text = head(classes);
    for of in &classes.enums {
        text += &format!("\n\nclass {}(Enum):\n", of.ident);
        for (name, ident) in &of.values {
            text += &format!("    {ident} = {}\n", quoted(name));
        }
        if of.values.is_empty() {
            text += "    pass\n";
        }
    }
    for class in &classes.classes {
        text += &class_text(classes, class);
    }
    for group in classes.groups() {
        text += &group_text(classes, group);
    }
    text += &heap(classes);
    text += &tables(classes);
    text += RUNTIME;
    if classes.has_driver {
        text += &operations(classes);
        text += DRIVER;
    }
    text
}

fn head(classes: &Classes) -> String {
    let sys = if classes.has_driver { "import sys\n" } else { "" };
    format!(
        "\"\"\"Heaps of {} as objects, and back. Made by `korrel gen python` for\n\n    {}\n\n\
         It needs nothing but Python 3.10, and is yours to change.\"\"\"\n\n\
         from __future__ import annotations\n\nimport json\n{sys}\
         from dataclasses import dataclass, field\nfrom enum import Enum\n\
         from typing import Any, Iterable, Iterator, Mapping\n",
        comment(&classes.spec),
        comment(&classes.command),
    )
}

/// A text in a docstring.
fn comment(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "'").replace('\n', " ")
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

fn class_text(classes: &Classes, class: &Class) -> String {
    let parent =
        class.parent.map_or(String::new(), |at| format!("({})", classes.classes[at].ident));
    let mut text = format!(
        "\n\n@dataclass(eq=False, repr=False, kw_only=True)\nclass {}{parent}:\n",
        class.ident
    );
    let own = &class.fields[class.inherited..];
    let added: Vec<&crate::classes::Added> =
        class.added.iter().filter(|added| !added.is_inherited).collect();
    for field in own {
        text += &format!("    {}\n", declaration(classes, field));
    }
    for added in &added {
        let (field, set) = (&added.field, &added.set);
        let ty = type_text(classes, &field.shape);
        let ty = ty.strip_suffix(" | None").unwrap_or(&ty);
        text += &format!("    {}: {ty} | None = None  # in {set}\n", field.ident);
    }
    if class.is_abstract {
        if own.is_empty() && added.is_empty() {
            text += "    pass\n";
        }
        return text;
    }
    text += if own.is_empty() && added.is_empty() { "" } else { "\n" };
    text += "    def _read(self, fields: dict[str, Any], heap: _Reader) -> None:\n";
    for field in &class.fields {
        text += &format!("        self.{} = {}\n", field.ident, read(field));
    }
    for added in &class.added {
        let (field, name) = (&added.field, quoted(&added.field.name));
        text += &format!(
            "        self.{} = {} if {name} in fields else None\n",
            field.ident,
            read(field)
        );
    }
    if class.fields.is_empty() && class.added.is_empty() {
        text += "        pass\n";
    }
    text += "\n    def _write(self, heap: _Writer) -> dict[str, Any]:\n";
    text += &written(&class.fields, if class.added.is_empty() { "return " } else { "fields = " });
    for added in &class.added {
        let name = quoted(&added.field.name);
        text += &format!("        if self in heap.heap.sets.{}:\n", added.set);
        text += &format!("            fields[{name}] = {}\n", write(&added.field));
    }
    if !class.added.is_empty() {
        text += "        return fields\n";
    }
    text
}

fn group_text(classes: &Classes, group: &Group) -> String {
    let mut text = format!("\n\n@dataclass(kw_only=True)\nclass {}:\n", group.ident);
    for field in &group.fields {
        text += &format!("    {}\n", declaration(classes, field));
    }
    text += if group.fields.is_empty() { "" } else { "\n" };
    text += "    def _read(self, fields: dict[str, Any], heap: _Reader) -> None:\n";
    for field in &group.fields {
        text += &format!("        self.{} = {}\n", field.ident, read(field));
    }
    text += if group.fields.is_empty() { "        pass\n" } else { "" };
    text += "\n    def _write(self, heap: _Writer) -> dict[str, Any]:\n";
    let text = text + &written(&group.fields, "return ");
    // What has gone is in no set any more.
    if group.ident == "Sets" { text.replace(": heap.set(", ": heap.members(") } else { text }
}

fn written(fields: &[Field], before: &str) -> String {
    if fields.is_empty() {
        return format!("        {before}{{}}\n");
    }
    let member =
        |field: &Field| format!("            {}: {},\n", quoted(&field.name), write(field));
    let members: String = fields.iter().map(member).collect();
    format!("        {before}{{\n{members}        }}\n")
}

fn declaration(classes: &Classes, field: &Field) -> String {
    let ty = type_text(classes, &field.shape);
    let default = match field.shape {
        Shape::One(_) => "",
        Shape::Lone(_) => " = None",
        Shape::Set(_) | Shape::Relation(_) => " = field(default_factory=set)",
        Shape::Sequence(_) => " = field(default_factory=list)",
        Shape::Map(..) => " = field(default_factory=dict)",
    };
    format!("{}: {ty}{default}", field.ident)
}

fn type_text(classes: &Classes, shape: &Shape) -> String {
    let column = |column: &Column| column_type(classes, column);
    match shape {
        Shape::One(of) => column(of),
        Shape::Lone(of) => format!("{} | None", column(of)),
        Shape::Set(of) => format!("set[{}]", column(of)),
        Shape::Sequence(of) => format!("list[{}]", column(of)),
        Shape::Map(key, value) => format!("dict[{}, {}]", column(key), column(value)),
        Shape::Relation(columns) => {
            let columns: Vec<String> = columns.iter().map(column).collect();
            format!("set[tuple[{}]]", columns.join(", "))
        }
    }
}

fn column_type(classes: &Classes, column: &Column) -> String {
    let sort = |sort: &str| match sort {
        "int" => classes.integers.clone().unwrap_or("int".to_owned()),
        "bool" => "bool".to_owned(),
        "string" => "str".to_owned(),
        "univ" | "none" => "Any".to_owned(),
        name => match (classes.named(name), classes.enum_named(name)) {
            (Some(class), _) => class.value.clone().unwrap_or(class.ident.clone()),
            (_, Some(of)) => of.ident.clone(),
            _ => "Any".to_owned(),
        },
    };
    let mut sorts: Vec<String> = Vec::new();
    column.sorts().map(sort).for_each(|sort| {
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    });
    sorts.join(" | ")
}

fn columns(shape: &Shape) -> String {
    let texts: Vec<String> = shape.columns().iter().map(|column| quoted(&column.text)).collect();
    match shape {
        Shape::Relation(_) => format!("[{}]", texts.join(", ")),
        _ => texts.join(", "),
    }
}

fn read(field: &Field) -> String {
    let (verb, columns) = (field.shape.verb(), columns(&field.shape));
    format!("heap.{verb}({columns}, fields[{}])", quoted(&field.name))
}

fn write(field: &Field) -> String {
    format!("heap.{}({}, self.{})", field.shape.verb(), columns(&field.shape), field.ident)
}

/// The parts of a heap that the spec has, beside roots and objects.
fn optional(classes: &Classes) -> Vec<(&'static str, &'static str)> {
    let all = [
        ("sets", "Sets", &classes.sets),
        ("relations", "Relations", &classes.relations),
        ("witness", "Witness", &classes.witness),
    ];
    all.into_iter().filter(|(.., group)| group.is_some()).map(|(name, of, _)| (name, of)).collect()
}

fn heap(classes: &Classes) -> String {
    let optional = optional(classes);
    let fields: String = optional
        .iter()
        .map(|(name, of)| match *name {
            "witness" => format!("    {name}: {of} | None = None\n"),
            "relations" => format!("    {name}: {of} = field(default_factory={of})\n"),
            _ => format!("    {name}: {of} = field(default_factory={of})\n"),
        })
        .collect();
    let read: String = optional
        .iter()
        .map(|(name, of)| {
            let read = format!("heap.group({of}, \"{name}\")");
            match *name {
                "witness" => {
                    format!("            witness={read} if \"witness\" in record else None,\n")
                }
                _ => format!("            {name}={read},\n"),
            }
        })
        .collect();
    let names: Vec<String> =
        optional.iter().map(|(name, _)| format!("\"{name}\": self.heap.{name}")).collect();
    let runtime = HEAP.replace("    # fields\n", &fields).replace("            # read\n", &read);
    let groups = format!(
        "\n\ndef _groups(heap: Heap) -> dict[str, Any]:\n    return {{{}}}\n",
        names.join(", ").replace("self.heap.", "heap.")
    );
    runtime + &groups
}

const HEAP: &str = include_str!("heap.py");

/// What the runtime knows of the types.
fn tables(classes: &Classes) -> String {
    let concrete = || classes.classes.iter().filter(|class| !class.is_abstract);
    let entries = |entries: Vec<String>| match entries.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{\n    {},\n}}", entries.join(",\n    ")),
    };
    let made = concrete().map(|class| format!("{}: {}", quoted(&class.name), class.ident));
    let lines = (0..classes.classes.len()).map(|at| {
        let line: Vec<String> =
            classes.line(at).map(|at| quoted(&classes.classes[at].name)).collect();
        format!("{}: [{}]", quoted(&classes.classes[at].name), line.join(", "))
    });
    let plain: Vec<String> = classes
        .classes
        .iter()
        .filter(|class| class.fields.is_empty() && class.added.is_empty())
        .map(|class| quoted(&class.name))
        .collect();
    let enums: Vec<&str> = classes.enums.iter().map(|of| of.ident.as_str()).collect();
    format!(
        "\n\n_CLASSES: dict[str, Any] = {}\n_TYPES: dict[Any, str] = {{of: name for name, of in _CLASSES.items()}}\n\
         # Each type, and what it extends.\n_LINES: dict[str, list[str]] = {}\n\
         _WITHOUT_FIELDS: list[str] = [{}]\n\
         _ENUMS: list[Any] = [{}]\n_ENUM_VALUES: dict[str, Any] = {{value.value: value for of in _ENUMS for value in of}}\n\n\n",
        entries(made.collect()),
        entries(lines.collect()),
        plain.join(", "),
        enums.join(", "),
    )
}

fn operations(classes: &Classes) -> String {
    let mut text = String::new();
    let mut table = Vec::new();
    for operation in &classes.operations {
        let (name, ident, roots) = (&operation.name, &operation.ident, &operation.roots.ident);
        let members: Vec<String> =
            operation.roots.fields.iter().map(|field| format!("roots.{}", field.ident)).collect();
        text += &format!(
            "\n\ndef {ident}(roots: {roots}) -> Any:\n    # Call the code under test with {}, and return what it returns.\n    \
             raise Skip(\"{} is not connected yet\")\n",
            if members.is_empty() { "nothing".to_owned() } else { members.join(", ") },
            name
        );
        table.push(format!("    {}: ({ident}, {roots}),\n", quoted(name)));
    }
    format!("{text}\n\nOPERATIONS: dict[str, tuple[Any, Any]] = {{\n{}}}\n", table.concat())
}
