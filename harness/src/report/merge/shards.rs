//! The shards that are there, of a report or of anything else.

use std::collections::BTreeMap;

use crate::{noun, verb};

/// `3/7`: (3, 7).
pub fn shard(text: &str) -> Option<(u32, u32)> {
    let (part, of) = text.split_once('/')?;
    Some((part.parse().ok()?, of.parse().ok()?))
}

/// The shards that are missing. `parts`: those that are there, (i, n), i from 1.
///
/// # Errors
/// They are not cut alike, or some are there more than once.
pub fn missing(parts: &[(u32, u32)]) -> Result<Vec<u32>, String> {
    let Some(&(_, of)) = parts.first() else { return Ok(Vec::new()) };
    if let Some((_, other)) = parts.iter().find(|(_, other)| *other != of) {
        return Err(format!("one is a shard of {of}, another one of {other}"));
    }
    let mut times: BTreeMap<u32, u32> = (1..=of).map(|part| (part, 0)).collect();
    parts.iter().for_each(|(part, _)| *times.entry(*part).or_default() += 1);
    let those = |holds: fn(u32) -> bool| -> Vec<u32> {
        times.iter().filter(|(_, times)| holds(**times)).map(|(part, _)| *part).collect()
    };
    let (missing, double) = (those(|times| times == 0), those(|times| times > 1));
    if double.is_empty() {
        return Ok(missing);
    }
    let also = match missing.as_slice() {
        [] => String::new(),
        missing => format!("; {}", missing_text(missing)),
    };
    let double = match double.as_slice() {
        [one] => format!("shard {one} of {of} is"),
        several => format!("shards {} of {of} are", ranges(several)),
    };
    Err(format!("the {double} there more than once{also}"))
}

/// `missing are the shards 2-4, 7`.
pub fn missing_text(missing: &[u32]) -> String {
    let count = missing.len();
    let (is, shards) = (verb(count, "is", "are"), noun(count, "shard"));
    format!("missing {is} the {shards} {}", ranges(missing))
}

/// Ascending numbers: `2-4, 7`.
fn ranges(numbers: &[u32]) -> String {
    let apart = numbers.chunk_by(|one, next| one + 1 == *next);
    let range = |run: &[u32]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    apart.map(range).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a whole is claimed of which a part is missing or counts twice.
    #[test]
    fn what_is_missing_or_double_is_named() {
        assert_eq!(missing(&[]), Ok(vec![]));
        assert_eq!(missing(&[(2, 2), (1, 2)]), Ok(vec![]));
        assert_eq!(missing(&[(2, 7), (6, 7)]), Ok(vec![1, 3, 4, 5, 7]));
        assert_eq!(missing_text(&[1, 3, 4, 5, 7]), "missing are the shards 1, 3-5, 7");
        let twice = missing(&[(1, 3), (1, 3)]).unwrap_err();
        assert_eq!(twice, "the shard 1 of 3 is there more than once; missing are the shards 2-3");
        assert!(missing(&[(1, 3), (2, 4)]).unwrap_err().contains("of 3, another one of 4"));
    }
}
