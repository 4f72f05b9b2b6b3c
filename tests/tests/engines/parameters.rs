//! Parameters of the command: part of an instance, or witnesses.

use korrel_enumerate::{Engine, Strategy};
use korrel_lang::model::FieldId;
use korrel_translate::Overflow;

use crate::agree_in;

fn agree(text: &str) {
    agree_in(text, Overflow::Forbid, false);
    agree_in(text, Overflow::Forbid, true);
}

#[test]
fn single_atoms() {
    agree("sig A { f: lone A } pred p[a: A] { some a.f } run p for 2");
    agree("sig A {} sig B { f: set A } pred p[a: A, b: B] { a in b.f } run p for 2");
    agree("sig A {} pred p[a, b, c: A] {} run p for 3");
    agree("sig A {} pred p[disj a, b: A] {} run p for 3");
}

#[test]
fn sets_and_relations() {
    agree("sig A { f: lone A } pred p[s: set A] { s.f = s } run p for 2");
    agree("sig A {} pred p[s: lone A, t: some A] { s in t } run p for 3");
    agree("sig A {} sig B {} pred p[r: A -> lone B] {} run p for 2");
    agree("sig A {} pred p[r: A one -> one A] { no iden & r } run p for 3");
    // A range may use an earlier parameter.
    agree("sig A { f: set A } pred p[a: A, b: a.f] { a != b } run p for 2");
}

#[test]
fn numbers_and_receivers() {
    agree("sig A { n: Int } pred p[a: A, k: Int] { k >= a.n } run p for 2 but 0..1 Int");
    agree("sig A { f: lone A } pred A.p[k: Int] { #this.f = k } run p for 2 but 0..2 Int");
    agree("enum E { X, Y } sig A { e: E } pred p[a: A, c: E] { a.e != c } run p for 2");
}

/// A witness of a formula is no part of an instance: two witnesses do not make two instances.
#[test]
fn witnesses_of_formulas() {
    agree("sig A { f: lone A } run { some a, b: A | a.f = b } for 2");
    agree("sig A { f: lone A } run { some a: A | all b: A | some c: A | a + b.f in c } for 2");
    agree("sig A { f: lone A } pred p[a: A] { some b: A | b.f = a } run p for 2");
}

/// The lexicographically first choice of witnesses is shown (docs/heapgraph.md),
/// whoever searches: else two engines, or two versions, show different records of one instance.
#[test]
fn witnesses_are_the_first_ones() {
    let spec = korrel_tests::Spec::new(
        "sig A { f: lone A } pred p[a: A] { some b: A | b.f = a } run p for exactly 2 A",
    );
    let command = spec.first();
    let meaning = korrel_enumerate::Meaning { ignore_parameters: true, ..Default::default() };
    let problem = spec.problem(&command, meaning);
    for engine in [Engine::Enumerator, Engine::Varisat, Engine::Brute] {
        for instance in spec.instances(&problem, Strategy { engine, ..Strategy::default() }) {
            let (f, witness) = (instance.field(FieldId(0)), &instance.variables()[0].1);
            let first = f.tuples().map(|tuple| tuple[1]).min();
            assert_eq!(witness.single(), first, "{engine:?} has another witness for {f:?}");
        }
    }
}
