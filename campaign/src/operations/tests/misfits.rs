//! Answers that do not fit their types.

use serde_json::{Value as Json, json};

use crate::operations::{Judge, operation};

use super::red_black_tree::{TREES, three};
use super::{after, spec};

/// If this failed, a malformed state would be judged, or its mistake looked for in vain.
#[test]
fn what_does_not_fit_its_types() {
    let spec = spec(TREES);
    let operation = operation(&spec, "remove", None).expect("the predicates fit");
    let judge = Judge::new(&spec, &operation, &operation.command).expect("no names clash");
    let details = |change: &dyn Fn(&mut Json), result: Json| -> Vec<String> {
        let mut post = after(&three());
        change(&mut post);
        let violated = judge.judge(&three().into(), Some(&post), Some(&result));
        violated.into_iter().flat_map(|one| one.details).collect()
    };
    let node = |field: &'static str, value: Json| {
        move |post: &mut Json| post["objects"]["Node$1"][field] = value.clone()
    };
    let cases: [(Vec<String>, &str); 8] = [
        (details(&node("key", Json::Null), Json::Null), "post.objects.Node$1.key: null"),
        (
            details(&node("left", json!("Node$9")), Json::Null),
            "post.objects.Node$1.left: there is no",
        ),
        (details(&node("color", json!("BLUE")), Json::Null), "post.objects.Node$1.color: \"BLUE\""),
        (
            details(&node("$type", json!("Nod")), Json::Null),
            "post.objects.Node$1.$type: there is no",
        ),
        (details(&|post| post["roots"] = json!({ "t": 3 }), Json::Null), "post.roots.t: 3 is not"),
        (details(&|_| (), json!(3)), "result: 3 is not a value of type `Node`"),
        (details(&|_| (), json!("Node$8")), "result: there is no object \"Node$8\""),
        (details(&|_| (), json!(["Node$1"])), "result: [\"Node$1\"] is not"),
    ];
    for (details, expected) in cases {
        let is_told = details.first().is_some_and(|first| first.starts_with(expected));
        assert!(is_told, "{expected}: {details:?}");
    }
}
