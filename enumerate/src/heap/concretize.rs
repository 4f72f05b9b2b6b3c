//! From an instance to the heap that it stands for.

use korrel_lang::arena::Id;
use korrel_lang::evaluate::{ActionPredicate, ArgumentChoices, Evaluator};
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Model, SigId, VariableId};
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{Atom, AtomId};

use super::abstraction::number;
use super::graph::{HeapGraph, HeapValue, Object, Scalar, TakenAction, TraceGraph};
use super::schema::shape::Shape;
use super::schema::sort::{is_boolean, is_hidden};
use super::schema::{Member, NamedAction, Schema, WrittenOrder};

/// The heap of an instance. Objects are in the order of the universe, and so is everything sorted.
/// `witnesses`: values of the schema's witnesses. Missing ones are left out.
///
/// # Panics
/// If the instance does not have what its declarations say: a value in a `one` field, at most one in
/// a `lone` field, no gaps in a `seq`.
pub fn concretize<'a>(
    schema: &'a Schema,
    model: &Model,
    instance: &'a Instance,
    witnesses: &[(VariableId, TupleSet)],
) -> HeapGraph<'a> {
    let (heap, objects) = WrittenInstance::new(schema, model, instance);
    heap.graph(objects, witnesses)
}

/// The heaps of a trace's states. Objects are called alike in all states, and a parameter holds in each state what
/// the state has of its objects. `witnesses`: as in [`concretize`], over all objects of the trace. One that holds an
/// atom of no state is left out.
///
/// # Panics
/// As [`concretize`].
pub fn concretize_trace<'a>(
    schema: &'a Schema,
    model: &Model,
    trace: &'a Trace,
    witnesses: &[(VariableId, TupleSet)],
) -> TraceGraph<'a> {
    let written = trace.states.iter().map(|state| WrittenInstance::new(schema, model, state));
    let (states, objects_of): (Vec<_>, Vec<_>) = written.unzip();
    let steps = steps(schema, model, trace, &states);
    let heaps = states.iter().zip(objects_of).map(|(state, objects)| state.graph(objects, &[]));
    let heaps = heaps.collect();
    let (first, mut objects) = (&trace.states[0], Vec::new());
    let scalar = |atom| {
        let mut of = trace.states.iter();
        of.find_map(|state| scalar(schema, model, state, atom, &mut objects))
    };
    let scalars: Vec<Option<Scalar<'a>>> = first.universe.atoms().map(scalar).collect();
    let all = WrittenInstance { schema, instance: first, scalars };
    let is_known = |(_, tuples): &&(VariableId, TupleSet)| all.knows(tuples);
    let known: Vec<(VariableId, TupleSet)> = witnesses.iter().filter(is_known).cloned().collect();
    let witnesses = all.witnesses(&known);
    let objects = objects.into_iter().map(|(_, object)| object).collect();
    let (back, is_dead_end) = (trace.back, false);
    TraceGraph { states: heaps, back, is_dead_end, steps, objects, witnesses }
}

/// The actions that hold of each step, with their arguments, or `None` if the schema has no actions.
fn steps<'a>(
    schema: &'a Schema,
    model: &Model,
    trace: &Trace,
    states: &[WrittenInstance<'a>],
) -> Option<Vec<Vec<TakenAction<'a>>>> {
    if schema.actions.is_empty() {
        return None;
    }
    let actions = schema.actions.iter().map(|action| ActionPredicate::new(model, action.function));
    let actions: Vec<ActionPredicate<'_>> = actions.collect();
    let mut evaluator = Evaluator::of_trace(model, trace);
    let mut found = Vec::new();
    for (at, state) in states.iter().enumerate().take(trace.steps()) {
        evaluator = evaluator.at(at);
        let choices = schema.actions.iter().zip(evaluator.taken(&actions));
        found.push(choices.flat_map(|(action, all)| state.taken(action, all)).collect());
    }
    Some(found)
}

