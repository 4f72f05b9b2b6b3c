//! Records written straight from a model's variables.
//!
//! *Problem.* The slow path builds an instance, then a heap, then the line. These are hundreds of
//! small allocations for two hundred bytes, most of which the next line repeats. The enumerator
//! finds models faster than that.
//!
//! *Choice.* For most specs the bounds tell everything that can ever stand in a line: each cell is
//! a fragment of JSON that is there or not. So a template is made once for a command: a list of
//! steps, each a piece that depends on some variables (one value out of several, the items of a
//! list, the beginning of an object) and the fixed text after it. All fragments are rendered then.
//! A record is copied together, and nothing but its id is formatted. Models come in lexicographic
//! order, so neighbours share a prefix of the variables: the last record is kept, with the place
//! where each step began, and written anew only from the first step that may have changed. Heap
//! arrays of 8: 52 ns for a line of 190 bytes, 182 ns if nothing is known to be unchanged.
//!
//! *Rejected.* Templates for objects whose type is part of the model. An id such as `Dir$0` or
//! `File$0` is in every reference to it, so the choices multiply. Such specs take the slow path.
//! That stays the definition of the format: the tests hold each record against it. To remember
//! which variable of a step was true and skip the steps after the first changed one too: trees,
//! where each node's fields may change with the last node, now take 100 to 250 ns a line, and
//! microseconds to find.

mod atoms;
mod build;
mod step;
#[cfg(test)]
mod tests;
mod tuples;

use korrel_lang::model::Model;
use korrel_translate::Translation;

use super::schema::Schema;
use build::steps;
use step::TextSegment;
pub use step::{ModelValues, ValueBits};

/// A way to write the record of a model without building an instance.
///
/// Invariant: `starts` is as long as `steps`, and `body` is empty or what the steps gave for the
/// last model.
#[derive(Clone, Debug)]
pub struct Template {
    steps: Vec<TextSegment>,
    /// The text after the id in the last record, with the line break.
    body: Vec<u8>,
    /// With how many bytes of the record before it that one begins.
    kept: usize,
    /// The index in `body` where each step begins. Steps in an object that is left out have no
    /// place.
    starts: Vec<usize>,
    /// The first step that may have changed, for each number of positions that have not.
    first_changed: Vec<usize>,
}

impl Template {
    /// The template of a command's records.
    ///
    /// `None` where an object's id or type depends on the model (sigs with children that are not
    /// fixed atoms, subset sigs), and where witnesses are shown: then records are written from
    /// instances.
    pub fn new(schema: &Schema, model: &Model, translation: &Translation) -> Option<Template> {
        let steps = steps(schema, model, translation)?;
        let first_changed = first_changed(&steps, translation);
        Some(Template {
            starts: vec![0; steps.len()],
            steps,
            body: Vec::new(),
            kept: 0,
            first_changed,
        })
    }

    /// Writes the body of the model whose primary variables have these values. `unchanged`: how many leading positions
    /// of the projection's order have the same values as in the last call, or 0 if that is not known.
    ///
    /// # Panics
    /// If `unchanged` is more than the order has positions.
    #[inline]
    pub fn write(&mut self, unchanged: usize, values: impl ModelValues) {
        let from = if self.body.is_empty() { 0 } else { self.first_changed[unchanged] };
        self.rewrite(from, &values);
    }

    /// The text after the id in the record of the last model, with the line break: byte for byte
    /// the same as `record_body` writes.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// With how many bytes of the body before it the last one begins, at least.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Writes the body anew from a step on. The text before it is right.
    fn rewrite(&mut self, from: usize, values: &impl ModelValues) {
        let mut at = self.outside_unused(from, values);
        self.kept = self.starts.get(at).copied().unwrap_or(self.body.len());
        let Some(&start) = self.starts.get(at) else { return };
        self.body.truncate(start);
        while let Some(step) = self.steps.get(at) {
            self.starts[at] = self.body.len();
            at = step.write(at, &mut self.body, values);
        }
        self.body.push(b'\n');
    }

    /// The step itself, or the first one after its object if that is left out, as it was before:
    /// the step that begins the object has not changed.
    fn outside_unused(&self, at: usize, values: &impl ModelValues) -> usize {
        let object = self.steps.get(at).and_then(|step| step.object);
        object.and_then(|object| self.steps[object].skip(values)).unwrap_or(at)
    }
}

/// The first step whose variables are not all among so many leading positions of the order, or the
/// number of steps if there is none.
fn first_changed(steps: &[TextSegment], translation: &Translation) -> Vec<usize> {
    let order = &translation.projection.order;
    let mut position = vec![0; translation.cells.len()];
    for (at, lit) in order.iter().enumerate() {
        if let Some(place) = position.get_mut(lit.var().index()) {
            *place = at;
        }
    }
    let mut first = Vec::with_capacity(order.len() + 1);
    for (at, step) in steps.iter().enumerate() {
        let last = step.variables().map(|var| position[var.index()]).max();
        // One more than the last position: if all positions before it are unchanged, so is the step.
        let settled = last.map_or(0, |last| last + 1);
        first.resize(settled.max(first.len()), at);
    }
    first.resize(order.len() + 1, steps.len());
    first
}
