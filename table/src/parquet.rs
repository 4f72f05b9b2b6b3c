//! Parquet files, as the format's specification has them (github.com/apache/parquet-format).
//!
//! *Problem.* A leaf of a nested column is a list of values, each with two levels: at which list around it another item begins
//! (repetition), and how much around it is there (definition). *Choice.* Each leaf is walked by itself, row by row; then its page is
//! written: levels in the hybrid of `runs`, and values by a dictionary, which takes the place of compression where few values
//! come again and again, as in heaps. *Rejected.* Statistics: a search among heaps is seldom by one number.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::column::{Column, Lists, Values};
use crate::elements::{elements, physical};
use crate::runs::{hybrid, width};
use crate::thrift::Thrift;

const MAGIC: &[u8] = b"PAR1";
/// More values than these are written out, one after the other.
const DICTIONARY: usize = 1 << 16;

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
    pub fn group(&mut self, columns: &[Column], rows: usize) -> io::Result<()> {
        let mut leaves = Vec::new();
        columns.iter().for_each(|column| paths(column, &mut Vec::new(), &mut leaves));
        let mut chunks = Vec::new();
        for path in leaves {
            chunks.push(self.chunk(&path, rows)?);
        }
        self.groups.push(Group { rows, chunks });
        Ok(())
    }

    fn chunk(&mut self, path: &[&Column], rows: usize) -> io::Result<Chunk> {
        let leaf = Leaf::of(path, rows);
        let column = path.last().expect("a path ends with its leaf");
        let begin = self.at;
        let mut page = Vec::new();
        let (repetition, definition) = deepest(path);
        for (levels, deepest) in [(&leaf.repetition, repetition), (&leaf.definition, definition)] {
            if deepest > 0 {
                let levels = hybrid(levels, width(deepest));
                page.extend_from_slice(&(levels.len() as u32).to_le_bytes());
                page.extend_from_slice(&levels);
            }
        }
        let dictionary = Dictionary::of(&column.values, &leaf.places);
        match &dictionary {
            Some(dictionary) => {
                let count = dictionary.count;
                let header = Thrift::of(|page| {
                    page.int(1, 2);
                    page.int(2, dictionary.bytes.len() as i32);
                    page.int(3, dictionary.bytes.len() as i32);
                    page.member(7, |dictionary| {
                        dictionary.int(1, count as i32);
                        dictionary.int(2, PLAIN);
                    });
                });
                self.write(&header)?;
                self.write(&dictionary.bytes)?;
                let width = width(count.saturating_sub(1) as u32);
                page.push(width as u8);
                page.extend_from_slice(&hybrid(&dictionary.keys, width));
            }
            None => plain(&column.values, &leaf.places, &mut page),
        }
        let data = self.at;
        let encoding = if dictionary.is_some() { RLE_DICTIONARY } else { PLAIN };
        let header = Thrift::of(|head| {
            head.int(1, 0);
            head.int(2, page.len() as i32);
            head.int(3, page.len() as i32);
            head.member(5, |data| {
                data.int(1, leaf.definition.len() as i32);
                data.int(2, encoding);
                data.int(3, RLE);
                data.int(4, RLE);
            });
        });
        self.write(&header)?;
        self.write(&page)?;
        Ok(Chunk {
            path: names(path),
            of: physical(&column.values).0,
            values: leaf.definition.len(),
            bytes: self.at - begin,
            begin,
            dictionary: dictionary.is_some(),
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
        self.write(&footer)?;
        self.write(&(footer.len() as u32).to_le_bytes())?;
        self.write(MAGIC)?;
        self.out.flush()
    }
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

/// The leaves below a column, each with the columns that lead to it.
fn paths<'c>(column: &'c Column, path: &mut Vec<&'c Column>, found: &mut Vec<Vec<&'c Column>>) {
    path.push(column);
    match &column.values {
        Values::List(Lists { item, .. }) => paths(item, path, found),
        Values::Struct(members) => members.iter().for_each(|one| paths(one, path, found)),
        _ => found.push(path.clone()),
    }
    path.pop();
}

fn names(path: &[&Column]) -> Vec<String> {
    let name = |column: &&Column| match column.values {
        Values::List(_) => vec![column.name.clone(), "list".to_owned()],
        _ => vec![column.name.clone()],
    };
    path.iter().flat_map(name).collect()
}

/// The greatest levels of a leaf.
fn deepest(path: &[&Column]) -> (u32, u32) {
    let lists = path.iter().filter(|column| matches!(column.values, Values::List(_))).count();
    let optional = path.iter().filter(|column| column.is_optional).count();
    (lists as u32, (lists + optional) as u32)
}

/// The levels of a leaf's values, and the places of those that are there.
#[derive(Default)]
struct Leaf {
    repetition: Vec<u32>,
    definition: Vec<u32>,
    places: Vec<usize>,
}

impl Leaf {
    fn of(path: &[&Column], rows: usize) -> Leaf {
        let mut leaf = Leaf::default();
        (0..rows).for_each(|row| leaf.walk(path, row, (0, 0, 0)));
        leaf
    }

    /// `levels`: where the value repeats, how much is there around it, and the lists around it.
    fn walk(&mut self, path: &[&Column], at: usize, levels: (u32, u32, u32)) {
        let (repetition, mut definition, lists) = levels;
        let column = path[0];
        if !column.has(at) {
            return self.level(repetition, definition);
        }
        definition += u32::from(column.is_optional);
        match &column.values {
            Values::Struct(_) => self.walk(&path[1..], at, (repetition, definition, lists)),
            Values::List(all) => {
                let items = all.range(at);
                if items.is_empty() {
                    return self.level(repetition, definition);
                }
                let begin = items.start;
                for item in items {
                    let repetition = if item == begin { repetition } else { lists + 1 };
                    self.walk(&path[1..], item, (repetition, definition + 1, lists + 1));
                }
            }
            _ => {
                self.level(repetition, definition);
                self.places.push(at);
            }
        }
    }

    fn level(&mut self, repetition: u32, definition: u32) {
        self.repetition.push(repetition);
        self.definition.push(definition);
    }
}

/// The values that are there, each once, and which is where.
struct Dictionary {
    bytes: Vec<u8>,
    count: usize,
    keys: Vec<u32>,
}

impl Dictionary {
    /// `None` if there are too many. Truth values have none.
    fn of(values: &Values, places: &[usize]) -> Option<Dictionary> {
        match values {
            Values::Long(all) => Dictionary::with(places.iter().map(|at| all[*at].to_le_bytes())),
            Values::Int(all) => Dictionary::with(places.iter().map(|at| all[*at].to_le_bytes())),
            Values::Decimal(all) => {
                Dictionary::with(places.iter().map(|at| all[*at].to_be_bytes()))
            }
            Values::Text(texts) => {
                let mut dictionary = Dictionary::with(places.iter().map(|at| texts.get(*at)))?;
                let mut bytes = Vec::new();
                let mut seen = 0;
                for (key, at) in dictionary.keys.iter().zip(places) {
                    if *key as usize == seen {
                        counted(&mut bytes, texts.get(*at));
                        seen += 1;
                    }
                }
                dictionary.bytes = bytes;
                Some(dictionary)
            }
            Values::Truth(_) | Values::List(_) | Values::Struct(_) => None,
        }
    }

    fn with<B: AsRef<[u8]> + Eq + std::hash::Hash>(
        values: impl Iterator<Item = B>,
    ) -> Option<Dictionary> {
        let (mut bytes, mut keys) = (Vec::new(), Vec::new());
        let mut known: HashMap<B, u32> = HashMap::new();
        for value in values {
            let next = known.len() as u32;
            let key = match known.get(&value) {
                Some(key) => *key,
                None => {
                    bytes.extend_from_slice(value.as_ref());
                    known.insert(value, next);
                    next
                }
            };
            if known.len() > DICTIONARY {
                return None;
            }
            keys.push(key);
        }
        Some(Dictionary { bytes, count: known.len(), keys })
    }
}

fn counted(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(text);
}

fn plain(values: &Values, places: &[usize], page: &mut Vec<u8>) {
    let mut places = places.iter();
    match values {
        Values::Long(all) => places.for_each(|at| page.extend_from_slice(&all[*at].to_le_bytes())),
        Values::Int(all) => places.for_each(|at| page.extend_from_slice(&all[*at].to_le_bytes())),
        Values::Decimal(all) => {
            places.for_each(|at| page.extend_from_slice(&all[*at].to_be_bytes()))
        }
        Values::Text(texts) => places.for_each(|at| counted(page, texts.get(*at))),
        Values::Truth(all) => {
            while places.len() > 0 {
                let eight = places.by_ref().take(8).enumerate();
                page.push(eight.fold(0, |byte, (bit, at)| byte | u8::from(all[*at]) << bit));
            }
        }
        Values::List(_) | Values::Struct(_) => unreachable!("they are no leaves"),
    }
}
