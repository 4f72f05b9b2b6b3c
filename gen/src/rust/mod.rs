//! Rust: structs in an arena of objects, which have ids.

use crate::classes::{Class, Classes, Field, Group};
use crate::names::Words;
use crate::shape::{Column, Shape};

pub const WORDS: Words = Words {
    keywords: "as break const continue crate else enum extern false fn for if impl in let loop match mod \
        move mut pub ref return self Self static struct super trait true type unsafe use where while \
        async await dyn abstract become box do final macro override priv typeof unsized virtual yield \
        try gen",
    classes: "Answer Box Clone Debug Default Err Error Hash HashMap Heap Id Json None Object Ok Option \
        PartialEq Reader Record Relations Result Roots Scalar Sets Some String Values Vec Verdict \
        Witness Writer bool char i64 str u64 usize OPERATIONS LINES Copy Eq Ord PartialOrd",
    members: "Object Int Bool Text answer check check_distinct heaps is_a lone list listed literal main map \
        number number_of parsed reached reply top type_of value_of write_list write_lone write_map wrong \
        read write",
};

const RUNTIME: &str = include_str!("runtime.rs");
const DRIVER: &str = include_str!("driver.rs");

pub fn file(classes: &Classes) -> String {
    let mut text = format!(
        "// Heaps of {} as objects, and back. Made by `korrel gen rust` for\n//\n//     {}\n//\n// It needs \
         serde_json with the feature preserve_order, and is yours to change.\n\n\
         // Names are those of the spec, and not all of them are used.\n\
         #![allow(dead_code, non_camel_case_types, non_snake_case, unused_variables)]\n\
         \nuse std::collections::HashMap;\n\nuse serde_json::Value as Json;\n",
        one_line(&classes.spec),
        one_line(&classes.command)
    );
    for of in &classes.enums {
        text += &enum_text(of);
    }
    for class in concrete(classes) {
        text += &class_text(classes, class);
    }
    for group in classes.groups() {
        text += &group_text(classes, group);
    }
    text += &object_text(classes);
    text += &accessors(classes);
    text += &scalar_text(classes);
    text += &values_text(classes);
    text += &tables(classes);
    text += &runtime(classes);
    if classes.has_driver {
        text += &operations(classes);
        text += DRIVER;
    }
    text
}

fn concrete(classes: &Classes) -> impl Iterator<Item = &Class> {
    classes.classes.iter().filter(|class| !class.is_abstract && class.value.is_none())
}

/// Sigs whose atoms stand for values: the topmost of each line, and all concrete ones.
fn valued(classes: &Classes) -> impl Iterator<Item = (&Class, &str)> {
    let is_valued = |at: usize| classes.classes[at].value.is_some();
    (0..classes.classes.len()).filter(move |&at| is_valued(at)).map(move |at| {
        let top = classes.line(at).filter(|&at| is_valued(at)).last().expect("it is one itself");
        (&classes.classes[at], classes.classes[top].ident.as_str())
    })
}

fn table_of<'a>(classes: &'a Classes, name: &str) -> Option<&'a str> {
    valued(classes).find(|(class, _)| class.name == name).map(|(_, table)| table)
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn enum_text(of: &crate::classes::Enumeration) -> String {
    let values: String = of.values.iter().map(|(_, ident)| format!("    {ident},\n")).collect();
    let to = |(name, ident): &(String, String)| {
        format!("            {0}::{ident} => {1},\n", of.ident, quoted(name))
    };
    let from = |(name, ident): &(String, String)| {
        format!("            Some({}) => Ok({}::{ident}),\n", quoted(name), of.ident)
    };
    let text: String = of.values.iter().map(to).collect();
    let body = if of.values.is_empty() {
        "match *self {}".to_owned()
    } else {
        format!("match self {{\n{text}        }}")
    };
    format!(
        "\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub enum {0} {{\n{values}}}\n\n\
         impl {0} {{\n    pub fn text(self) -> &'static str {{\n        {body}\n    }}\n\n    \
         fn read(json: &Json) -> Result<{0}> {{\n        match json.as_str() {{\n{1}            _ => wrong(json, {2}),\n        \
         }}\n    }}\n}}\n",
        of.ident,
        of.values.iter().map(from).collect::<String>(),
        quoted(&of.name),
        body = body.replace("match *self {}", "match self {}"),
    )
}

