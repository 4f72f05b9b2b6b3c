//! Random sentences of traces, and their unrolled forms (`unroll`), read in the instance that the trace is.

use std::sync::Arc;

use super::build::*;
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
use crate::unroll::UnrolledCommand;

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
    let (model, unrolled) = unrolled(world, kind, trace, is_check);
    let instance = instance(&unrolled.model, trace);
    let theirs = Evaluator::new(&unrolled.model, &instance).formula(&unrolled.command.goal);
    let evaluator = Evaluator::of_trace(&model, trace);
    let mut evaluator = if is_check { evaluator.strongly() } else { evaluator };
    [evaluator.formula(&formula(kind.clone())), theirs]
}

/// A command with this goal as one about instances, and the model that it is of.
fn unrolled(
    world: &World,
    kind: &FormulaKind,
    trace: &Trace,
    is_check: bool,
) -> (Model, UnrolledCommand) {
    let of = if trace.back.is_some() { TraceKind::Lassos } else { TraceKind::Prefixes };
    unrolled_to(MOST as u32, world, kind, of, is_check)
}

fn unrolled_to(
    most: u32,
    world: &World,
    kind: &FormulaKind,
    traces: TraceKind,
    is_check: bool,
) -> (Model, UnrolledCommand) {
    let mut model = world.model.clone();
    model.declares_var = true;
    let steps = StepScope { min: 1, max: most, end: StepEnd::Bounded, span: SPAN };
    let command = Command {
        kind: if is_check { CommandKind::Check } else { CommandKind::Run },
        scope: Scope { steps: Some(steps), ..Scope::default() },
        traces,
        ..command(Vec::new(), kind.clone())
    };
    let unrolled = UnrolledCommand::new(&model, &command);
    (model, unrolled)
}

/// If this failed, nested operators would grow with a power of the number of states that their depth gives: three of
/// them, of what is two states ahead, with the fifth.
#[test]
fn nested_operators_share_what_they_say() {
    use TemporalOp::{Releases, Until};
    let world = history();
    let ahead = |sig| some(primed(primed(sig_expr(sig))));
    let inner = temporal(Releases, ahead(P), not(ahead(Q)));
    let middle = temporal(Until, and(ahead(Q), inner.clone()), inner);
    let kind = temporal(Until, truth(true), temporal(Releases, middle, ahead(P)));
    for traces in [TraceKind::Lassos, TraceKind::Prefixes] {
        let size = |most: u32| {
            let (_, unrolled) = unrolled_to(most, &world, &kind, traces, false);
            let goal = Node::Formula(&unrolled.command.goal);
            unrolled.model.reachable([goal]).count()
        };
        let [few, many] = [size(8), size(16)];
        assert!(many < 5 * few, "{few} parts of 8 states, {many} of 16: more than the square");
    }
}

/// If this failed, a search would find records that are no traces, or miss some traces.
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

/// A denial with witnesses in several states, around a sentence: one of a few, by the round.
fn denial(world: &mut World, kind: &FormulaKind, round: usize) -> FormulaKind {
    use TemporalOp::{Releases, Since, Until};
    let [x, y] = [(); 2].map(|()| world.variable(1));
    let is_in = |variable, sig| FormulaKind::Subset(var(variable, 1), sig_expr(sig));
    let both = || binary(RelationOp::Union, sig_expr(P), sig_expr(Q));
    let others = |domain| binary(RelationOp::Difference, domain, var(x, 1));
    let either = |a, b| FormulaKind::Or(vec![formula(a), formula(b)]);
    let of = |quantifier, variable, domain, body| {
        quantified(quantifier, vec![one(&[variable], domain)], body)
    };
    let eventually = |body| temporal(Until, truth(true), body);
    let never = |body| temporal(Releases, truth(false), not(body));
    let inner = match round % 4 {
        0 => after(is_in(x, Q)),
        1 => not(never(of(Quantifier::Some, y, others(sig_expr(Q)), before(is_in(y, P))))),
        2 => temporal(Since, truth(true), of(Quantifier::Some, y, others(both()), is_in(y, P))),
        _ => eventually(and(is_in(x, P), kind.clone())),
    };
    let domain = [sig_expr(P), sig_expr(Q), both()].into_iter().nth(round % 3).expect("one of 3");
    let body = and(either(kind.clone(), is_in(x, Q)), inner);
    let denied = match round % 2 {
        0 => eventually(of(Quantifier::Some, x, domain, body)),
        _ => not(temporal(Releases, truth(false), of(Quantifier::All, x, domain, not(body)))),
    };
    // Another way to break the assertion needs no witness.
    if round.is_multiple_of(5) { either(denied, kind.clone()) } else { denied }
}

/// If this failed, a check would be said to hold though some beginning breaks what it asserts, or the other way round.
#[test]
fn a_shortest_beginning_denies_at_its_end() {
    let mut found = 0;
    let mut round = 0;
    for_random_formulas(2000, 4714, |world, kind, states, _| {
        let (model, instance) = (world.model.clone(), world.instance.clone());
        let mut world = World { model, instance };
        let plain = FormulaKind::Subset(sig_expr(P), sig_expr(Q));
        let kind = match round % 4 {
            0 => temporal(TemporalOp::Until, truth(true), kind.clone()),
            1 | 2 => denial(&mut world, &plain, 4 * round),
            _ => not(temporal(
                TemporalOp::Releases,
                truth(false),
                not(and(after(plain), not(kind.clone()))),
            )),
        };
        round += 1;
        let trace = world.trace(states, None);
        let (model, unrolled) = unrolled(&world, &kind, &trace, true);
        let Some(shortest) = &unrolled.shortest else { return Vec::new() };
        found += 1;
        let theirs = (1..=trace.states.len()).any(|states| {
            let cut = Trace { states: trace.states[..states].to_vec(), back: None };
            let instance = self::instance(&unrolled.model, &cut);
            Evaluator::new(&unrolled.model, &instance).formula(shortest)
        });
        let ours = Evaluator::of_trace(&model, &trace).strongly().formula(&formula(kind));
        vec![[ours, theirs]]
    });
    assert!(found > 500, "{found} have one");
}

/// If this failed, a check would be said to hold that has a counterexample, or the other way round.
#[test]
fn one_witness_for_all_states_denies_the_same() {
    for is_lasso in [true, false] {
        let mut round = 0;
        for_random_formulas(2000, 4713, |world, kind, states, back| {
            let (model, instance) = (world.model.clone(), world.instance.clone());
            let mut world = World { model, instance };
            let kind = denial(&mut world, kind, round);
            round += 1;
            let trace = world.trace(states, is_lasso.then_some(back));
            let (model, unrolled) = unrolled(&world, &kind, &trace, true);
            let denied = unrolled.denied.as_ref().expect("it has witnesses");
            let instance = self::instance(&unrolled.model, &trace);
            let theirs = Evaluator::new(&unrolled.model, &instance).formula(denied);
            vec![[Evaluator::of_trace(&model, &trace).strongly().formula(&formula(kind)), theirs]]
        });
    }
}
