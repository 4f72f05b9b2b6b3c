//! Orders of unions and of subset sigs, and what they leave of scopes.

use korrel_enumerate::{Classes, Meaning};
use korrel_tests::{Spec, differences};

/// Each scope or command with the number of classes that Alloy finds.
fn counts(sigs: &str, commands: &[(&str, u64)]) {
    for (command, expected) in commands {
        let text = format!("{sigs}\nrun {command}");
        let spec = Spec::new(&text);
        let command = spec.first();
        assert_eq!(spec.count_command(&command, Classes::Isomorphism), *expected, "of:\n{text}");
        if let Some(difference) = differences(&spec, &command, Meaning::default()) {
            panic!("{difference}, in the spec:\n{text}");
        }
    }
}

/// Nothing has an order if it is a union: of children and the rest, of children, of several sigs.
#[test]
fn only_a_union_has_an_order_of_nothing() {
    counts("open util/ordering[B] sig B {}", &[("{} for 0", 0)]);
    counts("open util/ordering[A] sig A {} sig B extends A {}", &[("{} for 0", 1)]);
    counts("open util/ordering[A] abstract sig A {} sig B extends A {}", &[("{} for 0", 0)]);
    counts("open util/ordering[A] abstract sig A {} sig B, C extends A {}", &[("{} for 0", 1)]);
    counts(
        "open util/ordering[A] abstract sig A {} sig B extends A {} sig C extends B {}",
        &[("{} for 0", 1)],
    );
    counts(
        "open util/ordering[S] sig A, B {} sig S = A + B {}",
        &[("{} for 0", 1), ("{} for 1", 5)],
    );
    counts("open util/ordering[S] sig A {} sig S = A {}", &[("{} for 0", 0), ("{} for 2", 1)]);
}

/// An order of a subset sig whose atoms are alike makes it all that it could be, and no scope exact.
#[test]
fn a_subset_sig_of_atoms_that_are_alike_is_its_whole_upper_bound() {
    counts(
        "open util/ordering[C] sig A {} sig C in A {}",
        &[("{} for 2", 1), ("{ one C } for 2", 0)],
    );
    counts(
        "open util/ordering[S] sig A {} sig A1 extends A {} sig S in A1 {}",
        &[
            ("{} for 3 but 2 A1", 0),
            ("{} for 3 but 1 A1", 0),
            ("{} for 3 but exactly 1 A1", 3),
            ("{} for exactly 2 A, 1 A1", 0),
        ],
    );
    counts(
        "open util/ordering[S] abstract sig A {} sig X, Y extends A {} sig S in X {}",
        &[("{} for 2 but 1 X", 0)],
    );
}

#[test]
fn a_subset_sig_of_atoms_that_differ_is_any_part_of_them_in_any_order() {
    counts(
        "open util/ordering[S] sig A {} one sig X extends A {} sig S in A {}",
        &[("{} for 2", 5), ("{ one S } for 2", 3)],
    );
    counts(
        "open util/ordering[S] sig A, B {} sig S in A + B {}",
        &[("{} for 1", 6), ("{} for 2 but exactly 1 A", 13)],
    );
}

/// Without a module no scope is exact, of fields and of sigs.
#[test]
fn an_order_without_a_module_binds_likewise() {
    counts(
        "sig A {} one sig P { s: set A, f: set A, n: A -> A } { pred/totalOrder[s, f, n] }",
        &[("{} for 2", 1), ("{ one P.s } for exactly 2 A", 0)],
    );
    let own = "sig A {} sig B extends A {} one sig P { f: set A, n: A -> A }";
    counts(
        &format!("{own} {{ pred/totalOrder[B, f, n] }}"),
        &[("{} for 2", 1), ("{} for 2 but 1 B", 0)],
    );
    counts(&format!("{own} {{ pred/totalOrder[A, f, n] }}"), &[("{} for 2", 7)]);
}

/// The first one by name tells the atoms apart, so that the second one binds nothing.
#[test]
fn of_two_orders_of_the_same_atoms_the_first_binds() {
    let sigs = "sig A {} sig S in A {}";
    counts(
        &format!("open util/ordering[A] as a open util/ordering[S] as s {sigs}"),
        &[("{} for 2", 4)],
    );
    counts(
        &format!("open util/ordering[A] as z open util/ordering[S] as s {sigs}"),
        &[("{} for 2", 2)],
    );
}

/// A sum is raised by the least sizes of what it adds up: C holds the two of D, and there is one B at
/// the most.
#[test]
fn a_range_beside_a_raised_sig_in_an_ordered_sum() {
    counts(
        "open util/ordering[A] abstract sig A {} sig B, C extends A {} sig D extends C {}",
        &[
            ("{} for 0 but 0..2 B, 1 C, exactly 2 D", 4),
            ("{} for 0 but 2 B, 1 C, exactly 2 D", 3),
            ("{} for 0 but 2..2 B, 1 C, exactly 2 D", 6),
            ("{} for 0 but exactly 2 B, 1 C, exactly 2 D", 6),
        ],
    );
}

/// Beside a range a subset sig is all of what it lies in.
#[test]
fn a_range_leaves_an_ordered_sig_open() {
    counts(
        "open util/ordering[S] sig A {} sig S in A {}",
        &[("{} for 1..3 A", 3), ("{} for 0..3 A", 3)],
    );
    counts("open util/ordering[A] sig A {} sig B extends A {}", &[("{} for 0..2 A", 7)]);
    counts(
        "open util/ordering[U] sig A {} sig T in A {} sig U in A + T {}",
        &[("{} for 0..1 A", 2)],
    );
}
