//! Drawings of the spec library's instances, looked at as people look at them: as text, and as boxes on paper.

mod labels;
mod library;
mod roots;

use library::for_each_drawn;

#[test]
fn each_root_is_seen_at_its_object() {
    // If this failed, a drawing would not say to which of several nodes an operation is applied.
    let drawn = for_each_drawn("text", roots::missing);
    assert!(drawn > 1_300, "only {drawn} instances are drawn");
}

#[test]
fn labels_lie_upon_nothing() {
    // If this failed, names of arrows would be unreadable, or hide the text of a box.
    let drawn = for_each_drawn("svg", labels::overlapping);
    assert!(drawn > 1_300, "only {drawn} instances are drawn");
}
