//! Going on after an instance that was written earlier.
//!
//! The record of an instance says which cells hold. That fixes the model. The cells become unit
//! clauses, and the solver finds the rest of the order of decisions (total sizes) and what a heap
//! does not show (the fields of hidden sigs). From the model the search rebuilds its state
//! (`korrel_sat`'s `region.rs`), so that the instances before it are not searched again. If there
//! is no such model, the record is not of this command.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use korrel_lang::arena::Id;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{Atom, AtomId, Universe};
use korrel_lang::unroll::{TraceRecording, UnrolledCommand};
use korrel_sat::{Effort, Enumerator, Models, Options, Step, Var};
use korrel_translate::Translation;
use serde_json::Value as Json;

use super::stream::Stream;
use crate::heap::{
    Extent, HeapError, Member, Schema, TraceStates, abstract_heaps, abstract_trace, read,
};
use crate::regions::cube::StreamPlace;

impl Stream<'_> {
    /// Goes on after the instance of a record. A stop meanwhile is one of the search, too: it is not
    /// known then whether the record is of an instance.
    ///
    /// # Errors
    /// The places where the record does not fit the schema or the scope, or the mistake that it is
    /// no instance at all.
    pub fn resume_after(&mut self, schema: &Schema, record: &Json) -> Result<(), Vec<HeapError>> {
        if let Some(place) = self.place_of(schema, record)? {
            self.regions.resume_after(place);
        }
        Ok(())
    }

    /// The distribution of the first instances of a shard over its cubes: number of the cube and
    /// number of instances, in order. They were written before, `count` of them. `record` gives one
    /// by its place among them. Each cube's end is looked for by bisection, for the place of an
    /// instance is asked of a solver. To be called before the search begins.
    ///
    /// # Errors
    /// The places where a record does not fit, and the errors of `record`.
    pub fn cubes_before(
        &mut self,
        schema: &Schema,
        count: u64,
        mut record: impl FnMut(u64) -> Result<Json, Vec<HeapError>>,
    ) -> Result<Vec<(u64, u64)>, Vec<HeapError>> {
        let mut cubes = Vec::new();
        let mut from = 0;
        while from < count {
            let Some(first) = self.place_of(schema, &record(from)?)? else { break };
            let Some(region) = self.regions.next_with(&first) else {
                return Err(vec![no_instance()]);
            };
            let mut begins = |at| -> Result<bool, Vec<HeapError>> {
                let place = self.place_of(schema, &record(at)?)?;
                Ok(place.is_some_and(|place| place.begins_with(&region.prefix)))
            };
            let end = first_without(from, count, &mut begins)?;
            // A cube may have several prefixes.
            match cubes.last_mut() {
                Some((cube, found)) if *cube == region.cube => *found += end - from,
                _ => cubes.push((region.cube, end - from)),
            }
            from = end;
        }
        self.regions.rewind();
        Ok(cubes)
    }

    /// The place of an instance, or `None` if the search was stopped meanwhile.
    fn place_of(
        &self,
        schema: &Schema,
        record: &Json,
    ) -> Result<Option<StreamPlace>, Vec<HeapError>> {
        let model = self.problem.question.model;
        let known = self.recorded(schema, record)?;
        let translation = Arc::clone(self.walk().translation());
        let place = match place(&translation, &known, &self.effort) {
            (Step::Stopped, _) => return Ok(None),
            (step, place) => (step == Step::Model).then_some(place),
        };
        let place = place.filter(|place| {
            // A cell that bounds make certain has no variable, and the record may say otherwise.
            known.is_as_in(&translation.decode(model, |var| place.value(var)))
        });
        place.map(Some).ok_or_else(|| vec![no_instance()])
    }
}

