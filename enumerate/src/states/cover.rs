//! A small set of behaviours that goes through every state of a graph, or takes every transition, or every action.
//!
//! *Problem.* Whoever tests a program by behaviours wants few behaviours that leave nothing out. *Choice.* Greedy. As
//! long as something is not covered, take a shortest way to the deepest such thing, and go on from there as long as a
//! next step covers something new. Each behaviour begins with a first state, each covers something that those before it
//! do not, and all together cover all. The step to take an action is named with it, for another one to a state of the
//! same class may take another action. *Rejected.* The least number of behaviours, a flow problem: it makes a few long
//! ones, and long ones are hard to read and to reproduce.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use korrel_lang::evaluate::ArgumentChoices;

use super::graph::{StateGraph, VisitedState};

/// The transitions of a graph, those from each state together.
#[derive(Clone, Debug, Default)]
pub struct Transitions {
    /// The index in `to` where those from each state begin.
    from: Vec<usize>,
    to: Vec<u32>,
    /// For each of them the actions that take it, if steps are named.
    taken_by: Vec<Box<[usize]>>,
}

impl Transitions {
    /// Adds those from a state, which must be the next one.
    pub fn add(&mut self, state: &VisitedState) {
        assert_eq!(state.number as usize, self.from.len(), "states come in order");
        self.from.push(self.to.len());
        self.to.extend(state.next.iter().flatten());
        let takes = |(_, choices): &(usize, &ArgumentChoices)| !choices.is_empty();
        let actions = |step: &Vec<ArgumentChoices>| {
            step.iter().enumerate().filter(takes).map(|(at, _)| at).collect()
        };
        self.taken_by.extend(state.steps.iter().map(actions));
    }

    /// The actions among so many that no step takes.
    pub fn untaken(&self, actions: usize) -> Vec<usize> {
        let is_taken = |action: &usize| self.taken_by.iter().any(|by| by.contains(action));
        (0..actions).filter(|action| !is_taken(action)).collect()
    }

    /// For each action the first state from which a step takes it.
    fn first_taken(&self) -> Vec<(usize, u32)> {
        let mut found: Vec<(usize, u32)> = Vec::new();
        for state in 0..self.states() {
            for at in 0..self.after(state).len() {
                for &action in self.taken_by.get(self.number(state, at)).into_iter().flatten() {
                    if found.iter().all(|(other, _)| *other != action) {
                        found.push((action, state));
                    }
                }
            }
        }
        found
    }

    /// The states that follow one that was added.
    pub fn after(&self, state: u32) -> &[u32] {
        let at = state as usize;
        let end = self.from.get(at + 1).copied().unwrap_or(self.to.len());
        &self.to[self.from[at]..end]
    }

    fn number(&self, state: u32, at: usize) -> usize {
        self.from[state as usize] + at
    }

    /// The number of the transition from one state to another one.
    fn place(&self, from: u32, to: u32) -> usize {
        let at = self.after(from).iter().position(|&next| next == to);
        self.number(from, at.expect("a way goes along transitions"))
    }

    /// The first step from a state that takes this action or, without one, any of these.
    fn taking(
        &self,
        state: u32,
        open: &BTreeSet<usize>,
        wanted: Option<usize>,
    ) -> Option<(u32, usize)> {
        let is_wanted = |action: &usize| match wanted {
            Some(wanted) => *action == wanted,
            None => open.contains(action),
        };
        (0..).zip(self.after(state)).find_map(|(at, &next)| {
            let by = &self.taken_by[self.number(state, at)];
            Some((next, by.iter().copied().find(is_wanted)?))
        })
    }

    fn states(&self) -> u32 {
        self.from.len() as u32
    }
}

/// What behaviours are to go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverGoal {
    States,
    Transitions,
    /// The actions that name steps.
    Actions,
}

/// A behaviour as the states that it goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverWay {
    pub states: Vec<u32>,
    /// For each step the action that it is to take, if that matters.
    pub takes: Vec<Option<usize>>,
}

