//! Relations and numbers.

use korrel_lang::model::{Expr, ExprKind, IntExpr, IntExprKind, Measure, RelationOp};

use super::Notation;
use super::sign::int_sign;

impl Notation<'_> {
    pub(super) fn expr(&self, expr: &Expr) -> String {
        use ExprKind as E;
        match &expr.kind {
            E::Empty => vec!["none"; expr.arity].join(" -> "),
            E::Identity => "iden".to_owned(),
            E::Sig(sig) => self.model.sigs[*sig].name.clone(),
            E::Field(field) => {
                let field = &self.model.fields[*field];
                format!("({} <: {})", self.model.sigs[field.sig].name, field.name)
            }
            E::Variable(variable) => self.name(*variable),
            E::Unary(op, e) => format!("{} {}", op.sign(), self.expr(e)),
            E::Binary(op, a, b) if self.says_nothing(*op, a, b) => self.expr(b),
            E::Binary(op, a, b) => self.between(a, op.sign(), b),
            E::Conditional(c, a, b) => {
                format!("({} => {} else {})", self.formula(c), self.expr(a), self.expr(b))
            }
            E::Comprehension(declarations, body) => {
                format!("{{{} | {}}}", self.names(declarations), self.formula(body))
            }
            E::Let(variable, value, body) => self.let_in(*variable, value, &self.expr(body)),
            E::Call(function, arguments) => self.call(&self.function(*function), arguments),
            E::In(..) => unreachable!("Alloy's answers are about one state"),
            E::IntegerAtom(int) => self.int(int),
            E::NextInteger => "next".to_owned(),
            E::String(text) => format!("\"{text}\""),
        }
    }

    pub(super) fn int(&self, int: &IntExpr) -> String {
        use IntExprKind as I;
        match &int.kind {
            I::Constant(number) => number.to_string(),
            I::Measure(Measure::Cardinality, expr) => format!("# {}", self.expr(expr)),
            I::Measure(Measure::Sum, expr) => format!("int[{}]", self.expr(expr)),
            I::Sum(declarations, body) => {
                format!("(sum {} | {})", self.names(declarations), self.int(body))
            }
            I::Binary(op, a, b) => format!("{} {} {}", self.int(a), int_sign(*op), self.int(b)),
            I::Conditional(c, a, b) => {
                format!("({} => {} else {})", self.formula(c), self.int(a), self.int(b))
            }
            I::Let(variable, value, body) => self.let_in(*variable, value, &self.int(body)),
            I::Variable(variable) => self.name(*variable),
            I::Call(function, arguments) => self.call(&self.function(*function), arguments),
            I::In(..) => unreachable!("Alloy's answers are about one state"),
            I::Least => "min".to_owned(),
            I::Greatest => "max".to_owned(),
        }
    }

    /// `A <: f` where `f` is that of `A`.
    fn says_nothing(&self, op: RelationOp, set: &Expr, relation: &Expr) -> bool {
        match (&set.kind, &relation.kind) {
            (ExprKind::Sig(sig), ExprKind::Field(field)) => {
                op == RelationOp::DomainRestriction && self.model.fields[*field].sig == *sig
            }
            _ => false,
        }
    }
}
