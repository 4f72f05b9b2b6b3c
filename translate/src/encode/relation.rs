//! Relational expressions.

use std::rc::Rc;

use korrel_lang::model::{
    Declaration, Expr, ExprKind, Formula, FunctionId, IntExpr, PairOp, RelationOp, Sig,
    Value as ModelValue,
};
use korrel_lang::source::Span;
use korrel_lang::universe::AtomId;

use super::environment::{EncodedRelation, EncodedValue};
use super::number::{either, order};
use super::quantifier::Purpose;
use super::{EncodingResult, FormulaEncoder, UnsupportedConstruct};
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};

/// A product of more tuples than this is refused: it would not fit into memory.
const MOST_TUPLES: usize = 1 << 26;

impl<'a> FormulaEncoder<'a> {
    pub(crate) fn encode_relation(&mut self, expr: &'a Expr) -> EncodingResult<EncodedRelation> {
        if !Matrix::can_hold(self.atoms(), expr.arity) {
            let construct = "a relation of so high an arity over so many atoms";
            return Err(UnsupportedConstruct::too_large(expr.span, construct));
        }
        if let Some(leaf) = self.leaf(expr) {
            return Ok(leaf);
        }
        self.remembered(
            expr,
            true,
            |environment| &mut environment.relations,
            |encoder| encoder.relation_kind(expr),
        )
    }

    /// Expressions that cost nothing to look up.
    fn leaf(&mut self, expr: &'a Expr) -> Option<EncodedRelation> {
        match &expr.kind {
            ExprKind::Sig(sig) => Some(self.relations.sigs()[*sig].clone()),
            ExprKind::Field(field) => Some(self.relations.fields()[*field].clone()),
            ExprKind::Variable(variable) => match &self.environment.get(*variable).value {
                EncodedValue::Relation(relation) => Some(relation.clone()),
                EncodedValue::Deferred(..) => None,
                _ => unreachable!("a relation's variable stands for a relation"),
            },
            _ => None,
        }
    }

    fn relation_kind(&mut self, expr: &'a Expr) -> EncodingResult<EncodedRelation> {
        match &expr.kind {
            ExprKind::Variable(variable) => self.deferred_relation(*variable),
            ExprKind::Sig(_) | ExprKind::Field(_) => {
                unreachable!("leaves are not remembered")
            }
            ExprKind::Empty => {
                Ok(EncodedRelation::known(Matrix::empty(self.atoms(), expr.arity), true))
            }
            ExprKind::Identity => Ok(EncodedRelation::known(self.identity(), true)),
            ExprKind::NextInteger => Ok(EncodedRelation::known(self.next_integer(), true)),
            ExprKind::String(text) => Ok(EncodedRelation::known(self.string(text), true)),
            ExprKind::Unary(PairOp::Transpose, inner) => {
                self.unary(inner, |matrix, _| matrix.transpose())
            }
            ExprKind::Unary(PairOp::Closure, inner) => self.closure(inner),
            ExprKind::Unary(PairOp::ReflexiveClosure, inner) => {
                let identity = self.identity();
                let closure = self.closure(inner)?;
                let matrix = Rc::new(closure.matrix.union(&identity, self.circuit));
                Ok(EncodedRelation { matrix, ..closure })
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, [a, b], expr.span),
            ExprKind::Conditional(c, a, b) => self.choice(c, a, b),
            ExprKind::Comprehension(declarations, body) => self.comprehension(declarations, body),
            ExprKind::Let(variable, value, body) => {
                self.letting(*variable, value, |encoder| encoder.encode_relation(body))
            }
            ExprKind::Call(function, arguments) => self.call_relation(*function, arguments),
            ExprKind::In(_, inner) => {
                self.in_next(expr.span, |encoder| encoder.encode_relation(inner))
            }
            ExprKind::IntegerAtom(inner) => self.integer_atom(inner),
        }
    }

    fn identity(&self) -> Matrix {
        self.interpretation.relations.sigs()[Sig::UNIVERSE].identity()
    }

    fn next_integer(&self) -> Matrix {
        let block = self.universe().block(Sig::INT);
        let n = self.atoms();
        let pairs = block.clone().zip(block.skip(1));
        Matrix::from_entries(n, 2, pairs.map(|(a, b)| (a as usize * n + b as usize, Bit::TRUE)))
    }

    fn string(&self, text: &str) -> Matrix {
        let atom = self.universe().string(text);
        Matrix::from_entries(self.atoms(), 1, atom.map(|atom| (atom.0 as usize, Bit::TRUE)))
    }

    fn unary(
        &mut self,
        inner: &'a Expr,
        operation: impl FnOnce(&Matrix, &mut Circuit) -> Matrix,
    ) -> EncodingResult<EncodedRelation> {
        let inner = self.encode_relation(inner)?;
        let matrix = Rc::new(operation(&inner.matrix, self.circuit));
        Ok(EncodedRelation { matrix, overflow: inner.overflow, functional: false })
    }