impl Stream<'_> {
    /// The values that a record says.
    fn recorded(&self, schema: &Schema, record: &Json) -> Result<RecordedPlace, Vec<HeapError>> {
        let ours = self.problem.question.bounds.universe();
        let relations = relations(schema);
        let Some(asked) = &self.problem.question.traces else {
            let model = self.problem.question.model;
            let heaps = [read(schema, model, record)?];
            let found = abstract_heaps(schema, model, &heaps, &Extent::default())?;
            let instance = found.into_iter().next().expect("one heap gives one instance");
            let value = |relation| (relation, instance.get(relation).clone());
            let values = relations.into_iter().map(value).collect();
            let atoms = atoms(ours, &instance.universe).map_err(|error| vec![error])?;
            return Ok(RecordedPlace { values, flags: BTreeMap::new(), atoms });
        };
        let states = TraceStates::of(record).ok_or_else(|| vec![no_instance()])??;
        let graph = states.read(schema, asked.model)?;
        let trace = abstract_trace(schema, asked.model, &graph, &Extent::default())?;
        let place = RecordedPlace::of_trace(asked.unrolled, &trace, relations, ours);
        place.map_err(|error| vec![error])
    }
}

/// The first number after `from`, up to `end`, at which a statement fails. The statement holds at `from`
/// and, where it holds at a number, at all before.
fn first_without<E>(
    from: u64,
    end: u64,
    holds: &mut impl FnMut(u64) -> Result<bool, E>,
) -> Result<u64, E> {
    let (mut with, mut step) = (from, 1);
    while with + step < end && holds(with + step)? {
        with += step;
        step *= 2;
    }
    let mut without = end.min(with + step);
    while with + 1 < without {
        let middle = with.midpoint(without);
        if holds(middle)? {
            with = middle;
        } else {
            without = middle;
        }
    }
    Ok(without)
}

/// What a record says of an instance.
pub(crate) struct RecordedPlace {
    /// The values of the relations that a record shows, over a universe of its own.
    values: BTreeMap<Relation, TupleSet>,
    /// Whether these hold their only atom, which no record shows: the shape of a trace.
    flags: BTreeMap<Relation, bool>,
    /// For each atom of the problem's universe, the same atom in the record's one, if it is there.
    atoms: Vec<Option<AtomId>>,
}

impl RecordedPlace {
    /// What these relations of a trace say, in the universe of a problem.
    ///
    /// # Errors
    /// A trace of more states than the scope has, of another kind, or with atoms outside of the scope.
    pub(crate) fn of_trace(
        unrolled: &UnrolledCommand,
        trace: &Trace,
        relations: impl IntoIterator<Item = Relation>,
        ours: &Universe,
    ) -> Result<RecordedPlace, HeapError> {
        let recorded = unrolled.recorded(trace, relations);
        let TraceRecording { values, flags } = recorded.ok_or_else(no_instance)?;
        let atoms = atoms(ours, &trace.states[0].universe)?;
        let (values, flags) = (values.into_iter().collect(), flags.into_iter().collect());
        Ok(RecordedPlace { values, flags, atoms })
    }

    /// `None` of a relation that a record does not show.
    pub(crate) fn holds(&self, relation: Relation, tuple: &[AtomId]) -> Option<bool> {
        if let Some(&flag) = self.flags.get(&relation) {
            return Some(flag);
        }
        let value = self.values.get(&relation)?;
        let tuple: Option<Vec<AtomId>> =
            tuple.iter().map(|atom| self.atoms[atom.index()]).collect();
        Some(tuple.is_some_and(|tuple| value.contains(&tuple)))
    }

    fn is_as_in(&self, instance: &Instance) -> bool {
        let is_same = |(&relation, value): (&Relation, &TupleSet)| {
            let tuples = instance.get(relation);
            tuples.len() == value.len()
                && tuples.tuples().all(|tuple| self.holds(relation, &tuple) == Some(true))
        };
        self.values.iter().all(is_same)
            && self.flags.iter().all(|(&flag, raised)| instance.get(flag).is_empty() != *raised)
    }
}

/// The place of an instance, if the step is a model.
fn place(translation: &Translation, known: &RecordedPlace, effort: &Effort) -> (Step, StreamPlace) {
    let mut cnf = translation.cnf.clone();
    for (at, cell) in translation.cells.iter().enumerate() {
        if let Some(holds) = known.holds(cell.relation, &cell.tuple) {
            cnf.add_clause([Var::new(at as u32).lit(holds)]);
        }
    }
    let (projection, effort) = (&translation.projection, effort.clone());
    let mut search = Enumerator::new(&cnf, projection, Options::default(), effort);
    let step = search.next();
    let variables = (0..cnf.variables() as u32).map(Var::new).filter(|_| step == Step::Model);
    (step, StreamPlace::new(variables.map(|var| search.value(var)).collect()))
}

