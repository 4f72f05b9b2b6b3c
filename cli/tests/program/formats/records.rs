//! heapgraph/1: every record is as its schema says. Other people's readers are written against that.

use std::slice;

use serde_json::Value;

use crate::program::{Run, digest, korrel, korrel_on, library, root};

#[path = "../../../../tests/support/schema.rs"]
pub mod schema;

use schema::Validator;

fn validator() -> Validator {
    let path = root().join("docs/heapgraph.schema.json");
    Validator::new(&std::fs::read_to_string(path).expect("the schema is in the repository"))
}

/// The stream as a whole: header, instances, end, all valid, ids from 0, and the count and the digest are right.
fn check_stream(validator: &Validator, name: &str, run: &Run) {
    let records = run.records();
    for record in &records {
        let errors = validator.errors(record);
        assert!(errors.is_empty(), "{name}: {errors:?}\n{record}");
    }
    let kinds: Vec<&str> = records.iter().filter_map(|record| record["kind"].as_str()).collect();
    assert_eq!((kinds.first(), kinds.last()), (Some(&"header"), Some(&"end")), "{name}");
    let instances = run.instances();
    assert_eq!(kinds.len(), instances.len() + 2, "{name}");
    assert_eq!(run.end()["count"], instances.len(), "{name}");
    assert_eq!(run.end()["digest"], digest(&run.stdout), "{name}");
    for (id, instance) in instances.iter().enumerate() {
        assert_eq!(instance["id"], id, "{name}");
        let heaps = instance["states"].as_array().map_or(slice::from_ref(instance), Vec::as_slice);
        heaps.iter().for_each(|heap| check_fields(name, &run.header(), heap));
    }
}

/// Every object has exactly the fields that the header gives its type, and no dangling reference.
fn check_fields(name: &str, header: &Value, heap: &Value) {
    let objects = heap["objects"].as_object().expect("valid by the schema");
    for (id, object) in objects {
        let object = object.as_object().expect("valid by the schema");
        let ty = object["$type"].as_str().expect("valid by the schema");
        assert_eq!(id.split('$').next(), Some(ty), "{name}: the id has the type's name");
        let declared: Vec<&String> =
            header["types"][ty].as_object().expect("the type is declared").keys().collect();
        let present: Vec<&String> = object.keys().filter(|key| *key != "$type").collect();
        let of_sets = header.get("sets").is_some();
        assert!(of_sets || declared == present, "{name}: {id} has {present:?}, not {declared:?}");
        for value in object.values().filter_map(Value::as_str).filter(|text| text.contains('$')) {
            assert!(objects.contains_key(value), "{name}: {value} is no object");
        }
    }
}

#[test]
fn the_spec_library_gives_valid_records() {
    let validator = validator();
    for spec in library() {
        let run = korrel(&["find", &spec, "-n", "100"]);
        assert_eq!(run.code, Some(0), "{spec}: {}", run.stderr);
        check_stream(&validator, &spec, &run);
    }
}

/// The graph of states, and behaviours that cover it.
#[test]
fn explorations_give_valid_records() {
    let validator = validator();
    for spec in ["specs/peterson.als", "specs/token_ring.als"] {
        for flags in [
            &[][..],
            &["--depth", "2"],
            &["--cover-traces", "states"],
            &["--cover-traces", "actions"],
        ] {
            let run = korrel(&[&["explore", spec, "--format", "json"], flags].concat());
            assert!(run.instances().len() > 1 || flags.len() == 2, "{spec}: {}", run.stderr);
            check_stream(&validator, spec, &run);
        }
    }
}

/// One spec for each shape of a value.
#[test]
fn every_shape_gives_valid_records() {
    let validator = validator();
    for spec in [
        "sig A { f: one A, g: lone A, h: some A, i: set A } run {} for 2",
        "sig A { m: A -> lone A, n: A -> one A, r: A -> A } run {} for exactly 1 A",
        "sig A { t: A -> A -> A } run {} for exactly 1 A",
        "enum E { X, Y } sig A { e: E, f: E -> lone Int, g: set E } run {} for 1 but 0..1 Int",
        "abstract sig A { f: lone A } sig B, C extends A { g: set C } run {} for 2",
        "one sig R { top: lone A } sig A { next: lone A } run {} for 2",
        "sig A {} sig M in A { f: lone A } run {} for 2",
        "sig A { f: A + B } sig B {} run {} for 2",
        "sig A { size: Int } pred p[a: A, n: Int, s: set A] {} run p for 2 but 0..1 Int",
        "sig M in Int { f: lone Int } run {} for 0..1 Int",
        "enum E { X, Y } sig M in E { f: lone E } run {}",
        "sig A { f: set A, g = f.@f } run {} for 2",
        "sig A { f: univ } run {} for 1 but 0..1 Int",
        "sig A { f: lone none } run {} for 2",
        "sig A {} run { no A }",
    ] {
        let run = korrel_on(spec, &["find", "-", "-n", "300"]);
        assert_eq!(run.code, Some(0), "{spec}: {}", run.stderr);
        check_stream(&validator, spec, &run);
    }
}

