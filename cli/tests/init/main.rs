//! `korrel init`: from each kind of source a spec that checks, and gives instances.

mod parted;
mod templates;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn korrel(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korrel"));
    command
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/init/data"));
    command.output().expect("the program was built for this test")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("init");
    std::fs::create_dir_all(&folder).expect("the folder for tests' files can be written");
    folder.join(name)
}

/// The spec of these files. It checks without an error, and its command has instances.
fn made(name: &str, files: &[&str]) -> String {
    let run = korrel(&[&["init", "--from"], files].concat());
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let spec = text(&run.stdout);
    let path = place(&format!("{name}.als"));
    std::fs::write(&path, &spec).expect("the folder for tests' files can be written");
    let path = path.to_str().expect("the path is UTF-8");
    let checked = korrel(&["check", path]);
    let report = text(&checked.stdout);
    assert_eq!(checked.status.code(), Some(0), "{report}{}\n{spec}", text(&checked.stderr));
    assert!(report.contains("found some"), "{report}");
    assert!(!text(&checked.stderr).contains("warning"), "{}", text(&checked.stderr));
    spec
}

fn assert_has(spec: &str, lines: &[&str]) {
    for line in lines {
        assert!(spec.contains(line), "`{line}` is missing in\n{spec}");
    }
}

/// If it failed, tables would become sigs with a field for each package.
#[test]
fn a_package_lock() {
    let spec = made("lock", &["package-lock.json"]);
    assert_has(
        &spec,
        &[
            "  packages: Text -> lone Package  -- guess: its keys are data, so a map\n",
            "  dependencies: Text -> lone Text",
            "  version: Text,\n",
            "  dev: lone Bool,  -- guess: it is not always there\n",
            "run valid for 3 but exactly 1 Document, 0..3 Int\n",
        ],
    );
}

/// If it failed, what refers to an object, or lies in one of its own kind, would be a text or a new sig.
#[test]
fn references_and_recursion_in_samples() {
    let spec = made("graph", &["graph.json", "graph.json"]);
    assert_has(
        &spec,
        &[
            "  from: Node,  -- guess: a reference, for it is always the id of some Node\n",
            "  weight: Number\n",
            "enum Kind { end, start }\n",
            "  size: lone Int",
            "sig Tree {",
            "  children: set Tree",
        ],
    );
    assert!(!spec.contains("sig Child"), "{spec}");
}

/// If it failed, an API's types would lose what its schema says of them.
#[test]
fn an_openapi_schema() {
    let spec = made("shop", &["shop.yaml"]);
    assert_has(
        &spec,
        &[
            "sig Book extends Item {\n  pages: Int,\n  next: lone Book,\n  cover: lone Book_cover\n}",
            "enum Book_cover { hard, soft, class }\n",
            "  name: Text,  -- not said here: maxLength 40\n",
            "  tags: set Text",
            "  lines: seq Order_lines_item,\n",
            "  item: (Book + Item),\n",
            "  notes: Text -> lone Text",
            "  matrix: seq Order_matrix",
            "sig Order_matrix {",
            "pred valid [the_root: Order] {",
        ],
    );
}

/// If it failed, fields of compiled classes would be of other types.
#[test]
fn class_files() {
    let spec = made("classes", &["Base.class", "Base$Node.class", "Base$Color.class"]);
    assert_has(
        &spec,
        &[
            "abstract sig Base {\n  size: Int,\n  names: seq Text,  -- guess: it is never null\n",
            "  byName: Text -> lone Node",
            "sig Node extends Base {\n  left: lone Node,",
            "enum Color { RED, BLACK }",
            "  color: lone Color",
            "  counts: seq Int,  -- guess: an array is a sequence without null in it\n",
            "  in_: Bool,  -- for \"in\"\n",
        ],
    );
    assert!(!spec.contains("count:"), "static fields are no part of an object: {spec}");
}

