//! Explanations of failures: the properties that failing inputs have in common, and passing ones have not.

mod growth;
mod reading;
mod rules;
mod term;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;
mod world;

use std::collections::{HashMap, HashSet};

use korrel_harness::report::{FailureGroup, InputListing, OperationReport, Report};
use korrel_harness::{counted, verb};
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde_json::Value as Json;

use crate::error::CampaignError;
use crate::listing::{Ended, Listing, Message};
use crate::scope::Size;
use crate::subject::{OperationChoice, Subject, overflow, question_hash, subjects};

use self::rules::{Labelled, found};
use self::vocabulary::Vocabulary;
use self::world::World;

pub use self::rules::{FoundRules, Nearness, Rule};

/// So many pairs of inputs are compared.
const COMPARED: usize = 1 << 20;

/// The question why inputs fail: a report, and the spec that it is about.
///
/// Invariant: the subjects are the report's operations, in its order.
pub struct WhyQuestion<'w> {
    report: &'w Report,
    spec: &'w Spec,
    subjects: Vec<Subject>,
    overflow: Overflow,
}

/// The inputs of an operation that fails, listed again.
pub struct ComparedInputs<'w> {
    vocabulary: Vocabulary<'w>,
    /// An input each.
    worlds: Vec<World>,
    /// Their keys and heaps.
    heaps: Vec<(String, Json)>,
    /// The places of the inputs, by key.
    places: HashMap<String, usize>,
    /// The inputs that fail, for whatever cause.
    failing: HashSet<usize>,
}

/// The inputs that fail for one cause, beside those that pass, and what tells them apart.
#[derive(Clone, Debug)]
pub struct ExplainedCause {
    pub failing: u64,
    pub passing: u64,
    /// None if nothing passes.
    pub rules: FoundRules,
    /// An input that fails so, and one that passes, with as few differences as can be.
    pub closest: Option<ClosestPair>,
}

/// Two inputs, by their keys.
#[derive(Clone, Debug)]
pub struct ClosestPair {
    pub passing: (String, Json),
    pub failing: (String, Json),
}

impl<'w> WhyQuestion<'w> {
    /// `report`: of all inputs. `listing`: how these are listed, as its heading has it.
    ///
    /// # Errors
    /// The spec is not the one that the report is about.
    pub fn new(
        report: &'w Report,
        listing: &InputListing,
        spec: &'w mut Spec,
    ) -> Result<WhyQuestion<'w>, CampaignError> {
        let names = report.operations.iter().map(|op| op.name.clone()).collect();
        let subjects = subjects(spec, &OperationChoice::listed(names, listing))?;
        if question_hash(listing, spec, &subjects) != report.heading.question {
            let name = &listing.spec;
            return Err(CampaignError::settings(format!(
                "`{name}` has changed since, or this is another version: test it again"
            )));
        }
        Ok(WhyQuestion { report, spec, subjects, overflow: overflow(listing) })
    }

    /// The operations of which an input fails.
    pub fn failing(&self) -> impl Iterator<Item = &'w OperationReport> {
        self.report.operations.iter().filter(|op| !op.groups.is_empty())
    }

    /// Lists the inputs of an operation again.
    ///
    /// # Errors
    /// They are not those that the report tells of, or it does not say of each whether it passes, or one is too large.
    pub fn inputs(
        &self,
        of: &OperationReport,
        effort: &Effort,
    ) -> Result<ComparedInputs<'_>, CampaignError> {
        if of.skipped() > 0 {
            return Err(CampaignError::settings(format!(
                "the driver skipped {} of `{}`, and the report does not say which: these may neither pass nor fail",
                counted(of.skipped(), "input"),
                of.name
            )));
        }
        let at = self.report.operations.iter().position(|one| one.name == of.name);
        let subject = &self.subjects[at.expect("it is one of the report's")];
        let inputs = self.listed(subject, effort)?;
        if inputs.len() as u64 != of.inputs {
            let (now, then) = (inputs.len(), of.inputs);
            let are = verb(now, "there is", "there are");
            return Err(CampaignError::settings(format!(
                "{are} {}, and the report has {then}",
                counted(now, "input")
            )));
        }
        let Subject { command, schema, operation, .. } = subject;
        let vocabulary = Vocabulary::new(self.spec, &operation.name, command, schema);
        let vocabulary = vocabulary.map_err(|mistake| CampaignError::about(self.spec, mistake))?;
        let worlds: Option<Vec<World>> =
            inputs.iter().map(|(_, heap)| vocabulary.world(heap)).collect();
        let worlds = worlds.ok_or_else(|| {
            CampaignError::settings(
                "an input has more than 64 objects, numbers and values: why is for small ones",
            )
        })?;
        let places = inputs.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
        let failing = HashSet::new();
        let mut inputs = ComparedInputs { vocabulary, worlds, heaps: inputs, places, failing };
        inputs.failing = of.groups.iter().flat_map(|group| inputs.of(group)).collect();
        Ok(inputs)
    }

    /// The inputs with their keys, the smallest first.
    fn listed(
        &self,
        subject: &Subject,
        effort: &Effort,
    ) -> Result<Vec<(String, Json)>, CampaignError> {
        if matches!(subject.size, Size::Growing(_)) {
            return Err(CampaignError::settings("inputs that grow have no end: test with --scope"));
        }
        let subjects = std::slice::from_ref(subject);
        let listing = Listing::new(self.spec, subjects, self.overflow, effort);
        let listing = Listing { wants_names: true, ..listing };
        let (inputs, ended) = listing.beside(|messages| {
            let mut inputs = Vec::new();
            for message in messages {
                if let Message::Input(input) = message {
                    let key = input.name.expect("names were asked for").key;
                    inputs.push((key, input.heap.json().clone()));
                }
            }
            inputs
        })?;
        match ended {
            Ended::All => Ok(inputs),
            Ended::Cut => Err(CampaignError::settings("the inputs were not all listed")),
            Ended::Refused(_, error) | Ended::Wrong(error) => Err(error),
        }
    }
}

