//! The names of steps: the actions that Korrel writes beside each step, against every choice of arguments.
//!
//! Each predicate of a random spec is an action, and so is each quantified formula of its facts and its command, with what it
//! quantifies as parameters. The witness reads them at the position of the step, on the states alone.

use korrel_enumerate::Strategy;
use korrel_enumerate::heap::{HeapGraph, HeapValue, Scalar, Schema, concretize_trace};
use korrel_lang::model::{Command, FunctionId, TraceKind};
use korrel_tests::Spec as Korrel;

use super::evaluate::{Environment, Evaluator, State, choices, past_of};
use super::judge::LIMITS;
use super::prefixes::{Truncated, is_said};
use super::product::Reader;
use super::states::{World, is_chosen};
use super::traces::{Kind, Query, Trace, traces};
use super::tree::{Declaration, Expr, Formula, Predicate, Spec};
use super::value::Value;
use super::{Reading, generate, seeds};
use crate::setting;

/// The number of an action, and its arguments.
type Taken = (usize, Vec<Value>);

/// So many traces of each spec are looked at.
const TRACES: usize = 40;

/// If it failed, a step would be called by what does not happen, or not by what does.
#[test]
fn temporal_steps_have_the_same_names() {
    let count = setting("KORREL_RANDOM_SPECS", 300);
    for kind in [Kind::Lassos, Kind::Prefixes] {
        let (mut steps, mut named, mut arguments, mut specs) = (0_usize, 0, 0, 0_u64);
        for seed in seeds() {
            let mut spec = generate::spec(seed);
            spec.predicates.extend(actions(&spec));
            let is_open = spec.predicates.is_empty() || !spec.command.parameters.is_empty();
            if is_open || kind == Kind::Prefixes && !is_said(&spec) {
                continue;
            }
            let compared = compare(&spec, kind);
            let Some(counts) = compared.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{spec}"))
            else {
                continue;
            };
            for (taken, arity) in counts {
                steps += 1;
                named += usize::from(taken > 0);
                arguments += arity;
            }
            specs += 1;
            if specs >= count {
                break;
            }
        }
        println!(
            "{kind:?}: {specs} specs, {steps} steps, {named} with names, {arguments} arguments"
        );
        assert!(steps as u64 > 2 * specs, "few steps: {steps}");
        assert!(named * 4 > steps, "few have names: {named} of {steps}");
        assert!(arguments as u64 > specs, "few have arguments: {arguments}");
    }
}

/// Predicates of the formulas that quantify.
fn actions(spec: &Spec) -> Vec<Predicate> {
    let mut bodies: Vec<(Vec<Declaration>, Formula)> = Vec::new();
    for formula in spec.facts.iter().chain([&spec.command.goal]) {
        bodies.push((Vec::new(), formula.clone()));
        quantified(formula, &mut bodies);
    }
    let predicate =
        |(at, (parameters, body))| Predicate { name: format!("q{at}"), parameters, body };
    bodies.retain(|(parameters, _)| parameters.iter().all(|one| is_declared(&one.domain)));
    bodies.into_iter().enumerate().map(predicate).collect()
}

/// True if the domain may be that of a parameter, which calls nothing, and speaks of the state in which it is read.
fn is_declared(domain: &Expr) -> bool {
    match domain {
        Expr::None | Expr::Universe | Expr::Sig(_) | Expr::Field(_) | Expr::Name(_) => true,
        Expr::Unary(_, inner) => is_declared(inner),
        Expr::Binary(_, sides) => sides.iter().all(is_declared),
        _ => false,
    }
}

fn quantified(formula: &Formula, found: &mut Vec<(Vec<Declaration>, Formula)>) {
    match formula {
        Formula::Quantified(_, declaration, body) => {
            found.push((vec![(**declaration).clone()], (**body).clone()));
            if let Formula::Quantified(_, inner, body) = &**body {
                found.push((vec![(**declaration).clone(), (**inner).clone()], (**body).clone()));
            }
        }
        Formula::Not(inner) | Formula::Temporal(_, inner) => quantified(inner, found),
        Formula::Connected(_, sides) | Formula::Paired(_, sides) => {
            sides.iter().for_each(|side| quantified(side, found));
        }
        _ => {}
    }
}

