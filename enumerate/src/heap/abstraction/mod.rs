//! From heaps to instances of the same atoms, over which a spec is evaluated.
//!
//! The states of one run are abstracted together: an object that keeps its id is one atom in all of
//! them, and each instance holds just the atoms of its state. Atoms of a sig are numbered by the
//! number in their id, then by first appearance, so that the atoms of an ordered sig keep their
//! order, which is what the hidden fields of `util/ordering` are filled with where the heap does not
//! say otherwise (`order.rs`). Integers
//! are those of the scope, all that occur and the indices of the longest sequence. There may be gaps
//! between them, so that a hash code is one atom and not the last of four thousand million.
//! Arithmetic is exact (docs/commands/eval.md).

mod atoms;
mod extent;
mod ground;
mod order;
mod size;
mod states;
mod trace;
mod written;

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Model, Sig, SigId, SigKind};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};

use self::atoms::{AtomPlace, number_objects};
use self::ground::Ground;

pub(super) use self::atoms::number;
pub use self::extent::Extent;
pub use self::states::{ReturnedValue, abstract_states};
pub use self::trace::abstract_trace;
pub use self::written::atom_values;
use super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::read::HeapError;
use super::schema::sort::is_boolean;
use super::schema::{Member, Schema};

/// The reason why there are no instances of some heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbstractionFailure {
    /// An id stands for objects of unrelated types in two heaps.
    Misfit(Vec<HeapError>),
    /// There are too many atoms.
    TooLarge(String),
}

impl From<AbstractionFailure> for Vec<HeapError> {
    fn from(why: AbstractionFailure) -> Vec<HeapError> {
        match why {
            AbstractionFailure::Misfit(errors) => errors,
            AbstractionFailure::TooLarge(message) => {
                vec![HeapError { path: "objects".to_owned(), message }]
            }
        }
    }
}

/// One instance for each heap, over one universe.
///
/// # Errors
/// Heaps that do not fit together, or are too large.
pub fn abstract_heaps(
    schema: &Schema,
    model: &Model,
    heaps: &[HeapGraph],
    extent: &Extent,
) -> Result<Vec<Instance>, AbstractionFailure> {
    let heaps: Vec<&HeapGraph> = heaps.iter().collect();
    let objects = number_objects(model, &heaps).map_err(AbstractionFailure::Misfit)?;
    let ground = extent.ground(model, &heaps, &objects).map_err(AbstractionFailure::TooLarge)?;
    let numbered = heaps.iter().zip(&objects.places);
    let abstracted = numbered
        .map(|(heap, places)| Abstraction::new(schema, model, heap, places, &ground).instance());
    Ok(abstracted.collect())
}

struct Abstraction<'a> {
    schema: &'a Schema,
    model: &'a Model,
    heap: &'a HeapGraph<'a>,
    /// The atom of each object.
    atoms: Vec<AtomId>,
    ground: &'a Ground,
    universe: &'a Universe,
}

