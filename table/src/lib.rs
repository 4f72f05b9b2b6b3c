//! Heap graphs as tables: Parquet, and streams of Apache Arrow.
//!
//! ```text
//! Header ─► columns               what a header declares; nothing is learnt from a heap
//! Heap, or a line as Korrel writes it ─► a value in each column
//! columns ─► Parquet, or Arrow    a group of rows at a time
//! ```
//!
//! *Problem.* Readers of JSON lines guess types from the first lines, and a stream begins with its smallest heaps: what
//! comes later is lost or of another type. *Choice.* The types are those of the header, in a format that holds types. A row is
//! a heap. The objects of a top-level sig are a list of structs, and a reference is an index into it. *Rejected.* A map by ids:
//! the same values, with longer references. A struct for each object: another schema for each scope. One type for all
//! values: not all readers have one. The crates `parquet` and `arrow-ipc`. Optimised as
//! little as possible (level 1), with no feature but what is needed here, each alone takes 80 and 175 seconds of a processor in
//! a released build; this crate takes 6. Not optimised they take 41 and 56, and `parquet`
//! then takes 2.7 µs to write a heap array. (All on a busy machine of two cores; crates that Korrel builds anyway are not counted.) What is written here is the part of both formats that a
//! heap needs: no compression, no statistics, one page for each column of a group.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | write a shape otherwise | `table/schema.rs`, `table/row.rs`, and the table in docs/howto/tables.md |
//! | read lines otherwise | `table/plan.rs`: where a value goes; `table/line.rs`, `table/scan.rs`, `table/spans.rs`; `table/cells.rs` |
//! | hold values otherwise until a group is written | `table/column.rs`, `table/coded.rs` |
//! | write Parquet otherwise: encodings, pages | `table/parquet.rs`, `table/levels.rs`, `table/values.rs`; the metadata in `table/elements.rs` and `table/thrift.rs` |
//! | write Arrow otherwise | `table/arrow.rs`; its metadata in `table/flat.rs` |

mod arrow;
mod cells;
mod coded;
mod column;
mod elements;
mod flat;
mod length;
mod levels;
mod line;
mod parquet;
mod plan;
mod pool;
mod row;
mod runs;
mod scan;
mod schema;
mod spans;
mod thrift;
mod values;

use std::io::{self, Write};

use korrel_heapgraph::{Header, Heap};

use crate::arrow::ArrowStream;
use crate::column::{Column, Values};
use crate::line::LineReader;
use crate::parquet::ParquetFile;
use crate::pool::Pool;
use crate::row::add_id;
use crate::schema::TableSchema;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    Parquet,
    /// Arrow's IPC stream.
    Arrow,
}

/// How ids are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ids {
    /// As decimal numbers of 38 digits.
    #[default]
    Numbers,
    Texts,
}

/// Writes heaps as rows of a table.
///
/// The rows of a group are held in memory: 4,096 in Arrow, 65,536 in Parquet, or fewer large ones. So the same heaps are the same bytes.
pub struct TableWriter<W> {
    schema: TableSchema,
    /// One for each part of the schema.
    columns: Vec<Column>,
    /// The texts of the rows that are held.
    pool: Pool,
    reader: Option<LineReader>,
    rows: usize,
    sink: Sink<W>,
}

/// A group of this size is written, however many rows it has.
const MOST_BYTES: usize = 1 << 26;
/// The size is looked at after so many rows.
const MEASURED: usize = 64;

enum Sink<W> {
    Parquet(ParquetFile<W>),
    Arrow(ArrowStream<W>),
}

/// The id of a line.
#[derive(Clone, Copy)]
struct LineId<'l> {
    digits: &'l [u8],
    /// Its number, if it is a short one.
    short: Option<u64>,
}

impl LineId<'_> {
    /// The digits with which a text begins.
    fn of(text: &[u8]) -> LineId<'_> {
        let (mut number, mut length) = (0_u64, 0);
        for byte in text {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            number = number.wrapping_mul(10).wrapping_add(digit.into());
            length += 1;
        }
        LineId { digits: &text[..length], short: (1..19).contains(&length).then_some(number) }
    }

    /// True if it is written as Korrel writes it.
    fn is_number(self) -> bool {
        self.digits == b"0" || !(self.digits.is_empty() || self.digits.starts_with(b"0"))
    }
}