fn class_text(classes: &Classes, class: &Class) -> String {
    let fields: String = class
        .fields
        .iter()
        .map(|field| {
            format!(
                "    /// `{}`\n    pub {}: {},\n",
                shape_text(&field.shape),
                field.ident,
                type_text(classes, &field.shape)
            )
        })
        .collect();
    let added: String = class
        .added
        .iter()
        .map(|added| {
            let ty = type_text(classes, &added.field.shape);
            let shape = shape_text(&added.field.shape);
            format!(
                "    /// `{shape}`, of those in `{}`\n    pub {}: Option<{ty}>,\n",
                added.set, added.field.ident
            )
        })
        .collect();
    let reads: String = class
        .fields
        .iter()
        .map(|field| format!("            {}: {},\n", field.ident, read(classes, field)))
        .collect();
    let reads_added = class.added.iter().map(|added| {
        let read = read(classes, &added.field);
        format!(
            "            {}: match fields.get({}) {{\n                Some(_) => Some({read}),\n                None => None,\n            \
             }},\n",
            added.field.ident,
            quoted(&added.field.name)
        )
    });
    let writes: String = class
        .fields
        .iter()
        .map(|field| {
            format!(
                "        object.insert({}.to_owned(), {});\n",
                quoted(&field.name),
                write(classes, field, "self.")
            )
        })
        .collect();
    let writes_added = class.added.iter().map(|added| {
        let member = set_member(classes, &added.set);
        format!(
            "        if let (true, Some({0})) = (heap.sets.{1}.contains(&{member}), &self.{0}) {{\n            \
             object.insert({2}.to_owned(), {3});\n        }}\n",
            added.field.ident,
            added.set,
            quoted(&added.field.name),
            write(classes, &added.field, "*"),
        )
    });
    format!(
        "\n#[derive(Clone, Debug, PartialEq)]\npub struct {0} {{\n{fields}{added}}}\n\nimpl {0} {{\n    \
         fn read(fields: &Json, heap: &Reader<'_>) -> Result<{0}> {{\n        Ok({0} {{\n{reads}{1}        }})\n    }}\n\n    \
         fn write(&self, id: Id, object: &mut serde_json::Map<String, Json>, heap: &mut Writer<'_>) -> Result<()> {{\n{writes}{2}        \
         Ok(())\n    }}\n}}\n",
        class.ident,
        reads_added.collect::<String>(),
        writes_added.collect::<String>(),
    )
}

/// An object as it stands in a set of objects, or of several kinds.
fn set_member(classes: &Classes, set: &str) -> &'static str {
    let sets = classes.sets.iter().flat_map(|sets| &sets.fields);
    let mut found = sets.filter(|field| field.ident == set);
    let is_id = found.any(|field| column_type(classes, field.shape.columns()[0]) == "Id");
    if is_id { "id" } else { "Scalar::Object(id)" }
}

fn group_text(classes: &Classes, group: &Group) -> String {
    let fields: String = group
        .fields
        .iter()
        .map(|field| {
            format!(
                "    /// `{}`\n    pub {}: {},\n",
                shape_text(&field.shape),
                field.ident,
                type_text(classes, &field.shape)
            )
        })
        .collect();
    let reads: String = group
        .fields
        .iter()
        .map(|field| format!("            {}: {},\n", field.ident, read(classes, field)))
        .collect();
    let is_sets = group.ident == "Sets";
    let writes: String = group
        .fields
        .iter()
        .map(|field| {
            let write = write(classes, field, "self.");
            let is_kept = match column_type(classes, field.shape.columns()[0]).as_str() {
                "Id" => ".is_kept(item)",
                "Scalar" => ".is_kept_scalar(item)",
                _ => "",
            };
            // What has gone is in no set any more.
            let write = if is_sets && !is_kept.is_empty() {
                format!(
                    "{{\n            let left: Vec<_> = self.{0}.iter().filter(|item| heap{is_kept}).cloned().collect();\n            {1}\n        }}",
                    field.ident,
                    write.replace(&format!("&self.{}", field.ident), "&left")
                )
            } else {
                write
            };
            format!("        object.insert({}.to_owned(), {write});\n", quoted(&field.name))
        })
        .collect();
    let default = if is_sets || group.ident == "Relations" { ", Default" } else { "" };
    format!(
        "\n#[derive(Clone, Debug, PartialEq{default})]\npub struct {0} {{\n{fields}}}\n\nimpl Record for {0} {{\n    \
         fn read(fields: &Json, heap: &Reader<'_>) -> Result<{0}> {{\n        Ok({0} {{\n{reads}        }})\n    }}\n\n    \
         fn write(&self, heap: &mut Writer<'_>) -> Result<Json> {{\n        let {1}object = serde_json::Map::new();\n{writes}        \
         Ok(Json::Object(object))\n    }}\n}}\n",
        group.ident,
        if group.fields.is_empty() { "" } else { "mut " }
    )
}

