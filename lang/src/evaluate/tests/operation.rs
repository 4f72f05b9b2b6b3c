//! Two states, by cases that are worked by hand.

use std::sync::Arc;

use super::text::{Text, text};
use crate::code::Code;
use crate::evaluate::{Evaluator, SideValue};
use crate::instance::{Instance, Relation};
use crate::load::{load, no_files};
use crate::model::Value;
use crate::resolve::resolve;
use crate::source::Sources;
use crate::tuples::TupleSet;
use crate::universe::AtomId;

const SPEC: &str = "sig L { head: lone N } sig N { next: lone N, key: Int }
    one sig R { l: lone L }
    fun nodes[x: L]: set N { x.head.*next }
    pred chain[x: L] { no n: nodes[x] | n in n.^next }
    pred kept { after chain[R.l] and nodes[R.l]' = nodes[R.l] }
    pred veneer { nodes[R.l].key = (nodes[R.l])`.key` }
    pred ticked { some x: N | x in N and x not in N` }
    fun more: set N { N' - N }";

/// Atoms 0: the list, 1 to 4: nodes, 5: R, then the integers 0, 1 and 7. Before, 1 -> 2 -> 3 with the keys
/// 0, 1 and 7, afterwards 1 -> 4 -> 1 with 1 and 1.
fn states(text: &Text) -> [Instance; 2] {
    let [l, n, r] = ["L", "N", "R"].map(|name| text.sig(name));
    let empty = text.instance(&[(l, 1), (n, 4), (r, 1)], &[0, 1, 7]);
    let field = |name: &str| {
        let found = text.model.fields.iter().find(|(_, field)| field.name == name);
        Relation::Field(found.expect("the spec declares it").0)
    };
    let state = |nodes: &[u32], next: &[[u32; 2]], key: &[[u32; 2]]| {
        let mut state = Instance { universe: Arc::clone(&empty.universe), ..empty.clone() };
        let mut add = |relation: Relation, tuple: &[u32]| {
            let tuple: Vec<AtomId> = tuple.iter().copied().map(AtomId).collect();
            state.get_mut(relation).insert(&tuple);
        };
        add(Relation::Sig(l), &[0]);
        add(Relation::Sig(r), &[5]);
        add(field("l"), &[5, 0]);
        add(field("head"), &[0, 1]);
        nodes.iter().for_each(|node| add(Relation::Sig(n), &[*node]));
        next.iter().for_each(|pair| add(field("next"), pair));
        key.iter().for_each(|pair| add(field("key"), pair));
        state.close_universe(&text.model);
        state
    };
    [
        state(&[1, 2, 3], &[[1, 2], [2, 3]], &[[1, 6], [2, 7], [3, 8]]),
        state(&[1, 4], &[[1, 4], [4, 1]], &[[1, 7], [4, 7]]),
    ]
}

/// The value of an expression, in words.
fn value(expression: &str) -> String {
    let text = text(SPEC, &[expression]);
    let [before, after] = states(&text);
    let plain = Evaluator::of_states(&text.model, &before, &after);
    let large = Evaluator::of_states(&text.model, &before, &after).taken_for_large();
    let values = [plain, large].map(|mut evaluator| match &text.values[0] {
        Value::Formula(formula) => evaluator.formula(formula).to_string(),
        Value::Relation(expr) => atoms(&evaluator.relation(expr)),
        Value::Integer(int) => format!("{:?}", evaluator.integer(int)),
    });
    assert_eq!(values[0], values[1], "{expression}: read as a large instance");
    values[0].clone()
}

fn atoms(set: &TupleSet) -> String {
    let tuple = |tuple: Vec<AtomId>| {
        tuple.iter().map(|atom| atom.0.to_string()).collect::<Vec<_>>().join("-")
    };
    set.tuples().map(tuple).collect::<Vec<_>>().join(" ")
}

/// If this failed, a name would be read in the wrong state.
#[test]
fn names_are_read_where_the_marks_say() {
    let cases = [
        ("N", "1 2 3"),
        ("N'", "1 4"),
        ("more", "4"),
        ("next'", "1-4 4-1"),
        ("R.l.head.next'", "4"),
        ("(R.l.head.next)'", "4"),
        ("R.l.head.next.next'", ""),
        ("R.l.head.^next", "2 3"),
        ("R.l.head.*next'", "1 4"),
        ("^next'", "1-1 1-4 4-1 4-4"),
        ("nodes[R.l]", "1 2 3"),
        // The names in a called function take the state of the call.
        ("(nodes[R.l])'", "1 4"),
        ("#N'", "Some(2)"),
        ("(#N)'", "Some(2)"),
        ("{ x: N' | x in N }", "1"),
        ("{ x: N | x in N' }", "1"),
        // A bound variable stands for the same atoms in both states.
        ("let x = N | { y: N' | y not in x }", "4"),
        ("let x = N' | x' - x", ""),
        ("some x: N | x' != x", "false"),
        ("after some x: N | x not in N.next", "false"),
        ("some x: N | x not in N.next", "true"),
        ("chain[R.l]", "true"),
        ("after chain[R.l]", "false"),
        ("univ' - univ", "4"),
        ("iden' - iden", "4-4"),
        ("Int' = Int", "true"),
        ("sum x: N | x.key", "Some(8)"),
        ("sum x: N' | x.key'", "Some(2)"),
        ("(sum x: N | x.key)'", "Some(2)"),
        // The other notation: plain names are read afterwards.
        ("N - N`", "4"),
        ("nodes[R.l] - (nodes[R.l])`", "4"),
        ("#N = 2 and #N` = 3", "true"),
        ("ticked", "true"),
        ("some x: N` | x not in N", "true"),
    ];
    for (expression, expected) in cases {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

/// If this failed, a root that the operation has changed would be taken for the old one.
#[test]
fn parameters_have_a_value_in_each_state() {
    let spec = "sig N {} pred p_post[x: N] { x' = x }";
    let text = text(spec, &[]);
    let n = text.sig("N");
    let (_, function) = text.model.functions.iter().find(|(_, f)| f.name == "p_post").unwrap();
    let parameter = function.parameters[0].variables[0];
    let Value::Formula(body) = &function.body else { panic!("it is a predicate") };
    let mut states = [0, 1].map(|atom| {
        let mut state = text.instance(&[(n, 2)], &[]);
        let value = TupleSet::from_tuples(state.universe.len(), 1, [&[AtomId(atom)][..]]);
        state.relations.declare(parameter, value);
        state
    });
    let [before, after] = &states;
    assert!(!Evaluator::of_states(&text.model, before, after).formula(body));
    states[1] = states[0].clone();
    let [before, after] = &states;
    assert!(Evaluator::of_states(&text.model, before, after).formula(body));
}

/// If this failed, a postcondition whose functions call each other twice would be judged in exponential time.
#[test]
fn what_functions_ask_for_twice_is_evaluated_once() {
    let levels = (1..=16).map(|at| {
        let below = at - 1;
        format!("fun f{at}[x: set N]: set N {{ f{below}[x] + f{below}[x.next] }}")
    });
    let spec =
        format!("{SPEC} fun f0[x: set N]: set N {{ x.^next }} {}", levels.collect::<String>());
    let text = text(&spec, &["f16[L.head]"]);
    let [before, after] = states(&text);
    let mut evaluator = Evaluator::of_states(&text.model, &before, &after);
    let Value::Relation(expr) = &text.values[0] else { panic!("it is a relation") };
    assert_eq!(atoms(&evaluator.relation(expr)), "2 3");
    assert!(evaluator.clock < 1_000, "{} calls", evaluator.clock);
}

/// If this failed, a user would be sent to a clause that holds, or shown values of the wrong state.
#[test]
fn violated_clauses_and_both_sides() {
    let violated = |expression: &str| -> Vec<String> {
        let text = text(SPEC, &[expression]);
        let [before, after] = states(&text);
        let Value::Formula(formula) = &text.values[0] else { panic!("it is a formula") };
        let failures = Evaluator::of_states(&text.model, &before, &after).failures(formula);
        let side = |(_, side): &(_, SideValue)| match side {
            SideValue::Relation(set) => format!("{{{}}}", atoms(set)),
            SideValue::Integer(number) => number.to_string(),
        };
        let described = failures.iter().map(|failure| {
            let sides = failure.sides.iter().flatten().map(side).collect::<Vec<_>>().join(" ");
            format!("{}: {sides}", text.sources.text(failure.span))
        });
        described.collect()
    };
    assert_eq!(
        violated("kept"),
        ["no n: nodes[x] | n in n.^next: ", "nodes[R.l]' = nodes[R.l]: {1 4} {1 2 3}"],
    );
    assert_eq!(violated("veneer"), ["nodes[R.l].key = (nodes[R.l])`.key`: {7} {6 7 8}"]);
    assert_eq!(violated("#N' > #N and some N"), ["#N' > #N: 3 2"]);
}

/// If this failed, a spec about a state that does not exist would be taken for one about a state that does.
#[test]
fn there_are_two_states() {
    let code = |spec: &str| -> Option<Code> {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", format!("sig A {{ f: lone A }} {spec}"));
        let program = load(&mut sources, file, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
        resolve(&program).err().and_then(|errors| errors[0].code)
    };
    let primed = "pred q { f' = f }";
    let cases = [
        ("pred p { f' = f }", None),
        ("pred p { after some f }", None),
        ("pred p { f = f` }", None),
        ("pred p { f' = f` }", Some("E0050")),
        ("pred p { after (f = f`) }", Some("E0050")),
        ("pred p { f'' = f }", Some("E0052")),
        ("pred p { after f' = f }", Some("E0052")),
        ("pred p { f`` = f }", Some("E0052")),
        // A call takes the state of its place, and there is no third one.
        (&format!("{primed} pred p {{ q }}"), None),
        (&format!("{primed} pred p {{ after q }}"), Some("E0052")),
        (&format!("{primed} pred r {{ q }} pred p {{ f' = f and after r }}"), Some("E0052")),
        (&format!("{primed} pred r {{ q }} pred p {{ f = f` and r }}"), Some("E0052")),
        ("pred q { f = f` } pred p { f = f` and q }", None),
        ("pred q { f = f` } pred p { f' = f and q }", None),
        ("pred q { f = f` } pred p { after q }", Some("E0052")),
        ("fun q[a: A]: set A { a.f } pred p[a: A] { a.q' = a }", Some("E0010")),
        ("fun q[a: A]: set A { a.f } pred p[a: A] { q[a]' = a }", None),
        // A formula has no prime. An instance that a search finds has one state.
        ("pred q { some f } pred p { (q)' }", Some("E0009")),
        ("fact { f' = f }", Some("E0005")),
        (&format!("{primed} fact {{ q }}"), Some("E0005")),
        (&format!("{primed} run q"), Some("E0005")),
        ("run { some f' }", Some("E0005")),
        ("assert a { f' = f } check a", Some("E0005")),
        ("pred p { always some f }", None),
        ("pred p_post { always some f }", Some("E0005")),
    ];
    for (spec, expected) in cases {
        assert_eq!(code(spec).map(Code::name), expected, "{spec}");
    }
}
