//! Unit propagation, with two watched literals in each clause.

use crate::clauses::{Clauses, Code, Place, code};

/// The clauses at hand, and the literals that hold by them alone.
pub(crate) struct Propagation {
    clauses: Clauses,
    /// For each literal: 1 if it holds, -1 if its negation does, otherwise 0.
    values: Vec<i8>,
    /// The literals that hold, in the order in which they were found.
    trail: Vec<Code>,
    /// How many of them have been propagated.
    head: usize,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// Propagation of the clauses alone comes to a conflict.
    is_refuted: bool,
    codes: Vec<Code>,
    seen: Vec<bool>,
}

#[derive(Clone, Copy)]
struct Watch {
    /// Another literal of the clause. If it holds, there is nothing to do.
    other: Code,
    /// Where the clause stands, or [`BINARY`]: `other` is then all the rest of the clause.
    place: Place,
}

/// The place of a clause of two literals. No step adds one that could be taken away.
const BINARY: Place = u32::MAX;

impl Propagation {
    /// No clauses, of the variables up to this one.
    pub(crate) fn new(variables: i32) -> Propagation {
        let literals = 2 * (variables as usize + 1);
        Propagation {
            clauses: Clauses::default(),
            values: vec![0; literals],
            trail: Vec::new(),
            head: 0,
            watches: vec![Vec::new(); literals],
            is_refuted: false,
            codes: Vec::new(),
            seen: vec![false; literals],
        }
    }

    /// Adds a clause that no step takes away.
    pub(crate) fn keep(&mut self, literals: &[i32]) -> Result<(), String> {
        self.distinct(literals);
        self.attach(None)
    }

    /// Adds the clause of a step.
    pub(crate) fn add(&mut self, literals: &[i32]) -> Result<(), String> {
        self.distinct(literals);
        self.attach(Some(literals))
    }

    /// Takes away the clause of a step. Says whether there is one. What holds by it goes on holding.
    pub(crate) fn remove(&mut self, literals: &[i32]) -> bool {
        self.distinct(literals);
        let is_there = self.clauses.remove(&self.codes, literals).is_some();
        if self.clauses.is_wasteful() {
            self.compact();
        }
        is_there
    }

    /// Says whether propagation comes to a conflict if all these literals are false.
    pub(crate) fn follows(&mut self, literals: &[i32]) -> bool {
        if self.is_refuted {
            return true;
        }
        let start = self.trail.len();
        let mut is_conflict = false;
        for &literal in literals {
            let code = code(literal);
            match self.values[code as usize] {
                0 => self.set(code ^ 1),
                1 => {
                    is_conflict = true;
                    break;
                }
                _ => {}
            }
        }
        let is_conflict = is_conflict || self.propagate();
        for code in self.trail.drain(start..) {
            self.values[code as usize] = 0;
            self.values[code as usize ^ 1] = 0;
        }
        self.head = start;
        is_conflict
    }

    /// Fills `codes` with the literals, each once, in their order.
    fn distinct(&mut self, literals: &[i32]) {
        self.codes.clear();
        for &literal in literals {
            let code = code(literal);
            if !std::mem::replace(&mut self.seen[code as usize], true) {
                self.codes.push(code);
            }
        }
        for &code in &self.codes {
            self.seen[code as usize] = false;
        }
    }

    /// Adds the clause of `codes`, while all that holds holds by the clauses alone.
    fn attach(&mut self, written: Option<&[i32]>) -> Result<(), String> {
        // The literals that are not false come first.
        let mut open = 0;
        let mut is_true = false;
        for at in 0..self.codes.len() {
            let code = self.codes[at];
            is_true |= self.values[code as usize] > 0;
            if self.values[code as usize] >= 0 {
                self.codes.swap(open, at);
                open += 1;
            }
        }
        if !is_true {
            is_true = self.is_tautology();
        }
        let is_step = written.is_some();
        let needs_place = is_step || (!is_true && open >= 2 && self.codes.len() > 2);
        let place = if needs_place { self.clauses.add(&self.codes, written)? } else { BINARY };
        // A clause that holds for good, and one that makes its literal hold for good, need no watch.
        if is_true || self.is_refuted {
            return Ok(());
        }
        match open {
            0 => self.is_refuted = true,
            1 => {
                self.set(self.codes[0]);
                self.is_refuted = self.propagate();
            }
            _ => {
                let (first, second) = (self.codes[0], self.codes[1]);
                self.watches[first as usize].push(Watch { other: second, place });
                self.watches[second as usize].push(Watch { other: first, place });
            }
        }
        Ok(())
    }

    fn is_tautology(&mut self) -> bool {
        for &code in &self.codes {
            self.seen[code as usize] = true;
        }
        let is_tautology = self.codes.iter().any(|&code| self.seen[code as usize ^ 1]);
        for &code in &self.codes {
            self.seen[code as usize] = false;
        }
        is_tautology
    }

    fn set(&mut self, code: Code) {
        self.values[code as usize] = 1;
        self.values[code as usize ^ 1] = -1;
        self.trail.push(code);
    }

    /// Propagates all that holds. Says whether this comes to a conflict.
    fn propagate(&mut self) -> bool {
        while self.head < self.trail.len() {
            let falsified = self.trail[self.head] ^ 1;
            self.head += 1;
            let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
            let is_conflict = self.visit(falsified, &mut watches);
            self.watches[falsified as usize] = watches;
            if is_conflict {
                return true;
            }
        }
        false
    }

    /// Looks at the clauses that watch a literal that has become false.
    fn visit(&mut self, falsified: Code, watches: &mut Vec<Watch>) -> bool {
        let (mut kept, mut at) = (0, 0);
        let mut is_conflict = false;
        'watches: while at < watches.len() {
            let watch = watches[at];
            at += 1;
            let value = self.values[watch.other as usize];
            if value > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let mut other = watch.other;
            if watch.place != BINARY {
                let Some(literals) = self.clauses.literals(watch.place) else { continue };
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                other = literals[0];
                if other != watch.other && self.values[other as usize] > 0 {
                    watches[kept] = Watch { other, place: watch.place };
                    kept += 1;
                    continue;
                }
                for next in 2..literals.len() {
                    let literal = literals[next];
                    if self.values[literal as usize] >= 0 {
                        literals.swap(1, next);
                        self.watches[literal as usize].push(Watch { other, place: watch.place });
                        continue 'watches;
                    }
                }
            }
            watches[kept] = Watch { other, place: watch.place };
            kept += 1;
            if self.values[other as usize] < 0 {
                is_conflict = true;
                break;
            }
            self.set(other);
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        is_conflict
    }

    /// Drops the clauses that are gone, and makes the others watched where they stand now.
    fn compact(&mut self) {
        let mut moved = Vec::new();
        self.clauses.compact(|from, to| moved.push((from, to)));
        for watches in &mut self.watches {
            watches.retain_mut(|watch| {
                if watch.place == BINARY {
                    return true;
                }
                let found = moved.binary_search_by_key(&watch.place, |&(from, _)| from);
                if let Ok(at) = found {
                    watch.place = moved[at].1;
                }
                found.is_ok()
            });
        }
    }
}