fn shape_text(shape: &Shape) -> String {
    let columns: Vec<&str> = shape.columns().iter().map(|column| column.text.as_str()).collect();
    match shape {
        Shape::One(_) => columns[0].to_owned(),
        Shape::Lone(_) => format!("{}?", columns[0]),
        _ => format!("{} {}", shape.verb(), columns.join(" ")),
    }
}

fn type_text(classes: &Classes, shape: &Shape) -> String {
    let columns: Vec<String> =
        shape.columns().iter().map(|column| column_type(classes, column)).collect();
    match shape {
        Shape::One(_) => columns[0].clone(),
        Shape::Lone(_) => format!("Option<{}>", columns[0]),
        Shape::Set(_) | Shape::Sequence(_) => format!("Vec<{}>", columns[0]),
        Shape::Map(..) | Shape::Relation(_) => format!("Vec<({})>", columns.join(", ")),
    }
}

fn column_type(classes: &Classes, column: &Column) -> String {
    kind(classes, column).0
}

/// The type of what stands in a column, and the function that reads and writes it.
fn kind(classes: &Classes, column: &Column) -> (String, String) {
    let pair = |ty: &str, verb: &str| (ty.to_owned(), verb.to_owned());
    let sort = |sort: &str| match sort {
        "int" => (classes.integers.clone().unwrap_or("i64".to_owned()), "int".to_owned()),
        "bool" => pair("bool", "boolean"),
        "string" => pair("String", "text"),
        name => match (classes.named(name), classes.enum_named(name), table_of(classes, name)) {
            (Some(class), _, Some(table)) => {
                (class.value.clone().expect("it has a table"), format!("value_{table}"))
            }
            (Some(_), ..) => pair("Id", "id"),
            (_, Some(of), _) => (of.ident.clone(), format!("enum {}", of.ident)),
            _ => pair("Scalar", "scalar"),
        },
    };
    let mut sorts = column.sorts().map(sort);
    let first = sorts.next().unwrap_or_else(|| pair("Scalar", "scalar"));
    if sorts.all(|sort| sort == first) { first } else { pair("Scalar", "scalar") }
}

fn read_one(classes: &Classes, column: &Column, json: &str) -> String {
    let (_, verb) = kind(classes, column);
    match verb.strip_prefix("enum ") {
        Some(of) => format!("{of}::read({json})"),
        None => format!("heap.{verb}({json})"),
    }
}

fn read(classes: &Classes, field: &Field) -> String {
    let json = format!("&fields[{}]", quoted(&field.name));
    let one = |column: &Column, json: &str| read_one(classes, column, json);
    match &field.shape {
        Shape::One(of) => format!("{}?", one(of, &json)),
        Shape::Lone(of) => format!("lone({json}, |json| {})?", one(of, "json")),
        Shape::Set(of) | Shape::Sequence(of) => {
            format!("list({json}, |json| {})?", one(of, "json"))
        }
        Shape::Map(key, value) => {
            let is_parsed = matches!(key.text.as_str(), "int" | "bool");
            let key = one(key, if is_parsed { "&parsed(key)?" } else { "key" });
            format!("map({json}, |key, value| Ok(({key}?, {}?)))?", one(value, "value"))
        }
        Shape::Relation(columns) => {
            let items =
                columns.iter().enumerate().map(|(at, of)| one(of, &format!("&row[{at}]")) + "?");
            format!("list({json}, |row| Ok(({})))?", items.collect::<Vec<_>>().join(", "))
        }
    }
}

fn write_one(classes: &Classes, column: &Column, item: &str) -> String {
    let (_, verb) = kind(classes, column);
    match verb.strip_prefix("enum ") {
        Some(_) => {
            format!("Ok::<Json, Error>(Json::from({}.text()))", item.trim_start_matches('&'))
        }
        None => format!("heap.{verb}({item})"),
    }
}

