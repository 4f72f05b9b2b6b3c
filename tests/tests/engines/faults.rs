//! `Problem::fault`, which `--verify` and every test here rely on, refuses what is no instance. If
//! these failed, verification would accept anything.

use korrel_enumerate::{Meaning, Strategy};
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::FieldId;
use korrel_tests::Spec;

const SPEC: &str = "sig A { f: one A } fact noLoop { all a: A | a.f != a } run { #A = 2 } for 3";

/// The fault that is found in the spec's first instance after a change to it.
fn fault_after(change: impl Fn(&mut Instance)) -> Option<String> {
    let spec = Spec::new(SPEC);
    let command = spec.first();
    let problem = spec.problem(&command, Meaning::default());
    let mut instance = spec.instances(&problem, Strategy::default()).remove(0);
    change(&mut instance);
    instance.close_universe(problem.question.model);
    problem.fault(&instance)
}

fn field(instance: &mut Instance) -> &mut korrel_lang::tuples::TupleSet {
    instance.get_mut(Relation::Field(FieldId(0)))
}

#[test]
fn an_instance_has_no_fault() {
    assert_eq!(fault_after(|_| {}), None);
}

#[test]
fn a_violated_declaration_is_named() {
    let fault = fault_after(|instance| {
        let first = field(instance).tuples().next().expect("the field holds two tuples");
        field(instance).remove(&first);
    });
    assert!(fault.expect("an atom has no value").contains("field A.f"));
}

#[test]
fn a_violated_fact_is_named() {
    let fault = fault_after(|instance| {
        let first = field(instance).tuples().next().expect("the field holds two tuples");
        field(instance).remove(&first);
        field(instance).insert(&[first[0], first[0]]);
    });
    assert!(fault.expect("an atom points to itself").contains("noLoop"));
}

#[test]
fn a_population_with_a_gap_is_refused() {
    let fault = fault_after(|instance| {
        let last = instance.relations.sigs().ids().next_back().expect("there are sigs");
        let sig = instance.get_mut(Relation::Sig(last));
        let first = sig.tuples().next().expect("two atoms are in use");
        sig.remove(&first);
    });
    assert!(fault.expect("the second atom is in use alone").contains("first of their sig"));
}