impl ComparedInputs<'_> {
    /// Looks for formulas of up to so many words and signs that hold of the inputs that fail for one cause, and of none
    /// that pass. The search ends early with the effort.
    pub fn explain(&self, cause: &FailureGroup, size: usize, effort: &Effort) -> ExplainedCause {
        let own = self.of(cause);
        // Inputs that fail otherwise say nothing about this cause.
        let is_kept = |at: &usize| own.contains(at) || !self.failing.contains(at);
        let kept: Vec<usize> = (0..self.worlds.len()).filter(is_kept).collect();
        let labelled = Labelled {
            worlds: kept.iter().map(|at| self.worlds[*at].clone()).collect(),
            fails: kept.iter().map(|at| own.contains(at)).collect(),
        };
        let failing = labelled.failing();
        let passing = kept.len() as u64 - failing;
        let rules = match passing {
            0 => FoundRules::default(),
            _ => found(&self.vocabulary, &labelled, size, effort),
        };
        let closest = self.closest(&kept, &own);
        ExplainedCause { failing, passing, rules, closest }
    }

    /// Of the first inputs, which are the smallest, the two of which one fails that differ least. Of several such pairs
    /// the first.
    fn closest(&self, kept: &[usize], own: &HashSet<usize>) -> Option<ClosestPair> {
        let (failing, passing): (Vec<usize>, Vec<usize>) =
            kept.iter().partition(|at| own.contains(at));
        let passing = &passing[..passing.len().min(COMPARED / failing.len().clamp(1, COMPARED))];
        let pairs = failing.iter().flat_map(|a| passing.iter().map(move |b| (*a, *b)));
        let pairs = pairs.take(COMPARED);
        let differences = |(a, b): &(usize, usize)| {
            self.vocabulary.differences(&self.worlds[*a], &self.worlds[*b])
        };
        let (a, b) = pairs.min_by_key(differences)?;
        let input = |at: usize| self.heaps[at].clone();
        Some(ClosestPair { passing: input(b), failing: input(a) })
    }

    /// The inputs that fail for one cause.
    fn of(&self, cause: &FailureGroup) -> HashSet<usize> {
        let keys = cause.all.iter().map(|(name, _)| &name.key);
        keys.filter_map(|key| self.places.get(key).copied()).collect()
    }
}
