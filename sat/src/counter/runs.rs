//! The models that end a walk, written out: a walk goes through them entry by entry.
//!
//! *Problem.* A step of a walk goes back to a sum, restores what was open there, and decides all sums that follow. Of
//! what a sum comes to at the end of the order there are often a few models only, and the walk meets them again
//! and again: the keys of the last nodes of a heap, under each beginning that leaves them the same choices.
//!
//! *Choice.* Where nothing else is open, the models of one side of a sum are known by themselves. When they are met
//! for the first time, a second walk lists them into a table: for each model the first position that changes, and the
//! words of values. From then on a model is a step in the table. Tables are small, and there is a limit for all of
//! them. A cursor has tables of its own.
//!
//! *Rejected.* Sums of many sides in place of chains of two: half of the steps remain, and positions of other sums may
//! lie between those of a chain.

use std::sync::Arc;

use super::cursor::StreamCursor;
use super::stream::{StreamGraph, SumSide};

/// A side with more models has no table.
pub(super) const MOST_MODELS: u32 = 512;

/// All tables together have no more words than these.
const MOST_WORDS: usize = 1 << 18;

/// The tables of a cursor.
pub(super) struct Runs {
    /// The table of each side of each sum, or [`UNKNOWN`], or [`NONE`].
    of_side: Vec<u32>,
    runs: Vec<Run>,
    /// The words that each run is about, each with its bits.
    words: Vec<(u32, u64)>,
    /// The models of all runs: the first position that changes, and then a value for each word of the run.
    entries: Vec<u64>,
    /// Walks through a side.
    scout: Option<Box<StreamCursor>>,
}

/// A table.
#[derive(Clone, Copy)]
pub(super) struct Run {
    words: (u32, u32),
    /// Where the entries begin.
    start: u32,
    pub models: u32,
}

const UNKNOWN: u32 = u32::MAX;
const NONE: u32 = u32::MAX - 1;

impl Runs {
    pub fn new() -> Runs {
        Runs {
            of_side: Vec::new(),
            runs: Vec::new(),
            words: Vec::new(),
            entries: Vec::new(),
            scout: None,
        }
    }

    /// The table of a side, if it has one.
    #[inline]
    pub fn of(&mut self, graph: &Arc<StreamGraph>, sum: u32, which: usize) -> Option<Run> {
        let side = &graph.sides(sum)[which];
        if !(2..=MOST_MODELS).contains(&side.models) {
            return None;
        }
        match self.of_side.get(2 * sum as usize + which) {
            Some(&NONE) => None,
            Some(&known) if known != UNKNOWN => Some(self.runs[known as usize]),
            _ => self.make(graph, sum, which),
        }
    }

    /// Writes the values of one model of a run. Returns the first position that changes, unless it is the first model.
    #[inline]
    pub fn write(&self, run: Run, model: u32, values: &mut [u64]) -> usize {
        let words = &self.words[run.words.0 as usize..run.words.1 as usize];
        let start = run.start as usize + model as usize * (words.len() + 1);
        let entry = &self.entries[start..start + words.len() + 1];
        for (&(word, given), &bits) in words.iter().zip(&entry[1..]) {
            let value = &mut values[word as usize];
            *value = *value & !given | bits;
        }
        entry[0] as usize
    }

    #[cold]
    fn make(&mut self, graph: &Arc<StreamGraph>, sum: u32, which: usize) -> Option<Run> {
        if self.of_side.is_empty() {
            self.of_side = vec![UNKNOWN; 2 * graph.len()];
        }
        let at = 2 * sum as usize + which;
        self.of_side[at] = NONE;
        let side = graph.sides(sum)[which];
        let scout = self.scout.take();
        let mut scout =
            scout.unwrap_or_else(|| Box::new(StreamCursor::without_runs(Arc::clone(graph))));
        let run = self.listed(side, &mut scout);
        self.scout = Some(scout);
        if let Some(run) = run {
            self.of_side[at] = self.runs.len() as u32;
            self.runs.push(run);
        }
        run
    }

    /// Lists the models of a side, if there is room for them.
    fn listed(&mut self, side: SumSide, scout: &mut StreamCursor) -> Option<Run> {
        let given = scout.given(side);
        let (first, start) = (self.words.len() as u32, self.entries.len());
        if start + side.models as usize * (given.len() + 1) > MOST_WORDS {
            return None;
        }
        self.words.extend(&given);
        scout.enter_side(side);
        let mut models = 0;
        while scout.advance() {
            models += 1;
            self.entries.push(scout.changed_from() as u64);
            self.entries
                .extend(given.iter().map(|&(word, bits)| scout.values()[word as usize] & bits));
        }
        assert_eq!(models, side.models, "the number of models is known");
        Some(Run { words: (first, self.words.len() as u32), start: start as u32, models })
    }
}
