//! What has come and gone between two lists.

use std::collections::HashSet;

use super::{CommandList, WatchedInstance};

/// The comparison of a list of instances with an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The sigs, fields or parameters are others, so no heap is one of the other spec.
    Declarations,
    /// Instances of the smallest size are missing in one of the lists already, so there is nothing to compare.
    Uncompared,
    Instances(InstanceChange),
}

/// The instances that have come, and those that have gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceChange {
    pub removed: u64,
    pub added: u64,
    /// The smallest ones.
    pub first_removed: Option<WatchedInstance>,
    pub first_added: Option<WatchedInstance>,
    /// The header by which the removed one is drawn: that of the earlier look.
    pub header_removed: String,
    /// Only instances of smaller sizes are compared: of these, both lists are whole. `None`: all are.
    pub below: Option<usize>,
}

impl Change {
    pub(super) fn between(before: &CommandList, now: &CommandList) -> Change {
        if before.declarations != now.declarations {
            return Change::Declarations;
        }
        let below = [before.whole_below, now.whole_below].into_iter().flatten().min();
        let is_any = |of: &CommandList| {
            of.instances.iter().any(|one| below.is_none_or(|below| one.size < below))
        };
        if below.is_some() && !is_any(before) && !is_any(now) {
            return Change::Uncompared;
        }
        let (removed, first_removed) = only(before, now, below);
        let (added, first_added) = only(now, before, below);
        let header_removed = before.header.clone();
        Change::Instances(InstanceChange {
            removed,
            added,
            first_removed,
            first_added,
            header_removed,
            below,
        })
    }

    /// True if it is known that the same instances are allowed as before, as far as they are compared.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Change::Instances(InstanceChange { removed: 0, added: 0, .. }))
    }
}

/// The number of instances that the one list has and the other has not, and the first of them.
fn only(
    of: &CommandList,
    other: &CommandList,
    below: Option<usize>,
) -> (u64, Option<WatchedInstance>) {
    let others: HashSet<&str> = other.instances.iter().map(|one| one.key.as_str()).collect();
    let is_compared = |one: &&WatchedInstance| below.is_none_or(|below| one.size < below);
    let mut only =
        of.instances.iter().filter(is_compared).filter(|one| !others.contains(one.key.as_str()));
    let first = only.next();
    (only.count() as u64 + u64::from(first.is_some()), first.cloned())
}