impl<W: Write> TableWriter<W> {
    /// `text`: the header as a line, which the table keeps as its metadata.
    ///
    /// # Errors
    /// An error of the writer.
    pub fn new(
        out: W,
        format: TableFormat,
        (header, text): (&Header, &str),
        ids: Ids,
    ) -> io::Result<TableWriter<W>> {
        let schema = TableSchema::of(header, ids);
        let columns = schema.columns();
        let sink = match format {
            TableFormat::Parquet => Sink::Parquet(ParquetFile::begin(out, text)?),
            TableFormat::Arrow => Sink::Arrow(ArrowStream::begin(out, &columns, text)?),
        };
        let reader = LineReader::of(&schema);
        Ok(TableWriter { schema, columns, pool: Pool::new(), reader, rows: 0, sink })
    }

    /// Adds the instance of a line, fast. `false`: it is not written as Korrel writes it, or its header does not allow it; nothing
    /// was added then, and [`TableWriter::add`] takes its heap.
    ///
    /// # Errors
    /// As [`TableWriter::add`].
    pub fn add_line(&mut self, line: &[u8]) -> io::Result<bool> {
        let Some(rest) = line.strip_prefix(b"{\"kind\":\"instance\"") else { return Ok(false) };
        let (id, body) = match rest.strip_prefix(b",\"id\":") {
            None => (None, rest),
            Some(rest) => {
                let id = LineId::of(rest);
                (Some(id), &rest[id.digits.len()..])
            }
        };
        let (ids, others) = self.columns.split_at_mut(1);
        let reader = self.reader.as_mut().filter(|_| id.is_none_or(LineId::is_number));
        let table = (others, &mut self.pool, self.rows);
        if !reader.is_some_and(|reader| reader.read(body, table)) {
            return Ok(false);
        }
        match (&mut ids[0].values, id) {
            (Values::Decimal(values), Some(LineId { short: Some(number), .. })) => {
                values.push(number.into());
                ids[0].mark(true);
            }
            _ => {
                let id = id.map(|id| str::from_utf8(id.digits).expect("digits are UTF-8"));
                add_id(&mut ids[0], &mut self.pool, id).map_err(io::Error::other)?;
            }
        }
        self.added().map(|()| true)
    }

    /// Adds a heap. `id` is a decimal number of any size.
    ///
    /// # Errors
    /// An id of more than 38 digits, unless ids are texts; a heap that is not as the header says; an error of the writer.
    pub fn add(&mut self, id: Option<&str>, heap: &Heap) -> io::Result<()> {
        self.settle();
        let table = (&mut self.columns[..], &mut self.pool);
        self.schema.add(table, id, heap).map_err(io::Error::other)?;
        self.added()
    }

    /// Ends what lines have begun.
    fn settle(&mut self) {
        self.columns.iter_mut().for_each(|column| column.settle_all(self.rows));
        self.reader.iter_mut().for_each(LineReader::forget);
    }

    fn added(&mut self) -> io::Result<()> {
        self.rows += 1;
        let most = match self.sink {
            Sink::Parquet(_) => 1 << 16,
            Sink::Arrow(_) => 1 << 12,
        };
        let columns = || self.columns.iter().map(|column| column.size(self.rows));
        let size = || columns().sum::<usize>() + self.pool.size();
        let is_large = self.rows.is_multiple_of(MEASURED) && size() > MOST_BYTES;
        if self.rows == most || is_large { self.pass_on() } else { Ok(()) }
    }

    fn pass_on(&mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.settle();
            let rows = std::mem::take(&mut self.rows);
            match &mut self.sink {
                Sink::Parquet(file) => file.group(&self.columns, &self.pool, rows)?,
                Sink::Arrow(stream) => stream.batch(&self.columns, &self.pool, rows)?,
            }
            self.columns.iter_mut().for_each(Column::clear);
            self.pool = Pool::new();
        }
        Ok(())
    }

    /// Writes the rest. Without it a reader takes the table for one that was cut off. `end`: the end record as a line, which
    /// Parquet keeps as metadata. Arrow has no place for it: a stream that is not whole breaks off behind its last row.
    ///
    /// # Errors
    /// An error of the writer.
    pub fn end(mut self, end: &str, is_whole: bool) -> io::Result<()> {
        self.pass_on()?;
        match self.sink {
            Sink::Parquet(file) => file.end(&self.columns, end),
            Sink::Arrow(stream) => stream.end(is_whole),
        }
    }
}
