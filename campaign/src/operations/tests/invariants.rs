//! `--invariant`.

use korrel_enumerate::{Instances, Meaning, Next, Problem, Strategy};
use korrel_sat::Effort;
use serde_json::{Value as Json, json};

use crate::operations::{Judge, operation};

use super::{after, causes, spec};

/// If this failed, inputs for which the invariant fails would be sent, or roots be left out.
#[test]
fn an_invariant_of_each_root() {
    let spec = spec(
        "sig A { f: lone A } pred ok[x: A] { no x.f } pred p_pre[a: A, s: set A] {} run p_pre for 2",
    );
    let operation = operation(&spec, "p", Some("ok")).expect("the predicates fit");
    let judge = Judge::new(&spec, &operation, &operation.command).expect("no names clash");
    let heap = |first: Json, second: Json| {
        let a = |f: Json| json!({ "$type": "A", "f": f });
        json!({ "roots": { "a": "A$0", "s": ["A$1"] }, "objects": { "A$0": a(first), "A$1": a(second) } })
    };
    let of = |post: &Json| {
        causes(&judge.judge(&heap(Json::Null, Json::Null).into(), Some(&after(post)), None))
    };
    assert_eq!(of(&heap(Json::Null, Json::Null)), [""; 0]);
    assert_eq!(of(&heap(json!("A$1"), Json::Null)), ["ok s.als:1"]);
    assert_eq!(of(&heap(Json::Null, json!("A$0"))), ["ok s.als:1"]);
    let effort = Effort::default();
    let problem = Problem::new(&spec.model, &operation.command, Meaning::default(), &effort);
    let problem = problem.expect("it is small");
    let mut found = Instances::new(&problem, Strategy::default(), effort).expect("it is small");
    let mut inputs = 0;
    while let Next::Instance(_) = found.next() {
        inputs += 1;
    }
    // One atom without a step, in the set or not. Or two, one of which is the root, with a step from
    // the other where that is not in the set.
    assert_eq!(inputs, 2 + 4 + 4);
}
