//! `seq`, and the types of relations that are declared by an expression.

use serde_json::{Value as Json, json};

use super::super::{Extent, Schema, abstract_heaps, read};
use super::{header, valid};
use crate::shown_variables;
use crate::testing::problem;

fn schema(spec: &str) -> Schema {
    let resolved = problem(spec);
    let (model, command) = (resolved.model(), &resolved.model().commands[0]);
    let schema = Schema::new(model, command).expect("no two roots of one name");
    schema.with_witnesses(model, &shown_variables(model, command))
}

fn declared(spec: &str) -> Json {
    valid(&header(&schema(spec)))
}

/// If this failed, a sequence would be written as a map from its indices, or what only looks like
/// one would be an array that has lost its keys.
#[test]
fn shapes() {
    let header = declared(
        "sig N { a: seq N, b: seq Int, c: seq (N -> N), d: Int -> lone N, e = { i: Int, n: N | n in i.a } }
         sig M in Int { f: seq N } pred p[q: seq N, r: seq univ] {} run p for 2",
    );
    assert_eq!(
        header["types"]["N"],
        json!({ "a": "seq N", "b": "seq int", "c": "rel int N N", "d": "map int N", "e": "rel int N" })
    );
    assert_eq!(header["roots"], json!({ "q": "seq N", "r": "seq univ" }));
    assert_eq!(header["relations"], json!({ "M.f": "rel int int N" }));
}

/// If this failed, a reader would not know which values a parameter or a witness can have.
#[test]
fn types_of_expressions() {
    let roots = declared(
        "abstract sig O {} sig D extends O { r: set O, v: O -> Color } sig F extends O {}
         enum Color { RED } pred p[d: D, x: d.r, y: set F & d.r, z: d.r -> lone Color] {}
         run p for 2",
    );
    assert_eq!(roots["roots"], json!({ "d": "D", "x": "O", "y": "set F", "z": "map O Color" }));
    let witnesses =
        declared("sig A { r: set A } check { all x: A, y: x.r, s: set y.^r | y in s } for 2");
    assert_eq!(witnesses["witness"], json!({ "x": "A", "y": "A", "s": "set A" }));
}

/// If this failed, the length of a list in a program would be bounded by the command's scope, or its
/// elements would lose their places.
#[test]
fn a_sequence_is_as_long_as_it_is() {
    let resolved = problem("one sig L { s: seq N } sig N {} run {} for 2 but 0..1 Int, 1 seq");
    let (model, command) = (resolved.model(), &resolved.model().commands[0]);
    let schema = Schema::new(model, command).expect("no two roots of one name");
    let json = json!({
        "roots": { "L": "L$0" },
        "objects": {
            "L$0": { "$type": "L", "s": ["N$1", "N$1", "N$0", "N$1"] },
            "N$0": { "$type": "N" }, "N$1": { "$type": "N" }
        }
    });
    let heap = read(&schema, model, &json).expect("it fits");
    let instances = abstract_heaps(&schema, model, &[heap], &Extent::default());
    let instance = instances.expect("it is small").pop().expect("one heap gives one instance");
    assert_eq!(korrel_lang::evaluate::violation(model, command, &instance).map(|_| ()), None);
    assert_eq!(instance.universe.integer_range(), Some((0, 3)));
    let nulls =
        json!({ "roots": { "L": "L$0" }, "objects": { "L$0": { "$type": "L", "s": [null] } } });
    let errors = read(&schema, model, &nulls).expect_err("there are no gaps");
    assert_eq!(errors[0].to_string(), "objects.L$0.s[0]: null is not a value of type `N`");
}
