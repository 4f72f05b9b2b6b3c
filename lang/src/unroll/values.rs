//! Copies of relations and numbers, with the names read at a moment.

use super::Unroller;
use super::copies::expression;
use super::copy::{RED_ZONE, SEGMENT};
use super::reading::NameReading;
use super::reading::NodeMeaning;
use crate::instance::Relation;
use crate::model::build::{binary, set, union};
use crate::model::{
    Expr, ExprKind, IntExpr, IntExprKind, Node, PairOp, RelationOp, Sig, SigId, Value,
};
use crate::source::Span;

impl<'m> Unroller<'m> {
    pub fn relations(&mut self, all: &'m [Expr], reading: &NameReading<'m>) -> Vec<Expr> {
        all.iter().map(|expr| self.relation(expr, reading)).collect()
    }

    pub fn relation(&mut self, expr: &'m Expr, reading: &NameReading<'m>) -> Expr {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || self.relation_of(expr, reading))
    }

    fn relation_of(&mut self, expr: &'m Expr, reading: &NameReading<'m>) -> Expr {
        use ExprKind as E;
        let (state, span) = (reading.now.state, expr.span);
        let kind = match &expr.kind {
            // What does not change is there beyond the last state, too, without the hidden atom.
            E::Identity | E::Sig(_) | E::Field(_)
                if reading.now.is_beyond() && self.original.changes(expr) =>
            {
                self.is_beyond = true;
                expr.kind.clone()
            }
            E::Identity => return self.identity(state, span),
            E::Sig(Sig::UNIVERSE) => return self.universe(state, span),
            E::Sig(sig) => return self.sig(*sig, state, span),
            E::Field(field) => return self.field(*field, state, expr.arity, span),
            E::Variable(variable) => match reading.environment.meaning(*variable) {
                NodeMeaning::Value(value) => E::Variable(value),
                NodeMeaning::Expression(Node::Relation(of), outer) => {
                    return self.relation(of, &reading.under(outer));
                }
                NodeMeaning::Expression(..) => {
                    unreachable!("a relation's variable stands for a relation")
                }
            },
            E::Unary(PairOp::ReflexiveClosure, of)
                if !reading.now.is_beyond()
                    || !self.original.names_what_changes(Node::Relation(expr)) =>
            {
                let of = Box::new(self.relation(of, reading));
                let closure = Expr { kind: E::Unary(PairOp::Closure, of), arity: 2, span };
                return binary(RelationOp::Union, closure, self.identity(state, span));
            }
            E::Unary(op, of) => {
                // The pairs of an atom with itself are of the atoms in use.
                self.is_beyond |= reading.now.is_beyond() && *op == PairOp::ReflexiveClosure;
                E::Unary(*op, Box::new(self.relation(of, reading)))
            }
            E::Binary(op, a, b) => {
                let harmless = self.harmless(Node::Relation(expr));
                let [a, b] = [a, b].map(|side| match harmless {
                    Some(id) if id == Node::Relation(side).id() => self.plain(side, reading),
                    _ => self.relation(side, reading),
                });
                E::Binary(*op, Box::new(a), Box::new(b))
            }
            E::Conditional(c, a, b) => E::Conditional(
                Box::new(self.formula(c, &reading.asserted(true))),
                Box::new(self.relation(a, reading)),
                Box::new(self.relation(b, reading)),
            ),
            E::Comprehension(declarations, body) => {
                let (declarations, reading) = self.declarations(declarations, reading);
                E::Comprehension(
                    declarations,
                    Box::new(self.formula(body, &reading.asserted(true))),
                )
            }
            E::Let(variable, value, body) => {
                let reading = self.letting(*variable, value, reading);
                return self.relation(body, &reading);
            }
            E::Call(function, arguments) => match self.copied(*function, arguments, reading) {
                Some(copy) => E::Call(copy, self.relations(arguments, reading)),
                None => {
                    let within = self.called(*function, arguments, &reading.environment);
                    match &self.original.functions[*function].body {
                        Value::Relation(body) => {
                            return self.relation(body, &reading.under(within));
                        }
                        _ => unreachable!("its body is a relation"),
                    }
                }
            },
            E::In(_, of) => return self.relation(of, &reading.after()),
            E::IntegerAtom(number) => E::IntegerAtom(Box::new(self.integer(number, reading))),
            E::Empty | E::NextInteger | E::String(_) => expr.kind.clone(),
        };
        Expr { kind, arity: expr.arity, span }
    }

    /// `univ` or `*r`, where other atoms make no difference.
    fn plain(&mut self, expr: &'m Expr, reading: &NameReading<'m>) -> Expr {
        let kind = match &expr.kind {
            ExprKind::Unary(op, of) => ExprKind::Unary(*op, Box::new(self.relation(of, reading))),
            kind => kind.clone(),
        };
        Expr { kind, ..expr.clone() }
    }

    /// The atoms in use in a state: all but the hidden one, and of mutable sigs those that are there.
    fn universe(&self, state: usize, span: Span) -> Expr {
        let mutable: Vec<SigId> =
            self.original.top_level().filter(|&top| self.copies.changes(top)).collect();
        let sets = mutable.iter().map(|&sig| expression(Relation::Sig(sig), 1, span));
        let others = union(sets.chain([set(self.shape.trace(), span)]).collect());
        let others = others.expect("there is the hidden one");
        let all = binary(RelationOp::Difference, set(Sig::UNIVERSE, span), others);
        let there = mutable.iter().map(|&sig| self.sig(sig, state, span));
        there.fold(all, |all, there| binary(RelationOp::Union, all, there))
    }

    fn identity(&self, state: usize, span: Span) -> Expr {
        let all = Expr { kind: ExprKind::Identity, arity: 2, span };
        binary(RelationOp::DomainRestriction, self.universe(state, span), all)
    }

    pub fn integer(&mut self, int: &'m IntExpr, reading: &NameReading<'m>) -> IntExpr {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || self.integer_of(int, reading))
    }

    fn integer_of(&mut self, int: &'m IntExpr, reading: &NameReading<'m>) -> IntExpr {
        use IntExprKind as I;
        let kind = match &int.kind {
            I::Constant(_) | I::Least | I::Greatest => int.kind.clone(),
            I::Measure(measure, of) => I::Measure(*measure, self.relation(of, reading)),
            I::Sum(declarations, body) => {
                let (declarations, reading) = self.declarations(declarations, reading);
                I::Sum(declarations, Box::new(self.integer(body, &reading)))
            }
            I::Binary(op, a, b) => {
                let [a, b] = [a, b].map(|side| Box::new(self.integer(side, reading)));
                I::Binary(*op, a, b)
            }
            I::Conditional(c, a, b) => I::Conditional(
                Box::new(self.formula(c, &reading.asserted(true))),
                Box::new(self.integer(a, reading)),
                Box::new(self.integer(b, reading)),
            ),
            I::Let(variable, value, body) => {
                let reading = self.letting(*variable, value, reading);
                return self.integer(body, &reading);
            }
            I::Variable(variable) => match reading.environment.meaning(*variable) {
                NodeMeaning::Expression(Node::Integer(of), outer) => {
                    return self.integer(of, &reading.under(outer));
                }
                _ => unreachable!("a number's variable stands for a number"),
            },
            I::Call(function, arguments) => match self.copied(*function, arguments, reading) {
                Some(copy) => I::Call(copy, self.relations(arguments, reading)),
                None => {
                    let within = self.called(*function, arguments, &reading.environment);
                    match &self.original.functions[*function].body {
                        Value::Integer(body) => return self.integer(body, &reading.under(within)),
                        _ => unreachable!("its body is a number"),
                    }
                }
            },
            I::In(_, of) => return self.integer(of, &reading.after()),
        };
        IntExpr { kind, span: int.span }
    }
}
