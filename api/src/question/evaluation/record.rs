//! The instances that records stand for, with all that Alloy shows of them.

use korrel_enumerate::heap::{
    Extent, HeapError, Schema, TraceStates, abstract_heaps, abstract_trace, atom_values, read,
};
use korrel_lang::arena::Id;
use korrel_lang::instance::{Instance, Relation, Witness};
use korrel_lang::model::{Command, Model};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::trace::Trace;
use korrel_lang::universe::AtomId;
use korrel_translate::{Overflow, Scopes};
use serde_json::Value as Json;

/// The reader of a command's records.
#[derive(Clone, Debug)]
pub struct RecordInstances {
    model: Model,
    schema: Schema,
    extent: Extent,
}

/// An instance, and the values beside it.
#[derive(Clone, Debug)]
pub struct RecordInstance {
    pub instance: Instance,
    /// The parameters, then the witnesses that the record names.
    pub witnesses: Vec<Witness>,
}

/// A trace, and the values beside it, which it has in all states.
#[derive(Clone, Debug)]
pub struct RecordTrace {
    pub trace: Trace,
    pub witnesses: Vec<Witness>,
}

impl RecordInstances {
    /// `schema`: that of the records.
    ///
    /// # Errors
    /// A scope that cannot be.
    pub fn new(
        spec: &Spec,
        command: &Command,
        schema: Schema,
    ) -> Result<RecordInstances, Mistakes> {
        let scopes = Scopes::new(&spec.model, command, Overflow::Forbid);
        let scopes = scopes.map_err(|diagnostic| spec.mistake(diagnostic))?;
        let extent = Extent::new(&spec.model, command, &scopes, &[]);
        Ok(RecordInstances { model: spec.model.clone(), schema, extent })
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The least and the greatest integer of the scope.
    pub fn integers(&self) -> (i64, i64) {
        self.extent.integers.unwrap_or((0, -1))
    }

    /// The length of the longest sequence.
    pub fn max_sequence(&self) -> u32 {
        self.extent.max_sequence
    }

    /// True if a relation is a root of the heaps.
    pub fn has_root(&self, relation: Relation) -> bool {
        self.schema.roots.iter().any(|root| root.relation == relation)
    }

    /// The instance of a record.
    ///
    /// # Errors
    /// Why the record is no instance of the command.
    pub fn instance(&self, record: &Json) -> Result<RecordInstance, String> {
        let heap =
            read(&self.schema, &self.model, record).map_err(|errors| errors[0].to_string())?;
        let heaps = [heap];
        let instances = abstract_heaps(&self.schema, &self.model, &heaps, &self.extent);
        let mut instances = instances.map_err(|_| "the instance is too large".to_owned())?;
        let instance = instances.remove(0);
        let atoms = atom_values(&self.schema, &self.model, &heaps, &instance.universe);
        Ok(RecordInstance { witnesses: self.witnesses(&instance, record, &atoms), instance })
    }

    /// The trace of a record, or `None` if it is one of a single state.
    ///
    /// # Errors
    /// Why the record is no trace of the command.
    pub fn trace(&self, record: &Json) -> Option<Result<RecordTrace, String>> {
        let states = TraceStates::of(record)?;
        Some(self.trace_of(states, record))
    }

    fn trace_of(
        &self,
        states: Result<TraceStates<'_>, Vec<HeapError>>,
        record: &Json,
    ) -> Result<RecordTrace, String> {
        let first = |errors: Vec<HeapError>| errors[0].to_string();
        let states = states.map_err(first)?;
        let graph = states.read(&self.schema, &self.model).map_err(first)?;
        let trace = abstract_trace(&self.schema, &self.model, &graph, &self.extent);
        let trace = trace.map_err(|_| "the trace is too large".to_owned())?;
        let universe = &trace.states[0].universe;
        let atoms = atom_values(&self.schema, &self.model, &graph.states, universe);
        Ok(RecordTrace { witnesses: self.witnesses(&trace.states[0], record, &atoms), trace })
    }

    fn witnesses(&self, instance: &Instance, record: &Json, atoms: &[Json]) -> Vec<Witness> {
        let parameters = instance.variables().iter().map(|(variable, tuples)| {
            let declared = &self.model.variables[*variable];
            Witness {
                name: declared.name.clone(),
                tuples: tuples.tuples().collect(),
                ty: declared.ty.clone(),
            }
        });
        let shown = self.schema.witnesses.iter().filter_map(|member| {
            let Relation::Variable(variable) = member.relation else { return None };
            let value = record["witness"].get(&member.name)?;
            let tuples = tuples(value, member.shape.arity(), atoms)?;
            let ty = self.model.variables.iter().find(|(id, _)| *id == variable);
            let ty = ty.map(|(_, variable)| variable.ty.clone()).unwrap_or_default();
            Some(Witness { name: member.name.clone(), tuples, ty })
        });
        parameters.chain(shown).collect()
    }
}

/// The tuples that a witness's value stands for.
fn tuples(value: &Json, arity: usize, atoms: &[Json]) -> Option<Vec<Vec<AtomId>>> {
    let atom = |scalar: &Json| Some(AtomId::from_index(atoms.iter().position(|a| a == scalar)?));
    match value {
        Json::Null => Some(Vec::new()),
        Json::Array(items) if arity == 1 => {
            items.iter().map(|item| Some(vec![atom(item)?])).collect()
        }
        Json::Array(items) => {
            let row = |row: &Json| row.as_array()?.iter().map(atom).collect();
            items.iter().map(row).collect()
        }
        Json::Object(entries) => {
            let key = |key: &String| {
                let number = key.parse::<i64>().ok().and_then(|number| atom(&number.into()));
                atom(&Json::String(key.clone())).or(number)
            };
            entries.iter().map(|(k, value)| Some(vec![key(k)?, atom(value)?])).collect()
        }
        scalar => Some(vec![vec![atom(scalar)?]]),
    }
}