/// `before`: `self.`, or `*` for a variable that is a reference.
fn write(classes: &Classes, field: &Field, before: &str) -> String {
    let one = |column: &Column, item: &str| write_one(classes, column, item);
    let item = match before {
        "*" => field.ident.clone(),
        _ => format!("&{before}{}", field.ident),
    };
    match &field.shape {
        Shape::One(of) => format!("{}?", one(of, &item)),
        Shape::Lone(of) => format!("write_lone({item}, |item| {})?", one(of, "item")),
        Shape::Set(of) | Shape::Sequence(of) => {
            format!("write_list({item}, |item| {})?", one(of, "item"))
        }
        Shape::Map(key, value) => format!(
            "write_map({item}, |key, value| Ok(({}?, {}?)))?",
            one(key, "key"),
            one(value, "value")
        ),
        Shape::Relation(columns) => {
            let items =
                columns.iter().enumerate().map(|(at, of)| one(of, &format!("&row.{at}")) + "?");
            let items = items.collect::<Vec<_>>().join(", ");
            format!("write_list({item}, |row| Ok(Json::Array(vec![{items}])))?")
        }
    }
}

/// The arena's entries.
fn object_text(classes: &Classes) -> String {
    let with_values: Vec<(&Class, &str)> =
        valued(classes).filter(|(class, _)| !class.is_abstract).collect();
    let variants = concrete(classes).map(|class| format!("    {0}({0}),\n", class.ident));
    let values = with_values.iter().map(|(class, _)| {
        format!("    {}({}),\n", class.ident, class.value.as_deref().unwrap_or_default())
    });
    let variants: String = variants.chain(values).collect();
    let names: String = classes
        .classes
        .iter()
        .filter(|class| !class.is_abstract)
        .map(|class| {
            format!("            Object::{}(_) => {},\n", class.ident, quoted(&class.name))
        })
        .collect();
    let reads = concrete(classes).map(|class| {
        let (name, ident) = (quoted(&class.name), &class.ident);
        format!("            Some({name}) => Ok(Object::{ident}({ident}::read(fields, heap)?)),\n")
    });
    let value_reads = with_values.iter().map(|(class, table)| {
        let (name, ident) = (quoted(&class.name), &class.ident);
        let value = format!("value_of({}, &heap.values.{table}, number(name))", quoted(table));
        format!("            Some({name}) => Ok(Object::{ident}({value}?)),\n")
    });
    let writes: String = concrete(classes)
        .map(|class| {
            format!(
                "            Object::{}(of) => of.write(id, &mut object, heap)?,\n",
                class.ident
            )
        })
        .collect();
    let value_writes: String = with_values
        .iter()
        .map(|(class, _)| format!("            Object::{}(_) => {{}}\n", class.ident))
        .collect();
    let value_patterns: Vec<String> =
        with_values.iter().map(|(class, _)| format!("Object::{}(_)", class.ident)).collect();
    let is_value = if value_patterns.is_empty() {
        "false".to_owned()
    } else {
        format!("matches!(self, {})", value_patterns.join(" | "))
    };
    let reads: String = reads.chain(value_reads).collect();
    format!(
        "\n/// What lies in a heap.\n#[derive(Clone, Debug, PartialEq)]\npub enum Object {{\n{variants}}}\n\n\
         impl Object {{\n    pub fn type_name(&self) -> &'static str {{\n        match *self {{\n{names}        }}\n    }}\n\n    \
         /// Whether it is an atom that stands for a value.\n    fn is_value(&self) -> bool {{\n        {is_value}\n    }}\n\n    \
         fn read(name: &str, fields: &Json, heap: &Reader<'_>) -> Result<Object> {{\n        match fields[\"$type\"].as_str() {{\n{reads}            \
         _ => wrong(&fields[\"$type\"], \"type of the spec\"),\n        }}\n    }}\n\n    \
         fn write(&self, id: Id, name: &str, heap: &mut Writer<'_>) -> Result<Json> {{\n        \
         let mut object = serde_json::Map::new();\n        \
         object.insert(\"$type\".to_owned(), Json::from(type_of(name)));\n        match self {{\n{writes}{value_writes}        }}\n        \
         Ok(Json::Object(object))\n    }}\n}}\n"
    )
}

