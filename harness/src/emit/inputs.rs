//! Failing inputs as tests: the smallest of each cause, with the right answer as far as it is known.

use serde_json::{Map, Value, json};

use super::state::{normal, unordered};
use super::{EmittedFile, EmittedTest, Framework, identifier};
use crate::failure::FailedInput;
use crate::plan::TestQuestion;
use crate::report::Report;
use korrel_heapgraph::Shape;

/// The spec's verdict on an input.
#[derive(Clone, Debug)]
pub enum JudgedInput {
    /// The spec did not judge.
    Not,
    /// It allows this answer only: a state afterwards, `{"objects":{…}}`, of objects of the input, and a
    /// result if there is one.
    Only { post: Value, result: Option<Value> },
    /// It allows several states, or may do so. A command that reads a record with both states and
    /// succeeds if it is allowed.
    Eval { words: Vec<String>, is_several: bool },
}

/// A file of tests. If the spec judged, `judged` gives the answers that it allows.
pub fn emit(
    framework: Framework,
    report: &Report,
    question: &TestQuestion,
    judged: &dyn Fn(&FailedInput) -> JudgedInput,
) -> String {
    let groups = report.operations.iter().flat_map(|op| &op.groups);
    let mut tests: Vec<EmittedTest> =
        groups.map(|group| test(&group.smallest, question, &judged(&group.smallest))).collect();
    EmittedFile::of_failures("Inputs", report, question, &mut tests).text(framework, &tests)
}

fn test(failure: &FailedInput, question: &TestQuestion, judged: &JudgedInput) -> EmittedTest {
    let remarks = [Some(failure.causes[0].text.clone()), remark(failure, judged)];
    EmittedTest {
        name: identifier(&format!("{}_{}", failure.op, failure.name)),
        remarks: remarks.into_iter().flatten().collect(),
        calls: vec![call(failure, question, judged)],
    }
}

fn remark(failure: &FailedInput, judged: &JudgedInput) -> Option<String> {
    match judged {
        JudgedInput::Only { .. } => Some("The spec allows this answer only.".to_owned()),
        JudgedInput::Eval { words, is_several } => {
            let command = words.join(" ");
            let allows = if *is_several { "allows" } else { "may allow" };
            Some(format!("The spec {allows} several states; `{command}` judges."))
        }
        JudgedInput::Not => {
            let other = failure.other.as_ref();
            other.map(|_| "Expected is what the other program answered.".to_owned())
        }
    }
}

fn call(failure: &FailedInput, question: &TestQuestion, judged: &JudgedInput) -> Value {
    let none = Map::new();
    let objects = failure.pre["objects"].as_object().unwrap_or(&none);
    let mut unordered = unordered(objects, &question.types);
    let operation = question.operations.iter().find(|op| op.name == failure.op);
    if operation.is_some_and(|op| op.result.as_ref().is_some_and(Shape::is_unordered)) {
        unordered.push("result".to_owned());
    }
    let mut call = Map::new();
    call.insert("op".to_owned(), json!(failure.op));
    call.extend(failure.pre.as_object().cloned().unwrap_or_default());
    call.insert("throws".to_owned(), json!(failure.causes[0].text.starts_with("does not throw")));
    let mut expect = |name: &str, value: Value| drop(call.insert(name.to_owned(), value));
    let mut post = None;
    if let Some(throw) = failure.other.as_ref().and_then(|other| other.get("throw")) {
        expect("throws", json!(true));
        expect("throw", throw["type"].clone());
    } else if let Some(other) = &failure.other {
        post = Some(other.get("post").unwrap_or(&failure.pre)).filter(|post| is_of(objects, post));
        other.get("result").into_iter().for_each(|result| expect("result", result.clone()));
    }
    match judged {
        JudgedInput::Only { post: only, result } => {
            post = Some(only);
            result.iter().for_each(|result| expect("result", result.clone()));
        }
        JudgedInput::Eval { words, .. } => expect("eval", json!(words)),
        JudgedInput::Not => {}
    }
    if let Some(post) = post.and_then(|post| post["objects"].as_object()) {
        let entries: Vec<String> = objects.keys().cloned().collect();
        expect("state", normal(post, entries.clone(), &unordered));
        expect("entries", json!(entries));
    }
    if !unordered.is_empty() {
        expect("unordered", json!(unordered));
    }
    Value::Object(call)
}

/// True if a state has no objects but these: new ones could have any names.
fn is_of(objects: &Map<String, Value>, post: &Value) -> bool {
    let post = post.get("objects").and_then(Value::as_object);
    post.is_some_and(|post| post.keys().all(|id| objects.contains_key(id)))
}
