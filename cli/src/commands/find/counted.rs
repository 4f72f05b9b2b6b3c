//! Facts that counting tells before anything is listed.

use korrel_enumerate::heap::InstanceId;
use korrel_enumerate::{COUNTED, Instances, Problem, WayToInstance, counting, way_to};

use crate::commands::shared::question::classes;
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;

const FEW_CLAUSES: usize = 10_000;
/// Passes over instances by counting them, where that is quicker than to list them.
///
/// # Errors
/// More than are ever listed, and they cannot be counted.
pub fn passed_over(
    id: &InstanceId,
    instances: &mut Instances<'_>,
    stop: &Stop,
) -> Result<WayToInstance, Error> {
    match way_to(id, instances, &stop.effort()) {
        WayToInstance::OutOfReach if stop.is_raised() => Ok(WayToInstance::PassOver(u64::MAX)),
        WayToInstance::OutOfReach => Err(Error::usage(format!(
            "the id {id} is out of reach: so many instances are not listed, and here those before it cannot be counted"
        ))),
        way => Ok(way),
    }
}

/// The number of instances that will be written, if that is cheap to know.
pub fn expected(
    find: &FindFlags,
    problem: &Problem<'_>,
    instances: &Instances<'_>,
    stop: &Stop,
) -> Option<u64> {
    let clauses = instances.translation()?.cnf.len();
    let is_part = find.search.shard.is_some() || find.id.is_some() || find.key.is_some();
    let is_part = is_part || find.maximal;
    if is_part || clauses > FEW_CLAUSES {
        return None;
    }
    let counted = counting::count(problem, classes(&find.question), COUNTED, &stop.effort());
    let all = u64::try_from(counted.ok()?.outcome.done()?).ok()?;
    Some(if find.limit > 0 { all.min(find.limit) } else { all })
}
