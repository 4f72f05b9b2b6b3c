//! Java: one class that holds all others, so that it is one file.

use serde_json::Value as Json;

use crate::classes::{Class, Classes, Field, Group};
use crate::names::Words;
use crate::shape::{Column, Shape};

pub const WORDS: Words = Words {
    keywords: "abstract assert boolean break byte case catch char class const continue default do double \
        else enum extends final finally float for goto if implements import instanceof int interface long \
        native new package private protected public return short static strictfp super switch \
        synchronized this throw throws transient try void volatile while true false null _",
    classes: "ArrayDeque ArrayList Boolean BufferedReader Class Collection Consumer Double Fail HashMap \
        HashSet Heap HeapError Heaps IOException IdentityHashMap InputStreamReader Integer Iterable Json \
        LinkedHashMap LinkedHashSet List Literal Long Map Math Number NumberFormatException Object \
        Objects Override PrintStream Readable Reader Relations Roots RuntimeException Set Sets Skip \
        StandardCharsets String StringBuilder Supplier SuppressWarnings System Throwable Values Witness \
        Writer Record Enum Void Character Exception Error",
    members: "text fieldsOf isA typeOf number reply result serve main each call",
};

const RUNTIME: &str = include_str!("Runtime.java");
const HEAP: &str = include_str!("Heap.java");
const DRIVER: &str = include_str!("Driver.java");

