//! Overflows: a formula whose arithmetic overflows neither holds nor fails. A claim is then only made if it
//! would also hold with more integers.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use crate::program::{Run, korrel_on};

/// Sums that do not fit, and some that always do.
const SUMS: &str = "sig A { k: Int }
    pred large { some a: A | plus[a.k, 3] > 4 }
    pred never { some a: A | a.k > 3 }
    pred larger { some a: A | plus[a.k, 3] > 5 }
    pred any { some A }
    pred both { any  large  all a: A | a.k < 3 or plus[a.k, 1] > 3 }";
const COVER: &str = "large, never, larger, any";

/// The command over the integers -4..3, with room for so many bits.
fn asked(bits: u32, flags: &[&str]) -> Run {
    let small = "fact { all a: A | a.k >= -4 and a.k =< 3 }";
    let spec = format!("{SUMS}\n{small}\nrun {{}} for 2 A, {bits} Int");
    korrel_on(&spec, &[&["find", "-"], flags].concat())
}

fn truths(run: &Run) -> BTreeSet<String> {
    run.instances().iter().map(|one| one["truth"].to_string()).collect()
}

fn told(run: &Run, member: &str) -> BTreeSet<String> {
    run.end()[member].as_array().into_iter().flatten().map(Json::to_string).collect()
}

fn assert_warned(run: &Run) {
    assert!(run.stderr.contains("warning[W0001]"), "{}", run.stderr);
    for text in ["within these integers", "`--overflow wrap`", "`0..7 Int`"] {
        assert!(run.stderr.contains(text), "{text}: {}", run.stderr);
    }
}

/// If it failed, a combination would be called impossible that a few more integers show.
#[test]
fn what_overflow_hides_is_not_impossible() {
    let few = asked(3, &["--cover", COVER]);
    assert_warned(&few);
    let more = asked(5, &["--cover", COVER]);
    let (impossible, undecided) = (told(&few, "impossible"), told(&few, "undecided"));
    let (found, possible) = (truths(&few), truths(&more));
    assert_eq!(more.end()["undecided"], Json::Null);
    assert!(found.is_subset(&possible), "{found:?}");
    assert!(impossible.is_disjoint(&possible), "{impossible:?}");
    assert!(!possible.is_subset(&found), "overflow hides some");
    assert!(impossible.len() > 1, "some are impossible however many integers there are");
    assert_eq!(impossible.len() + undecided.len() + found.len(), 1 << 4);
    let wrapped = asked(3, &["--cover", COVER, "--overflow", "wrap"]);
    assert_eq!(wrapped.end()["undecided"], Json::Null);
}

/// If it failed, a conjunct would be called implied that excludes what overflows.
#[test]
fn what_overflow_hides_is_not_implied() {
    let conjuncts = |bits| asked(bits, &["--near-miss", "both"]).end()["conjuncts"].clone();
    let (few, more) = (conjuncts(3), conjuncts(5));
    assert_eq!(few[1]["undecided"], true, "{few}");
    assert_eq!((few[1].get("implied"), few[1]["count"].clone()), (None, json!(0)));
    assert!(more[1]["count"].as_u64() > Some(0), "{more}");
    for conjuncts in [few, more] {
        assert_eq!(conjuncts[0]["implied"], true, "whoever is large is: {conjuncts}");
    }
    assert_warned(&asked(3, &["--near-miss", "both"]));
    let sure = asked(3, &["--near-miss", "any and no none"]).end()["conjuncts"].clone();
    assert_eq!(sure[1]["implied"], true, "nothing overflows: {sure}");
}

/// If it failed, the values would pass for all that there are.
#[test]
fn values_that_overflow_are_told_of() {
    let few = asked(3, &["--distinct-by", "plus[#A, 3]"]);
    assert_eq!((few.instances().len(), few.end()["undecided"].clone()), (1, json!(true)));
    assert_warned(&few);
    let more = asked(5, &["--distinct-by", "plus[#A, 3]"]);
    assert_eq!((more.instances().len(), more.end().get("undecided").cloned()), (3, None));
    let sure = korrel_on(
        "sig A {} run { plus[#A, 3] > 0 or no A } for 1 A, 3 Int",
        &["find", "-", "--distinct-by", "no A"],
    );
    assert_eq!((sure.instances().len(), sure.end()["undecided"].clone()), (1, json!(true)));
    let sure = korrel_on(
        "sig A { k: lone Int } run { some A and (plus[A.k, 3] > 0 or A.k = 0) } for exactly 1 A, 3 Int",
        &["find", "-", "--distinct-by", "some A.k"],
    );
    assert_eq!((sure.instances().len(), sure.end().get("undecided").cloned()), (2, None));
    let cut = asked(3, &["--distinct-by", "#A", "-n", "1"]);
    assert_eq!(cut.end().get("undecided"), None, "of a list that was cut off nothing is claimed");
    assert!(!cut.stderr.contains("these are the values"), "{}", cut.stderr);
}

/// If it failed, a row would count too little in silence: here the integers grow with n.
#[test]
fn each_row_of_a_table_is_warned_of() {
    let spec = "sig A {} run { #A > 2 }";
    let run = korrel_on(spec, &["count", "-", "--table", "exactly 3 A, n Int", "2..4"]);
    assert_eq!(run.stdout, "2\t0\n3\t1\n4\t1\n");
    let row = korrel_on(spec, &["count", "-", "--scope", "exactly 3 A, 2 Int"]);
    let warnings = |run: &Run| run.stderr.matches("warning[W0001]").count();
    assert!(warnings(&row) > 0 && warnings(&run) == warnings(&row), "{}", run.stderr);
    let run = korrel_on(spec, &["count", "-", "--table", "n..3 A", "2..4"]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (Some(2), "2\t1\n3\t1\n"),
        "rows until one is wrong"
    );
}

/// A fact that overflows leaves instances out, too.
#[test]
fn what_a_fact_hides_is_not_impossible() {
    let spec = |bits: u32| {
        format!(
            "sig A {{ k: Int }} fact {{ all a: A | plus[a.k, 3] > 0 }} run {{}} for 1 A, {bits} Int"
        )
    };
    let cover = |bits| korrel_on(&spec(bits), &["find", "-", "--cover", "A.k = 3, no A"]);
    let told = cover(3);
    assert!(told.end()["undecided"].to_string().contains(r#""A.k = 3":true"#), "{}", told.stdout);
    assert!(truths(&cover(4)).iter().any(|one| one.contains(r#""A.k = 3":true"#)));
}
