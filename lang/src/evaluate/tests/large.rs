//! Large instances and two states, which are read in other ways.

use std::time::{Duration, Instant};

use super::text::{Text, text};
use crate::evaluate::Evaluator;
use crate::instance::{Instance, Relation};
use crate::model::Value;
use crate::universe::AtomId;

const SPEC: &str = "sig L { header: lone N } sig N { link: lone N, far: set N, key: Int }
    sig M in N {}
    fun L.nodes: set N { this.header.*link }
    fun reach: N -> N { ^(link + far) }
    fun N.behind: set N { this.^link }
    pred acyclic[r: univ -> univ] { all x: univ | x !in x.^r }";

/// Closures, products and joins wherever they can stand.
const ASKED: &[&str] = &[
    "all l: L, n: l.nodes | n !in n.^link",
    "all n: N | n !in n.link.*link",
    "no iden & ^link",
    "no ^link & iden",
    "acyclic[link]",
    "acyclic[link + far]",
    "all n: N | n in L.header.*link",
    "all n: N | n in n.behind",
    "all n: N | n in L.nodes",
    "N in L.nodes",
    "all n: N | lone link.n",
    "all n: N | lone n.~link",
    "all m, n: N | m in n.^far implies n in m.^~far",
    "all m, n: N | m->n in ^far iff n->m in ^~far",
    "far in N -> M + M -> N",
    "no far & M -> N - ^link",
    "some n: N | n in n.^far - n.^link",
    "all n: N | n.far in n.*(link + far) and n in N & n.*far",
    "all n: N | n in n.*far & n.*link",
    "all n: M | n in ^link.n",
    "(L -> M) & (L -> N) in *link + L -> N",
    "L.header.^link",
    "^far.M",
    "*far.N - M.*far",
    "reach",
    "~reach",
    "M.reach & reach.M",
    "~(*link)",
    "N.~(^link)",
    "{n: N | n in n.^far}",
    "{m, n: N | n in m.reach and m !in n.reach}",
    "(M -> N) & reach",
    "let r = link + far | {n: N | n in n.^r}",
    "let s = L.nodes | {n: N | n in s and n.behind in s}",
    "#L.header.*link",
    "sum n: N | #(n.^link & M)",
    "all m, n: N | #{x: N | m in x.*far} <= #{x: N | n in x.*far}",
    "{m, n: N | {x: N | x in m.behind and x in n.far} = {x: N | x in n.behind}}",
    "all i: Int | #{n: N | n.key = i and n in n.behind} = #{n: N | n.key = i and n in n.far}",
    "N.key.^(Int -> Int) & M.key",
    "N.key.^fun/next",
    "univ.*far & Int",
];

/// An instance of one list and so many nodes. `chance` says which of the pairs are there.
fn instance(text: &Text, nodes: u32, mut chance: impl FnMut() -> bool) -> Instance {
    let (l, n, m) = (text.sig("L"), text.sig("N"), text.sig("M"));
    let mut instance = text.instance(&[(l, 1), (n, nodes)], &[0, 1, 2, 3]);
    let node = |at: u32| AtomId(at + 1);
    let mut put = |relation: Relation, tuple: &[AtomId]| instance.get_mut(relation).insert(tuple);
    put(Relation::Sig(l), &[AtomId(0)]);
    let fields: Vec<_> = text.model.fields.ids().map(Relation::Field).collect();
    put(fields[0], &[AtomId(0), node(0)]);
    let zero = nodes + 1;
    for from in 0..nodes {
        put(Relation::Sig(n), &[node(from)]);
        put(fields[3], &[node(from), AtomId(zero + from % 4)]);
        let next = (0..nodes).find(|_| chance());
        next.into_iter().for_each(|to| put(fields[1], &[node(from), node(to)]));
        (0..nodes).filter(|_| chance()).for_each(|to| put(fields[2], &[node(from), node(to)]));
        if chance() {
            put(Relation::Sig(m), &[node(from)]);
        }
    }
    instance.close_universe(&text.model);
    instance
}

