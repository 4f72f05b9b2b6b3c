//! Numbers as two bounds each: propagation of rows and differences without their clauses.
//!
//! *Problem.* Most of the work on a search tree is that of its keys: of 2,913 clauses for trees of ten nodes four
//! in five say `x < y` value by value, or that a key has one value, or which variable says that it is at least so
//! much.
//!
//! *Choice.* What is found of numbers in the clauses (`rows.rs`, `differences.rs`) is propagated by itself
//! (`narrow.rs`), and these clauses are watched no more. A row is the least and the greatest index of its open cells. A
//! difference whose guards are all false raises the one bound or lowers the other, in one step however many values that
//! leaves out. The search still decides, learns and reads cells. A reason is written out as the clause that it
//! stands for only when a conflict asks for it: lazy clause generation (Ohrimenko, Stuckey, Codish 2009), with cells in
//! place of their order literals. All that is learned therefore follows from the formula, and a solver that is given
//! the formula (`guide.rs`) is given all of its clauses.
//!
//! Such a search lists the same models in the same order, since it decides the same literals in the same order. It may
//! propagate more than the clauses do, or less. So propagation fails to refute other beginnings here (`region.rs`),
//! and a caller that cuts a space into parts for others to find again takes the clauses.
//!
//! *Rejected.* To propagate to a guard that is open, when bounds have crossed: bounds hardly ever cross so early, since
//! a spec's pointers come before its numbers, and there are fewer conflicts than by clauses without it. Thresholds as
//! literals that are assigned along with the cells, as constraint solvers have them: no other part of this search reads
//! them.

use super::Enumerator;
use super::differences::FormulaNumbers;
use super::rows::{SimplifiedFormula, ordered_rows};
use super::tail::NumberTail;
use crate::Lit;

/// The rows and differences, and their bounds at present.
#[derive(Default)]
pub(super) struct NumberBounds {
    pub rows: Vec<Row>,
    pub differences: Vec<BoundDifference>,
    /// The cells of all rows, row after row.
    pub cells: Vec<Lit>,
    /// The row of each variable that is a cell, and its index there. For other variables the entry means nothing.
    pub place: Vec<RowPlace>,
    /// The tables of all differences.
    pub tables: Vec<u16>,
    /// The guards of all differences.
    pub guards: Vec<Lit>,
    /// For each literal the differences to look at when it becomes true, since one of their guards becomes false.
    pub guarded: Vec<Vec<u32>>,
    /// For each literal what waits for it: [`CELL`], [`LOST`], [`GUARD`].
    pub awaited: Vec<u8>,
    pub trail: Vec<BoundChange>,
    /// The rows whose bounds have changed since their differences were looked at, and new differences.
    pub changed: Vec<u32>,
    pub begun: Vec<u32>,
    /// The rows at the end of the order, if they are walked.
    pub tail: Option<NumberTail>,
}

/// Invariant, while no conflict is known: `low` and `high` are not false, and all cells outside are.
pub(super) struct Row {
    pub start: u32,
    pub length: u16,
    pub low: u16,
    pub high: u16,
    pub is_raised: bool,
    pub is_lowered: bool,
    /// True if its cells have no values of their own (`tail.rs`).
    pub is_bare: bool,
    /// The differences in force that have this row as their lower one, as their upper one.
    pub demands: Vec<u32>,
    pub demanded: Vec<u32>,
}

pub(super) struct BoundDifference {
    pub lower: u32,
    pub upper: u32,
    /// Where the guards begin and end.
    pub guards: (u32, u32),
    /// Where the table begins that has for each index of the lower row the least one of the upper row.
    pub least: u32,
    /// Where the table begins that has for each index of the upper row the number of those that the lower one may
    /// have.
    pub most: u32,
    pub is_in_force: bool,
}

#[derive(Clone, Copy)]
pub(super) struct RowPlace {
    pub row: u32,
    pub index: u16,
}

/// Per literal: a row of which it is a cell, a row of which its negation is a cell, and differences in which
/// its negation is a guard.
pub(super) const CELL: u8 = 1;
pub(super) const LOST: u8 = 2;
pub(super) const GUARD: u8 = 4;
/// Per positive literal: it is a cell without a value of its own.
pub(super) const BARE: u8 = 8;

/// A step to be undone.
pub(super) enum BoundChange {
    Bounds {
        row: u32,
        low: u16,
        high: u16,
    },
    Begun(u32),
    /// The same of a row without cells: one bound as it was, and the difference by which it changed.
    Low {
        row: u32,
        was: u16,
        by: u32,
    },
    High {
        row: u32,
        was: u16,
        by: u32,
    },
}

impl NumberBounds {
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The length of what is to be undone.
    pub fn mark(&self) -> u32 {
        self.trail.len() as u32
    }