pub fn file(classes: &Classes, name: &str) -> String {
    let mut text = format!(
        "{IMPORTS}\n/**\n * Heaps of {} as objects, and back. Made by `korrel gen java` for\n *\n * <pre>{}</pre>\n \
         *\n * It needs nothing but Java 17, and is yours to change.\n */\npublic final class {name} {{\n    \
         private {name}() {{}}\n",
        one_line(&classes.spec),
        one_line(&classes.command)
    );
    for of in &classes.enums {
        let values =
            of.values.iter().map(|(name, ident)| format!("        {ident}({})", quoted(name)));
        text += &format!(
            "\n    public enum {0} implements Literal {{\n{1};\n\n        private final String text;\n\n        {0}(String text) {{\n            \
             this.text = text;\n        }}\n\n        @Override\n        public String text() {{\n            \
             return text;\n        }}\n    }}\n",
            of.ident,
            values.collect::<Vec<_>>().join(",\n")
        );
    }
    for class in classes.classes.iter().filter(|class| class.value.is_none()) {
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
    text + "}\n"
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

fn class_text(classes: &Classes, class: &Class) -> String {
    let parent = match class.parent {
        Some(at) => format!(" extends {}", classes.classes[at].ident),
        None => " implements Readable".to_owned(),
    };
    let word = if class.is_abstract { "abstract class" } else { "class" };
    let mut text = format!("\n    public static {word} {}{parent} {{\n", class.ident);
    for field in &class.fields[class.inherited..] {
        text += &format!("        {}\n", declaration(classes, field));
    }
    for added in class.added.iter().filter(|added| !added.is_inherited) {
        let (ty, set) = (type_text(classes, &added.field.shape, true), &added.set);
        text += &format!(
            "        /** Of those in {set}. */\n        public {ty} {};\n",
            added.field.ident
        );
    }
    if class.is_abstract {
        return text + "    }\n";
    }
    let mut reads: String = class.fields.iter().map(|field| read(classes, field)).collect();
    for added in &class.added {
        let name = quoted(&added.field.name);
        let read =
            read(classes, &added.field).replace("            this.", "                this.");
        reads += &format!("            if (fields.containsKey({name})) {{\n{read}            }}\n");
    }
    let mut writes: String = class.fields.iter().map(write).collect();
    for added in &class.added {
        let write = write(&added.field).replace("            fields.", "                fields.");
        let set = &added.set;
        writes += &format!(
            "            if (heap.isIn(heap.heap.sets.{set}, this)) {{\n{write}            }}\n"
        );
    }
    text + &methods(&reads, &writes) + "    }\n"
}

fn methods(reads: &str, writes: &str) -> String {
    format!(
        "\n        @Override\n        public void $read(Map<String, Object> fields, Reader heap) {{\n{reads}        }}\n\n        \
         @Override\n        public Map<String, Object> $write(Writer heap) {{\n            \
         Map<String, Object> fields = new LinkedHashMap<>();\n{writes}            return fields;\n        }}\n"
    )
}

fn group_text(classes: &Classes, group: &Group) -> String {
    let mut text =
        format!("\n    public static final class {} implements Readable {{\n", group.ident);
    for field in &group.fields {
        text += &format!("        {}\n", declaration(classes, field));
    }
    let reads: String = group.fields.iter().map(|field| read(classes, field)).collect();
    let writes: String = group.fields.iter().map(write).collect();
    // What has gone is in no set any more.
    let is_sets = group.ident == "Sets";
    let writes = if is_sets { writes.replace(", heap.set(", ", heap.members(") } else { writes };
    text + &methods(&reads, &writes) + "    }\n"
}

fn declaration(classes: &Classes, field: &Field) -> String {
    let (ty, name) = (type_text(classes, &field.shape, false), &field.ident);
    let default = match &field.shape {
        Shape::One(_) | Shape::Lone(_) => "",
        Shape::Set(_) => " = new LinkedHashSet<>()",
        Shape::Map(..) => " = new LinkedHashMap<>()",
        Shape::Sequence(_) | Shape::Relation(_) => " = new ArrayList<>()",
    };
    format!("public {ty} {name}{default};")
}

/// `is_boxed`: null is a value, too.
fn type_text(classes: &Classes, shape: &Shape, is_boxed: bool) -> String {
    let column = |column: &Column| column_type(classes, column);
    match shape {
        Shape::One(of) => match column(of).as_str() {
            "Integer" if !is_boxed && classes.integers.is_none() => "int".to_owned(),
            "Boolean" if !is_boxed && of.text == "bool" => "boolean".to_owned(),
            other => other.to_owned(),
        },
        Shape::Lone(of) => column(of),
        Shape::Set(of) => format!("Set<{}>", column(of)),
        Shape::Sequence(of) => format!("List<{}>", column(of)),
        Shape::Map(key, value) => format!("Map<{}, {}>", column(key), column(value)),
        Shape::Relation(_) => "List<List<Object>>".to_owned(),
    }
}

fn column_type(classes: &Classes, column: &Column) -> String {
    let sort = |sort: &str| match sort {
        "int" => classes.integers.clone().unwrap_or("Integer".to_owned()),
        "bool" => "Boolean".to_owned(),
        "string" => "String".to_owned(),
        name => match (classes.named(name), classes.enum_named(name)) {
            (Some(class), _) => class.value.clone().unwrap_or(class.ident.clone()),
            (_, Some(of)) => of.ident.clone(),
            _ => "Object".to_owned(),
        },
    };
    let mut sorts = column.sorts().map(sort);
    let first = sorts.next().unwrap_or_default();
    // A union of several has no name.
    if sorts.all(|sort| sort == first) { first } else { "Object".to_owned() }
}

fn columns(shape: &Shape) -> String {
    let texts: Vec<String> = shape.columns().iter().map(|column| quoted(&column.text)).collect();
    match shape {
        Shape::Relation(_) => format!("List.of({})", texts.join(", ")),
        _ => texts.join(", "),
    }
}

fn read(classes: &Classes, field: &Field) -> String {
    let (verb, columns) = (field.shape.verb(), columns(&field.shape));
    let types: Vec<String> =
        field.shape.columns().iter().map(|column| column_type(classes, column)).collect();
    let types = match &field.shape {
        Shape::Relation(_) => String::new(),
        _ => format!("<{}>", types.join(", ")),
    };
    let name = quoted(&field.name);
    format!(
        "            this.{} = heap.{types}{verb}({columns}, fields.get({name}));\n",
        field.ident
    )
}

fn write(field: &Field) -> String {
    let (verb, columns) = (field.shape.verb(), columns(&field.shape));
    let (name, ident) = (quoted(&field.name), &field.ident);
    format!("            fields.put({name}, heap.{verb}({columns}, {ident}));\n")
}

fn heap(classes: &Classes) -> String {
    let all = [
        ("sets", "Sets", &classes.sets),
        ("relations", "Relations", &classes.relations),
        ("witness", "Witness", &classes.witness),
    ];
    let there = || all.iter().filter(|(.., group)| group.is_some());
    let fields = there().map(|(name, of, _)| match *name {
        "witness" => format!("        public {of} {name};\n"),
        _ => format!("        public {of} {name} = new {of}();\n"),
    });
    let read = there().map(|(name, of, _)| match *name {
        "witness" => format!(
            "            heap.{name} = record.containsKey(\"{name}\") ? reader.group(new {of}(), \"{name}\") : null;\n"
        ),
        _ => format!("            heap.{name} = reader.group(new {of}(), \"{name}\");\n"),
    });
    let groups = there().map(|(name, ..)| match *name {
        "witness" => format!(
            "            if ({name} != null) {{\n                groups.put(\"{name}\", {name});\n            }}\n"
        ),
        _ => format!("            groups.put(\"{name}\", {name});\n"),
    });
    HEAP.replace("        // fields\n", &fields.collect::<String>())
        .replace("            // read\n", &read.collect::<String>())
        .replace("            // groups\n", &groups.collect::<String>())
}

/// What the runtime knows of the types.
fn tables(classes: &Classes) -> String {
    let made = |class: &&Class| !class.is_abstract && class.value.is_none();
    let puts = |map: &str, entries: Vec<(String, String)>| -> String {
        let put = |(key, value): (String, String)| format!("        {map}.put({key}, {value});\n");
        entries.into_iter().map(put).collect()
    };
    let of = |class: &Class| (quoted(&class.name), format!("{}::new", class.ident));
    let made: Vec<&Class> = classes.classes.iter().filter(made).collect();
    let name = |class: &&Class| (format!("{}.class", class.ident), quoted(&class.name));
    let lines = (0..classes.classes.len()).map(|at| {
        let line: Vec<String> =
            classes.line(at).map(|at| quoted(&classes.classes[at].name)).collect();
        (quoted(&classes.classes[at].name), format!("List.of({})", line.join(", ")))
    });
    let values = classes.enums.iter().flat_map(|of| {
        of.values.iter().map(|(name, ident)| (quoted(name), format!("{}.{ident}", of.ident)))
    });
    let plain = classes.classes.iter().filter(|c| c.fields.is_empty() && c.added.is_empty());
    let plain: Vec<String> = plain.map(|class| quoted(&class.name)).collect();
    let valued = classes.classes.iter().filter(|class| class.value.is_some());
    let mut valued: Vec<String> = valued.map(|class| quoted(&class.name)).collect();
    valued.extend(classes.integers.as_ref().map(|_| quoted("Int")));
    format!(
        "\n    /** A value of an enum. */\n    public interface Literal {{\n        String text();\n    }}\n\n    \
         private static final Map<String, Supplier<Readable>> CLASSES = new LinkedHashMap<>();\n    \
         private static final Map<Class<?>, String> NAMES = new HashMap<>();\n    \
         /** Each type, and what it extends. */\n    \
         private static final Map<String, List<String>> LINES = new LinkedHashMap<>();\n    \
         private static final Map<String, Object> ENUM_VALUES = new HashMap<>();\n    \
         private static final Set<String> WITHOUT_FIELDS = Set.of({});\n    \
         private static final Set<String> WITH_VALUES = Set.of({});\n\n    static {{\n{}{}{}{}    }}\n",
        plain.join(", "),
        valued.join(", "),
        puts("CLASSES", made.iter().map(|class| of(class)).collect()),
        puts("NAMES", made.iter().map(name).collect()),
        puts("LINES", lines.collect()),
        puts("ENUM_VALUES", values.collect()),
    )
}

fn operations(classes: &Classes) -> String {
    let mut text = String::new();
    let (mut table, mut calls) = (String::new(), String::new());
    for operation in &classes.operations {
        let (name, ident, roots) = (&operation.name, &operation.ident, &operation.roots.ident);
        let members: Vec<String> =
            operation.roots.fields.iter().map(|field| format!("roots.{}", field.ident)).collect();
        let members = if members.is_empty() { "nothing".to_owned() } else { members.join(", ") };
        text += &format!(
            "\n    static Object {ident}({roots} roots) {{\n        // Call the code under test with {members}, and return what \
             it returns.\n        throw new Skip(\"{name} is not connected yet\");\n    }}\n"
        );
        table += &format!("        ROOTS.put({}, {roots}::new);\n", quoted(name));
        calls += &format!(
            "            case {}:\n                return {ident}(({roots}) roots);\n",
            quoted(name)
        );
    }
    format!(
        "{text}\n    private static final Map<String, Supplier<Readable>> ROOTS = new LinkedHashMap<>();\n\n    static {{\n{table}    \
         }}\n\n    private static Object call(String operation, Readable roots) {{\n        switch (operation) {{\n{calls}            \
         default:\n                throw new HeapError(\"there is no operation \" + operation);\n        }}\n    }}\n"
    )
}
