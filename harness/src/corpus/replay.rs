//! `--replay DIR`: the inputs that were recorded.

use std::io;
use std::path::Path;

use korrel_heapgraph::Record;
use serde_json::{Map, Value};

use crate::input::{Input, InputName, TestedOperation};

/// An input from a file.
#[derive(Clone, Debug)]
pub struct RecordedInput {
    pub op: String,
    pub name: InputName,
    /// `{"roots":{…},"objects":{…}}`.
    pub heap: Record,
    /// The number of its objects.
    pub objects: u64,
}

impl RecordedInput {
    /// The record as an input of one of these operations, or `None` if it is of another one.
    pub fn input(&self, operations: &[TestedOperation], id: u64) -> Option<Input> {
        let op = operations.iter().position(|operation| operation.name == self.op)?;
        let (heap, name) = (self.heap.clone(), Some(self.name.clone()));
        Some(Input { op, id, size: self.objects, heap, name })
    }
}

/// The inputs of a folder, in the order of the names of their files.
///
/// # Errors
/// An error of the system, or the file that is not a recorded input.
pub fn replayed(folder: &Path) -> io::Result<Vec<RecordedInput>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    files.iter().map(|file| recorded(file)).collect()
}

fn recorded(file: &Path) -> io::Result<RecordedInput> {
    let wrong = |why: &str| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {why}", file.display()))
    };
    let text = std::fs::read_to_string(file)?;
    let record: Value = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    let member = |name: &str| record.get(name).and_then(Value::as_str);
    let op = member("op").ok_or_else(|| wrong("it names no `op`"))?.to_owned();
    let name = member("key").and_then(InputName::parse).ok_or_else(|| wrong("it has no `key`"))?;
    let members = record.as_object().into_iter().flatten();
    let heap: Map<String, Value> = members
        .filter(|(name, _)| ["roots", "objects", "sets", "relations"].contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let objects = heap.get("objects").and_then(Value::as_object);
    let objects = objects.ok_or_else(|| wrong("it has no `objects`"))?.len() as u64;
    Ok(RecordedInput { op, name, heap: Value::Object(heap).into(), objects })
}
