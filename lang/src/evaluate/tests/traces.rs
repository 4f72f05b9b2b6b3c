//! Traces, by cases that are worked by hand, and by counts that Alloy gives.

use super::text::{Text, text};
use crate::evaluate::Evaluator;
use crate::instance::Instance;
use crate::model::{Formula, Value};
use crate::trace::Trace;

/// The formula that an expression stands for.
pub fn formula(text: &Text, at: usize) -> &Formula {
    match &text.values[at] {
        Value::Formula(formula) => formula,
        _ => panic!("it is a formula"),
    }
}

/// All traces of so many values, each a state, whose least lasso has at most so many states.
fn least_lassos(values: usize, most: usize) -> Vec<(Vec<usize>, usize)> {
    let mut words: Vec<Vec<usize>> = vec![Vec::new()];
    let mut found = Vec::new();
    for length in 1..=most {
        let longer = |word: &Vec<usize>| -> Vec<Vec<usize>> {
            (0..values).map(|value| [&word[..], &[value]].concat()).collect()
        };
        words = words.iter().flat_map(longer).collect();
        for word in &words {
            found.extend(
                (0..length).filter(|back| is_least(word, *back)).map(|b| (word.clone(), b)),
            );
        }
    }
    found
}

fn is_least(word: &[usize], back: usize) -> bool {
    let (prefix, round) = word.split_at(back);
    let repeats = |period: usize| {
        round.len() % period == 0 && round.chunks(period).all(|c| *c == round[..period])
    };
    prefix.last() != round.last() && !(1..round.len()).any(repeats)
}

/// If this failed, an operator would not be that of Alloy: so many traces of one mutable set over one atom
/// it finds.
#[test]
fn as_many_traces_hold_as_alloy_finds() {
    let cases = [
        ("some P or no P", 1, 2),
        ("some P or no P", 4, 48),
        ("eventually p", 3, 17),
        ("after after p", 3, 9),
        ("eventually always p", 3, 4),
        ("eventually p and eventually not p", 3, 16),
        ("always P' != P", 4, 2),
        ("some (P + P')'", 3, 15),
        ("p; p; not p; p", 4, 4),
        ("p until not p", 3, 17),
        ("eventually (p until (not p)) and always eventually p", 3, 13),
        ("p releases (not p)", 3, 1),
        ("not ((always p) iff not eventually not p)", 5, 0),
        ("not ((p releases (not p)) implies eventually p)", 5, 1),
        ("not p until p", 3, 17),
        ("p and p until not p or always p", 3, 9),
        ("before p", 3, 0),
        ("once p", 3, 9),
        ("eventually before p", 3, 17),
        ("eventually (not p and once p)", 3, 14),
        ("eventually (p since not p)", 3, 17),
        ("eventually (not p and before (p since not p))", 4, 44),
        ("eventually ((not p) triggered p) and eventually not p", 3, 8),
        ("not always (once p iff (p or before once p))", 5, 0),
        ("not always (p iff after before p)", 5, 0),
        ("not (always (p iff after not p) implies always (once not p))", 5, 1),
        // The past of a state differs in each round of the loop.
        (
            "always (p iff after not p) and p and
             eventually (p and before (not p and before (p and before (not p and before p))))",
            2,
            1,
        ),
        // Past operators are nested through calls and lets, too.
        ("eventually before before before before p", 1, 1),
        ("let b = before before p | eventually before before b", 1, 1),
        ("let s = { x: P | before before p } | eventually before before some s", 1, 1),
        ("eventually ago[{ x: P | before before p }]", 1, 1),
        ("eventually before before ago[P]", 1, 1),
    ];
    let expressions = cases.map(|(expression, ..)| expression);
    let text = text(
        "var sig P {} pred p { some P } pred ago[s: set P] { before before some s }",
        &expressions,
    );
    let empty = text.instance(&[(text.sig("P"), 1)], &[]);
    let values = [text.state(&empty, &[]), text.state(&empty, &[("P", &[&[0]])])];
    for (at, (expression, most, expected)) in cases.into_iter().enumerate() {
        let holds = |(word, back): &(Vec<usize>, usize)| {
            let states = word.iter().map(|value| values[*value].clone()).collect();
            let trace = Trace { states, back: Some(*back) };
            Evaluator::of_trace(&text.model, &trace).formula(formula(&text, at))
        };
        let count = least_lassos(2, most).iter().filter(|lasso| holds(lasso)).count();
        assert_eq!(count, expected, "{expression} in {most} states");
    }
}