/// `heap.Node(id)`: what an id is known to lead to.
fn accessors(classes: &Classes) -> String {
    let accessor = |class: &Class| {
        let ident = &class.ident;
        let snake = snake(ident);
        format!(
            "\n    /// # Panics\n    /// If it is another one.\n    pub fn {snake}(&self, id: Id) -> &{ident} {{\n        \
             match self.object(id) {{\n            Object::{ident}(of) => of,\n            \
             other => panic!(\"{{}} is no {ident}\", other.type_name()),\n        }}\n    }}\n\n    \
             /// # Panics\n    /// If it is another one.\n    pub fn {snake}_mut(&mut self, id: Id) -> &mut {ident} {{\n        \
             match self.object_mut(id) {{\n            Object::{ident}(of) => of,\n            \
             other => panic!(\"{{}} is no {ident}\", other.type_name()),\n        }}\n    }}\n"
        )
    };
    let all: String = concrete(classes).map(accessor).collect();
    let all = if concrete(classes).count() + valued(classes).count() == 1 {
        all.replace(
            "            other => panic!",
            "            #[allow(unreachable_patterns)]\n            other => panic!",
        )
    } else {
        all
    };
    format!(
        "\nimpl<R: Record> Heap<R> {{{}}}\n",
        all.strip_prefix('\n').map_or(String::new(), |all| format!("\n{all}"))
    )
}

