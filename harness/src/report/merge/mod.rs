//! The reports of shards, joined.

mod shards;

use std::collections::BTreeSet;

use super::Report;
use super::operation::OperationReport;
use super::status::RunStatus;

pub use shards::{missing, missing_text, shard};

/// Joins them; complete only if all shards are there and complete.
///
/// # Errors
/// They are not of one run, or one is there twice.
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
    let (a, b) = (one.heading.whole().record(), other.heading.whole().record());
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
    for group in part.groups {
        match whole.groups.iter_mut().find(|other| other.takes(&group.smallest)) {
            None => whole.groups.push(group),
            Some(other) => {
                // The smallest counts as one of them already.
                other.count += group.count - 1;
                other.known += group.known - u64::from(group.smallest.is_known);
                other.add(group.smallest);
                other.all.extend(group.all);
            }
        }
    }
}
