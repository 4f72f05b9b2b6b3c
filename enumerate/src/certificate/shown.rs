//! Where a line of the stream shows each cell.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, Sig, SigId, SigKind};
use korrel_lang::universe::{Atom, AtomId};
use korrel_translate::{Bounds, Cell, TranslationFailure};
use serde_json::{Value as Json, json};

use super::refused;
use crate::heap::{Member, Schema, Shape, Subset, is_boolean};
use crate::problem::Problem;

/// The values that each atom may have in a line, and for each cell the place that shows it.
///
/// # Errors
/// A cell that no line shows.
pub fn shown(
    problem: &Problem<'_>,
    schema: &Schema,
    cells: &[Cell],
) -> Result<(Vec<Json>, Vec<Json>), TranslationFailure> {
    let (model, bounds) = (problem.question.model, &problem.question.bounds);
    let places = ShownCells { model, bounds, schema };
    let atoms = bounds.universe().atoms().map(|atom| places.values(atom)).collect();
    let shown = cells.iter().map(|cell| places.cell(cell)).collect::<Result<_, _>>()?;
    Ok((atoms, shown))
}

struct ShownCells<'a> {
    model: &'a Model,
    bounds: &'a Bounds,
    schema: &'a Schema,
}

impl ShownCells<'_> {
    /// All values that may stand for an atom.
    fn values(&self, atom: AtomId) -> Json {
        match self.bounds.universe().atom(atom) {
            Atom::Integer(number) => json!([number]),
            Atom::String(text) => json!([text]),
            Atom::Object { sig, index } => json!(self.names(*sig, atom, *index)),
        }
    }

    /// The names of an object as one of a sig, by the sig that is its most specific one.
    fn names(&self, sig: SigId, atom: AtomId, index: u32) -> Vec<Json> {
        let bound = |sig: SigId| self.bounds.get(Relation::Sig(sig));
        let is_possible = |sig: SigId| bound(sig).upper.contains(&[atom]);
        // An atom that is surely of a child, or of a sig that is abstract, is never called after the parent.
        let is_parent = |sig: SigId| {
            let Sig { children, is_abstract, .. } = &self.model.sigs[sig];
            let is_of = |&child: &SigId| bound(child).lower.contains(&[atom]);
            *is_abstract && !children.is_empty() || children.iter().any(is_of)
        };
        let mut names = Vec::new();
        let mut open = vec![sig];
        while let Some(sig) = open.pop() {
            if !is_possible(sig) {
                continue;
            }
            open.extend(&self.model.sigs[sig].children);
            if is_parent(sig) {
                continue;
            }
            let top = self.model.top(sig);
            names.push(match self.schema.object_type(sig) {
                Some(ty) => json!(format!("{}${index}", ty.name)),
                None if is_boolean(self.model, top) => {
                    json!(sig == self.model.sigs[top].children[0])
                }
                None => json!(self.schema.name(sig)),
            });
        }
        names
    }

    fn cell(&self, Cell { relation, tuple }: &Cell) -> Result<Json, TranslationFailure> {
        let atoms: Vec<Json> = tuple.iter().map(|atom| json!({ "atom": atom.0 })).collect();
        match *relation {
            Relation::Sig(sig) if matches!(self.model.sigs[sig].kind, SigKind::Subset { .. }) => {
                let is_it = |set: &&Subset| set.sig == sig;
                let set = self.schema.sets.iter().find(is_it).ok_or_else(|| hidden(relation))?;
                Ok(json!({ "at": ["sets", set.name], "has": atoms[0] }))
            }
            Relation::Sig(sig) => match self.bounds.universe().atom(tuple[0]) {
                Atom::Object { index, .. } if self.schema.object_type(sig).is_some() => {
                    Ok(json!({ "atom": tuple[0].0, "named": self.names(sig, tuple[0], *index) }))
                }
                _ => Err(hidden(relation)),
            },
            Relation::Field(_) => self.field(*relation, atoms),
            Relation::Variable(_) => {
                let is_it = |member: &&Member| member.relation == *relation;
                let member =
                    self.schema.roots.iter().find(is_it).ok_or_else(|| hidden(relation))?;
                self.value(member, vec![json!("roots"), json!(member.name)], atoms)
            }
        }
    }

    fn field(&self, relation: Relation, mut atoms: Vec<Json>) -> Result<Json, TranslationFailure> {
        let is_it = |member: &&Member| member.relation == relation;
        if let Some(member) = self.schema.relations.iter().find(is_it) {
            return self.value(member, vec![json!("relations"), json!(member.name)], atoms);
        }
        let of_types = self.schema.types.iter().flat_map(|ty| &ty.fields);
        let of_sets = self.schema.sets.iter().flat_map(|set| &set.fields);
        let member = of_types.chain(of_sets).find(is_it).ok_or_else(|| hidden(&relation))?;
        let owner = atoms.remove(0);
        self.value(member, vec![json!("objects"), owner, json!(member.name)], atoms)
    }

    /// The place of a tuple in a member's value, which is at `at`.
    fn value(
        &self,
        member: &Member,
        mut at: Vec<Json>,
        mut atoms: Vec<Json>,
    ) -> Result<Json, TranslationFailure> {
        Ok(match member.shape {
            Shape::One(_) | Shape::Lone(_) => json!({ "at": at, "is": atoms.remove(0) }),
            Shape::Set(_) => json!({ "at": at, "has": atoms.remove(0) }),
            Shape::Sequence(_) | Shape::Map(..) => {
                at.push(atoms.remove(0));
                json!({ "at": at, "is": atoms.remove(0) })
            }
            Shape::Relation(_) => json!({ "at": at, "has": atoms }),
        })
    }
}

fn hidden(_: &Relation) -> TranslationFailure {
    refused(
        "what no line shows, such as an order that is open",
        "leave the order out, or make it exact",
    )
}
