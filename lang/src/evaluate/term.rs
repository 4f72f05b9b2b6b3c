//! Which variables over `Int` a term has in it.
//!
//! docs/language.md's rule on overflow names "the innermost variable of type `Int` in that term",
//! so this looks at the text, as Kodkod does: a variable counts wherever it stands, in the
//! condition of a conditional or the body of a comprehension too, and a `let` or a parameter counts
//! as what it was bound to.

use std::collections::BTreeSet;

use crate::arena::Id;
use crate::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Range, Value,
    VariableId,
};

use super::Evaluator;
use super::overflow::Term;

impl Evaluator<'_> {
    pub(super) fn variables_of(&self, term: Term<'_>) -> BTreeSet<VariableId> {
        self.collected(|found| match term {
            Term::Relation(expr) => self.in_relation(expr, found),
            Term::Number(expr) => self.in_number(expr, found),
        })
    }

    pub(super) fn variables_of_value(&self, value: &Value) -> BTreeSet<VariableId> {
        self.collected(|found| self.in_value(value, found))
    }

    /// Outside every binder over `Int` there is nothing to look for.
    fn collected(&self, walk: impl FnOnce(&mut BTreeSet<VariableId>)) -> BTreeSet<VariableId> {
        let mut found = BTreeSet::new();
        if !self.binders.is_empty() {
            walk(&mut found);
        }
        found
    }

    /// A variable that is not bound at the moment is bound within the term.
    fn in_variable(&self, variable: VariableId, found: &mut BTreeSet<VariableId>) {
        if let Some(bound) = &self.bindings[variable.index()] {
            found.extend(&bound.variables);
        }
    }

    fn in_value(&self, value: &Value, found: &mut BTreeSet<VariableId>) {
        match value {
            Value::Formula(formula) => self.in_formula(formula, found),
            Value::Relation(expr) => self.in_relation(expr, found),
            Value::Integer(expr) => self.in_number(expr, found),
        }
    }

    fn in_declarations(&self, declarations: &[Declaration], found: &mut BTreeSet<VariableId>) {
        for declaration in declarations {
            self.in_range(&declaration.range, found);
        }
    }

    fn in_range(&self, range: &Range, found: &mut BTreeSet<VariableId>) {
        match range {
            Range::Of { domain, .. } => self.in_relation(domain, found),
            Range::Arrow { left, right, .. } => {
                self.in_range(left, found);
                self.in_range(right, found);
            }
        }
    }

    fn in_relations(&self, exprs: &[Expr], found: &mut BTreeSet<VariableId>) {
        for expr in exprs {
            self.in_relation(expr, found);
        }
    }

    fn in_relation(&self, expr: &Expr, found: &mut BTreeSet<VariableId>) {
        match &expr.kind {
            ExprKind::Empty
            | ExprKind::Identity
            | ExprKind::Sig(_)
            | ExprKind::Field(_)
            | ExprKind::NextInteger
            | ExprKind::String(_) => {}
            ExprKind::Variable(variable) => self.in_variable(*variable, found),
            ExprKind::Transpose(of) | ExprKind::Closure(of) | ExprKind::ReflexiveClosure(of) => {
                self.in_relation(of, found);
            }
            ExprKind::Binary(_, left, right) => {
                self.in_relation(left, found);
                self.in_relation(right, found);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.in_formula(condition, found);
                self.in_relation(then, found);
                self.in_relation(otherwise, found);
            }
            ExprKind::Comprehension(declarations, body) => {
                self.in_declarations(declarations, found);
                self.in_formula(body, found);
            }
            ExprKind::Let(_, value, body) => {
                self.in_value(value, found);
                self.in_relation(body, found);
            }
            ExprKind::Call(_, arguments) => self.in_relations(arguments, found),
            ExprKind::IntegerAtom(number) => self.in_number(number, found),
        }
    }

    fn in_number(&self, expr: &IntExpr, found: &mut BTreeSet<VariableId>) {
        match &expr.kind {
            IntExprKind::Constant(_) | IntExprKind::Least | IntExprKind::Greatest => {}
            IntExprKind::Cardinality(of) | IntExprKind::OfSet(of) => self.in_relation(of, found),
            IntExprKind::Sum(declarations, body) => {
                self.in_declarations(declarations, found);
                self.in_number(body, found);
            }
            IntExprKind::Binary(_, left, right) => {
                self.in_number(left, found);
                self.in_number(right, found);
            }
            IntExprKind::Conditional(condition, then, otherwise) => {
                self.in_formula(condition, found);
                self.in_number(then, found);
                self.in_number(otherwise, found);
            }
            IntExprKind::Let(_, value, body) => {
                self.in_value(value, found);
                self.in_number(body, found);
            }
            IntExprKind::Variable(variable) => self.in_variable(*variable, found),
            IntExprKind::Call(_, arguments) => self.in_relations(arguments, found),
        }
    }

    fn in_formula(&self, formula: &Formula, found: &mut BTreeSet<VariableId>) {
        match &formula.kind {
            FormulaKind::Constant(_) => {}
            FormulaKind::Not(of) => self.in_formula(of, found),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.in_formula(part, found));
            }
            FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => {
                self.in_formula(a, found);
                self.in_formula(b, found);
            }
            FormulaKind::Conditional(condition, then, otherwise) => {
                for part in [condition, then, otherwise] {
                    self.in_formula(part, found);
                }
            }
            FormulaKind::Quantified { declarations, body, .. } => {
                self.in_declarations(declarations, found);
                self.in_formula(body, found);
            }
            FormulaKind::Count(_, expr) => self.in_relation(expr, found),
            FormulaKind::Subset(a, b) | FormulaKind::Equal(a, b) => {
                self.in_relation(a, found);
                self.in_relation(b, found);
            }
            FormulaKind::Compare(_, a, b) => {
                self.in_number(a, found);
                self.in_number(b, found);
            }
            FormulaKind::TotalOrder(operands) => self.in_relations(&operands[..], found),
            FormulaKind::Let(_, value, body) => {
                self.in_value(value, found);
                self.in_formula(body, found);
            }
            FormulaKind::Variable(variable) => self.in_variable(*variable, found),
            FormulaKind::Call(_, arguments) => self.in_relations(arguments, found),
        }
    }
}
