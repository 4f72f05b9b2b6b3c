//! Heaps as values of a test's own types, and back.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;

use korrel::{Command, Encoder, Heap, Misfit, Settings, Values, spec};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn command(text: &str) -> Command {
    spec(text).expect("it is right").command("0").expect("there is one")
}

/// Decodes the roots of every heap and writes them again, to the same bytes.
#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned>(command: &Command) -> usize {
    round_trip_with::<T>(command, |_, encoder| Ok(encoder))
}

/// The same with what else there is.
#[track_caller]
fn round_trip_with<T: Serialize + DeserializeOwned>(
    command: &Command,
    more: impl Fn(&Heap, Encoder) -> Result<Encoder, Misfit>,
) -> usize {
    let written = |heap: &Heap| {
        let roots: T = heap.decode()?;
        let encoder = heap.types().encoder().id(heap.id()).roots(&roots)?;
        more(heap, encoder)?.finish()
    };
    let mut heaps = 0;
    for heap in command.instances() {
        let heap = heap.expect("nothing stops it");
        let written = written(&heap).unwrap_or_else(|error| panic!("{error}: {}", heap.json()));
        assert_eq!(written.json(), heap.json());
        heaps += 1;
    }
    assert!(heaps > 1, "{heaps} heaps show nothing");
    heaps
}

/// A library spec.
fn library(name: &str) -> Command {
    let text = std::fs::read_to_string(Path::new("../specs").join(name)).expect("it is there");
    command(&text).with(Settings::new().limit(200))
}

/// Trees are followed to their leaves.
#[test]
fn trees() {
    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Roots {
        t: Tree,
    }
    #[derive(Serialize, Deserialize)]
    struct Tree {
        #[serde(rename = "$id")]
        id: String,
        root: Option<Box<Node>>,
    }
    #[derive(Serialize, Deserialize)]
    struct Node {
        #[serde(rename = "$id")]
        id: String,
        key: i64,
        left: Option<Box<Node>>,
        right: Option<Box<Node>>,
    }
    let search = "sig Tree { root: lone Node } sig Node { key: Int, left, right: lone Node }
        pred repOk[t: Tree] { Node = t.root.*(left + right) all n: Node { n not in n.^(left + right)
        lone (left + right).n no n.left & n.right } } run repOk for exactly 1 Tree, 3 Node, 0..2 Int";
    round_trip::<Roots>(&command(search));
}

/// A sig that others extend is an enum, maps are maps, values of enums are units; what is shared or
/// cyclic stays an id and is given by it.
#[test]
fn sums_maps_and_ids() {
    #[derive(Serialize, Deserialize)]
    enum Name {
        #[serde(rename = "a")]
        A,
        #[serde(rename = "b")]
        B,
    }
    #[derive(Serialize, Deserialize)]
    struct Roots {
        #[serde(rename = "FileSystem")]
        system: System,
    }
    #[derive(Serialize, Deserialize)]
    struct System {
        #[serde(rename = "$id")]
        id: String,
        root: String,
    }
    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Object {
        Directory { entries: BTreeMap<String, String> },
        Link { target: Option<String> },
        File {},
    }
    let objects = |heap: &Heap, encoder: Encoder| {
        heap.ids("Object").try_fold(encoder, |encoder, id| {
            let object: Object = match id.split('$').next() {
                Some("Directory") => {
                    Object::Directory { entries: heap.object::<Entries>(id)?.entries }
                }
                Some("Link") => Object::Link { target: heap.object::<Link>(id)?.target },
                _ => Object::File {},
            };
            encoder.object(id, &object)
        })
    };
    #[derive(Deserialize)]
    struct Entries {
        entries: BTreeMap<String, String>,
    }
    #[derive(Deserialize)]
    struct Link {
        target: Option<String>,
    }
    round_trip_with::<Roots>(&library("file_system.als"), objects);
    let names = "enum Name { a, b } pred p[n: Name] {} run p";
    #[derive(Serialize, Deserialize)]
    struct One {
        n: Name,
    }
    assert_eq!(round_trip::<One>(&command(names)), 2);
}

