//! The records of an exploration: a heapgraph/1 stream of states, with remarks on them.

use korrel_enumerate::heap::StreamTally;
use korrel_harness::report::{OperationReport, RunStatus};
use korrel_harness::{FailedInput, SpecViolation};
use korrel_lang::visible::visible_json;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::{Call, Exploration, ExplorationEnd, ReachedState};

/// A record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExploreRecord<'e> {
    Header {
        #[serde(flatten)]
        #[cfg_attr(feature = "schema", schemars(schema_with = "schema::header"))]
        header: Map<String, Json>,
        operations: Vec<&'e str>,
        constructors: Vec<&'e str>,
        /// The driver's command line.
        driver: &'e [String],
        /// The predicate that states are compared with.
        #[serde(skip_serializing_if = "Option::is_none")]
        against: Option<&'e str>,
    },
    /// A state.
    Instance {
        id: usize,
        key: &'e str,
        /// The number of calls that lead to it.
        depth: u64,
        calls: Vec<CallRecord<'e>>,
        /// What of the spec it breaks.
        #[serde(skip_serializing_if = "<[SpecViolation]>::is_empty")]
        violates: &'e [SpecViolation],
        #[serde(flatten)]
        #[cfg_attr(feature = "schema", schemars(schema_with = "schema::heap"))]
        heap: Option<&'e Map<String, Json>>,
    },
    Failure(&'e FailedInput),
    /// An instance of the predicate that no calls lead to.
    Unreached {
        key: &'e str,
        #[serde(flatten)]
        #[cfg_attr(feature = "schema", schemars(schema_with = "schema::heap"))]
        heap: Option<&'e Map<String, Json>>,
    },
    End {
        /// `complete`, or why not all was called.
        status: &'static str,
        count: u64,
        digest: String,
        /// The number of states for each number of calls.
        by_depth: Vec<u64>,
        calls: u64,
        failed: u64,
        skipped: u64,
        /// Calls that lead to states that are larger than the scope.
        beyond: u64,
        /// States that nothing was called on.
        left: u64,
        /// States that break the spec.
        violating: u64,
        /// The number of instances of the predicate, and of those that no calls lead to.
        #[serde(skip_serializing_if = "Option::is_none")]
        instances: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        unreached: Option<usize>,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        problems: &'e [String],
    },
}

/// The members of heapgraph/1 that are always there.
#[cfg(feature = "schema")]
mod schema {
    use schemars::{Schema, SchemaGenerator, json_schema};

    pub fn header(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "format": { "const": "heapgraph/1" },
                "question": { "const": "states" },
                "types": { "type": "object" },
            },
            "required": ["format", "question", "types"],
            "additionalProperties": true,
        })
    }

    pub fn heap(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": { "objects": { "type": "object" } },
            "required": ["objects"],
            "additionalProperties": true,
        })
    }
}

/// `{"op":"put","roots":{"k":1}}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallRecord<'e> {
    pub op: &'e str,
    /// The arguments.
    pub roots: &'e Map<String, Json>,
    /// New objects.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub objects: &'e Map<String, Json>,
}

impl ExplorationEnd<'_> {
    /// The lines of the stream. `against` is the predicate that states are compared with.
    pub fn stream(&self, against: Option<&str>) -> Vec<String> {
        let mut lines = vec![line(&self.header(against))];
        let mut tally = StreamTally::default();
        for (at, state) in self.exploration.states.iter().enumerate() {
            let state = line(&self.exploration.record(at, state));
            tally.add_line(state.as_bytes());
            lines.push(state);
        }
        let failures = self.report.operations.iter().flat_map(|op| &op.groups);
        lines.extend(failures.map(|group| line(&ExploreRecord::Failure(&group.smallest))));
        let unreached = self.unreached.iter().flat_map(|unreached| &unreached.found);
        lines
            .extend(unreached.map(|(key, heap)| {
                line(&ExploreRecord::Unreached { key, heap: heap.as_object() })
            }));
        lines.push(line(&self.end(&tally)));
        lines
    }

    fn header<'e>(&'e self, against: Option<&'e str>) -> ExploreRecord<'e> {
        let program = self.exploration.program;
        let mut header = program.states.header.clone();
        header.shift_remove("kind");
        header.insert("question".to_owned(), "states".into());
        let mut operations: Vec<&str> =
            program.subjects.iter().map(|one| one.operation.name.as_str()).collect();
        let constructors = operations.split_off(program.operations);
        let driver = &self.report.heading.driver;
        ExploreRecord::Header { header, operations, constructors, driver, against }
    }

    fn end(&self, tally: &StreamTally) -> ExploreRecord<'_> {
        let ExplorationEnd { exploration, report, unreached, .. } = self;
        let sum = |of: fn(&OperationReport) -> u64| report.operations.iter().map(of).sum();
        let status = match report.problems.is_empty() {
            true => report.status,
            false => RunStatus::Refused,
        };
        ExploreRecord::End {
            status: status.name(),
            count: tally.count(),
            digest: tally.digest(),
            by_depth: exploration.by_depth(),
            calls: sum(|op| op.inputs),
            failed: sum(|op| op.failed),
            skipped: sum(OperationReport::skipped),
            beyond: exploration.beyond,
            left: exploration.left,
            violating: exploration.violating(),
            instances: unreached.as_ref().map(|unreached| unreached.instances),
            unreached: unreached.as_ref().map(|unreached| unreached.found.len()),
            problems: &report.problems,
        }
    }
}

impl Exploration<'_> {
    fn record<'e>(&'e self, id: usize, state: &'e ReachedState) -> ExploreRecord<'e> {
        let call = |call: &'e Call| CallRecord {
            op: &self.program.subjects[call.op].operation.name,
            roots: &call.arguments.values,
            objects: &call.arguments.objects,
        };
        ExploreRecord::Instance {
            id,
            key: &state.key,
            depth: state.depth,
            calls: self.calls(id).into_iter().map(call).collect(),
            violates: &state.violated,
            heap: state.heap.as_object(),
        }
    }
}

fn line(record: &ExploreRecord<'_>) -> String {
    let record = serde_json::to_string(record).expect("a record is JSON");
    visible_json(&record).into_owned()
}