fn no_instance() -> HeapError {
    HeapError {
        path: "objects".to_owned(),
        message: "this is not an instance of the command within its scope".to_owned(),
    }
}

/// The atoms of `ours` in `theirs`.
fn atoms(ours: &Universe, theirs: &Universe) -> Result<Vec<Option<AtomId>>, HeapError> {
    let place = |universe: &Universe, atom: &Atom| match atom {
        Atom::Object { sig, index } => universe.block(*sig).nth(*index as usize).map(AtomId),
        Atom::Integer(number) => universe.integer(*number),
        Atom::String(text) => universe.string(text),
    };
    let outside = theirs.atoms().find(|&atom| place(ours, theirs.atom(atom)).is_none());
    match outside.map(|atom| theirs.atom(atom)) {
        None => Ok(ours.atoms().map(|atom| place(theirs, ours.atom(atom))).collect()),
        Some(Atom::Integer(number)) => Err(outside_scope(&format!("the integer {number} is"))),
        Some(Atom::String(text)) => Err(outside_scope(&format!("the string {text:?} is"))),
        Some(Atom::Object { .. }) => Err(outside_scope("there are objects")),
    }
}

fn outside_scope(what: &str) -> HeapError {
    HeapError { path: "objects".to_owned(), message: format!("{what} outside the scope") }
}

/// The relations that a record shows.
fn relations(schema: &Schema) -> BTreeSet<Relation> {
    let of = |members: &[Member]| members.iter().map(|member| member.relation).collect::<Vec<_>>();
    let types = schema.types.iter().flat_map(|ty| {
        let fields = of(&ty.fields);
        fields.into_iter().chain([Relation::Sig(ty.sig)])
    });
    let sets = schema.sets.iter().flat_map(|set| {
        let fields = of(&set.fields);
        fields.into_iter().chain([Relation::Sig(set.sig)])
    });
    let relations = schema.all_relations().map(|member| member.relation);
    types.chain(sets).chain(of(&schema.roots)).chain(relations).collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::{SPECS, lines, problem, rest, strategies};

    /// If this failed, a stream that is resumed would repeat instances or leave some out.
    #[test]
    fn after_each_instance_comes_the_rest() {
        for spec in SPECS {
            let model = problem(spec);
            let problem = model.problem();
            for strategy in strategies() {
                let whole = lines(&problem, strategy, None);
                assert!(whole.len() > 3, "{spec}");
                for at in (0..whole.len()).step_by(1 + whole.len() / 40) {
                    let rest = rest(&problem, strategy, None, &whole[at]);
                    assert_eq!(rest.expect("it is an instance"), whole[at + 1..], "{spec}");
                }
            }
        }
    }

    /// The instance of another spec, or an edited one, has no place in the stream: to continue after it
    /// would silently leave out the instances before it.
    #[test]
    fn what_is_no_instance_is_refused() {
        let model = problem("sig N { next: lone N } run { no n: N | n in n.^next } for 3");
        let problem = model.problem();
        let strategy = strategies()[0];
        let cycle = r#"{"objects":{"N$0":{"$type":"N","next":"N$0"}}}"#;
        let larger = r#"{"objects":{"N$0":{"$type":"N","next":null},"N$1":{"$type":"N","next":null},"N$2":{"$type":"N","next":null},"N$3":{"$type":"N","next":null}}}"#;
        let other = r#"{"objects":{"M$0":{"$type":"M"}}}"#;
        for (line, message) in [
            (cycle, "this is not an instance of the command"),
            (larger, "outside the scope"),
            (other, "there is no type `M`"),
        ] {
            let errors = rest(&problem, strategy, None, line).expect_err("it is no instance");
            assert!(errors.contains(message), "{errors}");
        }
    }
}
