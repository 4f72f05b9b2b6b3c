//! `a.*r` and `a.^r` without the closure.
//!
//! The problem: `n.left.*(left + right)` joins a set with a relation of n² bits. Each bit costs gates, though only the
//! atoms reached from one set are asked for. The choice: where the relation's support has no cycle (a class that is
//! numbered by discovery, a fixed order), the atoms reached are computed one by one along it, with n²/2 gates for a
//! set and no closure. Where the set and the relation are those from which a class is known to be reached
//! ([`crate::draft::breaking::tree`]), it is all of the class and costs nothing. Elsewhere the closure is made. All
//! uses share it. That nothing leads back to itself is asked without it where many atoms may be on a cycle.

use std::rc::Rc;

use korrel_lang::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, Node, PairOp, RelationOp, Sig, VariableId,
};

use super::environment::EncodedRelation;
use super::number::either;
use super::{EncodingResult, FormulaEncoder, UnsupportedConstruct};
use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

/// `entry.*steps` is known to be `reached`.
#[derive(Clone, Debug)]
pub struct Reach {
    pub entry: Matrix,
    pub steps: Matrix,
    pub reached: Matrix,
}

impl<'a> FormulaEncoder<'a> {
    /// The same encoder, which uses the known facts about closures.
    pub fn knowing(mut self, reaches: Vec<Reach>) -> FormulaEncoder<'a> {
        self.reaches = reaches;
        self
    }

    /// The join, if its right side is a closure that need not be made.
    pub(crate) fn join_with_closure(
        &mut self,
        a: &'a Expr,
        b: &'a Expr,
    ) -> Result<Option<EncodedRelation>, UnsupportedConstruct> {
        let ExprKind::Unary(op @ (PairOp::Closure | PairOp::ReflexiveClosure), steps) = &b.kind
        else {
            return Ok(None);
        };
        let is_reflexive = *op == PairOp::ReflexiveClosure;
        let (from, steps) = (self.encode_relation(a)?, self.encode_relation(steps)?);
        let overflow = either(from.overflow, steps.overflow, self.circuit);
        let found = if is_reflexive { self.known_reach(&from.matrix, &steps.matrix) } else { None };
        let matrix = match found {
            Some(reached) => reached,
            None => match steps.matrix.topological_order() {
                Some(order) => self.reached(&from.matrix, &steps.matrix, &order, is_reflexive),
                None => return Ok(None),
            },
        };
        Ok(Some(EncodedRelation { matrix: Rc::new(matrix), overflow, functional: false }))
    }

    /// `^steps`. The current assumptions may simplify the same steps to fewer ones. But an atom
    /// that is reached by one formula has no way back by another only if both use the same gates.
    pub(crate) fn closure(&mut self, steps: &'a Expr) -> EncodingResult<EncodedRelation> {
        let known = self.closures.iter().find(|(known, _)| is_same(known, steps));
        if let Some((_, closure)) = known {
            return Ok(closure.clone());
        }
        let EncodedRelation { matrix, overflow, .. } = self.encode_relation(steps)?;
        let matrix = Rc::new(matrix.closure(self.circuit));
        let closure = EncodedRelation { matrix, overflow, functional: false };
        if is_same(steps, steps) {
            self.closures.push((steps, closure.clone()));
        }
        Ok(closure)
    }

    /// `some declarations | body`, if it asks whether an atom leads back to itself, and the closure would be large. `denied`:
    /// `all declarations | body`, which denies it.
    pub(crate) fn some_on_cycle(
        &mut self,
        declarations: &'a [Declaration],
        body: &'a Formula,
        denied: bool,
    ) -> EncodingResult<Option<Bit>> {
        let [Declaration { variables, .. }] = declarations else { return Ok(None) };
        let (&[variable], Some(atoms)) = (&variables[..], declarations[0].atoms()) else {
            return Ok(None);
        };
        let asked = match &body.kind {
            FormulaKind::Not(asked) if denied => asked,
            _ if !denied => body,
            _ => return Ok(None),
        };
        let Some(steps) = steps_back_to(variable, asked) else { return Ok(None) };
        let atoms = self.encode_relation(atoms)?;
        self.cycles_through(&atoms, steps)
    }

    /// `some a & b`, if one is `iden` and the other a large closure.
    pub(crate) fn some_pair_on_cycle(&mut self, expr: &'a Expr) -> EncodingResult<Option<Bit>> {
        let ExprKind::Binary(RelationOp::Intersection, a, b) = &expr.kind else { return Ok(None) };
        let steps = match (&a.kind, &b.kind) {
            (ExprKind::Identity, ExprKind::Unary(PairOp::Closure, steps))
            | (ExprKind::Unary(PairOp::Closure, steps), ExprKind::Identity) => steps,
            _ => return Ok(None),
        };
        let in_use = self.interpretation.relations.sigs()[Sig::UNIVERSE].clone();
        self.cycles_through(&EncodedRelation::known(in_use, false), steps)
    }

    fn cycles_through(
        &mut self,
        atoms: &EncodedRelation,
        steps: &'a Expr,
    ) -> EncodingResult<Option<Bit>> {
        let is_made = self.closures.iter().any(|(known, _)| is_same(known, steps));
        let steps = self.encode_relation(steps)?;
        let is_known = atoms.matrix.entries().all(|(_, bit)| bit == Bit::TRUE);
        if is_made || !is_known || [atoms.overflow, steps.overflow] != [Bit::FALSE; 2] {
            return Ok(None);
        }
        let atoms: Vec<usize> = atoms.matrix.entries().map(|(atom, _)| atom).collect();
        Ok(steps.matrix.cycles_through(&atoms, self.circuit))
    }

    fn known_reach(&self, from: &Matrix, steps: &Matrix) -> Option<Matrix> {
        let circuit = &*self.circuit;
        let in_use = |atom: usize| self.interpretation.relations.sigs()[Sig::UNIVERSE].get(atom);
        let known = |reach: &&Reach| {
            reach.entry == *from && reach.steps.is_of_disjuncts_in(steps, &in_use, circuit)
        };
        self.reaches.iter().find(known).map(|reach| reach.reached.clone())
    }

    fn reached(
        &mut self,
        from: &Matrix,
        steps: &Matrix,
        order: &[usize],
        is_reflexive: bool,
    ) -> Matrix {
        if !is_reflexive {
            return from.followed(steps, order, self.circuit).beyond;
        }
        // `iden` holds the atoms in use only.
        let in_use = self.interpretation.relations.sigs()[Sig::UNIVERSE].clone();
        let start = from.range_restricted(&in_use, self.circuit);
        start.followed(steps, order, self.circuit).all
    }
}

