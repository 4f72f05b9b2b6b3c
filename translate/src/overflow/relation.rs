//! Relational expressions: how large they can be.

use korrel_lang::model::{
    Expr, ExprKind, FunctionId, IntExpr, PairOp, RelationOp, Sig, VariableId,
};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;

use super::extent::TupleBounds;
use super::{AbstractValue, PartialInterpretation};

impl PartialInterpretation<'_> {
    pub(super) fn relation(&mut self, expr: &Expr) -> TupleBounds {
        match &expr.kind {
            ExprKind::Empty => self.everything(expr.arity).at_most(0),
            ExprKind::Identity => self.everything(1).identity(),
            ExprKind::Sig(sig) => self.sig(*sig),
            ExprKind::Field(field) => match self.fields.get(field.0 as usize) {
                Some(extent) => extent.clone(),
                None => self.everything(expr.arity),
            },
            ExprKind::Variable(variable) => self.relation_variable(*variable),
            ExprKind::Unary(PairOp::Transpose, inner) => self.relation(inner).transpose(),
            ExprKind::Unary(PairOp::Closure, inner) => self.relation(inner).closure(),
            ExprKind::Unary(PairOp::ReflexiveClosure, inner) => {
                let identity = self.everything(1).identity();
                self.relation(inner).closure().union(&identity)
            }
            ExprKind::Binary(RelationOp::Join, a, b) => self.join(a, b),
            ExprKind::Binary(op, a, b) => binary(*op, &self.relation(a), &self.relation(b)),
            ExprKind::Conditional(condition, a, b) => {
                self.formula(condition);
                self.relation(a).either(&self.relation(b))
            }
            ExprKind::Comprehension(declarations, body) => {
                let domains = self.declare(declarations);
                self.formula(body);
                let all = domains.into_iter().reduce(|a, b| a.product(&b));
                all.expect("a comprehension has variables").at_least(0)
            }
            ExprKind::Let(variable, value, body) => {
                self.bind(*variable, value);
                self.relation(body)
            }
            ExprKind::Call(function, arguments) => {
                self.relation_call(*function, arguments, expr.span)
            }
            ExprKind::In(_, inner) => self.relation(inner),
            ExprKind::IntegerAtom(inner) => self.integer_atom(inner),
            // Each integer has at most one next one, and at most one has it.
            ExprKind::NextInteger => self.sig(Sig::INT).identity().at_least(0),
            ExprKind::String(_) => self.sig(Sig::STRING).at_most(1).at_least(0),
        }
    }

    /// A union is joined part by part: `x.*f` is x and what `^f` leads to, and not all atoms.
    fn join(&mut self, a: &Expr, b: &Expr) -> TupleBounds {
        let left = self.relation(a);
        self.joined(&left, b)
    }

    fn joined(&mut self, left: &TupleBounds, right: &Expr) -> TupleBounds {
        match &right.kind {
            ExprKind::Identity => left.clone(),
            ExprKind::Unary(PairOp::ReflexiveClosure, inner) => {
                left.union(&left.join(&self.relation(inner).closure()))
            }
            ExprKind::Binary(RelationOp::Union, a, b) => {
                self.joined(left, a).union(&self.joined(left, b))
            }
            _ => left.join(&self.relation(right)),
        }
    }

    fn relation_variable(&self, variable: VariableId) -> TupleBounds {
        match self.variables.get(&variable) {
            Some(AbstractValue::Relation(extent)) => extent.clone(),
            _ => self.everything(self.model.variables[variable].arity),
        }
    }

    fn relation_call(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        site: Span,
    ) -> TupleBounds {
        match self.call(function, arguments, site) {
            AbstractValue::Relation(extent) => extent,
            _ => unreachable!("the body of a relation's function is a relation"),
        }
    }

    /// The atoms of the numbers that it can be.
    fn integer_atom(&mut self, inner: &IntExpr) -> TupleBounds {
        self.see_atom(inner);
        let number = self.number(inner);
        let universe = self.bounds.universe();
        let mut column = TupleSet::empty(universe.len(), 1);
        for atom in universe.block(Sig::INT).map(AtomId) {
            let value = universe.number(atom).expect("the block of Int holds integers");
            if number.contains(value.into()) {
                column.insert(&[atom]);
            }
        }
        TupleBounds::within(vec![column]).at_most(1)
    }

    pub(super) fn everything(&self, arity: usize) -> TupleBounds {
        let all = &self.bounds.sig(Sig::UNIVERSE).upper;
        TupleBounds::within(vec![all.clone(); arity])
    }
}

fn binary(op: RelationOp, a: &TupleBounds, b: &TupleBounds) -> TupleBounds {
    match op {
        RelationOp::Union => a.union(b),
        RelationOp::Difference => a.clone().at_least(0),
        RelationOp::Intersection => a.intersection(b),
        RelationOp::Override => a.overridden(b),
        RelationOp::Product => a.product(b),
        RelationOp::Join => a.join(b),
        RelationOp::DomainRestriction => b.domain_restricted(a),
        RelationOp::RangeRestriction => a.range_restricted(b),
    }
}
