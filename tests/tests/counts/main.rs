//! Counts that are known from elsewhere: OEIS, closed formulas, published tables.
//!
//! A number that is too small means that instances are lost: a symmetry-breaking predicate that
//! refuses a whole class, a bound that is too tight, a clause too many. One that is too large means
//! that isomorphic instances are repeated, or that a formula is weaker than it says. The engines
//! could agree on either; other people's numbers cannot.

mod algebra;
mod graphs;
mod heaps;
mod properties;
mod shapes;
mod sorts;

use korrel_enumerate::Classes;
use korrel_tests::Spec;

/// Counts the first command for `from`, `from + 1`, …, each of which takes the place of `{n}` in the
/// scope.
fn check(spec: &mut Spec, classes: Classes, scope: &str, from: u64, counts: &[u64]) {
    for (n, &expected) in (from..).zip(counts) {
        let scope = scope.replace("{n}", &n.to_string());
        assert_eq!(spec.count(&scope, classes), expected, "{scope}");
    }
}

/// One of each isomorphism class of structures on exactly 1, 2, … atoms of `V`.
fn unlabelled(text: &str, counts: &[u64]) {
    check(&mut Spec::new(&command(text)), Classes::Isomorphism, "exactly {n} V", 1, counts);
}

/// Every structure on exactly 1, 2, … distinguishable atoms of `V`.
fn labelled(text: &str, counts: &[u64]) {
    check(&mut Spec::new(&command(text)), Classes::Labelled, "exactly {n} V", 1, counts);
}

fn command(text: &str) -> String {
    format!("{text}\nrun {{}}")
}
