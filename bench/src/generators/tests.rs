//! The generators write what Korrel writes.

use std::collections::BTreeSet;

use korrel_enumerate::heap::{Schema, instance_record};
use korrel_enumerate::{Meaning, Strategy};
use korrel_tests::Spec;

use super::Structure;
use super::output::{InstanceCounter, NumberedLines};
use crate::cases;

/// If a body differed, the two programs would not do the same work, and the ratio of their times
/// would say nothing.
fn agree(spec: &mut Spec, scope: &str, structure: Structure, size: usize, values: usize) {
    let (ours, theirs) = (generated(structure, size, values), found(spec, scope));
    assert_eq!(bodies(&ours), bodies(&theirs), "{structure:?} {size} {values}");
}

/// The lines without their numbers, each once.
fn bodies(lines: &str) -> BTreeSet<&str> {
    let mut bodies = BTreeSet::new();
    for (id, line) in lines.lines().enumerate() {
        let numbered = format!("{{\"kind\":\"instance\",\"id\":{id},");
        let body = line.strip_prefix(&numbered).expect("lines are numbered from 0");
        assert!(bodies.insert(body), "twice: {body}");
    }
    bodies
}

fn generated(structure: Structure, size: usize, values: usize) -> String {
    let mut lines = NumberedLines::new(Vec::new());
    structure.generate(size, values, &mut lines).expect("a vector takes all");
    let bytes = lines.finish().expect("a vector takes all");
    String::from_utf8(bytes).expect("generators write ASCII")
}

/// As `korrel find --bare` prints them.
fn found(spec: &mut Spec, scope: &str) -> String {
    let command = spec.with_scope(spec.first(), scope);
    let problem = spec.problem(&command, Meaning::default());
    let schema = Schema::new(&spec.model, &command).expect("no two roots share a name");
    let mut bytes = Vec::new();
    for (id, instance) in spec.instances(&problem, Strategy::default()).iter().enumerate() {
        let roots = instance.variables();
        instance_record(&mut bytes, &schema, &spec.model, instance, id as u64, roots);
        bytes.push(b'\n');
    }
    String::from_utf8(bytes).expect("records are UTF-8")
}

#[test]
fn heap_arrays() {
    let spec = &mut Spec::of_library("heap_array.als");
    for capacity in 0..=4 {
        agree(spec, &format!("0..{capacity} Int"), Structure::HeapArray, capacity, capacity);
    }
}

#[test]
fn lists() {
    let spec = &mut Spec::new(include_str!("../../specs/list.als"));
    for nodes in 0..=5 {
        agree(spec, &format!("exactly {nodes} Node, 0..2 Int"), Structure::List, nodes, 3);
    }
}

/// Both middles: of an even and of an odd number of elements.
#[test]
fn sorted_lists() {
    let spec = &mut Spec::of_library("sorted_list.als");
    for elements in 0..=6 {
        let scope = format!("exactly {} Entry, 1..4 Int", elements + 1);
        agree(spec, &scope, Structure::SortedList, elements, 4);
    }
}

#[test]
fn binary_trees() {
    let spec = &mut Spec::of_library("binary_tree.als");
    for nodes in 0..=7 {
        agree(spec, &format!("exactly {nodes} Node"), Structure::BinaryTree, nodes, nodes);
    }
}

/// On too few keys, on just enough, and on more.
#[test]
fn search_trees() {
    let spec = &mut Spec::of_library("search_tree.als");
    for nodes in 0..=5 {
        for keys in [3, 5, 7] {
            let scope = format!("exactly {nodes} Node, 1..{keys} Int");
            agree(spec, &scope, Structure::SearchTree, nodes, keys);
        }
    }
}

#[test]
fn red_black_trees() {
    let spec = &mut Spec::of_library("red_black_tree.als");
    for nodes in 1..=7 {
        let scope = format!("exactly 1 Tree, exactly {nodes} Node, 1..{nodes} Int");
        agree(spec, &scope, Structure::RedBlackTree, nodes, nodes);
    }
}

/// At the sizes that are measured: an instance lost only there would flatter the generator, and a
/// wrong number in the table would blame Korrel.
#[test]
fn known_counts() {
    for case in cases::all() {
        if let Some((structure, size, values)) = case.generator {
            let mut count = InstanceCounter::default();
            structure.generate(size, values, &mut count).expect("counting cannot fail");
            assert_eq!(count.instances, case.known, "{}", case.title());
        }
    }
}
