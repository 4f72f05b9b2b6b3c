//! The quickest way to an instance of a number: over a list, or over a count of the instances before it.

use korrel_sat::Effort;
use korrel_sat::counter::Limits;
use num_bigint::BigUint;

use super::ranked::InstancePlace;
use crate::heap::InstanceId;
use crate::search::instances::Instances;

/// The way to an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WayToInstance {
    /// The number of instances still to be passed over.
    PassOver(u64),
    /// The instance does not exist: this is the number of all instances.
    Beyond(BigUint),
    /// There are more instances before it than are ever listed, and they cannot be counted.
    OutOfReach,
}

/// Up to this many instances, listing is faster than counting.
const LISTED: u64 = 10_000;
/// The limits of counting that only saves time.
pub const COUNTED: Limits = Limits { nodes: 1 << 16, bytes: 1 << 28 };
/// At least this many instances are listed in the time it takes to count a node.
const LISTED_FOR_A_NODE: u64 = 16;

/// Passes over instances by counting them, where that is quicker than to list them. To be called before the search
/// begins.
pub fn way_to(id: &InstanceId, instances: &mut Instances<'_>, effort: &Effort) -> WayToInstance {
    let listed = id.word().unwrap_or(u64::MAX);
    let Some(stream) = instances.stream().filter(|_| listed >= LISTED) else {
        return WayToInstance::PassOver(listed);
    };
    match stream.start_at(&id.number(), limits(listed, effort)) {
        InstancePlace::There => WayToInstance::PassOver(0),
        InstancePlace::Nowhere(all) => WayToInstance::Beyond(all),
        InstancePlace::Unknown if id.word().is_none() => WayToInstance::OutOfReach,
        InstancePlace::Unknown => WayToInstance::PassOver(listed),
    }
}

/// The limits of counting that saves the listing of `listed` instances.
fn limits(listed: u64, effort: &Effort) -> Limits {
    let nodes = listed / LISTED_FOR_A_NODE;
    if nodes <= COUNTED.nodes { COUNTED } else { Limits { nodes, ..Limits::within(effort) } }
}
