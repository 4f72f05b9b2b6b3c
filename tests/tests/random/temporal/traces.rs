//! All traces of a spec within its scope, by trying every one: lassos, or prefixes.
//!
//! A lasso is tried if it is least: its loop is no power of a shorter word, and the last state before the loop is not that at
//! its end. So each infinite trace is tried once, and stands in its class by all renamings of all its states at once.

use std::collections::{BTreeMap, BTreeSet};

use super::Reading;
use super::evaluate::{Environment, Evaluator, State, choices, past_of};
use super::prefixes::Truncated;
use super::states::{Configuration, World, is_chosen};
use super::tree::{Declaration, Formula};
use super::value::Value;

/// A trace with the values of the parameters. Without `back` it is a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub parameters: Vec<Value>,
    pub states: Vec<State>,
    pub back: Option<usize>,
}

/// A trace as a number sequence: the number of states first.
pub type Key = Vec<u128>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Lassos,
    Prefixes,
    /// Prefixes that are no beginning of another one.
    Maximal,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub kind: Kind,
    pub reading: Reading,
    /// Traces are not told apart by the values of parameters.
    pub ignores_parameters: bool,
}

#[derive(Debug, Default)]
pub struct Found {
    /// The least labelling of each class.
    pub classes: BTreeSet<Key>,
    /// With the atoms of the scope named.
    pub named: usize,
}

/// How much may be tried.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub cells: usize,
    pub traces: usize,
}

impl Query {
    pub fn lassos(reading: Reading) -> Query {
        Query { kind: Kind::Lassos, reading, ignores_parameters: false }
    }
}

impl Found {
    /// The number of classes by their number of states.
    pub fn by_length(&self) -> BTreeMap<u64, u64> {
        let mut numbers = BTreeMap::new();
        for class in &self.classes {
            *numbers.entry(class[0] as u64).or_default() += 1;
        }
        numbers
    }
}

/// All traces of a command; `None` if too many must be tried.
pub fn traces(world: &World<'_>, query: Query, limits: Limits) -> Option<Found> {
    let configurations = world.configurations(limits.cells)?;
    let longest = world.spec.command.steps[1];
    let tried: usize = configurations.iter().map(|one| number(one.states.len(), longest)).sum();
    if tried > limits.traces {
        return None;
    }
    let renamings = world.renamings();
    let mut found = Found::default();
    let asked = Asked::of(world, query);
    let mut all = Vec::new();
    for configuration in &configurations {
        words(world, configuration, longest, &mut Vec::new(), &mut |word| {
            asked.each(configuration, word, &mut |trace| {
                all.push(trace);
            });
        });
    }
    if query.kind == Kind::Maximal {
        let begins = |trace: &Trace, length: usize| {
            let states = trace.states[..length].to_vec();
            key(world, &renamings[0], &Trace { states, ..trace.clone() })
        };
        let begun: BTreeSet<Key> = all
            .iter()
            .flat_map(|trace| (1..trace.states.len()).map(|length| begins(trace, length)))
            .collect();
        all.retain(|trace| !begun.contains(&begins(trace, trace.states.len())));
    }
    for trace in all {
        found.named += 1;
        found.classes.insert(class(world, &renamings, trace));
    }
    Some(found)
}

/// The number of lassos.
fn number(states: usize, longest: usize) -> usize {
    (1..=longest)
        .map(|k| k.saturating_mul(states.saturating_pow(k as u32)))
        .fold(0, usize::saturating_add)
}

/// Calls back for each sequence of states that may be of one trace, a state being its number.
fn words(
    world: &World<'_>,
    configuration: &Configuration,
    longest: usize,
    word: &mut Vec<usize>,
    each: &mut dyn FnMut(&[usize]),
) {
    if !word.is_empty() {
        each(word);
    }
    if word.len() == longest {
        return;
    }
    for next in 0..configuration.states.len() {
        let state = &configuration.states[next];
        if word.iter().all(|&other| world.are_together(&configuration.states[other], state)) {
            word.push(next);
            words(world, configuration, longest, word, each);
            word.pop();
        }
    }
}

/// The question, made once.
struct Asked<'w> {
    world: &'w World<'w>,
    query: Query,
    facts: Formula,
    goal: Formula,
    past: usize,
}

