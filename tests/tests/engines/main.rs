//! One conformance suite for every engine: the enumerator and varisat find what brute force finds, in
//! the same order, with the static symmetry-breaking predicate and without it, one of each class and
//! all labelled ones; and the evaluator accepts each.
//!
//! A difference is a bug in the translation of the construct that the spec is about (an instance of
//! labelled ones is missed or too much), in the symmetry (only among classes), or in the order.

mod called;
mod comparisons;
mod completions;
mod counting;
mod expressions;
mod faults;
mod fields;
mod formulas;
mod higher_order;
mod integers;
mod library;
mod orders;
mod parameters;
mod promises;
mod sigs;
mod witnesses;

use korrel_enumerate::Meaning;
use korrel_tests::{Spec, differences, open_cells};
use korrel_translate::Overflow;

/// Brute force can try so many cells in a fraction of a second; a scope that is larger is a mistake here.
const MOST_CELLS: usize = 20;

fn agree(text: &str) {
    agree_in(text, Overflow::Forbid, false);
}

fn agree_in(text: &str, overflow: Overflow, ignore_parameters: bool) {
    let spec = Spec::new(text);
    let command = spec.first();
    let meaning = Meaning { overflow, ignore_parameters };
    let cells = open_cells(&spec.problem(&command, meaning));
    assert!(cells <= MOST_CELLS, "{cells} cells are too many for brute force in:\n{text}");
    if let Some(difference) = differences(&spec, &command, meaning) {
        panic!("{difference}\noverflow: {overflow:?}, in the spec:\n{text}");
    }
}

/// In all three arithmetics; `{ints}` in the text is the scope of `Int`.
fn agree_in_every_arithmetic(text: &str) {
    for ints in ["0..2 Int", "-2..1 Int"] {
        agree(&text.replace("{ints}", ints));
    }
    for overflow in [Overflow::Forbid, Overflow::Wrap] {
        agree_in(&text.replace("{ints}", "2 Int"), overflow, false);
    }
}