    fn binary(
        &mut self,
        op: RelationOp,
        [a, b]: [&'a Expr; 2],
        span: Span,
    ) -> EncodingResult<EncodedRelation> {
        if op == RelationOp::Join
            && let Some(reached) = self.join_with_closure(a, b)?
        {
            return Ok(reached);
        }
        let a = self.encode_relation(a)?;
        let b = self.encode_relation(b)?;
        let tuples = a.matrix.support().saturating_mul(b.matrix.support());
        if op == RelationOp::Product && tuples > MOST_TUPLES {
            return Err(UnsupportedConstruct::too_large(span, "a product of so many tuples"));
        }
        let (left, right, circuit) = (&*a.matrix, &*b.matrix, &mut *self.circuit);
        let matrix = match op {
            RelationOp::Union => left.union(right, circuit),
            RelationOp::Difference => left.difference(right, circuit),
            RelationOp::Intersection => left.intersection(right, circuit),
            RelationOp::Override => left.overridden(right, circuit),
            RelationOp::Product => left.product(right, circuit),
            RelationOp::Join => left.join(right, circuit),
            RelationOp::DomainRestriction => right.domain_restricted(left, circuit),
            RelationOp::RangeRestriction => left.range_restricted(right, circuit),
        };
        let overflow = either(a.overflow, b.overflow, circuit);
        let functional = is_functional(op, &a, &b);
        Ok(EncodedRelation { matrix: Rc::new(matrix), overflow, functional })
    }

    fn choice(
        &mut self,
        condition: &'a Formula,
        a: &'a Expr,
        b: &'a Expr,
    ) -> EncodingResult<EncodedRelation> {
        let condition = self.encode_condition(condition)?;
        let a = self.encode_relation(a)?;
        let b = self.encode_relation(b)?;
        let matrix = a.matrix.choice(condition, &b.matrix, self.circuit);
        let overflow = self.circuit.choice(condition, a.overflow, b.overflow);
        let functional = a.functional && b.functional;
        Ok(EncodedRelation { matrix: Rc::new(matrix), overflow, functional })
    }

    /// Its body's comparisons deal with overflow, so the set itself has none.
    fn comprehension(
        &mut self,
        declarations: &'a [Declaration],
        body: &'a Formula,
    ) -> EncodingResult<EncodedRelation> {
        let atoms = self.atoms();
        let arity = declarations.iter().map(|declaration| declaration.variables.len()).sum();
        let mut entries = Vec::new();
        let purpose = Purpose::Collection;
        self.ground(declarations, purpose, &mut |encoder, grounding| {
            let bit = encoder.encode_condition(body)?;
            let bit = encoder.circuit.and(grounding.guards.iter().copied().chain([bit]));
            let index = grounding.atoms.iter().fold(0, |index, atom| index * atoms + atom);
            entries.push((index, bit));
            Ok(())
        })?;
        Ok(EncodedRelation::known(Matrix::from_entries(atoms, arity, entries), false))
    }

    fn call_relation(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expr],
    ) -> EncodingResult<EncodedRelation> {
        let ModelValue::Relation(body) = &self.model.functions[function].body else {
            unreachable!("the body of a relation's function is a relation")
        };
        self.calling(function, arguments, |encoder, followers| {
            if let Some(leaf) = encoder.leaf(body) {
                return Ok(leaf);
            }
            encoder.remembered_call(
                body,
                true,
                followers,
                |environment| &mut environment.relations,
                |encoder| encoder.relation_kind(body),
            )
        })
    }

    /// A number that overflowed has no atom, nor has one outside the range.
    fn integer_atom(&mut self, inner: &'a IntExpr) -> EncodingResult<EncodedRelation> {
        let number = self.encode_integer(inner)?.compact(self.circuit);
        let mut entries = Vec::new();
        for atom in self.universe().block(Sig::INT) {
            let value = self.universe().number(AtomId(atom));
            let value = value.expect("the block of Int holds integers");
            let is_value = order::equals(&number, value, self.circuit);
            let bit = self.circuit.and([is_value, !number.overflow]);
            entries.push((atom as usize, bit));
        }
        let matrix = Matrix::from_entries(self.atoms(), 1, entries);
        Ok(EncodedRelation { matrix: Rc::new(matrix), overflow: number.overflow, functional: true })
    }
}

/// True if an operation's result is functional because its operands are.
fn is_functional(op: RelationOp, a: &EncodedRelation, b: &EncodedRelation) -> bool {
    match op {
        RelationOp::Union => a.matrix.support() == 0 && b.functional,
        RelationOp::Difference | RelationOp::RangeRestriction => a.functional,
        RelationOp::Intersection => a.functional || b.functional,
        // An override of sets is the union. A join with a set drops the last column.
        RelationOp::Override | RelationOp::Join => {
            b.matrix.arity() > 1 && a.functional && b.functional
        }
        RelationOp::Product | RelationOp::DomainRestriction => b.functional,
    }
}
