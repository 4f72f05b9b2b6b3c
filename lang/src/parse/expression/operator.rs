//! Operators: from the rules of the grammar to those of the tree.

use pest::iterators::Pair;

use crate::ast::{BinaryOp, Comparator, Multiplicity, UnaryOp};
use crate::parse::{Rule, unmapped};

#[derive(Clone, Copy)]
pub(super) enum Infix {
    Binary(BinaryOp),
    Else,
    Arrow(Option<Multiplicity>, Option<Multiplicity>),
    Compare(Comparator, bool),
}

pub(super) fn prefix(pair: Pair<'_, Rule>) -> UnaryOp {
    match pair.into_inner().next().expect("a prefix is one operator").as_rule() {
        Rule::p_not => UnaryOp::Not,
        Rule::p_no => UnaryOp::No,
        Rule::p_some => UnaryOp::Some,
        Rule::p_lone => UnaryOp::Lone,
        Rule::p_one => UnaryOp::One,
        Rule::p_set => UnaryOp::Set,
        Rule::p_seq => UnaryOp::Seq,
        Rule::p_cardinality => UnaryOp::Cardinality,
        Rule::p_transpose => UnaryOp::Transpose,
        Rule::p_closure => UnaryOp::Closure,
        Rule::p_reflexive => UnaryOp::ReflexiveClosure,
        Rule::p_always => UnaryOp::Always,
        Rule::p_eventually => UnaryOp::Eventually,
        Rule::p_after => UnaryOp::After,
        Rule::p_before => UnaryOp::Before,
        Rule::p_historically => UnaryOp::Historically,
        Rule::p_once => UnaryOp::Once,
        Rule::p_int | Rule::p_sum => UnaryOp::ToInteger,
        rule => unmapped(rule),
    }
}

pub(super) fn infix(pair: Pair<'_, Rule>) -> Infix {
    use BinaryOp as B;
    let op = pair.into_inner().next().expect("an infix is one operator");
    Infix::Binary(match op.as_rule() {
        Rule::i_else => return Infix::Else,
        Rule::i_arrow => return arrow(op),
        Rule::i_compare => return comparison(op),
        Rule::i_iff => B::Iff,
        Rule::i_implies => B::Implies,
        Rule::i_or => B::Or,
        Rule::i_and => B::And,
        Rule::i_until => B::Until,
        Rule::i_releases => B::Releases,
        Rule::i_since => B::Since,
        Rule::i_triggered => B::Triggered,
        Rule::i_sequence => B::Sequence,
        Rule::i_shift_left => B::ShiftLeft,
        Rule::i_shift_right => B::ShiftRight,
        Rule::i_unsigned_shift_right => B::UnsignedShiftRight,
        Rule::i_override => B::Override,
        Rule::i_union => B::Union,
        Rule::i_difference => B::Difference,
        Rule::i_intersection => B::Intersection,
        Rule::i_domain => B::DomainRestriction,
        Rule::i_range => B::RangeRestriction,
        Rule::i_int_add => B::Add,
        Rule::i_int_sub => B::Subtract,
        Rule::i_int_mul => B::Multiply,
        Rule::i_int_div => B::Divide,
        Rule::i_int_rem => B::Remainder,
        Rule::i_join => B::Join,
        rule => unmapped(rule),
    })
}

fn arrow(pair: Pair<'_, Rule>) -> Infix {
    let (mut left, mut right) = (None, None);
    let mut is_behind_arrow = false;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::arrow => is_behind_arrow = true,
            Rule::multiplicity if is_behind_arrow => right = Some(multiplicity(part)),
            Rule::multiplicity => left = Some(multiplicity(part)),
            rule => unmapped(rule),
        }
    }
    Infix::Arrow(left, right)
}

fn multiplicity(pair: Pair<'_, Rule>) -> Multiplicity {
    match pair.into_inner().next().expect("a multiplicity is a keyword").as_rule() {
        Rule::k_lone => Multiplicity::Lone,
        Rule::k_one => Multiplicity::One,
        Rule::k_some => Multiplicity::Some,
        Rule::k_set => Multiplicity::Set,
        rule => unmapped(rule),
    }
}

fn comparison(pair: Pair<'_, Rule>) -> Infix {
    let mut is_negated = false;
    let mut comparator = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::negation => is_negated = true,
            Rule::comparator => comparator = Some(self::comparator(part.as_str())),
            rule => unmapped(rule),
        }
    }
    Infix::Compare(comparator.expect("a comparison has a sign"), is_negated)
}

fn comparator(sign: &str) -> Comparator {
    match sign {
        "in" => Comparator::In,
        "=" => Comparator::Equal,
        "<" => Comparator::Less,
        "=<" | "<=" => Comparator::LessOrEqual,
        ">" => Comparator::Greater,
        ">=" => Comparator::GreaterOrEqual,
        other => unreachable!("the grammar has no comparison `{other}`"),
    }
}
