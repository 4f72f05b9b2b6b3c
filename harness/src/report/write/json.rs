//! JSON Lines: a header, a line for each failing input, the end. And the certificate.

use serde_json::{Map, Value, json};

use super::super::Report;
use super::super::end::tallies;
use super::super::heading::{ReportHeading, hash};
use crate::failure::FailedInput;

/// The first line, with its line break.
pub fn header_line(heading: &ReportHeading) -> String {
    format!("{}\n", Value::Object(heading.record()))
}

/// The line of a failing input, with its line break.
pub fn failure_line(failure: &FailedInput) -> String {
    format!("{}\n", failure.record())
}

/// The lines after the last failing input.
pub fn last_lines(report: &Report) -> String {
    report.last_records().iter().map(|record| format!("{record}\n")).collect()
}

/// What was proven, as one JSON object on several lines.
pub fn certificate(report: &Report) -> String {
    let heading = &report.heading;
    let operations = report.operations.iter().map(|op| {
        let mut record = tallies(op);
        record.remove("groups");
        Value::Object(record)
    });
    let mut record = Map::new();
    let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
    put("kind", json!("certificate"));
    put("tool", json!(heading.tool));
    put("spec", json!(heading.spec));
    put("question", json!(heading.question));
    put("scope", json!(heading.scope));
    put("driver", json!(heading.driver_hash()));
    if let Some((part, of)) = heading.shard {
        put("shard", json!(format!("{part}/{of}")));
    }
    put("options", json!(heading.options));
    put("status", json!(report.status.name()));
    if let Some(grown) = &report.grown {
        put("extent", json!(grown.to_string()));
    }
    put("operations", operations.collect());
    let text = Value::Object(record.clone()).to_string();
    record.insert("hash".to_owned(), json!(hash(&text)));
    format!("{:#}\n", Value::Object(record))
}
