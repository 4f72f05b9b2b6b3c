//! The properties that you have, over all inputs that their strategies can make, smallest first.
//!
//! proptest does not show how many values a draw has, so its own strategies cannot be exhausted. This module has strategies and
//! macros of the same names; a test that uses these changes one line:
//!
//! ```
//! use korrel_test::exhaustive::prelude::*; // was: use proptest::prelude::*;
//!
//! proptest! {
//!     # /*
//!     #[test]
//!     # */
//!     fn twice_reversed(list in prop::collection::vec(0..3u8, 0..5)) {
//!         let back: Vec<u8> = list.iter().rev().rev().copied().collect();
//!         prop_assert_eq!(back, list);
//!     }
//! }
//! # twice_reversed();
//! ```
//!
//! It is run on 121 lists and prints `COMPLETE: twice_reversed: 121 inputs, all that its strategies can make`. The size of an input is the sum of
//! its choices: of a range the value closest to 0 counts nothing, the next one 1, and so on; of `prop_oneof!` and `select` the first choice counts
//! nothing; an element of a set counts from the one before it. `ProptestConfig::with_cases` cuts a run (10,000 inputs unless it says otherwise), and the line then begins with `CUT`.
//!
//! A range of more than 65,536 values cannot be exhausted: its values closest to 0 come first, and each fifth input is drawn at random. Texts by
//! regular expressions and floating point have no strategy here, but [`awkward`] has a list of each; a strategy of proptest's own gives random
//! values in any case, by `random` (feature `proptest`).
//!
//! [`sequences()`] makes all sequences of calls on a library and on a model. [`Config::input_within`] names an input that does not come to an end.

mod any;
pub mod awkward;
mod calls;
mod cause;
pub mod collection;
mod combined;
mod failures;
mod interchangeable;
mod macros;
mod panics;
mod ranges;
mod runner;
mod search;
mod sequences;
mod sides;
mod strategy;
mod tally;
mod tape;
mod watch;

pub use any::{Arbitrary, any};
#[cfg(feature = "proptest")]
pub use combined::random;
pub use interchangeable::{Interchangeable, interchangeable};
pub use runner::{Config, Outcome, Verdict, count, exhaust};
pub use sequences::{Sequences, sequences};
pub use strategy::{BoxedStrategy, Just, Strategy};
pub use tally::{SequenceCount, SequenceOutcome};
pub use tape::{DrawRefusal, Tape};

/// A case that fails, or that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestCaseError {
    /// The input does not apply.
    Reject(String),
    /// The property does not hold of it.
    Fail(String),
    /// The property does not hold of it: a cause, by which failures are told together, and a reason.
    FailBy(String, String),
}

impl TestCaseError {
    /// The property does not hold.
    pub fn fail(reason: impl Into<String>) -> TestCaseError {
        TestCaseError::Fail(reason.into())
    }

    /// The property does not hold, by a cause that many inputs share.
    pub fn fail_by(cause: impl Into<String>, reason: impl Into<String>) -> TestCaseError {
        TestCaseError::FailBy(cause.into(), reason.into())
    }

    /// The input does not apply.
    pub fn reject(reason: impl Into<String>) -> TestCaseError {
        TestCaseError::Reject(reason.into())
    }
}

impl<E: std::error::Error> From<E> for TestCaseError {
    fn from(error: E) -> TestCaseError {
        TestCaseError::Fail(error.to_string())
    }
}

#[doc(hidden)]
pub use strategy::Union;

/// What a test imports.
pub mod prelude {
    pub use super::prop;
    pub use super::{
        Arbitrary, BoxedStrategy, Config as ProptestConfig, Just, Strategy, TestCaseError, any,
        interchangeable,
    };
    pub use crate::{
        exhaustive_prop_assert as prop_assert, exhaustive_prop_assert_eq as prop_assert_eq,
        exhaustive_prop_assert_ne as prop_assert_ne, exhaustive_prop_assume as prop_assume,
        exhaustive_prop_oneof as prop_oneof, exhaustive_proptest as proptest,
    };
}

/// The strategies under the names that proptest gives them.
pub mod prop {
    pub use super::collection;

    /// Booleans.
    pub mod bool {
        /// `false`, then `true`.
        pub const ANY: crate::exhaustive::any::AnyBool = crate::exhaustive::any::AnyBool;
    }

    /// Values that may be missing.
    pub mod option {
        pub use crate::exhaustive::combined::optional as of;
    }

    /// Some of given values.
    pub mod sample {
        pub use crate::exhaustive::combined::{select, subsequence};
    }
}
