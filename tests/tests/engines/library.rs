//! The spec library, at scopes that brute force can do.

use korrel_enumerate::Meaning;
use korrel_tests::{Spec, differences};

fn agree(file: &str, label: &str, scope: &str) {
    let mut spec = Spec::of_library(file);
    let command = spec.command(label, scope);
    for ignore_parameters in [false, true] {
        let meaning = Meaning { ignore_parameters, ..Meaning::default() };
        if let Some(difference) = differences(&spec, &command, meaning) {
            panic!("{file} {label} for {scope}: {difference}");
        }
    }
}

#[test]
fn binary_tree() {
    agree("binary_tree.als", "repOk", "2 Node");
    agree("binary_tree.als", "repOk", "exactly 3 Node");
}

#[test]
fn heap_array() {
    agree("heap_array.als", "repOk", "0..2 Int");
}

#[test]
fn merge_sort() {
    agree("merge_sort.als", "mergeSort_pre", "exactly 1 List, 2 Node, 0..1 Int");
    agree("merge_sort.als", "sorted_inputs", "2 List, 2 Node, 0..1 Int");
    agree("merge_sort.als", "least_first", "1 List, 2 Node, 0..1 Int");
}

#[test]
fn red_black_tree() {
    agree("red_black_tree.als", "repOk", "exactly 1 Tree, 2 Node, 1..2 Int");
    agree("red_black_tree.als", "remove_pre", "1 Tree, 1 Node, 0..1 Int");
}

#[test]
fn search_tree() {
    agree("search_tree.als", "repOk", "2 Node, 1..3 Int");
}

#[test]
fn singly_linked_list() {
    agree("singly_linked_list.als", "repOk", "2 List, 2 Node, 0..1 Int");
    agree("singly_linked_list.als", "empty_to_four", "1 List, 3 Node, 0..0 Int");
}

#[test]
fn sorted_list() {
    agree("sorted_list.als", "repOk", "2 Entry, 1..2 Int");
    agree("sorted_list.als", "repOk", "3 Entry, 1..2 Int");
}
