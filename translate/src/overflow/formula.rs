//! Formulas, for the numbers in them.

use korrel_lang::model::{Formula, FormulaKind, Node};

use super::PartialInterpretation;

impl PartialInterpretation<'_> {
    pub(super) fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Quantified { declarations, body, .. } => {
                self.declare(declarations);
                self.formula(body);
            }
            FormulaKind::Compare(comparison, a, b) => {
                let sides = [self.number(a), self.number(b)];
                self.see_comparison(*comparison, [a, b], sides);
            }
            FormulaKind::Let(variable, value, body) => {
                self.bind(*variable, value);
                self.formula(body);
            }
            FormulaKind::Call(function, arguments) => {
                self.call(*function, arguments, formula.span);
            }
            _ => Node::Formula(formula).children().into_iter().for_each(|child| self.node(child)),
        }
    }

    fn node(&mut self, node: Node<'_>) {
        match node {
            Node::Formula(formula) => self.formula(formula),
            Node::Relation(expr) => {
                self.relation(expr);
            }
            Node::Integer(int) => {
                self.number(int);
            }
        }
    }
}