impl CoverWay {
    /// Through these states by any steps.
    pub fn through(states: Vec<u32>) -> CoverWay {
        let takes = vec![None; states.len().saturating_sub(1)];
        CoverWay { states, takes }
    }
}

/// Behaviours that together cover all of a graph, and its actions as far as steps take them.
///
/// # Panics
/// If the graph's states are in a store, and it fails.
pub fn cover(graph: &StateGraph<'_>, transitions: &Transitions, what: CoverGoal) -> Vec<CoverWay> {
    if what == CoverGoal::Actions {
        return cover_actions(graph, transitions);
    }
    let mut cover = StateCover {
        transitions,
        what,
        states: vec![false; transitions.states() as usize],
        taken: vec![false; transitions.to.len()],
    };
    let mut found = Vec::new();
    // Later states are deeper.
    for state in (0..transitions.states()).rev() {
        while cover.misses(state) {
            let mut way = way_to(graph, state);
            cover.note(&way);
            while let Some(next) = cover.uncovered_after(*way.last().expect("it has a state")) {
                let last = way.len() - 1;
                way.push(next);
                cover.note(&way[last..]);
            }
            found.push(CoverWay::through(way));
        }
    }
    found
}

/// Behaviours that together take each action, first one to the action that can be taken last.
fn cover_actions(graph: &StateGraph<'_>, transitions: &Transitions) -> Vec<CoverWay> {
    let mut first = transitions.first_taken();
    let mut open: BTreeSet<usize> = first.iter().map(|(action, _)| *action).collect();
    let mut found = Vec::new();
    first.sort_by_key(|&(action, state)| (Reverse(state), action));
    for (action, state) in first {
        if !open.contains(&action) {
            continue;
        }
        let mut way = CoverWay::through(way_to(graph, state));
        for (pair, takes) in way.states.windows(2).zip(&mut way.takes) {
            let at = transitions.place(pair[0], pair[1]);
            *takes = transitions.taken_by[at].iter().copied().find(|action| open.remove(action));
        }
        // What the step from here takes first may be open only now.
        let mut wanted = Some(action).filter(|action| open.contains(action));
        while let Some((next, action)) =
            transitions.taking(*way.states.last().expect("it has a state"), &open, wanted)
        {
            open.remove(&action);
            way.states.push(next);
            way.takes.push(Some(action));
            wanted = None;
        }
        found.push(way);
    }
    found
}

fn way_to(graph: &StateGraph<'_>, state: u32) -> Vec<u32> {
    graph.way_to(state).expect("states that are in memory can be read")
}

struct StateCover<'t> {
    transitions: &'t Transitions,
    what: CoverGoal,
    /// The states that are covered, and the transitions.
    states: Vec<bool>,
    taken: Vec<bool>,
}

impl StateCover<'_> {
    /// True if a way to a state covers something new, at the state or beyond.
    fn misses(&self, state: u32) -> bool {
        let has_open = || self.open_after(state).is_some();
        !self.states[state as usize] || (self.what == CoverGoal::Transitions && has_open())
    }

    fn uncovered_after(&self, state: u32) -> Option<u32> {
        let next = self.transitions.after(state);
        match self.what {
            CoverGoal::Transitions => self.open_after(state),
            CoverGoal::Actions => unreachable!("actions are covered by themselves"),
            CoverGoal::States => {
                let is_open = |next: &&u32| self.states.get(**next as usize) == Some(&false);
                next.iter().find(is_open).copied()
            }
        }
    }

    fn open_after(&self, state: u32) -> Option<u32> {
        let next = self.transitions.after(state);
        let is_open = |at: &usize| !self.taken[self.transitions.number(state, *at)];
        (0..next.len()).find(is_open).map(|at| next[at])
    }

    fn note(&mut self, way: &[u32]) {
        way.iter().for_each(|&state| self.states[state as usize] = true);
        for pair in way.windows(2) {
            self.taken[self.transitions.place(pair[0], pair[1])] = true;
        }
    }
}
