//! Formulas, for the numbers in them.

use korrel_lang::model::{Formula, FormulaKind};

use super::Analysis;

impl Analysis<'_> {
    pub(super) fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Constant(_) | FormulaKind::Variable(_) => {}
            FormulaKind::Not(inner) => self.formula(inner),
            FormulaKind::And(all) | FormulaKind::Or(all) => {
                all.iter().for_each(|formula| self.formula(formula));
            }
            FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => {
                self.formula(a);
                self.formula(b);
            }
            FormulaKind::Conditional(condition, a, b) => {
                [condition, a, b].into_iter().for_each(|formula| self.formula(formula));
            }
            FormulaKind::Quantified { declarations, body, .. } => {
                self.declare(declarations);
                self.formula(body);
            }
            FormulaKind::Count(_, expr) => {
                self.relation(expr);
            }
            FormulaKind::Subset(a, b) | FormulaKind::Equal(a, b) => {
                self.relation(a);
                self.relation(b);
            }
            FormulaKind::Compare(comparison, a, b) => {
                let sides = [self.number(a), self.number(b)];
                self.see_comparison(*comparison, [a, b], sides);
            }
            FormulaKind::TotalOrder(parts) => {
                parts.iter().for_each(|part| {
                    self.relation(part);
                });
            }
            FormulaKind::Let(variable, value, body) => {
                self.bind(*variable, value);
                self.formula(body);
            }
            FormulaKind::Call(function, arguments) => {
                self.call(*function, arguments, formula.span);
            }
        }
    }
}