/// Without ids objects are numbered as they are met, and a variant names the sig.
#[test]
fn variants_without_ids() {
    #[derive(Debug, Serialize, Deserialize)]
    struct Roots {
        d: Value,
    }
    #[derive(Debug, Serialize, Deserialize)]
    enum Value {
        Object { members: BTreeMap<String, Value> },
        Array { elements: Vec<Value> },
        True,
        Null,
    }
    let json = "enum Key { k, l } abstract sig Value {} sig Object extends Value { members: Key -> lone Value }
        sig Array extends Value { elements: seq Value } sig True, Null extends Value {}
        fun below: Value -> Value { { v, w: Value | w in Key.(v.members) or w in Int.(v.elements) } }
        pred p[d: Value] { Value = d.*below no v: Value | v in v.^below
          all v: Value | lone { o: Object, key: Key | o.members[key] = v } + { a: Array, i: Int | a.elements[i] = v } }
        run p for 3 but 2 seq";
    let command = command(json);
    let mut keys = Vec::new();
    for heap in command.instances() {
        let heap = heap.expect("nothing stops it");
        let roots: Roots = heap.decode().expect("it is a tree");
        let again = heap.types().encoder().roots(&roots).and_then(Encoder::finish);
        let again = again.unwrap_or_else(|error| panic!("{error}: {}", heap.json()));
        assert_eq!(again.find_key(), heap.find_key(), "{}\n{}", heap.json(), again.json());
        keys.push(heap.find_key());
    }
    assert!(keys.len() > 20, "{} documents", keys.len());
}

/// Sets, sequences, relations, subset sigs and what is no object.
#[test]
fn everything_else() {
    #[derive(Serialize, Deserialize)]
    struct Roots {
        b: Bag,
    }
    #[derive(Serialize, Deserialize)]
    struct Bag {
        #[serde(rename = "$id")]
        id: String,
        numbers: Vec<i64>,
        items: Vec<Item>,
        rows: Vec<Item>,
        pairs: Vec<(i64, Item)>,
        best: Option<Item>,
    }
    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct Item(String);
    let bag = "sig Bag { numbers: set Int, items: set Item, rows: seq Item, pairs: Int -> Item, best: lone Item }
        sig Item {} sig Marked in Item { weight: lone Int } enum Color { red, blue }
        sig Warm in Color { degree: Int } pred p[b: Bag] { one Warm }
        run p for exactly 1 Bag, 2 Item, 0..1 Int, 1 seq";
    let bag = command(bag).with(korrel::Settings::new().limit(400));
    #[derive(Serialize, Deserialize)]
    struct Weighed {
        #[serde(default, skip_serializing_if = "Given::is_none")]
        weight: Given,
    }
    // Missing where the item is not marked, null where it has no weight.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(transparent)]
    struct Given(#[serde(with = "given")] Option<Option<i64>>);
    impl Given {
        fn is_none(&self) -> bool {
            self.0.is_none()
        }
    }
    mod given {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};
        pub fn serialize<S: Serializer>(v: &Option<Option<i64>>, s: S) -> Result<S::Ok, S::Error> {
            v.flatten().serialize(s)
        }
        pub fn deserialize<'d, D: Deserializer<'d>>(d: D) -> Result<Option<Option<i64>>, D::Error> {
            Option::deserialize(d).map(Some)
        }
    }
    round_trip_with::<Roots>(&bag, |heap, encoder| {
        let mut encoder = encoder;
        for id in heap.ids("Item") {
            encoder = encoder.object(id, &heap.object::<Weighed>(id)?)?;
        }
        encoder
            .set("Marked", &heap.set::<Vec<String>>("Marked")?)?
            .set("Warm", &heap.set::<Vec<String>>("Warm")?)?
            .relation("Warm.degree", &heap.relation::<Vec<(String, i64)>>("Warm.degree")?)
    });
}

const TABLE: &str =
    "sig Key {} one sig Table { rows: Key -> lone Int, first: lone Key, numbers: set Int }
    run {} for 2 Key, 0..2 Int";

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct TableRoot {
    #[serde(rename = "Table")]
    table: Table,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Table {
    rows: BTreeMap<String, i64>,
    first: Option<String>,
    numbers: Vec<i64>,
}

/// If it failed, a cache that stores the wrong keys would pass every test.
#[test]
fn objects_without_fields_are_told_apart_or_refused() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Unit;
    #[derive(Debug, Deserialize, PartialEq)]
    struct Empty {}
    #[derive(Debug, Deserialize, PartialEq)]
    struct Named {
        #[serde(rename = "$id")]
        id: String,
    }
    let heap = |scope: &str| {
        let text = format!(
            "sig Key {{}} pred p[a, b: Key] {{ Key = a + b }} run p for exactly {scope} Key"
        );
        command(&text).instances().last().expect("there is one").expect("nothing stops it")
    };
    let (one, two) = (heap("1"), heap("2"));
    let refused = two.root::<Unit>("a").expect_err("there are two").to_string();
    assert!(refused.contains("would be equal, for `Unit` has no fields"), "{refused}");
    assert!(two.root::<Empty>("a").is_err());
    assert_eq!(one.root::<Unit>("a"), one.root::<Unit>("b"));
    assert!(one.root::<Empty>("a").is_ok());
    let named = |root: &str| two.root::<Named>(root).expect("it fits");
    assert_ne!(named("a"), named("b"));
    assert_eq!(named("a").id, two.root::<String>("a").expect("it fits"));
}

