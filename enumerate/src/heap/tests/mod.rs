//! Hand-built specs and instances, and the lines that they must give.

mod ambiguous;
mod build;
mod examples;
mod files;
mod fill;
mod header;
mod instance;
mod read;
mod repeats;
mod roots;
mod round_trip;
mod sequences;
mod sizes;
mod trace;

use serde_json::Value as Json;

use super::{Heading, Schema};

#[path = "../../../../tests/support/schema.rs"]
mod schema;

use schema::Validator;

/// A header that says only what its schema does.
fn header(schema: &Schema) -> String {
    super::header(schema, &HEADING)
}

const HEADING: Heading<'_> = Heading {
    tool: "korrel 0.1.0",
    spec: "s.als",
    command: "run p",
    question: "0123456789abcdef",
    symmetry: "full",
    shard: None,
    from: None,
    cut: None,
    key: None,
    sample: None,
    asks: None,
    traces: None,
};

/// The line as JSON, after it was held against `docs/heapgraph.schema.json`.
fn valid(line: &str) -> Json {
    let record = serde_json::from_str(line).expect("a record is JSON");
    let errors = schema_errors(&record);
    assert!(errors.is_empty(), "{line}\n{errors:#?}");
    record
}

fn schema_errors(record: &Json) -> Vec<String> {
    let schema = include_str!("../../../../docs/heapgraph.schema.json");
    Validator::new(schema).errors(record)
}