impl<'w> Asked<'w> {
    fn of(world: &'w World<'w>, query: Query) -> Asked<'w> {
        let (spec, reading) = (world.spec, query.reading);
        let (facts, goal) = (spec.all_facts(), spec.command.goal.clone());
        let past = if reading.past_in_one_round { 0 } else { past_of(spec, [&facts, &goal]) };
        Asked { world, query, facts, goal, past }
    }

    fn each(&self, configuration: &Configuration, word: &[usize], found: &mut dyn FnMut(Trace)) {
        let states: Vec<&State> = word.iter().map(|&at| &configuration.states[at]).collect();
        let owned = || word.iter().map(|&at| configuration.states[at].clone()).collect();
        let mut find = |holds: &dyn Fn(&Environment) -> bool, back: Option<usize>| {
            let mut is_found = false;
            self.each_choice(states[0], &mut |parameters, env| {
                if self.query.ignores_parameters && is_found || !holds(env) {
                    return;
                }
                is_found = true;
                let told = if self.query.ignores_parameters { &[] } else { parameters };
                found(Trace { parameters: told.to_vec(), states: owned(), back });
            });
        };
        if self.query.kind != Kind::Lassos {
            return find(&|env| self.is_prefix(&states, env), None);
        }
        for back in 0..word.len() {
            if !self.query.reading.loops_not_least && !is_least(word, back) {
                continue;
            }
            let (spec, space) = (self.world.spec, self.world.space);
            let evaluator =
                Evaluator::new(spec, space, self.query.reading, (&states, back), self.past);
            if !evaluator.holds(&self.facts, &Environment::new()) {
                continue;
            }
            let is_check = spec.command.is_check;
            find(&|env| evaluator.holds(&self.goal, env) != is_check, Some(back));
        }
    }

    fn is_prefix(&self, states: &[&State], env: &Environment) -> bool {
        let (spec, space) = (self.world.spec, self.world.space);
        let evaluator = Truncated::new(spec, space, states);
        evaluator.allows(&self.facts, env)
            && match spec.command.is_check {
                true => evaluator.refutes(&self.goal, env),
                false => evaluator.allows(&self.goal, env),
            }
    }

    /// Calls back for each choice of the parameters in the first state.
    fn each_choice(&self, first: &State, each: &mut dyn FnMut(&[Value], &Environment)) {
        let declared = &self.world.spec.command.parameters;
        self.choose(first, declared, 0, &mut Vec::new(), &mut Environment::new(), each);
    }

    fn choose(
        &self,
        first: &State,
        declared: &[Declaration],
        at: usize,
        values: &mut Vec<Value>,
        env: &mut Environment,
        each: &mut dyn FnMut(&[Value], &Environment),
    ) {
        let Some((declaration, rest)) = declared.split_first() else {
            return each(values, env);
        };
        let Some(name) = declaration.names.get(at) else {
            return self.choose(first, rest, 0, values, env, each);
        };
        let (spec, space) = (self.world.spec, self.world.space);
        // Of one state: a domain has no operator of time.
        let single = [first];
        let evaluator = Evaluator::new(spec, space, self.query.reading, (&single, 0), 0);
        let domain = evaluator.value(&declaration.domain, &Environment::new());
        for value in choices(declaration.multiplicity, space.0) {
            let before = &values[values.len() - at..];
            let is_apart = before.iter().all(|other| other.bits & value.bits == 0);
            let is_in = is_chosen(declaration.multiplicity, domain, value);
            if !is_in || declaration.is_disjoint && !is_apart {
                continue;
            }
            values.push(value);
            // At every position the same; 128 positions are the most.
            env.push((name.clone(), vec![value; 128].into()));
            self.choose(first, declared, at + 1, values, env, each);
            env.pop();
            values.pop();
        }
    }
}

/// True if no shorter lasso is the same infinite trace.
fn is_least(word: &[usize], back: usize) -> bool {
    let (prefix, round) = word.split_at(back);
    let is_power = |part: usize| {
        round.len() % part == 0 && round.chunks(part).all(|chunk| chunk == &round[..part])
    };
    prefix.last() != round.last() && !(1..round.len()).any(is_power)
}

/// The least of all labellings.
pub fn class(world: &World<'_>, renamings: &[Vec<usize>], trace: Trace) -> Key {
    let keys = renamings.iter().map(|renaming| key(world, renaming, &trace));
    keys.min().expect("to rename nothing is a renaming")
}

fn key(world: &World<'_>, renaming: &[usize], trace: &Trace) -> Key {
    let back = trace.back.unwrap_or(trace.states.len());
    let values = trace.parameters.iter().chain(trace.states.iter().flatten());
    let renamed = values.map(|value| world.space.renamed(*value, renaming).bits);
    [trace.states.len() as u128, back as u128].into_iter().chain(renamed).collect()
}

/// True if a listed trace is the least lasso of its infinite trace.
pub fn is_least_lasso(trace: &Trace) -> bool {
    let Some(back) = trace.back else { return true };
    let number = |state: &State| trace.states.iter().position(|other| other == state);
    let word: Vec<usize> = trace.states.iter().filter_map(number).collect();
    is_least(&word, back)
}