/// Each atom and integer becomes the caller's value, keys of maps included, and comes back.
#[test]
fn values_stand_for_atoms_and_integers() {
    let values = Values::new().of("Key", ["", "é"]).of("Int", [-7, 255]).one("Int", "2", 9);
    let command = command(TABLE).values(values).expect("they fit");
    let mut seen = Vec::new();
    round_trip_with::<TableRoot>(&command, |heap, encoder| {
        let TableRoot { table } = heap.decode()?;
        seen_all(&table);
        // An object that nothing points at is no part of a value.
        heap.ids("Key")
            .try_fold(encoder, |encoder, id| encoder.object(id, &BTreeMap::<(), ()>::new()))
    });
    let last = command.instances().last().expect("there is one").expect("nothing stops it");
    seen.extend(last.root::<Table>("Table").expect("it fits").rows);
    assert!(
        seen.iter().all(|(key, row)| ["", "é"].contains(&&key[..]) && [-7, 255, 9].contains(row))
    );
    fn seen_all(table: &Table) {
        let keys = table.rows.keys().chain(&table.first);
        assert!(keys.clone().all(|key| ["", "é"].contains(&&key[..])), "{table:?}");
        let numbers = table.rows.values().chain(&table.numbers);
        assert!(numbers.clone().all(|number| [-7, 255, 9].contains(number)), "{table:?}");
    }
}

/// A mistake in the values must be told before the first input, and name what is wrong.
#[test]
fn values_that_do_not_fit_are_refused() {
    for (values, why) in [
        (Values::new().of("Kei", ["a"]), "no such sig; there are Int, Key, Table"),
        (Values::new().of("Table", ["a"]), "has the field"),
        (Values::new().of("Key", ["a", "a"]), "there twice"),
        (Values::new().one("Key", "Table$0", "a"), "none of its atoms"),
    ] {
        let error = command(TABLE).values(values).expect_err(why);
        assert!(error.to_string().contains(why), "{error}");
    }
    let few = command(TABLE)
        .values(Values::new().of("Int", [1]))
        .expect("how many are used is not known");
    let told = few
        .instances()
        .find_map(|heap| heap.expect("nothing stops it").decode::<TableRoot>().err());
    assert!(
        told.is_some_and(|error| error.to_string().ends_with("1 has no value: there are 1 of Int"))
    );
    let types = command(TABLE).values(Values::new().of("Key", ["a"])).expect("they fit").types();
    let table = Table { rows: BTreeMap::new(), first: Some("b".into()), numbers: Vec::new() };
    let error = types.expect("it fits").encoder().root("Table", &table).expect_err("there is no b");
    assert_eq!(error.to_string(), "Table.first: \"b\" is no value of Key");
}

/// If it failed, one of the two values would be swallowed.
#[test]
fn a_map_has_a_key_once() {
    let types = command(TABLE).types().expect("there are types");
    let rows = |rows: [(&str, i64); 2]| {
        let table = serde_json::json!({ "rows": rows, "first": null, "numbers": [] });
        let none = BTreeMap::<(), ()>::new();
        let keys = types.encoder().object("Key$0", &none)?.object("Key$1", &none)?;
        keys.root("Table", &table).and_then(Encoder::finish)
    };
    rows([("Key$0", 1), ("Key$1", 1)]).expect("they are two");
    let error = rows([("Key$0", 1), ("Key$0", 2)]).expect_err("which of them?");
    assert_eq!(error.to_string(), "Table.rows.Key$0: a map has this key twice");
}

/// A cycle must not end in a stack overflow.
#[test]
fn cycles_are_told() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is not reached")]
    struct Node {
        next: Option<Box<Node>>,
    }
    let ring = command("sig N { next: N } pred p[n: N] {} run p for exactly 1 N");
    let heap = ring.instances().next().expect("there is one").expect("nothing stops it");
    let error = heap.root::<Node>("n").expect_err("it has no end");
    assert!(error.to_string().starts_with("n.next: N$0 lies within itself"), "{error}");
}

/// A mistake of a test's author is told with its place.
#[test]
fn misfits_name_their_place() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is not reached")]
    struct Wrong {
        next: Option<i64>,
    }
    let list = command(
        "sig N { next: lone N } pred p[n: N] { n.next not in n + none and some n.next } run p for exactly 2 N",
    );
    let heap = list.instances().next().expect("there is one").expect("nothing stops it");
    let error = heap.root::<Wrong>("n").expect_err("it is no number");
    assert!(error.to_string().starts_with("n.next: invalid type: map"), "{error}");
    assert!(heap.root::<Wrong>("m").expect_err("no m").to_string().contains("roots: n"));
}
