//! Quantifiers over sets and relations: the search chooses a value where brute force tries all of them.
//! Their values are no part of an instance, or one with two witnesses would be found twice.

use crate::{agree, agree_in};
use korrel_enumerate::{Meaning, Strategy};
use korrel_tests::Spec;
use korrel_translate::Overflow;

fn of_relation(formula: &str) {
    agree(&format!("sig A {{ r: set A }} run {{ {formula} }} for 3"));
}

#[test]
fn asserted_sets() {
    of_relation("some s: set A | #s = 2 and s.r = s");
    of_relation("some s: some A | no s.r & s and r.s = A");
    of_relation("some s: lone A | s.r = A - s");
    of_relation("some s, t: set A | s.r = t and t.r = s and s != t");
    of_relation("some disj s, t: some A | s.r = t and t.r = s");
    // Nothing of it is determined: each instance has eight witnesses and is still one.
    of_relation("some s: set A | s = s");
}

#[test]
fn asserted_relations() {
    of_relation("some f: A -> A | f.f = r");
    of_relation("some f: A -> one A | f + ~f = r");
    of_relation("some f: A lone -> one A | some f and f in r");
    of_relation("some f: A some -> lone A | f.r = r.f");
    of_relation("some f: r | f = ~f and some f");
    agree("sig A { r: set B } sig B {} run { some f: A lone -> some B | f in r } for 2");
    agree("sig A { r: set A } run { some f: A -> (A one -> lone A) | f.A in r } for 2");
}

#[test]
fn denied_universals() {
    of_relation("not all s: set A | s.r in s");
    of_relation("(all s: set A | s.r in s) implies no r");
    of_relation("not no s: set A | some s and s.r = s");
    of_relation("not (all s: some A | s.r in s and (all t: set s | t.r in t))");
    agree("sig A { r: set A } check { all x: A, s: set x.r | s.r in s } for 3");
    agree("sig A { r: set A } assert a { all f: A -> one A | some f & r } check a for 3");
}

#[test]
fn of_all_sets() {
    of_relation("all s: set A | s.r in s or s in s.r");
    of_relation("no s: some A | s.r = s");
    agree("sig A { r: set A } run { all s: A -> lone A | some s & r or no s } for 2");
    of_relation("some s: set A | s.r = s and all t: set A | t.r = t implies #t <= #s");
    of_relation(
        "all s: set A | some t: set A | s.r = t.r and all u: set t | u.r = s.r implies u = t",
    );
    agree("sig A { r: set A } run { all f: r | some g: r | f.g in r - f } for 2");
    agree("sig A { r: set A } check { some s: set A | s.r in s and some s } for 3");
    agree("sig A { r: set A } fact { all s: set A | s != A implies s.r != A } run {} for 3");
}

/// A relation without a square root: a program of its own finds 62 classes of them over three atoms. Each relation is a
/// root of some other, so all values matter, and counterexamples must find them.
#[test]
fn all_values_matter() {
    let spec = Spec::new("sig A { r: set A } run { no s: A -> A | s.s = r } for exactly 3 A");
    let command = spec.first();
    for all_tried in [0, 9] {
        let problem = spec.problem_trying(&command, Meaning::default(), all_tried);
        let problem = problem.expect("the relations are few");
        assert_eq!(spec.instances(&problem, Strategy::default()).len(), 62, "{all_tried}");
    }
}

#[test]
fn where_both_outcomes_count() {
    of_relation("(some s: some A | s.r = s) iff all s: set A | s.r.r in s.r");
    of_relation("(all s: set A | s.r in s) => some r else no x: A | x in x.r");
    of_relation("some { x: A | all s: set A | x in s.r or s in x.r }");
    agree("sig A { r: set A } run { some ((some f: A -> one A | f in r) => A.r else r.A) } for 2");
    of_relation("one s: set A | s.r = s and some s");
    of_relation("not lone s: some A | s.r in s");
    of_relation("#{ x: A | one s: set x.r | s.r = x } = 1");
}

#[test]
fn under_universals() {
    of_relation("all x: A | some s: set A | x in s and s.r = s");
    of_relation("all x: A | some s: x.r | some t: set s.r | t = x");
    of_relation("all x, y: A | some f: A -> lone A | f in r and y in x.*f");
    of_relation("no x: A | all s: set x.r | x in s.r");
    agree("sig A { r: set A } fact { all x: A | some s: set A | s.r = x } run {} for 3");
}

#[test]
fn in_one_alternative() {
    of_relation("no r or some s: set A | #s = 2 and s.r = s");
    of_relation("some r => (some s: some A | s.r = s) else some s: A -> A | s = r");
    of_relation("(some s: some A | no s.r) and (some s: some A | s in s.r)");
    of_relation("{ some s: set A | s.r = A } or { some x: A | some s: set x.r | s.r = s }");
}

#[test]
fn mixed_declarations() {
    of_relation("some x: A, s: set x.r, y: s | y.r = s and x in y.r");
    of_relation("some s: set A, disj x, y: s | x.r = s and y not in s.r");
    agree("sig A { r: set A } run { some x, y: A, f: A -> one A | r = f + x -> y } for 2");
}

/// A predicate is remembered, and may be asserted here and denied there.
#[test]
fn in_predicates() {
    let closed = "pred closed[s: set A] { s.r in s }
        pred proper[x: A] { some s: set A { closed[s] x in s s != A } }
        pred all_closed[x: A] { all s: set x.r | closed[s] }";
    let run = |formula: &str| {
        agree(&format!("sig A {{ r: set A }} {closed} run {{ {formula} }} for 3"));
    };
    run("all x: A | proper[x]");
    run("all x: A | proper[x] or not all_closed[x]");
    run("some x: A | not all_closed[x] and (all y: A | not all_closed[y] or y in x.r)");
    run("let f = (some s: set A | s.r = s and some s) | f and (no r or f)");
}

#[test]
fn sets_of_numbers() {
    let spec =
        |formula: &str| format!("sig A {{ n: lone Int }} run {{ {formula} }} for 2 but 2 Int");
    for formula in [
        "some s: set Int | #s = 2 and A.n in s and 0 in s",
        "some s: some Int | plus[int[s], 1] > #A",
        "all i: Int | some s: set Int | plus[i, int[s]] = 1",
        "some s: set Int | all i: Int | plus[i, int[s]] >= i",
        "not all s: set Int | int[s] = 0 or int[A.n] > int[s]",
        "all s: set Int | plus[int[s], 1] > #s",
        "all s: set Int | int[s] = 0 or some t: set Int | plus[int[s], int[t]] = int[A.n]",
        "all i: Int | no s: set Int | plus[i, int[s]] > int[A.n]",
        "(all s: set Int | plus[int[s], #A] >= 0) iff some A",
        "one s: set Int | plus[int[s], #A] = 1",
    ] {
        agree_in(&spec(formula), Overflow::Forbid, false);
        agree_in(&spec(formula), Overflow::Wrap, false);
    }
}

/// Beside parameters, which are part of an instance or witnesses themselves.
#[test]
fn with_parameters() {
    for ignore_parameters in [false, true] {
        let text = "sig A { r: set A } pred p[x: A, t: set A] {
            some s: some t | s.r = s + x } run p for 2";
        agree_in(text, Overflow::Forbid, ignore_parameters);
    }
}
