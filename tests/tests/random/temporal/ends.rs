//! The warning that every trace ends, against all traces of more states.

use std::panic::catch_unwind;

use super::judge::LIMITS;
use super::states::World;
use super::traces::{Kind, Limits, Query, traces};
use super::tree::{Command, Formula, Spec};
use super::{Reading, generate, prefixes, product, seeds};
use crate::setting;

/// Longer traces are more in number.
const LONGER: Limits = Limits { cells: LIMITS.cells, traces: 200_000 };

/// If it failed, a system would be said to end that goes on for ever, or of which nothing is a trace at all.
#[test]
fn temporal_specs_are_said_to_end_if_they_do() {
    let count = setting("KORREL_RANDOM_SPECS", 300);
    let (mut asked, mut told) = (0, 0);
    for seed in seeds() {
        if asked >= count {
            break;
        }
        let spec = generate::spec(seed);
        let command =
            Command { goal: Formula::Constant(!spec.command.is_check), ..spec.command.clone() };
        let facts = Spec { command, ..spec.clone() };
        if !prefixes::is_said(&spec) {
            continue;
        }
        asked += 1;
        let text = spec.to_string();
        if catch_unwind(|| product::ends(&text)).expect("it does not panic") != Ok(true) {
            continue;
        }
        told += 1;
        let query = Query::lassos(Reading::default());
        let mut longer = if spec.command.is_check { facts.clone() } else { spec.clone() };
        longer.command.steps[1] += 2;
        let found = traces(&World::new(&longer, query.reading), query, LONGER);
        assert!(found.is_none_or(|found| found.classes.is_empty()), "seed {seed}\n{spec}");
        let query = Query { kind: Kind::Prefixes, ..query };
        // It is told of the facts alone, too, and these have no parameters.
        let begun = Spec {
            command: Command {
                is_check: false,
                parameters: Vec::new(),
                goal: Formula::Constant(true),
                ..facts.command
            },
            ..facts
        };
        let found = traces(&World::new(&begun, query.reading), query, LIMITS);
        assert!(found.is_none_or(|found| !found.classes.is_empty()), "seed {seed}\n{spec}");
    }
    println!("{told} of {asked} specs end");
    assert!(told * 100 > asked, "{told} of {asked} are few");
}
