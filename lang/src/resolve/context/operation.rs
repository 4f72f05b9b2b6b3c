//! The functions and predicates of `util/integer` that are operations of the language.
//!
//! A call hands over sets of atoms; a number outside the scope has none. Where arithmetic is on
//! numbers (a scope such as `0..4 Int`), `plus[plus[3, 4], minus[1, 5]]` would lose its inner
//! results that way. So these calls become operations on the numbers themselves. In two's complement
//! it makes no difference but for the size of the translation.

use crate::model::{Comparison, IntOp};

/// An operation on one or two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Arithmetic(IntOp),
    Negate,
    /// Of two numbers; the second flag swaps them.
    Compare(Comparison, bool),
    /// Of a number with zero.
    CompareZero(Comparison, bool),
}

impl Operation {
    /// The operation that a function of `util/integer` stands for.
    pub(crate) fn of(name: &str) -> Option<Operation> {
        use Comparison::{Equal, Less, LessOrEqual};
        use Operation::{Arithmetic, Compare, CompareZero};
        Some(match name {
            "plus" | "add" => Arithmetic(IntOp::Plus),
            "minus" | "sub" => Arithmetic(IntOp::Minus),
            "mul" => Arithmetic(IntOp::Times),
            "div" => Arithmetic(IntOp::Divide),
            "rem" => Arithmetic(IntOp::Remainder),
            "negate" => Operation::Negate,
            "eq" => Compare(Equal, false),
            "lt" => Compare(Less, false),
            "lte" => Compare(LessOrEqual, false),
            "gt" => Compare(Less, true),
            "gte" => Compare(LessOrEqual, true),
            "zero" => CompareZero(Equal, false),
            "neg" => CompareZero(Less, false),
            "nonpos" => CompareZero(LessOrEqual, false),
            "pos" => CompareZero(Less, true),
            "nonneg" => CompareZero(LessOrEqual, true),
            _ => return None,
        })
    }

    /// How many numbers it takes.
    pub(crate) fn arity(self) -> usize {
        match self {
            Operation::Arithmetic(_) | Operation::Compare(..) => 2,
            Operation::Negate | Operation::CompareZero(..) => 1,
        }
    }

    pub(crate) fn gives_formula(self) -> bool {
        matches!(self, Operation::Compare(..) | Operation::CompareZero(..))
    }

    /// As it is called in messages.
    pub(crate) fn name(self) -> &'static str {
        use Comparison::{Equal, Less, LessOrEqual};
        match self {
            Operation::Arithmetic(IntOp::Plus) => "plus",
            Operation::Arithmetic(IntOp::Minus) => "minus",
            Operation::Arithmetic(IntOp::Times) => "mul",
            Operation::Arithmetic(IntOp::Divide) => "div",
            Operation::Arithmetic(_) => "rem",
            Operation::Negate => "negate",
            Operation::Compare(Equal, _) => "eq",
            Operation::Compare(Less, false) => "lt",
            Operation::Compare(Less, true) => "gt",
            Operation::Compare(LessOrEqual, false) => "lte",
            Operation::Compare(LessOrEqual, true) => "gte",
            Operation::CompareZero(Equal, _) => "zero",
            Operation::CompareZero(Less, false) => "neg",
            Operation::CompareZero(Less, true) => "pos",
            Operation::CompareZero(LessOrEqual, false) => "nonpos",
            Operation::CompareZero(LessOrEqual, true) => "nonneg",
        }
    }
}