impl<'a> Abstraction<'a> {
    fn new(
        schema: &'a Schema,
        model: &'a Model,
        heap: &'a HeapGraph<'a>,
        places: &[AtomPlace],
        ground: &'a Ground,
    ) -> Abstraction<'a> {
        let universe = &*ground.universe;
        let atom = |&(top, index): &AtomPlace| AtomId(universe.block(top).start + index);
        let atoms = places.iter().map(atom).collect();
        Abstraction { schema, model, heap, atoms, ground, universe }
    }

    fn instance(&self) -> Instance {
        let mut instance = self.ground.empty.clone();
        for (object, atom) in self.heap.objects.iter().zip(&self.atoms) {
            self.add_object(&mut instance, object, *atom);
        }
        for (set, (_, holds)) in self.schema.sets.iter().zip(&self.heap.sets) {
            for &scalar in holds {
                instance.get_mut(Relation::Sig(set.sig)).insert(&[self.atom(scalar)]);
            }
        }
        for (member, (_, value)) in self.schema.relations.iter().zip(&self.heap.relations) {
            self.add(instance.get_mut(member.relation), &[], value);
        }
        self.add_parameters(&mut instance);
        self.add_orders(&mut instance);
        instance
    }

    fn add_object(&self, instance: &mut Instance, object: &Object, atom: AtomId) {
        insert(instance, self.model, object.sig, atom);
        instance.get_mut(Relation::Sig(Sig::UNIVERSE)).insert(&[atom]);
        for (name, value) in &object.fields {
            let field = self.field(object.sig, name);
            self.add(instance.get_mut(field.relation), &[atom], value);
        }
    }

    /// The member that a field's name means for an object of some sig.
    fn field(&self, sig: SigId, name: &str) -> &Member {
        let own = self.schema.object_type(sig).expect("objects are of types of object");
        let given = self.schema.sets.iter().flat_map(|set| &set.fields);
        let mut fields = own.fields.iter().chain(given);
        fields.find(|field| field.name == name).expect("a heap has the fields of its schema")
    }

    fn add_parameters(&self, instance: &mut Instance) {
        for (member, (_, value)) in self.schema.roots.iter().zip(&self.heap.roots) {
            let Relation::Variable(variable) = member.relation else {
                continue;
            };
            let arity = member.shape.arity();
            let mut tuples = TupleSet::empty(self.universe.len(), arity);
            self.add(&mut tuples, &[], value);
            instance.relations.declare(variable, tuples);
        }
    }

    fn add(&self, relation: &mut TupleSet, before: &[AtomId], value: &HeapValue) {
        match (value, before) {
            (HeapValue::Null, _) => return,
            (HeapValue::Scalar(scalar), []) => return relation.insert(&[self.atom(*scalar)]),
            (HeapValue::Scalar(scalar), &[owner]) => {
                return relation.insert(&[owner, self.atom(*scalar)]);
            }
            _ => {}
        }
        for tuple in tuples(value) {
            let rest = tuple.into_iter().map(|scalar| self.atom(scalar));
            let tuple: Vec<AtomId> = before.iter().copied().chain(rest).collect();
            relation.insert(&tuple);
        }
    }

    fn atom(&self, scalar: Scalar) -> AtomId {
        let found = match scalar {
            Scalar::Reference(at) => Some(self.atoms[at]),
            Scalar::Integer(number) => self.universe.integer(number),
            Scalar::String(text) => self.universe.string(text),
            Scalar::Enum(value, _) => self.constant(value),
            Scalar::Boolean(value) => {
                let boolean = self.model.top_level().find(|&top| is_boolean(self.model, top));
                boolean
                    .map(|top| &self.model.sigs[top].children)
                    .and_then(|children| self.constant(children[usize::from(!value)]))
            }
        };
        found.expect("the universe was made of all that occurs")
    }

    /// The atom of a hidden sig, or of one that is one of its parent's constants, in order of
    /// declaration.
    fn constant(&self, sig: SigId) -> Option<AtomId> {
        let top = self.model.top(sig);
        let children = &self.model.sigs[top].children;
        let index = if sig == top { 0 } else { children.iter().position(|&child| child == sig)? };
        Some(AtomId(self.universe.block(top).start + index as u32))
    }
}

/// Puts an atom in a sig and in all that it extends.
fn insert(instance: &mut Instance, model: &Model, mut sig: SigId, atom: AtomId) {
    loop {
        instance.get_mut(Relation::Sig(sig)).insert(&[atom]);
        match model.sigs[sig].kind {
            SigKind::Extends(parent) => sig = parent,
            _ => return,
        }
    }
}

/// A value as a relation.
pub(super) fn tuples<'h>(value: &HeapValue<'h>) -> Vec<Vec<Scalar<'h>>> {
    match value {
        HeapValue::Null => Vec::new(),
        HeapValue::Scalar(scalar) => vec![vec![*scalar]],
        HeapValue::Set(set) => set.iter().map(|&scalar| vec![scalar]).collect(),
        HeapValue::Sequence(items) => {
            let indexed = (0..).map(Scalar::Integer).zip(items);
            indexed.map(|(index, &item)| vec![index, item]).collect()
        }
        HeapValue::Map(entries) => entries.iter().map(|&(key, value)| vec![key, value]).collect(),
        HeapValue::Relation(tuples) => tuples.clone(),
    }
}