/// If it failed, the tree that everybody has would be no start.
#[test]
#[ignore = "a JDK with jmods: cargo test -p korrel --test init -- --ignored"]
fn the_tree_map_of_the_jdk() {
    let home = Command::new("java").args(["-XshowSettings:properties", "-version"]).output();
    let said = text(&home.expect("there is a java").stderr);
    let home = said.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    let home = Path::new(home.expect("java says where it is"));
    let folder = place("jdk");
    let _ = std::fs::remove_dir_all(&folder);
    let jmod = Command::new(home.join("bin/jmod"))
        .arg("extract")
        .arg("--dir")
        .arg(&folder)
        .arg(home.join("jmods/java.base.jmod"))
        .status();
    assert!(jmod.expect("the JDK has jmod").success());
    let class = |name: &str| folder.join("classes/java/util").join(name);
    let (map, entry) = (class("TreeMap.class"), class("TreeMap$Entry.class"));
    let files = [map.to_str().expect("UTF-8"), entry.to_str().expect("UTF-8")];
    let spec = made("tree_map", &files);
    assert_has(
        &spec,
        &["  root: lone Entry,", "  left: lone Entry,", "  color: Bool\n", "[the_root: TreeMap]"],
    );
}

/// If it failed, hints would be read wrong, or a module be run that is only to be read.
#[test]
#[ignore = "python3: cargo test -p korrel --test init -- --ignored"]
fn a_module_with_type_hints() {
    let spec = made("stock", &["stock.py"]);
    assert_has(
        &spec,
        &[
            "enum Colour { RED, BLACK }",
            "abstract sig Shape {\n  colour: Colour\n}",
            "sig Box extends Shape {\n  inside: seq Shape,\n  names: Text -> lone Box,\n  around: lone Box,\n  all_: set Int  -- for \"all\"\n}",
            "  boxes: Text -> Box,  -- guess: several for a key, in no order\n",
            "  what: lone (Int + Box),\n",
            "  owner: Text,\n",
            "  size: seq Int",
            "  open_: Bool",
            "exactly 1 Store",
        ],
    );
}

/// If it failed, an account with children would have to do with one account.
#[test]
#[ignore = "python3: cargo test -p korrel --test init -- --ignored"]
fn a_type_that_holds_its_own_kind() {
    let spec = made("account", &["account.py"]);
    assert_has(
        &spec,
        &[
            "  parent: lone Account,\n",
            "  children: seq Account\n",
            "run valid for 3 but 0..3 Int\n",
        ],
    );
}

/// If it failed, types would lose fields, or code beside them would become types.
#[test]
fn types_of_typescript() {
    let spec = made("outline", &["outline.ts"]);
    assert_has(
        &spec,
        &[
            "sig Node extends Base {  -- not said here: its `kind` is \"node\"\n  title: Text,\n  parent: lone Node,\n  children: seq Node,\n  tags: set Text,\n",
            "  marks: Text -> lone (Bold + Link),\n  state: Node_state,\n  at: Node_at,\n  members: Text -> lone Value  -- guess: members of any name are a map\n}",
            "enum Node_state { Node_state_open, closed }",
            "sig Node_at {\n  line: Int,  -- guess: a whole number\n  column: Int  -- guess: a whole number\n}",
            "sig Bold {\n  level: Level,\n  next: lone Bold,\n  x: Text  -- guess: by its first value\n}",
            "abstract sig Shape {\n  size: Int,  -- guess: by its first value\n  around: lone Shape\n}",
            "sig Link extends Shape {\n  target: Node,\n  rest: seq (Node + Shape),\n  key: Value  -- not said here: keyof …\n}",
            "enum Color { Red, Green }",
            "sig Outline extends Base {\n  root: Node,\n  color: Color,\n  lookup: Text -> lone Node\n}",
            "pred valid [the_root: Outline]",
        ],
    );
    assert!(!spec.contains("compare") && !spec.contains("onChange"), "{spec}");
}

