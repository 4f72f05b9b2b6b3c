//! Specs whose records are written from instances.

use super::{Case, model};

/// True if the first command has a template.
fn has_template(text: &str) -> bool {
    let model = model("inline.als", text);
    Case::new(&model, &model.commands[0], true).template().is_some()
}

/// If this fails, ids name a type that the object is not of.
#[test]
fn types_that_depend_on_the_model() {
    assert!(!has_template("sig A {} sig B extends A {} run {} for 2"));
    assert!(!has_template("abstract sig A {} sig B, C extends A {} sig D { a: A } run {} for 2"));
    assert!(!has_template("sig A {} lone sig B extends A {} run {} for 2"));
}

/// If this fails, `sets` and `relations` are missing, or fields of subset sigs.
#[test]
fn subset_sigs() {
    assert!(!has_template("sig A {} sig M in A {} run {} for 2"));
    assert!(!has_template("sig A {} sig M in A { n: Int } run {} for 2 A, 0..1 Int"));
    assert!(!has_template("enum E { X, Y } sig W in E { n: E } run {} for 2"));
}

/// If this fails, witnesses are not shown.
#[test]
fn witnesses() {
    let text = "sig A {} pred p[a: A] {} run p for 2";
    assert!(has_template(text));
    let model = model("inline.als", text);
    let case = Case::new(&model, &model.commands[0], true);
    let case = Case { schema: case.schema.clone().ignoring_parameters(), ..case };
    assert!(case.template().is_none());
}
