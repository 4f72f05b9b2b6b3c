//! The next states of many states at once, where they are functions of these.
//!
//! *Problem.* A search for the next states of one state propagates all of its cells, and a graph asks for a million. *Choice.*
//! The steps are compiled ([`StepProgram`]) when the first states are known, and run for the next 64 states of the
//! graph together. States of which the program leaves something open are searched, one by one. They are samples by which
//! it is compiled again, a few times. If it still says nothing of most states, it is given up. None of that can be
//! seen from outside: the states that follow are the same.

use korrel_sat::Effort;
use korrel_translate::{StateWords, StepProgram};

use super::behaviours::TraceModels;
use super::known::RowForm;
use super::labelling::StateBits;
use super::layout::StateWindow;

/// The number of states that are looked at together.
pub(crate) const TOGETHER: usize = 64;

/// How often steps are compiled.
const COMPILED: usize = 8;

/// A program is given up if it says nothing of most states among so many.
const TRIED: u64 = 512;

/// The steps of a system as a program, as far as they are functions of the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepsAhead {
    program: Option<StepProgram>,
    is_given_up: bool,
    /// More samples do not help.
    is_settled: bool,
    samples: Vec<StateWords>,
    states: u64,
    searched: u64,
}

impl StepsAhead {
    /// Nothing is compiled, and all states are searched.
    pub fn give_up(&mut self) {
        *self = StepsAhead { is_given_up: true, ..StepsAhead::default() };
    }

    pub fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// Reads states. Returns those that are to be searched. `is_asked_for_any`: it only matters whether there is a next
    /// state.
    pub fn read(
        &mut self,
        all: &TraceModels<'_>,
        window: &StateWindow,
        states: &StateWords,
        is_asked_for_any: bool,
        effort: &Effort,
    ) -> u64 {
        let mut open = self.run(states);
        while open != 0 && !self.is_given_up && !self.is_settled {
            self.samples.push(StateWords { cells: states.cells.clone(), mask: open });
            let cells = window.step_cells(is_asked_for_any);
            let program = cells
                .and_then(|cells| StepProgram::new(&all.translation, cells, &self.samples, effort));
            if program.is_none() {
                self.give_up();
                break;
            }
            self.program = program;
            let before = std::mem::replace(&mut open, self.run(states));
            self.is_settled = open == before || self.samples.len() == COMPILED;
        }
        self.states += u64::from(states.mask.count_ones());
        self.searched += u64::from(open.count_ones());
        if self.states >= TRIED && 2 * self.searched > self.states {
            self.give_up();
            return states.mask;
        }
        open
    }

    fn run(&mut self, states: &StateWords) -> u64 {
        self.program.as_mut().map_or(states.mask, |program| program.read(states))
    }

    /// Of those that were read, the states that have a next one.
    pub fn that_go_on(&self, among: u64) -> u64 {
        let steps = self.program.iter().flat_map(|program| program.steps(among));
        steps.fold(0, |all, (taken, _)| all | taken)
    }

    /// Adds the next states of those that were read: for each its row with what changes.
    pub fn next(&self, form: &RowForm, rows: &[u8], words: &StateWords, next: &mut [Vec<u8>]) {
        let width = form.width();
        for (taken, changes) in self.program.iter().flat_map(|program| program.steps(words.mask)) {
            for at in ones(taken) {
                next[at].extend_from_slice(&rows[at * width..(at + 1) * width]);
            }
            for (cell, changed) in changes.cells(words) {
                let (byte, bit) = form.place_of(cell);
                for at in ones(changed) {
                    let last = next[at].len() - width;
                    next[at][last + byte] ^= bit;
                }
            }
        }
    }
}

/// The places of a word's ones.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(at)
    })
}

/// The states that are looked at next.
#[derive(Default)]
pub(crate) struct NearStates {
    /// The number of the first one.
    pub first: u32,
    pub rows: Vec<u8>,
    /// The rows of the next states of each, unless it is searched.
    pub next: Vec<Vec<u8>>,
    pub searched: u64,
    /// For each claim the states that deny it, and those of which that must be searched.
    pub denied: Vec<(u64, u64)>,
}

impl NearStates {
    pub fn bits(&self, at: usize, form: &RowForm) -> StateBits {
        let width = form.width();
        form.bits(&self.rows[at * width..(at + 1) * width])
    }
}
