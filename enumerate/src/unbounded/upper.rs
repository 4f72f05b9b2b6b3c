//! All that an expression may hold, in whichever state.
//!
//! *Problem.* What is written out by tuples (`member`) or for all values of a variable (`ground`) has as many parts as there
//! are tuples, and most of them are in no state. *Choice.* Each expression has an upper bound, by those of what it is made
//! of and of what its variables stand for. *Rejected.* All tuples over the atoms, for what is called or comprehended: a few
//! joins within each other were too large then.

use korrel_lang::model::{Expr, ExprKind, PairOp, RelationOp, Sig, Value};
use korrel_lang::tuples::TupleSet;

use super::ground::{Around, Grounding, LetValue};

impl<'m> Grounding<'m> {
    /// All that an expression may hold at any position.
    pub(super) fn upper(&self, expr: &'m Expr, around: &Around<'m>) -> TupleSet {
        let everything = || {
            let atoms = self.upper.sig(Sig::UNIVERSE);
            (1..expr.arity).fold(atoms.clone(), |tuples, _| tuples.product(atoms))
        };
        match &expr.kind {
            ExprKind::Empty => TupleSet::empty(self.upper.universe.len(), expr.arity),
            ExprKind::Sig(sig) => self.upper.sig(*sig).clone(),
            ExprKind::Field(field) => self.upper.field(*field).clone(),
            ExprKind::Variable(variable) => match around.value(*variable) {
                Some(value) => value.clone(),
                None => match around.expression(*variable) {
                    Some((value, outer)) => self.upper(value, &outer),
                    None => match self.upper.variables().iter().find(|(of, _)| of == variable) {
                        Some((_, value)) => value.clone(),
                        None => everything(),
                    },
                },
            },
            ExprKind::Unary(PairOp::Transpose, e) => self.upper(e, around).transpose(),
            ExprKind::Unary(PairOp::Closure, e) => self.upper(e, around).closure(),
            ExprKind::Unary(PairOp::ReflexiveClosure, e) => {
                self.upper(e, around).closure().union(&self.identity())
            }
            ExprKind::Identity => self.identity(),
            ExprKind::Binary(op, a, b) => {
                let [a, b] = [a, b].map(|of| self.upper(of, around));
                match op {
                    RelationOp::Union | RelationOp::Override => a.union(&b),
                    RelationOp::Difference => a,
                    RelationOp::Intersection => a.intersection(&b),
                    RelationOp::Product => a.product(&b),
                    RelationOp::Join => a.join(&b),
                    RelationOp::DomainRestriction => b.domain_restricted(&a),
                    RelationOp::RangeRestriction => a.range_restricted(&b),
                }
            }
            ExprKind::Conditional(_, a, b) => self.upper(a, around).union(&self.upper(b, around)),
            ExprKind::In(_, of) => self.upper(of, around),
            ExprKind::Let(variable, value, body) => {
                self.upper(body, &around.with(*variable, LetValue::Let(value)))
            }
            ExprKind::Call(function, arguments) => {
                let function = &self.model.functions[*function];
                match &function.body {
                    Value::Relation(body) => self.upper(body, &around.within(function, arguments)),
                    _ => everything(),
                }
            }
            ExprKind::Comprehension(declarations, _) => {
                let mut around = around.clone();
                let mut columns: Option<TupleSet> = None;
                for declaration in declarations {
                    for &variable in &declaration.variables {
                        let column = self.upper(declaration.range.domain(), &around);
                        columns = Some(match columns {
                            Some(before) => before.product(&column),
                            None => column.clone(),
                        });
                        around.bindings.push((variable, column));
                    }
                }
                columns.expect("a comprehension has a variable")
            }
            _ => everything(),
        }
    }

    fn identity(&self) -> TupleSet {
        let mut pairs = TupleSet::empty(self.upper.universe.len(), 2);
        self.upper.sig(Sig::UNIVERSE).tuples().for_each(|atom| pairs.insert(&[atom[0], atom[0]]));
        pairs
    }
}
