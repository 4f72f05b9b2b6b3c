//! Any instance: the one that turns up first.
//!
//! *Problem.* The first instance in the one order is the end of a descent, each step of which may
//! be a hard refutation. A user who only wants to see one, or to know that there is one, need not
//! wait for that. *Choice.* The search begins as for a listing, since most specs show an instance
//! at once; where it is hard the general search is asked, and its model is taken as it is. It then
//! becomes the labelling that stands for its class, so it looks as it would in a listing, though
//! its place there is not known.

use std::sync::Arc;

use korrel_sat::{Answer, Cdcl, Effort, Lit, Solver, Step, Var};
use korrel_translate::Translation;

use super::listing::InstanceListing;
use super::strategy::Strategy;
use super::stream::Stream;
use crate::canonical::Canonicity;
use crate::problem::Problem;

/// The first instance of a stream that takes any.
pub(super) fn any(
    problem: &Problem<'_>,
    strategy: Strategy,
    mut stream: Stream<'_>,
    effort: &Effort,
) -> InstanceListing {
    match stream.advance() {
        Step::Model => {}
        Step::Exhausted => return InstanceListing::Refuted(stream.statistics()),
        Step::Stopped => return InstanceListing::Stopped,
    }
    let translation = Arc::clone(stream.walk().translation());
    let variables = (0..translation.cnf.variables() as u32).map(Var::new);
    let mut values: Vec<bool> = variables.map(|var| stream.walk().value(var)).collect();
    let canonicity = strategy.canonicity(problem, &translation, effort);
    if canonicity.is_some_and(|canonicity| !relabel(&mut values, canonicity, &translation, effort))
    {
        return InstanceListing::Stopped;
    }
    let instance = translation.decode(problem.question.model, |var| values[var.index()]);
    InstanceListing::one(instance, translation, stream.statistics())
}

/// Makes a model that of the labelling that stands for its class; false after a stop.
fn relabel(
    values: &mut Vec<bool>,
    mut canonicity: Canonicity,
    translation: &Translation,
    effort: &Effort,
) -> bool {
    let found = values.clone();
    if !canonicity.make_canonical(values) {
        return false;
    }
    if *values == found || !translation.has_witnesses() {
        return true;
    }
    // All other values that are read from a model are to be those of this labelling.
    let mut solver = Cdcl::with_clauses(&translation.cnf, effort.clone());
    let primary = (0..translation.cells.len() as u32).map(Var::new);
    let same: Vec<Lit> = primary.map(|var| var.lit(values[var.index()])).collect();
    match solver.solve(&same) {
        Answer::Satisfiable => {}
        Answer::Unsatisfiable => panic!("each labelling of an instance is one"),
        Answer::Stopped => return false,
    }
    let value = |at| solver.value(Var::new(at as u32)) == Some(true);
    *values = (0..values.len()).map(value).collect();
    true
}
