//! Any instance: the one that turns up first.
//!
//! *Problem.* In the fixed order the first instance is the end of a descent, and each step of the
//! descent may be a hard refutation. A user who only wants to see one, or to know that there is
//! one, need not wait for that. *Choice.* The search begins as for a listing, since most specs show
//! an instance at once. Where it is hard the general search is asked, and its model is taken as it
//! is. It then becomes the labelling that stands for its class, so it looks as it would in a
//! listing, though its place there is not known.
//!
//! Of traces it is one of the shortest: how long they are is part of the answer, and says how far the search reaches.
//! The trace that turned up bounds the question. One solver is then asked for a trace of one state, of two, and so on,
//! by an assumption on the cell that says whether there are more. *Rejected.* To go down from the trace that turned up:
//! each step is another trace that nobody looks at, and the last one is the same refutation.

use std::sync::Arc;

use korrel_sat::{Answer, Cdcl, Effort, Solver, Statistics, Step, Var};
use korrel_translate::{OfTraces, Translation};

use super::listing::InstanceListing;
use super::strategy::Strategy;
use super::stream::Stream;
use super::witnesses::WitnessSearch;
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
    let mut cost = stream.statistics();
    if let Some(asked) = &problem.question.traces {
        match shorten(&mut values, problem, asked, &translation, effort) {
            Some(shortening) => cost = cost.plus(shortening),
            None => return InstanceListing::Stopped,
        }
    }
    let canonicity = strategy.canonicity(problem, &translation, effort);
    if canonicity.is_some_and(|canonicity| !relabel(&mut values, canonicity, &translation, effort))
    {
        return InstanceListing::Stopped;
    }
    let instance = translation.decode(problem.question.model, |var| values[var.index()]);
    InstanceListing::one(instance, translation, cost)
}

/// Makes the model of a trace that of one of the shortest. Returns the cost of that, or `None` after a stop.
fn shorten(
    values: &mut Vec<bool>,
    problem: &Problem<'_>,
    asked: &OfTraces<'_>,
    translation: &Translation,
    effort: &Effort,
) -> Option<Statistics> {
    let found = translation.decode(problem.question.model, |var| values[var.index()]);
    let longer = asked.unrolled.longer().take(asked.unrolled.length(&found) - 1);
    // Where it is no cell, the trace that was found says that there are always more.
    let cells: Vec<usize> = longer
        .filter_map(|more| translation.cells.iter().position(|cell| cell.relation == more))
        .collect();
    if cells.is_empty() {
        return Some(Statistics::default());
    }
    let mut solver = Cdcl::with_clauses(&translation.cnf, effort.clone());
    for cell in cells {
        match solver.solve(&[Var::new(cell as u32).lit(false)]) {
            Answer::Unsatisfiable => {}
            Answer::Satisfiable => {
                let value = |at| solver.value(Var::new(at as u32)) == Some(true);
                *values = (0..values.len()).map(value).collect();
                break;
            }
            Answer::Stopped => return None,
        }
    }
    Some(solver.statistics())
}

/// Makes a model that of the labelling that stands for its class. Returns false after a stop.
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
    if *values == found {
        return true;
    }
    // All other values that are read from a model must be those of this labelling.
    WitnessSearch::of(translation, effort).is_none_or(|mut search| search.complete(values))
}
