//! Questions that cannot be asked, each with a message.

use crate::program::{ENDLESS, korrel_on};

const SPEC: &str = "sig A { r: lone A } pred p[a: A] { some a.r } pred q { some A } run p for 2";

/// Else a flag that does nothing would be taken for one that did.
#[test]
fn each_mistake_has_a_message() {
    let cases: [(&[&str], &str); 24] = [
        (&["--near-miss", "nope"], "error[E0006]: there is no name `nope`"),
        (&["--near-miss", "r"], "error[E0009]: `r` is no formula"),
        (&["--near-miss", "p["], "error[E0001]"),
        (&["1", "--scope", "2"], "error[E0019]: there is no command 1"),
        (&["q", "--near-miss", "p"], "missing: `a: A`"),
        (&["--cover", "q, #A"], "error[E0009]: `#A` is no formula"),
        (&["--cover", ","], "there is nothing to cover"),
        (&["--cover", "q, some r, q"], "`q` is given twice\n"),
        (&["--distinct-by", "#A,#A"], "once is enough: `#A`"),
        (&["--cover", "q", "-o", "x", "--resume"], "leave `--resume` out"),
        (&["--distinct-by", "a"], "`a` has other values in other labellings"),
        (&["--distinct-by", ""], "there is no expression to tell instances apart by"),
        (&["--per-conjunct", "2"], "--near-miss <PRED>"),
        (&["--near-miss", "p", "--cover", "p"], "cannot be used with"),
        (&["--near-miss", "p", "--shard", "1/2"], "cannot be used with"),
        (&["--distinct-by", "q", "--after", "3"], "cannot be used with"),
        (&["--near-miss", "p", "--balanced"], "cannot be used with"),
        (&["--complete", "heap.json", "--any", "-n", "1"], "cannot be used with"),
        (&["--complete", "-"], "cannot both be read from standard input"),
        (&["--complete", "no_such.json"], "cannot read `no_such.json`"),
        (&["--complete", "heap.json", "--cover", "p"], "cannot be used with"),
        (&["--classes", "-I", "."], "-I is about a spec: leave it or --classes out"),
        (&["--classes", "--actions", "step"], "--actions is about a spec"),
        (&["--classes", "-j", "2"], "--threads is about a spec"),
    ];
    for (flags, message) in cases {
        let run = korrel_on(SPEC, &[&["find", "-"], flags].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{flags:?}: {}", run.stderr);
    }
}

/// If it failed, a stream that was cut off would pass for all near misses that there are.
#[test]
fn a_stop_is_told() {
    let flags = ["find", "-", "--near-miss", "no A and some r", "--timeout", "1s", "-q"];
    let run = korrel_on(ENDLESS, &flags);
    let end = run.end();
    assert_eq!((run.code, end["status"].as_str()), (Some(3), Some("timeout")));
    assert_eq!(run.instances().len() as u64, end["count"]);
    let cover = korrel_on(ENDLESS, &["find", "-", "--cover", "conjuncts", "--timeout", "1s"]);
    assert!(matches!(cover.end()["status"].as_str(), Some("timeout" | "complete")));
}
