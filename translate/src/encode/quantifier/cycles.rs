//! A consequence of `all n: Node | Node = n.*next` for a function, asserted beside the formula.
//!
//! *Problem.* The formula says that `next` is one cycle. That two nodes with one successor leave too few pointers to
//! reach all nodes is the pigeonhole principle, which clauses prove in exponentially many steps only: the 352 necklaces
//! of 12 beads took 96,533 conflicts.
//!
//! *Choice.* A formula is added beside it: no two of the nodes have one successor. For if p and q have it, then p
//! reaches q through it and q reaches p, so that both lie on one cycle, on which it has one predecessor. The same
//! follows where each node reaches itself by a step or more. Necklaces of 12 take 1,112 conflicts then.
//!
//! *Rejected.* That each node has a predecessor: for a function it is the same, and takes 9,847.
//! Both: no fewer than one.

use korrel_lang::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, Node, PairOp, RelationOp, VariableId,
};

use crate::circuit::Bit;
use crate::encode::reach::is_same;
use crate::encode::{EncodingResult, FormulaEncoder};

/// Atoms that lie, each two of them or each by itself, on a cycle of these steps if these lead from an atom to one.
struct Cycles<'a> {
    atoms: &'a Expr,
    steps: &'a Expr,
}

impl<'a> FormulaEncoder<'a> {
    /// A consequence of `all declarations | body` for functions, or true if none is known.
    pub(crate) fn cycles(
        &mut self,
        declarations: &'a [Declaration],
        body: &'a Formula,
    ) -> EncodingResult<Bit> {
        let Some(Cycles { atoms, steps }) = Cycles::said_by(declarations, body) else {
            return Ok(Bit::TRUE);
        };
        let (atoms, steps) = (self.encode_relation(atoms)?, self.encode_relation(steps)?);
        if !steps.functional || [atoms.overflow, steps.overflow] != [Bit::FALSE; 2] {
            return Ok(Bit::TRUE);
        }
        let steps = steps.matrix.domain_restricted(&atoms.matrix, self.circuit);
        let mut before = vec![Vec::new(); self.atoms()];
        steps.entries().for_each(|(pair, bit)| before[pair % self.atoms()].push(bit));
        let lone: Vec<Bit> = before.iter().map(|bits| self.circuit.at_most_one(bits)).collect();
        Ok(self.circuit.and(lone))
    }
}

impl<'a> Cycles<'a> {
    fn said_by(declarations: &'a [Declaration], body: &'a Formula) -> Option<Cycles<'a>> {
        match &body.kind {
            FormulaKind::And(parts) => {
                parts.iter().find_map(|part| Cycles::said_by(declarations, part))
            }
            FormulaKind::Equal(a, b) => {
                Cycles::reached(declarations, a, b).or_else(|| Cycles::reached(declarations, b, a))
            }
            FormulaKind::Subset(a, b) => Cycles::reached(declarations, a, b),
            _ => None,
        }
    }

    /// The statement of `all declarations | to in reached`. No variable may be left over: if it had
    /// no value, nothing would be said.
    fn reached(
        declarations: &'a [Declaration],
        to: &'a Expr,
        reached: &'a Expr,
    ) -> Option<Cycles<'a>> {
        let ExprKind::Binary(RelationOp::Join, from, closure) = &reached.kind else { return None };
        let ExprKind::Variable(from) = from.kind else { return None };
        let ExprKind::Unary(op, steps) = &closure.kind else { return None };
        let to_itself = |to: &Expr| matches!(to.kind, ExprKind::Variable(to) if to == from);
        let bound = declarations.iter().flat_map(|declaration| {
            declaration.variables.iter().map(|&variable| (variable, declaration.atoms()))
        });
        let atoms = match (&bound.collect::<Vec<_>>()[..], op) {
            (_, PairOp::Transpose) => None,
            (&[(one, Some(atoms))], PairOp::Closure) if one == from && to_itself(to) => Some(atoms),
            (&[(one, Some(atoms))], _) if one == from && is_same(atoms, to) => Some(atoms),
            (&[(a, Some(atoms)), (b, Some(others))], _) if is_same(atoms, others) => {
                let is_pair = |to| [from, to] == [a, b] || [from, to] == [b, a];
                matches!(to.kind, ExprKind::Variable(to) if is_pair(to)).then_some(atoms)
            }
            _ => None,
        };
        // Backwards, the same atoms lie on the same cycles.
        let steps: &Expr = match &steps.kind {
            ExprKind::Unary(PairOp::Transpose, forwards) => forwards,
            _ => steps,
        };
        let is_bound = |variable: &VariableId| {
            declarations.iter().any(|declaration| declaration.variables.contains(variable))
        };
        // Steps that differ from atom to atom make no cycle.
        let are_fixed = !Node::from(steps).free_variables().iter().any(is_bound);
        atoms.filter(|_| are_fixed).map(|atoms| Cycles { atoms, steps })
    }
}
