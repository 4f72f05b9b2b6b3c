//! Formulas over one binary relation, or two.

use crate::agree;

fn of_relation(formula: &str) {
    agree(&format!("sig A {{ r: set A }} run {{ {formula} }} for 3"));
}

fn of_two(formula: &str) {
    agree(&format!("sig A {{ r: set B }} sig B {{ s: lone A }} run {{ {formula} }} for 2"));
}

#[test]
fn connectives() {
    of_relation("some r or no A");
    of_relation("(some iden & r) <=> (some r - iden)");
    of_relation("some r => r = ~r else one A");
    of_relation("not (some r and lone r)");
    of_relation("some r iff some A  no iden & r");
    of_relation("lone r implies one r");
}

#[test]
fn multiplicities_and_comparisons() {
    of_relation("one r");
    of_relation("lone r and some A");
    of_relation("r in A one -> lone A");
    of_relation("r in A lone -> some A");
    of_relation("r !in iden");
    of_relation("r != ~r");
    of_two("r = ~s");
    of_two("s in B one -> one A");
    of_two("A.r in lone B");
}

#[test]
fn quantifiers() {
    of_relation("all x: A | x in x.r");
    of_relation("some x: A | A in x.r");
    of_relation("no x: A | x in x.^r");
    of_relation("one x: A | no x.r");
    of_relation("lone x: A | x in x.r");
    of_relation("all x: A | some y: A - x | x->y in r");
}

/// A rule for functions must follow for nothing else, and only of the atoms that are spoken of.
#[test]
fn cycles() {
    for formula in [
        "all x: A | A = x.*f",
        "all x: A | x.*f = A and some B",
        "all x: A | A in x.*~f",
        "all x: B | B in x.*f",
        "all x: A | x in x.^f",
        "all x: B | x in x.^f",
        "all disj x, y: B | y in x.*f",
        "all x: B, y: B | x in y.^f",
        "all x: A, y: B | y in x.*f",
        "all x, y: A, z: B | y in x.*f",
        "some x: A | A in x.*f",
        "not (all x: A | A in x.*f)",
        "all x: B | x in x.*f and B in B.^f",
    ] {
        agree(&format!("sig A {{ f: lone A }} sig B in A {{}} run {{ {formula} }} for 3"));
    }
    // Steps of each atom's own.
    for formula in [
        "all x: A | x in x.^(x.r)",
        "all x: A | A in x.*(x.r)",
        "all disj x, y: A | y in x.*(x.r)",
        "all x: A | x in x.^~(x.r)",
        "all x: A | all y: A | y in y.^(x.r)",
    ] {
        agree(&format!("sig A {{ r: A -> lone A }} run {{ {formula} }} for 2"));
    }
    of_relation("all x: A | A in x.*r");
    of_relation("all x: A | x in x.^r");
}

#[test]
fn quantifiers_of_several_variables() {
    of_relation("all disj x, y: A | x->y in r or y->x in r");
    of_relation("some disj x, y, z: A | z in x.r & y.r");
    of_relation("one x, y: A | x->y in r");
    of_relation("lone x, y: A | x->y in r and x != y");
    of_relation("no disj x, y: A | x.r = y.r");
    of_relation("one disj x, y: A | x->y in r");
    of_two("all x: A, y: x.r | y.s = x");
    of_two("one x: A, y: B | x->y in r and y->x in s");
    of_two("no x: A, y: B | x->y in r");
}

#[test]
fn lets_and_blocks() {
    of_relation("let s = r - iden | some s and no s.s");
    of_relation("let s = ~r, t = s.r | t in iden");
    of_relation("let p = (some r) | p => one r");
    of_relation("{ some r { no iden & r } }");
    of_relation("disj[A.r, r.A]");
    of_relation("all x, y, z: A | disj[x, y, z] => x->y in r");
}

#[test]
fn total_orders() {
    agree("sig A { next: lone A } sig F in A {} run { pred/totalOrder[A, F, next] } for 3");
    agree("sig A { next: lone A } sig F in A {} run { not pred/totalOrder[A, F, next] } for 2");
}

#[test]
fn facts_and_assertions() {
    agree("sig A { r: set A } fact named { r = ~r } fact \"text\" { no iden & r } run {} for 3");
    agree("sig A { r: set A } assert symmetric { r = ~r } check symmetric for 2");
    agree("sig A { r: set A } check { some r implies some iden & r } for 2");
    agree("sig A { r: set A } check { no r - r } for 2");
}
