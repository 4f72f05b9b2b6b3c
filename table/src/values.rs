//! The values of a leaf: by a dictionary, which takes the place of compression where few values come again and again, as in
//! heaps, or one after the other.

use std::borrow::Cow;

use crate::coded::Coded;
use crate::column::{Column, Values};
use crate::pool::Pool;

/// A dictionary has no more values.
const MOST: usize = 1 << 16;

/// The values of a leaf, each once, and which is where.
pub struct Dictionary<'c> {
    pub bytes: Vec<u8>,
    pub count: usize,
    pub keys: Cow<'c, [u32]>,
}

/// The values that are there, as bytes.
pub enum Encoded<'c> {
    Dictionary(Dictionary<'c>),
    Plain(Vec<u8>),
}

/// Encodes the values of a leaf that are there.
pub fn encoded<'c>(column: &'c Column, pool: &Pool) -> Encoded<'c> {
    let valid = column.is_optional.then_some(&column.valid[..]);
    match &column.values {
        Values::Long(all) => of_keys(all, valid, |bytes, value| bytes.extend(value.to_le_bytes())),
        Values::Int(all) => {
            of_keys(all, valid, |bytes, value| bytes.extend((value as i32).to_le_bytes()))
        }
        // Ids: no two are the same.
        Values::Decimal(all) => Encoded::Plain(decimals(&there(all, valid))),
        Values::Text(all) => of_keys(all, valid, |bytes, code| {
            let text = pool.get(code as u32);
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text);
        }),
        Values::Truth(all) => Encoded::Plain(bits(&there(all, valid))),
        Values::List(_) | Values::Struct(_) => unreachable!("they are no leaves"),
    }
}

/// Those of values that are not missing.
pub fn there<'v, T: Copy>(values: &'v [T], valid: Option<&[bool]>) -> Cow<'v, [T]> {
    match valid {
        None => values.into(),
        Some(valid) => {
            let there = values.iter().zip(valid).filter(|(_, valid)| **valid);
            there.map(|(value, _)| *value).collect()
        }
    }
}

fn of_keys<'c>(
    coded: &'c Coded,
    valid: Option<&[bool]>,
    write: impl Fn(&mut Vec<u8>, i64),
) -> Encoded<'c> {
    let (keys, known, mut bytes) = (there(&coded.keys, valid), &coded.known, Vec::new());
    if is_worth_it(known.len(), keys.len()) {
        known.iter().for_each(|value| write(&mut bytes, *value));
        return Encoded::Dictionary(Dictionary { bytes, count: known.len(), keys });
    }
    keys.iter().for_each(|key| write(&mut bytes, known[*key as usize]));
    Encoded::Plain(bytes)
}

/// Values that hardly come again are shorter without keys.
fn is_worth_it(different: usize, all: usize) -> bool {
    different <= MOST && (different <= 16 || different * 2 <= all)
}

fn decimals(numbers: &[i128]) -> Vec<u8> {
    let mut bytes = vec![0; size_of_val(numbers)];
    for (to, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
        *to = number.to_be_bytes();
    }
    bytes
}

fn bits(truths: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| {
        eight.iter().enumerate().fold(0, |byte, (bit, is_set)| byte | u8::from(*is_set) << bit)
    };
    truths.chunks(8).map(byte).collect()
}
