//! Which classes of atoms may be numbered by discovery: the candidates of which no instance leaves an
//! atom unreached, by one question to a solver for each.
//!
//! Recognition can therefore neither lose nor repeat an instance: a class with an atom that some
//! instance does not reach keeps the lexicographic labelling. So does one of which the question is too
//! hard; how hard is counted in conflicts, so that the same spec always has the same labelling.

use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::universe::AtomId;
use korrel_sat::{Enumerator, Models, Options, Projection, Step, Var};
use korrel_translate::{Doubt, Rooted, candidates, classes, closed_fields, doubt_as_clauses};

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
    let mut verified: Vec<Rooted> = Vec::new();
    loop {
        let rooted = candidates(model, command, bounds, &classes, &excluded, with_parameters);
        let is_verified = |candidate: &Rooted| verified.iter().any(|v| v.atoms == candidate.atoms);
        let Some(candidate) = rooted.into_iter().find(|candidate| !is_verified(candidate)) else {
            return Ok(verified);
        };
        let atoms = candidate.atoms.clone();
        match proved(problem, candidate)? {
            Some(rooted) => verified.push(rooted),
            None => {
                excluded.push(atoms);
                // What was reached through the class may not be reached otherwise.
                verified.clear();
            }
        }
    }
}

/// The candidate, by as few rows as suffice to reach every atom; `None` if an atom can be left
/// unreached. First by the closures that the spec itself speaks of, which is quick where they say it
/// all; then in general.
fn proved(problem: &Problem<'_>, candidate: Rooted) -> Result<Option<Rooted>, Diagnostic> {
    for fields in closed_fields(problem.model, problem.command).iter().take(CLOSURES) {
        let narrowed = candidate.clone().through(fields);
        if !is_possible(problem, &narrowed, Doubt::UnreachedByClosure)? {
            return with_few_entries(problem, narrowed).map(Some);
        }
    }
    let is_left = is_possible(problem, &candidate, Doubt::Unreached)?;
    Ok((!is_left).then_some(candidate))
}

/// How many of the spec's closures are tried.
const CLOSURES: usize = 3;
/// A spec that speaks of the closure answers after a few; others would not after many more.
const CONFLICTS_BY_CLOSURE: u64 = 1_000;
const CONFLICTS: u64 = 20_000;

/// Without those pointers from outside that are not needed: a list's `tail`, when `head` leads to all.
fn with_few_entries(problem: &Problem<'_>, rooted: Rooted) -> Result<Rooted, Diagnostic> {
    let mut kept = rooted;
    for relation in kept.entries().into_iter().rev() {
        let fewer = kept.without_entry(relation);
        let leads_in = !fewer.entries().is_empty();
        if leads_in && !is_possible(problem, &fewer, Doubt::UnreachedByClosure)? {
            kept = fewer;
        }
    }
    Ok(kept)
}

/// Whether there may be such an instance; after as many conflicts as it may cost, there may.
fn is_possible(
    problem: &Problem<'_>,
    candidate: &Rooted,
    doubt: Doubt,
) -> Result<bool, Diagnostic> {
    let cnf = doubt_as_clauses(
        problem.model,
        problem.command,
        &problem.scopes,
        &problem.bounds,
        &problem.symmetry,
        candidate,
        doubt,
    )?;
    let conflicts = match doubt {
        Doubt::Unreached => CONFLICTS,
        Doubt::UnreachedByClosure => CONFLICTS_BY_CLOSURE,
    };
    let others = cnf.primary() as u32..cnf.variables() as u32;
    let projection =
        Projection { witnesses: others.map(Var::new).collect(), ..Projection::primary(&cnf) };
    let options =
        Options { guide_after: Some(0), conflicts: Some(conflicts), ..Options::default() };
    let mut search = Enumerator::new(&cnf, &projection, options, Arc::default());
    Ok(search.next() != Step::Exhausted)
}
