//! What a test asserts.

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::schedule::Question;
use crate::types::{Types, is_unordered};

/// What the spec says of an input.
#[derive(Clone, Debug)]
pub enum Judged {
    /// The spec did not judge.
    Not,
    /// It allows this state afterwards only: `{"objects":{…}}`.
    Post(Value),
    /// It allows several. A command that reads a record with both states and succeeds if it is allowed.
    Eval(Vec<String>),
}

/// As JSON; and what the test's reader should know.
pub(super) fn expected(
    failure: &Failure,
    question: &Question,
    judged: &dyn Fn(&Failure) -> Judged,
) -> (Value, Option<String>) {
    let mut expected = Map::new();
    let throws = failure.causes[0].text.starts_with("does not throw");
    expected.insert("throws".to_owned(), json!(throws));
    let mut remark = None;
    if let Some(other) = &failure.other {
        remark = Some("Expected is what the other program answered.".to_owned());
        recorded(&mut expected, failure, other);
    }
    match judged(failure) {
        Judged::Post(post) if is_of_old_objects(failure, &post) => {
            remark = Some("The spec allows this state only.".to_owned());
            expected.insert("post".to_owned(), post["objects"].clone());
        }
        Judged::Eval(words) => {
            let command = words.join(" ");
            remark = Some(format!("The spec allows several states; `{command}` judges."));
            expected.insert("eval".to_owned(), json!(words));
        }
        Judged::Post(_) | Judged::Not => {}
    }
    expected.insert("unordered".to_owned(), unordered(failure, question));
    (Value::Object(expected), remark)
}

fn recorded(expected: &mut Map<String, Value>, failure: &Failure, other: &Value) {
    if let Some(throw) = other.get("throw") {
        expected.insert("throws".to_owned(), json!(true));
        expected.insert("throw".to_owned(), throw["type"].clone());
        return;
    }
    let is_old = other.get("post").is_none_or(|post| is_of_old_objects(failure, post));
    if is_old {
        let state = other.get("post").unwrap_or(&failure.pre);
        expected.insert("post".to_owned(), state["objects"].clone());
    }
    if let Some(result) = other.get("result") {
        expected.insert("result".to_owned(), result.clone());
    }
}

/// New objects could have any names.
fn is_of_old_objects(failure: &Failure, post: &Value) -> bool {
    let objects = post.get("objects").and_then(Value::as_object);
    objects.is_some_and(|objects| objects.keys().all(|id| failure.pre["objects"].get(id).is_some()))
}

/// The fields, by type and name, whose arrays are sets; and `result` where that is one.
fn unordered(failure: &Failure, question: &Question) -> Value {
    let types: Types = question.types();
    let mut names: Vec<String> = Vec::new();
    for fields in failure.pre["objects"].as_object().into_iter().flatten().map(|(_, object)| object)
    {
        let ty = fields["$type"].as_str().unwrap_or_default();
        for (field, _) in fields.as_object().into_iter().flatten() {
            let name = format!("{ty}.{field}");
            if is_unordered(types.shape(ty, field)) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let operation = question.operations.iter().find(|op| op.name == failure.op);
    if operation.is_some_and(|op| is_unordered(op.result.as_deref())) {
        names.push("result".to_owned());
    }
    json!(names)
}
