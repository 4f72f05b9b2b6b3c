//! The states before and after an operation, and what it returned, over one universe.

use korrel_lang::instance::Instance;
use korrel_lang::model::{Model, VariableId};

use super::super::graph::{HeapGraph, HeapValue, Object};
use super::super::schema::Schema;
use super::atoms::number_objects;
use super::{Abstraction, AbstractionFailure, Extent};
use korrel_lang::tuples::TupleSet;

/// The value that an operation returned, and the variable that stands for it.
#[derive(Clone, Debug)]
pub struct ReturnedValue<'a> {
    pub variable: VariableId,
    pub arity: usize,
    pub value: HeapValue<'a>,
    /// The objects that the references in it are indices into.
    pub objects: Vec<Object<'a>>,
}

/// An instance for each of two states. The variable of the returned value has a value in both.
///
/// # Errors
/// Heaps that do not fit together, or are too large.
pub fn abstract_states(
    schema: &Schema,
    model: &Model,
    states: &[HeapGraph<'_>; 2],
    returned: Option<ReturnedValue<'_>>,
    extent: &Extent,
) -> Result<[Instance; 2], AbstractionFailure> {
    let mut variable = None;
    // A heap without fields, whose root is the returned value.
    let third = returned.map(|ReturnedValue { variable: id, arity, value, objects }| {
        variable = Some((id, arity));
        HeapGraph { roots: vec![("result", value)], objects, ..HeapGraph::default() }
    });
    let heaps: Vec<&HeapGraph<'_>> = states.iter().chain(&third).collect();
    let objects = number_objects(model, &heaps).map_err(AbstractionFailure::Misfit)?;
    let ground = extent.ground(model, &heaps, &objects).map_err(AbstractionFailure::TooLarge)?;
    let of = |at: usize| Abstraction::new(schema, model, heaps[at], &objects.places[at], &ground);
    let mut states = [of(0).instance(), of(1).instance()];
    if let Some((id, arity)) = variable {
        let mut tuples = TupleSet::empty(ground.universe.len(), arity);
        of(2).add(&mut tuples, &[], &heaps[2].roots[0].1);
        states.iter_mut().for_each(|state| state.relations.declare(id, tuples.clone()));
    }
    Ok(states)
}
