//! What each relation must hold and may hold, before any formula is looked at.
//!
//! Sigs that hold one fixed atom (`one sig`, enum values) get the first atoms of their top-level
//! sig, so that they are constants; not so below an ordered sig, where an atom is a place in the
//! order. The other atoms of a sig are all alike; that only the first k of them are in use is a
//! constraint of the translation, not of the bounds.

mod cell;
mod fields;
pub(crate) mod order;
mod sigs;
mod size;
pub(crate) mod upper;

use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Model, Sig, SigId, VariableId};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};

use crate::bounds::order::{Order, Place, orders};
use crate::scope::Scopes;
use crate::scope::strings::strings;
use sigs::{fixed_atoms, ordered_atoms, sig_bounds};
use size::check_tuples;

pub use cell::Cell;
pub use sigs::descendants;
pub use upper::upper_bound;

/// Bounds of every relation of a command.
///
/// Invariant: `lower ⊆ upper` for each; both are closed under the permutations of interchangeable
/// atoms, but for the lower bounds of top-level sigs, which hold the first atoms.
#[derive(Clone, Debug)]
pub struct Bounds {
    pub universe: Arc<Universe>,
    /// By sig. Those of `univ`, `Int`, `seq/Int`, `String` and `none` are included.
    pub sigs: Vec<Bound>,
    /// By field.
    pub fields: Vec<Bound>,
    /// The command's parameters, in order of declaration.
    pub parameters: Vec<(VariableId, Bound)>,
    /// The atoms that are surely of a sig, beside those of its children: that of a `one` sig, those
    /// of an ordered sig.
    pub fixed: Vec<Vec<AtomId>>,
    /// The atoms whose numbers are their places in an order, surely in use or not.
    pub ordered: Vec<AtomId>,
    /// What says which interchangeable atoms are ordered, and how: sigs and fields whose cells are to
    /// be compared before all others.
    pub leading: Vec<Relation>,
}

/// lower ⊆ the relation ⊆ upper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub lower: TupleSet,
    pub upper: TupleSet,
}

impl Bounds {
    /// # Errors
    /// A relation that could hold more tuples than fit in memory.
    pub fn new(model: &Model, command: &Command, scopes: &Scopes) -> Result<Bounds, Diagnostic> {
        let tops: Vec<(SigId, u32)> =
            model.top_level().map(|sig| (sig, scopes.top_level(sig).max)).collect();
        let universe = Arc::new(Universe::new(
            &tops,
            Some(scopes.integers),
            &strings(model, command),
            scopes.max_sequence,
            scopes.arithmetic,
        ));
        check_tuples(model, &universe)?;
        let orders = orders(model, scopes);
        let fixed = fixed_atoms(model, &universe, &orders);
        let sigs = sig_bounds(model, scopes, &universe, &fixed);
        let ordered = ordered_atoms(&universe, &orders);
        let leading = orders.iter().flat_map(leading_relations).collect();
        let (fields, parameters) = (Vec::new(), Vec::new());
        let mut bounds = Bounds { universe, sigs, fields, parameters, fixed, ordered, leading };
        bounds.add_fields(model, &orders)?;
        for declaration in &command.parameters {
            let bound = bounds.parameter_bound(&declaration.range);
            let variables = declaration.variables.iter();
            bounds.parameters.extend(variables.map(|&variable| (variable, bound.clone())));
        }
        bounds.check();
        Ok(bounds)
    }

    /// The same with some cells known: `true` ones must hold, `false` ones may not.
    ///
    /// Only the encoding may use it. Symmetry belongs to the first bounds: these tell atoms apart
    /// that are interchangeable.
    pub fn tightened<'c>(&self, known: impl IntoIterator<Item = (&'c Cell, bool)>) -> Bounds {
        let mut bounds = self.clone();
        for (cell, holds) in known {
            let bound = bounds.get_mut(cell.relation);
            if holds {
                bound.lower.insert(&cell.tuple);
            } else {
                bound.upper.remove(&cell.tuple);
            }
        }
        bounds.check();
        bounds
    }

    fn get_mut(&mut self, relation: Relation) -> &mut Bound {
        match relation {
            Relation::Sig(sig) => &mut self.sigs[sig.0 as usize],
            Relation::Field(field) => &mut self.fields[field.0 as usize],
            Relation::Variable(variable) => self
                .parameters
                .iter_mut()
                .find(|(id, _)| *id == variable)
                .map(|(_, bound)| bound)
                .expect("every parameter has a bound"),
        }
    }

    pub fn get(&self, relation: Relation) -> &Bound {
        match relation {
            Relation::Sig(sig) => &self.sigs[sig.0 as usize],
            Relation::Field(field) => &self.fields[field.0 as usize],
            Relation::Variable(variable) => self
                .parameters
                .iter()
                .find(|(id, _)| *id == variable)
                .map(|(_, bound)| bound)
                .expect("every parameter has a bound"),
        }
    }

    /// The relations that an instance chooses: the user's sigs, the parameters, the fields.
    pub fn relations(&self) -> impl Iterator<Item = Relation> {
        let sigs = (Sig::STRING.0 + 1..self.sigs.len() as u32).map(|id| Relation::Sig(SigId(id)));
        let parameters = self.parameters.iter().map(|(variable, _)| Relation::Variable(*variable));
        let fields = (0..self.fields.len() as u32)
            .map(|id| Relation::Field(korrel_lang::model::FieldId(id)));
        sigs.chain(parameters).chain(fields)
    }

    /// Asserts the invariant where that is cheap.
    fn check(&self) {
        for relation in self.relations() {
            let bound = self.get(relation);
            debug_assert!(bound.lower.is_subset(&bound.upper), "{relation:?}");
        }
    }
}

fn leading_relations(order: &Order) -> Vec<Relation> {
    match order.place {
        Place::TopLevel | Place::Fixed => Vec::new(),
        Place::Leading => {
            vec![
                Relation::Sig(order.sig),
                Relation::Field(order.first),
                Relation::Field(order.next),
            ]
        }
    }
}
