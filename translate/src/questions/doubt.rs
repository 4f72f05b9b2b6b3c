//! The question whether a class may be numbered by discovery, as clauses for a solver.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Declaration, Model, Multiplicity, Range};
use korrel_sat::{Cnf, Effort};

use crate::bounds::Bounds;
use crate::bounds::Cell;
use crate::circuit::{Bit, Circuit};
use crate::clauses::{Definitions, to_cnf};
use crate::draft::asserted::{Options, frame, said};
use crate::draft::breaking::reached::{reach, unreached, unreached_by};
use crate::draft::inputs::Inputs;
use crate::draft::untranslated::{Untranslated, check_size, explained};
use crate::encode::Part;
use crate::scope::Scopes;
use crate::symmetry::Symmetry;
use crate::symmetry::rooted::Rooted;

/// The doubt about numbering a class by discovery: that some instance leaves an atom unreached.
#[derive(Clone, Copy, Debug)]
pub struct Doubt<'r> {
    pub candidate: &'r Rooted,
    /// Said by a closure: quick to refute where the spec says so itself.
    pub by_closure: bool,
    /// Asked of this part of the spec. In [`Part::Unquantified`] the closure is opaque: inputs, the
    /// same wherever the spec speaks of it.
    pub part: Part,
}

/// A doubt as clauses: if they have no model, it is unfounded.
pub struct Doubted {
    pub cnf: Cnf,
    /// Nothing was left out: a model proves it.
    pub is_whole: bool,
}

/// `symmetry` may be any in which the class is not rooted.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn doubt_as_clauses(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
    symmetry: &Symmetry,
    doubt: Doubt<'_>,
    effort: &Effort,
) -> Result<Doubted, Untranslated> {
    let mut circuit = Circuit::within(effort);
    let bounds = &with_only_choices(command, bounds);
    let inputs = Inputs::new(bounds, symmetry, &mut circuit);
    check_size(&circuit, model, command, scopes)?;
    let options = Options { part: doubt.part, ..Options::default() };
    let mut roots = frame(model, scopes, symmetry, options, &inputs, &mut circuit);
    let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
    let is_opaque = doubt.by_closure && doubt.part == Part::Unquantified;
    let reach = doubt
        .by_closure
        .then(|| reach(doubt.candidate, bounds.universe.len(), &bit, is_opaque, &mut circuit));
    let reaches = reach.iter().filter(|_| is_opaque).cloned().collect();
    let said = said(model, command, symmetry, options, &inputs, reaches, &mut circuit)
        .map_err(|error| explained(error, &circuit, model, scopes))?;
    roots.extend(said.roots);
    // Last, when the circuit knows what the spec says: it may be settled by that.
    let doubts = match &reach {
        Some(reach) => vec![unreached_by(reach, doubt.candidate, &in_use, &mut circuit)],
        None => unreached(doubt.candidate, &bit, &in_use, &mut circuit),
    };
    if doubts.contains(&Bit::FALSE) {
        roots.clear();
    }
    roots.extend(doubts);
    check_size(&circuit, model, command, scopes)?;
    let encoding = to_cnf(&circuit, &roots, inputs.cells.len(), Definitions::OneSided);
    check_size(&circuit, model, command, scopes)?;
    Ok(Doubted { cnf: encoding.cnf, is_whole: said.is_whole && !is_opaque })
}

/// A parameter that can only be one atom is that one: `t: Tree`, where there is one tree. The search
/// would find out, but a closure from it must be seen to be the same before.
fn with_only_choices(command: &Command, bounds: &Bounds) -> Bounds {
    let is_one = |declaration: &&Declaration| {
        matches!(declaration.range, Range::Of { multiplicity: Multiplicity::One, .. })
    };
    let variables = command.parameters.iter().filter(is_one).flat_map(|d| &d.variables);
    let only = variables.filter_map(|&variable| {
        let relation = Relation::Variable(variable);
        let upper = &bounds.get(relation).upper;
        let tuple = upper.tuples().next().filter(|_| upper.len() == 1)?;
        Some(Cell { relation, tuple })
    });
    let only: Vec<Cell> = only.collect();
    bounds.tightened(only.iter().map(|cell| (cell, true)))
}
