//! Several sorts of interchangeable atoms, and subsets of them.

use korrel_enumerate::Classes;
use korrel_tests::Spec;

use crate::{check, unlabelled};

/// Relations between two sorts that are permuted independently: binary matrices up to permutations
/// of rows and columns. A002724.
#[test]
fn bipartite_relations() {
    let spec = &mut Spec::new("sig A { r: set B } sig B {}\nrun {}");
    check(spec, Classes::Isomorphism, "exactly {n} A, exactly {n} B", 1, &[2, 7, 36, 317]);
}

/// Classes and interfaces: acyclic, an interface extends only interfaces, a class at most one class.
/// UDITA, section 2 (Gligoric et al. 2009). The default symmetry breaking of Alloy lets 2,844
/// instances of 4 types through.
#[test]
fn java_inheritance_graphs() {
    let text =
        "abstract sig V { } sig Class extends V { super: lone Class, implements: set Interface }
        sig Interface extends V { bases: set Interface }
        fact { all v: V | v !in v.^(super + implements + bases) }";
    unlabelled(text, &[2, 6, 24, 149]);
}

/// A subset sig is one bit for each atom: n + 1 classes, 2^n labelled.
#[test]
fn subsets() {
    let text = "sig V {} sig Marked in V {}";
    unlabelled(text, &[2, 3, 4, 5, 6]);
    crate::labelled(text, &[2, 4, 8, 16, 32]);
}

/// Two subsets cut each sort into four kinds: C(n+3, 3).
#[test]
fn two_subsets() {
    unlabelled("sig V {} sig P, Q in V {}", &[4, 10, 20, 35]);
}

/// `extends` is disjoint: each atom is plain, left or right, C(n+2, 2); without the plain ones n+1.
#[test]
fn extensions() {
    unlabelled("sig V {} sig L, R extends V {}", &[3, 6, 10, 15]);
    unlabelled("abstract sig V {} sig L, R extends V {}", &[2, 3, 4, 5]);
}

/// A parameter is a root: a pointed set of n atoms has one class, a pair of atoms two, and a pair of
/// nodes of a binary relation counts the relations with two marked nodes.
#[test]
fn parameters_are_part_of_an_instance() {
    let spec = &mut Spec::new("sig V {} pred p[a, b: V] {}\nrun p");
    check(spec, Classes::Isomorphism, "exactly {n} V", 1, &[1, 2, 2, 2]);
    check(spec, Classes::Labelled, "exactly {n} V", 1, &[1, 4, 9, 16]);
}
