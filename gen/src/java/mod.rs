//! Java: one class that holds all others, so that it is one file.

mod classes;
mod runtime;

use serde_json::Value as Json;

use crate::code::{Class, CodeModel, EnumClass, Owner, Property, Struct, Stub};
use crate::identifiers::Words;
use crate::syntax::{Body, PlainTypes, Syntax};
use korrel_heapgraph::Shape;

const KEYWORDS: &str = "abstract assert boolean break byte case catch char class const continue default do double \
        else enum extends final finally float for goto if implements import instanceof int interface long \
        native new package private protected public return short static strictfp super switch \
        synchronized this throw throws transient try void volatile while true false null _";

const WORDS: Words = Words {
    classes: &[
        KEYWORDS,
        "var yield record sealed permits \
        ArrayDeque ArrayList Boolean BufferedReader Class Collection Consumer Double Fail HashMap \
        HashSet Heap HeapError Heaps IOException IdentityHashMap InputStreamReader Integer Iterable Json \
        LinkedHashMap LinkedHashSet List Literal Long Map Math Number NumberFormatException Object \
        Objects Override PrintStream Readable Reader Relations Roots RuntimeException Set Sets Skip \
        StandardCharsets String StringBuilder Supplier SuppressWarnings System Throwable Values Witness \
        Writer Record Enum Void Character Exception Error CRC32 ClassCastException ArithmeticException",
    ],
    // A field hides a class of its name.
    fields: &[KEYWORDS, "List"],
    values: &[KEYWORDS, "text"],
    functions: &[KEYWORDS, "at fieldsOf isA typeOf number reply result serve main each call yield"],
    normal: str::to_owned,
};

pub struct Java<'a> {
    /// The class that holds all others.
    pub name: &'a str,
}

impl Syntax for Java<'_> {
    fn words(&self) -> Words {
        WORDS
    }

    fn head(&self, code: &CodeModel) -> String {
        let name = self.name;
        format!(
            "{IMPORTS}\n/**\n * Heaps of {} as objects, and back. Made by `korrel gen java` for\n *\n * <pre>{}</pre>\n \
             *\n * It needs nothing but Java 17, and is yours to change.\n */\npublic final class {name} {{\n    \
             private {name}() {{}}\n",
            one_line(&code.spec),
            one_line(&code.command)
        )
    }

    fn enumeration(&self, of: &EnumClass) -> String {
        classes::enumeration(of)
    }

    /// It stands within the outer class.
    fn comment(&self, line: &str) -> String {
        format!("    // {line}\n")
    }

    fn has_class(&self, class: &Class) -> bool {
        class.value.is_none()
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
            return format!("        /** Of those in {set}. */\n        public {ty} {name};\n");
        }
        let ty = unboxed(code, property, ty);
        let default = match &property.shape {
            Shape::One(_) | Shape::Lone(_) => "",
            Shape::Set(_) => " = new LinkedHashSet<>()",
            Shape::Map(..) => " = new LinkedHashMap<>()",
            Shape::Sequence(_) | Shape::Relation(_) => " = new ArrayList<>()",
        };
        format!("        public {ty} {name}{default};\n")
    }

    fn read(&self, code: &CodeModel, property: &Property) -> String {
        let columns = property.shape.columns().into_iter();
        let types: Vec<String> = columns.map(|column| self.element_type(code, column)).collect();
        let types = match &property.shape {
            Shape::Relation(_) => String::new(),
            _ => format!("<{}>", types.join(", ")),
        };
        let (verb, columns) = (property.shape.word(), self.columns(&property.shape));
        let (ident, name) = (&property.ident, quoted(&property.name));
        let statement =
            format!("this.{ident} = heap.{types}{verb}({columns}, heap.member(fields, {name}));");
        let condition = format!("fields.containsKey({name})");
        provided((!property.is_always()).then_some(&condition), &statement)
    }

    fn write(&self, _: &CodeModel, property: &Property) -> String {
        let (verb, columns) = (property.write_verb(), self.columns(&property.shape));
        let (ident, name) = (&property.ident, quoted(&property.name));
        let statement = format!("fields.put({name}, heap.{verb}({columns}, this.{ident}));");
        let condition = match &property.owner {
            Owner::In(set) => Some(format!("heap.isIn(heap.heap.sets.{set}, this)")),
            _ => None,
        };
        provided(condition.as_deref(), &statement)
    }

    fn literal(&self, text: &str) -> String {
        quoted(text)
    }

    fn list(&self, items: &[String]) -> String {
        format!("List.of({})", items.join(", "))
    }

    fn plain_types(&self) -> PlainTypes {
        PlainTypes { int: "Integer", boolean: "Boolean", text: "String", any: "Object" }
    }

    /// A union of several has no name.
    fn union(&self, types: &[String]) -> String {
        if let [only] = types { only.clone() } else { "Object".to_owned() }
    }

    fn shape_type(&self, shape: &Shape, columns: &[String]) -> String {
        let columns = columns.join(", ");
        match shape {
            Shape::One(_) | Shape::Lone(_) => columns,
            Shape::Set(_) => format!("Set<{columns}>"),
            Shape::Sequence(_) => format!("List<{columns}>"),
            Shape::Map(..) => format!("Map<{columns}>"),
            Shape::Relation(_) => "List<List<Object>>".to_owned(),
        }
    }

    fn runtime(&self, code: &CodeModel) -> String {
        runtime::runtime(self, code)
    }

    fn stub(&self) -> (&'static str, &'static str) {
        let text = "\n    static Object @NAME(@ROOTS roots) {\n        // Call the code under test with @GIVEN, and \
                    return what it returns.\n        throw new Skip(@WHY);\n    }\n";
        (text, "roots")
    }

    fn driver(&self, operations: &[Stub]) -> String {
        runtime::driver(operations)
    }

    fn end(&self) -> &'static str {
        "}\n"
    }
}

const IMPORTS: &str = "import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32;
";

/// A text in a comment.
fn one_line(text: &str) -> String {
    text.replace('\n', " ")
        .replace("*/", "* /")
        .replace('\\', "/")
        .replace('<', "&lt;")
        .replace('@', "&#64;")
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// A type that cannot be null, where it is one of Java's own.
fn unboxed(code: &CodeModel, property: &Property, ty: String) -> String {
    match (&property.shape, ty.as_str()) {
        (Shape::One(_), "Integer") if code.integers.is_none() => "int".to_owned(),
        (Shape::One(of), "Boolean") if of.text == "bool" => "boolean".to_owned(),
        _ => ty,
    }
}

/// A statement, perhaps under a condition.
fn provided(condition: Option<&str>, statement: &str) -> String {
    match condition {
        None => format!("            {statement}\n"),
        Some(condition) => {
            format!(
                "            if ({condition}) {{\n                {statement}\n            }}\n"
            )
        }
    }
}
