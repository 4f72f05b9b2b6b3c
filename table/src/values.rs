//! The values of a leaf: by a dictionary, which takes the place of compression where few values come again and again, as in
//! heaps, or one after the other.

use rustc_hash::FxHashMap;

use crate::column::{Column, Values};
use crate::pool::Pool;

/// A dictionary has no more values.
const MOST: usize = 1 << 16;
const NONE: u32 = u32::MAX;

/// The values of a leaf, each once, and which is where.
pub struct Dictionary {
    pub bytes: Vec<u8>,
    pub count: usize,
    pub keys: Vec<u16>,
}

/// The values that are there, as bytes.
pub enum Encoded {
    Dictionary(Dictionary),
    Plain(Vec<u8>),
}

/// Encodes the values of a leaf that are there.
pub fn encoded(column: &Column, pool: &Pool) -> Encoded {
    let valid = column.is_optional.then_some(&column.valid[..]);
    match &column.values {
        Values::Long(all) => numbers(&there(all, valid), i64::to_le_bytes),
        Values::Int(all) => numbers(&there(all, valid), i32::to_le_bytes),
        // Ids: no two are the same.
        Values::Decimal(all) => Encoded::Plain(
            there(all, valid).iter().flat_map(|number| number.to_be_bytes()).collect(),
        ),
        Values::Text(all) => texts(&there(all, valid), pool),
        Values::Truth(all) => Encoded::Plain(bits(&there(all, valid))),
        Values::List(_) | Values::Struct(_) => unreachable!("they are no leaves"),
    }
}

fn there<'v, T: Copy>(values: &'v [T], valid: Option<&[bool]>) -> std::borrow::Cow<'v, [T]> {
    match valid {
        None => values.into(),
        Some(valid) => {
            let there = values.iter().zip(valid).filter(|(_, valid)| **valid);
            there.map(|(value, _)| *value).collect()
        }
    }
}

fn numbers<N: Copy + Into<i64>, const SIZE: usize>(
    values: &[N],
    bytes: impl Fn(N) -> [u8; SIZE],
) -> Encoded {
    let wide = values.iter().map(|value| (*value).into());
    let least: i64 = wide.clone().min().unwrap_or(0);
    let range = wide.clone().max().unwrap_or(0).wrapping_sub(least) as u64;
    let found = if range < MOST as u64 {
        by_place(wide.map(|value| (value - least) as usize), range as usize + 1)
    } else {
        by_hash(wide)
    };
    let plain = |values: &mut dyn Iterator<Item = N>| values.flat_map(&bytes).collect();
    match found.filter(|(keys, firsts)| is_worth_it(keys, firsts)) {
        None => Encoded::Plain(plain(&mut values.iter().copied())),
        Some((keys, firsts)) => Encoded::Dictionary(Dictionary {
            bytes: plain(&mut firsts.iter().map(|at| values[*at])),
            count: firsts.len(),
            keys,
        }),
    }
}

fn texts(codes: &[u32], pool: &Pool) -> Encoded {
    let plain = |codes: &mut dyn Iterator<Item = u32>| {
        let mut bytes = Vec::new();
        codes.for_each(|code| {
            let text = pool.get(code);
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text);
        });
        bytes
    };
    let found = by_place(codes.iter().map(|code| *code as usize), pool.len());
    match found.filter(|(keys, firsts)| is_worth_it(keys, firsts)) {
        None => Encoded::Plain(plain(&mut codes.iter().copied())),
        Some((keys, firsts)) => Encoded::Dictionary(Dictionary {
            bytes: plain(&mut firsts.iter().map(|at| codes[*at])),
            count: firsts.len(),
            keys,
        }),
    }
}

/// The key of each value, and where each key's value is first.
type Keys = (Vec<u16>, Vec<usize>);

/// Of numbers below a bound. `None`: there are too many different ones.
fn by_place(values: impl Iterator<Item = usize>, bound: usize) -> Option<Keys> {
    let mut known = vec![NONE; bound];
    let (mut keys, mut firsts) = (Vec::with_capacity(values.size_hint().0), Vec::new());
    for (at, value) in values.enumerate() {
        let mut key = known[value];
        if key == NONE {
            if firsts.len() == MOST {
                return None;
            }
            key = firsts.len() as u32;
            known[value] = key;
            firsts.push(at);
        }
        keys.push(key as u16);
    }
    Some((keys, firsts))
}

fn by_hash(values: impl Iterator<Item = i64>) -> Option<Keys> {
    let mut known: FxHashMap<i64, u16> = FxHashMap::default();
    let (mut keys, mut firsts) = (Vec::new(), Vec::new());
    for (at, value) in values.enumerate() {
        let key = match known.get(&value) {
            Some(key) => *key,
            None if firsts.len() == MOST => return None,
            None => {
                let key = firsts.len() as u16;
                known.insert(value, key);
                firsts.push(at);
                key
            }
        };
        keys.push(key);
    }
    Some((keys, firsts))
}

/// Values that hardly come again are shorter without keys.
fn is_worth_it(keys: &[u16], firsts: &[usize]) -> bool {
    firsts.len() <= 16 || firsts.len() * 2 <= keys.len()
}

fn bits(truths: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| {
        eight.iter().enumerate().fold(0, |byte, (bit, is_set)| byte | u8::from(*is_set) << bit)
    };
    truths.chunks(8).map(byte).collect()
}
