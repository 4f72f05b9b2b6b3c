//! Python: dataclasses.

mod classes;
mod runtime;

use unicode_normalization::UnicodeNormalization;

use crate::code::{Class, CodeModel, EnumClass, Owner, Property, Struct, Stub};
use crate::identifiers::Words;
use crate::syntax::{Body, PlainTypes, Syntax};
use korrel_heapgraph::Shape;

const KEYWORDS: &str = "False None True and as assert async await break class continue def del elif else \
    except finally for from global if import in is lambda nonlocal not or pass raise return try while with \
    yield __debug__";

const WORDS: Words = Words {
    classes: &[
        KEYWORDS,
        "Any Enum Exception EOFError Fail Heap HeapError Iterable Iterator KeyError Mapping \
        Relations Roots Sets Skip Values ValueError Witness StopIteration OPERATIONS \
        any bool bytes classmethod dataclass dict enumerate field frozenset heaps id int isinstance \
        iter json len list max next object print property reply reversed serve set sorted str super sys \
        tuple type zip \
        _CLASSES _TYPES _LINES _WITHOUT_FIELDS _ENUMS _ENUM_VALUES _Reader _Writer _check_has_values \
        _groups _number _number_of _numbered _result _same __* _at _of _record _no_json _once _INSTANCE \
        _ENUM_NAMES _type_of zlib staticmethod TypeError",
    ],
    // The names in the body of a dataclass, and in the constructor that is made of it.
    fields: &[
        KEYWORDS,
        "_read _write field set list dict MISSING __* _dflt_* _type_* _HAS_* _return_*",
    ],
    // Enum has members of its own.
    values: &[KEYWORDS, "name value mro _*"],
    // Methods. A name that begins so belongs to its class alone.
    functions: &[KEYWORDS, "__*"],
    normal: |name| name.nfkc().collect(),
};

pub struct Python;

impl Syntax for Python {
    fn words(&self) -> Words {
        WORDS
    }

    fn head(&self, code: &CodeModel) -> String {
        format!(
            "\"\"\"Heaps of {} as objects, and back. Made by `korrel gen python` for\n\n    {}\n\n\
             It needs nothing but Python 3.10, and is yours to change.\"\"\"\n\n\
             from __future__ import annotations\n\nimport json\nimport sys\nimport zlib\n\
             from dataclasses import dataclass, field\nfrom enum import Enum\n\
             from typing import Any, Iterable, Iterator, Mapping\n",
            comment(&code.spec),
            comment(&code.command),
        )
    }

    fn comment(&self, line: &str) -> String {
        format!("# {line}\n")
    }

    fn enumeration(&self, of: &EnumClass) -> String {
        let value =
            |(name, ident): &(String, String)| format!("    {ident} = {}\n", self.literal(name));
        let values: String = of.values.iter().map(value).collect();
        let values = if values.is_empty() { "    pass\n" } else { &values };
        format!("\n\nclass {}(Enum):\n{values}", of.ident)
    }

    fn class(&self, code: &CodeModel, class: &Class, body: &Body) -> String {
        classes::class(code, class, body)
    }

    fn group(&self, group: &Struct, body: &Body) -> String {
        classes::group(group, body)
    }

    fn declaration(&self, code: &CodeModel, property: &Property) -> String {
        let (name, ty) = (&property.ident, self.type_of(code, &property.shape));
        if let Owner::In(set) = &property.owner {
            let ty = ty.strip_suffix(" | None").unwrap_or(&ty);
            return format!("    {name}: {ty} | None = None  # in {set}\n");
        }
        let default = match property.shape {
            Shape::One(_) => "",
            Shape::Lone(_) => " = None",
            Shape::Set(_) | Shape::Relation(_) => " = field(default_factory=set)",
            Shape::Sequence(_) => " = field(default_factory=list)",
            Shape::Map(..) => " = field(default_factory=dict)",
        };
        format!("    {name}: {ty}{default}\n")
    }

    fn read(&self, _: &CodeModel, property: &Property) -> String {
        let (verb, columns) = (property.shape.word(), self.columns(&property.shape));
        let (ident, name) = (&property.ident, self.literal(&property.name));
        let otherwise = match property.is_always() {
            true => String::new(),
            false => format!(" if {name} in fields else None"),
        };
        format!("        self.{ident} = heap.{verb}({columns}, fields[{name}]){otherwise}\n")
    }

    fn write(&self, _: &CodeModel, property: &Property) -> String {
        let (verb, columns) = (property.write_verb(), self.columns(&property.shape));
        let name = self.literal(&property.name);
        let value = format!("heap.{verb}({columns}, self.{})", property.ident);
        match &property.owner {
            Owner::In(set) => format!(
                "        if self in heap.heap.sets.{set}:\n            fields[{name}] = {value}\n"
            ),
            _ => format!("            {name}: {value},\n"),
        }
    }

    fn plain_types(&self) -> PlainTypes {
        PlainTypes { int: "int", boolean: "bool", text: "str", any: "Any" }
    }

    fn shape_type(&self, shape: &Shape, columns: &[String]) -> String {
        let columns = columns.join(", ");
        match shape {
            Shape::One(_) => columns,
            Shape::Lone(_) => format!("{columns} | None"),
            Shape::Set(_) => format!("set[{columns}]"),
            Shape::Sequence(_) => format!("list[{columns}]"),
            Shape::Map(..) => format!("dict[{columns}]"),
            Shape::Relation(_) => format!("set[tuple[{columns}]]"),
        }
    }

    fn runtime(&self, code: &CodeModel) -> String {
        runtime::runtime(code)
    }

    fn stub(&self) -> (&'static str, &'static str) {
        let text = "\n\ndef @NAME(roots: @ROOTS) -> Any:\n    # Call the code under test with @GIVEN, and return what it \
                    returns.\n    raise Skip(@WHY)\n";
        (text, "roots")
    }

    fn driver(&self, operations: &[Stub]) -> String {
        runtime::driver(operations)
    }
}

/// A text in a docstring.
fn comment(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "'").replace('\n', " ")
}