const SPEC: &str = "sig A { var f: lone A } var sig P in A {} var sig V {}
    pred gone[s: set A] { some s and after no s }
    fun image[s: set A]: set A { s.f }
    fun twice[s: set A]: set A { image[image[s]] }
    fun changed[s: set A]: set A { s' - s }
    pred some_time[s: set A] { before once some s }
    one sig S {}";

/// Atoms 0 to 2 are A, 3 and 4 are V, 5 is S. First P is {0} and f is 0→1. Then P is none and f 1→2. Then P
/// is {1, 2} and f is 0→1, 1→2. The last two repeat. V is {3}, {}, {4}.
fn trace(text: &Text) -> Trace {
    let [a, v, s] = ["A", "V", "S"].map(|name| text.sig(name));
    let empty = text.instance(&[(a, 3), (v, 2), (s, 1)], &[0, 1, 2, 3]);
    let always: [(&str, &[&[u32]]); 2] = [("A", &[&[0], &[1], &[2]]), ("S", &[&[5]])];
    let state = |tuples: &[(&str, &[&[u32]])]| text.state(&empty, &[&always[..], tuples].concat());
    let states: Vec<Instance> = vec![
        state(&[("P", &[&[0]]), ("f", &[&[0, 1]]), ("V", &[&[3]])]),
        state(&[("f", &[&[1, 2]])]),
        state(&[("P", &[&[1], &[2]]), ("f", &[&[0, 1], &[1, 2]]), ("V", &[&[4]])]),
    ];
    Trace { states, back: Some(1) }
}

fn value(text: &Text, trace: &Trace, position: usize) -> String {
    let plain = Evaluator::of_trace(&text.model, trace).at(position);
    let large = Evaluator::of_trace(&text.model, trace).at(position).taken_for_large();
    let values = [plain, large].map(|mut evaluator| match &text.values[0] {
        Value::Formula(formula) => evaluator.formula(formula).to_string(),
        Value::Integer(int) => format!("{:?}", evaluator.integer(int)),
        Value::Relation(expr) => {
            let tuples = evaluator.relation(expr);
            let tuple = |tuple: Vec<crate::universe::AtomId>| {
                tuple.iter().map(|atom| atom.0.to_string()).collect::<Vec<_>>().join("-")
            };
            tuples.tuples().map(tuple).collect::<Vec<_>>().join(" ")
        }
    });
    assert_eq!(values[0], values[1], "read as large instances");
    values[0].clone()
}

/// If this failed, a `let` or an argument would stand for a value where it stands for an expression, or the other
/// way round. Or a name would be read in the wrong state.
#[test]
fn expressions_are_read_where_they_are_used() {
    let cases = [
        ("let a = P | some a and after no a", "true"),
        ("let a = P | let b = a | some b and after no b", "true"),
        ("let a = P, b = a.f | after (no a and b' = A.f')", "false"),
        ("let a = P | after after a = A - a.f.~f", "false"),
        ("gone[P]", "true"),
        ("some x: P | gone[x]", "false"),
        ("some s: set P | gone[s]", "false"),
        ("some x: P | eventually x not in P", "true"),
        ("some x: P | let a = x | a' = a", "true"),
        ("some x: P | x' = x", "true"),
        ("some x: P | (x.f)' = x.f", "false"),
        ("some x: P | after after x.f = x.f", "true"),
        ("let n = #P | n = 1 and after n = 0 and after after n = 2", "true"),
        ("let b = some P | b and after not b", "true"),
        ("some_time[P]", "false"),
        ("after some_time[P]", "true"),
        ("after some_time[P']", "false"),
        ("after after some_time[P']", "true"),
        ("changed[P]", ""),
        ("changed[P']", "1 2"),
        ("(changed[P])'", "1 2"),
        // The arguments of a function within those of the same function.
        ("(twice[A])''", "2"),
        ("twice[P]", ""),
        ("twice[image[A]']", ""),
        ("(image[image[P' + A]])''", "2"),
        ("P''", "1 2"),
        ("P'''", ""),
        ("(A - P)'", "0 1 2"),
        ("#P''", "Some(2)"),
        ("sum x: A | #(P'')", "Some(6)"),
        ("{ x: A | eventually x in P }", "0 1 2"),
        ("{ x: A | after eventually x in P }", "1 2"),
        ("{ x: A | always after x not in P }", "0"),
        // What there is changes where a mutable sig is at the top.
        ("some x: V | after x not in univ", "true"),
        ("some x: V | x->x in iden and after x->x not in iden", "true"),
        ("univ' & V", ""),
        ("(univ - A - S - Int)''", "4"),
        ("V <: *f", "3-3"),
        ("(V <: *f)'", ""),
        ("always Int' = Int", "true"),
        ("always S' = S", "true"),
    ];
    for (expression, expected) in cases {
        let text = text(SPEC, &[expression]);
        assert_eq!(value(&text, &trace(&text), 0), expected, "{expression}");
    }
}

/// If this failed, a position would be taken for one of another round, or have another past.
#[test]
fn positions_are_those_of_the_infinite_trace() {
    let read = |expression: &str, positions: &[usize]| -> Vec<String> {
        let text = text(SPEC, &[expression]);
        let trace = trace(&text);
        positions.iter().map(|position| value(&text, &trace, *position)).collect()
    };
    assert_eq!(read("P", &[0, 1, 2, 3, 4, 1001]), ["0", "", "1 2", "", "1 2", ""]);
    assert_eq!(read("P'", &[0, 1, 2, 1000]), ["", "1 2", "", ""]);
    assert_eq!(
        read("{ x: A | before before x in P }", &[0, 1, 2, 4, 6]),
        ["", "", "0", "1 2", "1 2"]
    );
    let ever = read("{ x: A | once x in P and before before before some A }", &[2, 3, 7]);
    assert_eq!(ever, ["", "0 1 2", "0 1 2"]);
}

/// If this failed, a user would not learn in which state a fact fails, or of a clause that holds.
#[test]
fn violated_clauses_and_their_states() {
    let violated = |expression: &str| -> Vec<String> {
        let text = text(SPEC, &[expression]);
        let trace = trace(&text);
        let failures = Evaluator::of_trace(&text.model, &trace).failures(formula(&text, 0));
        let described = failures.iter().map(|failure| {
            let state = failure.state.expect("a trace is read");
            let bound =
                failure.bindings.iter().map(|(_, value)| value.single().expect("an atom").0);
            let bound: Vec<u32> = bound.collect();
            format!("{state}: {} {bound:?}", text.sources.text(failure.span))
        });
        described.collect()
    };
    let said =
        "some P and always { some f  lone f  all x: P | x not in V and no x.f  after some V }";
    assert_eq!(violated(said), ["2: lone f []", "0: no x.f [0]", "1: some V []"]);
    assert_eq!(violated("always before some P"), ["0: before some P []"]);
    assert_eq!(violated("after always (some P or before no V)"), ["1: (some P or before no V) []"]);
    assert_eq!(violated("always some f"), Vec::<String>::new());
}
