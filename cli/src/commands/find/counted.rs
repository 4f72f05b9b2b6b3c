//! What is known by counting, before anything is listed.

use korrel_enumerate::{Found, Instances, Problem, counting};
use korrel_sat::counter::Limits;

use crate::commands::shared::question::classes;
use crate::flags::FindFlags;
use crate::limits::stop::Stop;

/// How many instances are still to be passed over.
pub struct SkippedInstances {
    pub skip: u64,
    /// There are no more than these.
    pub is_beyond: bool,
}

/// So many are listed faster than anything is counted.
const LISTED: u64 = 10_000;
/// What counting may take that only saves time.
const COUNTED: Limits = Limits { nodes: 1 << 16, bytes: 1 << 28 };
const FEW_CLAUSES: usize = 10_000;

/// Passes over instances by counting them, where that is quick.
pub fn passed_over(skip: u64, instances: &mut Instances<'_>) -> SkippedInstances {
    let stream = instances.stream().filter(|_| skip >= LISTED);
    match stream.map_or(Found::Unknown, |stream| stream.start_at(skip, COUNTED)) {
        Found::There => SkippedInstances { skip: 0, is_beyond: false },
        Found::Nowhere(all) => SkippedInstances { skip: skip - all, is_beyond: true },
        Found::Unknown => SkippedInstances { skip, is_beyond: false },
    }
}

/// How many instances will be written, where that is cheap to know.
pub fn expected(
    find: &FindFlags,
    problem: &Problem<'_>,
    instances: &Instances<'_>,
    stop: &Stop,
) -> Option<u64> {
    let clauses = instances.translation()?.cnf.len();
    let is_part = find.search.shard.is_some() || find.id.is_some() || find.key.is_some();
    if is_part || clauses > FEW_CLAUSES {
        return None;
    }
    let counted = counting::count(problem, classes(&find.question), COUNTED, &stop.effort());
    let all = u64::try_from(counted.ok()?.outcome.done()?).ok()?;
    Some(if find.limit > 0 { all.min(find.limit) } else { all })
}
