//! Mistakes that are planted in the witness, to show that the comparison sees them.

use super::judge::judge;
use super::traces::Query;
use super::{Reading, generate, seeds};

/// A mistake is seen among so many specs.
const SPECS: usize = 400;

/// If it failed, Korrel could make that mistake and nothing would be seen.
#[test]
fn planted_faults_of_the_temporal_witness_are_seen() {
    let right = Reading::default();
    let faults = [
        Reading { before_at_first: true, ..right },
        Reading { releases_is_until: true, ..right },
        Reading { past_in_one_round: true, ..right },
        Reading { loops_not_least: true, ..right },
        Reading { no_renaming: true, ..right },
        Reading { children_change: true, ..right },
    ];
    for fault in faults {
        let is_seen = |seed: u64| {
            let spec = generate::spec(seed);
            judge(&spec, Query::lassos(fault)).is_err()
                && judge(&spec, Query::lassos(right)).is_ok()
        };
        let seen = seeds().take(SPECS).position(is_seen);
        println!("{fault:?}: {seen:?}");
        assert!(seen.is_some(), "not seen: {fault:?}");
    }
}
