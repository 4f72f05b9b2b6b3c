//! Graphs, orders, trees: one sig, one binary relation, all atoms alike.

use crate::{labelled, unlabelled};

#[test]
fn binary_relations() {
    // A000595
    unlabelled("sig V { r: set V }", &[2, 10, 104, 3044]);
    // 2^(n^2)
    labelled("sig V { r: set V }", &[2, 16, 512]);
}

/// No constraint but the scope's: classes of every size from 0 up, each counted once.
#[test]
fn binary_relations_of_every_size() {
    let mut spec = korrel_tests::Spec::new("sig V { r: set V }\nrun {}");
    let count = spec.count("3 V", korrel_enumerate::Classes::Isomorphism);
    assert_eq!(count, 1 + 2 + 10 + 104);
}

#[test]
fn acyclic_digraphs() {
    let text = "sig V { r: set V } fact { all v: V | v !in v.^r }";
    // A003087
    unlabelled(text, &[1, 2, 6, 31, 302]);
    // A003024
    labelled(text, &[1, 3, 25, 543]);
}

#[test]
fn simple_graphs() {
    let text = "sig V { r: set V } fact { r = ~r no iden & r }";
    // A000088
    unlabelled(text, &[1, 2, 4, 11, 34, 156]);
    // 2^(n(n-1)/2)
    labelled(text, &[1, 2, 8, 64, 1024]);
}

#[test]
fn connected_graphs() {
    // A001349
    let text = "sig V { r: set V } fact { r = ~r no iden & r V->V in *r }";
    unlabelled(text, &[1, 1, 2, 6, 21, 112]);
}

#[test]
fn tournaments() {
    // A000568
    let text =
        "sig V { r: set V } fact { no r & ~r no iden & r all disj a, b: V | a->b in r + ~r }";
    unlabelled(text, &[1, 1, 2, 4, 12, 56]);
}

#[test]
fn partial_orders() {
    let text = "sig V { r: set V } fact { all v: V | v in v.r  r.r in r  r & ~r in iden }";
    // A000112
    unlabelled(text, &[1, 2, 5, 16, 63]);
    // A001035
    labelled(text, &[1, 3, 19, 219]);
}

#[test]
fn equivalence_relations() {
    let text = "sig V { r: set V } fact { all v: V | v in v.r  r.r in r  r = ~r }";
    // A000041, the partitions of n
    unlabelled(text, &[1, 2, 3, 5, 7, 11]);
    // A000110, Bell's numbers
    labelled(text, &[1, 2, 5, 15, 52]);
}

/// Children without an order, unlike those of `left` and `right`.
#[test]
fn rooted_trees() {
    let text =
        "sig V { parent: lone V } fact { one v: V | no v.parent  all v: V | v !in v.^parent }";
    // A000081
    unlabelled(text, &[1, 1, 2, 4, 9, 20, 48]);
    // A000169, n^(n-1)
    labelled(text, &[1, 2, 9, 64, 625]);
}

#[test]
fn functions() {
    // A001372
    unlabelled("sig V { f: V }", &[1, 3, 7, 19, 47]);
    // A126285
    unlabelled("sig V { f: lone V }", &[2, 6, 16, 45, 121]);
    // Conjugacy classes of the symmetric group: the partitions of n again.
    unlabelled("sig V { f: V } fact { V.f = V }", &[1, 2, 3, 5, 7, 11]);
    // (n+1)^n
    labelled("sig V { f: lone V }", &[2, 9, 64, 625]);
}
