//! Lists, for answers that refer to objects.

use korrel_harness::{DriverCommand, Input, Plan, TestQuestion, TestedOperation, Unit};
use korrel_heapgraph::{Header, Member, Shape};
use serde_json::{Map, Value, json};

pub fn question() -> TestQuestion {
    let declarations = json!({
        "tool": "test", "spec": "lists.als",
        "types": { "L": { "head": "N?" }, "N": { "key": "int", "next": "N?" } },
        "enums": {},
    });
    let operation = |name: &str, result: Option<&str>| TestedOperation {
        name: name.to_owned(),
        parameters: vec![Member { name: "l".to_owned(), shape: Shape::parse("L").unwrap() }],
        result: result.and_then(Shape::parse),
        judges: vec![format!("{name}_post")],
        unit: Unit { name: "N".to_owned(), apart: 1 },
    };
    let operations = vec![
        operation("add", None),
        operation("pick", Some("N?")),
        operation("big", Some("set N")),
    ];
    let types = Header::declared(&declarations).unwrap();
    TestQuestion { declarations: declarations.as_object().unwrap().clone(), types, operations }
}

/// Lists of 0 to so many N, for one operation.
pub fn lists(op: usize, most: u64) -> impl Iterator<Item = Input> {
    (0..=most).map(move |count| {
        let next =
            |at: u64| if at + 1 < count { json!(format!("N${}", at + 1)) } else { Value::Null };
        let head = if count > 0 { json!("N$0") } else { Value::Null };
        let mut objects = Map::new();
        objects.insert("L$0".to_owned(), json!({ "$type": "L", "head": head }));
        for at in 0..count {
            objects.insert(format!("N${at}"), json!({ "$type": "N", "key": at, "next": next(at) }));
        }
        let heap = json!({ "roots": { "l": "L$0", "n": count }, "objects": objects });
        Input { op, id: count, size: 1 + count, heap: heap.into(), name: None }
    })
}

pub fn driver(mistake: &str) -> DriverCommand {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/drivers/graph.py");
    DriverCommand::new(["python3", script, mistake]).unwrap()
}

pub fn plan(mistake: &str) -> Plan {
    Plan::new(driver(mistake))
}
