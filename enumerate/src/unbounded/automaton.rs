//! An automaton that accepts the traces of which a formula of linear time holds, made as it is walked.
//!
//! *Problem.* The truth of a formula at a position depends on all positions after it, and with the past also on those
//! before. *Choice.* A state of the automaton is what is still owed: the formulas that must hold from here on. With
//! them come the formulas that are known to have held one position before, as far as the past is spoken of. A step
//! reads a position. It takes each owed formula apart by what it says of the position itself (Gerth, Peled, Vardi,
//! Wolper 1995) and owes the rest to the next one. `p until q` is put off, or it is kept. A run counts in which each
//! `until` is kept infinitely often, or not owed: acceptance is on steps (Couvreur 1999), which takes fewer states. Of
//! two ways to take the same step one is dropped that owes more, puts off more and knows less.
//!
//! A formula that is spoken of in the past, and says nothing of the future, is simply read at its position. Of others
//! the automaton guesses that they hold, and owes them then. *Rejected.* The tableau of all truth values, 2^n states
//! for n operators, of which a formula like `always eventually p` needs one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ltl::{Ltl, LtlId, LtlTable};

/// A state, by its number.
pub type Owed = u32;

/// The `until`s that a step does not put off, a bit each.
pub type Kept = u128;

/// The most `until`s of a formula.
const UNTILS: usize = 128;

#[derive(Clone, Debug)]
pub struct Automaton {
    table: LtlTable,
    untils: Vec<LtlId>,
    /// The formulas that are spoken of in the past.
    remembered: Vec<LtlId>,
    /// For each formula those of them that are parts of it.
    spoken_of: FxHashMap<LtlId, Vec<LtlId>>,
    states: Vec<OwedState>,
    numbers: FxHashMap<OwedState, Owed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct OwedState {
    /// In order.
    owed: Vec<LtlId>,
    /// Those that are known to have held, in order. `None` at the first position.
    held: Option<Vec<LtlId>>,
}

/// A way to take a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Way {
    owed: Vec<LtlId>,
    put_off: Kept,
}

impl Automaton {
    /// That of a formula, or `None` if it has too many operators.
    pub fn new(table: LtlTable, formula: LtlId) -> Option<Automaton> {
        let closure = parts_of(&table, formula);
        let (mut untils, mut remembered) = (Vec::new(), Vec::new());
        for &of in &closure {
            match *table.node(of) {
                Ltl::Before(part) | Ltl::WeakBefore(part) => remembered.push(part),
                Ltl::Until(..) => untils.push(of),
                Ltl::Since(..) | Ltl::Triggered(..) => remembered.push(of),
                _ => {}
            }
        }
        remembered.sort_unstable();
        remembered.dedup();
        if untils.len() > UNTILS {
            return None;
        }
        let first = OwedState { owed: vec![formula], held: None };
        let numbers = FxHashMap::from_iter([(first.clone(), 0)]);
        let spoken_of = closure.iter().map(|&of| {
            let parts = parts_of(&table, of);
            (of, remembered.iter().copied().filter(|held| parts.contains(held)).collect())
        });
        let spoken_of = spoken_of.collect();
        Some(Automaton { table, untils, remembered, spoken_of, states: vec![first], numbers })
    }

    /// What each accepted run keeps infinitely often.
    pub fn all_kept(&self) -> Kept {
        match self.untils.len() {
            UNTILS => Kept::MAX,
            count => (1 << count) - 1,
        }
    }

    /// The states after a position at which so much holds, each with what the step there keeps.
    pub fn next(&mut self, from: Owed, holds: &dyn Fn(u32) -> bool) -> Vec<(Owed, Kept)> {
        let state = self.states[from as usize].clone();
        let reading = Reading { automaton: self, holds, held: state.held.as_deref() };
        // What is known here, for the next position, and what is guessed.
        let (mut known, mut guessed) = (Vec::new(), Vec::new());
        for formula in self.spoken_of(&state.owed) {
            match self.table.is_of_the_past(formula) {
                true if reading.is_true(formula) => known.push(formula),
                true => {}
                false => guessed.push(formula),
            }
        }
        let mut found: Vec<(Way, Vec<LtlId>)> = Vec::new();
        for guess in 0..1_u64 << guessed.len().min(63) {
            let chosen = guessed.iter().enumerate().filter(|(at, _)| guess >> at & 1 == 1);
            let chosen: Vec<LtlId> = chosen.map(|(_, &formula)| formula).collect();
            let mut todo = state.owed.clone();
            todo.extend(&chosen);
            let mut ways = Vec::new();
            reading.take_apart(todo, FxHashSet::default(), Way::default(), &mut ways);
            let held: Vec<LtlId> = known.iter().copied().chain(chosen).collect();
            found.extend(ways.into_iter().map(|way| {
                let mut held: Vec<LtlId> = held.clone();
                let spoken_of = self.spoken_of(&way.owed);
                held.retain(|of| spoken_of.contains(of));
                held.sort_unstable();
                (way, held)
            }));
        }
        let all = self.all_kept();
        least(found)
            .into_iter()
            .map(|(way, held)| {
                (self.number(OwedState { owed: way.owed, held: Some(held) }), all & !way.put_off)
            })
            .collect()
    }

    /// The remembered formulas that are parts of others.
    fn spoken_of(&self, formulas: &[LtlId]) -> Vec<LtlId> {
        let parts: Vec<&Vec<LtlId>> = formulas.iter().map(|of| &self.spoken_of[of]).collect();
        let is_part = |of: &LtlId| parts.iter().any(|parts| parts.contains(of));
        self.remembered.iter().copied().filter(is_part).collect()
    }

