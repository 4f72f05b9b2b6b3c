//! Facts that counting tells before anything is listed.

use korrel_enumerate::heap::InstanceId;
use korrel_enumerate::{Instances, Located, Problem, counting};
use korrel_sat::counter::Limits;
use num_bigint::BigUint;

use crate::commands::shared::question::classes;
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;

/// The way to an instance.
pub enum WayToInstance {
    /// The number of instances still to be passed over.
    PassOver(u64),
    /// The instance does not exist: this is the number of all instances.
    Beyond(BigUint),
}

/// Up to this many instances, listing is faster than counting.
const LISTED: u64 = 10_000;
/// The limits of counting that only saves time.
const COUNTED: Limits = Limits { nodes: 1 << 16, bytes: 1 << 28 };
const FEW_CLAUSES: usize = 10_000;
/// At least this many instances are listed in the time it takes to count a node.
const LISTED_FOR_A_NODE: u64 = 16;

/// Passes over instances by counting them, where that is quicker than to list them.
///
/// # Errors
/// More than are ever listed, and they cannot be counted.
pub fn passed_over(
    id: &InstanceId,
    instances: &mut Instances<'_>,
    stop: &Stop,
) -> Result<WayToInstance, Error> {
    let listed = id.word().unwrap_or(u64::MAX);
    let Some(stream) = instances.stream().filter(|_| listed >= LISTED) else {
        return Ok(WayToInstance::PassOver(listed));
    };
    match stream.start_at(&id.number(), limits(listed, stop)) {
        Located::There => Ok(WayToInstance::PassOver(0)),
        Located::Nowhere(all) => Ok(WayToInstance::Beyond(all)),
        Located::Unknown if id.word().is_none() && !stop.is_raised() => Err(Error::usage(format!(
            "the id {id} is out of reach: so many instances are not listed, and here those before it cannot be counted"
        ))),
        Located::Unknown => Ok(WayToInstance::PassOver(listed)),
    }
}

/// The limits of counting that saves the listing of `listed` instances.
fn limits(listed: u64, stop: &Stop) -> Limits {
    let nodes = listed / LISTED_FOR_A_NODE;
    if nodes <= COUNTED.nodes {
        COUNTED
    } else {
        Limits { nodes, ..Limits::within(&stop.effort()) }
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
