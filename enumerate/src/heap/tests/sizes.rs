//! How many atoms there may be, and which integers are among them.

use korrel_lang::model::Sig;
use serde_json::json;

use super::super::{Extent, Schema, abstract_heaps, read};
use crate::testing::problem;

/// A list of so many objects, in a spec with ten binary fields and a ternary one.
fn errors(objects: usize, heaps: usize) -> Option<String> {
    let names: Vec<String> = (0..10).map(|at| format!("f{at}")).collect();
    let spec = format!("sig N {{ {}: lone N, t: N -> N }} run {{}}", names.join(", "));
    let resolved = problem(&spec);
    let model = resolved.model();
    let schema = Schema::new(model, &model.commands[0]).expect("no two roots of one name");
    let mut object = json!({ "$type": "N", "t": [] });
    names.iter().for_each(|name| object[name] = json!(null));
    let objects: serde_json::Map<_, _> =
        (0..objects).map(|at| (format!("N${at}"), object.clone())).collect();
    let json = json!({ "objects": objects });
    let heaps: Vec<_> = (0..heaps).map(|_| read(&schema, model, &json).expect("it fits")).collect();
    let abstracted = abstract_heaps(&schema, model, &heaps, &Extent::default());
    abstracted.err().map(|errors| errors[0].message.clone())
}

/// If this failed, many relations that fit into memory one by one would take all of it together.
#[test]
fn all_relations_together_are_bounded() {
    assert_eq!(errors(300, 2), None);
    let message = errors(600, 8).expect("eight times 216 million bits");
    assert!(message.contains("600 objects and constants"), "{message}");
    assert!(errors(2_000, 1).is_some());
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
    let hashes = &instances[0].fields[0];
    let found: Vec<i64> = hashes.tuples().filter_map(|tuple| universe.number(tuple[1])).collect();
    assert_eq!(found, numbers);
}
