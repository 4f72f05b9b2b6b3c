//! The results of one operation's inputs.

mod group;

use std::collections::BTreeMap;

use crate::asked::input::{TestedOperation, Unit};
use crate::failure::FailedInput;
use crate::schedule::{Done, InputOutcome};

pub use group::FailureGroup;

/// Invariant: `inputs = passed + failed + skipped`, and `known ≤ failed`.
#[derive(Clone, Debug)]
pub struct OperationReport {
    pub name: String,
    /// The predicates of the spec that judged.
    pub judges: Vec<String>,
    pub unit: Unit,
    pub inputs: u64,
    /// The id of the last one, which is that of a run that goes on after others.
    pub last: Option<u64>,
    pub passed: u64,
    pub failed: u64,
    pub known: u64,
    /// The number of inputs that were not applicable, by the reason given.
    pub skips: BTreeMap<String, u64>,
    /// Passed and failed, by size.
    pub by_size: BTreeMap<u64, (u64, u64)>,
    /// Labellings tried and failed, where inputs were relabelled.
    pub labellings: (u64, u64),
    /// Passed without anybody having judged more than that nothing was thrown.
    pub unjudged: u64,
    /// Inputs that were not sent: answers to others were carried over. `None` where all are sent.
    pub covered: Option<u64>,
    /// Smallest first.
    pub groups: Vec<FailureGroup>,
    /// Groups keep the names of all their failures.
    pub keeps_all: bool,
}

impl OperationReport {
    pub(super) fn new(operation: &TestedOperation) -> OperationReport {
        OperationReport {
            name: operation.name.clone(),
            judges: operation.judges.clone(),
            unit: operation.unit.clone(),
            inputs: 0,
            last: None,
            passed: 0,
            failed: 0,
            known: 0,
            skips: BTreeMap::new(),
            by_size: BTreeMap::new(),
            labellings: (0, 0),
            unjudged: 0,
            covered: None,
            groups: Vec::new(),
            keeps_all: false,
        }
    }

    pub fn skipped(&self) -> u64 {
        self.skips.values().sum()
    }

    pub(super) fn add(&mut self, done: Done, has_other: bool) {
        self.inputs += 1;
        if done.is_covered {
            *self.covered.get_or_insert(0) += 1;
        }
        self.last = Some(done.id);
        self.labellings.0 += done.labellings.0;
        self.labellings.1 += done.labellings.1;
        let at_size = self.by_size.entry(done.size);
        match done.outcome {
            InputOutcome::Passed => {
                self.passed += 1;
                at_size.or_default().0 += 1;
                let is_judged = done.is_judged_by_driver || has_other || !self.judges.is_empty();
                self.unjudged += u64::from(!is_judged);
            }
            InputOutcome::Skipped(reason) => *self.skips.entry(reason).or_default() += 1,
            InputOutcome::Failed(failure) => {
                self.failed += 1;
                self.known += u64::from(failure.is_known);
                at_size.or_default().1 += 1;
                self.add_failure(*failure);
            }
        }
    }

    pub(super) fn add_failure(&mut self, failure: FailedInput) {
        let listed = self.keeps_all.then(|| (failure.name.clone(), failure.size));
        let at = match self.groups.iter().position(|group| group.takes(&failure)) {
            Some(at) => {
                self.groups[at].add(failure);
                at
            }
            None => {
                self.groups.push(FailureGroup::new(failure));
                self.groups.len() - 1
            }
        };
        self.groups[at].all.extend(listed);
    }

    /// Groups of unknown failures first, the smallest first; those of one size as they came.
    pub(super) fn sort(&mut self) {
        self.groups.sort_by_key(|group| (group.is_known(), group.smallest.size));
    }

    /// The size of the smallest failure, with the smaller inputs that pass. `has_gaps`: not all of
    /// them were tried.
    pub(super) fn minimal(&self, has_gaps: bool) -> Option<String> {
        let (&size, _) = self.by_size.iter().find(|(_, (_, failed))| *failed > 0)?;
        let fails = format!("fails at {}", self.unit.text(size));
        let below: Vec<(&u64, u64)> =
            self.by_size.range(..size).map(|(size, (passed, _))| (size, *passed)).collect();
        let passed: u64 = below.iter().map(|(_, passed)| passed).sum();
        Some(match (below.first(), below.last()) {
            (Some((least, _)), Some((greatest, _))) if passed > 0 => {
                let range = self.unit.range(**least, **greatest);
                let skipped = match (has_gaps, self.skips.is_empty()) {
                    (true, _) => " that were tried",
                    (false, false) => " that were not skipped",
                    (false, true) => "",
                };
                match passed {
                    1 => format!("{fails}; the one input of {range}{skipped} passes"),
                    _ => format!("{fails}; all {passed} inputs of {range}{skipped} pass"),
                }
            }
            _ if has_gaps || !self.skips.is_empty() => {
                format!("{fails}; no smaller input was tried")
            }
            _ => format!("{fails}; there is no smaller input"),
        })
    }
}
