//! Relational expressions.

use crate::agree;

/// Over a relation and a set.
fn of_relations(formula: &str) {
    agree(&format!("sig A {{ r: set A }} sig S in A {{}} run {{ {formula} }} for 2"));
}

/// Over a relation, on one atom more.
fn of_relation(formula: &str) {
    agree(&format!("sig A {{ r: set A }} run {{ {formula} }} for 3"));
}

fn of_ternary(formula: &str) {
    agree(&format!("sig A {{ t: A -> A }} run {{ {formula} }} for 2"));
}

#[test]
fn set_operators() {
    of_relations("some S & A.r");
    of_relations("A - S = r.A");
    of_relations("S + S.r = A");
    of_relations("S -> S in r");
    of_relations("r - ~r = r & (A -> S)");
}

#[test]
fn joins() {
    of_relations("S.r = r.S");
    of_relation("r.r in r");
    of_relation("all x: A | x.r.r = r[x]");
    of_ternary("all x: A | some x.t[x]");
    of_ternary("A.t.A = t.A.A");
    of_ternary("some t.t.A");
}

#[test]
fn closures() {
    of_relation("no ^r & iden");
    of_relations("S.*r = A");
    of_relation("^(r + ~r) = A -> A");
    of_relation("*r & ~*r in iden");
    of_relation("some ^(r.r) - r");
    of_ternary("all x: A | no ^(x.t) & iden");
}

#[test]
fn transposes_overrides_and_restrictions() {
    of_relation("~(r.r) = ~r.~r");
    of_relations("r ++ (S -> S) = r");
    of_relation("(r ++ iden) != r");
    of_relations("S <: r = r :> S");
    of_relations("some (A - S) <: r :> S");
    of_ternary("t ++ (A -> iden) = t");
    of_ternary("some A <: t and no t :> A");
}

#[test]
fn constants() {
    of_relations("r in iden + (S -> univ)");
    of_relations("none -> S = r");
    of_relations("univ.r = S and no none");
    of_relations("iden :> S = r");
}

#[test]
fn comprehensions() {
    of_relations("S = { x: A | x in x.r }");
    of_relations("r = { x, y: A | x != y and x in S }");
    of_relation("some { x: A, y: x.r | y->x in r }");
    of_relation("{ disj x, y: A | x->y in r } = r");
    of_ternary("t = { x, y, z: A | x = y or y = z }");
    of_relations("S = { x: A }");
}

#[test]
fn conditionals_and_lets() {
    of_relations("(some S => S else A) = A.r");
    of_relations("(let x = S | x.r) = S");
    of_relations("all x: A | (x in S => x else none) = x.r");
}

#[test]
fn functions_and_predicates() {
    let sigs = "sig A { r: set A } sig S in A {}";
    agree(&format!("{sigs} fun image[x: set A]: set A {{ x.r }} run {{ image[S] = S }} for 3"));
    agree(&format!(
        "{sigs} fun A.image: set A {{ this.r }} run {{ all x: A | x.image = x }} for 3"
    ));
    agree(&format!("{sigs} pred loop[x: A] {{ x in x.r }} run {{ all x: S | loop[x] }} for 2"));
    agree(&format!("{sigs} pred A.loop {{ this in this.r }} run {{ some x: A | x.loop }} for 2"));
    agree(&format!(
        "{sigs} pred to(x, y: A) {{ x->y in r }} run {{ all x, y: A | x.to[y] }} for 3"
    ));
    agree(&format!("{sigs} fun pairs: A -> A {{ r - iden }} run {{ pairs = ~pairs }} for 2"));
    // Arguments are values, whatever their names are in the callee.
    agree(&format!(
        "{sigs} fun f[x: A]: set A {{ {{ y: A | y in x.r }} }} run {{ some y: A | f[y] = y }} for 2"
    ));
}