/// Those of some actions that hold in a state of a trace, with their arguments, and the state.
///
/// # Panics
/// As [`concretize`], and if there is no such step.
pub fn step_of<'a>(
    schema: &'a Schema,
    model: &Model,
    actions: impl Iterator<Item = &'a NamedAction> + Clone,
    trace: &'a Trace,
    at: usize,
) -> (HeapGraph<'a>, Vec<TakenAction<'a>>) {
    let asked: Vec<ActionPredicate<'_>> =
        actions.clone().map(|action| ActionPredicate::new(model, action.function)).collect();
    let taken = Evaluator::of_trace(model, trace).at(at).taken(&asked);
    let (heap, mut steps) = concretize_steps(schema, model, actions, &trace.states[at], &[taken]);
    (heap, steps.remove(0))
}

/// A state, and the actions of steps that begin in it: for each step and each of the actions, the arguments with
/// which it holds.
///
/// # Panics
/// As [`concretize`].
pub fn concretize_steps<'a>(
    schema: &'a Schema,
    model: &Model,
    actions: impl Iterator<Item = &'a NamedAction> + Clone,
    state: &'a Instance,
    steps: &[Vec<ArgumentChoices>],
) -> (HeapGraph<'a>, Vec<Vec<TakenAction<'a>>>) {
    let (state, objects) = WrittenInstance::new(schema, model, state);
    let taken = |step: &Vec<ArgumentChoices>| {
        let choices = actions.clone().zip(step);
        choices.flat_map(|(action, all)| state.taken(action, all.clone())).collect()
    };
    let taken = steps.iter().map(taken).collect();
    (state.graph(objects, &[]), taken)
}

/// The atoms of a heap's objects, which are called by their numbers.
pub(crate) fn object_atoms(
    heap: &HeapGraph<'_>,
    model: &Model,
    instance: &Instance,
) -> Vec<AtomId> {
    let atom = |object: &Object<'_>| {
        let index = number(&object.id) as u32;
        AtomId(instance.universe.block(model.top(object.sig)).start + index)
    };
    heap.objects.iter().map(atom).collect()
}

/// The value that an atom is written as, or `None` if it is not in use. An object is put at the end of
/// `objects`.
fn scalar<'a>(
    schema: &'a Schema,
    model: &Model,
    instance: &'a Instance,
    atom: AtomId,
    objects: &mut Vec<(AtomId, Object<'a>)>,
) -> Option<Scalar<'a>> {
    let (top, index) = match instance.universe.atom(atom) {
        Atom::Integer(number) => return Some(Scalar::Integer(*number)),
        Atom::String(text) => return Some(Scalar::String(text)),
        Atom::Object { sig, index } => (*sig, *index),
    };
    if !instance.sig(top).contains(&[atom]) {
        return None;
    }
    let sig = most_specific(model, instance, top, atom);
    let name = schema.name(sig);
    if is_boolean(model, top) {
        return Some(Scalar::Boolean(sig == model.sigs[top].children[0]));
    }
    if model.sigs[top].is_enum {
        return Some(Scalar::Enum(sig, name));
    }
    if is_hidden(model, sig) {
        // Only a set of anything can hold it. To a reader it is a constant.
        return Some(Scalar::Enum(sig, name));
    }
    let id = format!("{name}${index}").into();
    objects.push((atom, Object { id, sig, type_name: name, fields: Vec::new() }));
    Some(Scalar::Reference(objects.len() - 1))
}

/// The deepest sig, going down `extends` from `sig`, that holds the atom.
fn most_specific(model: &Model, instance: &Instance, sig: SigId, atom: AtomId) -> SigId {
    let mut children = model.sigs[sig].children.iter();
    match children.find(|&&child| instance.sig(child).contains(&[atom])) {
        Some(&child) => most_specific(model, instance, child, atom),
        None => sig,
    }
}

