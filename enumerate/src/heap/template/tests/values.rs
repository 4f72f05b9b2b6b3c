//! What sigs of opened modules are written as, which are no objects.

use korrel_lang::model::{Model, SigId};

use super::{compare, model};

fn sig(model: &Model, name: &str) -> SigId {
    let found = model.sigs.iter().find(|(_, sig)| sig.name == name);
    found.expect("the spec declares it").0
}

/// If this fails, `Bool` of `util/boolean` is not written as `true` and `false`, in values and in
/// keys.
#[test]
fn booleans() {
    let text = "abstract sig Bool {} one sig True, False extends Bool {}
        sig A { flag: Bool, maybe: lone Bool, by_truth: Bool -> lone A } run {} for 2 A";
    let mut model = model("inline.als", text);
    let bool = sig(&model, "Bool");
    model.sigs[bool].path = "boolean/Bool".to_owned();
    assert!(compare(&model, &model.commands[0]) > 50);
}

/// If this fails, a private helper of an opened module shows as an object.
#[test]
fn hidden_sigs() {
    let text = "sig A { any: set univ } one sig Ord { first: set A } run {} for 2 A, 0..0 Int";
    let mut model = model("inline.als", text);
    let ord = sig(&model, "Ord");
    model.sigs[ord].path = "ordering/Ord".to_owned();
    model.sigs[ord].is_private = true;
    assert!(compare(&model, &model.commands[0]) > 50);
}
