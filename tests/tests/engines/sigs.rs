//! Declarations of sigs, and scopes.

use crate::agree;

#[test]
fn plain() {
    agree("sig A {} run {} for 3");
    agree("sig A, B {} run {} for 2");
    agree("sig A, B {} sig C {} run {} for 1 but 2 B, exactly 1 C");
}

#[test]
fn multiplicities() {
    agree("one sig A { f: set B } lone sig B {} some sig C {} run {} for 2");
    agree("some sig A { f: lone A } run {} for 2");
}

#[test]
fn extends() {
    agree("sig A { f: lone A } sig B extends A {} run {} for 2");
    agree("sig A {} sig B, C extends A { f: lone A } run {} for 2");
    agree("abstract sig A { f: lone B } sig B, C extends A {} run {} for 3 but 2 A");
    agree("abstract sig A {} abstract sig B extends A {} sig C, D extends B {} run {} for 3");
    agree("sig A {} one sig B extends A { f: set A } lone sig C extends A {} run {} for 3");
    agree("abstract sig A { f: set A } one sig B, C extends A {} run {}");
}

#[test]
fn scopes_of_children() {
    agree("abstract sig A {} sig B, C extends A {} run {} for 3 A, exactly 1 B");
    agree("abstract sig A {} sig B, C extends A {} run {} for 2 B, 1 C");
    agree("sig A {} sig B extends A {} run {} for 3 A, exactly 2 B");
    agree("sig A { f: lone A } run {} for 1..2 A");
    agree("sig A {} sig B extends A {} run {} for 1..3 A, 1..2 B");
}

#[test]
fn subsets() {
    agree("sig A {} sig B in A { f: lone A } run {} for 2");
    agree("sig A, B {} sig C in A + B {} run {} for 2");
    agree("sig A {} sig B, C in A {} sig D = B + C {} sig E in D {} run {} for 2");
    agree("sig A {} one sig B in A {} some sig C in A {} lone sig D in A {} run {} for 2");
    agree("sig A {} sig B extends A {} sig C in B { f: set C } run {} for 2");
    agree("sig A in Int {} run {} for 0..2 Int");
}

#[test]
fn enums() {
    agree("enum E { X, Y, Z } sig A { e: E } run {} for 2");
    agree("enum E { X, Y } one sig S { f: E -> lone E } run { X in S.f.E }");
    agree("enum E { X, Y } sig M in E {} run { X in M }");
}

/// Sizes and places of ordered sigs: what is a constant, and what is a choice.
#[test]
fn ordered_sigs() {
    let order = |sig: &str, rest: &str| agree(&format!("open util/ordering[{sig}] as o {rest}"));
    order("A", "sig A { f: lone A } one sig X extends A {} run { X != o/first } for 3");
    order("A", "abstract sig A {} one sig X, Y, Z extends A {} run { o/lt[Y, X] }");
    order("A", "sig A {} sig B extends A {} one sig X extends B {} run { X != o/first } for 3");
    order("A", "sig A { f: lone A } sig B extends A {} run { some o/last.f } for 0..2 A");
    order("B", "sig A { f: lone B } sig B extends A {} run { some o/first.f } for 2 A, 1..2 B");
    order("B", "sig A {} sig B extends A {} sig C extends A {} run {} for 3 A, 1..2 B");
    order("S", "sig A {} sig S in A {} run {} for 2..3 A");
    order("A", "sig A {} run {} for 0");
}

/// No atom at all, for `one` too: nothing to choose, and one instance or none.
#[test]
fn empty_universes() {
    agree("sig A { f: set A } run {} for 0");
    agree("sig A {} run {} for exactly 0 A");
    agree("sig A {} run { some A } for 0");
    agree("one sig A {} run {} for 0 Int");
}
