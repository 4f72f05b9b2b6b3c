//! Behaviours as tests: the calls of the smallest failure of each cause, and all right ends of the last call.
//!
//! The last call may end in several ways, and new objects may be called in any way. So each end is written as the
//! list of its objects in the order in which they are met (see [`super::state`]): first those whose names the
//! program knows, then what is beside objects (subset sigs, relations, the result) as one object more, then all
//! others by their names.

use serde_json::{Map, Value, json};

use super::state::written;
use super::{EmittedFile, EmittedTest, Framework};
use crate::failure::{CheckedBehaviour, FailedInput, RightEnds};
use crate::plan::TestQuestion;
use crate::report::Report;
use korrel_heapgraph::{Shape, shape_of};

/// More ends than these are not written: the test then asserts that nothing is thrown.
const MOST_ENDS: usize = 100;

/// The name of the object that holds everything beside the objects, and its type. No name begins so.
const END: &str = "$end";
const ANSWER: &str = "$answer";

/// A file of tests of behaviours. The failures must have what a test asserts.
pub fn emit_behaviours(framework: Framework, report: &Report, question: &TestQuestion) -> String {
    let groups = report.operations.iter().flat_map(|op| &op.groups);
    let mut tests: Vec<EmittedTest> =
        groups.filter_map(|group| test(&group.smallest, question)).collect();
    EmittedFile::of_failures("Calls", report, question, &mut tests).text(framework, &tests)
}

fn test(failure: &FailedInput, question: &TestQuestion) -> Option<EmittedTest> {
    let checked = failure.checked.as_ref()?;
    let CheckedBehaviour { beginning, calls, threw, right } = &**checked;
    let mut begun = Map::from_iter([("kind".to_owned(), json!("reset"))]);
    begun.extend(beginning.clone());
    let call = |(at, call): (usize, &Value)| {
        let mut record = Map::from_iter([("kind".to_owned(), json!("call"))]);
        record.extend(call.as_object().cloned().unwrap_or_default());
        if let Some(&threw) = threw.get(at) {
            record.insert("throws".to_owned(), json!(threw));
        } else if let Some(right) = right {
            record.extend(asserted(right, &failure.op, question));
        }
        Value::Object(record)
    };
    let calls = calls.iter().enumerate().map(call);
    let differs = "Under another labelling the program does something else: this is the one, and no test of both.";
    let differs = failure.is_disagreement().then(|| differs.to_owned());
    let remarks = [Some(failure.causes[0].text.clone()), differs, right.as_ref().map(remark)];
    Some(EmittedTest {
        name: super::identifier(&format!("{}_{}", failure.op, failure.name)),
        remarks: remarks.into_iter().flatten().collect(),
        calls: std::iter::once(Value::Object(begun)).chain(calls).collect(),
    })
}

fn remark(right: &RightEnds) -> String {
    match (right.throws, right.ends.len()) {
        (true, _) => "The last call must throw, and leave the state as it is.".to_owned(),
        (_, 1) => "The spec allows this end only.".to_owned(),
        (_, many) if many <= MOST_ENDS => format!("The spec allows these {many} ends."),
        (_, many) => format!("The spec allows {many} ends, which are not written."),
    }
}

/// The members of the last call that say how it may end.
fn asserted(right: &RightEnds, op: &str, question: &TestQuestion) -> Map<String, Value> {
    let mut record = Map::from_iter([("throws".to_owned(), json!(right.throws))]);
    if right.ends.is_empty() || right.ends.len() > MOST_ENDS {
        return record;
    }
    let result = question.operations.iter().find(|one| one.name == op);
    let result = result.and_then(|op| op.result.as_ref()).filter(|_| !right.throws);
    let types = &question.types;
    let mut seen: Map<String, Value> = right
        .seen
        .iter()
        .map(|(ty, fields)| (ty.clone(), [&["$type".to_owned()], &fields[..]].concat().into()))
        .collect();
    let told = right.beside.iter().cloned().chain(result.map(|_| RESULT.to_owned()));
    seen.insert(ANSWER.to_owned(), told.collect());
    let is_set = |name: &&String| {
        let is_relation = shape_of(&types.relations, name).is_some_and(Shape::is_unordered);
        is_relation || types.sets.iter().any(|set| set.name == **name)
    };
    let mut unordered: Vec<String> =
        right.beside.iter().filter(is_set).map(|name| format!("{ANSWER}.{name}")).collect();
    if result.is_some_and(Shape::is_unordered) {
        unordered.push(format!("{ANSWER}.{RESULT}"));
    }
    for (ty, fields) in &right.seen {
        let sets = fields.iter().filter(|field| types.is_unordered(ty, field));
        unordered.extend(sets.map(|field| format!("{ty}.{field}")));
    }
    let mut ends: Vec<Value> = Vec::new();
    for (state, returned) in &right.ends {
        let returned = result.map(|_| returned.as_ref().unwrap_or(&Value::Null));
        let end = end(right, state, returned, &unordered);
        if !ends.contains(&end) {
            ends.push(end);
        }
    }
    record.insert("known".to_owned(), json!(right.known));
    record.insert("seen".to_owned(), Value::Object(seen));
    if !unordered.is_empty() {
        record.insert("unordered".to_owned(), json!(unordered));
    }
    record.insert("ends".to_owned(), json!(ends));
    record
}

/// The name of the returned value.
const RESULT: &str = "result";

/// A state and a result, whatever new objects are called.
fn end(right: &RightEnds, state: &Value, result: Option<&Value>, unordered: &[String]) -> Value {
    let mut objects = state["objects"].as_object().cloned().unwrap_or_default();
    let mut answer = Map::from_iter([("$type".to_owned(), json!(ANSWER))]);
    for part in ["sets", "relations"] {
        answer.extend(state[part].as_object().cloned().unwrap_or_default());
    }
    if let Some(result) = result {
        answer.insert(RESULT.to_owned(), result.clone());
    }
    objects.insert(END.to_owned(), Value::Object(answer));
    let mut met: Vec<String> = right.known.clone();
    met.push(END.to_owned());
    written(&objects, &mut met, unordered);
    let mut others: Vec<String> =
        objects.keys().filter(|name| !met.contains(name)).cloned().collect();
    others.sort();
    met.extend(others);
    written(&objects, &mut met, unordered)
}
