//! Variables, and what their declarations say of their values.

use super::{Expr, ExprKind, Formula, Range, Type, VariableId};
use crate::source::Span;

/// A bound variable, a parameter, or a `let`.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// 0 for a `let` that stands for an integer or a formula.
    pub arity: usize,
    /// The type of its values, without products if they are no relations.
    pub ty: Type,
    /// A parameter that is declared by `seq`.
    pub is_sequence: bool,
    pub span: Span,
}

/// `disj x, y: range`.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub variables: Vec<VariableId>,
    /// The values of its variables are pairwise disjoint. Other bindings do not count.
    pub is_disjoint: bool,
    pub range: Range,
    /// For each variable what the multiplicities of the range say of its value, beside that the value
    /// lies within the range's domain. None if they say nothing, or that it is one atom. They mention
    /// the variables and what the domain mentions, so they are no children of their own.
    pub conditions: Vec<Formula>,
    pub span: Span,
}

impl Declaration {
    /// One that is not `disj`. `fresh` makes the variables that its conditions quantify over, of one
    /// column each.
    pub fn new(
        variables: Vec<VariableId>,
        range: Range,
        span: Span,
        mut fresh: impl FnMut(Span) -> VariableId,
    ) -> Declaration {
        let conditions = match range.atoms() {
            Some(_) => Vec::new(),
            None => {
                let of = |&variable: &VariableId| {
                    let value =
                        Expr { kind: ExprKind::Variable(variable), arity: range.arity(), span };
                    range.condition(&value, span, &mut fresh)
                };
                variables.iter().filter_map(of).collect()
            }
        };
        Declaration { variables, is_disjoint: false, range, conditions, span }
    }

    /// The set of which each of its variables is one atom, or `None` if they stand for sets or relations.
    pub fn atoms(&self) -> Option<&Expr> {
        self.range.atoms()
    }

    /// The same of those of its variables of which this is true, if there are any.
    pub fn only(&self, is_kept: impl Fn(VariableId) -> bool) -> Option<Declaration> {
        let mut rest = self.clone();
        rest.variables.retain(|variable| is_kept(*variable));
        let mut kept = self.variables.iter().map(|variable| is_kept(*variable));
        rest.conditions.retain(|_| kept.next() == Some(true));
        (!rest.variables.is_empty()).then_some(rest)
    }
}
