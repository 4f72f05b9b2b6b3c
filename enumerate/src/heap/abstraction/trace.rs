//! The states of a trace over one universe.

use korrel_lang::instance::Relation;
use korrel_lang::model::Model;
use korrel_lang::trace::Trace;

use super::super::graph::TraceGraph;
use super::super::schema::Schema;
use super::{AbstractionFailure, Extent, abstract_heaps};

/// The trace of some states. Parameters have in all of them the value that they have in the first one, whether or not
/// a state has their objects.
///
/// # Errors
/// States that are too large.
pub fn abstract_trace(
    schema: &Schema,
    model: &Model,
    trace: &TraceGraph<'_>,
    extent: &Extent,
) -> Result<Trace, AbstractionFailure> {
    let mut states = abstract_heaps(schema, model, &trace.states, extent)?;
    let (first, rest) = states.split_first_mut().expect("a trace has a state");
    for state in rest {
        for (variable, value) in first.variables() {
            state.get_mut(Relation::Variable(*variable)).clone_from(value);
        }
    }
    Ok(Trace { states, back: trace.back })
}
