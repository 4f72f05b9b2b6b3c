//! Near misses: the instances that break one conjunct of a predicate and satisfy all else.
//!
//! *Problem.* A validator is tried on what is nearly right. *Choice.* One question for each conjunct: the
//! command's own, with "this one does not hold and all others do" in place of what it asks for. So near
//! misses of different conjuncts are different instances, each is one of its class, and where the others
//! imply a conjunct its question has no instance. *Rejected.* One question for all of them, whose instances
//! the evaluator sorts: it would have to find all before it knew that a conjunct has none.

use korrel_enumerate::Meaning;
use korrel_enumerate::questions::combinations::UndecidedCombinations;
use korrel_enumerate::questions::formula::{denied, in_all, truth};
use korrel_lang::conjuncts::Conjunct;
use korrel_lang::model::{Command, Formula};
use korrel_lang::spec::Mistakes;
use korrel_sat::{Effort, Step};
use serde_json::{Value as Json, json};

use crate::answer::NearMissAnswer;

use super::conjuncts::{conjuncts_of, predicate_of, said_conjuncts};
use super::{
    Conclusion, ConjunctName, NoAnswer, Part, PartLabel, PartOutcome, PartedQuestion, SpecCommand,
};

/// The question for the near misses of a predicate.
pub struct NearMisses {
    asked: SpecCommand,
    predicate: String,
    conjuncts: Vec<Conjunct>,
    names: Vec<ConjunctName>,
    each: Option<u64>,
}

/// The outcome for one conjunct.
#[derive(Clone, Debug, PartialEq)]
pub struct NearMissOutcome {
    pub conjunct: ConjunctName,
    /// The number of near misses that were found.
    pub count: u64,
    /// These are all.
    pub is_complete: bool,
    /// The reason why there are none.
    pub absence: Option<Absence>,
}

/// The reason why a conjunct has no near miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The facts and the other conjuncts imply it within the scope.
    Implied,
    /// There may be some in which arithmetic overflows.
    Undecided,
}

impl NearMissOutcome {
    /// True if there may be near misses in which arithmetic overflows.
    pub fn is_undecided(&self) -> bool {
        self.absence == Some(Absence::Undecided)
    }

    pub(super) fn json(&self) -> Json {
        json!(NearMissAnswer::from(self))
    }
}

impl NearMisses {
    /// `each` is the number of near misses for each conjunct; `None`: all.
    ///
    /// # Errors
    /// A predicate that means nothing in the spec, or whose parameters are no roots.
    pub fn new(
        asked: &SpecCommand,
        predicate: &str,
        each: Option<u64>,
    ) -> Result<NearMisses, Mistakes> {
        let (formulas, asked) = asked.formulas(&[predicate.to_owned()])?;
        let conjuncts = conjuncts_of(&asked.spec, &formulas[0]);
        let names = ConjunctName::of_all(&asked.spec, &conjuncts, predicate);
        Ok(NearMisses { asked, predicate: predicate.to_owned(), conjuncts, names, each })
    }

    /// The near misses of what a command runs, all of them: its conjuncts without the ranges of its parameters, and
    /// without those that say nothing, as that of `run {}`.
    pub fn of_goal(asked: &SpecCommand) -> NearMisses {
        let predicate = predicate_of(asked);
        let (conjuncts, names) = said_conjuncts(asked);
        NearMisses { asked: asked.clone(), predicate, conjuncts, names, each: None }
    }

    fn formulas(&self) -> Vec<Formula> {
        self.conjuncts.iter().map(|conjunct| conjunct.formula.clone()).collect()
    }

    /// The command of one conjunct's near misses.
    fn broken(&self, at: usize) -> Command {
        let others = self.conjuncts.iter().enumerate().filter(|(other, _)| *other != at);
        let mut parts: Vec<Formula> =
            others.map(|(_, conjunct)| conjunct.formula.clone()).collect();
        parts.push(denied(&self.conjuncts[at].formula));
        self.asked.command.asking(in_all(parts, self.conjuncts[at].span))
    }
}

impl PartedQuestion for NearMisses {
    fn asked(&self) -> &SpecCommand {
        &self.asked
    }

    fn words(&self) -> String {
        format!("near misses of {}, {} of each conjunct", self.predicate, self.each.unwrap_or(0))
    }

    fn header(&self) -> (&'static str, Json) {
        let mut said = json!({
            "predicate": self.predicate,
            "conjuncts": self.names.iter().map(ConjunctName::json).collect::<Vec<_>>(),
        });
        if let Some(each) = self.each {
            said["each"] = each.into();
        }
        ("near_miss", said)
    }

    fn whole(&self) -> Command {
        let command = &self.asked.command;
        command.asking(in_all(self.formulas(), command.goal.span))
    }

    fn parts(&mut self, _: Meaning, _: Option<u64>, _: &Effort) -> Result<Vec<Part>, NoAnswer> {
        let part = |(at, name): (usize, &ConjunctName)| Part {
            command: self.broken(at),
            label: PartLabel::Violates(name.clone()),
            limit: self.each,
        };
        Ok(self.names.iter().enumerate().map(part).collect())
    }

    fn conclusion(
        &self,
        outcomes: &[PartOutcome],
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Conclusion, NoAnswer> {
        let undecided = match outcomes.iter().any(PartOutcome::is_nothing) {
            true => {
                let all = self.asked.command.asking(truth(self.asked.command.goal.span));
                self.asked.undecided(&all, &self.formulas(), meaning, effort)?
            }
            false => UndecidedCombinations::Nothing,
        };
        let absence = |place: usize| {
            let truths: Vec<Option<bool>> =
                (0..self.names.len()).map(|other| Some(other != place)).collect();
            if undecided.admits(&truths) { Absence::Undecided } else { Absence::Implied }
        };
        let outcome =
            |(place, (name, outcome)): (usize, (&ConjunctName, &PartOutcome))| NearMissOutcome {
                conjunct: name.clone(),
                count: outcome.count,
                is_complete: outcome.step == Step::Exhausted,
                absence: outcome.is_nothing().then(|| absence(place)),
            };
        let outcomes = self.names.iter().zip(outcomes).enumerate().map(outcome);
        Ok(Conclusion::NearMisses(outcomes.collect()))
    }
}
