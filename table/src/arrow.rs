//! Streams of Arrow, as its specification has them (arrow.apache.org, "Columnar Format"): the schema, then batches of rows.

use std::io::{self, Write};

use crate::column::{Column, Lists, Values};
use crate::flat::{Flat, Place, Slot};
use crate::length::length;
use crate::pool::Pool;

/// Every message begins so, and the last one is empty.
const CONTINUES: [u8; 4] = [0xff; 4];
/// The fifth version of the metadata, which Arrow has had since 1.0.
const V5: i16 = 4;
const SCHEMA: u8 = 1;
const BATCH: u8 = 3;

pub struct ArrowStream<W> {
    out: W,
}

impl<W: Write> ArrowStream<W> {
    pub fn begin(out: W, columns: &[Column], header: &str) -> io::Result<ArrowStream<W>> {
        let mut stream = ArrowStream { out };
        let mut flat = Flat::default();
        let fields: Vec<Place> = columns.iter().map(|column| field(&mut flat, column)).collect();
        let fields = flat.places(&fields);
        let (key, value) = (flat.text("heapgraph"), flat.text(header));
        let told = flat.table(&[Slot::Of(key), Slot::Of(value)]);
        let told = flat.places(&[told]);
        let schema = flat.table(&[Slot::Left, Slot::Of(fields), Slot::Of(told)]);
        stream.message(flat, SCHEMA, schema, &[])?;
        Ok(stream)
    }

    pub fn batch(&mut self, columns: &[Column], pool: &Pool, rows: usize) -> io::Result<()> {
        let mut body = Body::default();
        columns.iter().try_for_each(|column| body.add(column, pool))?;
        let mut flat = Flat::default();
        let (nodes, buffers) = (flat.pairs(&body.nodes), flat.pairs(&body.buffers));
        let batch = flat.table(&[Slot::Long(rows as i64), Slot::Of(nodes), Slot::Of(buffers)]);
        self.message(flat, BATCH, batch, &body.bytes)
    }

    fn message(&mut self, mut flat: Flat, kind: u8, header: Place, body: &[u8]) -> io::Result<()> {
        let message = flat.table(&[
            Slot::Short(V5),
            Slot::Byte(kind),
            Slot::Of(header),
            Slot::Long(body.len() as i64),
        ]);
        let metadata = flat.finish(message);
        let size = length(metadata.len())?;
        self.out.write_all(&CONTINUES)?;
        self.out.write_all(&size.to_le_bytes())?;
        self.out.write_all(&metadata)?;
        self.out.write_all(body)
    }

    /// Ends the stream. One that is not whole ends within a message: a reader takes any other end for a good one.
    pub fn end(mut self, is_whole: bool) -> io::Result<()> {
        let length: u32 = if is_whole { 0 } else { 8 };
        self.out.write_all(&CONTINUES)?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.flush()
    }
}

fn field(flat: &mut Flat, column: &Column) -> Place {
    let children: Vec<Place> = match &column.values {
        Values::List(Lists { item, .. }) => vec![field(flat, item)],
        Values::Struct(members) => members.iter().map(|one| field(flat, one)).collect(),
        _ => Vec::new(),
    };
    let children = flat.places(&children);
    let name = flat.text(&column.name);
    let integer = |bits| (2, vec![Slot::Int(bits), Slot::Byte(1)]);
    let (kind, slots) = match &column.values {
        Values::Long(_) => integer(64),
        Values::Int(_) => integer(32),
        Values::Truth(_) => (6, Vec::new()),
        Values::Text(_) => (5, Vec::new()),
        Values::Decimal(_) => (7, vec![Slot::Int(38), Slot::Int(0), Slot::Int(128)]),
        Values::List(_) => (12, Vec::new()),
        Values::Struct(_) => (13, Vec::new()),
    };
    let of = flat.table(&slots);
    flat.table(&[
        Slot::Of(name),
        Slot::Byte(column.is_optional.into()),
        Slot::Byte(kind),
        Slot::Of(of),
        Slot::Left,
        Slot::Of(children),
    ])
}

/// The buffers of a batch, column by column, those of its parts behind each.
#[derive(Default)]
struct Body {
    /// Of each column its length and how many values are missing.
    nodes: Vec<(i64, i64)>,
    /// The place and the length of each buffer.
    buffers: Vec<(i64, i64)>,
    bytes: Vec<u8>,
}

impl Body {
    /// # Errors
    /// More than Arrow's places in texts and lists can say.
    fn add(&mut self, column: &Column, pool: &Pool) -> io::Result<()> {
        let missing = column.valid.iter().filter(|valid| !**valid).count();
        self.nodes.push((column.len() as i64, missing as i64));
        self.bits(if missing > 0 { &column.valid } else { &[] });
        match &column.values {
            Values::Long(coded) => self.buffer(coded.values().flat_map(i64::to_le_bytes)),
            Values::Int(coded) => {
                self.buffer(coded.values().flat_map(|one| (one as i32).to_le_bytes()));
            }
            Values::Decimal(values) => self.buffer(values.iter().flat_map(|one| one.to_le_bytes())),
            Values::Truth(values) => self.bits(values),
            Values::Text(codes) => {
                let texts = || codes.values().map(|code| pool.get(code as u32));
                self.ends(texts().map(<[u8]>::len))?;
                self.buffer(texts().flatten().copied());
            }
            Values::List(lists) => {
                self.ends(lists.lengths.iter().copied())?;
                self.add(&lists.item, pool)?;
            }
            Values::Struct(members) => {
                members.iter().try_for_each(|member| self.add(member, pool))?;
            }
        }
        Ok(())
    }

    fn buffer(&mut self, bytes: impl Iterator<Item = u8>) {
        let begin = self.bytes.len();
        self.bytes.extend(bytes);
        self.buffers.push((begin as i64, (self.bytes.len() - begin) as i64));
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
    }

    fn bits(&mut self, bits: &[bool]) {
        let byte = |eight: &[bool]| {
            eight.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << at)
        };
        self.buffer(bits.chunks(8).map(byte));
    }

    /// The places between which each text or list of these lengths lies.
    fn ends(&mut self, lengths: impl Iterator<Item = usize>) -> io::Result<()> {
        let ends = lengths.scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        let places = [0].into_iter().chain(ends);
        let places = places.map(length).collect::<io::Result<Vec<i32>>>()?;
        self.buffer(places.iter().flat_map(|place| place.to_le_bytes()));
        Ok(())
    }
}
