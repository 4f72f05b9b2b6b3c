//! The reasons why a formula does not hold.

use super::text::{Text, text};
use crate::evaluate::{Evaluator, Failure};
use crate::instance::{Instance, Relation};
use crate::model::{Formula, Value};
use crate::universe::AtomId;

const SPEC: &str = "sig A { r: set A }
    pred p { inner and some r and (no A or lone A) }
    pred inner { all a: A, b: a.r | a != b and let s = b.r | no s }
    pred fine { some A }";

/// Three atoms with 0 -> 1, 1 -> 1 and 1 -> 2.
fn instance(text: &Text) -> Instance {
    let a = text.sig("A");
    let mut instance = text.instance(&[(a, 3)], &[0]);
    let r = text.model.fields.ids().next().expect("the spec has a field");
    for atom in 0..3 {
        instance.get_mut(Relation::Sig(a)).insert(&[AtomId(atom)]);
    }
    for [from, to] in [[0, 1], [1, 1], [1, 2]] {
        instance.get_mut(Relation::Field(r)).insert(&[AtomId(from), AtomId(to)]);
    }
    instance.close_universe(&text.model);
    instance
}

/// Each failure as `predicate, … : text : x=0, …`.
fn failures(expression: &str) -> Vec<String> {
    let text = text(SPEC, &[expression]);
    let instance = instance(&text);
    let Value::Formula(formula) = &text.values[0] else { panic!("{expression} is a formula") };
    let found = Evaluator::new(&text.model, &instance).failures(formula);
    assert_eq!(found.is_empty(), holds(&text, &instance, formula), "{expression}");
    found.iter().map(|failure| described(&text, failure)).collect()
}

fn holds(text: &Text, instance: &Instance, formula: &Formula) -> bool {
    Evaluator::new(&text.model, instance).formula(formula)
}

fn described(text: &Text, failure: &Failure) -> String {
    let calls: Vec<&str> = failure
        .calls
        .iter()
        .map(|(function, _)| text.model.functions[*function].name.as_str())
        .collect();
    let bindings: Vec<String> = failure
        .bindings
        .iter()
        .map(|(variable, value)| {
            let atom = value.single().expect("the variables are single atoms");
            format!("{}={}", text.model.variables[*variable].name, atom.0)
        })
        .collect();
    let place = text.sources.text(failure.span);
    format!("{} : {place} : {}", calls.join(", "), bindings.join(", "))
}

/// If this failed, a user would be sent to a constraint that holds, or not to all that do not.
#[test]
fn the_conjuncts_that_fail() {
    assert_eq!(failures("fine"), Vec::<String>::new());
    assert_eq!(
        failures("p"),
        ["p, inner : a != b : a=1, b=1", "p, inner : no s : a=0, b=1", "p : (no A or lone A) : "],
        "each conjunct by itself, with the first binding for which it fails"
    );
    assert_eq!(failures("fine and not fine"), [" : not fine : "]);
    assert_eq!(failures("all a: A | lone a.r"), [" : lone a.r : a=1"]);
    assert_eq!(failures("some a: A | #a.r = 3"), [" : some a: A | #a.r = 3 : "]);
    assert_eq!(failures("some A implies no A"), [" : some A implies no A : "]);
}
