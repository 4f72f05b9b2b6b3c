//! Metadata in Thrift's compact protocol, as Parquet has it.

use crate::runs::varint;

/// A struct that is written field by field, in the order of their numbers.
#[derive(Default)]
pub struct Thrift {
    pub bytes: Vec<u8>,
    /// The number of the last field, of this struct and of those around it.
    last: Vec<i16>,
}

const INT32: u8 = 5;
const INT64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Thrift {
    /// A struct that is whole when `fields` has written it.
    pub fn of(fields: impl FnOnce(&mut Thrift)) -> Vec<u8> {
        let mut thrift = Thrift { bytes: Vec::new(), last: vec![0] };
        fields(&mut thrift);
        thrift.bytes.push(0);
        thrift.bytes
    }

    fn field(&mut self, number: i16, of: u8) {
        let last = self.last.last_mut().expect("a field is in a struct");
        debug_assert!((1..=15).contains(&(number - *last)), "fields come in order");
        self.bytes.push(((number - *last) as u8) << 4 | of);
        *last = number;
    }

    fn zigzag(&mut self, number: i64) {
        varint(&mut self.bytes, (number << 1 ^ number >> 63) as u64);
    }

    pub fn int(&mut self, number: i16, value: i32) {
        self.field(number, INT32);
        self.zigzag(value.into());
    }

    pub fn long(&mut self, number: i16, value: usize) {
        self.field(number, INT64);
        self.zigzag(value as i64);
    }

    pub fn text(&mut self, number: i16, text: &str) {
        self.field(number, BINARY);
        self.bare_text(text);
    }

    fn bare_text(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    pub fn member(&mut self, number: i16, fields: impl FnOnce(&mut Thrift)) {
        self.field(number, STRUCT);
        self.open(fields);
    }

    fn open(&mut self, fields: impl FnOnce(&mut Thrift)) {
        self.last.push(0);
        fields(self);
        self.last.pop();
        self.bytes.push(0);
    }

    fn list(&mut self, number: i16, of: u8, count: usize) {
        self.field(number, LIST);
        match count {
            0..=14 => self.bytes.push((count as u8) << 4 | of),
            _ => {
                self.bytes.push(0xf0 | of);
                varint(&mut self.bytes, count as u64);
            }
        }
    }

    pub fn ints(&mut self, number: i16, values: &[i32]) {
        self.list(number, INT32, values.len());
        values.iter().for_each(|value| self.zigzag((*value).into()));
    }

    pub fn texts(&mut self, number: i16, texts: &[String]) {
        self.list(number, BINARY, texts.len());
        texts.iter().for_each(|text| self.bare_text(text));
    }

    pub fn structs<T>(&mut self, number: i16, all: &[T], fields: impl Fn(&mut Thrift, &T)) {
        self.list(number, STRUCT, all.len());
        all.iter().for_each(|one| self.open(|thrift| fields(thrift, one)));
    }
}
