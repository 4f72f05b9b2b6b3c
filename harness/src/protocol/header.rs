//! The first line that a driver gets.

use korrel_heapgraph::shapes;
use serde_json::{Map, Value, json};

use crate::input::TestedOperation;

/// The header's line, without the line break.
///
/// `declarations` are the members of a heapgraph/1 header that describe the spec: `tool`, `spec`,
/// `types`, `enums` and all others. They are handed on as they are.
pub fn header(declarations: &Map<String, Value>, operations: &[TestedOperation]) -> String {
    let mut record = Map::new();
    record.insert("kind".to_owned(), json!("header"));
    record.insert("protocol".to_owned(), json!("harness/1"));
    for (name, value) in declarations {
        record.insert(name.clone(), value.clone());
    }
    let ops = operations.iter().map(|op| (op.name.clone(), described(op))).collect();
    record.insert("ops".to_owned(), Value::Object(ops));
    Value::Object(record).to_string()
}

fn described(operation: &TestedOperation) -> Value {
    let mut described = Map::new();
    described.insert("parameters".to_owned(), shapes(&operation.parameters));
    if let Some(result) = &operation.result {
        described.insert("result".to_owned(), json!(result.to_string()));
    }
    Value::Object(described)
}
