//! A walk over the models of a compiled formula, in the order of the stream.
//!
//! The walk keeps the sums that are open as a set of positions, takes the first one, and on its way back restores
//! the set as it was there. No two open sums share a variable, so the sum at a position is still the same one then.
//! Where a sum is open alone, the models of its sides may be in a table (`runs.rs`).

use std::sync::Arc;

use num_bigint::BigUint;

use super::runs::{Run, Runs};
use super::stream::{StreamGraph, SumSide};
use crate::{Lit, Var};

/// A place in a [`StreamGraph`].
pub struct StreamCursor {
    graph: Arc<StreamGraph>,
    /// The value of each variable of the order, as far as it is decided, in bits.
    values: Vec<u64>,
    /// The positions of open sums, in bits.
    open: Vec<u64>,
    /// The sum at each position that is open, or was when a frame was made.
    sums: Vec<u32>,
    /// The sums whose second side is still to be walked.
    frames: Vec<CursorFrame>,
    /// The open positions at each frame, with as many words as `open` each.
    saved: Vec<u64>,
    next: NextMove,
    /// The tables, unless this cursor makes one.
    runs: Option<Runs>,
    /// The table that is walked through, and the number of its models that were passed.
    run: Option<(Run, u32)>,
    changed: usize,
    /// True if there was a model since the region was entered.
    has_moved: bool,
}

#[derive(Clone, Copy)]
struct CursorFrame {
    position: u32,
    sum: u32,
    /// No other sum is open.
    is_alone: bool,
}

/// The way to the next model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextMove {
    /// The other side of the last frame.
    Back,
    /// The first side of each open sum.
    Down,
    /// There are no more.
    End,
}

impl StreamCursor {
    /// Before the first model.
    pub fn new(graph: Arc<StreamGraph>) -> StreamCursor {
        StreamCursor { runs: Some(Runs::new()), ..StreamCursor::without_runs(graph) }
    }

    /// The same, which makes no tables.
    pub(super) fn without_runs(graph: Arc<StreamGraph>) -> StreamCursor {
        let positions = graph.order.len();
        let mut cursor = StreamCursor {
            values: vec![0; graph.variables.div_ceil(64)],
            open: vec![0; positions / 64 + 1],
            sums: vec![0; positions],
            frames: Vec::new(),
            saved: Vec::new(),
            next: NextMove::End,
            runs: None,
            run: None,
            changed: 0,
            has_moved: false,
            graph,
        };
        cursor.enter(&[]);
        cursor
    }

    /// The number of models of the whole space.
    pub fn number(&self) -> BigUint {
        self.graph.count()
    }

    /// Goes before the first model that begins with `prefix`: literals over the first positions of the order. Only
    /// such models follow.
    pub fn enter(&mut self, prefix: &[Lit]) {
        self.seek(prefix, None::<fn(Var) -> bool>);
    }

    /// The same, and before the first model after the given assignment, which need not be a model.
    pub fn enter_after(&mut self, prefix: &[Lit], value: impl Fn(Var) -> bool) {
        self.seek(prefix, Some(value));
    }

    /// Goes before the first model of one side of a sum. The values of other variables stay as they are.
    pub(super) fn enter_side(&mut self, side: SumSide) {
        self.open.fill(0);
        self.frames.clear();
        (self.changed, self.has_moved, self.next) = (0, false, NextMove::Down);
        self.write(side);
        self.open(side);
    }

    /// The words with the variables that have a value in each model of a side, and these variables.
    pub(super) fn given(&self, side: SumSide) -> Vec<(u32, u64)> {
        let mut given: Vec<(u32, u64)> = Vec::new();
        let mut open = vec![side];
        // The first sides lead to a model, and each model has all of the variables.
        while let Some(side) = open.pop() {
            for write in self.graph.writes(side) {
                match given.iter_mut().find(|(word, _)| *word == write.word) {
                    Some((_, bits)) => *bits |= write.given,
                    None => given.push((write.word, write.given)),
                }
            }
            let opened = self.graph.opened(side).iter();
            open.extend(opened.map(|open| self.graph.sides(open.sum)[0]));
        }
        given
    }

    /// Goes to the next model. Returns false if there is none.
    #[inline]
    pub fn advance(&mut self) -> bool {
        if let (Some((run, passed)), Some(runs)) = (&mut self.run, &self.runs) {
            if *passed < run.models {
                self.changed = runs.write(*run, *passed, &mut self.values);
                *passed += 1;
                return true;
            }
            self.run = None;
        }
        let from = match self.next {
            NextMove::Back => {
                let Some(frame) = self.frames.pop() else {
                    self.next = NextMove::End;
                    return false;
                };
                let words = self.open.len();
                let start = self.frames.len() * words;
                self.open.copy_from_slice(&self.saved[start..start + words]);
                self.changed = if self.has_moved { frame.position as usize } else { 0 };
                if !self.take(frame, 1) { frame.position as usize } else { usize::MAX }
            }
            NextMove::Down => 0,
            NextMove::End => return false,
        };
        let mut word = from / 64;
        while word < self.open.len() {
            if self.open[word] == 0 {
                word += 1;
                continue;
            }
            let position = word as u32 * 64 + self.open[word].trailing_zeros();
            let frame = self.decide(position);
            if self.take(frame, 0) {
                break;
            }
        }
        self.next = NextMove::Back;
        self.has_moved = true;
        true
    }

