//! Questions in the user's words: commands with what they expect, expressions of the spec's language that stand in no
//! file, and questions that are asked part by part.
//!
//! Each part is a command of its own, with the roots and the scope of the one that was named, and is
//! searched as any other. Its records name their part, and the end record gives the outcome of each part.

mod beginning;
pub mod by_value;
mod certificate;
pub mod check;
pub mod choose;
pub mod completing;
pub mod conjuncts;
pub mod count;
mod cover;
mod covering;
mod difference;
mod distinct;
pub mod evaluation;
pub mod expressions;
pub mod extent;
pub(crate) mod first;
mod forked;
mod graphs;
pub mod learn;
pub mod listing;
mod lost_range;
mod near_miss;
pub mod posed;
mod remarks;
pub mod sample;
pub mod smaller;
mod system;
pub mod unbounded;
pub mod watch;

use std::collections::BTreeMap;

use korrel_enumerate::heap::Schema;
use korrel_enumerate::questions::combinations::UndecidedCombinations;
use korrel_enumerate::{Fault, Meaning, Problem, Unwritten};
use korrel_heapgraph::Header;
use korrel_lang::model::{Command, Formula};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_sat::{Effort, Step};
use korrel_translate::TranslationFailure;
use serde_json::{Map, Value as Json, json};

use crate::answer::SideAnswer;

pub use beginning::beginning_as;
pub use conjuncts::{ConjunctName, command_of};
pub use cover::Cover;
pub use difference::{Difference, list_side};
pub use distinct::Distinct;
pub use first::{Amount, ShownInstance, amount, first as first_instances};
pub use forked::{OtherTrace, other_trace};
pub use graphs::GraphMisfit;
pub use korrel_enumerate::Certificate;
pub use korrel_sat::ProofLog;
pub use lost_range::lost_range;
pub use near_miss::{Absence, NearMissOutcome, NearMisses};
pub use posed::PosedQuestion;
pub use system::AigerVersion;

/// A spec, and one of its commands.
#[derive(Clone, Debug)]
pub struct SpecCommand {
    pub spec: Spec,
    pub command: Command,
}

impl SpecCommand {
    /// The problem of a command of the spec.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large; a construct that cannot be translated; a stop.
    fn problem_of<'p>(
        &'p self,
        command: &'p Command,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Problem<'p>, NoAnswer> {
        Problem::new(&self.spec.model, command, meaning, effort)
            .map_err(|why| NoAnswer::untranslated(&self.spec, why))
    }

    /// The declarations of the command's heaps.
    ///
    /// # Errors
    /// Names that a reader of a heap would misread.
    pub fn types(&self) -> Result<Header, Mistakes> {
        Ok(Schema::of(&self.spec, &self.command)?.header())
    }

    /// The kinds of instances of a command that there could be if there were more integers. If arithmetic
    /// overflows, a formula neither holds nor fails, and such instances are left out. A claim that
    /// there is no instance of a kind is then true within these integers, and claims no more.
    fn undecided(
        &self,
        command: &Command,
        formulas: &[Formula],
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<UndecidedCombinations, Mistakes> {
        UndecidedCombinations::new(&self.spec.model, command, formulas, meaning, effort)
            .map_err(|diagnostic| self.spec.mistake(diagnostic))
    }
}

/// The reason why a question has no answer.
#[derive(Clone, Debug)]
pub enum NoAnswer {
    /// It was stopped.
    Stopped,
    /// Mistakes in the spec, or in the question.
    Mistakes(Mistakes),
    /// The evaluator refuses an instance that was found, and says why: a mistake of ours.
    Wrong(String),
}

impl NoAnswer {
    /// The reason why something was not translated, with the texts of the spec.
    pub fn untranslated(spec: &Spec, why: TranslationFailure) -> NoAnswer {
        match why {
            TranslationFailure::Stopped => NoAnswer::Stopped,
            TranslationFailure::Refused(mistake) => spec.mistake(*mistake).into(),
        }
    }
}

impl From<Mistakes> for NoAnswer {
    fn from(mistakes: Mistakes) -> NoAnswer {
        NoAnswer::Mistakes(mistakes)
    }
}

impl From<Fault> for NoAnswer {
    fn from(Fault(fault): Fault) -> NoAnswer {
        NoAnswer::Wrong(fault)
    }
}

impl From<Unwritten> for NoAnswer {
    fn from(why: Unwritten) -> NoAnswer {
        match why {
            Unwritten::Stopped => NoAnswer::Stopped,
            Unwritten::Wrong(fault) => NoAnswer::Wrong(fault),
        }
    }
}

/// A question in parts.
pub trait PartedQuestion {
    /// The spec with all that the question brought with it, and the command that has its roots and scope.
    fn asked(&self) -> &SpecCommand;

    /// The words that tell it from every other question about the command.
    fn words(&self) -> String;

