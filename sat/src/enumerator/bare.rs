//! Which rows need no cells.
//!
//! A row at the end of the order is bare (`tail.rs`) if nothing but differences speaks of it. Clauses that the
//! differences took the place of are watched no more, so what is still watched tells. A difference with a row that
//! keeps its cells would have to give reasons in cells, so such rows are bare together or not at all.

use super::bounds::BARE;
use super::tail::NumberTail;
use super::{Enumerator, Phase};

impl Enumerator {
    /// Walks the numbers at the end of the order, if there are any ([`Enumerator::with_bounds`]). To be called before
    /// the first model. No model may be refused from now on, no beginning be tested, and no part be cut.
    pub fn walking_numbers(mut self) -> Self {
        let may_be_walked = self.prefix_test.is_none()
            && self.horizon == self.sequence.len()
            && self.projected == self.sequence.len()
            && self.state == Phase::Searching
            && !self.bounds.is_empty()
            && !self.is_cut
            && self.grain.is_none()
            && self.depth() == 0;
        if !may_be_walked {
            return self;
        }
        let mut may = self.unmentioned_rows();
        let rows = loop {
            let rows = self.rows_at_end(&may);
            let is_bare = |row: u32| {
                let state = &self.bounds.rows[row as usize];
                state.low == state.high || rows.iter().any(|&(other, _)| other == row)
            };
            let alien = self.bounds.differences.iter().find_map(|difference| {
                match (is_bare(difference.lower), is_bare(difference.upper)) {
                    (true, false) => Some(difference.lower),
                    (false, true) => Some(difference.upper),
                    _ => None,
                }
            });
            match alien.filter(|&row| may[row as usize]) {
                Some(row) => may[row as usize] = false,
                None if alien.is_some() => return self,
                None => break rows,
            }
        };
        if rows.is_empty() {
            return self;
        }
        for row in 0..self.bounds.rows.len() as u32 {
            let state = &mut self.bounds.rows[row as usize];
            state.is_bare = state.low == state.high;
            if rows.iter().any(|&(walked, _)| walked == row) {
                state.is_bare = true;
                let cells = state.start as usize..state.start as usize + state.length as usize;
                for cell in &self.bounds.cells[cells] {
                    self.bounds.awaited[cell.code()] |= BARE;
                }
            }
        }
        self.bounds.tail = Some(NumberTail::new(rows));
        self
    }

    /// The rows of whose cells no clause speaks, and no guard.
    fn unmentioned_rows(&self) -> Vec<bool> {
        let mut is_mentioned = vec![false; self.level.len()];
        for watch in self.watches.iter().flatten() {
            if self.clauses.lits(watch.clause()).all(|lit| self.value_of(lit) <= 0) {
                for lit in self.clauses.lits(watch.clause()) {
                    is_mentioned[lit.var().index()] = true;
                }
            }
        }
        self.bounds.guards.iter().for_each(|guard| is_mentioned[guard.var().index()] = true);
        let is_free = |row: u32| {
            let cells = self.bounds.cells_of(row).iter();
            cells.copied().all(|cell| self.value_of(cell) != 0 || !is_mentioned[cell.var().index()])
        };
        (0..self.bounds.rows.len() as u32).map(is_free).collect()
    }

    /// The longest end of the order that is such rows, each with its open cells in a row, the least value first.
    fn rows_at_end(&self, may: &[bool]) -> Vec<(u32, usize)> {
        let open = |&at: &usize| self.value_of(self.sequence[at]) == 0;
        let open: Vec<usize> = (0..self.sequence.len()).filter(open).collect();
        let mut end = open.len();
        let mut rows = Vec::new();
        while end > 0 {
            let last = self.sequence[open[end - 1]];
            let place = self.bounds.place[last.var().index()];
            let Some(state) = self.bounds.rows.get(place.row as usize) else { break };
            let all = self.bounds.cells_of(place.row);
            let cells = &all[state.low as usize..=state.high as usize];
            let Some(start) = end.checked_sub(cells.len()) else { break };
            let own = open[start..end].iter().map(|&at| self.sequence[at]);
            let is_walked = may[place.row as usize]
                && all.windows(2).all(|two| two[0].code() + 2 == two[1].code())
                && all.iter().all(|cell| cell.is_positive())
                && own.eq(cells.iter().copied());
            if !is_walked {
                break;
            }
            rows.push((place.row, open[start]));
            end = start;
        }
        rows.reverse();
        rows
    }
}
