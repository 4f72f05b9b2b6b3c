//! TypeScript: classes, and unions of texts for enums.

mod classes;
mod runtime;

use serde_json::Value as Json;

use crate::code::{Class, CodeModel, EnumClass, Owner, Property, Struct, Stub};
use crate::identifiers::Words;
use crate::syntax::{Body, PlainTypes, Syntax};
use korrel_heapgraph::Shape;

const KEYWORDS: &str = "break case catch class const continue debugger default delete do else enum export extends \
        false finally for function if import in instanceof new null return super switch this throw true \
        try typeof var void while with implements interface let package private protected public static \
        yield any boolean constructor declare get module require number set string symbol type from of \
        async await arguments eval undefined never unknown object bigint";

const WORDS: Words = Words {
    classes: &[
        KEYWORDS,
        "Array AsyncGenerator AsyncIterable Error Fail Fields GivenValues Heap HeapError Infinity \
        Iterable JSON Made Map Math NaN Number Object Promise Readable Reader Relations Roots Set Skip \
        String Symbol Values Witness Sets Writer Boolean Function Record Partial Readonly CLASSES \
        ENUM_VALUES LINES OPERATIONS TYPES WITHOUT_FIELDS checkHasValues changes console createInterface \
        different extendsIt groupsOf heaps numberOf numbered process reply resultOf same serve shown text then typeOf at itemsOf membersOf Digest TextEncoder parsed console",
    ],
    // The members that each object has from JavaScript.
    fields: &["constructor __proto__"],
    values: &[],
    functions: &[],
    normal: str::to_owned,
};

pub struct TypeScript;

impl Syntax for TypeScript {
    fn words(&self) -> Words {
        WORDS
    }

    fn head(&self, code: &CodeModel) -> String {
        let import = match code.has_driver {
            true => "\nimport { createInterface } from 'node:readline'\n",
            false => "",
        };
        format!(
            "// Heaps of {} as objects, and back. Made by `korrel gen typescript` for\n//\n//     {}\n//\n\
             // It needs no package, and is yours to change.\n{import}",
            one_line(&code.spec),
            one_line(&code.command)
        )
    }

    fn enumeration(&self, of: &EnumClass) -> String {
        let names = of.values.iter().map(|(name, _)| self.literal(name));
        format!("\nexport type {} = {}\n", of.ident, any_of(names))
    }

    /// They are texts.
    fn has_names_of_values(&self) -> bool {
        false
    }

    fn class(&self, code: &CodeModel, class: &Class, body: &Body) -> String {
        classes::class(code, class, body)
    }

    fn group(&self, group: &Struct, body: &Body) -> String {
        classes::group(group, body)
    }

    fn declaration(&self, code: &CodeModel, property: &Property) -> String {
        let ty = self.type_of(code, &property.shape);
        // The line before would go on with an operator.
        let name = match property.ident.as_str() {
            "instanceof" => "'instanceof'",
            name => name,
        };
        if let Owner::In(set) = &property.owner {
            return format!("  /** Of those in `{set}`. */\n  {name}?: {ty}\n");
        }
        match &property.shape {
            Shape::One(_) => format!("  {name}!: {ty}\n"),
            Shape::Lone(_) => format!("  {name}: {ty} = null\n"),
            Shape::Set(_) => format!("  {name}: {ty} = new Set()\n"),
            Shape::Map(..) => format!("  {name}: {ty} = new Map()\n"),
            Shape::Sequence(_) | Shape::Relation(_) => format!("  {name}: {ty} = []\n"),
        }
    }

    fn read(&self, _: &CodeModel, property: &Property) -> String {
        let (verb, columns) = (property.shape.word(), self.columns(&property.shape));
        let (ident, name) = (&property.ident, self.literal(&property.name));
        let condition = match property.is_always() {
            true => String::new(),
            false => format!("if (Object.hasOwn(fields, {name})) "),
        };
        format!("    {condition}this.{ident} = heap.{verb}({columns}, fields[{name}])\n")
    }

    fn write(&self, _: &CodeModel, property: &Property) -> String {
        let (verb, columns) = (property.write_verb(), self.columns(&property.shape));
        let (name, ident) = (self.literal(&property.name), &property.ident);
        let key = if property.name == "__proto__" { format!("[{name}]") } else { name };
        let is_there = if property.is_always() { "" } else { "!" };
        let member = format!("{key}: heap.{verb}({columns}, this.{ident}{is_there})");
        match &property.owner {
            Owner::In(set) => {
                format!("      ...(heap.heap.sets.{set}.has(this) ? {{ {member} }} : {{}}),\n")
            }
            _ => format!("      {member},\n"),
        }
    }

    fn literal(&self, text: &str) -> String {
        let json = Json::from(text).to_string();
        match text.contains(['\'', '"', '\\']) {
            true => json,
            false => format!("'{}'", &json[1..json.len() - 1]),
        }
    }

    fn plain_types(&self) -> PlainTypes {
        PlainTypes { int: "number", boolean: "boolean", text: "string", any: "unknown" }
    }

    fn shape_type(&self, shape: &Shape, columns: &[String]) -> String {
        let columns = columns.join(", ");
        match shape {
            Shape::One(_) => columns,
            Shape::Lone(_) => format!("{columns} | null"),
            Shape::Set(_) => format!("Set<{columns}>"),
            Shape::Sequence(_) => format!("Array<{columns}>"),
            Shape::Map(..) => format!("Map<{columns}>"),
            Shape::Relation(_) => format!("Array<[{columns}]>"),
        }
    }

    fn runtime(&self, code: &CodeModel) -> String {
        runtime::runtime(code)
    }

    fn stub(&self) -> (&'static str, &'static str) {
        let text = "\nexport function @NAME(roots: @ROOTS): unknown {\n  // Call the code under test with @GIVEN, and \
                    return what it returns.\n  void roots\n  throw new Skip(@WHY)\n}\n";
        (text, "roots")
    }

    fn driver(&self, operations: &[Stub]) -> String {
        runtime::driver(operations)
    }
}

/// A text in a comment.
fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// A union of types, perhaps of none.
fn any_of(types: impl Iterator<Item = String>) -> String {
    let types: Vec<String> = types.collect();
    if types.is_empty() { "never".to_owned() } else { types.join(" | ") }
}
