//! Rust: structs in an arena of objects, which have ids.

mod classes;
mod columns;
mod fields;
mod heap;
mod object;
mod values;

use unicode_normalization::UnicodeNormalization;

use crate::code::{Class, CodeModel, EnumClass, Property, Struct, Stub};
use crate::identifiers::Words;
use crate::syntax::{Body, PlainTypes, Syntax};
use korrel_heapgraph::{Column, Shape};

const KEYWORDS: &str = "as break const continue crate else enum extern false fn for if impl in let loop match mod \
        move mut pub ref return self Self static struct super trait true type unsafe use where while \
        async await dyn abstract become box do final macro override priv typeof unsized virtual yield \
        try gen";

const WORDS: Words = Words {
    classes: &[
        KEYWORDS,
        "Answer Box Clone Debug Default Err Error Hash HashMap Heap Id Json Members None Object Ok Option \
        PartialEq Reader Record Relations Result Roots Scalar Sets Some String Values Vec Verdict \
        Witness Writer bool char i64 str u64 usize OPERATIONS LINES Copy Eq Ord PartialOrd \
        Int Bool Text Digest R read u32 std serde_json FnMut FnOnce From Sized IntoIterator Iterator",
    ],
    fields: &[KEYWORDS],
    values: &[KEYWORDS, "read text"],
    functions: &[
        "at changes different drop member next request row values answer check check_distinct heaps is_a lone list \
        listed literal main map number number_of parsed reached reply top type_of unique value_of without_mark write_list write_lone write_map wrong",
    ],
    normal: |name| name.nfc().collect(),
};

pub struct Rust;

impl Syntax for Rust {
    fn words(&self) -> Words {
        WORDS
    }

    fn head(&self, code: &CodeModel) -> String {
        format!(
            "// Heaps of {} as objects, and back. Made by `korrel gen rust` for\n//\n//     {}\n//\n// It needs \
             edition 2024 of Rust, and serde_json with the feature preserve_order, and is yours to change.\n\n\
             // Names are those of the spec, and not all of them are used.\n\
             #![allow(dead_code, non_camel_case_types, non_snake_case, unused_variables)]\n\
             #![allow(bindings_with_variant_name, confusable_idents, mixed_script_confusables, uncommon_codepoints)]\n\
             \nuse std::collections::HashMap;\n\nuse serde_json::Value as Json;\n",
            one_line(&code.spec),
            one_line(&code.command)
        )
    }

    fn enumeration(&self, of: &EnumClass) -> String {
        classes::enumeration(of)
    }

    fn has_class(&self, class: &Class) -> bool {
        !class.is_abstract && class.value.is_none()
    }

    fn class(&self, _: &CodeModel, class: &Class, body: &Body) -> String {
        classes::class(class, body)
    }

    fn group(&self, group: &Struct, body: &Body) -> String {
        classes::group(group, body)
    }

    /// There is no inheritance.
    fn repeats_inherited(&self) -> bool {
        true
    }

    fn declaration(&self, code: &CodeModel, property: &Property) -> String {
        fields::declaration(self, code, property)
    }

    fn read(&self, code: &CodeModel, property: &Property) -> String {
        fields::read(code, property)
    }

    fn write(&self, code: &CodeModel, property: &Property) -> String {
        fields::write(code, property)
    }

    fn literal(&self, text: &str) -> String {
        quoted(text)
    }

    fn list(&self, items: &[String]) -> String {
        format!("&[{}]", items.join(", "))
    }

    fn plain_types(&self) -> PlainTypes {
        PlainTypes { int: "i64", boolean: "bool", text: "String", any: "Scalar" }
    }

    /// The type of an element. Sorts that differ in how they are read are one type only as a
    /// `Scalar`.
    fn element_type(&self, code: &CodeModel, element: &Column) -> String {
        columns::ColumnCode::of(code, element).ty
    }

    fn shape_type(&self, shape: &Shape, columns: &[String]) -> String {
        let columns = columns.join(", ");
        match shape {
            Shape::One(_) => columns,
            Shape::Lone(_) => format!("Option<{columns}>"),
            Shape::Set(_) | Shape::Sequence(_) => format!("Vec<{columns}>"),
            Shape::Map(..) | Shape::Relation(_) => format!("Vec<({columns})>"),
        }
    }

    fn runtime(&self, code: &CodeModel) -> String {
        [
            object::objects(self, code),
            object::accessors(self, code),
            values::scalars(code),
            values::values(code),
            lines(self, code),
            heap::heap(code),
        ]
        .concat()
    }

    fn stub(&self) -> (&'static str, &'static str) {
        let text = "\nfn @NAME(heap: &mut Heap<@ROOTS>) -> Answer {\n    // Call the code under test with @GIVEN, and \
                    return what it returns.\n    Err(Verdict::Skip(@WHY.to_owned()))\n}\n";
        (text, "heap.roots")
    }

    fn driver(&self, operations: &[Stub]) -> String {
        heap::driver(operations)
    }
}

fn lines(rust: &Rust, code: &CodeModel) -> String {
    let lines = rust.lines(code).into_iter().map(|(_, line)| format!("    {line},\n"));
    format!(
        "\n/// Each type, and what it extends.\nconst LINES: &[&[&str]] = &[\n{}];\n",
        lines.collect::<String>()
    )
}

/// A text in a comment.
fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}
