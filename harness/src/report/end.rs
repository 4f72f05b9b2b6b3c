//! The last records of a report, and its last lines.

use serde_json::{Map, Value, json};

use super::Report;
use super::merge::missing_text;
use super::operation::OperationReport;
use super::status::{Grown, RunStatus};
use crate::counted;

impl Report {
    /// One record for each operation where there are several, and the end.
    pub(super) fn last_records(&self) -> Vec<Value> {
        let mut records = Vec::new();
        let mut end = Map::new();
        end.insert("kind".to_owned(), json!("end"));
        end.insert("status".to_owned(), json!(self.status.name()));
        match self.operations.as_slice() {
            [only] => end.extend(tallies(only)),
            several => {
                let record = |op| {
                    let mut record = Map::new();
                    record.insert("kind".to_owned(), json!("op"));
                    record.extend(tallies(op));
                    Value::Object(record)
                };
                records.extend(several.iter().map(record));
                for (name, of) in COUNTS {
                    end.insert(name.to_owned(), json!(self.total(of)));
                }
                if several.iter().any(|op| op.covered.is_some()) {
                    let covered = self.total(|op| op.covered.unwrap_or(0));
                    end.insert("sent".to_owned(), json!(self.total(|op| op.inputs) - covered));
                    end.insert("covered".to_owned(), json!(covered));
                }
            }
        }
        let mut put = |name: &str, value: Value| end.insert(name.to_owned(), value);
        if let Some(grown) = &self.grown {
            put("extent", json!(grown.to_string()));
            grown.complete.into_iter().for_each(|n| drop(put("complete_to", json!(n))));
        }
        self.uncalled.members().for_each(|(name, count)| drop(put(name, count)));
        if !self.missing.is_empty() {
            put("missing", json!(self.missing));
        }
        if !self.mended.is_empty() {
            put("mended", json!(self.mended));
        }
        if !self.problems.is_empty() {
            put("problems", json!(self.problems));
        }
        records.push(Value::Object(end));
        records
    }

    /// The last line of a text: `COMPLETE: 27 inputs, scope …`.
    pub fn last_line(&self) -> String {
        let noun = self.operations.first().map_or("input", |op| op.unit.noun());
        let inputs = counted(self.inputs(), noun);
        let shard =
            self.heading.shard.map_or(String::new(), |(part, of)| format!("shard {part}/{of}, "));
        let of = format!("{shard}{inputs}, scope {}", self.heading.scope);
        let missing = (!self.missing.is_empty()).then(|| missing_text(&self.missing));
        match (self.status, &self.grown, &missing) {
            (RunStatus::Complete, ..) => match self.untried() {
                Some(op) => format!("INCOMPLETE: every input of {} was skipped; {of}", op.name),
                None => format!("COMPLETE: {of}"),
            },
            (RunStatus::Budget, Some(grown @ Grown { complete: Some(_), then }), None) => {
                let why = match then {
                    Some(_) => self.status.why(),
                    None => "it does not grow further",
                };
                format!("{grown}; {why} ({of})")
            }
            (RunStatus::Partial, _, Some(missing)) => format!("INCOMPLETE: {missing}; {of}"),
            (status, grown, missing) => {
                let grown = grown.as_ref().map(Grown::to_string);
                let more = grown.iter().chain(missing).map(|text| format!("; {text}"));
                format!("INCOMPLETE: {}{}; {of}", status.why(), more.collect::<String>())
            }
        }
    }
}

type NamedCount = (&'static str, fn(&OperationReport) -> u64);

const COUNTS: [NamedCount; 4] = [
    ("inputs", |op| op.inputs),
    ("passed", |op| op.passed),
    ("failed", |op| op.failed),
    ("skipped", OperationReport::skipped),
];

/// The members of an operation's record.
pub(super) fn tallies(op: &OperationReport) -> Map<String, Value> {
    let mut record = Map::new();
    let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
    put("op", json!(op.name));
    for (name, of) in COUNTS {
        put(name, json!(of(op)));
    }
    if let Some(last) = op.last {
        put("last", json!(last));
    }
    let sizes = op
        .by_size
        .iter()
        .map(|(size, (passed, failed))| (size.to_string(), json!([passed, failed])));
    put("by_size", Value::Object(sizes.collect()));
    let more = [("skipped_by_size", &op.skipped_by_size), ("renamed_by_size", &op.renamed_by_size)];
    for (name, sizes) in more.into_iter().filter(|(_, sizes)| !sizes.is_empty()) {
        put(name, json!(sizes));
    }
    put("groups", op.groups.iter().map(group).collect());
    if op.known > 0 {
        put("known", json!(op.known));
    }
    if !op.skips.is_empty() {
        put("skips", json!(op.skips));
    }
    if op.labellings.0 > op.inputs {
        put("labellings", json!([op.labellings.0 - op.labellings.1, op.labellings.1]));
    }
    if op.unjudged > 0 {
        put("unjudged", json!(op.unjudged));
    }
    if let Some(covered) = op.covered {
        put("sent", json!(op.inputs - covered));
        put("covered", json!(covered));
    }
    put("judges", json!(op.judges));
    put("unit", json!([op.unit.name, op.unit.apart]));
    record
}

fn group(group: &super::FailureGroup) -> Value {
    let mut record = Map::new();
    record.insert("cause".to_owned(), json!(group.cause));
    if let Some(at) = &group.at {
        record.insert("at".to_owned(), json!(at));
    }
    record.insert("count".to_owned(), json!(group.count));
    if group.known > 0 {
        record.insert("known".to_owned(), json!(group.known));
    }
    record.insert("smallest".to_owned(), json!(group.smallest.name.to_string()));
    if let Some(confirmed) = &group.confirmed {
        record.insert("confirmed".to_owned(), json!(confirmed.to_string()));
    }
    Value::Object(record)
}
