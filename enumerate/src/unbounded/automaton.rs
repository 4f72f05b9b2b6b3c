//! An automaton that accepts the traces of which a formula of linear time holds, made as it is walked.
//!
//! *Problem.* The truth of a formula at a position depends on all positions after it, and with the past also on those
//! before. *Choice.* A state of the automaton is what is still owed: the formulas that must hold from here on. With
//! them come the formulas that are known to have held one position before, as far as the past is spoken of. A step
//! reads a position. It takes each owed formula apart by what it says of the position itself (Gerth, Peled, Vardi,
//! Wolper 1995) and owes the rest to the next one. The ways in which a formula holds are made of those of its parts, the
//! least ones each time, so that most alternatives are gone before they multiply. Where they multiply none the less (n
//! formulas that each hold in two ways make 2^n) they are counted, and beyond so many they are given up. `p until q` is
//! put off, or it is kept. A run counts in which each `until` is kept infinitely often, or not owed: acceptance is on
//! steps (Couvreur 1999), which takes fewer states. Of two ways to take the same step one is dropped that owes more,
//! puts off more and knows less.
//!
//! A formula that is spoken of in the past, and says nothing of the future, is simply read at its position. Of others
//! the automaton guesses that they hold, and owes them then. *Rejected.* The tableau of all truth values, 2^n states
//! for n operators, of which a formula like `always eventually p` needs one.

use std::rc::Rc;

use korrel_sat::Effort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ltl::{Ltl, LtlId, LtlTable};

/// A state, by its number.
pub type Owed = u32;

/// The `until`s that a step does not put off, a bit each.
pub type Kept = u128;

/// The most `until`s of a formula.
const UNTILS: usize = 128;

/// The most formulas that are spoken of in the past and say something of the future.
const GUESSED: usize = 12;

/// The most ways that are compared at once.
const WAYS: usize = 4096;

