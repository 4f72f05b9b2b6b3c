//! Formulas made of others.

use korrel_lang::model::{Comparison, Formula, FormulaKind, Value};
use korrel_lang::source::Span;

/// The formula that another one does not hold.
pub fn denied(formula: &Formula) -> Formula {
    Formula { kind: FormulaKind::Not(Box::new(formula.clone())), span: formula.span }
}

/// The formula, or that it does not hold.
pub fn made(formula: &Formula, holds: bool) -> Formula {
    if holds { formula.clone() } else { denied(formula) }
}

/// The formula that all of these hold.
pub fn in_all(formulas: Vec<Formula>, span: Span) -> Formula {
    Formula { kind: FormulaKind::And(formulas), span }
}

/// The formula that always holds.
pub fn truth(span: Span) -> Formula {
    Formula { kind: FormulaKind::Constant(true), span }
}

/// A formula that computes a value, and holds unless that overflows.
pub fn computed(value: &Value) -> Formula {
    let (kind, span) = match value {
        Value::Formula(formula) => return formula.clone(),
        Value::Integer(number) => {
            let kind = FormulaKind::Compare(Comparison::Equal, number.clone(), number.clone());
            (kind, number.span)
        }
        Value::Relation(expr) => (FormulaKind::Subset(expr.clone(), expr.clone()), expr.span),
    };
    Formula { kind, span }
}
