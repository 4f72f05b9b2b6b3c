//! The translation's stages, as text.

use std::fmt::Write as _;

use korrel_enumerate::Problem;
use korrel_lang::instance::Relation;
use korrel_lang::model::Model;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};
use korrel_lang::visible::visible;
use korrel_translate::{Bounds, Cause, Cell, Root, Translation};

use crate::flags::SymmetryFlag;

/// Each relation with the tuples that it must and those that it may hold.
pub fn bounds(problem: &Problem<'_>, bounds: &Bounds) -> String {
    let mut text = String::new();
    let model = problem.question.model;
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
pub fn circuit(problem: &Problem<'_>, translation: &Translation) -> String {
    let mut text = String::new();
    for (at, cell) in translation.cells.iter().enumerate() {
        writeln!(text, "input {} is {}", at + 1, named(problem, cell)).expect("strings take all");
    }
    for Root { bit, cause } in &translation.roots {
        writeln!(text, "root {bit}: {}", because(problem, *cause)).expect("strings take all");
    }
    write!(text, "{}", translation.circuit).expect("strings take all");
    text
}

fn because(problem: &Problem<'_>, cause: Cause) -> String {
    let model = problem.question.model;
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
/// each class; another one for each primary variable gives the variable's meaning.
pub fn dimacs(problem: &Problem<'_>, translation: &Translation, symmetry: SymmetryFlag) -> String {
    let predicate = match symmetry {
        SymmetryFlag::None => "none",
        SymmetryFlag::Full if problem.symmetry.classes.is_empty() => "complete",
        SymmetryFlag::Full => "partial",
    };
    let mut comments = format!("korrel symmetry {predicate}\n");
    for (at, cell) in translation.cells.iter().enumerate() {
        writeln!(comments, "{} is {}", at + 1, named(problem, cell)).expect("strings take all");
    }
    let mut text = String::new();
    korrel_sat::dimacs::write(&translation.cnf, &comments, &mut text).expect("strings take all");
    text
}

/// `Node$0->Node$1 in Node.next`.
fn named(problem: &Problem<'_>, cell: &Cell) -> String {
    let model = problem.question.model;
    let atoms = tuple(problem.question.bounds.universe(), model, &cell.tuple);
    format!("{atoms} in {}", name(model, cell.relation))
}
