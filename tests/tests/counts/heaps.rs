//! The structures of bounded-exhaustive testing, from the spec library: what Korat, UDITA and TestEra
//! report of them.

use korrel_enumerate::Classes;
use korrel_lang::model::Expect;
use korrel_tests::{Spec, library_files};

use crate::check;

fn library(file: &str, scope: &str, from: u64, counts: &[u64]) {
    check(&mut Spec::of_library(file), Classes::Isomorphism, scope, from, counts);
}

/// A001131; Korat's RedBlackTree.
#[test]
fn red_black_trees() {
    let scope = "exactly 1 Tree, exactly {n} Node, 1..{n} Int";
    library("red_black_tree.als", scope, 1, &[2, 2, 3, 8, 14, 20, 35]);
}

/// TestEra's inputs of `remove`: a tree of 5 nodes on 5 keys, and a key: 14 * 5.
#[test]
fn red_black_trees_and_a_key() {
    let mut spec = Spec::of_library("red_black_tree.als");
    let command = spec.command("remove_pre", "exactly 1 Tree, exactly 5 Node, 0..4 Int");
    assert_eq!(spec.count_command(&command, Classes::Isomorphism), 70);
}

/// Catalan's numbers, A000108; Korat's BinaryTree.
#[test]
fn binary_trees() {
    library("binary_tree.als", "exactly {n} Node", 1, &[1, 2, 5, 14, 42, 132, 429, 1430]);
}

/// Every object is reached from the root by named fields, so that no instance has a symmetry of its
/// own: n! labelled trees for each.
#[test]
fn labelled_binary_trees() {
    let spec = &mut Spec::of_library("binary_tree.als");
    check(spec, Classes::Labelled, "exactly {n} Node", 1, &[1, 2 * 2, 5 * 6, 14 * 24, 42 * 120]);
}

/// Catalan(n) * C(k, n) on k keys; UDITA, figure 13, has 490.
#[test]
fn search_trees() {
    library("search_tree.als", "exactly {n} Node, 1..{n} Int", 1, &[1, 2, 5, 14, 42]);
    library("search_tree.als", "exactly 4 Node, 1..{n} Int", 4, &[14, 14 * 5, 14 * 15, 490]);
}

/// m^n lists of n nodes over m integers; TestEra, table I, has 27.
#[test]
fn linked_lists() {
    let scope = "exactly 1 List, exactly {n} Node, 0..2 Int";
    library("singly_linked_list.als", scope, 1, &[3, 9, 27, 81, 243]);
}

/// Lists whose elements are interchangeable objects: the partitions of the positions, Bell(n), with
/// nothing out of reach. Korat's SinglyLinkedList.
#[test]
fn linked_lists_of_objects() {
    let text = "one sig List { header: Entry } sig Entry { element: Object, next: lone Entry } sig Object {}
        fact { Entry = List.header.*next  all e: Entry | e !in e.^next  Object = Entry.element }
        run {}";
    let scope = "exactly {n} Entry, {n} Object";
    check(&mut Spec::new(text), Classes::Isomorphism, scope, 1, &[1, 2, 5, 15, 52, 203]);
}

/// Korat's DoublyLinkedList, whose header is an entry like the others: Bell(n+1) - Bell(n).
#[test]
fn doubly_linked_lists() {
    let text = "one sig List { header: Entry } sig Object {}
        sig Entry { element: lone Object, next, previous: Entry }
        fact { Entry = List.header.*next  next = ~previous  Object = Entry.element
          some List.header.element }
        run {}";
    let scope = "exactly {n} Entry, {n} Object";
    check(&mut Spec::new(text), Classes::Isomorphism, scope, 1, &[1, 3, 10, 37, 151]);
}

/// Multisets, C(n+m-1, n) of n elements over m values; Korat's SortedList.
#[test]
fn sorted_lists() {
    for (n, count) in [(1, 1), (2, 3), (3, 10), (4, 35), (5, 126)] {
        let scope = format!("exactly {} Entry, 1..{n} Int", n + 1);
        library("sorted_list.als", &scope, 0, &[count]);
    }
}

/// Korat's HeapArray.
#[test]
fn heap_arrays() {
    library("heap_array.als", "0..{n} Int", 1, &[4, 15, 66, 320, 1919]);
}

/// Boards of n queens, UDITA's figure 13 (and A000170): two integers are compared by their difference.
#[test]
fn queens() {
    let text = "one sig Board { queen: Int -> one Int }
        fact { all disj i, j: Int | let a = Board.queen[i], b = Board.queen[j] |
          a != b and minus[a, b] != minus[i, j] and minus[a, b] != minus[j, i] }
        run {}";
    check(&mut Spec::new(text), Classes::Isomorphism, "1..{n} Int", 1, &[1, 0, 0, 2, 10, 4]);
}

/// The counts that the files of the library state, one size beyond the file.
#[test]
fn the_library_keeps_its_promises() {
    for file in library_files() {
        let spec = Spec::of_library(&file);
        for command in &spec.model.commands {
            if let Some(Expect::Exactly(expected)) = command.expect {
                let found = spec.count_command(command, Classes::Isomorphism);
                assert_eq!(found, expected, "{file:?} {}", command.label);
            }
        }
    }
}
