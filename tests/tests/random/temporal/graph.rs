//! Graphs whose next states are computed, beside those in which each state is searched.
//!
//! Random facts rarely say all of the next state. So half of the specs get a fact about all steps, too: one of the
//! relations changes in some way, and all others stay. Random commands rarely claim something of all states. So every
//! fourth spec checks that its goal always holds.

use korrel_enumerate::Meaning;
use korrel_enumerate::heap::Schema;
use korrel_enumerate::states::{GraphTally, StateGraph, StateSystem, Visit, VisitedState};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Model};
use korrel_sat::Effort;
use korrel_tests::Spec as Korrel;

use super::tree::{Formula, Spec, TemporalOp};
use super::{generate, seeds};
use crate::setting;

/// So many states of each graph are looked at.
const STATES: usize = 100;

/// If it failed, a state would be missing from a graph, or numbered otherwise than it was.
#[test]
fn temporal_specs_have_the_same_graph_if_next_states_are_computed() {
    let count = setting("KORREL_RANDOM_SPECS", 300);
    let (mut specs, mut states, mut computed, mut claims) = (0, 0, 0, 0);
    for seed in seeds() {
        if specs >= count {
            break;
        }
        let mut spec = generate::spec(seed);
        if seed % 4 == 1 && spec.command.parameters.is_empty() {
            spec.command.goal = Formula::temporal(TemporalOp::Always, spec.command.goal.clone());
            spec.command.is_check = true;
            spec.command.named = None;
        }
        let mut text = spec.to_string();
        if seed % 2 == 0 {
            text.push_str(&moves(&spec, seed));
        }
        let Ok(spec) = Korrel::read(&text) else { continue };
        let command = spec.first();
        for is_named in [false, true] {
            let Some(found) = graph(&spec.model, &command, is_named, false) else { continue };
            let searched = graph(&spec.model, &command, is_named, true).expect("it is the same");
            assert_eq!(searched.searched, searched.left, "all are searched");
            states += found.left;
            computed += found.left - found.searched;
            claims += u64::from(found.tally.violating > 0);
            let is_same = found.states == searched.states
                && found.shown == searched.shown
                && found.tally == searched.tally;
            assert!(is_same, "seed {seed}: {found:?}\n{searched:?}\n{text}");
            specs += u64::from(!is_named);
        }
    }
    println!("{specs} specs, {states} states, {computed} computed, {claims} with broken claims");
    assert!(computed * 4 > states, "few are computed");
    assert!(claims * 20 > count, "few claims are broken");
}

/// A fact about all steps.
fn moves(spec: &Spec, seed: u64) -> String {
    let sigs = spec.sigs.iter().filter(|sig| sig.is_variable).map(|sig| (sig.name.clone(), ""));
    let fields = spec.fields.iter().filter(|field| field.is_variable);
    let fields = fields.map(|field| (field.name.clone(), "->univ"));
    let all: Vec<(String, &str)> = sigs.chain(fields).collect();
    let mut moves = Vec::new();
    for (at, (name, more)) in all.iter().enumerate() {
        let change = match (seed >> (8 + 4 * at)) % 6 {
            0 => format!("no {name}'"),
            1 => format!("x in univ and {name}' = {name} - x{more}"),
            2 => format!(
                "x in {name}{} implies {name}' = {name} else no {name}'",
                if more.is_empty() { "" } else { ".univ" }
            ),
            3 => format!("some {name}' and {name} in {name}'"),
            4 => format!("no {name} and lone {name}'"),
            _ => "some x".to_owned(),
        };
        let others = all.iter().filter(|(other, _)| other != name);
        let frame: String = others.map(|(other, _)| format!(" and {other}' = {other}")).collect();
        moves.push(format!("(({change}){frame})"));
    }
    let stays: Vec<String> = all.iter().map(|(name, _)| format!("{name}' = {name}")).collect();
    format!(
        "\nfact {{ always (({}) or some x: univ | {}) }}\n",
        stays.join(" and "),
        moves.join(" or ")
    )
}

#[derive(Debug)]
struct FoundGraph {
    states: Vec<VisitedState>,
    shown: Vec<Instance>,
    tally: GraphTally,
    /// The states whose next ones were looked for, and those of which that were searched.
    left: u64,
    searched: u64,
}

/// A graph, or `None` if the spec is refused.
fn graph(model: &Model, command: &Command, is_named: bool, by_search: bool) -> Option<FoundGraph> {
    let system = StateSystem::new(model, command).ok()?;
    let (meaning, effort) = (Meaning::default(), Effort::default());
    let mut graph = StateGraph::new(&system, Some(4), meaning, &effort).ok()?;
    if by_search {
        graph = graph.by_search();
    }
    if is_named {
        let schema = Schema::new(model, command).ok()?;
        graph.name_steps(schema.actions.iter().map(|action| action.function));
    }
    let (mut states, mut shown) = (Vec::new(), Vec::new());
    while states.len() < STATES {
        match graph.visit() {
            Visit::State(state) => {
                shown.push(graph.state(state.number));
                states.push(state);
            }
            Visit::Exhausted => break,
            Visit::Full | Visit::Stopped => panic!("nobody stops it"),
        }
    }
    let left = states.iter().filter(|state| state.next.is_some()).count() as u64;
    Some(FoundGraph {
        states,
        shown,
        tally: graph.tally().clone(),
        left,
        searched: graph.searched(),
    })
}
