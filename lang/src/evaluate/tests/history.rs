//! Traces of two mutable sets, and formulas about them.

use super::build::*;
use super::world::*;
use crate::evaluate::Evaluator;
use crate::instance::{Instance, Relation};
use crate::model::*;
use crate::trace::Trace;

/// `var sig P, Q in A`, where A is a static sig of the two atoms 0 and 1.
pub const P: SigId = SigId(6);
pub const Q: SigId = SigId(7);

pub fn history() -> World {
    let mut world = World::new();
    for name in ["P", "Q"] {
        let kind = SigKind::Subset { parents: vec![A], exact: false };
        let sig = Sig { kind, is_variable: true, ..Sig::new(name, SPAN) };
        world.model.sigs.push(sig);
    }
    let mut empty = Instance::empty(&world.model, world.instance.universe.clone());
    *empty.get_mut(Relation::Sig(A)) = tuples(1, &[&[0], &[1]]);
    empty.close_universe(&world.model);
    world.instance = empty;
    world
}

impl World {
    /// A trace with these values of P and Q in each state, as bits: 2 is the set of atom 1.
    pub fn trace(&self, states: &[[u8; 2]], back: Option<usize>) -> Trace {
        let state = |values: &[u8; 2]| {
            let mut state = self.instance.clone();
            for (sig, bits) in [P, Q].into_iter().zip(values) {
                let atoms: Vec<[u32; 1]> =
                    (0..2).filter(|at| bits >> at & 1 == 1).map(|at| [at]).collect();
                let rows: Vec<&[u32]> = atoms.iter().map(|row| &row[..]).collect();
                *state.get_mut(Relation::Sig(sig)) = tuples(1, &rows);
            }
            state
        };
        Trace { states: states.iter().map(state).collect(), back }
    }

    pub fn holds_of(&self, trace: &Trace, kind: &FormulaKind) -> bool {
        Evaluator::of_trace(&self.model, trace).formula(&formula(kind.clone()))
    }

    /// Whether a formula holds in the strong view of a beginning.
    pub fn holds_strongly_of(&self, trace: &Trace, kind: &FormulaKind) -> bool {
        Evaluator::of_trace(&self.model, trace).strongly().formula(&formula(kind.clone()))
    }
}

pub fn some(of: Expr) -> FormulaKind {
    FormulaKind::Count(Count::Some, of)
}

pub fn and(left: FormulaKind, right: FormulaKind) -> FormulaKind {
    FormulaKind::And(vec![formula(left), formula(right)])
}

pub fn iff(left: FormulaKind, right: FormulaKind) -> FormulaKind {
    FormulaKind::Iff(boxed(left), boxed(right))
}

pub fn temporal(op: TemporalOp, left: FormulaKind, right: FormulaKind) -> FormulaKind {
    FormulaKind::Temporal(op, Box::new([formula(left), formula(right)]))
}

pub fn before(of: FormulaKind) -> FormulaKind {
    FormulaKind::Previously(boxed(of))
}

pub fn after(of: FormulaKind) -> FormulaKind {
    FormulaKind::In(State::After, boxed(of))
}

pub fn primed(of: Expr) -> Expr {
    let arity = of.arity;
    expr(ExprKind::In(State::After, Box::new(of)), arity)
}

pub fn let_formula(variable: VariableId, value: Value, body: FormulaKind) -> FormulaKind {
    FormulaKind::Let(variable, Box::new(value), boxed(body))
}