fn answer(evaluator: &mut Evaluator<'_>, value: &Value) -> String {
    match value {
        Value::Formula(formula) => evaluator.formula(formula).to_string(),
        Value::Relation(expr) => {
            format!("{:?}", evaluator.relation(expr).tuples().collect::<Vec<_>>())
        }
        Value::Integer(expr) => format!("{:?}", evaluator.integer(expr)),
    }
}

/// If this failed, a large heap would be judged by another language than a small one, or a value that was
/// remembered for other bindings would be taken.
#[test]
fn all_ways_mean_the_same() {
    let text = text(SPEC, ASKED);
    let mut state = 1u64;
    for round in 0..120 {
        let mut chance = || {
            // Knuth's constants (The Art of Computer Programming, volume 2).
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % 100 < [10, 18, 30][round % 3]
        };
        let instance = instance(&text, 2 + round as u32 % 5, &mut chance);
        let mut small = Evaluator::new(&text.model, &instance);
        let mut large = Evaluator::new(&text.model, &instance).taken_for_large();
        let mut states = Evaluator::of_states(&text.model, &instance, &instance);
        for (asked, value) in ASKED.iter().zip(&text.values) {
            let plain = answer(&mut small, value);
            assert_eq!(plain, answer(&mut large, value), "{asked} {instance:?}");
            assert_eq!(plain, answer(&mut states, value), "{asked} {instance:?}, as two states");
        }
    }
}

/// If this failed, the structures that programs really build could not be judged.
#[test]
fn a_long_list_is_judged() {
    let asked = [
        "all l: L, n: l.nodes | n !in n.^link",
        "N in L.nodes",
        "all n: N | n in L.header.*link and lone link.n and lone n.~link",
        "no iden & ^link",
        "no n: N | n in n.link.*link",
        "#L.nodes > 3",
    ];
    let text = text(SPEC, &asked);
    let nodes = 20_000;
    let mut list = instance(&text, nodes, || false);
    let next = Relation::Field(text.model.fields.ids().nth(1).expect("the spec has four"));
    (1..nodes).for_each(|at| list.get_mut(next).insert(&[AtomId(at), AtomId(at + 1)]));
    let start = Instant::now();
    for is_cyclic in [false, true] {
        if is_cyclic {
            list.get_mut(next).insert(&[AtomId(nodes), AtomId(7)]);
        }
        let mut evaluator = Evaluator::new(&text.model, &list).limited();
        for (text, value) in asked.iter().zip(&text.values) {
            let Value::Formula(formula) = value else { panic!("{text} is a formula") };
            let holds = evaluator.formula(formula);
            let is_hurt =
                text.contains('^') || text.contains("link.*link") || text.contains("lone");
            assert_eq!(holds, !(is_cyclic && is_hurt), "{text}");
        }
        assert_eq!(evaluator.excess(), None);
    }
    assert!(start.elapsed() < Duration::from_secs(100), "{:?}", start.elapsed());
}

/// If this failed, a question about all pairs of many objects would take all memory.
#[test]
fn too_many_pairs_are_given_up() {
    let asked = ["N -> N in far", "some ^link", "some s: set N | s = N"];
    let text = text(SPEC, &asked);
    let mut list = instance(&text, 5_000, || false);
    let next = Relation::Field(text.model.fields.ids().nth(1).expect("the spec has four"));
    (1..5_000).for_each(|at| list.get_mut(next).insert(&[AtomId(at), AtomId(at + 1)]));
    for (text_of, value) in asked.iter().zip(&text.values) {
        let mut evaluator = Evaluator::new(&text.model, &list).limited();
        let _ = answer(&mut evaluator, value);
        assert!(evaluator.excess().is_some(), "{text_of}");
    }
}

/// So that the list of questions stays a list of different ones.
#[test]
fn what_is_asked_is_not_all_the_same() {
    let text = text(SPEC, ASKED);
    let instance = instance(&text, 4, || true);
    let mut evaluator = Evaluator::new(&text.model, &instance);
    let answers: std::collections::BTreeSet<String> =
        text.values.iter().map(|value| answer(&mut evaluator, value)).collect();
    assert!(answers.len() > 10, "{answers:?}");
}
