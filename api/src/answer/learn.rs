//! Conjuncts that a predicate lacks.

use korrel_heapgraph::counted;
use serde::Serialize;

use super::{Number, is_false};
use crate::question::Amount;

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

    /// `size 4; excludes 2 of 3 bad heaps, and at least 100 instances of the scope`. `all` is the number of bad heaps.
    pub fn summary(&self, all: usize) -> String {
        let LearntAnswer { excludes, at_least, example, size, bad, .. } = self;
        let least = if *at_least { "at least " } else { "" };
        let instances = match example {
            Some(_) => format!("{least}{}", counted(excludes, "instance")),
            None => "no instance".to_owned(),
        };
        let of = counted(all, "bad heap");
        format!("size {size}; excludes {bad} of {of}, and {instances} of the scope")
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
