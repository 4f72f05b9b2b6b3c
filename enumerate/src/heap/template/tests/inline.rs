//! Specs that have one thing each.

use super::{compare, model};

/// Compares the first command, which must have so many instances in all, canonical and labelled.
fn check(text: &str, least: u64) {
    let model = model("inline.als", text);
    let compared = compare(&model, &model.commands[0]);
    assert!(compared >= least, "only {compared} records were compared");
}

/// If this fails, `one` and `lone` fields of enums are written wrongly, or `null` is.
#[test]
fn enum_values() {
    check(
        "enum Color { RED, BLACK } sig Node { color: Color, other: lone Color } run {} for 2",
        50,
    );
}

/// If this fails, arrays are not sorted, or their commas are wrong when the first item is missing.
#[test]
fn sets() {
    check("sig Node { next: lone Node, every: set Node, most: some Node } run {} for 2", 100);
}

/// If this fails, `set univ`, in which objects, enum values and integers meet, is written wrongly.
#[test]
fn sets_of_anything() {
    check("enum E { X, Y } sig Node { any: set univ } run {} for 2 Node, 0..1 Int", 100);
}

/// If this fails, keys are not strings, or an entry's comma is wrong.
#[test]
fn maps() {
    let keys = "enum E { X, Y } sig Key {}
        one sig Map { by_key: Key -> lone Int, by_int: Int -> lone Key, by_enum: E -> one E }";
    check(&format!("{keys} run {{}} for 2 Key, 0..1 Int"), 300);
}

/// If this fails, elements are out of order, or their commas are wrong where a sequence is short.
#[test]
fn sequences() {
    check("sig A { s: seq A, t: seq Int } run {} for 1 but 0..2 Int, 3 seq", 100);
    check("sig A { s: seq (A -> A), t: seq univ } run {} for 1 but 0..1 Int, 2 seq", 50);
    check("sig A {} pred p[q: seq A, i: seq Int] {} run p for 2 but 0..2 Int, 3 seq", 500);
}

/// If this fails, tuples of binary and ternary ranges are written wrongly.
#[test]
fn relations() {
    check("sig A { pairs: A -> A } run {} for 2", 250);
    check(
        "enum E { X } sig A { triples: A -> E -> Int, mixed: (A + E) -> lone A }
        run {} for 2 A, 0..0 Int",
        100,
    );
}

/// If this fails, roots that are parameters are written wrongly.
#[test]
fn parameters() {
    check("sig A {} pred p[a: A, b: lone A, s: set A, i: Int] {} run p for 2 A, 0..1 Int", 50);
    check("sig A {} pred p[m: A -> lone Int, r: A -> A] {} run p for 2 A, 0..1 Int", 50);
}

/// Each sort may have no objects: if this fails, the commas between objects are wrong.
#[test]
fn several_sorts_of_any_size() {
    check("sig A {} sig B { a: lone A } sig C { b: set B } run {} for 2", 200);
    check("lone sig A { b: lone B } lone sig B {} run {} for 2", 8);
}

/// The second `A` is written before the first `B` and decided after it: if this fails, a record is
/// written anew from the middle of an object that is not in use.
#[test]
fn change_behind_a_missing_object() {
    check("sig A { i: Int } sig B { j: Int } run {} for 2 but 0..1 Int", 50);
}

/// If this fails, an object that is always there has no comma after one that may be missing, or
/// the end of the record is lost with the last object.
#[test]
fn fixed_objects_among_others() {
    check(
        "sig A {} one sig X { f: lone A } sig B {} one sig Y { g: Int } run {} for 2 but 0..1 Int",
        50,
    );
}

/// If this fails, objects without fields have a stray comma, or none between them.
#[test]
fn objects_without_fields() {
    check("sig A {} run {} for 0..3 A", 8);
}

/// If this fails, a record that depends on no variable is written once only, or not at all.
#[test]
fn nothing_depends_on_the_model() {
    check("sig A {} run {} for exactly 2 A", 2);
    check("sig A { a: lone A } run {} for exactly 0 A", 2);
}

/// If this fails, negative integers are written wrongly.
#[test]
fn negative_integers() {
    check("sig A { i: Int, j: lone Int } run {} for 1 but 2 Int", 40);
}

/// Types that are fixed are no obstacle: if this fails, such objects have a wrong id or wrong
/// fields, inherited ones first.
#[test]
fn fixed_children() {
    check(
        "abstract sig Side { n: lone Side } one sig L, R extends Side { k: Int }
        sig A { s: Side } run {} for 2 but 0..1 Int",
        100,
    );
    check("sig S { n: lone S } one sig First extends S { k: lone S } run {} for 3 S", 100);
}

/// If this fails, names beyond ASCII are spoilt.
#[test]
fn unicode_names() {
    check("sig Ähre { größe: lone Ähre } run {} for 2", 8);
}