    /// Goes back to when the mark was this.
    #[inline]
    pub fn undo(&mut self, mark: u32) {
        self.forget_changes();
        while self.trail.len() > mark as usize {
            match self.trail.pop().expect("it is longer") {
                BoundChange::Bounds { row, low, high } => {
                    let row = &mut self.rows[row as usize];
                    (row.low, row.high) = (low, high);
                }
                BoundChange::Low { row, was, .. } => self.rows[row as usize].low = was,
                BoundChange::High { row, was, .. } => self.rows[row as usize].high = was,
                BoundChange::Begun(number) => {
                    let difference = &mut self.differences[number as usize];
                    difference.is_in_force = false;
                    self.rows[difference.lower as usize].demands.pop();
                    self.rows[difference.upper as usize].demanded.pop();
                }
            }
        }
    }

    pub fn forget_changes(&mut self) {
        self.begun.clear();
        while let Some(row) = self.changed.pop() {
            let row = &mut self.rows[row as usize];
            (row.is_raised, row.is_lowered) = (false, false);
        }
    }

    #[inline(always)]
    pub fn cell(&self, row: &Row, index: u16) -> Lit {
        self.cells[row.start as usize + index as usize]
    }

    pub fn cells_of(&self, row: u32) -> &[Lit] {
        let Row { start, length, .. } = self.rows[row as usize];
        &self.cells[start as usize..start as usize + length as usize]
    }

    fn install(&mut self, numbers: &FormulaNumbers, codes: usize) {
        self.place = vec![RowPlace { row: 0, index: 0 }; codes / 2];
        self.guarded = vec![Vec::new(); codes];
        self.awaited = vec![0; codes];
        for cells in &numbers.rows {
            let (row, start) = (self.rows.len() as u32, self.cells.len() as u32);
            for (index, &cell) in cells.iter().enumerate() {
                self.place[cell.var().index()] = RowPlace { row, index: index as u16 };
                self.awaited[cell.code()] = CELL;
                self.awaited[(!cell).code()] = LOST;
            }
            self.cells.extend(cells);
            let length = cells.len() as u16;
            self.rows.push(Row {
                start,
                length,
                low: 0,
                high: length - 1,
                is_raised: false,
                is_lowered: false,
                is_bare: false,
                demands: Vec::new(),
                demanded: Vec::new(),
            });
        }
        for difference in &numbers.differences {
            let first = self.guards.len() as u32;
            self.guards.extend(&difference.guards);
            let least = self.tables.len() as u32;
            self.tables.extend(difference.least.iter().map(|&index| index as u16));
            let most = self.tables.len() as u32;
            let allowed = |upper: usize| difference.least.partition_point(|&index| index <= upper);
            let uppers = numbers.rows[difference.upper].len();
            self.tables.extend((0..uppers).map(|upper| allowed(upper) as u16));
            difference.guards.iter().for_each(|guard| self.awaited[(!*guard).code()] |= GUARD);
            self.differences.push(BoundDifference {
                lower: difference.lower as u32,
                upper: difference.upper as u32,
                guards: (first, self.guards.len() as u32),
                least,
                most,
                is_in_force: false,
            });
        }
    }
}

impl Enumerator {
    /// Finds the numbers of the formula, and propagates them from now on without their clauses. To be called before
    /// the first model. The list of models stays the same, if an assignment to all that is decided makes every other
    /// literal false that is false in it and stands beside numbers in a clause, by propagation of clauses: definitions
    /// do (Plaisted, Greenbaum 1986).
    pub fn with_bounds(mut self) -> Self {
        self.backtrack(0);
        self.settle();
        if self.state == super::Phase::Exhausted || self.is_cut || !self.bounds.is_empty() {
            return self;
        }
        let numbers = {
            let formula = SimplifiedFormula::new(&self);
            let rows = ordered_rows(&formula);
            FormulaNumbers::of(&formula, rows)
        };
        // Where they are a small part, as in heap arrays, two ways of propagating cost more than one.
        let clauses = self.clauses.of_formula().count();
        if numbers.replaced.len().saturating_mul(self.options.bounds_from) < clauses.max(1) {
            return self;
        }
        self.bounds.install(&numbers, self.values.len());
        for list in &mut self.watches {
            list.retain(|watch| numbers.replaced.binary_search(&watch.clause()).is_err());
        }
        for row in 0..self.bounds.rows.len() as u32 {
            self.bounds.rows[row as usize].is_raised = true;
            self.bounds.rows[row as usize].is_lowered = true;
            self.bounds.changed.push(row);
        }
        for number in 0..self.bounds.differences.len() as u32 {
            match self.open_guard(number) {
                Some(guard) => self.bounds.guarded[(!guard).code()].push(number),
                None => self.begin(number),
            }
        }
        self.settle();
        self
    }
}
