//! The question whether a class may be numbered by discovery, as clauses.

use korrel_lang::model::{Command, Model};
use korrel_sat::Cnf;

use crate::asserted::{Options, frame, said};
use crate::bounds::Bounds;
use crate::cell::Cell;
use crate::circuit::{Bit, Circuit};
use crate::cnf::{Definitions, to_cnf};
use crate::encode::Part;
use crate::inputs::Inputs;
use crate::limit::{Untranslated, check_size, explained};
use crate::reached::{reach, unreached, unreached_by};
use crate::rooted::Rooted;
use crate::scope::Scopes;
use crate::symmetry::Symmetry;

/// The doubt about numbering a class by discovery: that some instance leaves an atom unreached.
#[derive(Clone, Copy, Debug)]
pub struct Doubt<'r> {
    pub candidate: &'r Rooted,
    /// Said by a closure: quick to refute where the spec says so itself.
    pub by_closure: bool,
    /// Asked of this part of the spec. Of the least one with no more meaning of the closure than that
    /// it is the same wherever it stands.
    pub part: Part,
}

/// Clauses of which some model shows the doubt to be justified, and whether each does: those of the
/// whole spec do. `symmetry` may be any in which the class is not rooted.
///
/// # Errors
/// As [`translate`].
pub fn doubt_as_clauses(
    model: &Model,
    command: &Command,
    scopes: &Scopes,
    bounds: &Bounds,
    symmetry: &Symmetry,
    doubt: Doubt<'_>,
) -> Result<(Cnf, bool), Untranslated> {
    let mut circuit = Circuit::within(scopes.budget.clone());
    let inputs = Inputs::new(bounds, symmetry, &mut circuit);
    let options = Options { part: doubt.part, ..Options::default() };
    let mut roots = frame(model, scopes, symmetry, options, &inputs, &mut circuit);
    let (bit, in_use) = (|cell: &Cell| inputs.cell(cell), |atom| inputs.in_use(atom));
    let is_opaque = doubt.part == Part::Unquantified;
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
    Ok((encoding.cnf, said.is_whole))
}
