//! Scopes and specs of unusual size.

use super::{assert_refused, prompt, prompt_on};
use crate::program::{file, path};

/// If one failed, the program would ask for more memory than there is, and be killed.
#[test]
fn what_cannot_fit_is_refused() {
    for (what, spec) in [
        ("atoms", "sig A {} run {} for 100000000"),
        ("a number", "sig A {} run {} for 99999999999999999999"),
        ("cells", "sig Node { next: lone Node } run {} for 10000 Node"),
        ("a ternary field", "sig A { r: A -> A } run {} for exactly 3000 A"),
        ("a wide field", "sig A { r: A -> A -> A -> A -> A } run {} for exactly 300 A"),
        ("a product", "sig A {} run { some A->A->A->A->A->A } for exactly 3000 A"),
        ("bits", "sig A {} run {} for 3 but 30 Int"),
        ("a range", "sig A {} run {} for 3 but 0..1000000000 Int"),
        ("places", "sig A {} run { one A } for 3 but 1000000 seq"),
    ] {
        assert_refused(&prompt_on(spec.as_bytes(), &["find", "-"]), "error[E00", what);
    }
}

/// Large, and nothing to it.
#[test]
fn what_fits_is_found() {
    for (spec, count) in [
        ("sig A {} run {} for exactly 200 A", "1\n"),
        ("sig A {} run {} for 100", "101\n"),
        ("sig A {} run { one A } for 3 but 10 Int", "1\n"),
    ] {
        let run = prompt_on(spec.as_bytes(), &["count", "-"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), count), "{spec}: {}", run.stderr);
    }
}

/// Thousands of sigs, with fields, in a row, in a chain: neither time nor the stack runs out. (Of sigs
/// that may all hold atoms, and of siblings, each two make a gate or a fact: there are fewer here.)
#[test]
#[ignore = "half a minute: cargo test -p korrel --test program -- --ignored robust"]
fn thousands_of_sigs() {
    let some =
        |most: usize, sig: &dyn Fn(usize) -> String| -> String { (0..most).map(sig).collect() };
    let sigs = |sig: &dyn Fn(usize) -> String| some(5_000, sig);
    let below = |n: usize| n.saturating_sub(1);
    for (what, spec, count) in [
        ("flat", some(2_000, &|n| format!("lone sig S{n} {{}} ")) + "run { no univ - Int }", "1\n"),
        ("fields", sigs(&|n| format!("sig S{n} {{ f{n}: set S0 }} ")) + "run {} for 0", "1\n"),
        (
            "a chain",
            "sig S {} sig S0 extends S {} ".to_string()
                + &sigs(&|n| format!("sig T{n} extends {} {{}} ", chain(n)))
                + "run { no S } for 1",
            "1\n",
        ),
        (
            "subsets",
            "sig S0 {} ".to_string()
                + &sigs(&|n| format!("sig S{} in S{n} {{}} ", n + 1))
                + "run { no S0 } for 1",
            "1\n",
        ),
        (
            "children",
            "abstract sig S {} ".to_string()
                + &some(600, &|n| format!("sig S{n} extends S {{}} "))
                + "run { no S } for 1",
            "1\n",
        ),
    ] {
        let spec = file("robust", &format!("{what}.als"), &spec);
        let run = prompt(&["count", path(&spec)]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), count), "{what}: {}", run.stderr);
    }
    let all = sigs(&|n| format!("sig S{n} {{ f{n}: lone S{} }} ", below(n))) + "run {} for 1";
    let run = prompt(&["count", path(&file("robust", "relations.als", &all))]);
    assert_refused(&run, "E0022", "5,000 relations over 5,000 atoms");
}

fn chain(n: usize) -> String {
    if n == 0 { "S0".to_string() } else { format!("T{}", n - 1) }
}
