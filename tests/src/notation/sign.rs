//! Alloy's signs for its operators.

use korrel_lang::model::{Comparison, Count, IntOp};

pub(super) fn count_word(count: Count) -> &'static str {
    match count {
        Count::No => "no",
        Count::Some => "some",
        Count::Lone => "lone",
        Count::One => "one",
    }
}

pub(super) fn comparison_sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
    }
}

pub(super) fn int_sign(op: IntOp) -> &'static str {
    match op {
        IntOp::Plus => "@+",
        IntOp::Minus => "@-",
        IntOp::Times => "*",
        IntOp::Divide => "/",
        IntOp::Remainder => "%",
        IntOp::ShiftLeft => "<<",
        IntOp::ShiftRight => ">>",
        IntOp::UnsignedShiftRight => ">>>",
    }
}
