//! The values that a program returns.

use serde_json::{Value as Json, json};

use crate::operations::ViolatedConjunct;

use super::{causes, judged, spec};

/// If this failed, what a program returned would be taken for something else.
#[test]
fn results_of_every_kind() {
    let judged = |declared: &str, formula: &str, result: Json| -> Vec<ViolatedConjunct> {
        let spec = spec(&format!(
            "open util/boolean sig A {{ f: set A }} pred p_pre {{ some A }}
             pred p_post[result: {declared}] {{ {formula} }} run p_pre for 3 but 0..3 Int"
        ));
        let object = json!({ "$type": "A", "f": [] });
        let input = json!({ "roots": {}, "objects": { "A$0": object, "A$1": object } });
        judged(
            &spec,
            "p",
            &input,
            &json!({ "objects": { "A$0": object, "A$5": object } }),
            Some(&result),
        )
    };
    let cases = [
        ("A", "result in A' - A", json!("A$5")),
        ("A", "result in A - A'", json!("A$1")),
        ("lone A", "no result", Json::Null),
        ("Int", "result = 70000", json!(70_000)),
        ("Int", "result > #A", json!(3)),
        ("Bool", "isTrue[result]", json!(true)),
        ("String", "result = \"yes\"", json!("yes")),
        ("set A", "result = A + A'", json!(["A$5", "A$1", "A$0"])),
        ("seq A", "result[0] = result[2] and #result = 3", json!(["A$1", "A$0", "A$1"])),
        ("seq Int", "result.last = 9 and 9 in Int", json!([1, 9])),
        ("A -> lone Int", "result[A] = 2", json!({ "A$0": 2 })),
    ];
    for (declared, formula, result) in cases {
        assert_eq!(judged(declared, formula, result.clone()), [], "{declared} | {formula}");
        let denied = judged(declared, &format!("not ({formula})"), result);
        assert_eq!(causes(&denied), ["p_post s.als:2"], "{declared} | {formula}");
    }
}
