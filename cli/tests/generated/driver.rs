//! `--driver`: it answers `korrel test` as it is, and judges code once that is put in.

use crate::run::{korrel, written};
use crate::tongues::{RUST, Tongue, in_every_language};

const SPEC: &str = "examples/merge_sort/list.als";
const QUOTES: &str = "cli/tests/generated/specs/quotes.als";

fn try_driver(tongue: &Tongue) {
    let generated = |spec: &str| written(&["gen", tongue.name, spec, "--driver"]);
    let code = generated(SPEC);
    let Tongue { skeleton, sort, backwards, .. } = *tongue;
    assert!(code.contains(skeleton), "{code}");
    let programs = [
        ("empty".to_owned(), code.clone(), None),
        ("filled".to_owned(), code.replace(skeleton, sort), None),
        // The code under test is wrong: it sorts the other way round.
        (
            "faulty".to_owned(),
            code.replace(skeleton, &sort.replace(backwards.0, backwards.1)),
            None,
        ),
        ("quotes".to_owned(), generated(QUOTES), None),
    ];
    let expected = [
        (SPEC, "27 skipped"),
        (SPEC, "27 inputs, 27 pass"),
        (SPEC, "3 pass, 24 fail"),
        (QUOTES, "9 skipped"),
    ];
    for (program, (spec, expected)) in tongue.build("driver", &programs).iter().zip(expected) {
        let words: Vec<&str> = program.0.iter().map(String::as_str).collect();
        let output = korrel(&[&["test", spec, "--"], &words[..]].concat());
        let (report, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(report.contains(expected), "{tongue:?}, {expected}: {report}{stderr}");
    }
}

in_every_language! {
    /// If it failed, a user who fills the skeleton in would be told of faults that are none, or of
    /// none.
    try_driver
}

/// If it failed, one of the values of a key that stands twice in a map would be swallowed.
#[test]
#[ignore = "compiles programs with cargo: cargo test -p korrel --test generated -- --ignored"]
fn rust_writes_a_key_once() {
    let tongue = &RUST;
    let code = written(&["gen", tongue.name, QUOTES, "--driver"]);
    let skeleton = "    Err(Verdict::Skip(\"so\\\"rt is not connected yet\".to_owned()))";
    assert!(code.contains(skeleton), "{code}");
    let twice = "    let list = heap.roots.l_;
    heap.as_list__mut(list).m_ = vec![(list, 1), (list, 2)];
    Ok(().into())";
    let program = ("twice".to_owned(), code.replace(skeleton, twice), None);
    let built = &tongue.build("twice", &[program])[0].0;
    let words: Vec<&str> = built.iter().map(String::as_str).collect();
    let output = korrel(&[&["test", QUOTES, "--"], &words[..]].concat());
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.contains("a map has the key List\\\"$0 twice"), "{report}");
}
