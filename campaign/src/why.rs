//! Explanations of failures: the properties that failing inputs have in common, and passing ones have not.

use std::collections::{BTreeMap, HashMap, HashSet};

use korrel::question::SpecCommand;
use korrel::question::evaluation::RecordInstances;
use korrel::question::learn::{FoundRules, Separation};
use korrel_harness::report::{FailureGroup, InputListing, OperationReport, Report};
use korrel_harness::{counted, verb};
use korrel_lang::instance::Instance;
use korrel_lang::model::Model;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::error::CampaignError;
use crate::listing::{ListingEnd, ListingMessage, TestListing};
use crate::scope::InputSize;
use crate::subject::{OperationChoice, Subject, overflow, question_hash, subjects};

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
pub struct ComparedInputs {
    separation: Separation,
    /// An input each.
    instances: Vec<Instance>,
    /// Their tuples, by number, in order.
    tuples: Vec<Vec<usize>>,
    /// Their keys and heaps.
    heaps: Vec<(String, Json)>,
    /// The places of the inputs, by key.
    places: HashMap<String, usize>,
    /// The inputs that fail, for whatever cause.
    failing: HashSet<usize>,
}

/// The record of a cause.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CauseRecord<'c> {
    /// `rule`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "rule")))]
    pub kind: &'static str,
    pub op: &'c str,
    pub cause: &'c str,
    #[serde(flatten)]
    pub explained: &'c ExplainedCause,
}

/// The inputs that fail for one cause, beside those that pass, and what tells them apart.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedCause {
    pub failing: u64,
    pub passing: u64,
    /// None if nothing passes.
    #[serde(flatten)]
    pub rules: FoundRules,
    /// An input that fails so, and one that passes, with as few differences as can be.
    pub closest: Option<ClosestPair>,
}

/// Two inputs, by their keys.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClosestPair {
    #[serde(serialize_with = "key")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub passing: (String, Json),
    #[serde(serialize_with = "key")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub failing: (String, Json),
}

fn key<S: Serializer>((key, _): &(String, Json), to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(key)
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

    /// The operations with a failing input.
    pub fn failing(&self) -> impl Iterator<Item = &'w OperationReport> {
        self.report.operations.iter().filter(|op| !op.groups.is_empty())
    }

    /// Lists the inputs of an operation again, to tell them apart by terms of up to so many names and signs.
    ///
    /// # Errors
    /// They are not those that the report tells of, or it does not say of each whether it passes, or one is too large.
    pub fn inputs(
        &self,
        of: &OperationReport,
        size: usize,
        effort: &Effort,
    ) -> Result<ComparedInputs, CampaignError> {
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
        let asked = SpecCommand { spec: self.spec.clone(), command: command.clone() };
        let records = RecordInstances::new(self.spec, command, schema.clone())?;
        let instances: Result<Vec<Instance>, String> =
            inputs.iter().map(|(_, heap)| Ok(records.instance(heap)?.instance)).collect();
        let instances = instances.map_err(CampaignError::settings)?;
        let is_own = |name: &str| {
            ["_pre", "_post", "_throws"]
                .iter()
                .any(|end| name == format!("{}{end}", operation.name))
        };
        let separation = Separation::new(&asked, size, is_own);
        let tuples = numbered(&self.spec.model, &instances);
        let places = inputs.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
        let failing = HashSet::new();
        let mut inputs =
            ComparedInputs { separation, instances, tuples, heaps: inputs, places, failing };
        inputs.failing = of.groups.iter().flat_map(|group| inputs.of(group)).collect();
        Ok(inputs)
    }

    /// The inputs with their keys, the smallest first.
    fn listed(
        &self,
        subject: &Subject,
        effort: &Effort,
    ) -> Result<Vec<(String, Json)>, CampaignError> {
        if matches!(subject.size, InputSize::Growing(_)) {
            return Err(CampaignError::settings("inputs that grow have no end: test with --scope"));
        }
        let subjects = std::slice::from_ref(subject);
        let listing = TestListing::new(self.spec, subjects, self.overflow, effort);
        let listing = TestListing { wants_names: true, ..listing };
        let (inputs, ended) = listing.beside(|messages| {
            let mut inputs = Vec::new();
            for message in messages {
                if let ListingMessage::Input(input) = message {
                    let key = input.name.expect("names were asked for").key;
                    inputs.push((key, input.heap.json().clone()));
                }
            }
            inputs
        })?;
        match ended {
            ListingEnd::All => Ok(inputs),
            ListingEnd::Cut => Err(CampaignError::settings("the inputs were not all listed")),
            ListingEnd::Refused(_, error) | ListingEnd::Wrong(error) => Err(error),
        }
    }
}

impl ComparedInputs {
    /// Looks for formulas of up to so many names and signs that hold of the inputs that fail for one cause, and of none
    /// that pass. The search ends early with the effort.
    pub fn explain(&self, cause: &FailureGroup, size: usize, effort: &Effort) -> ExplainedCause {
        let own = self.of(cause);
        // Inputs that fail otherwise say nothing about this cause.
        let is_kept = |at: &usize| own.contains(at) || !self.failing.contains(at);
        let kept: Vec<usize> = (0..self.instances.len()).filter(is_kept).collect();
        let fails: Vec<bool> = kept.iter().map(|at| own.contains(at)).collect();
        let failing = fails.iter().filter(|fails| **fails).count() as u64;
        let passing = kept.len() as u64 - failing;
        let instances: Vec<&Instance> = kept.iter().map(|at| &self.instances[*at]).collect();
        let rules = match passing {
            0 => FoundRules::default(),
            _ => self.separation.rules(&instances, &fails, size, effort),
        };
        let closest = self.closest(&kept, &own);
        ExplainedCause { failing, passing, rules, closest }
    }

    /// Of the first inputs, which are the smallest, the failing one and the passing one that differ least. Of several
    /// such pairs the first.
    fn closest(&self, kept: &[usize], own: &HashSet<usize>) -> Option<ClosestPair> {
        let (failing, passing): (Vec<usize>, Vec<usize>) =
            kept.iter().partition(|at| own.contains(at));
        let passing = &passing[..passing.len().min(COMPARED / failing.len().clamp(1, COMPARED))];
        let pairs = failing.iter().flat_map(|a| passing.iter().map(move |b| (*a, *b)));
        let pairs = pairs.take(COMPARED);
        let differences = |(a, b): &(usize, usize)| differences(&self.tuples[*a], &self.tuples[*b]);
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

/// The tuples of each instance, a number for each tuple of a relation.
fn numbered(model: &Model, instances: &[Instance]) -> Vec<Vec<usize>> {
    let mut numbers = BTreeMap::new();
    let mut of = |instance: &Instance| {
        let mut own = Vec::new();
        for (relation, tuples) in instance.relations.iter() {
            for tuple in tuples.tuples() {
                let atoms = tuple.iter().map(|atom| instance.universe.name(model, *atom));
                let tuple = (format!("{relation:?}"), atoms.collect::<Vec<String>>());
                let next = numbers.len();
                own.push(*numbers.entry(tuple).or_insert(next));
            }
        }
        own.sort_unstable();
        own
    };
    instances.iter().map(&mut of).collect()
}

/// How many tuples only one of two inputs has.
fn differences(a: &[usize], b: &[usize]) -> usize {
    let (mut left, mut right, mut both) = (0, 0, 0);
    while left < a.len() && right < b.len() {
        both += usize::from(a[left] == b[right]);
        let (one, other) = (a[left], b[right]);
        left += usize::from(one <= other);
        right += usize::from(other <= one);
    }
    a.len() + b.len() - 2 * both
}
