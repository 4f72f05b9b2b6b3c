//! The witnesses of counterexamples, judged by the evaluator.

use std::collections::BTreeMap;

use korrel_enumerate::{Engine, Meaning, Problem, Strategy, Witnesses};
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::Instance;
use korrel_lang::model::{
    Declaration, FieldId, Formula, FormulaKind, Model, Multiplicity, Range, Sig, SigId, VariableId,
};
use korrel_lang::tuples::TupleSet;
use korrel_sat::Effort;
use korrel_tests::Spec;

/// The assertion of a `check` that says something of all values of its variables.
fn assertion(goal: &Formula) -> (&[Declaration], &Formula) {
    let FormulaKind::Not(denied) = &goal.kind else { panic!("a check denies its assertion") };
    let FormulaKind::Quantified { declarations, body, .. } = &denied.kind else {
        panic!("the assertion says something of all")
    };
    (declarations, body)
}

fn fails(model: &Model, instance: &Instance, body: &Formula, values: &Values) -> bool {
    let mut evaluator = Evaluator::new(model, instance);
    values.iter().for_each(|(&variable, value)| evaluator.bind(variable, value.clone()));
    !evaluator.formula(body)
}

type Values = BTreeMap<VariableId, TupleSet>;

/// Each counterexample with its witnesses, whoever finds it.
fn each_witness(text: &str, mut visit: impl FnMut(&Problem<'_>, &Instance, &Values)) {
    let spec = Spec::new(text);
    let command = spec.first();
    let problem = spec.problem(&command, Meaning::default());
    let mut witnesses =
        Witnesses::new(&problem, Effort::default()).expect("the command can be translated");
    for engine in [Engine::Enumerator, Engine::Brute] {
        let instances = spec.instances(&problem, Strategy { engine, ..Strategy::default() });
        assert!(!instances.is_empty(), "without a counterexample nothing is tested:\n{text}");
        for instance in instances {
            let found = witnesses.of(&instance).expect("nobody stops the search");
            visit(&problem, &instance, &found.into_iter().collect());
        }
    }
}

/// Witnesses for which the assertion holds would send its author looking in the wrong place.
#[test]
fn the_assertion_fails_of_them() {
    for text in [
        "sig A { r: set A } check { all x, y: A | x in y.r => y in x.r } for 3",
        "sig A { r: set A } check { all x: A, s: set x.r | s.r in s } for 3",
        "sig A { r: set A } check { all s: set A, f: s -> one s | no f & r } for 2",
        "sig A { r: set A } check { all disj s, t: some A | some s.r & t } for 3",
        "sig A { r: set A } check { all f: A lone -> lone A, x: A.f | some x.r & f.x } for 2",
        "sig A { r: set A } check { all x: A | (all y: x.r | some y.r) or no r.x } for 3",
        "sig A { n: Int } check { all a: A, i: Int | a.n > i => plus[i, 1] > 0 } for 2 but 2 Int",
        "sig A { r: set A } pred p[x: A] { x in x.r } check { all x: A | p[x] or p[x.r] } for 2",
    ] {
        each_witness(text, |problem, instance, values| {
            let (declarations, body) = assertion(&problem.question.command.goal);
            for variable in declarations.iter().flat_map(|d| &d.variables) {
                assert!(values.contains_key(variable), "a witness is missing in:\n{text}");
            }
            let model = problem.question.model;
            assert!(fails(model, instance, body, values), "{values:?} is no witness in:\n{text}");
        });
    }
}

/// All values of variables that range over atoms or sets of a sig, later variables fastest.
fn all_values(instance: &Instance, declarations: &[Declaration]) -> Vec<Values> {
    let mut all = vec![Values::new()];
    for declaration in declarations {
        let Range::Of { multiplicity, .. } = &declaration.range else { panic!("no arrows here") };
        let atoms: Vec<usize> = instance.sig(Sig::UNIVERSE).indices().collect();
        let atoms: Vec<usize> =
            atoms.into_iter().filter(|&a| instance.sig(SigId(5)).contains_index(a)).collect();
        let subsets = (0..1u32 << atoms.len())
            .filter(|set: &u32| *multiplicity == Multiplicity::Set || set.count_ones() == 1);
        let subsets: Vec<TupleSet> = subsets
            .map(|set| {
                let mut tuples = TupleSet::empty(instance.universe.len(), 1);
                let members = atoms.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                members.for_each(|(_, &atom)| tuples.insert_index(atom));
                tuples
            })
            .collect();
        for &variable in &declaration.variables {
            let with = |values: &Values| {
                let mut longer = Vec::new();
                for subset in &subsets {
                    let mut values = values.clone();
                    values.insert(variable, subset.clone());
                    longer.push(values);
                }
                longer
            };
            all = all.iter().flat_map(with).collect();
        }
    }
    all
}

/// The rank of values: a tuple that is in comes before one that is not, in the order of declaration.
fn place(declarations: &[Declaration], values: &Values) -> Vec<bool> {
    let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
    let tuples = |variable: &VariableId| {
        let value = &values[variable];
        (0..value.atoms()).map(|index| !value.contains_index(index)).collect::<Vec<_>>()
    };
    variables.flat_map(tuples).collect()
}

/// Another choice than the first one would depend on who searches, and on what was found before.
#[test]
fn they_are_the_first_ones() {
    for text in [
        "sig A { r: set A } check { all x, y: A | x in y.r => y in x.r } for 3",
        "sig A { r: set A } check { all x: A, s: set A | x in s => s.r in s } for 3",
        "sig A { r: set A } check { all s: set A, x: A | s.r = x.r => x in s } for 3",
        "sig A { r: set A } check { all s, t: set A | s.r = t => s in t } for 2",
    ] {
        each_witness(text, |problem, instance, values| {
            let (declarations, body) = assertion(&problem.question.command.goal);
            let all = all_values(instance, declarations);
            let failing = all.iter().filter(|v| fails(problem.question.model, instance, body, v));
            let first = failing.min_by_key(|values| place(declarations, values));
            assert_eq!(Some(values), first, "{text}");
        });
    }
}

/// The parts of an assertion that fail are shown, and no others.
#[test]
fn what_holds_has_no_witness() {
    let text = "sig A { r: set A }
        check { (all x: A | x in x.r) and (all y: A, z: y.r | y in z.r) } for 3";
    let [mut first, mut second, mut both] = [0; 3];
    each_witness(text, |problem, instance, values| {
        let named = |name: &str| {
            let mut variables = values.keys();
            variables.any(|&variable| problem.question.model.variables[variable].name == name)
        };
        let r = instance.field(FieldId(0));
        let reflexive = instance.sig(SigId(5)).tuples().all(|a| r.contains(&[a[0], a[0]]));
        let symmetric = r.tuples().all(|pair| r.contains(&[pair[1], pair[0]]));
        assert_eq!((named("x"), named("y"), named("z")), (!reflexive, !symmetric, !symmetric));
        match (reflexive, symmetric) {
            (false, true) => first += 1,
            (true, _) => second += 1,
            (false, false) => both += 1,
        }
    });
    assert!(first > 0 && second > 0 && both > 0, "each case has instances");
}