/// If it failed, what a type holds behind its boxes and aliases would be lost.
#[test]
fn structs_of_rust() {
    let spec = made("arena", &["arena.rs"]);
    assert_has(
        &spec,
        &[
            "enum Color { Red, Black }",
            "sig Node {\n  key: Int,\n  color: Color,\n  left: lone Node,\n  right: lone Node,\n  parent: lone Node,  -- guess: what it names may be gone\n  values: seq Int\n}",
            "abstract sig Value {}",
            "sig Value_Nothing extends Value {}",
            "sig Value_Text extends Value {\n  f0: Text\n}",
            "sig Value_List extends Value {\n  items: seq Value,\n  type: lone Text\n}",
            "  names: Text -> lone Node,\n  seen: set Int,\n  pair: seq Value,  -- guess: a tuple is a sequence\n  weight: Number,\n  next: lone Arena  -- guess: a pointer may be null\n}",
            "pred valid [the_root: Arena]",
            "run valid for 3 but 0..3 Int\n",
        ],
    );
    assert!(!spec.contains("NotThis"), "{spec}");
}

/// If it failed, a table would hold the numbers of other rows instead of these.
#[test]
fn tables_of_sql() {
    let spec = made("library", &["library.sql"]);
    assert_has(
        &spec,
        &[
            "made by `korrel init` for PostgreSQL.\n",
            "enum Mood { Mood_sad, Mood_ok, Mood_happy }",
            "sig Authors {\n  name: one Name,\n  mentor_id: lone Authors,\n  mood: lone Mood\n}",
            "sig Books {\n  title: one Title,\n  pages: lone Pages,\n  price: one Price,\n  tags: lone Tags,\n  data: lone Data,\n  sold: one Sold,\n  author: one Authors,\n  part_of: lone Books\n}",
            "no disj r, s: Books | r.title = s.title  -- unique: title",
            "sig Shelves_books {\n  shelf: one Shelf,\n  book: one Books\n}",
            "--@ Books: row number id\n",
            "--@ Pages: values 1, 2, 3\n",
            "run database {} for 3\n",
        ],
    );
    let spec = made("store", &["store.sql"]);
    assert_has(&spec, &["  kind: one Kind,\n"]);
}

/// If it failed, messages would be lost in each other, or required where they may be missing.
#[test]
fn messages_of_protobuf() {
    let spec = made("proto", &["shop.proto"]);
    assert_has(
        &spec,
        &[
            "enum State { OPEN, CLOSED }",
            "sig Order {\n  lines: seq Line,\n  state: State,\n  named: Text -> lone Item,\n  note: lone Text,\n  card: lone Card,  -- not said here: at most one of the oneof `payment`\n  cash: lone Bool,  -- not said here: at most one of the oneof `payment`\n  made: lone Timestamp\n}",
            "sig Line {\n  count: Int,\n  item: lone Item,\n  sizes: seq Int\n}",
            "sig Item {\n  name: Text,\n  weight: Number,\n  part_of: lone Item,\n  data: Text\n}",
            "run valid for 3 but exactly 1 Order, 0..3 Int\n",
        ],
    );
    assert!(spec.contains("-- not read: service Shop\n") && !spec.contains("sig Shop"), "{spec}");
}

/// If it failed, whoever leaves `--from` out would read how to spell it.
#[test]
fn files_need_no_flag() {
    let (plain, with_flag) =
        (korrel(&["init", "order.json"]), korrel(&["init", "--from", "order.json"]));
    assert_eq!(plain.status.code(), Some(0), "{}", text(&plain.stderr));
    assert_eq!(text(&plain.stdout), text(&with_flag.stdout));
    let both = korrel(&["init", "order.json", "--from", "graph.json"]);
    assert_eq!(both.status.code(), Some(2));
}

