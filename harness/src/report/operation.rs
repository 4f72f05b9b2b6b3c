//! The results of one operation's inputs.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::failure::FailedInput;
use crate::input::{InputName, TestedOperation, Unit};
use crate::members::is_default;
use crate::outcome::{Done, InputOutcome};

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
    /// Skipped calls, by size: each ended its behaviour.
    pub skipped_by_size: BTreeMap<u64, u64>,
    /// Of those that passed, the ones that had been made before under other names, by size.
    pub renamed_by_size: BTreeMap<u64, u64>,
    /// Labellings tried and failed, where inputs were relabelled.
    pub labellings: (u64, u64),
    /// The number of inputs that passed and were checked only for exceptions, crashes and timeouts.
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
            skipped_by_size: BTreeMap::new(),
            renamed_by_size: BTreeMap::new(),
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

    fn is_of_calls(&self) -> bool {
        self.unit.noun() == Unit::calls().noun()
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
                if done.is_renamed {
                    *self.renamed_by_size.entry(done.size).or_default() += 1;
                }
                let is_judged = done.is_judged_by_driver || has_other || !self.judges.is_empty();
                self.unjudged += u64::from(!is_judged);
            }
            InputOutcome::Skipped(reason) => {
                *self.skips.entry(reason).or_default() += 1;
                if self.is_of_calls() {
                    *self.skipped_by_size.entry(done.size).or_default() += 1;
                }
            }
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

    /// Groups of unknown failures first, the smallest first, those of one size as they came.
    pub(super) fn sort(&mut self) {
        self.groups.sort_by_key(|group| (group.is_known(), group.smallest.size));
    }

    /// The size of the smallest failure, with the smaller inputs that pass. `has_gaps`: not all of
    /// them were tried. `cut`: the least size of a call that was skipped, which ended its behaviour.
    pub fn minimal(&self, has_gaps: bool, cut: Option<u64>) -> Option<String> {
        let (&size, _) = self.by_size.iter().find(|(_, (_, failed))| *failed > 0)?;
        let fails = format!("fails at {}", self.unit.text(size));
        // Others may fail: an order is drawn with each numbering.
        let labelled = match self.labellings.0 > self.inputs {
            true => " in the labellings that were tried",
            false => "",
        };
        let below: Vec<(&u64, u64)> =
            self.by_size.range(..size).map(|(size, (passed, _))| (size, *passed)).collect();
        let passed: u64 = below.iter().map(|(_, passed)| passed).sum();
        // They come depth first, so a shorter one may be among those that were not made.
        if has_gaps && size > 1 && self.is_of_calls() {
            return None;
        }
        if self.unit.noun() != Unit::default().noun() {
            let tried = if has_gaps { " that were tried" } else { "" };
            if self.unit.noun() == Unit::programs().noun() {
                return Some(match passed {
                    0 => fails,
                    1 => format!(
                        "{fails}; the one smaller program{tried} did not fail in the schedules that came"
                    ),
                    _ => format!(
                        "{fails}; all {passed} smaller programs{tried} did not fail in the schedules that came"
                    ),
                });
            }
            let renamed: u64 = self.renamed_by_size.range(..size).map(|(_, renamed)| renamed).sum();
            let is_cut = cut.is_some_and(|cut| cut < size);
            let but = |were: &str| match is_cut {
                true => format!(" and {were} not cut off by a skipped call"),
                false => String::new(),
            };
            return Some(match passed.saturating_sub(renamed) {
                0 if is_cut => format!("{fails}; skipped calls cut all shorter behaviours off"),
                0 => format!("{fails}; there is no shorter behaviour"),
                1 => format!(
                    "{fails}; the one shorter behaviour that ends with it{} passes{labelled}",
                    but("was")
                ),
                all => format!(
                    "{fails}; all {all} shorter behaviours that end with it{} pass{labelled}",
                    but("were")
                ),
            });
        }
        Some(match (below.first(), below.last()) {
            (Some((least, _)), Some((greatest, _))) if passed > 0 => {
                let range = self.unit.range(**least, **greatest);
                let skipped = match (has_gaps, self.skips.is_empty()) {
                    (true, _) => " that were tried",
                    (false, false) => " that were not skipped",
                    (false, true) => "",
                };
                match passed {
                    1 => format!("{fails}; the one input of {range}{skipped} passes{labelled}"),
                    _ => format!("{fails}; all {passed} inputs of {range}{skipped} pass{labelled}"),
                }
            }
            _ if has_gaps || !self.skips.is_empty() => {
                format!("{fails}; no smaller input was tried")
            }
            _ => format!("{fails}; there is no smaller input"),
        })
    }
}

/// The failures of one cause.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureGroup {
    pub cause: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    pub count: u64,
    /// The number of known failures among them.
    #[serde(skip_serializing_if = "is_default")]
    pub known: u64,
    /// The first of the smallest failures: a record has its key.
    #[serde(serialize_with = "key")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub smallest: FailedInput,
    /// The name of the one that was tried again, alone in a fresh process, and failed there too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<InputName>,
    /// The names and sizes of all, if they are kept, as they came.
    #[serde(skip)]
    pub all: Vec<(InputName, u64)>,
}

fn key<S: Serializer>(failure: &FailedInput, to: S) -> Result<S::Ok, S::Error> {
    failure.name.serialize(to)
}

impl FailureGroup {
    fn new(failure: FailedInput) -> FailureGroup {
        let cause = &failure.causes[0];
        let (cause, at, known) = (cause.text.clone(), cause.at.clone(), failure.is_known.into());
        let confirmed = failure.is_confirmed.then(|| failure.name.clone());
        FailureGroup { cause, at, count: 1, known, smallest: failure, confirmed, all: Vec::new() }
    }

    pub(super) fn takes(&self, failure: &FailedInput) -> bool {
        let cause = &failure.causes[0];
        self.cause == cause.text && self.at == cause.at
    }

    /// All failures that are kept, the smallest first.
    pub fn by_size(&self) -> Vec<&(InputName, u64)> {
        let mut all: Vec<_> = self.all.iter().collect();
        all.sort_by_key(|(_, size)| *size);
        all
    }

    /// Adds another failure of this cause. A failure that nobody knew is shown rather than a known
    /// one.
    pub(super) fn add(&mut self, failure: FailedInput) {
        self.count += 1;
        self.known += u64::from(failure.is_known);
        if failure.is_confirmed && self.confirmed.is_none() {
            self.confirmed = Some(failure.name.clone());
        }
        let rank = |failure: &FailedInput| (failure.is_known, failure.size);
        if rank(&failure) < rank(&self.smallest) {
            self.smallest = failure;
        }
    }

    pub(super) fn is_known(&self) -> bool {
        self.known == self.count
    }
}
