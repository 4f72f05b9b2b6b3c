//! Every instance of a few specs, to JSON and back.

use korrel_sat::Effort;

use korrel_lang::evaluate::violation;

use super::super::{Extent, Schema, abstract_heaps, instance_record, read};
use crate::testing::problem;
use crate::{Instances, Next, Problem, Strategy};

/// The number of instances of a spec that are tried.
const LIMIT: usize = 150;

/// Sequences, ordered sigs of each kind, texts, truth values, subset sigs, inheritance, helpers of
/// built-in modules as values.
const SPECS: &[&str] = &[
    "sig A { s: seq A, t: seq Int } run { some s } for 2 but 0..2 Int, 2 seq",
    "sig A { s: seq (A -> A) } run { some s } for 2 but 2 seq",
    "sig A {} pred p[q: seq A, i: set seq/Int] { q.inds in i } run p for 2 but 0..2 Int, 2 seq",
    "one sig T { f: Int -> one Int } run { some T.f } for 0..1 Int",
    "sig S in E { t: seq E } enum E { X, Y } run { some t } for 2 but 2 seq",
    "open util/ordering[V] as o sig V { up: lone V } fact { all v: V | v.up in v.nexts }
     run { some up } for exactly 3 V",
    "open util/ordering[B] as o abstract sig A {} sig B extends A { f: lone B } sig C extends A {}
     run { some f and last.f = first } for exactly 2 B, 1 C",
    "open util/ordering[A] abstract sig A { r: lone A } lone sig B extends A {} sig C extends A {}
     run { some first.r and no last.r } for 3 but exactly 2 C",
    "open util/ordering[A] as o sig A { r: lone A } one sig X extends A {} fact { X != o/first }
     run { some r } for 2..3 A",
    "open util/ordering[B] as o sig A { r: lone A } sig B extends A {} one sig X extends B {}
     run { first.r = last and lt[first, X] } for 4 A, 1..3 B",
    "open util/ordering[S] as o sig A { r: lone A } sig S in A {} run { some last.r } for 1..3 A",
    "open util/ordering[A] as oa open util/ordering[B] as ob sig A { r: lone A } sig B extends A {}
     run { oa/first = ob/last and some r } for exactly 3 A, exactly 2 B",
    "open util/ordering[A] open util/ordering[B] sig A {} sig B extends A { r: lone B } sig C extends A {}
     run { some r } for 3 A, exactly 2 B, exactly 1 C",
    "open util/ordering[A] as oa open util/ordering[S] as os sig A {} sig S in A { r: lone S }
     run { some oa/first.r and os/first != oa/first } for 3 A",
    "open util/ordering[Int] as o sig A { v: Int } run { A.v = o/first } for 2 A, 0..2 Int",
    "one sig P { low: lone A, up: A -> A } { pred/totalOrder[A, low, up] }
     open util/ordering[A] as o sig A {} run {} for 3 A",
    "enum Day { MON, TUE, WED } sig A { on: Day } fact { some on and A.on in first + last }
     run {} for 2",
    "open util/ordering[T] as o sig T { any: set univ } run { some T.any - T - Int } for 1 T, 0..0 Int",
    "open util/boolean sig A { b: Bool, n: Bool -> lone String }
     fact { A.n[True] in \"x\" + \"y\" } run {} for 2",
];

/// If this failed, what Korrel writes would not be what it reads, or an instance would violate the
/// facts once it has been read: the order of an ordered sig lost, an index without an atom.
#[test]
fn instances_survive() {
    for spec in SPECS {
        let resolved = problem(spec);
        let problem = resolved.problem();
        let schema = Schema::new(problem.question.model, problem.question.command)
            .expect("no two roots of one name");
        let effort = Effort::default();
        let mut found = Instances::new(&problem, Strategy::default(), effort).expect("it is small");
        let mut count = 0;
        while count < LIMIT
            && let Next::Instance(instance) = found.next()
        {
            let line = |instance: &_| {
                let mut line = Vec::new();
                instance_record(&mut line, &schema, problem.question.model, instance, 0, &[]);
                String::from_utf8(line).expect("JSON is UTF-8")
            };
            let written = line(&instance);
            let again = read_again(&schema, &problem, &written);
            assert_eq!(line(&again), written, "{spec}");
            let violated = violation(problem.question.model, problem.question.command, &again);
            assert!(violated.is_none(), "{spec}: {written}: {violated:?}");
            count += 1;
        }
        assert!(count > 3, "{spec} has instances");
    }
}

fn read_again(
    schema: &Schema,
    problem: &Problem<'_>,
    line: &str,
) -> korrel_lang::instance::Instance {
    let json = serde_json::from_str(line).expect("it was written");
    let heap =
        read(schema, problem.question.model, &json).unwrap_or_else(|e| panic!("{line}: {e:?}"));
    let extent = Extent::new(
        problem.question.model,
        problem.question.command,
        &problem.question.scopes,
        &[],
    );
    let instances = abstract_heaps(schema, problem.question.model, &[heap], &extent);
    instances.expect("it is small").pop().expect("one heap gives one instance")
}
