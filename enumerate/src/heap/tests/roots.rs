//! The sigs that are roots, and their clashes.

use korrel_lang::model::Sig;

use super::super::{Clash, Schema};
use super::build::{Build, NOWHERE, one};

/// If this fails, a `one` sig without fields, an enum value or a helper of a built-in module is a
/// root, or one that only inherits its fields is none.
#[test]
fn one_sigs_with_fields() {
    let mut build = Build::new();
    let animal = build.top("Animal");
    build.field(animal, "legs", one(&[Sig::INT]));
    let dog = build.extend("Dog", animal);
    build.one(dog);
    let marker = build.top("Marker");
    build.one(marker);
    build.enumeration("Color", &["RED"]);
    let helper = build.top("ordering/Ord");
    build.one(helper);
    build.model.sigs[helper].is_private = true;
    build.field(helper, "First", one(&[animal]));
    let schema = Schema::new(&build.model, &build.command()).expect("one root");
    let names: Vec<&str> = schema.roots.iter().map(|root| root.name.as_str()).collect();
    assert_eq!(names, ["Dog"]);
}

/// If this fails, one of two roots of the same name is lost without a word.
#[test]
fn a_clash_is_an_error() {
    let mut build = Build::new();
    let config = build.top("Config");
    build.one(config);
    build.field(config, "size", one(&[Sig::INT]));
    build.parameter("Config", one(&[Sig::INT]));
    let clash = Schema::new(&build.model, &build.command()).expect_err("two roots named Config");
    assert_eq!(clash, Clash { name: "Config".to_owned(), first: NOWHERE, second: NOWHERE });
}
