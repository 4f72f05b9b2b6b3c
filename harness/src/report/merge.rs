//! The reports of shards, joined.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::Report;
use super::operation::OperationReport;
use super::status::RunStatus;
use crate::{noun, verb};

/// Joins the reports of shards. The whole is complete only if all shards are there and complete.
///
/// # Errors
/// Reports that are not of one run, or among which one is there twice.
pub fn merge(reports: Vec<Report>) -> Result<Report, String> {
    let parts: Vec<(u32, u32)> = reports.iter().filter_map(|report| report.heading.shard).collect();
    if reports.len() > 1 && parts.len() < reports.len() {
        return Err("a report of a whole run cannot be joined with others".to_owned());
    }
    let mut reports = reports;
    reports.sort_by_key(|report| report.heading.shard);
    let missing = missing(&parts)?;
    let mut reports = reports.into_iter();
    let mut whole = reports.next().ok_or("there is no report")?;
    for report in reports {
        if report.heading.whole() != whole.heading.whole() {
            return Err(differing(&whole, &report));
        }
        add(&mut whole, report)?;
    }
    whole.heading.shard = None;
    if !parts.is_empty() {
        whole.has_gaps = !missing.is_empty() || whole.status != RunStatus::Complete;
    }
    if !missing.is_empty() && whole.status == RunStatus::Complete {
        whole.status = RunStatus::Partial;
    }
    if !parts.is_empty() && whole.status == RunStatus::Complete && !whole.heading.is_of_a_part() {
        // Shards number their own inputs, the whole numbers all.
        whole.operations.iter_mut().for_each(|op| op.last = op.inputs.checked_sub(1));
    }
    whole.missing = missing;
    whole.operations.iter_mut().for_each(OperationReport::sort);
    Ok(whole)
}

/// The message that names the differences between two reports.
fn differing(one: &Report, other: &Report) -> String {
    let record = |of: &Report| json!(of.heading.whole()).as_object().cloned().unwrap_or_default();
    let (a, b) = (record(one), record(other));
    let names = a.keys().chain(b.keys());
    let different: BTreeSet<&str> =
        names.filter(|name| a.get(*name) != b.get(*name)).map(String::as_str).collect();
    let different: Vec<&str> = different.into_iter().collect();
    format!("the reports are not of one run; they differ in: {}", different.join(", "))
}

fn add(whole: &mut Report, part: Report) -> Result<(), String> {
    for op in part.operations {
        let of = whole.operations.iter_mut().find(|other| other.name == op.name);
        let of = of.ok_or_else(|| format!("one has the operation {}, another has not", op.name))?;
        add_operation(of, op);
    }
    if whole.status == RunStatus::Complete {
        whole.status = part.status;
    }
    whole.grown = match (whole.grown.take(), part.grown) {
        (Some(grown), Some(other)) => Some(grown.and(other)),
        (grown, other) => grown.or(other),
    };
    whole.uncalled += part.uncalled;
    whole.problems.extend(part.problems);
    // An input that passes in one shard may belong to that shard only.
    whole.mended.extend(part.mended);
    whole.mended.sort();
    whole.mended.dedup();
    Ok(())
}

fn add_operation(whole: &mut OperationReport, part: OperationReport) {
    whole.inputs += part.inputs;
    // Each shard counts its own.
    whole.last = None;
    whole.passed += part.passed;
    whole.failed += part.failed;
    whole.known += part.known;
    whole.unjudged += part.unjudged;
    whole.covered = match (whole.covered, part.covered) {
        (Some(covered), Some(other)) => Some(covered + other),
        (covered, other) => covered.or(other),
    };
    whole.labellings.0 += part.labellings.0;
    whole.labellings.1 += part.labellings.1;
    for (reason, count) in part.skips {
        *whole.skips.entry(reason).or_default() += count;
    }
    for (size, (passed, failed)) in part.by_size {
        let counts = whole.by_size.entry(size).or_default();
        *counts = (counts.0 + passed, counts.1 + failed);
    }
    for (whole, part) in [
        (&mut whole.skipped_by_size, part.skipped_by_size),
        (&mut whole.renamed_by_size, part.renamed_by_size),
    ] {
        for (size, count) in part {
            *whole.entry(size).or_default() += count;
        }
    }
    for group in part.groups {
        match whole.groups.iter_mut().find(|other| other.takes(&group.smallest)) {
            None => whole.groups.push(group),
            Some(other) => {
                // The smallest counts as one of them already.
                other.count += group.count - 1;
                other.known += group.known - u64::from(group.smallest.is_known);
                other.confirmed = other.confirmed.take().or(group.confirmed);
                other.add(group.smallest);
                other.all.extend(group.all);
            }
        }
    }
}

/// Reads `3/7` as (3, 7).
pub fn shard(text: &str) -> Option<(u32, u32)> {
    let (part, of) = text.split_once('/')?;
    Some((part.parse().ok()?, of.parse().ok()?))
}

/// The shards that are missing. `parts`: those that are there, (i, n), i from 1.
///
/// # Errors
/// Shards that are not cut alike, or that are there more than once.
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

/// The message that names them: `missing are the shards 2-4, 7`.
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

    /// If this fails, a report claims to be whole although a part is missing or counts twice.
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
