//! The functions and predicates of `util/integer` that are operations of the language.
//!
//! A call hands over sets of atoms. A number outside the scope has none. Where arithmetic is on
//! numbers (a scope such as `0..4 Int`), `plus[plus[3, 4], minus[1, 5]]` would lose its inner
//! results that way. So these calls become operations on the numbers themselves. In two's complement
//! it makes no difference but for the size of the translation.

use crate::model::{Comparison, IntOp};

/// An operation on one or two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberOperation {
    Arithmetic(IntOp),
    Negate,
    /// A comparison of two numbers. The flag swaps them.
    Compare(Comparison, bool),
    /// A comparison of a number with zero.
    CompareZero(Comparison, bool),
}

/// The operations by their names in `util/integer`. Of two names for one, the first is shown in
/// messages.
const NAMES: [(&str, NumberOperation); 18] = {
    use Comparison::{Equal, Less, LessOrEqual};
    use NumberOperation::{Arithmetic, Compare, CompareZero, Negate};
    [
        ("plus", Arithmetic(IntOp::Plus)),
        ("add", Arithmetic(IntOp::Plus)),
        ("minus", Arithmetic(IntOp::Minus)),
        ("sub", Arithmetic(IntOp::Minus)),
        ("mul", Arithmetic(IntOp::Times)),
        ("div", Arithmetic(IntOp::Divide)),
        ("rem", Arithmetic(IntOp::Remainder)),
        ("negate", Negate),
        ("eq", Compare(Equal, false)),
        ("lt", Compare(Less, false)),
        ("lte", Compare(LessOrEqual, false)),
        ("gt", Compare(Less, true)),
        ("gte", Compare(LessOrEqual, true)),
        ("zero", CompareZero(Equal, false)),
        ("neg", CompareZero(Less, false)),
        ("nonpos", CompareZero(LessOrEqual, false)),
        ("pos", CompareZero(Less, true)),
        ("nonneg", CompareZero(LessOrEqual, true)),
    ]
};

impl NumberOperation {
    /// The operation that a function of `util/integer` stands for.
    pub(crate) fn of(name: &str) -> Option<NumberOperation> {
        NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, operation)| operation)
    }

    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        let named = NAMES.into_iter().find(|(_, operation)| *operation == self);
        named.expect("each is made of its name").0
    }

    /// The number of its operands.
    pub(crate) fn arity(self) -> usize {
        match self {
            NumberOperation::Arithmetic(_) | NumberOperation::Compare(..) => 2,
            NumberOperation::Negate | NumberOperation::CompareZero(..) => 1,
        }
    }

    pub(crate) fn gives_formula(self) -> bool {
        matches!(self, NumberOperation::Compare(..) | NumberOperation::CompareZero(..))
    }
}