    /// The value of a variable of the order in the model last found. Other variables are false.
    #[inline]
    pub fn value(&self, var: Var) -> bool {
        let word = self.values.get(var.index() / 64);
        word.is_some_and(|word| word >> (var.index() % 64) & 1 == 1)
    }

    /// The values of all variables up to the last one of the order, 64 in a word, the first one in its lowest bit.
    #[inline]
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// The first position whose value may differ from that in the model before, or 0 at the first one of a region.
    pub fn changed_from(&self) -> usize {
        self.changed
    }

    /// Closes the open sum at a position, and remembers that its second side is still to be walked.
    #[inline]
    fn decide(&mut self, position: u32) -> CursorFrame {
        self.close(position);
        let start = self.frames.len() * self.open.len();
        self.saved.truncate(start);
        self.saved.extend_from_slice(&self.open);
        let is_alone = self.open.iter().all(|&word| word == 0);
        let frame = CursorFrame { position, sum: self.sums[position as usize], is_alone };
        self.frames.push(frame);
        frame
    }

    #[inline]
    fn close(&mut self, position: u32) {
        self.open[position as usize / 64] &= !(1 << (position % 64));
    }

    /// Takes one side of a sum. Returns true if that leads to a model, for it has a table.
    #[inline]
    fn take(&mut self, frame: CursorFrame, which: usize) -> bool {
        let side = self.graph.sides(frame.sum)[which];
        if frame.is_alone
            && let Some(runs) = &mut self.runs
            && let Some(run) = runs.of(&self.graph, frame.sum, which)
        {
            runs.write(run, 0, &mut self.values);
            self.run = Some((run, 1));
            return true;
        }
        self.write(side);
        self.open(side);
        false
    }

    #[inline]
    fn write(&mut self, side: SumSide) {
        for write in self.graph.writes(side) {
            let word = &mut self.values[write.word as usize];
            *word = *word & !write.given | write.bits;
        }
    }

    #[inline]
    fn open(&mut self, side: SumSide) {
        for open in self.graph.opened(side) {
            self.open[open.position as usize / 64] |= 1 << (open.position % 64);
            self.sums[open.position as usize] = open.sum;
        }
    }

    /// The first open position.
    fn first_open(&self) -> Option<u32> {
        let word = self.open.iter().position(|&word| word != 0)?;
        Some(word as u32 * 64 + self.open[word].trailing_zeros())
    }

    fn seek(&mut self, prefix: &[Lit], after: Option<impl Fn(Var) -> bool>) {
        self.open.fill(0);
        self.frames.clear();
        self.run = None;
        self.changed = 0;
        self.has_moved = false;
        let Some(root) = self.graph.root else {
            self.next = NextMove::End;
            return;
        };
        self.write(root);
        self.open(root);
        self.next = self.descend(prefix, after);
    }

    /// Decides as the prefix and the assignment say, as long as both, or the first, are about a position.
    fn descend(&mut self, prefix: &[Lit], after: Option<impl Fn(Var) -> bool>) -> NextMove {
        let graph = Arc::clone(&self.graph);
        let wanted = |at: usize| {
            let first = graph.order[at];
            match (prefix.get(at), &after) {
                (Some(&lit), _) => Some(lit == first),
                (None, Some(value)) => Some(value(first.var()) == first.is_positive()),
                (None, None) => None,
            }
        };
        for (at, &first) in graph.order.iter().enumerate() {
            let Some(wants_first) = wanted(at) else { return NextMove::Down };
            if self.first_open() == Some(at as u32) {
                if at >= prefix.len() && wants_first {
                    self.decide(at as u32);
                } else {
                    self.close(at as u32);
                }
                let side = graph.sides(self.sums[at])[usize::from(!wants_first)];
                self.write(side);
                self.open(side);
            }
            let is_first = self.value(first.var()) == first.is_positive();
            if is_first == wants_first {
                continue;
            }
            return match (at < prefix.len(), wants_first) {
                // Nothing begins like this.
                (true, _) => NextMove::End,
                // All from here on comes after the assignment, or before it.
                (false, true) => NextMove::Down,
                (false, false) => NextMove::Back,
            };
        }
        if after.is_some() { NextMove::Back } else { NextMove::Down }
    }
}
