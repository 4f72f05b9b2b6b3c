//! Sequences of calls as tests: each call is made on the state that the one before it has left, and the states
//! are compared with those that were found.

use korrel_heapgraph::shape_of;
use serde_json::{Map, Value, json};

use super::state::{normal, unordered};
use super::{EmittedFile, EmittedTest, Framework};
use crate::plan::TestQuestion;
use crate::protocol::header;
use crate::report::ReportHeading;

/// A sequence of calls that becomes a test.
#[derive(Clone, Debug)]
pub struct CallSequence {
    /// An identifier in every language.
    pub name: String,
    /// The calls in words, for people.
    pub remark: String,
    pub calls: Vec<CheckedCall>,
}

/// A call and the state that it leaves.
#[derive(Clone, Debug)]
pub struct CheckedCall {
    pub op: String,
    /// It makes a state of nothing.
    pub makes: bool,
    /// The parameter that stands for the state's root.
    pub receiver: Option<String>,
    /// The other parameters.
    pub roots: Map<String, Value>,
    /// New objects.
    pub objects: Map<String, Value>,
    /// The state afterwards, or `None` if the program throws.
    pub left: Option<Value>,
}

/// The roots of states.
#[derive(Clone, Debug, Default)]
pub struct StateRoots {
    pub name: Option<String>,
    /// Sigs that are roots by themselves.
    pub sigs: Vec<String>,
}

/// A file of tests.
pub fn emit_sequences(
    framework: Framework,
    heading: &ReportHeading,
    question: &TestQuestion,
    roots: &StateRoots,
    sequences: &[CallSequence],
) -> String {
    let test = |sequence: &CallSequence| EmittedTest {
        name: sequence.name.clone(),
        remarks: vec![sequence.remark.clone()],
        calls: sequence.calls.iter().map(|call| record(call, question, roots)).collect(),
    };
    let file = EmittedFile {
        title: format!(
            "Calls that build the states of {}. Written by korrel explore",
            heading.spec
        ),
        class: "StatesByKorrelTest",
        heading,
        header: header(&question.declarations, &question.operations),
    };
    file.text(framework, &sequences.iter().map(test).collect::<Vec<_>>())
}

fn record(call: &CheckedCall, question: &TestQuestion, roots: &StateRoots) -> Value {
    let mut record = Map::new();
    let mut put = |name: &str, is_there: bool, value: Value| {
        if is_there {
            record.insert(name.to_owned(), value);
        }
    };
    put("op", true, json!(call.op));
    put("makes", call.makes, json!(true));
    put("receiver", call.receiver.is_some(), json!(call.receiver));
    put("roots", true, json!(call.roots));
    put("objects", !call.objects.is_empty(), json!(call.objects));
    let operation = question.operations.iter().find(|op| op.name == call.op);
    let takes = |sig: &&String| {
        !call.makes && operation.is_some_and(|op| shape_of(&op.parameters, sig).is_some())
    };
    let sigs: Vec<&String> = roots.sigs.iter().filter(takes).collect();
    put("sigs", !sigs.is_empty(), json!(sigs));
    put("throws", true, json!(call.left.is_none()));
    if let Some(left) = &call.left {
        let none = Map::new();
        let objects = left["objects"].as_object().unwrap_or(&none);
        let unordered = unordered(objects, &question.types);
        put("allSigs", !roots.sigs.is_empty(), json!(roots.sigs));
        put("rootless", roots.name.is_none(), json!(true));
        put("state", true, normal(objects, entries(left, objects, roots), &unordered));
        put("unordered", !unordered.is_empty(), json!(unordered));
    }
    Value::Object(record)
}

/// The root and the `one` sigs, or all objects where there is neither.
fn entries(left: &Value, objects: &Map<String, Value>, roots: &StateRoots) -> Vec<String> {
    let names = roots.name.iter().chain(&roots.sigs);
    let entries = names.filter_map(|name| left["roots"][name].as_str()).map(str::to_owned);
    let mut entries: Vec<String> = entries.collect();
    if roots.name.is_none() && roots.sigs.is_empty() {
        entries.extend(objects.keys().cloned());
        entries.sort();
    }
    entries
}
