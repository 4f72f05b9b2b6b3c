//! Graphs with a property that says "there is a set" or "there is a relation": each graph counts once,
//! however many sets or relations it has.

use crate::{labelled, unlabelled};

const GRAPH: &str = "sig V { r: set V } fact { r = ~r no iden & r }";

/// A colouring's complement is another one, so each graph has two of them at least.
#[test]
fn bipartite_graphs() {
    let text = format!("{GRAPH} fact {{ some s: set V | s.r in V - s and (V - s).r in s }}");
    // A033995
    unlabelled(&text, &[1, 2, 3, 7, 13, 35]);
    // A047864
    labelled(&text, &[1, 2, 7, 41, 376]);
}

#[test]
fn hamiltonian_graphs() {
    let cycle = "some c: V one -> one V | c in r and no c & ~c and all v: V | v.^c = V";
    // A003216, from three vertices on
    unlabelled(&format!("{GRAPH} fact {{ {cycle} }}"), &[0, 0, 1, 3, 8, 48]);
}

/// Isomorphic to their complements: a permutation of the vertices swaps edges and gaps.
#[test]
fn self_complementary_graphs() {
    let image = "some p: V one -> one V | ~p.r.p = V->V - iden - r";
    // A000171
    unlabelled(&format!("{GRAPH} fact {{ {image} }}"), &[1, 0, 0, 1, 2]);
}

/// A set of edges that touches every vertex once.
#[test]
fn perfect_matchings() {
    let matching = "some m: r | m = ~m and all v: V | one v.m";
    // The graphs of four vertices: two edges, the path, the cycle, the paw, the diamond and the complete graph.
    unlabelled(&format!("{GRAPH} fact {{ {matching} }}"), &[0, 1, 0, 6]);
}

/// Under a universal quantifier each edge has a set of its own: here every edge is in some triangle.
#[test]
fn edges_in_triangles() {
    let triangle = "all v: V, w: v.r | some t: set V | v + w in t and #t = 3 and t->t - iden in r";
    // The graphs of four vertices: no edge, the triangle and a vertex, the diamond, the complete graph.
    unlabelled(&format!("{GRAPH} fact {{ {triangle} }}"), &[1, 1, 2, 4]);
}
