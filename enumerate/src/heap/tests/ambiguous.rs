//! Names and texts that a reader could take for something else.

use serde_json::json;

use super::super::{Schema, read};
use crate::testing::problem;

fn ambiguities(spec: &str) -> Vec<String> {
    let resolved = problem(spec);
    let (model, command) = (resolved.model(), &resolved.model().commands[0]);
    let schema = Schema::new(model, command).expect("no two roots of one name");
    let found = schema.ambiguities(model, command);
    found.into_iter().map(|diagnostic| diagnostic.message.into()).collect()
}

/// If this failed, a header would say `string` of objects, or a text would be read as the object
/// that it is called like. Or a spec would be refused that nobody can misread.
#[test]
fn what_is_refused() {
    let text = r#"sig N { s: String } fact { N.s in "N$0" + "N" + "N$" + "M$0" } run {}"#;
    let message = r#"the string "N$0" would be taken for an object in a heap"#;
    assert_eq!(ambiguities(text), [message]);
    let called = r#"sig N { s: String } fun f: String { "N$12" } run { N.s = f }"#;
    assert_eq!(ambiguities(called).len(), 1);
    let words = "sig string, map, rel, Bool { r: set string } enum bool { T, F } run {}";
    assert_eq!(
        ambiguities(words),
        ["string", "bool"].map(|name| {
            format!("the sig `{name}` would be taken for something else in a heap")
        })
    );
    assert!(ambiguities("sig strings {} enum E { string, bool } run {}").is_empty());
}

/// If this failed, a reference to an object that is gone would be a text wherever a field may hold
/// anything, and no message would say so.
#[test]
fn a_dangling_reference_is_no_text() {
    let resolved = problem("sig N { any: set univ, s: lone String } run {}");
    let model = resolved.model();
    let schema = Schema::new(model, &model.commands[0]).expect("no two roots of one name");
    let heap = |any: &str, text: &str| {
        let object = json!({ "$type": "N", "any": [any], "s": text });
        let json = json!({ "objects": { "N$0": object } });
        let read = read(&schema, model, &json).map(|_| ());
        read.map_err(|errors| errors[0].to_string())
    };
    let error = |message: &str| Err(message.to_owned());
    assert_eq!(heap("N$0", "N$1"), Ok(()));
    assert_eq!(heap("M$1", ""), Ok(()));
    assert_eq!(heap("N$1", ""), error(r#"objects.N$0.any[0]: there is no object "N$1""#));
    let taken = r#"objects.N$0.s: "N$0", of type `N`, is not a value of type `string`"#;
    assert_eq!(heap("", "N$0"), error(taken));
}
