//! Numbers at the end of the order, walked as numbers.
//!
//! *Problem.* Once the pointers of a search tree are decided, only its keys are left, and nothing but comparisons is
//! said of them. Yet each key is ten cells: each cell is assigned, goes through the trail, and is taken back. Of 1.1 µs
//! for a tree that is the greater part.
//!
//! *Choice.* Rows that end the order, of which no clause speaks any more, and whose differences are about one another,
//! are *bare*: their cells get no values. A difference moves two integers and nothing else. When all that is before
//! them is decided, they are walked: each row in turn takes the values between its bounds. Bounds that agree with all
//! differences in force always have a model, that of all least values (Jeavons, Cooper 1995, of constraints that are
//! closed under the minimum). So a value that fails does so at once, and no model is far. This is the order that the
//! cells would be decided in, with the same models.
//!
//! Bounds that cross before that are a conflict of guards alone: of the differences that moved them, which the trail
//! names, from the last one back. No cell is in it, so no clause that is learned is about one.
//!
//! A caller that refuses models or begins within such a row takes the cells (`give_up_walk`).
//!
//! *Rejected.* To compute the bounds anew for each shape: it takes as long as to keep them, and bounds that cross early
//! are found late. To share what is walked among shapes that have the same order of nodes: a walk is as cheap as to look
//! for what is known.

use super::bounds::{BARE, BoundChange, NumberBounds};
use super::clauses::ClauseRef;
use super::{Enumerator, Phase};
use crate::{Lit, Var};

/// The rows that are walked.
#[derive(Default)]
pub(super) struct NumberTail {
    /// In their order, with the first position of each.
    rows: Vec<(u32, usize)>,
    /// The rows that had a choice, at one of their values.
    frames: Vec<TailFrame>,
    is_walked: bool,
    /// The mark at which the walk began.
    base: u32,
}

impl NumberTail {
    /// A walk that is not begun. There is a row.
    pub fn new(rows: Vec<(u32, usize)>) -> Self {
        Self { rows, ..Self::default() }
    }
}

#[derive(Clone, Copy)]
struct TailFrame {
    at: u32,
    /// The mark before it got its value.
    mark: u32,
    /// The greatest value that it may have.
    high: u16,
}

/// The cause of a step of the walk.
const WALK: u32 = u32::MAX;

impl NumberBounds {
    /// True if the first row that is walked begins at this position.
    #[inline]
    pub fn begins_at(&self, position: usize) -> bool {
        self.tail.as_ref().is_some_and(|tail| tail.rows[0].1 <= position)
    }

    /// True if this is a cell without a value of its own.
    #[inline]
    pub fn is_bare(&self, var: Var) -> bool {
        self.awaited.get(var.positive().code()).is_some_and(|&awaited| awaited & BARE != 0)
    }

    /// True if this is such a cell and the value of its row.
    #[inline]
    pub fn is_selected(&self, var: Var) -> bool {
        self.is_bare(var) && {
            let place = self.place[var.index()];
            let row = &self.rows[place.row as usize];
            row.low == place.index && row.high == place.index
        }
    }

    /// The value of the row whose cells are these variables, as the place of the one that is true, or `None` if they
    /// are no cells of a row that is walked.
    #[inline]
    pub fn selected(&self, first: Var, length: usize) -> Option<Option<usize>> {
        let last = Var::new((first.index() + length - 1) as u32);
        if !self.is_bare(first) || !self.is_bare(last) {
            return None;
        }
        let (from, to) = (self.place[first.index()], self.place[last.index()]);
        let value = self.rows[from.row as usize].low;
        let is_among = (from.index..=to.index).contains(&value);
        (from.row == to.row).then(|| is_among.then(|| usize::from(value - from.index)))
    }

    /// Everything before the rows is decided. Goes to the first model.
    pub fn begin_walk(&mut self) {
        let base = self.mark();
        if let Some(tail) = &mut self.tail {
            (tail.is_walked, tail.base) = (true, base);
        }
        self.descend(0);
    }

    /// Takes back what a walk has done.
    #[inline]
    pub fn end_walk(&mut self) {
        if let Some(tail) = &mut self.tail
            && std::mem::replace(&mut tail.is_walked, false)
        {
            tail.frames.clear();
            let base = tail.base;
            self.undo(base);
        }
    }

