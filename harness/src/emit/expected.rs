//! The assertion of a test.

use serde_json::{Map, Value, json};

use crate::failure::FailedInput;
use crate::schedule::TestQuestion;
use korrel_heapgraph::Shape;

/// The spec's verdict on an input.
#[derive(Clone, Debug)]
pub enum Judged {
    /// The spec did not judge.
    Not,
    /// It allows this answer only: a state afterwards, `{"objects":{…}}`, of objects of the input, and a
    /// result if there is one.
    Only { post: Value, result: Option<Value> },
    /// It allows several states, or may do so. A command that reads a record with both states and
    /// succeeds if it is allowed.
    Eval { words: Vec<String>, is_several: bool },
}

/// The expected answer as JSON, and remarks for the test's reader.
pub(super) fn expected(
    failure: &FailedInput,
    question: &TestQuestion,
    judged: &dyn Fn(&FailedInput) -> Judged,
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
        Judged::Only { post, result } => {
            remark = Some("The spec allows this answer only.".to_owned());
            expected.insert("post".to_owned(), post["objects"].clone());
            result
                .into_iter()
                .for_each(|result| drop(expected.insert("result".to_owned(), result)));
        }
        Judged::Eval { words, is_several } => {
            let command = words.join(" ");
            let allows = if is_several { "allows" } else { "may allow" };
            remark = Some(format!("The spec {allows} several states; `{command}` judges."));
            expected.insert("eval".to_owned(), json!(words));
        }
        Judged::Not => {}
    }
    expected.insert("unordered".to_owned(), unordered(failure, question));
    (Value::Object(expected), remark)
}

fn recorded(expected: &mut Map<String, Value>, failure: &FailedInput, other: &Value) {
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
fn is_of_old_objects(failure: &FailedInput, post: &Value) -> bool {
    let objects = post.get("objects").and_then(Value::as_object);
    objects.is_some_and(|objects| objects.keys().all(|id| failure.pre["objects"].get(id).is_some()))
}

/// The fields, by type and name, whose arrays are sets; and `result` where that is one.
fn unordered(failure: &FailedInput, question: &TestQuestion) -> Value {
    let types = &question.types;
    let mut names: Vec<String> = Vec::new();
    for fields in failure.pre["objects"].as_object().into_iter().flatten().map(|(_, object)| object)
    {
        let ty = fields["$type"].as_str().unwrap_or_default();
        for (field, _) in fields.as_object().into_iter().flatten() {
            let name = format!("{ty}.{field}");
            if types.is_unordered(ty, field) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let operation = question.operations.iter().find(|op| op.name == failure.op);
    if operation.is_some_and(|op| op.result.as_ref().is_some_and(Shape::is_unordered)) {
        names.push("result".to_owned());
    }
    json!(names)
}
