//! Constructs that have no translation into propositional logic, or none of bearable size.

use korrel_lang::source::Span;

/// A construct that cannot be translated, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedConstruct {
    pub span: Span,
    pub obstacle: Obstacle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Variables that stand for sets or relations.
    HigherOrder(HigherOrder),
    /// The name of the thing that is too large, with its article: `a product of so many tuples`.
    TooLarge(&'static str),
    /// The name of something that later states say of a state, in a way that a step does not tell.
    BeyondSteps(&'static str),
}

/// The reason why variables that stand for sets or relations cannot be Skolemised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HigherOrder {
    /// A formula is about all of them.
    Universal,
    /// They are collected by a comprehension, or summed up over.
    Collected,
    /// It is both asserted and denied that there is one.
    TwoSided,
}

impl UnsupportedConstruct {
    pub fn too_large(span: Span, construct: &'static str) -> UnsupportedConstruct {
        UnsupportedConstruct { span, obstacle: Obstacle::TooLarge(construct) }
    }

    pub fn beyond_steps(span: Span, construct: &'static str) -> UnsupportedConstruct {
        UnsupportedConstruct { span, obstacle: Obstacle::BeyondSteps(construct) }
    }

    pub fn higher_order(span: Span, reason: HigherOrder) -> UnsupportedConstruct {
        UnsupportedConstruct { span, obstacle: Obstacle::HigherOrder(reason) }
    }
}