/// Why the states after a position are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    Stopped,
    /// The formula holds there in too many ways.
    TooManyWays,
}

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
        let guessed = remembered.iter().filter(|&&of| !table.is_of_the_past(of)).count();
        if untils.len() > UNTILS || guessed > GUESSED {
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
    ///
    /// # Errors
    /// A stop, or too many ways.
    pub fn next(
        &mut self,
        from: Owed,
        holds: &dyn Fn(u32) -> bool,
        effort: &Effort,
    ) -> Result<Vec<(Owed, Kept)>, Unread> {
        let state = self.states[from as usize].clone();
        let (automaton, held) = (&*self, state.held.as_deref());
        let mut reading = Reading { automaton, holds, held, effort, ways: FxHashMap::default() };
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
        for guess in 0..1_usize << guessed.len() {
            let chosen = guessed.iter().enumerate().filter(|(at, _)| guess >> at & 1 == 1);
            let chosen: Vec<LtlId> = chosen.map(|(_, &formula)| formula).collect();
            let held: Vec<LtlId> = known.iter().chain(&chosen).copied().collect();
            for way in reading.all(state.owed.iter().chain(&chosen).copied())? {
                let spoken_of = self.spoken_of(&way.owed);
                let mut held = held.clone();
                held.retain(|of| spoken_of.contains(of));
                held.sort_unstable();
                found.push((way, held));
            }
            few(found.len())?;
        }
        let all = self.all_kept();
        let found = least(found, |(one, knows), (other, known)| {
            one.is_within(other) && known.iter().all(|of| knows.contains(of))
        });
        let state = |(way, held): (Way, Vec<LtlId>)| {
            let owed = OwedState { owed: way.owed, held: Some(held) };
            (self.number(owed), all & !way.put_off)
        };
        Ok(found.into_iter().map(state).collect())
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

/// An error if so many ways are too many.
fn few(ways: usize) -> Result<(), Unread> {
    if ways > WAYS { Err(Unread::TooManyWays) } else { Ok(()) }
}

/// Those of which no other one is better, or the same and before it.
fn least<T>(found: Vec<T>, is_better: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for one in found {
        if !kept.iter().any(|other| is_better(other, &one)) {
            kept.retain(|other| !is_better(&one, other));
            kept.push(one);
        }
    }
    kept
}

impl Way {
    /// True if it owes no more than another one, and puts off no more.
    fn is_within(&self, other: &Way) -> bool {
        self.put_off & !other.put_off == 0
            && self.owed.iter().all(|of| other.owed.binary_search(of).is_ok())
    }

    fn with(&self, other: &Way) -> Way {
        let mut owed = [&self.owed[..], &other.owed].concat();
        owed.sort_unstable();
        owed.dedup();
        Way { owed, put_off: self.put_off | other.put_off }
    }
}

/// A position that is read.
struct Reading<'a> {
    automaton: &'a Automaton,
    holds: &'a dyn Fn(u32) -> bool,
    held: Option<&'a [LtlId]>,
    effort: &'a Effort,
    /// The ways in which formulas hold here, as far as they were asked for.
    ways: FxHashMap<LtlId, Rc<[Way]>>,
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

    /// The ways in which all of these hold here.
    fn all(&mut self, formulas: impl IntoIterator<Item = LtlId>) -> Result<Vec<Way>, Unread> {
        let mut ways = vec![Way::default()];
        for formula in formulas {
            let others = self.ways(formula)?;
            ways = self.both(&ways, &others)?;
        }
        Ok(ways)
    }

    /// The ways in which a formula holds here: what it says of this position holds, and the rest is owed.
    fn ways(&mut self, formula: LtlId) -> Result<Rc<[Way]>, Unread> {
        if let Some(known) = self.ways.get(&formula) {
            return Ok(Rc::clone(known));
        }
        let found: Rc<[Way]> = self.found(formula)?.into();
        self.ways.insert(formula, Rc::clone(&found));
        Ok(found)
    }

    fn found(&mut self, formula: LtlId) -> Result<Vec<Way>, Unread> {
        let always = || vec![Way::default()];
        let if_so = |is_so: bool| if is_so { always() } else { Vec::new() };
        let table = &self.automaton.table;
        if table.is_of_the_past(formula) {
            return Ok(if_so(self.is_true(formula)));
        }
        match *table.node(formula) {
            Ltl::And(a, b) => {
                let [a, b] = [self.ways(a)?, self.ways(b)?];
                self.both(&a, &b)
            }
            Ltl::Or(a, b) => {
                let [a, b] = [self.ways(a)?, self.ways(b)?];
                self.either(&a, &b)
            }
            Ltl::Next(a) => Ok(vec![self.later(a)]),
            Ltl::Until(a, b) => {
                let at = self.automaton.untils.iter().position(|&until| until == formula);
                let put_off = 1 << at.expect("it is in the closure");
                let later = Way { put_off, ..self.later(formula) };
                let [a, b] = [self.ways(a)?, self.ways(b)?];
                let on = self.both(&a, &[later])?;
                self.either(&b, &on)
            }
            Ltl::Releases(a, b) => {
                let [a, b] = [self.ways(a)?, self.ways(b)?];
                let ends = self.either(&a, &[self.later(formula)])?;
                self.both(&b, &ends)
            }
            Ltl::Before(a) => Ok(if_so(self.has_held(a))),
            Ltl::WeakBefore(a) => Ok(if_so(self.held.is_none() || self.has_held(a))),
            Ltl::Since(a, b) => {
                let stays = if self.has_held(formula) { self.ways(a)? } else { Rc::default() };
                let b = self.ways(b)?;
                self.either(&b, &stays)
            }
            Ltl::Triggered(a, b) => {
                let is_kept = self.held.is_none() || self.has_held(formula);
                let ends = if is_kept { always().into() } else { self.ways(a)? };
                let b = self.ways(b)?;
                self.both(&b, &ends)
            }
            Ltl::True | Ltl::False | Ltl::Holds(_) => {
                unreachable!("it says nothing of later positions")
            }
        }
    }

    /// What is owed if a formula must hold at the next position: of a conjunction, both.
    fn later(&self, formula: LtlId) -> Way {
        let mut owed = Vec::new();
        let mut todo = vec![formula];
        while let Some(formula) = todo.pop() {
            match *self.automaton.table.node(formula) {
                Ltl::And(a, b) => todo.extend([a, b]),
                Ltl::True => {}
                _ => owed.push(formula),
            }
        }
        owed.sort_unstable();
        owed.dedup();
        Way { owed, put_off: 0 }
    }

    fn both(&self, ways: &[Way], others: &[Way]) -> Result<Vec<Way>, Unread> {
        let joined = ways.iter().flat_map(|one| others.iter().map(move |other| one.with(other)));
        self.least_of(ways.len() * others.len(), joined)
    }

    fn either(&self, ways: &[Way], others: &[Way]) -> Result<Vec<Way>, Unread> {
        self.least_of(ways.len() + others.len(), ways.iter().chain(others).cloned())
    }

    fn least_of(&self, count: usize, ways: impl Iterator<Item = Way>) -> Result<Vec<Way>, Unread> {
        if self.effort.is_stopped() {
            return Err(Unread::Stopped);
        }
        few(count)?;
        Ok(least(ways.collect(), Way::is_within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a stop would wait until all ways are compared.
    #[test]
    fn a_stop_ends_a_step() {
        let mut table = LtlTable::new();
        let holds = table.add(Ltl::Holds(0));
        let formula = table.add(Ltl::Until(LtlTable::TRUE, holds));
        let mut automaton = Automaton::new(table, formula).expect("it is small");
        let mut next = |effort: &Effort| automaton.next(0, &|_| false, effort);
        assert_eq!(next(&Effort::none()), Err(Unread::Stopped));
        assert_eq!(next(&Effort::default()), Ok(vec![(1, 0)]));
    }
}
