//! Propagation of rows and differences, and the clauses that their conclusions stand for.
//!
//! A literal that is propagated moves the bounds of its row at once. If one cell is left, it holds. Differences wait
//! until all literals have been propagated, so that several steps of a bound become one. Under an assignment to all
//! that is decided each row is one value, and clauses have made false each guard that is false, or it may be true
//! (`harmless.rs`). So no violated difference is overlooked.

use super::Enumerator;
use super::bounds::{BoundChange, CELL, GUARD, LOST, Row, RowPlace};
use super::clauses::ClauseRef;
use crate::Lit;

impl Enumerator {
    /// What follows from a literal by rows and guards, but for differences.
    #[inline]
    pub(super) fn note_bounds(&mut self, lit: Lit) -> Option<ClauseRef> {
        let awaited = self.bounds.awaited[lit.code()];
        if awaited == 0 {
            return None;
        }
        if awaited & GUARD != 0 {
            self.note_guard(lit);
        }
        if awaited & (CELL | LOST) == 0 {
            return None;
        }
        let RowPlace { row, index } = self.bounds.place[lit.var().index()];
        let state = &self.bounds.rows[row as usize];
        if awaited & CELL != 0 {
            self.select(row, index)
        } else if index == state.low {
            self.raise(row, index + 1, ClauseRef::of_row())
        } else if index == state.high {
            self.lower(row, index, ClauseRef::of_row())
        } else {
            None
        }
    }

    /// The guard that is the negation of a literal has become false: each difference that waited for it waits for
    /// another one, or else is in force. It stays in the list then: of its guards this one is the first to be open
    /// again.
    fn note_guard(&mut self, lit: Lit) {
        let mut waiting = std::mem::take(&mut self.bounds.guarded[lit.code()]);
        let mut at = 0;
        while let Some(&number) = waiting.get(at) {
            if let Some(guard) = self.open_guard(number) {
                waiting.swap_remove(at);
                self.bounds.guarded[(!guard).code()].push(number);
            } else {
                at += 1;
                self.begin(number);
            }
        }
        self.bounds.guarded[lit.code()] = waiting;
    }

    /// A guard of a difference that is not false.
    #[inline]
    pub(super) fn open_guard(&self, number: u32) -> Option<Lit> {
        let (first, end) = self.bounds.differences[number as usize].guards;
        let guards = &self.bounds.guards[first as usize..end as usize];
        guards.iter().copied().find(|&guard| self.values[guard.code()] >= 0)
    }

    pub(super) fn begin(&mut self, number: u32) {
        let bounds = &mut self.bounds;
        let difference = &mut bounds.differences[number as usize];
        if std::mem::replace(&mut difference.is_in_force, true) {
            return;
        }
        bounds.rows[difference.lower as usize].demands.push(number);
        bounds.rows[difference.upper as usize].demanded.push(number);
        bounds.trail.push(BoundChange::Begun(number));
        bounds.begun.push(number);
    }

    /// Propagates the differences until nothing more follows. The literals that follow are still to be propagated.
    pub(super) fn propagate_bounds(&mut self) -> Option<ClauseRef> {
        while let Some(number) = self.bounds.begun.pop() {
            let conflict = self.demand(number).or_else(|| self.allow(number));
            if conflict.is_some() {
                return conflict;
            }
        }
        let mut next = 0;
        while let Some(&row) = self.bounds.changed.get(next) {
            next += 1;
            let state = &mut self.bounds.rows[row as usize];
            let is_raised = std::mem::replace(&mut state.is_raised, false);
            let is_lowered = std::mem::replace(&mut state.is_lowered, false);
            if is_raised {
                for at in 0..self.bounds.rows[row as usize].demands.len() {
                    let number = self.bounds.rows[row as usize].demands[at];
                    if let Some(conflict) = self.demand(number) {
                        return Some(conflict);
                    }
                }
            }
            if is_lowered {
                for at in 0..self.bounds.rows[row as usize].demanded.len() {
                    let number = self.bounds.rows[row as usize].demanded[at];
                    if let Some(conflict) = self.allow(number) {
                        return Some(conflict);
                    }
                }
            }
        }
        self.bounds.changed.clear();
        None
    }

    /// The lower row's least value demands one of the upper row.
    #[inline]
    fn demand(&mut self, number: u32) -> Option<ClauseRef> {
        let bounds = &self.bounds;
        let difference = &bounds.differences[number as usize];
        let low = bounds.rows[difference.lower as usize].low;
        let least = bounds.tables[difference.least as usize + low as usize];
        let upper = difference.upper;
        if least <= bounds.rows[upper as usize].low {
            return None;
        }
        if bounds.rows[upper as usize].is_bare {
            let is_possible = self.bounds.raise_bare(upper, least, number);
            return (!is_possible).then(|| self.explain(number));
        }
        self.raise(upper, least, ClauseRef::of_difference(number))
    }

    /// The upper row's greatest value allows some of the lower row.
    #[inline]
    fn allow(&mut self, number: u32) -> Option<ClauseRef> {
        let bounds = &self.bounds;
        let difference = &bounds.differences[number as usize];
        let high = bounds.rows[difference.upper as usize].high;
        let most = bounds.tables[difference.most as usize + high as usize];
        let lower = difference.lower;
        if most > bounds.rows[lower as usize].high {
            return None;
        }
        if bounds.rows[lower as usize].is_bare {
            let is_possible = self.bounds.lower_bare(lower, most, number);
            return (!is_possible).then(|| self.explain(number));
        }
        self.lower(lower, most, ClauseRef::of_difference(number))
    }

