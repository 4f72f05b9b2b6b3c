//! Answers about conjuncts and predicates.

use std::collections::BTreeMap;

use korrel_heapgraph::counted;
use korrel_lang::visible::visible;
use korrel_sat::Step;
use serde::Serialize;

use super::is_false;
use crate::question::{Absence, ConjunctName, NearMissOutcome, Side};

/// A conjunct of a predicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConjunctAnswer {
    /// The predicate that it stands in.
    pub name: String,
    /// `file:line:column`.
    pub at: String,
    pub text: String,
    /// The number, from 1, among several that agree in all the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
}

impl From<&ConjunctName> for ConjunctAnswer {
    fn from(ConjunctName { name, at, text, nth }: &ConjunctName) -> ConjunctAnswer {
        ConjunctAnswer { name: name.clone(), at: at.clone(), text: text.clone(), nth: *nth }
    }
}

/// A conjunct, and how many instances break it and satisfy all else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearMissAnswer {
    #[serde(flatten)]
    pub conjunct: ConjunctAnswer,
    /// The number of near misses that were found.
    pub count: u64,
    /// There are no others.
    pub complete: bool,
    /// The facts and the other conjuncts imply it within the scope: it says nothing.
    #[serde(skip_serializing_if = "is_false")]
    pub implied: bool,
    /// There may be some in which arithmetic overflows.
    #[serde(skip_serializing_if = "is_false")]
    pub undecided: bool,
}

impl From<&NearMissOutcome> for NearMissAnswer {
    fn from(outcome: &NearMissOutcome) -> NearMissAnswer {
        NearMissAnswer {
            conjunct: ConjunctAnswer::from(&outcome.conjunct),
            count: outcome.count,
            complete: outcome.is_complete,
            implied: outcome.absence == Some(Absence::Implied),
            undecided: outcome.is_undecided(),
        }
    }
}

/// The instances that only one of two predicates allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideAnswer {
    /// The predicate that holds of them. The other one does not.
    pub of: String,
    pub count: u64,
    /// There are no others within the scope.
    pub complete: bool,
    /// The number of instances by size, which is the number of their objects.
    pub by_size: BTreeMap<usize, u64>,
    /// There may be more in which arithmetic overflows.
    #[serde(skip_serializing_if = "is_false")]
    pub undecided: bool,
}

impl From<&Side> for SideAnswer {
    fn from(side: &Side) -> SideAnswer {
        SideAnswer {
            of: side.holds.clone(),
            count: side.outcome.count,
            complete: side.outcome.step == Step::Exhausted,
            by_size: side.outcome.sizes.clone(),
            undecided: side.is_undecided,
        }
    }
}

impl SideAnswer {
    /// It is known that there is no instance.
    pub fn is_nothing(&self) -> bool {
        self.count == 0 && self.complete && !self.undecided
    }
}

/// The pairs of predicates that no instance tells apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceAnswer {
    /// No smaller set tells as many pairs apart.
    pub smallest: bool,
    /// The pairs that agree on all instances of the scope.
    pub equal: Vec<[String; 2]>,
    /// Those of which this is known only as long as arithmetic does not overflow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<[String; 2]>,
}

impl ChoiceAnswer {
    /// How many pairs of so many candidates so many instances tell apart, and which are equal: a line each. Mutants are
    /// paired with the first candidate only.
    pub fn remarks(&self, candidates: usize, instances: usize, has_mutants: bool) -> Vec<String> {
        let others = candidates.saturating_sub(1);
        let (pairs, what, done) = match has_mutants {
            true => (others, "mutant", "killed"),
            false => (candidates * others / 2, "pair", "told apart"),
        };
        let how = if self.smallest { "no smaller set does" } else { "a smaller set may do" };
        let (apart, of) = (pairs - self.equal.len(), counted(pairs, what));
        let instances = counted(instances, "instance");
        let equal = self.equal.iter().map(|pair| {
            let [a, b] = pair.each_ref().map(|name| visible(name));
            match self.undecided.contains(pair) {
                true => format!("`{a}` and `{b}` are equal as far as arithmetic does not overflow"),
                false => format!("`{a}` and `{b}` are equal within the scope"),
            }
        });
        let first = format!("{apart} of {of} {done} by {instances}; {how}");
        std::iter::once(first).chain(equal).collect()
    }
}