/// Streams without instances, cut short, with witnesses, of a counterexample.
#[test]
fn every_kind_of_stream_gives_valid_records() {
    let validator = validator();
    let pair = "sig A { f: lone A } pred pair[a, b: A] { a.f = b } run pair for 2";
    for (spec, arguments) in [
        (pair, &["--ignore-parameters"][..]),
        (pair, &["-n", "1"]),
        (pair, &["--symmetry", "none"]),
        (pair, &["--scope", "exactly 0 A"]),
        (crate::program::ENDLESS, &["--timeout", "1ms"]),
        ("sig A {} check { no A } for 2", &[]),
        ("sig A {} check { all a: A | no a } for 2", &[]),
        (
            "sig A { r: set A }
             check { (all x: A | x in x.r) and all x: A, s: set x.r, f: s -> one A | f in r } for 2",
            &[],
        ),
    ] {
        let run = korrel_on(spec, &[&["find", "-"], arguments].concat());
        check_stream(&validator, spec, &run);
    }
}

/// The digest does not depend on the writer: one thread or several, all instances or a part, in
/// order or drawn.
#[test]
fn every_way_to_write_a_stream_has_its_digest() {
    let validator = validator();
    let spec = "specs/binary_tree.als";
    for arguments in [
        &["find", spec, "-j", "3"][..],
        &["find", spec, "-j", "3", "-n", "4"],
        &["find", spec, "--shard", "2/3", "-j", "2"],
        &["find", spec, "--keys", "--verify"],
        &["find", spec, "--solver", "varisat"],
        &["sample", spec, "-n", "7"],
    ] {
        check_stream(&validator, &arguments.join(" "), &korrel(arguments));
    }
    for arguments in [
        &["find", spec, "--any", "-n", "1"][..],
        &["find", spec, "--after", "3"],
        &["find", spec, "--id", "3"],
    ] {
        let run = korrel(arguments);
        assert!(!run.instances().is_empty(), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.end()["digest"], digest(&run.stdout), "{arguments:?}");
    }
}

/// Questions other than "all" say more, and that is in the schema, too.
#[test]
fn other_questions_give_valid_records() {
    let validator = validator();
    let spec = "sig A { r: lone A } pred p[a: A] { some a.r  #A > 1  some A } pred q { lone r } run p for 2";
    let questions: [&[&str]; 6] = [
        &["find", "-", "--near-miss", "p", "--per-conjunct", "2"],
        &["find", "-", "--cover", "q, lone A", "--keys"],
        &["find", "-", "--cover", "conjuncts"],
        &["find", "-", "--distinct-by", "#r, some A"],
        &["diff", "-", "p", "q", "-n", "0"],
        &["find", "-", "--complete", "HEAP"],
    ];
    let heap = r#"{"objects":{"A$1":{"$type":"A","r":{"?":true}}}}"#;
    let heap = crate::program::file("records", "heap.json", heap);
    for question in questions {
        let arguments: Vec<&str> = question
            .iter()
            .map(|word| if *word == "HEAP" { crate::program::path(&heap) } else { word })
            .collect();
        let run = korrel_on(spec, &arguments);
        assert!(run.instances().len() > 1, "{question:?}: {}", run.stderr);
        check_stream(&validator, question[2], &run);
    }
}

/// So is what overflows leave open, and which of two conjuncts of one place it is.
#[test]
fn what_is_undecided_is_in_the_schema() {
    let validator = validator();
    let spec = "sig A { k: Int } pred far[a: set A] { some a  some x: a | plus[x.k, 3] > 5 }
        pred p { far[A]  far[A & A] } pred q { some A } run q for 2 A, 3 Int";
    let questions: [&[&str]; 4] = [
        &["find", "-", "--near-miss", "p"],
        &["find", "-", "--cover", "p, some A"],
        &["find", "-", "--distinct-by", "plus[#A, 2]"],
        &["diff", "-", "p", "q"],
    ];
    for question in questions {
        let run = korrel_on(spec, question);
        assert!(run.stdout.contains("\"undecided\":"), "{question:?}: {}", run.stdout);
        check_stream(&validator, question[2], &run);
    }
}

/// A validator that accepts anything would make the tests above worthless.
#[test]
fn the_schema_refuses_what_is_no_record() {
    let validator = validator();
    for wrong in [
        r#"{"kind":"end","status":"finished","count":1}"#,
        r#"{"kind":"end","status":"complete","count":1,"digest":"crc32:9AE0DAAF"}"#,
        r#"{"kind":"instance","id":0,"objects":{}}"#,
        r#"{"kind":"instance","id":0,"roots":{},"objects":{"Node":{"$type":"Node"}}}"#,
        r#"{"kind":"instance","id":0,"roots":{},"objects":{"Node$0":{}}}"#,
        r#"{"kind":"instance","id":-1,"roots":{},"objects":{}}"#,
        r#"{"kind":"instance","id":0,"roots":{},"objects":{},"other":{}}"#,
        r#"{"kind":"instance","id":0,"roots":{},"objects":{},"key":"0123"}"#,
        r#"{"kind":"instance","id":0,"roots":{"t":[["a"]]},"objects":{}}"#,
        r#"{"kind":"instance","id":0,"roots":{"t":1.5},"objects":{}}"#,
        r#"{"kind":"instance","id":0,"roots":{},"objects":{},"sets":{}}"#,
    ] {
        let record: Value = serde_json::from_str(wrong).expect("it is JSON");
        assert!(!validator.errors(&record).is_empty(), "{wrong}");
    }
}
