//! The records of a report, and its last line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::merge::missing_text;
use super::operation::{FailureGroup, OperationReport};
use super::status::{Grown, RunStatus};
use super::{Report, ReportHeading};
use crate::counted;
use crate::coverage::SelectedInput;
use crate::failure::FailedInput;
use crate::input::{TestedOperation, Unit};
use crate::members::is_default;
use crate::outcome::UncalledSteps;

/// A line of a report.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReportRecord<'r> {
    Header {
        /// `report/1`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = "report/1")))]
        format: &'static str,
        #[serde(flatten)]
        heading: &'r ReportHeading,
    },
    Failure(&'r FailedInput),
    /// An input that is kept, with `--select`.
    Selected(&'r SelectedInput),
    Op(Box<Tallies>),
    End(Box<ReportEnd>),
}

/// The end of a report.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportEnd {
    /// `complete`, or why not every input was tried.
    pub status: &'static str,
    /// Those of the operation if it is the only one, else the sums.
    #[serde(flatten)]
    pub tallies: Tallies,
    /// How far the scope has grown, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete_to: Option<u64>,
    #[serde(flatten)]
    pub uncalled: UncalledSteps,
    /// The shards that are missing from joined reports.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<u32>,
    /// Known failures that pass now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mended: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

/// The numbers of an operation's inputs, or of all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tallies {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub op: Option<String>,
    pub inputs: u64,
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
    /// The id of the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u64>,
    /// Passed and failed, by size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_size: Option<BTreeMap<u64, (u64, u64)>>,
    /// Skipped calls, by size: each ended its behaviour.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skipped_by_size: BTreeMap<u64, u64>,
    /// Of those that passed, the ones that had been made before under other names, by size.
    #[serde(default, skip_serializing_if = "is_default")]
    pub renamed_by_size: BTreeMap<u64, u64>,
    /// Smallest first.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<FailureGroup>>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub known: u64,
    /// The number of inputs that were not applicable, by the reason given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skips: BTreeMap<String, u64>,
    /// Labellings passed and failed, where inputs were relabelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labellings: Option<(u64, u64)>,
    /// The number of inputs that passed and were checked only for exceptions, crashes and timeouts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unjudged: u64,
    /// Inputs that were sent, and those to which answers were carried over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covered: Option<u64>,
    /// The predicates of the spec that judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judges: Option<Vec<String>>,
    /// What sizes count, and how many objects are in every input beside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
}

impl Report {
    /// One record for each operation where there are several, and the end.
    pub(super) fn last_records(&self) -> Vec<ReportRecord<'_>> {
        let each = self.operations.iter().map(Tallies::of);
        let (mut records, tallies) = match self.operations.as_slice() {
            [only] => (Vec::new(), Tallies::of(only)),
            _ => (each.map(Box::new).map(ReportRecord::Op).collect(), self.sum()),
        };
        records.push(ReportRecord::End(Box::new(ReportEnd {
            status: self.status.name(),
            tallies,
            extent: self.grown.as_ref().map(Grown::to_string),
            complete_to: self.grown.as_ref().and_then(|grown| grown.complete),
            uncalled: self.uncalled,
            missing: self.missing.clone(),
            mended: self.mended.clone(),
            problems: self.problems.clone(),
        })));
        records
    }

    fn sum(&self) -> Tallies {
        let is_carried = self.operations.iter().any(|op| op.covered.is_some());
        let covered = is_carried.then(|| self.total(|op| op.covered.unwrap_or(0)));
        Tallies {
            inputs: self.inputs(),
            passed: self.total(|op| op.passed),
            failed: self.total(|op| op.failed),
            skipped: self.total(OperationReport::skipped),
            sent: covered.map(|covered| self.inputs() - covered),
            covered,
            ..Tallies::default()
        }
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

impl Tallies {
    pub(super) fn of(op: &OperationReport) -> Tallies {
        let (tried, failed) = op.labellings;
        Tallies {
            op: Some(op.name.clone()),
            inputs: op.inputs,
            passed: op.passed,
            failed: op.failed,
            skipped: op.skipped(),
            last: op.last,
            by_size: Some(op.by_size.clone()),
            skipped_by_size: op.skipped_by_size.clone(),
            renamed_by_size: op.renamed_by_size.clone(),
            groups: Some(op.groups.clone()),
            known: op.known,
            skips: op.skips.clone(),
            labellings: (tried > op.inputs).then(|| (tried - failed, failed)),
            unjudged: op.unjudged,
            sent: op.covered.map(|covered| op.inputs - covered),
            covered: op.covered,
            judges: Some(op.judges.clone()),
            unit: Some(op.unit.clone()),
        }
    }

    /// The operation, without its groups.
    pub(super) fn operation(self) -> Option<OperationReport> {
        let labellings = self.labellings.map(|(passed, failed)| (passed + failed, failed));
        let operation = TestedOperation {
            name: self.op?,
            parameters: Vec::new(),
            result: None,
            judges: self.judges.unwrap_or_default(),
            unit: self.unit?,
        };
        Some(OperationReport {
            inputs: self.inputs,
            last: self.last,
            passed: self.passed,
            failed: self.failed,
            known: self.known,
            skips: self.skips,
            by_size: self.by_size?,
            skipped_by_size: self.skipped_by_size,
            renamed_by_size: self.renamed_by_size,
            labellings: labellings.unwrap_or((self.inputs, self.failed)),
            unjudged: self.unjudged,
            covered: self.covered,
            ..OperationReport::new(&operation)
        })
    }
}
