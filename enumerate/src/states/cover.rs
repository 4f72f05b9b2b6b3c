//! A small set of behaviours that goes through every state of a graph, or takes every transition.
//!
//! *Problem.* Whoever tests a program by behaviours wants few that leave nothing out. *Choice.* Greedy: as long as
//! something is not covered, a shortest way to what lies deepest of it, and then on to what is not covered yet, as long as
//! it is next door. Each behaviour begins with a first state, each covers something that those before it do not, and all
//! together cover all. *Rejected.* The least number of behaviours, a flow problem: it makes a few long ones, and long
//! ones are hard to read and to reproduce.

use super::graph::{StateGraph, VisitedState};

/// The transitions of a graph, those from each state together.
#[derive(Clone, Debug, Default)]
pub struct Transitions {
    /// The index in `to` where those from each state begin.
    from: Vec<usize>,
    to: Vec<u32>,
}

impl Transitions {
    /// Adds those from a state, which must be the next one.
    pub fn add(&mut self, state: &VisitedState) {
        assert_eq!(state.number as usize, self.from.len(), "states come in order");
        self.from.push(self.to.len());
        self.to.extend(state.next.iter().flatten());
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

    fn states(&self) -> u32 {
        self.from.len() as u32
    }
}

/// What behaviours are to go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    States,
    Transitions,
}

/// Behaviours, each as the states that it goes through, that together cover all of a graph.
pub fn cover(graph: &StateGraph<'_>, transitions: &Transitions, what: Covered) -> Vec<Vec<u32>> {
    let mut cover = Cover {
        transitions,
        what,
        states: vec![false; transitions.states() as usize],
        taken: vec![false; transitions.to.len()],
    };
    let mut found = Vec::new();
    // Later states are deeper.
    for state in (0..transitions.states()).rev() {
        while cover.misses(state) {
            let mut way = graph.way_to(state);
            cover.note(&way);
            while let Some(next) = cover.uncovered_after(*way.last().expect("it has a state")) {
                let last = way.len() - 1;
                way.push(next);
                cover.note(&way[last..]);
            }
            found.push(way);
        }
    }
    found
}

struct Cover<'t> {
    transitions: &'t Transitions,
    what: Covered,
    /// The states that are covered, and the transitions.
    states: Vec<bool>,
    taken: Vec<bool>,
}

impl Cover<'_> {
    /// True if a way to a state covers something new, at the state or beyond.
    fn misses(&self, state: u32) -> bool {
        let has_open = || self.open_after(state).is_some();
        !self.states[state as usize] || (self.what == Covered::Transitions && has_open())
    }

    fn uncovered_after(&self, state: u32) -> Option<u32> {
        let next = self.transitions.after(state);
        match self.what {
            Covered::Transitions => self.open_after(state),
            Covered::States => {
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
            let at = self.transitions.after(pair[0]).iter().position(|&next| next == pair[1]);
            let at = at.expect("a way goes along transitions");
            self.taken[self.transitions.number(pair[0], at)] = true;
        }
    }
}
