//! Lines as Korrel writes them, into columns.
//!
//! *Problem.* A row by way of a tree of JSON and a heap takes microseconds, and a line is found in a tenth of one. *Choice.*
//! Korrel writes members in the order of the header and without spaces, so a line is read from left to right into cells
//! that the header alone plans, without a tree. Neighbours share most of their text: where only values of the same length
//! change (`spans`), the others stay; otherwise all that was read up to the first change stays, and reading goes on from there.
//! *Rejected.* Cells from the search in place of text: threads, `show` and the specs whose lines are written from heaps each
//! need another way then, and little of the time is left to gain. A line in any other form is not read here
//! ([`LineReader::read`]). `row` defines what a heap is as a row, and the tests hold both against each other.

use crate::cells::RowCells;
use crate::column::Column;
use crate::plan::LinePlan;
use crate::pool::Pool;
use crate::scan::{Mark, Scan, integer, is_special};
use crate::schema::TableSchema;
use crate::spans::{Spans, common};

/// Reads lines one after the other.
///
/// Invariant: `row`, `marks` and `spans` are what reading `body` gave, if it is not empty.
pub struct LineReader {
    plan: LinePlan,
    row: RowCells,
    marks: Vec<Mark>,
    spans: Spans,
    /// What followed the id in the last line.
    body: Vec<u8>,
}

impl LineReader {
    /// `None` if lines of this header are not read so.
    pub fn of(schema: &TableSchema) -> Option<LineReader> {
        let plan = LinePlan::of(schema)?;
        let row = RowCells::new(&plan);
        Some(LineReader { plan, row, marks: Vec::new(), spans: Spans::default(), body: Vec::new() })
    }

    /// Forgets the last line. Codes of another pool follow.
    pub fn forget(&mut self) {
        self.body.clear();
        self.marks.clear();
        self.spans.keep(0);
        self.row.forget();
    }

    /// Adds what follows the id in a line to all columns but that of ids, behind so many rows. `false`: it is not as Korrel
    /// writes it, and nothing was added.
    pub fn read(
        &mut self,
        body: &[u8],
        (columns, pool, rows): (&mut [Column], &mut Pool, usize),
    ) -> bool {
        let is_read =
            self.read_values(body, pool).is_some() || self.read_rest(body, pool).is_some();
        if is_read && self.row.resolve(&self.plan, pool) {
            self.row.add_to(columns, &self.plan, rows);
            return true;
        }
        self.forget();
        false
    }

    /// Reads the values that are others in a line of the same form.
    fn read_values(&mut self, body: &[u8], pool: &mut Pool) -> Option<()> {
        if self.body.is_empty() || self.body.len() != body.len() {
            return None;
        }
        let value = |text: &[u8], is_text| {
            if is_text {
                let is_plain = !text.iter().any(is_special) && str::from_utf8(text).is_ok();
                return is_plain.then(|| pool.code(text).into());
            }
            let (number, length) = integer(text)?;
            (length == text.len()).then_some(number)
        };
        for &(span, value) in self.spans.differences((&self.body, body), value)? {
            self.row.set(span.cell, span.nth, value);
            let at = span.begin..span.end;
            self.body[at.clone()].copy_from_slice(&body[at]);
        }
        Some(())
    }

    /// Reads on from where a line begins to differ.
    fn read_rest(&mut self, body: &[u8], pool: &mut Pool) -> Option<()> {
        let same = common(&self.body, body);
        // The byte that a mark stands before has been looked at.
        while self.marks.last().is_some_and(|mark| mark.at >= same) {
            self.marks.pop();
        }
        let mark = self.marks.pop().unwrap_or(Mark::BEGIN);
        // What was read before is UTF-8.
        str::from_utf8(&body[mark.at..]).ok()?;
        self.row.keep(mark.filled);
        self.spans.keep(mark.at);
        self.body.truncate(mark.at);
        self.body.extend_from_slice(&body[mark.at..]);
        let mut scan = Scan {
            plan: &self.plan,
            row: &mut self.row,
            marks: &mut self.marks,
            spans: &mut self.spans,
            pool,
            text: &self.body,
            at: mark.at,
        };
        scan.line(mark)
    }
}
