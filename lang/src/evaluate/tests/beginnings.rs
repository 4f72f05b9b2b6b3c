//! Beginnings of traces, by cases that are worked by hand.

use super::text::{Text, text};
use super::traces::formula;
use crate::evaluate::{Evaluator, Violation, trace_violation};
use crate::load::{load, no_files};
use crate::model::{Model, Node};
use crate::resolve::resolve;
use crate::source::Sources;
use crate::trace::Trace;

const SPEC: &str = "sig A {} sig S {} var sig P in A {}
    pred p { some P }
    pred step { P' = P }
    pred gone[s: set A] { after no s }
    fun next: set A { P' }
    pred other[s: set A] { s != P }";

/// P is {0}, {0, 1}, {}. Atoms 0 and 1 are A, and there is no S.
fn beginning(text: &Text, length: usize) -> Trace {
    let empty = text.instance(&[(text.sig("A"), 2), (text.sig("S"), 1)], &[]);
    let values: [&[&[u32]]; 3] = [&[&[0]], &[&[0], &[1]], &[]];
    let state = |value| text.state(&empty, &[("A", &[&[0], &[1]]), ("P", value)]);
    Trace { states: values[..length].iter().copied().map(state).collect(), back: None }
}

/// Whether a formula and its negation hold weakly, and strongly, of the first states.
fn verdicts(expression: &str, length: usize) -> [bool; 4] {
    let text = text(SPEC, &[expression, &format!("not {{ {expression} }}")]);
    let trace = beginning(&text, length);
    [(0, false), (1, false), (0, true), (1, true)].map(|(at, strongly)| {
        let evaluator = Evaluator::of_trace(&text.model, &trace);
        let mut evaluator = if strongly { evaluator.strongly() } else { evaluator };
        evaluator.formula(formula(&text, at))
    })
}

/// If this failed, a fact would exclude behaviours about which it says nothing yet, or a counterexample would refute
/// nothing.
#[test]
fn what_comes_next_is_open() {
    const TRUE: [bool; 4] = [true, false, true, false];
    const FALSE: [bool; 4] = [false, true, false, true];
    /// It reaches beyond the last state.
    const OPEN: [bool; 4] = [true, true, false, false];
    /// Weakly true of the states there are, and undecided.
    const SO_FAR: [bool; 4] = [true, false, false, false];
    /// Weakly false, and undecided.
    const NOT_YET: [bool; 4] = [false, true, false, false];
    let cases = [
        ("p", 1, TRUE),
        ("after p", 1, OPEN),
        ("after p", 2, TRUE),
        ("after after p", 2, OPEN),
        ("after after p", 3, FALSE),
        ("after { }", 1, OPEN),
        ("always p", 2, SO_FAR),
        ("always p", 3, FALSE),
        ("eventually no P", 2, NOT_YET),
        ("eventually no P", 3, TRUE),
        ("p until no P", 2, NOT_YET),
        ("p until no P", 3, TRUE),
        ("no P until p", 1, TRUE),
        ("no P releases p", 2, SO_FAR),
        ("P = A releases p", 1, SO_FAR),
        ("P = A releases p", 2, TRUE),
        ("no P releases p", 3, FALSE),
        ("always after p", 1, [true, true, false, false]),
        ("always after p", 2, [true, true, false, false]),
        ("always after p", 3, [false, true, false, true]),
        ("eventually after no P", 1, [true, true, false, false]),
        // At the last state there may be a next one without P.
        ("eventually after no P", 2, [true, true, false, false]),
        ("eventually after no P", 3, TRUE),
        // Steps.
        ("P' = P", 1, OPEN),
        ("P' = P", 2, FALSE),
        ("P'' = P", 2, OPEN),
        ("step", 1, OPEN),
        ("always step", 1, [true, true, false, false]),
        ("always P in P'", 2, [true, true, false, false]),
        ("always P in P'", 3, [false, true, false, true]),
        ("#P' = 1", 1, OPEN),
        ("#P' = 1", 2, FALSE),
        ("one P'", 1, OPEN),
        // Through calls, lets and arguments, by name.
        ("some next", 1, OPEN),
        ("some next", 2, TRUE),
        ("gone[P]", 1, OPEN),
        ("other[P']", 1, OPEN),
        ("other[P']", 2, TRUE),
        ("let a = P' | a = P and some P", 1, [true, true, false, false]),
        ("let a = P' | some P", 1, TRUE),
        ("let a = P | a' = a", 1, OPEN),
        ("let b = (P' = P) | b or not b", 1, OPEN),
        // What never changes is known.
        ("A' = A", 1, TRUE),
        ("S' != S", 1, FALSE),
        ("all x: A | x' = x", 1, TRUE),
        ("univ' = univ and iden' = iden", 1, TRUE),
        // A domain makes the whole formula one that reaches beyond. A body does not.
        ("some x: P' | x in P", 1, OPEN),
        ("all x: A - P | x not in P'", 2, FALSE),
        ("all x: P | x in P'", 1, OPEN),
        ("all x: S | x in P'", 1, TRUE),
        ("some x: A | x in P and x in P'", 1, OPEN),
        ("some x: A | x not in P and x in P'", 2, TRUE),
        // Within a comparison, text and position decide, not values.
        ("some { x: S | x in P' }", 1, OPEN),
        ("some { x: A | x in P and after x in P }", 1, OPEN),
        ("some { x: A | x in P and after x in P }", 2, TRUE),
        ("one x: A | after x in P", 1, OPEN),
        ("some (some P => A else P')", 1, OPEN),
        ("some { x: A | after before x in P }", 1, OPEN),
        // There `until` and its like are about the states there are, and strongly about nothing.
        ("some { x: A | always x in P }", 2, SO_FAR),
        ("no { x: A | eventually x not in P }", 1, NOT_YET),
        ("one { x: A | eventually x not in P }", 1, SO_FAR),
        ("some { x: A | eventually x in P' }", 2, OPEN),
        ("some { x: A | once x in P' }", 1, OPEN),
        ("some { x: A | once x in P }", 1, TRUE),
        // The past is known.
        ("before p", 1, FALSE),
        ("before P' = P", 1, FALSE),
        ("after before P' = P", 2, FALSE),
        ("after once no P", 2, FALSE),
        ("after historically p", 2, TRUE),
        ("after historically P' != P", 2, OPEN),
        ("after (p since P = A)", 2, TRUE),
        ("after (P = A triggered p)", 2, TRUE),
        ("eventually (no P and before before p)", 3, TRUE),
        // In negation normal form.
        ("p iff after p", 1, OPEN),
        ("no P implies P' = P", 1, TRUE),
        ("P' = P and no P", 1, FALSE),
        ("P' = P => some P else no P", 1, OPEN),
    ];
    for (expression, length, expected) in cases {
        let found = verdicts(expression, length);
        assert_eq!(found, expected, "{expression} of {length} states");
    }
}

/// If this failed, a user who asks for a value would be told one that nobody knows, or the program would stop.
#[test]
fn an_expression_may_have_no_value_yet() {
    let reaches = |expression: &str, at: usize| {
        let text = text(SPEC, &[expression]);
        let trace = beginning(&text, 2);
        Evaluator::of_trace(&text.model, &trace).at(at).is_unknown(Node::from(&text.values[0]))
    };
    let cases =
        [("P'", [false, true]), ("P''", [true; 2]), ("A'", [false; 2]), ("#next", [false, true])];
    for (expression, expected) in cases {
        assert_eq!([0, 1].map(|at| reaches(expression, at)), expected, "{expression}");
    }
}

fn model(spec: &str) -> Model {
    let mut sources = Sources::default();
    let file = sources.add("spec.als", spec);
    let program = load(&mut sources, file, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    resolve(&program).unwrap_or_else(|errors| panic!("{errors:?}")).model
}

/// If this failed, a trace that the facts exclude would be let through, or a beginning that refutes nothing taken for a
/// counterexample.
#[test]
fn violations_of_traces() {
    let spec = "sig A {} var sig P in A {} var sig Q in P {}
        fact steps { always P in P' }
        run found { eventually some Q }
        run same { after P = A }
        run late { eventually before before some P }
        run chosen { some x: A | always x not in Q }
        pred kept[x: A] { always x in P }
        run kept
        assert never { always no Q }
        check never
        assert sometime { eventually some Q }
        check sometime";
    let text = text(spec, &[]);
    let model = model(spec);
    let empty = text.instance(&[(text.sig("A"), 1)], &[]);
    let state = |p: bool, q: bool| {
        let value = |is: bool| -> &[&[u32]] { if is { &[&[0]] } else { &[] } };
        text.state(&empty, &[("A", &[&[0]]), ("P", value(p)), ("Q", value(q))])
    };
    let violated = |states: &[(bool, bool)], back: Option<usize>| -> Vec<String> {
        let states = states.iter().map(|(p, q)| state(*p, *q)).collect();
        let trace = Trace { states, back };
        let each =
            model.commands.iter().map(|command| match trace_violation(&model, command, &trace) {
                None => format!("{} is satisfied", command.label),
                Some(Violation::Goal) => String::new(),
                Some(Violation::Fact(fact)) => fact.name.clone(),
            });
        let mut each: Vec<String> = each.filter(|said| !said.is_empty()).collect();
        each.dedup();
        each
    };
    let satisfied = |names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("{name} is satisfied")).collect()
    };
    let grows = [(false, false), (true, false), (true, true)];
    assert_eq!(violated(&grows, Some(2)), satisfied(&["found", "same", "late", "never"]));
    assert_eq!(violated(&grows, None), satisfied(&["found", "same", "never"]));
    assert_eq!(violated(&grows[..2], Some(1)), satisfied(&["same", "late", "chosen", "sometime"]));
    // Q may still come: that refutes nothing.
    assert_eq!(violated(&grows[..2], None), satisfied(&["same", "chosen"]));
    assert_eq!(violated(&grows[1..2], None), satisfied(&["same", "chosen", "kept"]));
    assert_eq!(
        violated(&grows[1..2], Some(0)),
        satisfied(&["same", "late", "chosen", "kept", "sometime"])
    );
    assert_eq!(violated(&[(true, false), (false, false)], None), ["steps"]);
    assert_eq!(violated(&grows[..2], Some(0)), ["steps"]);
    // Only the beginning satisfies the declarations of every state.
    assert_eq!(violated(&[(false, false), (false, true)], None).len(), 1);
}