    /// A cell is true, so that all others of its row are false.
    fn select(&mut self, row: u32, index: u16) -> Option<ClauseRef> {
        let Row { start, low, high, .. } = self.bounds.rows[row as usize];
        if low == high {
            return None;
        }
        let cell = |at: u16| (start + u32::from(at)) as usize;
        let depth = self.depth();
        for at in low..=high {
            let other = self.bounds.cells[cell(at)];
            if at != index && self.value_of(other) > 0 {
                let selected = self.bounds.cells[cell(index)];
                return Some(self.clauses.push_temporary(&[!selected, !other]));
            }
        }
        for at in low..=high {
            let other = self.bounds.cells[cell(at)];
            if at != index && self.value_of(other) == 0 {
                self.assign(!other, Some(ClauseRef::of_row()), depth);
            }
        }
        self.set_bounds(row, index, index);
        None
    }

    /// The cells of a row before this index are false, for this reason.
    fn raise(&mut self, row: u32, to: u16, reason: ClauseRef) -> Option<ClauseRef> {
        let Row { start, low, high, .. } = self.bounds.rows[row as usize];
        let cell = |at: u16| (start + u32::from(at)) as usize;
        let depth = self.depth();
        for at in low..to.min(high + 1) {
            let other = self.bounds.cells[cell(at)];
            match self.value_of(other) {
                0 => self.assign(!other, Some(reason), depth),
                1 => return Some(self.violated_by(reason, !other)),
                _ => {}
            }
        }
        let mut low = to;
        while low <= high && self.value_of(self.bounds.cells[cell(low)]) < 0 {
            low += 1;
        }
        self.narrow(row, low, high)
    }

    /// The cells of a row from this index on are false, for this reason.
    fn lower(&mut self, row: u32, from: u16, reason: ClauseRef) -> Option<ClauseRef> {
        let Row { start, low, high, .. } = self.bounds.rows[row as usize];
        let cell = |at: u16| (start + u32::from(at)) as usize;
        let depth = self.depth();
        for at in from.max(low)..=high {
            let other = self.bounds.cells[cell(at)];
            match self.value_of(other) {
                0 => self.assign(!other, Some(reason), depth),
                1 => return Some(self.violated_by(reason, !other)),
                _ => {}
            }
        }
        let mut end = from;
        while end > low && self.value_of(self.bounds.cells[cell(end - 1)]) < 0 {
            end -= 1;
        }
        if end <= low { self.no_cell(row) } else { self.narrow(row, low, end - 1) }
    }

    /// Sets the bounds of a row. If nothing is between them, no cell is left. If they are one, it is the last one.
    fn narrow(&mut self, row: u32, low: u16, high: u16) -> Option<ClauseRef> {
        if low > high {
            return self.no_cell(row);
        }
        self.set_bounds(row, low, high);
        if low == high {
            let only = self.bounds.cell(&self.bounds.rows[row as usize], low);
            if self.value_of(only) == 0 {
                self.assign(only, Some(ClauseRef::of_row()), self.depth());
            }
        }
        None
    }

    #[inline]
    fn set_bounds(&mut self, row: u32, low: u16, high: u16) {
        let state = &mut self.bounds.rows[row as usize];
        let before = BoundChange::Bounds { row, low: state.low, high: state.high };
        let was_noted = state.is_raised || state.is_lowered;
        state.is_raised |= low > state.low;
        state.is_lowered |= high < state.high;
        (state.low, state.high) = (low, high);
        self.bounds.trail.push(before);
        if !was_noted {
            self.bounds.changed.push(row);
        }
    }

    /// All cells of a row are false.
    fn no_cell(&mut self, row: u32) -> Option<ClauseRef> {
        Some(self.clauses.push_temporary(self.bounds.cells_of(row)))
    }

    fn violated_by(&mut self, reason: ClauseRef, lit: Lit) -> ClauseRef {
        let mut clause = Vec::new();
        self.write_reason(reason, lit, &mut clause);
        self.clauses.push_temporary(&clause)
    }

    /// The clause by which rows or a difference imply this literal.
    pub(super) fn write_reason(&self, reason: ClauseRef, lit: Lit, clause: &mut Vec<Lit>) {
        clause.clear();
        clause.push(lit);
        let bounds = &self.bounds;
        let RowPlace { row, index } = bounds.place[lit.var().index()];
        let cells = bounds.cells_of(row);
        let is_cell = cells[index as usize] == lit;
        let Some(number) = reason.difference() else {
            if is_cell {
                clause.extend(cells.iter().filter(|&&other| other != lit));
            } else {
                // There is but one: another one would have been the conflict.
                let is_selected = |&&cell: &&Lit| cell != !lit && self.value_of(cell) > 0;
                clause.extend(cells.iter().find(is_selected).map(|&cell| !cell));
            }
            return;
        };
        debug_assert!(!is_cell, "a difference makes cells false");
        let difference = &bounds.differences[number as usize];
        let (first, end) = difference.guards;
        clause.extend(&bounds.guards[first as usize..end as usize]);
        let table = |from: u32, index: u16| bounds.tables[from as usize + index as usize] as usize;
        if row == difference.upper {
            let from = table(difference.most, index);
            clause.extend(&bounds.cells_of(difference.lower)[..from]);
        } else {
            let least = table(difference.least, index);
            clause.extend(&bounds.cells_of(difference.upper)[least..]);
        }
    }
}
