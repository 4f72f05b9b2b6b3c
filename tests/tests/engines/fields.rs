//! Declarations of fields, and appended facts.

use crate::agree;

#[test]
fn multiplicities() {
    agree("sig A { f: A } run {} for 2");
    agree("sig A { f: one A, g: lone A } run {} for 2");
    agree("sig A { f: some A } run {} for 3");
    agree("sig A { f: set A } run {} for 3");
    agree("sig A { f: some B, g: lone B } sig B {} run {} for 2");
}

#[test]
fn arrows_of_three_columns() {
    for arrow in ["->", "one -> one", "lone -> some", "some -> lone", "set -> one", "one -> set"] {
        agree(&format!("sig A {{ f: B {arrow} B }} sig B {{}} run {{}} for exactly 1 A, 2 B"));
        agree(&format!("sig A {{ f: B {arrow} C }} sig B, C {{}} run {{}} for 1 A, 2 B, 2 C"));
        agree(&format!("sig A {{ f: A {arrow} A }} run {{}} for 2"));
    }
}

#[test]
fn arrows_of_four_columns() {
    agree("one sig S { f: A -> (A one -> lone A) } sig A {} run {} for 2 A");
    agree("one sig S { f: (A some -> A) lone -> A } sig A {} run {} for 2 A");
    agree("one sig S { f: A lone -> A some -> A } sig A {} run {} for 2 A");
}

#[test]
fn disjoint_fields() {
    agree("sig A { disj f, g: set A } run {} for 2");
    agree("sig A { disj f, g: lone B } sig B {} run {} for 2");
    // `disj` after the colon: no two atoms share a value.
    agree("sig A { f: disj set B } sig B {} run {} for 2");
    agree("sig A { f: disj lone A } run {} for 3");
}

#[test]
fn dependent_and_defined_fields() {
    agree("sig A { f: set A, g: lone f } run {} for 2");
    agree("sig A { f: set A, g: f -> lone f } run {} for exactly 2 A");
    agree("sig A { f: set A - this } run {} for 3");
    agree("sig A { f: lone A, g = f.@f } run {} for 2");
    agree("sig A { f: set A, h = A - f } run {} for 2");
}

#[test]
fn unions_and_inheritance() {
    agree("sig A { f: lone A + B } sig B {} run {} for 2");
    agree(
        "abstract sig A { f: lone A } sig B extends A { g: lone C } sig C extends A {} run {} for 2",
    );
    agree("sig A { f: lone univ } run {} for 1 but 0..1 Int");
    // A clause that was learned of three atoms must not speak of instances of two.
    agree(
        "sig A {} sig B {} one sig B1 extends B {} sig S in A { f: B1 lone -> S } run {}
         for 3 A, exactly 3 B",
    );
    // Overloaded: which one is meant follows from the types.
    agree("sig A { f: lone A } sig B { f: lone A } run { some A.f and no B.f } for 2");
}

#[test]
fn appended_facts() {
    agree("sig A { f: set A } { this !in f } run {} for 3");
    agree("sig A { f: lone A } { some f.@f implies f.@f != this } run {} for 2");
    agree("sig A { f: lone A } sig B extends A {} { no f } run {} for 2");
    agree("sig A { f: set A } { some @f } run {} for 2");
}
