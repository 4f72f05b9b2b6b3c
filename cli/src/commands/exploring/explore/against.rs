//! `--against`: the instances of a predicate that no calls reach.

use std::collections::HashSet;

use korrel_harness::{Input, Oracle};
use korrel_lang::spec::Spec;
use serde_json::Value as Json;

use super::exploration::Exploration;
use super::state::{reached, size};
use crate::commands::shared::question::overflow;
use crate::commands::test::listing::{Ended, Listing, Message};
use crate::commands::test::naming::Court;
use crate::flags::OverflowFlag;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// The result of a comparison with the states.
#[derive(Default)]
pub struct UnreachedInstances {
    /// The number of instances, each counted once by the part that its root reaches.
    pub instances: u64,
    /// The instances that nothing reaches, the smallest first, with their keys.
    pub found: Vec<(String, Json)>,
    /// All instances were listed.
    pub is_whole: bool,
}

/// Compares the predicate's instances with the states.
///
/// # Errors
/// Instances that cannot be listed.
pub fn unreached(
    spec: &Spec,
    court: &Court<'_>,
    exploration: &Exploration<'_>,
    flag: OverflowFlag,
    stop: &Stop,
) -> Result<UnreachedInstances, Error> {
    let listing = Listing {
        spec: spec.clone(),
        subjects: court.subjects,
        overflow: overflow(flag),
        shard: None,
        may_repeat: false,
        wants_names: true,
        expect: None,
        stop: stop.clone(),
    };
    let (mut compared, ended) = listing.beside(|messages| {
        let mut compared = UnreachedInstances::default();
        let (mut naming, mut seen) = (court.naming(), HashSet::new());
        for message in messages {
            let Message::Input(input) = message else { continue };
            let (key, heap) = part(input, &mut naming);
            if seen.insert(key.clone()) {
                compared.instances += 1;
                if !exploration.is_reached(&key) {
                    compared.found.push((key, heap));
                }
            }
        }
        compared
    })?;
    match ended {
        Ended::All => compared.is_whole = true,
        Ended::Cut => {}
        Ended::Refused(_, error) | Ended::Wrong(error) => return Err(error),
    }
    // An instance without its unreached objects may be smaller than those before it.
    compared.found.sort_by_key(|(_, heap)| size(heap));
    Ok(compared)
}

/// Returns the part of an instance that is a state, and its key.
fn part(input: Input, naming: &mut dyn Oracle) -> (String, Json) {
    let heap = input.heap.json().clone();
    let whole = size(&heap);
    let heap = reached(heap);
    match input.name {
        Some(name) if size(&heap) == whole => (name.key, heap),
        _ => {
            let part = Input { heap: heap.clone().into(), name: None, ..input };
            (naming.key(&part), heap)
        }
    }
}
