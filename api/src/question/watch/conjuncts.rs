//! What each conjunct of a command excludes: the number of instances that break it and no other.

use korrel_enumerate::Meaning;
use korrel_lang::model::CommandKind;
use korrel_sat::{Effort, Step};
use num_bigint::BigUint;

use crate::question::first::amount;
use crate::question::{
    Absence, Amount, Conclusion, ConjunctName, NearMisses, NoAnswer, PartLabel, PartOutcome,
    PartedQuestion, SpecCommand,
};

use super::View;

/// A conjunct, and what it excludes.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedConjunct {
    pub name: ConjunctName,
    /// The number of instances that would come if it were not there, or `None` until it is known.
    pub excludes: Option<Amount>,
    /// The reason why it excludes none.
    pub absence: Option<Absence>,
    /// It excludes none, and in the earlier look it excluded some.
    pub is_newly_redundant: bool,
}

impl WatchedConjunct {
    /// True if the facts and the other conjuncts imply it within the scope.
    pub fn is_redundant(&self) -> bool {
        self.absence == Some(Absence::Implied)
    }
}

/// Adds the conjuncts to a view, and tells of each as it comes.
pub(super) fn fill(
    asked: &SpecCommand,
    before: Option<&View>,
    (meaning, effort): (Meaning, &Effort),
    view: &mut View,
    tell: &mut dyn FnMut(&View),
) -> Result<(), NoAnswer> {
    if asked.command.kind != CommandKind::Run {
        return Ok(());
    }
    let mut misses = NearMisses::of_goal(asked);
    let parts = misses.parts(meaning, None, effort)?;
    let name = |label: &PartLabel| match label {
        PartLabel::Violates(name) => name.clone(),
        _ => unreachable!("a near miss violates a conjunct"),
    };
    view.conjuncts = parts
        .iter()
        .map(|part| WatchedConjunct {
            name: name(&part.label),
            excludes: None,
            absence: None,
            is_newly_redundant: false,
        })
        .collect();
    let mut outcomes = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        tell(view);
        let excluded = amount(asked, part.command.goal.clone(), meaning, effort)?;
        outcomes.push(outcome(&excluded));
        view.conjuncts[at].excludes = Some(excluded);
    }
    let Conclusion::NearMisses(concluded) = misses.conclusion(&outcomes, meaning, effort)? else {
        unreachable!("near misses have a conclusion of theirs");
    };
    if effort.is_stopped() {
        return Err(NoAnswer::Stopped);
    }
    for (conjunct, concluded) in view.conjuncts.iter_mut().zip(concluded) {
        conjunct.absence = concluded.absence;
        conjunct.is_newly_redundant = conjunct.is_redundant()
            && before.is_some_and(|before| has_excluded(before, &conjunct.name));
    }
    Ok(())
}

/// True if the conjunct was there in an earlier look, and excluded some instance.
fn has_excluded(before: &View, name: &ConjunctName) -> bool {
    let is_same = |one: &ConjunctName| one.name == name.name && one.text == name.text;
    let excludes = |amount: &Amount| amount.number != BigUint::ZERO;
    before
        .conjuncts
        .iter()
        .any(|one| is_same(&one.name) && one.excludes.as_ref().is_some_and(excludes))
}

fn outcome(excluded: &Amount) -> PartOutcome {
    let step = if excluded.is_least { Step::Model } else { Step::Exhausted };
    let count = u64::try_from(&excluded.number).unwrap_or(u64::MAX);
    PartOutcome { count, step, sizes: Default::default() }
}
