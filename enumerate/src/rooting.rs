//! Which classes of atoms may be numbered by discovery: the candidates of which no instance leaves an
//! atom unreached, by one question to a solver for each.
//!
//! Recognition can therefore neither lose nor repeat an instance: a class with an atom that some
//! instance does not reach keeps the lexicographic labelling. So does one of which the question is too
//! hard; how hard is counted in conflicts, so that the same spec always has the same labelling.

use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::FieldId;
use korrel_lang::universe::AtomId;
use korrel_sat::{Enumerator, Models, Options, Projection, Step, Var};
use korrel_translate::{Rooted, candidates, classes, closed_fields, unreached_question};

use crate::problem::Problem;

/// The rooted classes of a problem whose symmetry has none yet.
///
/// # Errors
/// A construct that cannot be translated.
pub fn rooted_classes(
    problem: &Problem<'_>,
    with_parameters: bool,
) -> Result<Vec<Rooted>, Diagnostic> {
    let (model, command, bounds) = (problem.model, problem.command, &problem.bounds);
    let classes = classes(model, bounds);
    let mut excluded: Vec<Vec<AtomId>> = Vec::new();
    let mut verified: Vec<Vec<AtomId>> = Vec::new();
    loop {
        let rooted = candidates(model, command, bounds, &classes, &excluded, with_parameters);
        let unverified = rooted.iter().find(|candidate| !verified.contains(&candidate.atoms));
        let Some(candidate) = unverified else { return Ok(rooted) };
        if can_leave_unreached(problem, candidate)? {
            excluded.push(candidate.atoms.clone());
            // What was reached through the class may not be reached otherwise.
            verified.clear();
        } else {
            verified.push(candidate.atoms.clone());
        }
    }
}

/// First by the closures that the spec itself speaks of, which is quick where they say it all; then
/// in general.
fn can_leave_unreached(problem: &Problem<'_>, candidate: &Rooted) -> Result<bool, Diagnostic> {
    for fields in closed_fields(problem.model, problem.command).iter().take(CLOSURES) {
        if !is_possible(problem, candidate, Some(fields), CONFLICTS_BY_CLOSURE)? {
            return Ok(false);
        }
    }
    is_possible(problem, candidate, None, CONFLICTS)
}

/// How many of the spec's closures are tried.
const CLOSURES: usize = 3;
/// A spec that speaks of the closure answers after a few; others would not after many more.
const CONFLICTS_BY_CLOSURE: u64 = 1_000;
const CONFLICTS: u64 = 20_000;

/// Whether there may be such an instance; after so many conflicts, there may.
fn is_possible(
    problem: &Problem<'_>,
    candidate: &Rooted,
    through: Option<&[FieldId]>,
    conflicts: u64,
) -> Result<bool, Diagnostic> {
    let cnf = unreached_question(
        problem.model,
        problem.command,
        &problem.scopes,
        &problem.bounds,
        &problem.symmetry,
        candidate,
        through,
    )?;
    let others = cnf.primary() as u32..cnf.variables() as u32;
    let projection =
        Projection { witnesses: others.map(Var::new).collect(), ..Projection::primary(&cnf) };
    let options =
        Options { guide_after: Some(0), conflicts: Some(conflicts), ..Options::default() };
    let mut search = Enumerator::new(&cnf, &projection, options, Arc::default());
    Ok(search.next() != Step::Exhausted)
}