/// The steps, the same for each atom, of `variable in variable.^steps`.
fn steps_back_to(variable: VariableId, formula: &Formula) -> Option<&Expr> {
    let is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Variable(it) if it == variable);
    let FormulaKind::Subset(atom, reached) = &formula.kind else { return None };
    let ExprKind::Binary(RelationOp::Join, a, b) = &reached.kind else { return None };
    let (from, closure) = if is_it(a) { (a, b) } else { (b, a) };
    match &closure.kind {
        ExprKind::Unary(PairOp::Closure, steps) if is_it(atom) && is_it(from) => {
            let is_fixed = !Node::from(&**steps).free_variables().contains(&variable);
            is_fixed.then_some(steps)
        }
        _ => None,
    }
}

/// True if two expressions are made from the same sigs and fields in the same way.
pub(crate) fn is_same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Sig(a), ExprKind::Sig(b)) => a == b,
        (ExprKind::Field(a), ExprKind::Field(b)) => a == b,
        (ExprKind::Unary(PairOp::Transpose, a), ExprKind::Unary(PairOp::Transpose, b)) => {
            is_same(a, b)
        }
        (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) => {
            let is_swapped = *op == RelationOp::Union && is_same(a, d) && is_same(b, c);
            op == other && (is_same(a, c) && is_same(b, d) || is_swapped)
        }
        _ => false,
    }
}
