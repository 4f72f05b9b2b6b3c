//! The number of atoms that are allowed, and the integers among them.

use korrel_lang::model::{FieldId, Sig};
use serde_json::json;

use super::super::{AbstractionFailure, Extent, Schema, abstract_heaps, read};
use crate::testing::problem;

/// If this failed, heaps of a few thousand objects could not be judged: relations take as much memory as
/// they have tuples.
#[test]
fn many_objects_fit() {
    let resolved = problem("sig N { f, g: lone N, t: N -> N } run {}");
    let model = resolved.model();
    let schema = Schema::new(model, &model.commands[0]).expect("no two roots of one name");
    let heap = |objects: usize| {
        let next = |at: usize| format!("N${}", (at + 1) % objects);
        let object =
            |at| json!({ "$type": "N", "f": next(at), "g": null, "t": [[next(at), "N$0"]] });
        let objects = (0..objects).map(|at| (format!("N${at}"), object(at)));
        json!({ "objects": objects.collect::<serde_json::Map<_, _>>() })
    };
    let json = heap(20_000);
    let heap = read(&schema, model, &json).expect("it fits");
    let instances = abstract_heaps(&schema, model, std::slice::from_ref(&heap), &Extent::default());
    assert_eq!(instances.expect("three relations of 20,000 tuples").len(), 1);
    let wide = Extent { widest: 5, ..Extent::default() };
    let refused =
        abstract_heaps(&schema, model, &[heap], &wide).expect_err("20,000 to the fifth power");
    assert!(matches!(&refused, AbstractionFailure::TooLarge(what) if what.contains("5 columns")));
}

/// If this failed, a program that answers with a hash or a time stamp could not be judged at all, or
/// would take all our memory.
#[test]
fn numbers_far_apart_are_as_many_as_they_are() {
    let resolved = problem("sig N { hash: Int } run {} for 2 but 0..3 Int");
    let model = resolved.model();
    let schema = Schema::new(model, &model.commands[0]).expect("no two roots of one name");
    let numbers = [i64::MIN, -1, 2, 1_700_000_000_000, i64::MAX];
    let object = |number: &i64| json!({ "$type": "N", "hash": number });
    let objects: serde_json::Map<_, _> =
        (0..).zip(&numbers).map(|(at, number)| (format!("N${at}"), object(number))).collect();
    let json = json!({ "objects": objects });
    let heap = read(&schema, model, &json).expect("it fits its types");
    let extent = Extent { integers: Some((0, 3)), numbers: vec![9, 2], ..Extent::default() };
    let instances = abstract_heaps(&schema, model, &[heap], &extent).expect("they are few");
    let universe = &instances[0].universe;
    let integers = universe.block(Sig::INT).map(korrel_lang::universe::AtomId);
    let integers: Vec<i64> = integers.filter_map(|atom| universe.number(atom)).collect();
    assert_eq!(integers, [i64::MIN, -1, 0, 1, 2, 3, 9, 1_700_000_000_000, i64::MAX]);
    let hashes = instances[0].field(FieldId(0));
    let found: Vec<i64> = hashes.tuples().filter_map(|tuple| universe.number(tuple[1])).collect();
    assert_eq!(found, numbers);
}
