//! The stages of a translation as text, for people and for solvers.

use std::fmt::Write as _;

use korrel_lang::instance::Relation;
use korrel_lang::model::Model;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};
use korrel_lang::visible::visible;

use crate::bounds::{Bounds, Cell};
use crate::draft::{Cause, Root};
use crate::question::Question;
use crate::questions::translation::Translation;
use crate::symmetry::Symmetry;

/// Each relation with the tuples that it must and those that it may hold.
pub fn bounds(question: &Question<'_>, bounds: &Bounds) -> String {
    let mut text = String::new();
    let model = question.model;
    for relation in bounds.relations() {
        let bound = bounds.get(relation);
        let open = bound.upper.difference(&bound.lower);
        let name = name(model, relation);
        let must = tuples(bounds.universe(), model, &bound.lower);
        let may = tuples(bounds.universe(), model, &open);
        writeln!(text, "{name}\n  must {{{must}}}\n  may  {{{may}}}").expect("strings take all");
    }
    text
}

fn name(model: &Model, relation: Relation) -> String {
    match relation {
        Relation::Sig(sig) => model.sigs[sig].path.clone(),
        Relation::Field(field) => {
            let field = &model.fields[field];
            format!("{}.{}", model.sigs[field.sig].path, field.name)
        }
        Relation::Variable(variable) => model.variables[variable].name.clone(),
    }
}

fn tuples(universe: &Universe, model: &Model, tuples: &TupleSet) -> String {
    tuples.tuples().map(|t| tuple(universe, model, &t)).collect::<Vec<_>>().join(", ")
}

fn tuple(universe: &Universe, model: &Model, tuple: &[AtomId]) -> String {
    // A string may hold a line break.
    let name = |&atom: &AtomId| visible(&universe.name(model, atom)).into_owned();
    tuple.iter().map(name).collect::<Vec<_>>().join("->")
}

/// The cells that are inputs, the assertions with their reasons, and the gates.
pub fn circuit(question: &Question<'_>, translation: &Translation) -> String {
    let mut text = String::new();
    for (at, cell) in translation.cells.iter().enumerate() {
        writeln!(text, "input {} is {}", at + 1, named(question, cell)).expect("strings take all");
    }
    for Root { bit, cause } in &translation.roots {
        writeln!(text, "root {bit}: {}", because(question, *cause)).expect("strings take all");
    }
    write!(text, "{}", translation.circuit).expect("strings take all");
    text
}

fn because(question: &Question<'_>, cause: Cause) -> String {
    let model = question.model;
    match cause {
        Cause::Population => "the atoms in use come first".into(),
        Cause::Scope(sig) => format!("scope of {}", model.sigs[sig].path),
        Cause::Symmetry => "symmetry".into(),
        Cause::Fact(fact) => format!("fact {}", visible(&model.facts[fact].name)),
        Cause::Goal => "the command".into(),
        Cause::Claim => "what is asked beside the spec".into(),
    }
}

/// The formula as DIMACS. A comment tells whether its symmetry predicate excludes all but one labelling of
/// each class. Another one for each primary variable gives the variable's meaning. `broken`: the symmetry that the
/// formula breaks, if it breaks any.
pub fn dimacs(
    question: &Question<'_>,
    broken: Option<&Symmetry>,
    translation: &Translation,
) -> String {
    let predicate = match broken {
        None => "none",
        Some(symmetry) if symmetry.classes.is_empty() => "complete",
        Some(_) => "partial",
    };
    let mut comments = format!("korrel symmetry {predicate}\n");
    for (at, cell) in translation.cells.iter().enumerate() {
        writeln!(comments, "{} is {}", at + 1, named(question, cell)).expect("strings take all");
    }
    let mut text = String::new();
    korrel_sat::dimacs::write(&translation.cnf, &comments, &mut text).expect("strings take all");
    text
}

/// `Node$0->Node$1 in Node.next`.
fn named(question: &Question<'_>, cell: &Cell) -> String {
    let model = question.model;
    let atoms = tuple(question.bounds.universe(), model, &cell.tuple);
    format!("{atoms} in {}", name(model, cell.relation))
}
