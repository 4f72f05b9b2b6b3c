//! The place of an instance in the one order, counted from 0.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};

/// A number of any size: all instances that can be counted can be numbered, though nobody lists so
/// many. It is kept as its digits, which are written by the million, and counted up in place.
///
/// Invariant: ASCII digits, at least one, and no 0 before others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceId {
    digits: Vec<u8>,
}

/// The beginning of the line of an instance, and the text before its id.
pub(super) const UNPLACED: &[u8] = b"{\"kind\":\"instance\"";
pub(super) const BEGIN: &[u8] = b"{\"kind\":\"instance\",\"id\":";

impl InstanceId {
    pub fn number(&self) -> BigUint {
        BigUint::parse_bytes(&self.digits, 10).expect("these are digits")
    }

    /// The number, if it fits into a word.
    pub fn word(&self) -> Option<u64> {
        self.to_string().parse().ok()
    }

    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The id of the instance so many places later.
    pub fn plus(&self, places: u64) -> InstanceId {
        (self.number() + places).into()
    }

    /// Becomes the id of the next instance.
    #[inline]
    pub fn step(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.digits.insert(0, b'1');
    }

    /// The id of an instance's record, whoever wrote it.
    pub fn of_record(record: &[u8]) -> Option<InstanceId> {
        let Some(rest) = record.strip_prefix(BEGIN) else {
            // As JSON, where a number of serde_json's own would be a float.
            let id = serde_json::Deserializer::from_slice(record).deserialize_map(IdOfRecord);
            return id.ok()?.map(|id| BigUint::from(id).into());
        };
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // Else the number goes on: `1.5`, `1e3`.
        rest.get(digits).filter(|byte| !matches!(byte, b'.' | b'e' | b'E'))?;
        std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
    }
}

/// Reads a record for its id.
struct IdOfRecord;

impl<'de> Visitor<'de> for IdOfRecord {
    type Value = Option<u128>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut record: M) -> Result<Option<u128>, M::Error> {
        let mut id = None;
        while let Some(name) = record.next_key::<String>()? {
            match name.as_str() {
                "id" => id = Some(record.next_value()?),
                _ => drop(record.next_value::<IgnoredAny>()?),
            }
        }
        Ok(id)
    }
}

impl Ord for InstanceId {
    fn cmp(&self, other: &InstanceId) -> Ordering {
        (self.digits.len(), &self.digits).cmp(&(other.digits.len(), &other.digits))
    }
}

impl PartialOrd for InstanceId {
    fn partial_cmp(&self, other: &InstanceId) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for InstanceId {
    fn from(id: u64) -> InstanceId {
        InstanceId { digits: id.to_string().into_bytes() }
    }
}

impl From<BigUint> for InstanceId {
    fn from(id: BigUint) -> InstanceId {
        InstanceId { digits: id.to_string().into_bytes() }
    }
}

impl FromStr for InstanceId {
    type Err = String;

    fn from_str(text: &str) -> Result<InstanceId, String> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("an id is a number: 0, 7, 88889951797478443205435392".to_owned());
        }
        let id = BigUint::parse_bytes(text.as_bytes(), 10).expect("these are digits");
        Ok(id.into())
    }
}

impl fmt::Display for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.digits).expect("these are digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::begin_record;
    use super::*;

    /// If it failed, an id would be another one when it is read again, or the one after it be missing.
    #[test]
    fn ids_are_read_as_they_are_written() {
        let most = u64::MAX.to_string();
        for text in ["0", "7", most.as_str(), "18446744073709551616", "88000000000000000000000000"]
        {
            let id: InstanceId = text.parse().expect("it is a number");
            let mut line = Vec::new();
            begin_record(&mut line, &id);
            assert_eq!(line, [BEGIN, text.as_bytes()].concat());
            line.extend_from_slice(b",\"roots\":{}}");
            assert_eq!(InstanceId::of_record(&line), Some(id.clone()));
            let anew = format!("{{\"roots\": {{\"id\": 3}}, \"id\": {text}}}");
            assert_eq!(InstanceId::of_record(anew.as_bytes()), Some(id.clone()));
            assert!(id < id.plus(1) && id.plus(1).number() == id.number() + 1u8);
            let mut next = id.clone();
            next.step();
            assert_eq!(next, id.plus(1));
        }
        for wrong in ["", "-1", "+1", "1e3", "1_000", " 1", "seven"] {
            assert!(wrong.parse::<InstanceId>().is_err(), "{wrong}");
        }
        for none in [
            "{\"kind\":\"instance\",\"id\":1.5}",
            "{\"kind\":\"instance\",\"id\":1e3}",
            "{\"kind\":\"end\"}",
            "{\"id\": \"7\"}",
            "{\"id\": 1.5}",
            "7",
            "{\"id\": 7",
        ] {
            assert_eq!(InstanceId::of_record(none.as_bytes()), None, "{none}");
        }
    }
}
