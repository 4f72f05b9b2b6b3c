//! Counts beside OEIS's, and beside listing.

use korrel_sat::Effort;
use korrel_sat::counter::{CountOutcome, Limits};

use super::{CountResult, count};
use crate::testing::{ResolvedSpec, SPECS, lines, problem};
use crate::{Classes, Strategy};

fn counted(spec: &ResolvedSpec, classes: Classes) -> u64 {
    let counted = count(&spec.problem(), classes, Limits::default(), &Effort::default());
    let CountResult { outcome, .. } = counted.expect("it is small");
    let number = outcome.done().expect("there is no limit");
    u64::try_from(number).expect("it is small")
}

/// If it failed, Burnside's sums would permute atoms that are not in use, or too few, or count a cycle
/// type wrong.
#[test]
fn known_sequences() {
    let relation = "sig A { f: set A }";
    let graph = "sig N { e: set N } fact { e = ~e and no iden & e }";
    for (spec, known) in [
        (format!("{relation} run {{}} for exactly 4 A"), 3044), // A000595
        (format!("{relation} run {{}} for 2 A"), 1 + 2 + 10),
        (format!("{graph} run {{}} for exactly 7 N"), 1044), // A000088
        (format!("{graph} run {{}} for 5 N"), 1 + 1 + 2 + 4 + 11 + 34),
        ("sig A { f: one A } run {} for exactly 6 A".into(), 130), // A001372
        ("sig R { m: set C } sig C {} run {} for exactly 4 R, exactly 4 C".into(), 317), // A002724
        (
            "sig P { b: set P } run { all p: P | p in p.b
            all p, q: P | p in q.b and q in p.b implies p = q
            all p: P | p.b.b in p.b } for exactly 5 P"
                .into(),
            63,
        ), // A000112
    ] {
        assert_eq!(counted(&problem(&spec), Classes::Isomorphism), known, "{spec}");
    }
}

/// If it failed, the count would differ from the list: ordered structures and unordered ones, rooted and
/// not, values, parameters.
#[test]
fn counts_are_as_many_as_are_listed() {
    for spec in SPECS {
        let spec = problem(spec);
        for classes in [Classes::Isomorphism, Classes::Labelled] {
            let strategy = Strategy { classes, ..Strategy::default() };
            let listed = lines(&spec.problem(), strategy, None).len();
            assert_eq!(counted(&spec, classes), listed as u64, "{classes:?}");
        }
    }
}

/// If it failed, a limit would be taken for an answer, or a stop be waited out.
#[test]
fn limits_and_stops() {
    let spec = problem("sig N { e: set N } fact { no iden & ^e } run {} for exactly 5 N");
    let limited = |nodes| {
        let limits = Limits { nodes, ..Limits::default() };
        count(&spec.problem(), Classes::Isomorphism, limits, &Effort::default())
            .expect("it is small")
    };
    assert_eq!(limited(100).outcome, CountOutcome::Outgrown);
    assert_eq!(limited(100_000).outcome, CountOutcome::Done(302u32.into()), "OEIS A003087");
    // There are 3,972,999,029,388 cycle types of 200 things.
    let many = problem("sig A {} run {} for exactly 200 A");
    // There are as many vectors of sizes as there are numbers of twelve digits.
    let wide = problem("sig A, B, C, D, E, F, G, H, I, J, K, L {} run {} for 9");
    let limits = Limits { nodes: 1_000, ..Limits::default() };
    for spec in [many, wide] {
        let counted = count(&spec.problem(), Classes::Isomorphism, limits, &Effort::default());
        assert_eq!(counted.expect("it is small").outcome, CountOutcome::Outgrown);
    }
    let stopped = Effort::none();
    let result = count(&spec.problem(), Classes::Isomorphism, Limits::default(), &stopped);
    assert!(!matches!(result, Ok(CountResult { outcome: CountOutcome::Done(_), .. })));
}