    /// Goes to the next model. Returns the row that changed first, or `None` at the end.
    fn step(&mut self) -> Option<usize> {
        while let Some(&frame) = self.tail.as_ref()?.frames.last() {
            let tail = self.tail.as_mut()?;
            let (row, position) = tail.rows[frame.at as usize];
            let mut value = self.rows[row as usize].low;
            if frame.at as usize + 1 == tail.rows.len() {
                if value < frame.high {
                    // The others have their values, and its bounds agree with them.
                    let state = &mut self.rows[row as usize];
                    (state.low, state.high) = (value + 1, value + 1);
                    return Some(position);
                }
                value = frame.high;
            }
            tail.frames.pop();
            self.undo(frame.mark);
            while value < frame.high {
                value += 1;
                if self.fix(frame.at, value) {
                    self.descend(frame.at as usize + 1);
                    return Some(position);
                }
                self.undo(frame.mark);
            }
        }
        None
    }

    /// Gives each row from this one on the least value that it may have.
    fn descend(&mut self, from: usize) {
        let rows = self.tail.as_ref().map_or(0, |tail| tail.rows.len());
        for at in from..rows {
            let low = self.tail.as_ref().map(|tail| self.rows[tail.rows[at].0 as usize].low);
            let is_possible = low.is_none_or(|low| self.fix(at as u32, low));
            debug_assert!(is_possible, "all least values are a model");
        }
    }

    /// Gives a row a value. Returns false if nothing agrees with it.
    fn fix(&mut self, at: u32, value: u16) -> bool {
        let mark = self.mark();
        let Some(tail) = &mut self.tail else { return false };
        let row = tail.rows[at as usize].0;
        let (low, high) = (self.rows[row as usize].low, self.rows[row as usize].high);
        if low == high {
            return true;
        }
        let is_last = at as usize + 1 == tail.rows.len();
        tail.frames.push(TailFrame { at, mark, high });
        if is_last {
            self.trail.push(BoundChange::Bounds { row, low, high });
            let state = &mut self.rows[row as usize];
            (state.low, state.high) = (value, value);
            return true;
        }
        let is_possible = (value == low || self.raise_bare(row, value, WALK))
            && (value == high || self.lower_bare(row, value + 1, WALK))
            && self.settle_bare();
        if !is_possible && let Some(tail) = &mut self.tail {
            tail.frames.pop();
        }
        is_possible
    }

    /// Propagates the differences between bare rows.
    fn settle_bare(&mut self) -> bool {
        let mut next = 0;
        while let Some(&row) = self.changed.get(next) {
            next += 1;
            let state = &mut self.rows[row as usize];
            let is_raised = std::mem::replace(&mut state.is_raised, false);
            let is_lowered = std::mem::replace(&mut state.is_lowered, false);
            let demands = if is_raised { self.rows[row as usize].demands.len() } else { 0 };
            for at in 0..demands {
                let number = self.rows[row as usize].demands[at];
                let difference = &self.differences[number as usize];
                let low = self.rows[difference.lower as usize].low;
                let least = self.tables[difference.least as usize + low as usize];
                let upper = difference.upper;
                if least > self.rows[upper as usize].low && !self.raise_bare(upper, least, WALK) {
                    return false;
                }
            }
            let demanded = if is_lowered { self.rows[row as usize].demanded.len() } else { 0 };
            for at in 0..demanded {
                let number = self.rows[row as usize].demanded[at];
                let difference = &self.differences[number as usize];
                let high = self.rows[difference.upper as usize].high;
                let most = self.tables[difference.most as usize + high as usize];
                let lower = difference.lower;
                if most <= self.rows[lower as usize].high && !self.lower_bare(lower, most, WALK) {
                    return false;
                }
            }
        }
        self.changed.clear();
        true
    }

    /// The values of a bare row before this one are left out. Returns false if no value is left.
    #[inline]
    pub fn raise_bare(&mut self, row: u32, to: u16, by: u32) -> bool {
        let state = &mut self.rows[row as usize];
        if to > state.high {
            return false;
        }
        self.trail.push(BoundChange::Low { row, was: state.low, by });
        if !(state.is_raised || state.is_lowered) {
            self.changed.push(row);
        }
        (state.low, state.is_raised) = (to, true);
        true
    }

