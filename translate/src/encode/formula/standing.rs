//! What use is made of a formula: whether its translation may say less than the formula does.
//!
//! A Skolemised quantifier's gate is implied by nothing that the solver does not choose, and a formula
//! that is left out (`part`) is taken for what helps. Where only its truth helps, that is enough; in a
//! condition or on a side of an equivalence its falsehood would count too. So each formula is
//! translated knowing how it stands, and what is remembered of it is remembered for that standing and
//! polarity only.

use korrel_lang::model::{Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExprKind, Model};
use korrel_lang::walk::{Node, walk};

use crate::encode::Encoder;
use crate::encode::environment::standing::Standing;
use crate::encode::quantifier::domain_of;

impl<'a> Encoder<'a> {
    /// Translates something with another standing.
    pub(crate) fn standing_as<T>(
        &mut self,
        standing: Standing,
        translate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.standing, standing);
        let result = translate(self);
        self.standing = outer;
        result
    }
}

/// Whether a formula, or a function that it calls, quantifies over sets or relations.
pub(crate) fn is_higher_order(model: &Model, formula: &Formula) -> bool {
    let mut found = false;
    let mut called: Vec<FunctionId> = Vec::new();
    let mut open = vec![Node::Formula(formula)];
    while let Some(node) = open.pop() {
        walk(node, &mut |node| {
            found |= quantifies_higher(node);
            if let Some(function) = callee(node)
                && !called.contains(&function)
            {
                called.push(function);
                open.push(Node::of_value(&model.functions[function].body));
            }
        });
    }
    found
}

fn quantifies_higher(node: Node<'_>) -> bool {
    match node {
        Node::Formula(Formula { kind: FormulaKind::Quantified { declarations, .. }, .. }) => {
            declarations.iter().any(|declaration| domain_of(declaration).is_none())
        }
        _ => false,
    }
}

fn callee(node: Node<'_>) -> Option<FunctionId> {
    match node {
        Node::Formula(Formula { kind: FormulaKind::Call(function, _), .. })
        | Node::Relation(Expr { kind: ExprKind::Call(function, _), .. }) => Some(*function),
        Node::Integer(int) => match &int.kind {
            IntExprKind::Call(function, _) => Some(*function),
            _ => None,
        },
        _ => None,
    }
}
