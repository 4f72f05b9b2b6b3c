//! TypeScript: classes, and unions of texts for enums.

use serde_json::Value as Json;

use crate::classes::{Class, Classes, Field, Group};
use crate::names::Words;
use crate::shape::{Column, Shape};

pub const WORDS: Words = Words {
    keywords: "break case catch class const continue debugger default delete do else enum export extends \
        false finally for function if import in instanceof new null return super switch this throw true \
        try typeof var void while with implements interface let package private protected public static \
        yield any boolean constructor declare get module require number set string symbol type from of \
        async await arguments eval undefined never unknown object bigint",
    classes: "Array AsyncGenerator AsyncIterable Error Fail Fields GivenValues Heap HeapError Infinity \
        Iterable JSON Made Map Math NaN Number Object Promise Readable Reader Relations Roots Set Skip \
        String Symbol Values Witness Sets Writer Boolean Function Record Partial Readonly CLASSES \
        ENUM_VALUES LINES OPERATIONS TYPES WITHOUT_FIELDS checkHasValues console createInterface \
        extendsIt groupsOf heaps numberOf numbered process reply resultOf same serve shown text typeOf",
    members: "",
};

const RUNTIME: &str = include_str!("runtime.ts");
const HEAP: &str = include_str!("heap.ts");
const DRIVER: &str = include_str!("driver.ts");