    /// The values of a bare row from this one on are left out. Returns false if no value is left.
    #[inline]
    pub fn lower_bare(&mut self, row: u32, from: u16, by: u32) -> bool {
        let state = &mut self.rows[row as usize];
        if from <= state.low {
            return false;
        }
        self.trail.push(BoundChange::High { row, was: state.high, by });
        if !(state.is_raised || state.is_lowered) {
            self.changed.push(row);
        }
        (state.high, state.is_lowered) = (from - 1, true);
        true
    }

    fn guards_of(&self, number: u32) -> &[Lit] {
        let (first, end) = self.differences[number as usize].guards;
        &self.guards[first as usize..end as usize]
    }
}

impl Enumerator {
    /// True if the next model is likely to take no search.
    #[inline]
    pub fn is_walking(&self) -> bool {
        self.bounds.tail.as_ref().is_some_and(|tail| tail.is_walked && !tail.frames.is_empty())
    }

    /// Goes to the next model of the walk. Returns false, and ends it, if there is none.
    pub(super) fn walk_on(&mut self) -> bool {
        let Some(position) = self.bounds.step() else { return false };
        let row = self.bounds.place[self.sequence[position].var().index()].row;
        debug_assert!(self.bounds.rows[row as usize].is_bare, "a row that is walked");
        self.changed = position;
        self.statistics.models += 1;
        self.statistics.propagations += 1;
        true
    }

    /// The value of the row whose cells are these variables, if it is walked: the place of the one that is true.
    #[inline]
    pub fn selected(&self, first: Var, length: usize) -> Option<Option<usize>> {
        self.bounds.tail.as_ref().and_then(|_| self.bounds.selected(first, length))
    }

    /// Gives cells values of their own again. To be called where all levels are of the part at hand.
    pub(super) fn give_up_walk(&mut self) {
        if self.bounds.tail.is_none() {
            return;
        }
        self.bounds.end_walk();
        let is_open = self.state != Phase::Exhausted;
        let part: Vec<(Lit, usize)> = self.levels[1..]
            .iter()
            .map(|level| (self.trail[level.start as usize], level.position as usize))
            .collect();
        self.backtrack(0);
        self.bounds.tail = None;
        for row in 0..self.bounds.rows.len() as u32 {
            self.bounds.rows[row as usize].is_bare = false;
            let (low, high) =
                (self.bounds.rows[row as usize].low, self.bounds.rows[row as usize].high);
            for (index, cell) in (0..).zip(self.bounds.cells_of(row).to_vec()) {
                self.bounds.awaited[cell.code()] &= !BARE;
                if self.value_of(cell) == 0 && !(low..=high).contains(&index) {
                    self.assign(!cell, None, 0);
                } else if self.value_of(cell) == 0 && low == high {
                    self.assign(cell, None, 0);
                }
            }
        }
        self.settle();
        if is_open {
            let _ = part.into_iter().all(|(lit, position)| self.require(lit, position));
        }
    }

    /// The conflict of a difference between bare rows: guards of the differences that moved its two bounds.
    pub(super) fn explain(&mut self, number: u32) -> ClauseRef {
        let bounds = &self.bounds;
        let mut clause = bounds.guards_of(number).to_vec();
        let (mut lows, mut highs) =
            (vec![false; bounds.rows.len()], vec![false; bounds.rows.len()]);
        lows[bounds.differences[number as usize].lower as usize] = true;
        highs[bounds.differences[number as usize].upper as usize] = true;
        for change in bounds.trail.iter().rev() {
            match *change {
                BoundChange::Low { row, by, .. } if std::mem::take(&mut lows[row as usize]) => {
                    lows[bounds.differences[by as usize].lower as usize] = true;
                    clause.extend(bounds.guards_of(by));
                }
                BoundChange::High { row, by, .. } if std::mem::take(&mut highs[row as usize]) => {
                    highs[bounds.differences[by as usize].upper as usize] = true;
                    clause.extend(bounds.guards_of(by));
                }
                _ => {}
            }
        }
        clause.sort_unstable();
        clause.dedup();
        self.clauses.push_temporary(&clause)
    }
}
