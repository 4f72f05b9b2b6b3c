//! A heap that is given in part, as a question for all heaps that complete it.
//!
//! *Problem.* A user who builds heaps by a program of their own has objects with names, and fields that
//! are decided. The spec is to choose the others. *Choice.* Each given object becomes an atom that no
//! permutation moves, placed before all atoms that are free (`place.rs`). The given values become bounds
//! ([`korrel_translate::GivenObjects`]). The search is the ordinary one. So completions are told apart up
//! to renaming of the added objects only. *Rejected.* To find all instances and embed the heap into each:
//! there are too many, and an embedding is found once for each automorphism.

mod names;
mod place;

use std::collections::BTreeMap;

use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::{AtomId, Universe};
use korrel_translate::{Cell, GivenObjects, KnownRow, Question};
use serde_json::Value as Json;

use super::abstraction::tuples;
use super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::read::{HeapError, read_partial};
use super::schema::sort::is_boolean;
use super::schema::{Member, Schema, WrittenOrder};

use place::place;

pub use names::ObjectNames;

/// The question for the completions of a heap.
#[derive(Clone, Debug)]
pub struct HeapCompletion<'m> {
    /// `None` if there is none: the given values contradict the declarations.
    pub question: Option<Question<'m>>,
    /// The names of the given objects.
    pub names: ObjectNames,
}

/// The question whose instances complete a heap, made from another question.
///
/// # Errors
/// The places where the heap does not fit the spec or the scope. There is at least one.
pub fn completion<'m>(
    schema: &Schema,
    question: &Question<'m>,
    json: &Json,
) -> Result<HeapCompletion<'m>, Vec<HeapError>> {
    if question.traces.is_some() {
        let message = "a trace is not completed: the command is about traces, not about one heap";
        return Err(vec![HeapError { path: "objects".to_owned(), message: message.to_owned() }]);
    }
    let heap = read_partial(schema, question.model, json)?;
    let atoms = place(schema, question, &heap.objects)?;
    let universe = question.bounds.universe();
    let mut given = HeapBounds {
        schema,
        model: question.model,
        universe,
        heap: &heap,
        atoms: &atoms,
        given: GivenObjects::default(),
        errors: Vec::new(),
    };
    given.add();
    let HeapBounds { given, errors, .. } = given;
    if !errors.is_empty() {
        return Err(errors);
    }
    let bounds = question.bounds.given(question.model, question.command, &given);
    let ids = heap.objects.iter().map(|object| object.id.to_string());
    let names = ObjectNames::new(universe, atoms.iter().copied().zip(ids).collect());
    Ok(HeapCompletion { question: bounds.map(|bounds| question.within(bounds)), names })
}

/// A heap on its way to bounds.
struct HeapBounds<'a> {
    schema: &'a Schema,
    model: &'a Model,
    universe: &'a Universe,
    heap: &'a HeapGraph<'a>,
    /// The atom of each object.
    atoms: &'a [AtomId],
    given: GivenObjects,
    errors: Vec<HeapError>,
}

impl HeapBounds<'_> {
    fn add(&mut self) {
        let heap = self.heap;
        for (object, &atom) in heap.objects.iter().zip(self.atoms) {
            self.given.objects.push((atom, object.sig));
            self.add_fields(object, atom);
        }
        let members = |members: &[Member]| -> BTreeMap<String, Relation> {
            members.iter().map(|member| (member.name.clone(), member.relation)).collect()
        };
        let (roots, relations) = (members(&self.schema.roots), members(&self.schema.relations));
        let orders = &self.schema.orders;
        for (name, value) in &heap.roots {
            self.add_row(roots[*name], &[], value, &format!("roots.{name}"));
        }
        for (name, value) in &heap.relations {
            let path = format!("relations.{name}");
            match orders.iter().find(|written| written.member.name == *name) {
                Some(WrittenOrder { order, member }) => {
                    let owner = self.constant(order.owner);
                    self.add_row(member.relation, &[owner], value, &path);
                }
                None => self.add_row(relations[*name], &[], value, &path),
            }
        }
        for (name, holds) in &heap.sets {
            let set = self.schema.sets.iter().find(|set| set.name == *name);
            let relation = Relation::Sig(set.expect("a heap has sets of its schema").sig);
            let value = HeapValue::Set(holds.clone());
            self.add_row(relation, &[], &value, &format!("sets.{name}"));
        }
    }

    fn add_fields(&mut self, object: &Object<'_>, atom: AtomId) {
        let ty = self.schema.object_type(object.sig).expect("objects are of types of object");
        for (name, value) in &object.fields {
            let path = format!("objects.{}.{name}", object.id);
            let own = ty.fields.iter().find(|field| field.name == *name);
            let relation = own.map(|field| field.relation).or_else(|| {
                let set = self.schema.sets.iter().find_map(|set| {
                    let field = set.fields.iter().find(|field| field.name == *name)?;
                    Some((set.sig, field.relation))
                });
                // An object that has a field of a subset sig is in it.
                let (set, relation) = set?;
                self.given.certain.push(Cell { relation: Relation::Sig(set), tuple: vec![atom] });
                Some(relation)
            });
            self.add_row(relation.expect("the reader knows its name"), &[atom], value, &path);
        }
    }

    /// A value that is given as it is.
    fn add_row(
        &mut self,
        relation: Relation,
        prefix: &[AtomId],
        value: &HeapValue<'_>,
        path: &str,
    ) {
        let mut rows = Vec::new();
        for tuple in tuples(value) {
            let rest: Result<Vec<AtomId>, String> =
                tuple.into_iter().map(|scalar| self.atom(scalar)).collect();
            match rest {
                Ok(rest) => rows.push([prefix, &rest].concat()),
                Err(message) => {
                    let path = path.to_owned();
                    return self.errors.push(HeapError { path, message });
                }
            }
        }
        self.given.rows.push(KnownRow { relation, prefix: prefix.to_vec(), tuples: rows });
    }

    fn atom(&self, scalar: Scalar<'_>) -> Result<AtomId, String> {
        let outside = |what: String| format!("{what} is outside the scope");
        match scalar {
            Scalar::Reference(at) => Ok(self.atoms[at]),
            Scalar::Integer(number) => self
                .universe
                .integer(number)
                .ok_or_else(|| outside(format!("the integer {number}"))),
            Scalar::String(text) => {
                self.universe.string(text).ok_or_else(|| format!("the spec has no string {text:?}"))
            }
            Scalar::Enum(value, _) => Ok(self.constant(value)),
            Scalar::Boolean(value) => {
                let mut tops = self.model.top_level();
                let top = tops.find(|&top| is_boolean(self.model, top));
                let children = &self.model.sigs[top.expect("the spec has truth values")].children;
                Ok(self.constant(children[usize::from(!value)]))
            }
        }
    }

    /// The atom of an enum's value, of a truth value or of a hidden sig.
    fn constant(&self, sig: SigId) -> AtomId {
        let top = self.model.top(sig);
        let mut children = self.model.sigs[top].children.iter();
        let index = children.position(|&child| child == sig).unwrap_or(0);
        AtomId(self.universe.block(top).start + index as u32)
    }
}