pub fn file(classes: &Classes) -> String {
    let mut text = format!(
        "// Heaps of {} as objects, and back. Made by `korrel gen typescript` for\n//\n//     {}\n//\n\
         // It needs no package, and is yours to change.\n",
        one_line(&classes.spec),
        one_line(&classes.command)
    );
    if classes.has_driver {
        text += "\nimport { createInterface } from 'node:readline'\n";
    }
    for of in &classes.enums {
        let values: Vec<String> = of.values.iter().map(|(name, _)| quoted(name)).collect();
        let values = if values.is_empty() { "never".to_owned() } else { values.join(" | ") };
        text += &format!("\nexport type {} = {values}\n", of.ident);
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

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn quoted(text: &str) -> String {
    let json = Json::from(text).to_string();
    match text.contains(['\'', '"', '\\']) {
        true => json,
        false => format!("'{}'", &json[1..json.len() - 1]),
    }
}

fn class_text(classes: &Classes, class: &Class) -> String {
    let parent =
        class.parent.map_or(String::new(), |at| format!(" extends {}", classes.classes[at].ident));
    let word = if class.is_abstract { "abstract class" } else { "class" };
    let mut text = format!("\nexport {word} {}{parent} {{\n", class.ident);
    // Else any object would be one.
    text += &format!("  declare readonly $type: {}\n", kinds(classes, class));
    for field in &class.fields[class.inherited..] {
        text += &format!("  {}\n", declaration(classes, field));
    }
    for added in class.added.iter().filter(|added| !added.is_inherited) {
        let (field, set) = (&added.field, &added.set);
        let ty = type_text(classes, &field.shape);
        text += &format!("  /** Of those in `{set}`. */\n  {}?: {ty}\n", field.ident);
    }
    if class.is_abstract {
        return text + "}\n";
    }
    let reads =
        class.fields.iter().map(|field| format!("    this.{} = {}\n", field.ident, read(field)));
    let added = class.added.iter().map(|added| {
        let (field, name) = (&added.field, quoted(&added.field.name));
        format!("    if ({name} in fields) this.{} = {}\n", field.ident, read(field))
    });
    let reads: String = reads.chain(added).collect();
    let is_empty = class.fields.is_empty() && class.added.is_empty();
    text += &reader(&reads, is_empty);
    let writes: String =
        class.fields.iter().map(|field| format!("      {},\n", write(field))).collect();
    let added = class.added.iter().map(|added| {
        format!(
            "      ...(heap.heap.sets.{}.has(this) ? {{ {} }} : {{}}),\n",
            added.set,
            write(&added.field)
        )
    });
    text + &writer(&(writes + &added.collect::<String>()), is_empty) + "}\n"
}

/// The names of a class and of all below it, as types.
fn kinds(classes: &Classes, class: &Class) -> String {
    let own = classes.classes.iter().position(|other| other.name == class.name).expect("it is one");
    let below = (0..classes.classes.len()).filter(|&at| classes.is_below(at, own));
    let concrete = below.map(|at| &classes.classes[at]).filter(|class| !class.is_abstract);
    let names: Vec<String> = concrete.map(|class| quoted(&class.name)).collect();
    if names.is_empty() { "never".to_owned() } else { names.join(" | ") }
}

fn reader(lines: &str, is_empty: bool) -> String {
    if is_empty {
        return "\n  $read(_fields: Fields, _heap: Reader): void {}\n".to_owned();
    }
    format!("\n  $read(fields: Fields, heap: Reader): void {{\n{lines}  }}\n")
}

fn writer(lines: &str, is_empty: bool) -> String {
    if is_empty {
        return "\n  $write(_heap: Writer): Fields {\n    return {}\n  }\n".to_owned();
    }
    format!("\n  $write(heap: Writer): Fields {{\n    return {{\n{lines}    }}\n  }}\n")
}

fn group_text(classes: &Classes, group: &Group) -> String {
    let mut text = format!("\nexport class {} {{\n", group.ident);
    for field in &group.fields {
        text += &format!("  {}\n", declaration(classes, field));
    }
    let is_empty = group.fields.is_empty();
    let reads: String = group
        .fields
        .iter()
        .map(|field| format!("    this.{} = {}\n", field.ident, read(field)))
        .collect();
    let writes: String =
        group.fields.iter().map(|field| format!("      {},\n", write(field))).collect();
    // What has gone is in no set any more.
    let is_sets = group.ident == "Sets";
    let writes = if is_sets { writes.replace(": heap.set(", ": heap.members(") } else { writes };
    text + &reader(&reads, is_empty) + &writer(&writes, is_empty) + "}\n"
}

fn declaration(classes: &Classes, field: &Field) -> String {
    let (ty, name) = (type_text(classes, &field.shape), &field.ident);
    match &field.shape {
        Shape::One(_) => format!("{name}!: {ty}"),
        Shape::Lone(_) => format!("{name}: {ty} = null"),
        Shape::Set(_) => format!("{name}: {ty} = new Set()"),
        Shape::Map(..) => format!("{name}: {ty} = new Map()"),
        Shape::Sequence(_) | Shape::Relation(_) => format!("{name}: {ty} = []"),
    }
}

fn type_text(classes: &Classes, shape: &Shape) -> String {
    let column = |column: &Column| column_type(classes, column);
    match shape {
        Shape::One(of) => column(of),
        Shape::Lone(of) => format!("{} | null", column(of)),
        Shape::Set(of) => format!("Set<{}>", column(of)),
        Shape::Sequence(of) => format!("Array<{}>", column(of)),
        Shape::Map(key, value) => format!("Map<{}, {}>", column(key), column(value)),
        Shape::Relation(columns) => {
            let columns: Vec<String> = columns.iter().map(column).collect();
            format!("Array<[{}]>", columns.join(", "))
        }
    }
}

fn column_type(classes: &Classes, column: &Column) -> String {
    let sort = |sort: &str| match sort {
        "int" => classes.integers.clone().unwrap_or("number".to_owned()),
        "bool" => "boolean".to_owned(),
        "string" => "string".to_owned(),
        "univ" | "none" => "unknown".to_owned(),
        name => match (classes.named(name), classes.enum_named(name)) {
            (Some(class), _) => class.value.clone().unwrap_or(class.ident.clone()),
            (_, Some(of)) => of.ident.clone(),
            _ => "unknown".to_owned(),
        },
    };
    let mut sorts: Vec<String> = Vec::new();
    for sort in column.sorts().map(sort) {
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
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

/// `next: heap.lone('Node', this.next)`.
fn write(field: &Field) -> String {
    let (verb, columns) = (field.shape.verb(), columns(&field.shape));
    format!("{}: heap.{verb}({columns}, this.{})", quoted(&field.name), field.ident)
}

fn heap(classes: &Classes) -> String {
    let all = [
        ("sets", "Sets", &classes.sets),
        ("relations", "Relations", &classes.relations),
        ("witness", "Witness", &classes.witness),
    ];
    let there = || all.iter().filter(|(.., group)| group.is_some());
    let is_optional = |name: &str| name == "witness";
    let fields = there().map(|(name, of, _)| match is_optional(name) {
        true => format!("  {name}?: {of}\n"),
        false => format!("  {name} = new {of}()\n"),
    });
    let read = there().map(|(name, of, _)| match is_optional(name) {
        true => format!("    if (read.{name}) heap.{name} = reader.group({of}, '{name}')\n"),
        false => format!("    heap.{name} = reader.group({of}, '{name}')\n"),
    });
    let groups: Vec<String> = there()
        .map(|(name, ..)| match is_optional(name) {
            true => {
                format!("...(heap.{name} ? [['{name}', heap.{name}] as [string, Readable]] : [])")
            }
            false => format!("['{name}', heap.{name}]"),
        })
        .collect();
    let text = HEAP
        .replace("  // fields\n", &fields.collect::<String>())
        .replace("    // read\n", &read.collect::<String>());
    format!(
        "{text}\nfunction groupsOf({}: Heap<any>): [string, Readable][] {{\n  return [{}]\n}}\n",
        if groups.is_empty() { "_heap" } else { "heap" },
        groups.join(", ")
    )
}

/// What the runtime knows of the types.
fn tables(classes: &Classes) -> String {
    let concrete = || classes.classes.iter().filter(|class| !class.is_abstract);
    let made = concrete().map(|class| format!("  [{}, {}],\n", quoted(&class.name), class.ident));
    let lines = (0..classes.classes.len()).map(|at| {
        let line: Vec<String> =
            classes.line(at).map(|at| quoted(&classes.classes[at].name)).collect();
        format!("  [{}, [{}]],\n", quoted(&classes.classes[at].name), line.join(", "))
    });
    let plain: Vec<String> = classes
        .classes
        .iter()
        .filter(|class| class.fields.is_empty() && class.added.is_empty())
        .map(|class| quoted(&class.name))
        .collect();
    let value = |of: &crate::classes::Enumeration| {
        let of_name = quoted(&of.name);
        of.values
            .iter()
            .map(|(name, _)| format!("  [{}, {of_name}],\n", quoted(name)))
            .collect::<String>()
    };
    let values: String = classes.enums.iter().map(value).collect();
    format!(
        "\nconst CLASSES = new Map<string, Made>([\n{}])\n\
         const TYPES = new Map<unknown, string>([...CLASSES].map(([name, of]) => [of, name]))\n\
         /** Each type, and what it extends. */\n\
         const LINES = new Map<string, string[]>([\n{}])\n\
         const WITHOUT_FIELDS = new Set<string>([{}])\n\
         /** The enum of each value. */\n\
         const ENUM_VALUES = new Map<string, string>([\n{}])\n\n",
        made.collect::<String>(),
        lines.collect::<String>(),
        plain.join(", "),
        values,
    )
}

fn operations(classes: &Classes) -> String {
    let mut text = String::new();
    let mut table = String::new();
    for operation in &classes.operations {
        let (name, ident, roots) = (&operation.name, &operation.ident, &operation.roots.ident);
        let members: Vec<String> =
            operation.roots.fields.iter().map(|field| format!("roots.{}", field.ident)).collect();
        let members = if members.is_empty() { "nothing".to_owned() } else { members.join(", ") };
        text += &format!(
            "\nexport function {ident}(roots: {roots}): unknown {{\n  // Call the code under test with {members}, and return what it \
             returns.\n  void roots\n  throw new Skip('{name} is not connected yet')\n}}\n"
        );
        table += &format!("  [{}, [{ident}, {roots}]],\n", quoted(name));
    }
    format!(
        "{text}\nconst OPERATIONS = new Map<string, [(roots: any) => unknown, Made]>([\n{table}])\n"
    )
}
