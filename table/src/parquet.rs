//! Parquet files, as the format's specification has them (github.com/apache/parquet-format).
//!
//! *Problem.* A leaf of a nested column is a list of values with their levels, and each group of rows has a page of each leaf.
//! *Choice.* Columns are walked from the outside: levels are made once for a list and shared by all that is in it. A page is its
//! levels in the hybrid of `runs`, then its values as `values` encodes them. *Rejected.* Statistics: a search among heaps is
//! seldom by one number. Walking each leaf by itself, row by row: a third of the speed.

use std::io::{self, Write};

use crate::column::{Column, Values};
use crate::elements::{elements, physical};
use crate::length::length;
use crate::levels::Levels;
use crate::pool::Pool;
use crate::runs::{hybrid, width};
use crate::thrift::Thrift;
use crate::values::{Encoded, encoded, there};

const MAGIC: &[u8] = b"PAR1";
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const RLE_DICTIONARY: i32 = 8;

pub struct ParquetFile<W> {
    out: W,
    /// The number of bytes written.
    at: usize,
    header: String,
    groups: Vec<Group>,
}

struct Group {
    rows: usize,
    chunks: Vec<Chunk>,
}

/// A leaf's values in a group of rows.
struct Chunk {
    path: Vec<String>,
    of: i32,
    values: usize,
    bytes: usize,
    begin: usize,
    dictionary: bool,
    data: usize,
}

impl<W: Write> ParquetFile<W> {
    pub fn begin(out: W, header: &str) -> io::Result<ParquetFile<W>> {
        let mut file = ParquetFile { out, at: 0, header: header.to_owned(), groups: Vec::new() };
        file.write(MAGIC)?;
        Ok(file)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len();
        self.out.write_all(bytes)
    }

    /// Writes a group of rows.
    pub fn group(&mut self, columns: &[Column], pool: &Pool, rows: usize) -> io::Result<()> {
        let (levels, mut chunks) = (Levels::of_rows(rows), Vec::new());
        for column in columns {
            self.column((column, pool), &[], &levels, &mut chunks)?;
        }
        self.groups.push(Group { rows, chunks });
        Ok(())
    }

    /// Writes the leaves below a column. `levels` are those of what is around it.
    fn column(
        &mut self,
        (column, pool): (&Column, &Pool),
        around: &[&str],
        levels: &Levels,
        chunks: &mut Vec<Chunk>,
    ) -> io::Result<()> {
        let levels =
            if column.is_optional { levels.optional(&column.valid) } else { levels.clone() };
        let path = [around, &[&column.name]].concat();
        match &column.values {
            Values::Struct(members) => members
                .iter()
                .try_for_each(|member| self.column((member, pool), &path, &levels, chunks)),
            Values::List(lists) => {
                let valid = column.is_optional.then_some(&column.valid[..]);
                let levels = levels.items(&there(&lists.lengths, valid));
                let path = [&path[..], &["list"]].concat();
                self.column((&lists.item, pool), &path, &levels, chunks)
            }
            _ => {
                chunks.push(self.chunk((column, pool), &path, &levels)?);
                Ok(())
            }
        }
    }

    fn chunk(
        &mut self,
        (column, pool): (&Column, &Pool),
        path: &[&str],
        levels: &Levels,
    ) -> io::Result<Chunk> {
        let begin = self.at;
        let mut page = Vec::new();
        levels.write(&mut page);
        let encoded = encoded(column, pool);
        match &encoded {
            Encoded::Dictionary(dictionary) => {
                let count = dictionary.count;
                self.write(&dictionary_head(length(dictionary.bytes.len())?, length(count)?))?;
                self.write(&dictionary.bytes)?;
                let width = width(count.saturating_sub(1) as u32);
                page.push(width as u8);
                page.extend_from_slice(&hybrid(&dictionary.keys, width));
            }
            Encoded::Plain(bytes) => page.extend_from_slice(bytes),
        }
        let data = self.at;
        let has_dictionary = matches!(encoded, Encoded::Dictionary(_));
        let encoding = if has_dictionary { RLE_DICTIONARY } else { PLAIN };
        self.write(&page_head(length(page.len())?, length(levels.len())?, encoding))?;
        self.write(&page)?;
        Ok(Chunk {
            path: path.iter().map(|name| (*name).to_owned()).collect(),
            of: physical(&column.values).0,
            values: levels.len(),
            bytes: self.at - begin,
            begin,
            dictionary: has_dictionary,
            data,
        })
    }

    /// Writes what a reader begins with.
    pub fn end(mut self, columns: &[Column], end: &str) -> io::Result<()> {
        let elements = elements(columns);
        let told = [("heapgraph", &*self.header), ("heapgraph.end", end)];
        let rows = self.groups.iter().map(|group| group.rows).sum();
        let footer = Thrift::of(|file| {
            file.int(1, 1);
            file.structs(2, &elements, |thrift, element| element.write(thrift));
            file.long(3, rows);
            file.structs(4, &self.groups, |thrift, group| group.write(thrift));
            file.structs(5, &told, |thrift, (key, value)| {
                thrift.text(1, key);
                thrift.text(2, value);
            });
            file.text(6, concat!("korrel ", env!("CARGO_PKG_VERSION")));
        });
        let size = length(footer.len())?;
        self.write(&footer)?;
        self.write(&size.to_le_bytes())?;
        self.write(MAGIC)?;
        self.out.flush()
    }
}

/// What stands before a dictionary of so many bytes and values.
fn dictionary_head(bytes: i32, values: i32) -> Vec<u8> {
    Thrift::of(|head| {
        head.int(1, 2);
        head.int(2, bytes);
        head.int(3, bytes);
        head.member(7, |dictionary| {
            dictionary.int(1, values);
            dictionary.int(2, PLAIN);
        });
    })
}

/// What stands before a page of so many bytes and values.
fn page_head(bytes: i32, values: i32, encoding: i32) -> Vec<u8> {
    Thrift::of(|head| {
        head.int(1, 0);
        head.int(2, bytes);
        head.int(3, bytes);
        head.member(5, |data| {
            data.int(1, values);
            data.int(2, encoding);
            data.int(3, RLE);
            data.int(4, RLE);
        });
    })
}

impl Group {
    fn write(&self, thrift: &mut Thrift) {
        thrift.structs(1, &self.chunks, |thrift, chunk| {
            thrift.long(2, 0);
            thrift.member(3, |thrift| chunk.write(thrift));
        });
        thrift.long(2, self.chunks.iter().map(|chunk| chunk.bytes).sum());
        thrift.long(3, self.rows);
    }
}

impl Chunk {
    fn write(&self, thrift: &mut Thrift) {
        thrift.int(1, self.of);
        let encodings =
            if self.dictionary { &[PLAIN, RLE, RLE_DICTIONARY][..] } else { &[PLAIN, RLE] };
        thrift.ints(2, encodings);
        thrift.texts(3, &self.path);
        thrift.int(4, 0);
        thrift.long(5, self.values);
        thrift.long(6, self.bytes);
        thrift.long(7, self.bytes);
        thrift.long(9, self.data);
        if self.dictionary {
            thrift.long(11, self.begin);
        }
    }
}
