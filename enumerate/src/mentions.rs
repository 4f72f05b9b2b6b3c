//! Which relations a formula's value depends on, through calls too.

use std::collections::BTreeSet;

use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Model, Range,
    Sig, Value,
};

/// The sigs, fields and parameters that a formula mentions. `univ` and `iden` mention every
/// top-level sig.
pub fn relations_in(model: &Model, command: &Command, formula: &Formula) -> BTreeSet<Relation> {
    let mut walk = Walk { model, command, found: BTreeSet::new() };
    walk.formula(formula);
    walk.found
}

struct Walk<'m> {
    model: &'m Model,
    command: &'m Command,
    found: BTreeSet<Relation>,
}

impl Walk<'_> {
    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            FormulaKind::Constant(_) | FormulaKind::Variable(_) => {}
            FormulaKind::Not(a) => self.formula(a),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => {
                self.formula(a);
                self.formula(b);
            }
            FormulaKind::Conditional(a, b, c) => {
                [a, b, c].into_iter().for_each(|part| self.formula(part));
            }
            FormulaKind::Quantified { declarations, body, .. } => {
                self.declarations(declarations);
                self.formula(body);
            }
            FormulaKind::Count(_, e) => self.relation(e),
            FormulaKind::Subset(a, b) | FormulaKind::Equal(a, b) => {
                self.relation(a);
                self.relation(b);
            }
            FormulaKind::Compare(_, a, b) => {
                self.integer(a);
                self.integer(b);
            }
            FormulaKind::TotalOrder(sets) => sets.iter().for_each(|set| self.relation(set)),
            FormulaKind::Let(_, value, body) => {
                self.value(value);
                self.formula(body);
            }
            FormulaKind::Call(function, arguments) => {
                arguments.iter().for_each(|argument| self.relation(argument));
                self.value(&self.model.functions[*function].body);
            }
        }
    }

    fn relation(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Empty | ExprKind::NextInteger | ExprKind::String(_) => {}
            ExprKind::Identity | ExprKind::Sig(Sig::UNIVERSE) => {
                self.found.extend(self.model.top_level().map(Relation::Sig));
            }
            ExprKind::Sig(sig) => {
                self.found.insert(Relation::Sig(*sig));
            }
            ExprKind::Field(field) => {
                self.found.insert(Relation::Field(*field));
            }
            ExprKind::Variable(variable) => {
                let parameters = &self.command.parameters;
                if parameters.iter().any(|d| d.variables.contains(variable)) {
                    self.found.insert(Relation::Variable(*variable));
                }
            }
            ExprKind::Transpose(e) | ExprKind::Closure(e) => self.relation(e),
            ExprKind::ReflexiveClosure(e) => {
                self.relation(e);
                self.found.extend(self.model.top_level().map(Relation::Sig));
            }
            ExprKind::Binary(_, a, b) => {
                self.relation(a);
                self.relation(b);
            }
            ExprKind::Conditional(c, a, b) => {
                self.formula(c);
                self.relation(a);
                self.relation(b);
            }
            ExprKind::Comprehension(declarations, body) => {
                self.declarations(declarations);
                self.formula(body);
            }
            ExprKind::Let(_, value, body) => {
                self.value(value);
                self.relation(body);
            }
            ExprKind::Call(function, arguments) => {
                arguments.iter().for_each(|argument| self.relation(argument));
                self.value(&self.model.functions[*function].body);
            }
            ExprKind::IntegerAtom(int) => self.integer(int),
        }
    }

    fn integer(&mut self, expr: &IntExpr) {
        match &expr.kind {
            IntExprKind::Constant(_)
            | IntExprKind::Variable(_)
            | IntExprKind::Least
            | IntExprKind::Greatest => {}
            IntExprKind::Cardinality(e) | IntExprKind::OfSet(e) => self.relation(e),
            IntExprKind::Sum(declarations, body) => {
                self.declarations(declarations);
                self.integer(body);
            }
            IntExprKind::Binary(_, a, b) => {
                self.integer(a);
                self.integer(b);
            }
            IntExprKind::Conditional(c, a, b) => {
                self.formula(c);
                self.integer(a);
                self.integer(b);
            }
            IntExprKind::Let(_, value, body) => {
                self.value(value);
                self.integer(body);
            }
            IntExprKind::Call(function, arguments) => {
                arguments.iter().for_each(|argument| self.relation(argument));
                self.value(&self.model.functions[*function].body);
            }
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Formula(formula) => self.formula(formula),
            Value::Relation(expr) => self.relation(expr),
            Value::Integer(int) => self.integer(int),
        }
    }

    fn declarations(&mut self, declarations: &[Declaration]) {
        declarations.iter().for_each(|declaration| self.range(&declaration.range));
    }

    fn range(&mut self, range: &Range) {
        match range {
            Range::Of { domain, .. } => self.relation(domain),
            Range::Arrow { left, right, .. } => {
                self.range(left);
                self.range(right);
            }
        }
    }
}