/// If it failed, a mistake would end in half a spec, or in a file of the user's that is lost.
#[test]
fn what_cannot_be_read_is_told() {
    let write = |name: &str, text: &[u8]| {
        let path = place(name);
        std::fs::write(&path, text).expect("the folder for tests' files can be written");
        path.to_str().expect("the path is UTF-8").to_owned()
    };
    let (broken, cut) =
        (write("broken.json", b"{\"a\": }"), write("cut.class", &[0xCA, 0xFE, 0xBA, 0xBE, 0]));
    let (tabs, empty) = (write("tabs.yaml", b"a:\n\t- [}"), write("empty.json", b""));
    let (rust, sql) =
        (write("cut.rs", b"struct A;\nstruct {"), write("cut.sql", b"CREATE TABLE ("));
    let proto = write("cut.proto", b"syntax = 'proto3';\nmessage A { message B {}");
    let typescript = write("none.ts", b"export const a = { b: [1, 2");
    let (there, other) = (write("there.als", b"the user's"), write("notes.txt", b"?"));
    for (arguments, word) in [
        (&["init", "--from", &broken][..], "is not JSON"),
        (&["init", "--from", &cut], "is not a class file: it is cut off"),
        (&["init", "--from", &tabs], "is not YAML"),
        (&["init", "--from", &empty], "it is empty"),
        (&["init", "--from", &other], "what kind of file"),
        (&["init", "--from", "graph.json", "shop.yaml"], "of two kinds"),
        (&["init", "--from", "nothing.json"], "cannot read"),
        (&["init", "--from", "graph.json", "-o", &there], "cannot write"),
        (&["init", &rust], "is not a Rust file: line 2: "),
        (&["init", &sql], "is not SQL: "),
        (&["init", &proto], "is not a .proto file: the message `A` in line 2 does not end"),
        (&["init", &typescript], "there is no type in"),
        (&["init"], "<FILE>"),
    ] {
        let run = korrel(arguments);
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(text(&run.stderr).contains(word), "{arguments:?}: {}", text(&run.stderr));
    }
    assert_eq!(std::fs::read_to_string(there).expect("it is there"), "the user's");
}

/// A spec of a text in a file of this name.
fn made_of(file: &str, text: &str) -> String {
    let path = place(file);
    std::fs::write(&path, text).expect("the folder for tests' files can be written");
    made(&file.replace('.', "_"), &[path.to_str().expect("the path is UTF-8")])
}

/// If it failed, all but one of the objects that a type is a choice of would be gone, or a part of `A & B` without a word.
#[test]
fn choices_of_objects_in_typescript() {
    let spec = made_of(
        "shapes.ts",
        "type S = { k: \"a\"; r: number } | { k: \"b\"; side: number; in: S };
            interface Doc { shape: S; both: (A | B) & Doc2; alt: { p: number } | { q: string } | null; c: Cond<string> }
            interface Doc2 { id: number } interface A { x: number } interface B { y: number }
            type Cond<T> = T extends string ? A : B; type U = A | { z: boolean };",
    );
    assert_has(
        &spec,
        &[
            "-- not read: `A` | `B` in line 2, where a value is a `Doc2` too\n",
            "abstract sig S {}",
            "sig S_a extends S {  -- not said here: its `k` is \"a\"\n  r: Int",
            "sig S_b extends S {  -- not said here: its `k` is \"b\"\n  side: Int,  -- guess: a whole number\n  in_: S  -- for \"in\"\n}",
            "  alt: lone (Doc_alt_1 + Doc_alt_2),\n  c: Value  -- not said here: … extends … ? … : …\n",
            "sig U {\n  z: Bool\n}",
            "pred valid [root: Doc]",
        ],
    );
}

/// If it failed, the input would be one of the alternatives instead of the choice, or a file of one choice be data or empty.
#[test]
fn a_file_of_one_choice() {
    let spec = made_of(
        "one_of.ts",
        "type S = { k: \"a\"; r: number } | { k: \"b\"; in: S; way: number; far: number };",
    );
    assert_has(&spec, &["abstract sig S {}", "sig S_a extends S {", "[root: S]"]);
    for (file, text) in [
        ("alone.ts", "type S = { k: \"a\"; r: number }"),
        ("alone_behind.ts", "type S =\n  | { k: 'a', r: number }\n"),
        ("alone_interface.ts", "interface S { k: 'a'\n r: number }"),
    ] {
        let spec = made_of(file, text);
        let sig = "sig S {  -- not said here: its `k` is \"a\"\n  r: Int";
        assert_has(&spec, &[sig, "[root: S]"]);
        assert!(!spec.contains("S_a"), "{spec}");
    }
    let spec = made_of("one_of.rs", "enum S { A { r: i32 }, B { within: Box<S>, side: i32 } }");
    assert_has(&spec, &["abstract sig S {}", "[root: S]"]);
    let spec = made_of(
        "one_of.json",
        r#"{"title": "S", "oneOf": [{"type": "object", "properties": {"r": {"type": "integer", "minimum": 0}}, "required": ["r"]}]}"#,
    );
    assert_has(&spec, &["sig S {\n  r: Int  -- not said here: minimum 0\n}", "[root: S]"]);
    assert!(!spec.contains("S_1"), "{spec}");
}