    fn number(&mut self, state: OwedState) -> Owed {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let number = self.states.len() as Owed;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        number
    }
}

/// A formula and all that it is made of.
fn parts_of(table: &LtlTable, formula: LtlId) -> Vec<LtlId> {
    let mut parts = vec![formula];
    let mut seen: FxHashSet<LtlId> = parts.iter().copied().collect();
    let mut at = 0;
    while at < parts.len() {
        let inner = match *table.node(parts[at]) {
            Ltl::True | Ltl::False | Ltl::Holds(_) => vec![],
            Ltl::Next(a) | Ltl::Before(a) | Ltl::WeakBefore(a) => vec![a],
            Ltl::And(a, b)
            | Ltl::Or(a, b)
            | Ltl::Until(a, b)
            | Ltl::Releases(a, b)
            | Ltl::Since(a, b)
            | Ltl::Triggered(a, b) => vec![a, b],
        };
        parts.extend(inner.into_iter().filter(|part| seen.insert(*part)));
        at += 1;
    }
    parts
}

/// The ways of which no other one owes less, puts off less and knows more.
fn least(found: Vec<(Way, Vec<LtlId>)>) -> Vec<(Way, Vec<LtlId>)> {
    let within = |one: &[LtlId], other: &[LtlId]| one.iter().all(|of| other.contains(of));
    let is_better = |one: &(Way, Vec<LtlId>), other: &(Way, Vec<LtlId>)| {
        within(&one.0.owed, &other.0.owed)
            && one.0.put_off & !other.0.put_off == 0
            && within(&other.1, &one.1)
    };
    let mut kept: Vec<(Way, Vec<LtlId>)> = Vec::new();
    for way in found {
        if kept.iter().any(|other| is_better(other, &way)) {
            continue;
        }
        kept.retain(|other| !is_better(&way, other));
        kept.push(way);
    }
    kept
}

/// A position that is read.
struct Reading<'a> {
    automaton: &'a Automaton,
    holds: &'a dyn Fn(u32) -> bool,
    held: Option<&'a [LtlId]>,
}

impl Reading<'_> {
    fn has_held(&self, formula: LtlId) -> bool {
        self.held.is_some_and(|held| held.binary_search(&formula).is_ok())
    }

    /// The truth of a formula that says nothing of later positions.
    fn is_true(&self, formula: LtlId) -> bool {
        match *self.automaton.table.node(formula) {
            Ltl::True => true,
            Ltl::False => false,
            Ltl::Holds(proposition) => (self.holds)(proposition),
            Ltl::And(a, b) => self.is_true(a) && self.is_true(b),
            Ltl::Or(a, b) => self.is_true(a) || self.is_true(b),
            Ltl::Before(a) => self.has_held(a),
            Ltl::WeakBefore(a) => self.held.is_none() || self.has_held(a),
            Ltl::Since(a, b) => self.is_true(b) || self.is_true(a) && self.has_held(formula),
            Ltl::Triggered(a, b) => {
                let is_kept = self.held.is_none() || self.has_held(formula) || self.is_true(a);
                self.is_true(b) && is_kept
            }
            Ltl::Next(_) | Ltl::Until(..) | Ltl::Releases(..) => {
                unreachable!("it says something of later positions")
            }
        }
    }

    /// Takes formulas apart that hold here, in all ways.
    fn take_apart(
        &self,
        mut todo: Vec<LtlId>,
        mut done: FxHashSet<LtlId>,
        mut way: Way,
        found: &mut Vec<Way>,
    ) {
        while let Some(formula) = todo.pop() {
            if !done.insert(formula) {
                continue;
            }
            if self.automaton.table.is_of_the_past(formula) {
                match self.is_true(formula) {
                    true => continue,
                    false => return,
                }
            }
            let mut fork = |more: &[LtlId], way: Way| {
                let todo = todo.iter().chain(more).copied().collect();
                self.take_apart(todo, done.clone(), way, found);
            };
            match *self.automaton.table.node(formula) {
                Ltl::And(a, b) => todo.extend([a, b]),
                Ltl::Or(a, b) => {
                    fork(&[a], way.clone());
                    todo.push(b);
                }
                Ltl::Next(a) => way.owed.push(a),
                Ltl::Until(a, b) => {
                    fork(&[b], way.clone());
                    let at = self.automaton.untils.iter().position(|&until| until == formula);
                    way.put_off |= 1 << at.expect("it is in the closure");
                    way.owed.push(formula);
                    todo.push(a);
                }
                Ltl::Releases(a, b) => {
                    fork(&[a, b], way.clone());
                    way.owed.push(formula);
                    todo.push(b);
                }
                Ltl::Before(a) if self.has_held(a) => {}
                Ltl::WeakBefore(a) if self.held.is_none() || self.has_held(a) => {}
                Ltl::Before(_) | Ltl::WeakBefore(_) => return,
                Ltl::Since(a, b) => {
                    if self.has_held(formula) {
                        fork(&[a], way.clone());
                    }
                    todo.push(b);
                }
                Ltl::Triggered(a, b) => {
                    todo.push(b);
                    if self.held.is_some() && !self.has_held(formula) {
                        todo.push(a);
                    }
                }
                Ltl::True | Ltl::False | Ltl::Holds(_) => {
                    unreachable!("it says nothing of later positions")
                }
            }
        }
        way.owed.sort_unstable();
        way.owed.dedup();
        found.push(way);
    }
}
