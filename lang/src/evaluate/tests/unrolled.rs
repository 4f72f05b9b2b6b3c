//! Random sentences of traces, and what they are unrolled to (`unroll`), read in the instance that the trace is.

use std::sync::Arc;

use super::build::formula;
use super::history::*;
use super::violations::command;
use super::witness::for_random_formulas;
use super::world::*;
use crate::evaluate::Evaluator;
use crate::instance::{Instance, Relation};
use crate::model::*;
use crate::trace::Trace;
use crate::tuples::TupleSet;
use crate::universe::{AtomId, Universe};
use crate::unroll::Unrolled;

/// No trace has more states.
const MOST: usize = 4;

/// The instance that a trace is, by the names that relations have where it is unrolled.
fn instance(unrolled: &Model, trace: &Trace) -> Instance {
    let sig = |name: &str| {
        let found = unrolled.sigs.iter().find(|(_, sig)| sig.name == name);
        found.unwrap_or_else(|| panic!("there is no {name}")).0
    };
    let universe = &trace.states[0].universe;
    // The hidden atom comes after those of A.
    let sizes = [(A, 4), (sig("Trace$"), 1)];
    let strings = ["s".to_owned()];
    let universe =
        Universe::new(&sizes, universe.integer_range(), &strings, 2, universe.arithmetic());
    let atoms = universe.len();
    let mut instance = Instance::empty(unrolled, Arc::new(universe));
    let hidden = TupleSet::from_tuples(atoms, 1, [&[AtomId(4)][..]]);
    let mut raise = |name: String| {
        *instance.get_mut(Relation::Sig(sig(&name))) = hidden.clone();
    };
    raise("Trace$".into());
    (1..trace.states.len()).for_each(|state| raise(format!("Longer${state}")));
    (1..=trace.back.unwrap_or(0)).for_each(|state| raise(format!("Later${state}")));
    let mut copy = |from: &TupleSet, to: SigId| {
        let tuples: Vec<Vec<AtomId>> = from.tuples().collect();
        let tuples = tuples.iter().map(Vec::as_slice);
        *instance.get_mut(Relation::Sig(to)) = TupleSet::from_tuples(atoms, 1, tuples);
    };
    copy(trace.states[0].sig(A), A);
    for (at, state) in trace.states.iter().enumerate() {
        for (id, name) in [(P, "P"), (Q, "Q")] {
            let to = if at == 0 { id } else { sig(&format!("{name}${at}")) };
            copy(state.sig(id), to);
        }
    }
    instance.close_universe(unrolled);
    instance
}

/// How the two ways judge a goal.
fn both(world: &World, kind: &FormulaKind, trace: &Trace, is_check: bool) -> [bool; 2] {
    let mut model = world.model.clone();
    model.declares_var = true;
    let steps = StepScope { min: 1, max: MOST as u32, span: super::build::SPAN };
    let command = Command {
        kind: if is_check { CommandKind::Check } else { CommandKind::Run },
        scope: Scope { steps: Some(steps), ..Scope::default() },
        traces: if trace.back.is_some() { TraceKind::Lassos } else { TraceKind::Prefixes },
        ..command(Vec::new(), kind.clone())
    };
    let unrolled = Unrolled::new(&model, &command);
    let instance = instance(&unrolled.model, trace);
    let theirs = Evaluator::new(&unrolled.model, &instance).formula(&unrolled.command.goal);
    let evaluator = Evaluator::of_trace(&model, trace);
    let mut evaluator = if is_check { evaluator.strongly() } else { evaluator };
    [evaluator.formula(&formula(kind.clone())), theirs]
}

/// If this failed, a search would find traces that are none, or miss some.
#[test]
fn lassos_are_unrolled_to_what_they_mean() {
    for_random_formulas(2000, 4711, |world, kind, states, back| {
        let trace = world.trace(states, Some(back));
        vec![both(world, kind, &trace, false)]
    });
}

/// If this failed, a search would find beginnings that the facts exclude, or counterexamples that refute nothing.
#[test]
fn beginnings_are_unrolled_to_what_they_mean() {
    for_random_formulas(2000, 4712, |world, kind, states, _| {
        let trace = world.trace(states, None);
        [false, true].map(|is_check| both(world, kind, &trace, is_check)).to_vec()
    });
}
