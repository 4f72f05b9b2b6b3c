//! The text of sigs of opened modules, which are no objects.

use super::{compare, model};
use crate::testing::{lines, problem, strategies};

/// Compares the records of the first command. Returns the first of them.
fn first(text: &str) -> String {
    let model = model("inline.als", text);
    assert!(compare(&model, &model.commands[0]) > 50);
    lines(&problem(text).problem(), strategies()[0], None).swap_remove(0)
}

/// If this fails, `Bool` of `util/boolean` is not written as `true` and `false`, in values and in
/// keys.
#[test]
fn booleans() {
    let spec = "open util/boolean
        sig A { flag: Bool, maybe: lone Bool, by_truth: Bool -> lone A } run {} for exactly 2 A";
    let record = first(spec);
    assert!(record.contains(r#""flag":true"#) && !record.contains("Bool"), "{record}");
}

/// If this fails, a private helper of an opened module shows as an object.
#[test]
fn hidden_sigs() {
    let spec = "open util/ordering[A] as o sig A { any: set univ } run { univ = A.any } for exactly 2 A, 0..0 Int";
    let record = first(spec);
    assert!(record.contains(r#""o/Ord""#) && !record.contains("Ord$"), "{record}");
}