/// `as_node`, whatever the name: methods of a heap have names of their own.
fn snake(ident: &str) -> String {
    let mut snake = String::from("as");
    for c in ident.chars() {
        if c.is_ascii_uppercase() || snake.ends_with("as") {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

fn scalar_text(classes: &Classes) -> String {
    let int = classes.integers.as_deref().unwrap_or("i64");
    let variants: String =
        classes.enums.iter().map(|of| format!("    {0}({0}),\n", of.ident)).collect();
    let tries: String = classes
        .enums
        .iter()
        .map(|of| {
            format!(
                "    if let Ok(value) = {0}::read(&Json::from(text)) {{\n        return Some(Scalar::{0}(value));\n    }}\n",
                of.ident
            )
        })
        .collect();
    format!(
        "\n/// What stands where several kinds may.\n#[derive(Clone, Debug, PartialEq)]\npub enum Scalar {{\n    Object(Id),\n    \
         Int({int}),\n    Bool(bool),\n    Text(String),\n{variants}}}\n\n/// A value of an enum.\n\
         fn literal(text: &str) -> Option<Scalar> {{\n{tries}    None\n}}\n"
    )
}

fn values_text(classes: &Classes) -> String {
    let mut tables: Vec<(&str, &str)> = Vec::new();
    for (class, table) in valued(classes) {
        if !tables.iter().any(|(known, _)| *known == table) {
            tables.push((table, class.value.as_deref().unwrap_or_default()));
        }
    }
    let mut methods = (String::new(), String::new());
    for (table, ty) in &tables {
        let name = quoted(table);
        methods.0 += &format!(
            "\n    fn value_{table}(&self, json: &Json) -> Result<{ty}> {{\n        self.id(json)?;\n        \
             value_of({name}, &self.values.{table}, number(json.as_str().unwrap_or_default()))\n    }}\n"
        );
        methods.1 += &format!(
            "\n    fn value_{table}(&mut self, value: &{ty}) -> Result<Json> {{\n        \
             let number = number_of({name}, &self.values.{table}, value)?;\n        Ok(self.atom({name}, number))\n    }}\n"
        );
    }
    let (int, int_read, int_write) = match &classes.integers {
        None => ("i64", "self.integer(json)", "self.integer(value)"),
        Some(ty) => {
            tables.push(("Int", ty));
            (
                ty.as_str(),
                "value_of(\"Int\", &self.values.Int, self.integer(json)?)",
                "Ok(Json::from(number_of(\"Int\", &self.values.Int, value)?))",
            )
        }
    };
    let fields: String =
        tables.iter().map(|(table, ty)| format!("    pub {table}: Vec<(i64, {ty})>,\n")).collect();
    let checks: String = tables
        .iter()
        .map(|(table, _)| format!("        check_distinct({}, &self.{table})?;\n", quoted(table)))
        .collect();
    format!(
        "\n/// What atoms, by their numbers, and integers stand for: see `listed`.\n#[derive(Clone, Debug, Default)]\n\
         pub struct Values {{\n{fields}}}\n\nimpl Values {{\n    fn check(&self) -> Result<()> {{\n{checks}        Ok(())\n    }}\n}}\n\n\
         impl Reader<'_> {{\n    fn int(&self, json: &Json) -> Result<{int}> {{\n        {int_read}\n    }}\n{0}}}\n\n\
         impl Writer<'_> {{\n    fn int(&mut self, value: &{int}) -> Result<Json> {{\n        {int_write}\n    }}\n{1}}}\n",
        methods.0, methods.1
    )
}

fn tables(classes: &Classes) -> String {
    let lines: String = (0..classes.classes.len())
        .map(|at| {
            let line: Vec<String> =
                classes.line(at).map(|at| quoted(&classes.classes[at].name)).collect();
            format!("    &[{}],\n", line.join(", "))
        })
        .collect();
    format!("\n/// Each type, and what it extends.\nconst LINES: &[&[&str]] = &[\n{lines}];\n")
}

fn runtime(classes: &Classes) -> String {
    let all = [
        ("sets", "Sets", &classes.sets),
        ("relations", "Relations", &classes.relations),
        ("witness", "Witness", &classes.witness),
    ];
    let there = || all.iter().filter(|(.., group)| group.is_some());
    let is_optional = |name: &str| name == "witness";
    let fields = there().map(|(name, of, _)| match is_optional(name) {
        true => format!("    pub {name}: Option<{of}>,\n"),
        false => format!("    pub {name}: {of},\n"),
    });
    let none = there().map(|(name, of, _)| match is_optional(name) {
        true => format!("{name}: None, "),
        false => format!("{name}: {of}::default(), "),
    });
    let read = there().map(|(name, of, _)| match is_optional(name) {
        true => format!(
            "            {name}: lone(&record[\"{name}\"], |json| {of}::read(json, &heap))?,\n"
        ),
        false => format!("            {name}: {of}::read(&record[\"{name}\"], &heap)?,\n"),
    });
    let groups = there().map(|(name, ..)| match is_optional(name) {
        true => format!(
            "        if let Some(group) = &self.{name} {{\n            groups.push((\"{name}\", group.write(&mut heap)?));\n        }}\n"
        ),
        false => format!("        groups.push((\"{name}\", self.{name}.write(&mut heap)?));\n"),
    });
    let literals: String = classes
        .enums
        .iter()
        .map(|of| format!("            Scalar::{}(value) => self.text(value.text()),\n", of.ident))
        .collect();
    let (sets, written) = match &classes.sets {
        Some(_) => (
            "    sets: &'a Sets,\n    reached: &'a [bool],\n",
            "            sets: &self.sets,\n            reached: &self.reached,\n",
        ),
        None => ("", ""),
    };
    let text = RUNTIME
        .replace("    // sets\n", sets)
        .replace("            // written\n", written)
        .replace("            // literals\n", &literals)
        .replace("    // fields\n", &fields.collect::<String>())
        .replace("/* none */ ", &none.collect::<String>())
        .replace("            // read\n", &read.collect::<String>())
        .replace("        // groups\n", &groups.collect::<String>());
    if classes.sets.is_none() { text } else { text + KEPT }
}

/// Of a subset sig.
const KEPT: &str = "
impl Writer<'_> {
    /// Whether it is new, or something still leads to it.
    fn is_kept(&self, id: &Id) -> bool {
        self.is_written.get(id.0) == Some(&true) || self.reached.get(id.0) == Some(&false)
    }

    fn is_kept_scalar(&self, scalar: &Scalar) -> bool {
        match scalar {
            Scalar::Object(id) => self.is_kept(id),
            _ => true,
        }
    }
}
";

fn operations(classes: &Classes) -> String {
    let mut text = String::new();
    let (mut names, mut calls) = (Vec::new(), String::new());
    for operation in &classes.operations {
        let (name, ident, roots) = (&operation.name, &operation.ident, &operation.roots.ident);
        let members: Vec<String> = operation
            .roots
            .fields
            .iter()
            .map(|field| format!("heap.roots.{}", field.ident))
            .collect();
        let members = if members.is_empty() { "nothing".to_owned() } else { members.join(", ") };
        text += &format!(
            "\nfn {ident}(heap: &mut Heap<{roots}>) -> Answer {{\n    // Call the code under test with {members}, and return what \
             it returns.\n    Err(Verdict::Skip({}.to_owned()))\n}}\n",
            quoted(&format!("{name} is not connected yet"))
        );
        names.push(quoted(name));
        calls += &format!("        Some({}) => reply(request, values, {ident}),\n", quoted(name));
    }
    format!(
        "{text}\nconst OPERATIONS: &[&str] = &[{}];\n\nfn answer(request: &Json, values: &Values) -> Result<Json> {{\n    \
         match request[\"op\"].as_str() {{\n{calls}        _ => wrong(&request[\"op\"], \"operation\"),\n    }}\n}}\n",
        names.join(", ")
    )
}