/// If it failed, a schema of values that are no objects would be taken for data, or data for a schema.
#[test]
fn schemas_of_plain_values() {
    for (file, text, line) in [
        ("enum.json", r#"{"enum": ["a", "b"]}"#, "enum Document { a, b }"),
        (
            "enum_numbers.json",
            r#"{"enum": [1, 2]}"#,
            "sig Document {}  -- not said here: enum [1,2]",
        ),
        ("text.json", r#"{"type": "string", "minLength": 2}"#, "  value: Text  -- guess"),
        ("number.json", r#"{"type": "integer", "minimum": 2}"#, "not said here: minimum 2"),
        ("const.json", r#"{"const": 3}"#, "not said here: const 3"),
        ("data.json", r#"{"enum": ["a"], "size": 2}"#, "  size: Int"),
        ("shape.json", r#"{"type": "circle", "r": 2}"#, "  r: Int"),
        ("figure.json", r#"{"type": "string", "length": 2}"#, "  length: Int"),
    ] {
        let spec = made_of(file, text);
        assert!(spec.contains(line), "{text}\n{spec}");
    }
}

/// If it failed, what a computed type says would be dropped without a word.
#[test]
fn helper_types_of_typescript() {
    let spec = made_of(
        "helpers.ts",
        "interface S { x: number; y: number; state: Exclude<'on' | 'off', 'off'> }
            type Unused = Partial<S>; type Kept<T> = T extends string ? number : S; type Both = Omit<S, 'x'> | S[];
            type Keys = keyof S; type Mapped = { [K in keyof S]: S[K] }; type Plain = S | null;
            interface T extends Required<S> { p: Pick<S, 'x' | 'y'>; b: Both; n: NonNullable<Plain>; f(s: Partial<S>): Partial<S> }",
    );
    assert_has(
        &spec,
        &[
            "-- not said here: type Kept = … extends … ? … : …\n",
            "-- not said here: type Keys = keyof …\n",
            "-- not said here: type Mapped = { [… in …]: … }\n",
            "-- not said here: type Unused = Partial<…>\n",
            "  state: S_state  -- not said here: Exclude<…>\n",
            "enum S_state { on, off }",
            "sig T extends S {  -- not said here: Required<…>\n  p: S,  -- not said here: Pick<…>\n",
            "-- not said here: Omit<…>",
            "  n: S\n}",
        ],
    );
    assert!(!spec.contains("type Both") && !spec.contains("type Plain"), "{spec}");
    assert!(!spec.contains("T_p"), "{spec}");
}

/// If it failed, tables between `GO`, or after the data of a dump, would be gone without a word.
#[test]
fn scripts_and_dumps_of_sql() {
    let spec = made_of(
        "script.sql",
        "CREATE TABLE [dbo].[Author] ([Id] int NOT NULL PRIMARY KEY, [Name] nvarchar(50) NOT NULL)\nGO\n\
         CREATE TABLE [dbo].[Book] ([AuthorId] int NOT NULL REFERENCES [dbo].[Author]([Id]))\ngo\n\
         CREATE VIEW v AS SELECT 1\nGO\n",
    );
    assert_has(
        &spec,
        &[
            "-- not read: CREATE VIEW\n",
            "  Name_: one Name\n",
            "sig Book {\n  AuthorId: one Author\n}",
        ],
    );
    let spec = made_of(
        "dump.sql",
        "CREATE TABLE public.author (id integer NOT NULL, name text);\n\
         COPY public.author (name, id) FROM stdin;\n\\N\t1\nit's\t2\n\\.\n\
         CREATE TABLE public.book (id integer NOT NULL, author_id integer NOT NULL, title text);\n\
         ALTER TABLE ONLY public.book ADD CONSTRAINT k PRIMARY KEY (id);\n\
         ALTER TABLE ONLY public.book ADD CONSTRAINT u UNIQUE (title);\n\
         ALTER TABLE ONLY public.book ADD CONSTRAINT f FOREIGN KEY (author_id) REFERENCES public.author(id);\n\
         ALTER TABLE public.book ADD COLUMN pages integer;\n\
         CREATE INDEX i ON public.book (title);\nCREATE INDEX j ON public.book (title);\n",
    );
    assert_has(
        &spec,
        &[
            "-- not read: COPY\n",
            "sig Author {\n  id: one Id,\n  name: lone Name\n}",
            "what it refers to is no key, so the engine refuses every such row",
            "sig Book {\n  author_id: one Author_id,\n  title: lone Title,\n  pages: lone Pages\n}",
            "no disj r, s: Book | some r.title and r.title = s.title  -- unique: title",
        ],
    );
}

/// If it failed, what a schema demands would be dropped without a word, and a choice be taken for data.
#[test]
fn keywords_of_schemas() {
    let spec = made_of(
        "keywords.json",
        r##"{"$schema": "x", "title": "Doc", "type": "object", "properties": {
            "a": {"type": "integer", "exclusiveMinimum": 0}, "b": {"type": "string", "not": {"const": "x"}},
            "c": {"$ref": "other.json#/definitions/C"}, "t": {"type": "array", "items": [{"type": "integer"}, {"type": "string"}]},
            "p": {"type": "array", "prefixItems": [{"type": "integer", "minimum": 2}]}, "e": {"enum": [1, "a", null]},
            "i": {"type": "array", "items": {"type": "integer", "maximum": 9}}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "if": {"required": ["a"]}, "then": {"required": ["c"]},
            "dependencies": {"a": ["b"]}, "required": ["a", "zz"]}"##,
    );
    for said in [
        "  a_: Int,  -- for \"a\"; not said here: exclusiveMinimum 0\n",
        "  b: lone Text,  -- not said here: not {\"const\":\"x\"}\n",
        "  c: lone C,  -- not said here: $ref \"other.json#/definitions/C\"\n",
        "  t: seq (Int + Text),  -- not said here: items [{\"type\":\"integer\"},{\"type\":\"string\"}]; guess",
        "  p: seq Int,  -- not said here: prefixItems [{\"type\":\"integer\",\"minimum\":2}], minimum 2; guess",
        "  e: lone Doc_e,",
        "enum Doc_e { a }  -- not said here: enum [1,\"a\",null]\n",
        "  i: seq Int  -- not said here: maximum 9; guess",
        "anyOf [{\"required\":[\"a\"]},{\"required\":[\"b\"]}]",
        "dependencies {\"a\":[\"b\"]}",
        "if {\"required\":[\"a\"]}",
        "then {\"required\":[\"c\"]}",
        "required [\"a\",\"zz\"]",
    ] {
        assert!(spec.contains(said), "{said}\n{spec}");
    }
    let spec = made_of(
        "tuple.json",
        r##"{"$schema": "x", "title": "Doc", "type": "object", "properties": {"next": {"$ref": "#"},
            "t": {"type": "array", "items": [{"type": "integer"}], "additionalItems": false},
            "p": {"type": "array", "prefixItems": [{"type": "integer"}], "items": false}}}"##,
    );
    for said in ["  next: lone Doc", "additionalItems false", "items false"] {
        assert!(spec.contains(said), "{said}\n{spec}");
    }
    let spec = made_of(
        "choice.json",
        r#"{"anyOf": [{"type": "integer", "minimum": 1}, {"type": "object", "properties": {"x": {"type": "boolean"}}}]}"#,
    );
    assert_has(
        &spec,
        &["  value: (Int + Document_2)  -- guess: it is no object, so it is held in one\n}"],
    );
    assert!(spec.contains("-- not said here: minimum 1\n"), "{spec}");
}

/// If it failed, the first table of a file that Windows saved would be gone, and JSON refused.
#[test]
fn a_byte_order_mark_is_no_part_of_a_source() {
    for (file, text) in [
        ("mark.json", "{\"n\": 1}"),
        ("mark.yaml", "n: 1"),
        ("mark.ts", "interface A { n: number }"),
        ("mark.rs", "struct A { n: i32 }"),
        ("mark.proto", "syntax = \"proto3\"; message A { int32 n = 1; }"),
        ("mark.py", "class A:\n    n: int\n"),
    ] {
        let marked = made_of(file, &format!("\u{feff}{text}"));
        assert_eq!(marked, made_of(file, text), "{file}");
        assert!(marked.contains("  n: Int"), "{marked}");
    }
}

/// If it failed, names would be lost that Alloy does not take, or letters that it does.
#[test]
fn names_that_are_changed() {
    let spec = made_of(
        "names.json",
        r#"{"/": 1, "größe": 2, "a-b": 3, "a_b": 4, "": 5, "in": 6, "日本": 1, "1st": 2, "u\u0308": 3, "\u3164": 1}"#,
    );
    for field in [
        "  member: Int,  -- for \"/\"",
        "  größe: Int,\n",
        "  a_b: Int,  -- for \"a-b\"",
        "  a_b_: Int,  -- for \"a_b\"",
        "  empty: Int,  -- for \"\"",
        "  in_: Int,  -- for \"in\"",
        "  日本: Int,\n",
        "  n1st: Int,  -- for \"1st\"",
    ] {
        assert!(spec.contains(field), "{field}\n{spec}");
    }
}

/// If it failed, a helper with many fields would be the input instead of the type that holds others, or itself.
#[test]
fn the_root() {
    let module =
        "interface Tree { left?: Tree; right?: Tree; key: Key } interface Key { n: number }
        interface Options { a: number; b: number; c: number; d: number; e: number }";
    let spec = made_of("root.ts", module);
    assert_has(&spec, &["pred valid [root: Tree]", "run valid for 3 but 0..3 Int\n"]);
    let file = place("root.ts");
    let file = file.to_str().expect("the path is UTF-8");
    let other = korrel(&["init", file, "--root", "Options"]);
    assert!(text(&other.stdout).contains("pred valid [root: Options]"));
    for (root, help) in
        [("Option", "did you mean `Options`?"), ("X", "there are Tree, Key, Options")]
    {
        let run = korrel(&["init", file, "--root", root]);
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{root}");
        assert!(text(&run.stderr).contains(help), "{}", text(&run.stderr));
    }
    // Each holds the other.
    let spec = made_of("mutual.ts", "interface Opt { x: number; y: number; z: number }
        interface Folder { name: string; files: Entry[] } interface Entry { of: Folder; size: number; opt: Opt }");
    assert_has(&spec, &["pred valid [root: Entry]"]);
}

/// If it failed, samples of a strange form would be a bug of ours instead of a spec.
#[test]
fn strange_samples() {
    for (name, sample) in [
        ("scalar", "3"),
        ("array", "[[1, [2]], [], [{\"a\": 1}]]"),
        (
            "words",
            "{\"sig\": 1, \"Int\": {\"x-y\": 1, \"x_y\": 2, \"é\": [true]}, \"7\": null, \"text\": {\"Text\": 1, \"one\": {}}}",
        ),
        (
            "mixed",
            "{\"a\": [1, \"x\", null, {\"b\": 1}, [2.5]], \"a \": {}, \"document\": {\"a\": []}}",
        ),
        ("control", "{\"a\\u001b\\nb\": \"\\u202e\"}"),
    ] {
        let path = place(&format!("{name}.json"));
        std::fs::write(&path, sample).expect("the folder for tests' files can be written");
        made(name, &[path.to_str().expect("the path is UTF-8")]);
    }
}
