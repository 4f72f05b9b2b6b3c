//! The sizes of tables: of columns, of rows, and of the lanes below a row in which links leave their cells.

use super::channel::TRACK;
use super::{DrawnTable, RowPlace, TableSet};
use crate::graph::cut_to;
use crate::graph::geometry::{COLUMN, PADDING};
use crate::text::width;

pub const TITLE: f64 = 24.0;
pub const HEAD: f64 = 21.0;
/// A row without lanes.
pub const ROW: f64 = 3.0 * TRACK;
/// Where links end in a row, below its top. Lanes begin two tracks below it.
const ENTRY: f64 = 8.25;
/// On every other table of a shelf all this is lower by as much, so that no line runs where one from its neighbour does.
const SHIFT: f64 = TRACK / 2.0;
/// Longer texts are cut.
pub const MOST: usize = 40;
/// What stands in a table without rows.
pub const EMPTY: &str = "no rows";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableSize {
    /// Where each column begins, and where the last one ends.
    pub columns: Vec<f64>,
    /// Where each row begins, and where the last one ends.
    pub rows: Vec<f64>,
}

impl TableSize {
    pub fn width(&self) -> f64 {
        self.columns.last().copied().unwrap_or(0.0)
    }

    pub fn height(&self) -> f64 {
        self.rows.last().copied().unwrap_or(0.0)
    }

    /// Where a text begins in a column. Numbers stand to the right.
    pub fn text(&self, column: usize, text: &str, is_number: bool) -> f64 {
        match is_number {
            true => self.columns[column + 1] - PADDING - width(text) as f64 * COLUMN,
            false => self.columns[column] + PADDING,
        }
    }

    /// The middle of what is shown of a cell.
    pub fn middle(&self, column: usize, text: &str, is_number: bool) -> f64 {
        let shown = cut_to(text, MOST);
        self.text(column, &shown, is_number) + width(&shown) as f64 * COLUMN / 2.0
    }

    /// The height at which a link ends in a row.
    pub fn entry(&self, row: usize, is_odd: bool) -> f64 {
        self.rows[row] + ENTRY + if is_odd { SHIFT } else { 0.0 }
    }

    /// The height of a lane.
    pub fn lane(&self, row: usize, lane: usize, is_odd: bool) -> f64 {
        self.entry(row, is_odd) + TRACK * (lane + 2) as f64
    }
}

/// The sizes of the tables of several states. A column is as wide in all of them.
pub fn sizes(sets: &[&TableSet]) -> Vec<Vec<TableSize>> {
    let first = sets.first().map(|set| set.tables.len()).unwrap_or_default();
    let columns: Vec<Vec<f64>> = (0..first).map(|at| edges(sets, at)).collect();
    let sized = |set: &&TableSet| {
        let size = |(at, table): (usize, &DrawnTable)| TableSize {
            columns: columns[at].clone(),
            rows: rows(set, at, table),
        };
        set.tables.iter().enumerate().map(size).collect()
    };
    sets.iter().map(sized).collect()
}

fn edges(sets: &[&TableSet], at: usize) -> Vec<f64> {
    let tables = || sets.iter().filter_map(|set| set.tables.get(at));
    let count = tables().map(|table| table.columns.len()).max().unwrap_or(0);
    let mut edges = vec![0.0];
    for column in 0..count {
        let columns = tables().flat_map(|table| {
            let cells = table.rows.iter().filter_map(|row| row.cells.get(column));
            let head = table.columns.get(column).map(|column| width(&column.name));
            cells.map(|cell| width(&cell.text).min(MOST)).chain(head).max()
        });
        let wide = columns.max().unwrap_or(0).max(2) as f64 * COLUMN + 2.0 * PADDING;
        edges.push(edges[column] + wide);
    }
    let alone = |table: &DrawnTable| {
        width(&table.name).max(if table.rows.is_empty() { width(EMPTY) } else { 0 })
    };
    let title = tables().map(alone).max().unwrap_or(0);
    let least = title as f64 * COLUMN + 2.0 * PADDING;
    match edges.last_mut() {
        Some(last) if count > 0 => *last = last.max(least),
        _ => edges.push(least),
    }
    edges
}

fn rows(set: &TableSet, at: usize, table: &DrawnTable) -> Vec<f64> {
    let mut rows = vec![TITLE + HEAD];
    for row in 0..table.rows.len() {
        let place = RowPlace { table: at, row };
        let lanes = set.links.iter().filter(|link| link.from == place).count();
        rows.push(rows[row] + ROW + TRACK * lanes as f64);
    }
    if table.rows.is_empty() {
        // For words that say so.
        rows = vec![TITLE + HEAD + ROW];
    }
    rows
}
