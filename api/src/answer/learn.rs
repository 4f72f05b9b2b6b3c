//! Conjuncts that a predicate lacks.

use serde::Serialize;

use super::{Number, is_false};
use crate::question::Amount;
use crate::question::learn::Inseparable;

/// A conjunct that a predicate may lack. `E` is how an instance is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearntAnswer<E> {
    /// As Alloy.
    pub text: String,
    /// The number of instances that the predicate allows and the conjunct does not.
    pub excludes: Number,
    /// There may be more of them.
    #[serde(skip_serializing_if = "is_false")]
    pub at_least: bool,
    /// The smallest of them: is it bad, indeed?
    pub example: Option<E>,
    /// One for what it says, and the names and signs in what it says it of.
    pub size: usize,
    /// The number of bad heaps that it excludes.
    pub bad: usize,
}

impl<E> LearntAnswer<E> {
    pub fn new(
        text: &str,
        excludes: &Amount,
        example: Option<E>,
        size: usize,
        bad: usize,
    ) -> LearntAnswer<E> {
        let Amount { number, is_least } = excludes;
        let (text, excludes) = (text.to_owned(), Number(number.clone()));
        LearntAnswer { text, excludes, at_least: *is_least, example, size, bad }
    }
}

/// The record of a conjunct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearntRecord {
    /// `conjunct`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "conjunct")))]
    pub kind: &'static str,
    /// The instance is written by its key.
    #[serde(flatten)]
    pub answer: LearntAnswer<String>,
}

/// A good and a bad heap that no term of the grammar tells apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InseparableAnswer {
    /// Missing if no term excludes the bad one at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub good: Option<String>,
    pub bad: String,
    /// Terms that hold of the good one and not of the bad one; each fails for some other good heap.
    pub differing: Vec<String>,
}

impl From<Inseparable> for InseparableAnswer {
    fn from(Inseparable { good, bad, differing }: Inseparable) -> InseparableAnswer {
        InseparableAnswer { good, bad, differing }
    }
}
