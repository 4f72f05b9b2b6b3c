//! Tells whether a beginning remains a beginning when its last states are taken away.
//!
//! The facts are taken weakly: what reaches beyond the last state holds. So a shorter beginning has less that could
//! be wrong with it, unless a fact wants something to come true within the states that there are: `eventually F`
//! and `F until G`.

use rustc_hash::FxHashSet;

use super::Unroller;
use crate::model::{Command, Formula, FormulaKind, FunctionId, Node, TemporalOp, Value};

impl<'m> Unroller<'m> {
    /// True if all beginnings of the facts and of what the command declares can be cut anywhere. False where the text
    /// does not tell.
    pub(super) fn can_be_cut(&mut self, command: &'m Command) -> bool {
        let original = self.original;
        let facts = original.facts.iter().map(|fact| &fact.formula);
        let mut known = FxHashSet::default();
        facts.chain([&command.declared]).all(|formula| self.is_weak(formula, true, &mut known))
    }

    /// `known`: the predicates that are, as they are or denied.
    fn is_weak(
        &mut self,
        formula: &'m Formula,
        is_positive: bool,
        known: &mut FxHashSet<(FunctionId, bool)>,
    ) -> bool {
        use FormulaKind as F;
        if !self.traits_of(formula).is_lasting {
            return true;
        }
        let mut all = |parts: &[(&'m Formula, bool)]| {
            parts.iter().all(|(part, is_positive)| self.is_weak(part, *is_positive, known))
        };
        match &formula.kind {
            F::Not(inner) => all(&[(inner, !is_positive)]),
            F::And(parts) | F::Or(parts) => {
                parts.iter().all(|part| self.is_weak(part, is_positive, known))
            }
            F::Implies(a, b) => all(&[(a, !is_positive), (b, is_positive)]),
            F::In(_, inner) | F::Previously(inner) => all(&[(inner, is_positive)]),
            F::Quantified { body, .. } => {
                let children = Node::Formula(formula).children();
                let is_plain = |node: &Node<'m>| !self.traits_of(*node).is_temporal;
                let (_, domains) = children.split_last().expect("a quantifier has a body");
                domains.iter().all(is_plain) && self.is_weak(body, is_positive, known)
            }
            F::Temporal(op, sides) => {
                let [first, second] = &**sides;
                let is_awaited = op.judged(is_positive) == TemporalOp::Until;
                !is_awaited && all(&[(first, is_positive), (second, is_positive)])
            }
            F::Call(function, arguments) => {
                let is_plain = |argument| !self.traits_of(argument).is_temporal;
                if !arguments.iter().all(is_plain) {
                    return false;
                }
                let Value::Formula(body) = &self.original.functions[*function].body else {
                    unreachable!("a predicate's body is a formula")
                };
                !known.insert((*function, is_positive)) || self.is_weak(body, is_positive, known)
            }
            _ => false,
        }
    }
}