    /// The member of a stream's header that describes the question.
    fn header(&self) -> (&'static str, Json);

    /// The command that asks for all that is spoken of: what it warns of concerns the question.
    fn whole(&self) -> Command;

    /// The parts, in order. If they are told apart by a search, it finds at most `most`.
    ///
    /// # Errors
    /// A part that cannot be translated; a stop.
    fn parts(
        &mut self,
        meaning: Meaning,
        most: Option<u64>,
        effort: &Effort,
    ) -> Result<Vec<Part>, NoAnswer>;

    /// The conclusion about the parts that were begun, from their outcomes.
    ///
    /// # Errors
    /// A part that cannot be translated.
    fn conclusion(
        &self,
        outcomes: &[PartOutcome],
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Conclusion, NoAnswer>;
}

/// A part, which is searched by itself.
#[derive(Clone, Debug)]
pub struct Part {
    pub command: Command,
    pub label: PartLabel,
    /// The number of instances that is enough.
    pub limit: Option<u64>,
}

/// The property that the instances of a part share.
#[derive(Clone, Debug, PartialEq)]
pub enum PartLabel {
    /// They break this conjunct and no other.
    Violates(ConjunctName),
    /// The formulas have these truth values.
    Truth(Vec<(String, bool)>),
    /// The expressions have these values: truth values, numbers, sets as arrays; null is a number beyond the scope's.
    Values(Vec<(String, Json)>),
    /// Only this one of two predicates allows them.
    Only(String),
}

impl PartLabel {
    /// The member of records that describes the part.
    pub fn member(&self) -> (&'static str, Json) {
        match self {
            PartLabel::Violates(conjunct) => ("violates", conjunct.json()),
            PartLabel::Truth(truths) => ("truth", object(truths)),
            PartLabel::Values(values) => ("values", object(values)),
            PartLabel::Only(predicate) => ("only", json!(predicate)),
        }
    }
}

fn object<V: Clone + Into<Json>>(members: &[(String, V)]) -> Json {
    Json::Object(members.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect())
}

/// The outcome of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartOutcome {
    /// The number of instances that were found.
    pub count: u64,
    /// The reason for the end; a model: there were enough.
    pub step: Step,
    /// The number of instances of each size, where they are counted so.
    pub sizes: BTreeMap<usize, u64>,
}

impl PartOutcome {
    /// One whose instances are not counted by size.
    pub fn of(count: u64, step: Step) -> PartOutcome {
        PartOutcome { count, step, sizes: BTreeMap::new() }
    }

    /// True if it is known that there is no instance.
    pub fn is_nothing(&self) -> bool {
        self.count == 0 && self.step == Step::Exhausted
    }
}

/// The conclusion of a question in parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Conclusion {
    /// The outcome for each conjunct whose near misses were begun, in order; a limit on all of them leaves out the rest.
    NearMisses(Vec<NearMissOutcome>),
    /// The combinations of truth values that no instance has.
    Cover {
        impossible: Vec<Vec<(String, bool)>>,
        /// The combinations that an instance could have in which arithmetic overflows.
        undecided: Vec<Vec<(String, bool)>>,
        /// The number of formulas, if the combinations are of each two.
        pairs_of: Option<usize>,
    },
    /// True if there may be other values, in instances in which arithmetic overflows.
    Distinct { is_undecided: bool },
    /// The two sides: what only the one predicate allows, and what only the other.
    Difference(Vec<Side>),
    /// The question was ended, by a stop or by whoever takes the instances, before it was answered.
    Nothing,
}

/// The instances that only one of two predicates allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub holds: String,
    pub fails: String,
    pub outcome: PartOutcome,
    /// There may be more in which arithmetic overflows.
    pub is_undecided: bool,
}

impl Conclusion {
    /// True if overflows leave open whether there is more.
    pub fn is_undecided(&self) -> bool {
        match self {
            Conclusion::NearMisses(conjuncts) => {
                conjuncts.iter().any(NearMissOutcome::is_undecided)
            }
            Conclusion::Cover { undecided, .. } => !undecided.is_empty(),
            Conclusion::Distinct { is_undecided } => *is_undecided,
            Conclusion::Difference(sides) => sides.iter().any(|side| side.is_undecided),
            Conclusion::Nothing => false,
        }
    }

    /// The members of the end record of a stream that answers the question.
    pub fn members(&self) -> Map<String, Json> {
        let mut members = Map::new();
        let mut put = |name: &str, value: Json| members.insert(name.to_owned(), value);
        match self {
            Conclusion::NearMisses(conjuncts) => {
                put("conjuncts", conjuncts.iter().map(NearMissOutcome::json).collect());
            }
            Conclusion::Cover { impossible, undecided, .. } => {
                let all = |one: &[Vec<(String, bool)>]| one.iter().map(|one| object(one)).collect();
                put("impossible", all(impossible));
                if !undecided.is_empty() {
                    put("undecided", all(undecided));
                }
            }
            Conclusion::Distinct { is_undecided: true } => {
                put("undecided", true.into());
            }
            Conclusion::Difference(sides) => {
                put("only", sides.iter().map(Side::json).collect());
            }
            Conclusion::Distinct { .. } | Conclusion::Nothing => {}
        }
        members
    }
}

impl Side {
    fn json(&self) -> Json {
        json!(SideAnswer::from(self))
    }
}

/// Asks the parts one after the other by `search`, and no more once `is_enough`: the step is the reason for the end (a
/// model: there are enough), beside the outcomes of the parts that were begun.
///
/// # Errors
/// An error of `search`.
pub fn ask_parts<E>(
    parts: &[Part],
    mut is_enough: impl FnMut() -> bool,
    mut search: impl FnMut(&Part) -> Result<PartOutcome, E>,
) -> Result<(Step, Vec<PartOutcome>), E> {
    let mut outcomes: Vec<PartOutcome> = Vec::new();
    for part in parts {
        if is_enough() {
            return Ok((Step::Model, outcomes));
        }
        let outcome = search(part)?;
        let is_stopped = outcome.step == Step::Stopped;
        outcomes.push(outcome);
        if is_stopped {
            return Ok((Step::Stopped, outcomes));
        }
    }
    // A part's own limit cuts off nothing that was asked for; the limit of all parts does.
    let is_cut = outcomes.last().is_some_and(|last| last.step == Step::Model);
    let step = if is_cut && is_enough() { Step::Model } else { Step::Exhausted };
    Ok((step, outcomes))
}