/// An instance and what its atoms are written as.
struct WrittenInstance<'a> {
    schema: &'a Schema,
    instance: &'a Instance,
    /// The value of each atom.
    scalars: Vec<Option<Scalar<'a>>>,
}

impl<'a> WrittenInstance<'a> {
    /// Beside it its objects, without fields.
    fn new(
        schema: &'a Schema,
        model: &Model,
        instance: &'a Instance,
    ) -> (WrittenInstance<'a>, Vec<(AtomId, Object<'a>)>) {
        let mut objects = Vec::new();
        let atoms = instance.universe.atoms();
        let scalars = atoms.map(|atom| scalar(schema, model, instance, atom, &mut objects));
        let scalars = scalars.collect();
        (WrittenInstance { schema, instance, scalars }, objects)
    }

    /// An action with each of some choices of arguments, which are atoms of this state.
    fn taken(
        &self,
        action: &'a NamedAction,
        choices: Vec<Vec<TupleSet>>,
    ) -> impl Iterator<Item = TakenAction<'a>> {
        choices.into_iter().map(|choice| {
            let values = action.parameters.iter().zip(&choice);
            let value = |(member, tuples): (&'a Member, &TupleSet)| {
                (member.name.as_str(), self.value(&member.shape, tuples.indices()))
            };
            TakenAction { action: &action.name, arguments: values.map(value).collect() }
        })
    }

    fn graph(
        &self,
        objects: Vec<(AtomId, Object<'a>)>,
        witnesses: &[(VariableId, TupleSet)],
    ) -> HeapGraph<'a> {
        let with_fields = |(atom, object): (AtomId, Object<'a>)| {
            let fields = self.fields(atom, object.sig);
            Object { fields, ..object }
        };
        let sets = self.schema.sets.iter();
        HeapGraph {
            roots: self.members(&self.schema.roots),
            objects: objects.into_iter().map(with_fields).collect(),
            sets: sets
                .map(|set| (set.name.as_str(), self.set(self.instance.sig(set.sig))))
                .collect(),
            relations: self.relations(),
            witnesses: self.witnesses(witnesses),
        }
    }

    fn members(&self, members: &'a [Member]) -> Vec<(&'a str, HeapValue<'a>)> {
        let value = |member: &Member| {
            let tuples = self.instance.get(member.relation);
            match member.relation {
                Relation::Variable(_) => self.parameter(&member.shape, tuples),
                _ => self.value(&member.shape, tuples.indices()),
            }
        };
        members.iter().map(|member| (member.name.as_str(), value(member))).collect()
    }

    /// The tuples of objects that this state of a trace has: a parameter keeps the value that it has in the first one.
    fn parameter(&self, shape: &Shape, tuples: &TupleSet) -> HeapValue<'a> {
        if self.knows(tuples) {
            return self.value(shape, tuples.indices());
        }
        let left = tuples.indices().filter(|&at| self.has(at, tuples.arity()));
        match shape {
            Shape::Sequence(_) => {
                HeapValue::Sequence(left.map(|at| self.scalar(at % self.atoms())).collect())
            }
            _ => self.value(shape, left),
        }
    }

    /// True if all atoms of some tuples are in use.
    fn knows(&self, tuples: &TupleSet) -> bool {
        tuples.indices().all(|at| self.has(at, tuples.arity()))
    }

    fn has(&self, mut at: usize, arity: usize) -> bool {
        (0..arity).all(|_| {
            let atom = at % self.atoms();
            at /= self.atoms();
            self.scalars[atom].is_some()
        })
    }

    fn relations(&self) -> Vec<(&'a str, HeapValue<'a>)> {
        let order = |WrittenOrder { order, member }: &'a WrittenOrder| {
            let owner = AtomId(self.instance.universe.block(order.owner).start);
            (member.name.as_str(), self.field(owner, member))
        };
        let mut values = self.members(&self.schema.relations);
        values.extend(self.schema.orders.iter().map(order));
        values
    }

    fn witnesses(&self, given: &[(VariableId, TupleSet)]) -> Vec<(&'a str, HeapValue<'a>)> {
        let find = |member: &'a Member| {
            let is_it = |(id, _): &&(VariableId, _)| Relation::Variable(*id) == member.relation;
            let (_, tuples) = given.iter().find(is_it)?;
            Some((member.name.as_str(), self.value(&member.shape, tuples.indices())))
        };
        self.schema.witnesses.iter().filter_map(find).collect()
    }

    fn fields(&self, atom: AtomId, sig: SigId) -> Vec<(&'a str, HeapValue<'a>)> {
        let ty = self.schema.object_type(sig).expect("objects are of types of object");
        let holding = |sig: SigId| self.instance.sig(sig).contains(&[atom]);
        let sets = self.schema.sets.iter().filter(|set| !set.fields.is_empty() && holding(set.sig));
        let members = ty.fields.iter().chain(sets.flat_map(|set| &set.fields));
        members.map(|member| (member.name.as_str(), self.field(atom, member))).collect()
    }

    /// The value of a field for one object: the tuples that begin with it, without it.
    fn field(&self, atom: AtomId, member: &Member) -> HeapValue<'a> {
        let tuples = self.instance.get(member.relation);
        let width = tuples.atoms().pow(tuples.arity() as u32 - 1);
        let start = atom.index() * width;
        let row = tuples.indices_within(start..start + width);
        self.value(&member.shape, row.map(move |at| at - start))
    }

    fn value(&self, shape: &Shape, mut tuples: impl Iterator<Item = usize>) -> HeapValue<'a> {
        match shape {
            Shape::One(_) | Shape::Lone(_) => {
                let first = tuples.next();
                assert!(tuples.next().is_none(), "a scalar has at most one value");
                assert!(first.is_some() || matches!(shape, Shape::Lone(_)), "`one` has a value");
                first.map_or(HeapValue::Null, |at| HeapValue::Scalar(self.scalar(at)))
            }
            Shape::Set(_) => HeapValue::Set(tuples.map(|at| self.scalar(at)).collect()),
            Shape::Sequence(_) => HeapValue::Sequence(self.sequence(tuples)),
            Shape::Map(..) => {
                let entry =
                    |at: usize| (self.scalar(at / self.atoms()), self.scalar(at % self.atoms()));
                HeapValue::Map(tuples.map(entry).collect())
            }
            Shape::Relation(columns) => {
                HeapValue::Relation(tuples.map(|at| self.tuple(at, columns.len())).collect())
            }
        }
    }

    /// The second columns of pairs whose first ones are 0, 1, ….
    fn sequence(&self, pairs: impl Iterator<Item = usize>) -> Vec<Scalar<'a>> {
        let element = |(index, at): (i64, usize)| {
            let is_next = self.scalar(at / self.atoms()) == Scalar::Integer(index);
            assert!(is_next, "a sequence has one element at each index, and no gaps");
            self.scalar(at % self.atoms())
        };
        (0..).zip(pairs).map(element).collect()
    }

    fn set(&self, tuples: &TupleSet) -> Vec<Scalar<'a>> {
        tuples.indices().map(|at| self.scalar(at)).collect()
    }

    fn tuple(&self, mut at: usize, arity: usize) -> Vec<Scalar<'a>> {
        let mut tuple = vec![Scalar::Boolean(false); arity];
        for scalar in tuple.iter_mut().rev() {
            *scalar = self.scalar(at % self.atoms());
            at /= self.atoms();
        }
        tuple
    }

    fn scalar(&self, atom: usize) -> Scalar<'a> {
        self.scalars[atom].expect("tuples hold only atoms in use")
    }

    fn atoms(&self) -> usize {
        self.scalars.len()
    }
}
