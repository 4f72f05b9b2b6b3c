//! Operators: from the rules of the grammar to those of the tree.

use pest::iterators::Pair;

use crate::ast::{BinaryOp, Comparator, Multiplicity, UnaryOp};
use crate::parse::rules::{Role, role};
use crate::parse::{Rule, unmapped};

#[derive(Clone, Copy)]
pub(super) enum Infix {
    Binary(BinaryOp),
    Else,
    Arrow(Option<Multiplicity>, Option<Multiplicity>),
    Compare(Comparator, bool),
}

pub(super) fn prefix(pair: Pair<'_, Rule>) -> UnaryOp {
    match role_within(pair) {
        (_, Role::Prefix(op)) => op,
        (rule, _) => unmapped(rule),
    }
}

pub(super) fn infix(pair: Pair<'_, Rule>) -> Infix {
    let op = pair.into_inner().next().expect("an infix is one operator");
    match (op.as_rule(), role(op.as_rule())) {
        (_, Role::Infix(op)) => Infix::Binary(op),
        (Rule::i_else, _) => Infix::Else,
        (Rule::i_arrow, _) => arrow(op),
        (Rule::i_compare, _) => comparison(op),
        (rule, _) => unmapped(rule),
    }
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
            Rule::comparator => match role_within(part) {
                (_, Role::Comparator(sign)) => comparator = Some(sign),
                (rule, _) => unmapped(rule),
            },
            rule => unmapped(rule),
        }
    }
    Infix::Compare(comparator.expect("a comparison has a sign"), is_negated)
}

/// The role of the one rule that a pair holds.
pub(super) fn role_within(pair: Pair<'_, Rule>) -> (Rule, Role) {
    let rule = pair.into_inner().next().expect("the rule has one form").as_rule();
    (rule, role(rule))
}
