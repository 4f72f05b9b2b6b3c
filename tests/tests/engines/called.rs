//! Predicates and functions that are run by name and called in facts, too.
//!
//! The parameters of what is run are the command's own variables. A call binds them to its arguments, and they
//! must then stand for the command's values again.

use korrel_enumerate::{Meaning, Strategy};
use korrel_tests::Spec;
use korrel_translate::Overflow;

use crate::agree_in;

/// The spec has so many instances, and all engines list the same ones.
fn count(text: &str, expected: usize) {
    for overflow in [Overflow::Forbid, Overflow::Wrap] {
        agree_in(text, overflow, false);
        agree_in(text, overflow, true);
        let spec = Spec::new(text);
        let meaning = Meaning { overflow, ..Meaning::default() };
        let command = spec.first();
        let problem = spec.problem(&command, meaning);
        let found = spec.instances(&problem, Strategy::default()).len();
        assert_eq!(found, expected, "{overflow:?}\n{text}");
    }
}

/// If it failed, instances of what is run would be lost, or be shown without the values of parameters.
#[test]
fn what_is_run_is_called_in_facts() {
    count("sig A {} pred p[x: A] { some x } fact { p[A] } run p for 2", 2);
    count("sig A {} pred p[x: A] { some x } fact { all y: A | p[y] } run p for 2", 2);
    count("sig A {} pred p[x: A] { some x } fact { no y: A | not p[y] } run p for 3", 3);
    count("sig A {} pred p[x: A] { some x } pred q { p[A] } fact { q } run p for 2", 2);
    count("sig A {} fun f[x: A]: set A { x } fact { some f[A] } run f for 2", 2);
    count("sig A {} fun f[x: A]: Int { #x } fact { f[A] = 2 } run f for 2", 1);
    count("sig A {} pred p[x: A, s: set A] { x in s } fact { all y: A | p[y, A] } run p for 2", 3);
}

/// The same below a quantifier that is factored, and with `let` around the call.
#[test]
fn what_is_run_is_called_below_quantifiers() {
    let edges = "sig A { r: set A } pred p[x: A] { some x.r }";
    for fact in [
        "all y: A | p[y]",
        "some y: A | not p[y]",
        "all y: A | p[y.r] or p[y]",
        "let s = A | p[s]",
        "all y, z: A | p[y] and y -> z in r => p[z]",
        "one y: A | p[y]",
        "#{ y: A | p[y] } = 1",
    ] {
        let text = format!("{edges} fact {{ {fact} }} run p for 2 but 3 Int");
        agree_in(&text, Overflow::Forbid, false);
        agree_in(&text, Overflow::Forbid, true);
    }
}

/// If it failed, sizes would be counted with fewer bits than there are atoms.
#[test]
fn sizes_are_counted_without_integers() {
    count("sig B { n: set B } run { some b: B | #b.n = 1 } for 2 but 0 Int", 8);
    count("sig B {} run { #B = 2 } for 2 but 0 Int", 1);
    count("sig B {} run { #B > 0 } for 1 but 0 Int", 1);
    count("sig B {} run { plus[#B, 1] = 3 } for 2 but 0 Int", 1);
    count("sig B { v: set Int } run { some B } for 1 but 0 Int", 1);
    count("sig B {} run { no Int and 2 = #B } for 3 but 0 Int", 1);
}
