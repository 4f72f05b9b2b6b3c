//! What follows a state, as bit operations on the cells of 64 states at once.
//!
//! *Problem.* A model checker asks for the next states of a million states. A search answers, but it propagates each of the
//! state's cells anew, and what can change is mostly a function of what is there. *Choice.* The circuit of a step is
//! taken apart into cases: a disjunction among its conjuncts, mostly the one of the actions and their arguments, gives a
//! case for each of its disjuncts. In a case the frame and the assignments force each cell of the next state to a value
//! that depends on this state alone (`forced`). So the case is a guard and a function for each cell that may change. The
//! function's values are put back into everything that the case says, and what comes out is the condition under which
//! they are a step. All of it is one circuit over the cells of this state, and one pass over it works for 64 states, one
//! in each bit of a word (`program`).
//!
//! Nothing is taken for granted of how a spec is written. Each case also says of which states it leaves something open:
//! what it says can be true, and some cell of the next state is not forced. Such states are searched as before. They are
//! the samples by which a case is taken apart further when the step is compiled again. So the answer is right whatever
//! was recognised, and only its cost depends on that.
//!
//! *Rejected.* To recognise actions in the text of a spec: `always (a or b)` has too many equivalents. Decision diagrams
//! of the step relation: their size depends on an order of cells that nobody knows. Code for the machine: it is
//! not safe to run, and a pass for 64 states costs less than finding the states in a table.
//!
//! *Sources.* Dual rails: Bryant, "Boolean analysis of MOS circuits", 1987. Words of states: Bailey and others,
//! "Bit-parallel simulation", as in any simulator of logic.

mod cases;
mod forced;
mod program;

use korrel_sat::{Effort, Var};

use crate::circuit::{Bit, Circuit};
use crate::questions::translation::Translation;
use cases::Cases;
use program::Program;

/// The steps of a system as a program over the cells of a state.
#[derive(Clone, Debug)]
pub struct StepProgram {
    program: Program,
    /// Of which states nothing is said.
    open: u32,
    moves: Vec<Move>,
}

/// The variables of each cell of a state: in this state, and in the next one.
#[derive(Clone, Copy, Debug)]
pub struct StepCells<'c> {
    pub now: &'c [Option<Var>],
    pub next: &'c [Option<Var>],
    /// Only whether there is a next state matters, and not which one it is.
    pub is_asked_for_any: bool,
}

/// At most 64 states: for each cell those that hold it.
#[derive(Clone, Debug)]
pub struct StateWords {
    pub cells: Vec<u64>,
    /// The states that there are.
    pub mask: u64,
}

/// A case: a step to one next state, where it can be taken.
#[derive(Clone, Debug)]
struct Move {
    taken: u32,
    /// The cells that may change, with their value in the next state.
    changes: Vec<(u32, u32)>,
}

impl StepProgram {
    /// The program of all steps of a translated system whose states have these cells. `samples` are states that it
    /// should know the next states of. `None` if that is too large.
    pub fn new(
        translation: &Translation,
        cells: StepCells<'_>,
        samples: &[StateWords],
        effort: &Effort,
    ) -> Option<StepProgram> {
        let mut present = Circuit::within(effort);
        let own: Vec<Bit> = cells.now.iter().map(|_| present.input()).collect();
        let roots: Vec<Bit> = translation.roots.iter().map(|root| root.bit).collect();
        let cases = Cases::new(&translation.circuit, &mut present, cells, &own, samples);
        let found = cases.of(&roots)?;
        let open = present.or(found.iter().map(|case| case.open));
        present.given_up().is_none().then_some(())?;
        let mut bits = vec![open];
        for case in &found {
            bits.push(case.taken);
            bits.extend(case.changes.iter().map(|(_, value)| *value));
        }
        let (program, mut slots) = Program::new(&present, own.len(), &bits);
        let open = slots.next().expect("each bit has a slot");
        let mut slot = || slots.next().expect("each bit has a slot");
        let moves = found.iter().map(|case| {
            let taken = slot();
            let changes = case.changes.iter().map(|(cell, _)| (*cell, slot())).collect();
            Move { taken, changes }
        });
        let moves = moves.collect();
        Some(StepProgram { program, open, moves })
    }

    /// Reads states. What is asked from then on is about them. Returns those of which nothing is said, since their next
    /// states are no function of them.
    pub fn read(&mut self, states: &StateWords) -> u64 {
        self.program.run(&states.cells);
        self.program.word(self.open) & states.mask
    }

    /// The steps that some of these states take: for each the states that take it.
    pub fn steps(&self, among: u64) -> impl Iterator<Item = (u64, StepChanges<'_>)> {
        self.moves.iter().filter_map(move |step| {
            let taken = self.program.word(step.taken) & among;
            (taken != 0).then_some((taken, StepChanges { program: &self.program, step, taken }))
        })
    }
}

/// What a step changes.
#[derive(Clone, Copy, Debug)]
pub struct StepChanges<'p> {
    program: &'p Program,
    step: &'p Move,
    taken: u64,
}

impl StepChanges<'_> {
    /// The cells that change, each with the states in which it does.
    pub fn cells(&self, states: &StateWords) -> impl Iterator<Item = (usize, u64)> {
        self.step.changes.iter().filter_map(move |&(cell, value)| {
            let cell = cell as usize;
            let changed = (self.program.word(value) ^ states.cells[cell]) & self.taken;
            (changed != 0).then_some((cell, changed))
        })
    }
}