/// Of each step the number of its names, and of all their arguments; `None` if there is too much to try.
fn compare(spec: &Spec, kind: Kind) -> Result<Option<Vec<(usize, usize)>>, String> {
    let world = World::new(spec, Reading::default());
    let query = Query { kind, ..Query::lassos(Reading::default()) };
    if traces(&world, query, LIMITS).is_none() {
        return Ok(None);
    }
    let korrel = Korrel::read(&spec.to_string())?;
    let model = &korrel.model;
    let of_name = |predicate: &Predicate| -> Option<FunctionId> {
        model.functions.iter().find(|(_, own)| own.name == predicate.name).map(|(id, _)| id)
    };
    let named: Option<Vec<FunctionId>> = spec.predicates.iter().map(of_name).collect();
    let asked = match kind {
        Kind::Lassos => TraceKind::Lassos,
        Kind::Prefixes => TraceKind::Prefixes,
        Kind::Maximal => TraceKind::Maximal,
    };
    let actions = Some(named.ok_or("a predicate is missing")?);
    let command = Command { traces: asked, actions, ..korrel.first() };
    let problem = korrel.try_problem(&command, Default::default())?;
    let schema = Schema::new(model, &command).map_err(|clash| clash.to_string())?;
    if let Some(warning) = schema.unnamed.first() {
        return Err(warning.message.to_string());
    }
    let asked = problem.question.traces.ok_or("it is not about traces")?;
    let reader = Reader { world: &world, asked, ignore_parameters: true };
    let mut counts = Vec::new();
    for instance in korrel.instances(&problem, Strategy::default()).iter().take(TRACES) {
        let ours = asked.trace(instance);
        let graph = concretize_trace(&schema, model, &ours, &[]);
        let found = graph.steps.ok_or("there are no steps")?;
        let found = found.iter().zip(&graph.states).map(|(step, state)| {
            let taken = |taken: &korrel_enumerate::heap::TakenAction<'_>| {
                let at = spec.predicates.iter().position(|own| own.name == taken.action);
                let values =
                    taken.arguments.iter().map(|(_, value)| argument(&world, state, value));
                (at.expect("it is one of the spec"), values.collect())
            };
            step.iter().map(taken).collect::<Vec<Taken>>()
        });
        let found: Vec<Vec<Taken>> = found.collect();
        let trace = reader.trace(instance)?;
        let expected = expected(&world, &trace);
        if found != expected {
            return Err(format!("{trace:?}\nnames are {found:?}\nand not {expected:?}"));
        }
        counts.extend(
            expected
                .iter()
                .map(|step| (step.len(), step.iter().map(|(_, values)| values.len()).sum())),
        );
    }
    Ok(Some(counts))
}

/// An argument as the atoms of the witness.
fn argument(world: &World<'_>, state: &HeapGraph<'_>, value: &HeapValue<'_>) -> Value {
    let atom = |scalar: &Scalar<'_>| match scalar {
        Scalar::Reference(at) => {
            let (sig, number) = state.objects[*at].id.rsplit_once('$').expect("an id has a number");
            let own = world.spec.sigs.iter().position(|own| own.name == sig);
            let top = world.spec.top(own.expect("it is a sig of the spec"));
            let number = number.parse().expect("it is a number");
            Value::atom(world.atom(top, number).expect("the scope has it"))
        }
        other => panic!("{other:?} is no object"),
    };
    match value {
        HeapValue::Null => Value::none(1),
        HeapValue::Scalar(scalar) => atom(scalar),
        HeapValue::Set(items) => {
            items.iter().map(atom).fold(Value::none(1), |all, one| all.with(one, |a, b| a | b))
        }
        other => panic!("{other:?} is no set"),
    }
}

/// What the witness says of each step.
fn expected(world: &World<'_>, trace: &Trace) -> Vec<Vec<Taken>> {
    let spec = world.spec;
    let states: Vec<&State> = trace.states.iter().collect();
    let past = past_of(spec, spec.predicates.iter().map(|predicate| &predicate.body));
    let lasso = trace
        .back
        .map(|back| Evaluator::new(spec, world.space, Reading::default(), (&states, back), past));
    let prefix = Truncated::new(spec, world.space, &states);
    let steps = states.len() - usize::from(trace.back.is_none());
    let holds = |formula: &Formula, at: usize, env: &Environment| match &lasso {
        Some(lasso) => lasso.holds_at(formula, at, env),
        None => prefix.allows_at(formula, at, env),
    };
    let step = |at: usize| {
        let mut found = Vec::new();
        for (number, predicate) in spec.predicates.iter().enumerate() {
            for env in environments(world, &predicate.parameters, trace, at) {
                if holds(&predicate.body, at, &env) {
                    found.push((number, env.iter().map(|(_, values)| values[at]).collect()));
                }
            }
        }
        found
    };
    (0..steps).map(step).collect()
}

/// All values of parameters in the state of a step, in order.
fn environments(
    world: &World<'_>,
    parameters: &[Declaration],
    trace: &Trace,
    at: usize,
) -> Vec<Environment> {
    let state = [&trace.states[at]];
    let mut all = vec![Environment::new()];
    for declaration in parameters {
        let first = all[0].len();
        for name in &declaration.names {
            all = all
                .into_iter()
                .flat_map(|env| {
                    // Of one state: a domain that speaks of others is left out.
                    let evaluator =
                        Evaluator::new(world.spec, world.space, Reading::default(), (&state, 0), 0);
                    let domain = evaluator.value(&declaration.domain, &env[..first].to_vec());
                    let used =
                        env[first..].iter().fold(0, |bits, (_, values)| bits | values[0].bits);
                    let fits = |value: &Value| {
                        is_chosen(declaration.multiplicity, domain, *value)
                            && !(declaration.is_disjoint && value.bits & used != 0)
                    };
                    let values = choices(declaration.multiplicity, world.space.0);
                    let with = |value: Value| {
                        let mut env = env.clone();
                        env.push((name.clone(), vec![value; 128].into()));
                        env
                    };
                    values.into_iter().filter(fits).map(with).collect::<Vec<_>>()
                })
                .collect();
            if all.is_empty() {
                return all;
            }
        }
    }
    all
}
