//! What is known by counting, before anything is listed.

use korrel_enumerate::heap::InstanceId;
use korrel_enumerate::{Instances, Located, Problem, counting};
use korrel_sat::counter::Limits;
use num_bigint::BigUint;

use crate::commands::shared::question::classes;
use crate::flags::FindFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// What is to be done to come to an instance.
pub enum WayToInstance {
    /// So many are still to be passed over.
    PassOver(u64),
    /// There are only so many.
    Beyond(BigUint),
}

/// So many are listed faster than anything is counted.
const LISTED: u64 = 10_000;
/// What counting may take that only saves time.
const COUNTED: Limits = Limits { nodes: 1 << 16, bytes: 1 << 28 };
const FEW_CLAUSES: usize = 10_000;
/// At least so many are listed while a node is counted.
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
    let listed = if let InstanceId::Small(id) = id { *id } else { u64::MAX };
    let Some(stream) = instances.stream().filter(|_| listed >= LISTED) else {
        return Ok(WayToInstance::PassOver(listed));
    };
    match stream.start_at(&id.number(), limits(listed, stop)) {
        Located::There => Ok(WayToInstance::PassOver(0)),
        Located::Nowhere(all) => Ok(WayToInstance::Beyond(all)),
        Located::Unknown if matches!(id, InstanceId::Large(_)) && !stop.is_raised() => {
            Err(Error::usage(format!(
                "the id {id} is out of reach: so many instances are not listed, and here those before it cannot be counted"
            )))
        }
        Located::Unknown => Ok(WayToInstance::PassOver(listed)),
    }
}

/// What counting may take that saves listing so many.
fn limits(listed: u64, stop: &Stop) -> Limits {
    let nodes = listed / LISTED_FOR_A_NODE;
    if nodes <= COUNTED.nodes {
        COUNTED
    } else {
        Limits { nodes, ..Limits::within(&stop.effort()) }
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
