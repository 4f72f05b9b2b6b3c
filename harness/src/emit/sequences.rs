//! Sequences of calls as tests: each starts the driver, makes the calls one after the other, each on the state
//! that the one before it has left, and compares the states with those that were found.
//!
//! Objects may be called otherwise another time, so a state is compared as the list of its objects in the order
//! in which they are met from the roots, by their numbers in it; so are the keys of maps that are objects.

use korrel_heapgraph::shape_of;
use serde_json::{Map, Value, json};

use super::{Framework, JSON_IN_JAVA, literal};
use crate::protocol::header;
use crate::report::ReportHeading;
use crate::schedule::TestQuestion;

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
    /// The state afterwards; `None` if the program throws.
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
    let (template, end) = match framework {
        Framework::Pytest => (include_str!("templates/sequences/pytest.py"), ""),
        Framework::Junit => (include_str!("templates/sequences/junit.java"), "}\n"),
        Framework::Node => (include_str!("templates/sequences/node.mjs"), ""),
        Framework::Rust => (include_str!("templates/sequences/rust.rs"), ""),
    };
    let driver: Vec<String> = heading.driver.iter().map(|word| literal(framework, word)).collect();
    let head = template
        .replace("@SPEC@", &heading.spec.replace(char::is_control, " "))
        .replace("@DRIVER@", &driver.join(", "))
        .replace("@JSON@", JSON_IN_JAVA);
    let header = header(&question.declarations, &question.operations);
    let tests: String = sequences
        .iter()
        .map(|sequence| {
            let calls: Vec<Value> =
                sequence.calls.iter().map(|call| record(call, question, roots)).collect();
            let texts =
                [header.clone(), json!(calls).to_string()].map(|text| literal(framework, &text));
            test(framework, sequence, &texts)
        })
        .collect();
    format!("{head}{tests}{end}")
}

fn test(framework: Framework, sequence: &CallSequence, [header, calls]: &[String; 2]) -> String {
    let (name, remark) = (&sequence.name, sequence.remark.replace(char::is_control, " "));
    match framework {
        Framework::Pytest => format!(
            "\n\ndef test_{name}():\n    # {remark}\n    follow(\n        {header},\n        {calls},\n    )\n"
        ),
        Framework::Junit => format!(
            "\n    @Test\n    void {name}() throws Exception {{\n        // {remark}\n        follow(\n            \
             {header},\n            {calls});\n    }}\n"
        ),
        Framework::Node => format!(
            "\n// {remark}\ntest(\"{name}\", () =>\n  follow(\n    {header},\n    {calls},\n  ));\n"
        ),
        Framework::Rust => format!(
            "\n#[test]\nfn {name}() {{\n    // {remark}\n    follow(\n        {header},\n        {calls},\n    );\n}}\n"
        ),
    }
}

fn record(call: &CheckedCall, question: &TestQuestion, roots: &StateRoots) -> Value {
    let mut record = Map::new();
    let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
    put("op", json!(call.op));
    if call.makes {
        put("makes", json!(true));
    }
    call.receiver.iter().for_each(|receiver| drop(put("receiver", json!(receiver))));
    put("roots", json!(call.roots));
    if !call.objects.is_empty() {
        put("objects", json!(call.objects));
    }
    let operation = question.operations.iter().find(|op| op.name == call.op);
    let takes = |sig: &&String| {
        !call.makes && operation.is_some_and(|op| shape_of(&op.parameters, sig).is_some())
    };
    put("sigs", json!(roots.sigs.iter().filter(takes).collect::<Vec<_>>()));
    put("allSigs", json!(roots.sigs));
    put("rootless", json!(roots.name.is_none()));
    put("throws", json!(call.left.is_none()));
    if let Some(left) = &call.left {
        let unordered = unordered(left, question);
        put("state", normal(left, roots, &unordered));
        put("unordered", json!(unordered));
    }
    Value::Object(record)
}

/// The fields, by type and name, whose arrays are sets.
fn unordered(state: &Value, question: &TestQuestion) -> Vec<String> {
    let types = &question.types;
    let mut names: Vec<String> = Vec::new();
    for fields in state["objects"].as_object().into_iter().flat_map(Map::values) {
        let ty = fields["$type"].as_str().unwrap_or_default();
        for field in fields.as_object().into_iter().flat_map(Map::keys) {
            let name = format!("{ty}.{field}");
            if types.is_unordered(ty, field) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Its objects in the order in which they are met.
fn normal(state: &Value, roots: &StateRoots, unordered: &[String]) -> Value {
    let none = Map::new();
    let objects = state["objects"].as_object().unwrap_or(&none);
    let names = roots.name.iter().chain(&roots.sigs);
    let mut entries: Vec<Value> = names.map(|name| state["roots"][name].clone()).collect();
    if entries.is_empty() {
        let mut all: Vec<&String> = objects.keys().collect();
        all.sort();
        entries = all.into_iter().map(|name| json!(name)).collect();
    }
    let mut met = Vec::new();
    entries.iter().for_each(|entry| drop(renamed(entry, objects, &mut met)));
    let (mut written, mut at) = (Vec::new(), 0);
    while at < met.len() {
        let fields = objects[&met[at]].as_object().unwrap_or(&none);
        let ty = fields["$type"].as_str().unwrap_or_default();
        let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
        fields.sort_by_key(|(name, _)| *name);
        let mut of = Map::new();
        for (name, value) in fields {
            let is_set = unordered.contains(&format!("{ty}.{name}"));
            let value = sorted(&renamed(&sorted(value, is_set), objects, &mut met), is_set);
            of.insert(name.clone(), value);
        }
        written.push(Value::Object(of));
        at += 1;
    }
    Value::Array(written)
}

fn sorted(value: &Value, is_set: bool) -> Value {
    let mut value = value.clone();
    if let (Some(items), true) = (value.as_array_mut(), is_set) {
        items.sort_by_key(Value::to_string);
    }
    value
}

fn renamed(value: &Value, objects: &Map<String, Value>, met: &mut Vec<String>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| renamed(item, objects, met)).collect(),
        Value::Object(entries) => {
            let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
            entries.sort_by_key(|(name, _)| *name);
            // A map may be keyed by objects.
            let entry = |(name, item): (&String, &Value)| {
                let key = number(name, objects, met).unwrap_or_else(|| name.clone());
                (key, renamed(item, objects, met))
            };
            Value::Object(entries.into_iter().map(entry).collect())
        }
        Value::String(name) => {
            number(name, objects, met).map_or_else(|| value.clone(), Value::String)
        }
        other => other.clone(),
    }
}

/// The number of an object among those met, which then include it; `None` if the name is no
/// object's.
fn number(name: &String, objects: &Map<String, Value>, met: &mut Vec<String>) -> Option<String> {
    objects.contains_key(name).then(|| {
        let at = met.iter().position(|other| other == name).unwrap_or_else(|| {
            met.push(name.clone());
            met.len() - 1
        });
        format!("#{at}")
    })
}
