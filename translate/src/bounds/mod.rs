//! The tuples that each relation must hold and may hold, before any formula is looked at.
//!
//! Sigs that hold one fixed atom (`one sig`, enum values) get the first atoms of their top-level
//! sig, so that they are constants. This does not hold below an ordered sig, where an atom is a
//! place in the order. The other atoms of a sig are all alike. That only the first k of them are in
//! use is a constraint of the translation, not of the bounds.

mod fields;
mod given;
pub(crate) mod order;
mod sigs;
mod size;
pub(crate) mod upper;

use std::sync::Arc;

use korrel_lang::arena::Arena;
use korrel_lang::instance::Relation;
use korrel_lang::model::{Command, Declaration, FieldId, Model, Sig, SigId, VariableId};
use korrel_lang::per_relation::PerRelation;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};
use korrel_sat::Effort;

use crate::failure::TranslationFailure;
use crate::scope::Scopes;
use crate::scope::strings::strings;
use order::{Order, OrderPlace, orders};
use sigs::{fixed_atoms, ordered_atoms, sig_bounds};
use size::check_tuples;

pub use given::{GivenObjects, KnownRow};
pub use upper::{upper_bound, upper_of, upper_with};

/// Bounds of every relation of a command.
///
/// Invariant: `lower ⊆ upper` for each. Both are closed under the permutations of interchangeable
/// atoms, but for the lower bounds of top-level sigs, which hold the first atoms.
#[derive(Clone, Debug)]
pub struct Bounds {
    universe: Arc<Universe>,
    /// The bounds of all relations. Those of `univ`, `Int`, `seq/Int`, `String` and `none` are
    /// included.
    relations: PerRelation<Bound>,
    fixed: Arena<SigId, Vec<AtomId>>,
    ordered: Vec<AtomId>,
    leading: Vec<Relation>,
    given: Vec<AtomId>,
}

/// lower ⊆ the relation ⊆ upper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub lower: TupleSet,
    pub upper: TupleSet,
}

impl Bound {
    /// No tuple must be held.
    pub fn up_to(upper: TupleSet) -> Bound {
        Bound { lower: TupleSet::empty(upper.atoms(), upper.arity()), upper }
    }
}

impl Bounds {
    /// # Errors
    /// A relation that could hold more tuples than fit in memory, or a stop.
    pub fn new(
        model: &Model,
        command: &Command,
        scopes: &Scopes,
        effort: &Effort,
    ) -> Result<Bounds, TranslationFailure> {
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
        let sigs = sig_bounds(model, scopes, &universe, &fixed, effort)?;
        let relations = PerRelation::new(sigs, Arena::default());
        let ordered = ordered_atoms(&universe, &orders);
        let leading = orders.iter().flat_map(leading_relations).collect();
        let given = Vec::new();
        let mut bounds = Bounds { universe, relations, fixed, ordered, leading, given };
        bounds.add_fields(model, &orders, effort)?;
        bounds.declare(&command.parameters);
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
            let bound = &mut bounds.relations[cell.relation];
            if holds {
                bound.lower.insert(&cell.tuple);
            } else {
                bound.upper.remove(&cell.tuple);
            }
        }
        bounds.check();
        bounds
    }

    /// Bounds the variables of declarations by all that their ranges may hold.
    pub fn declare(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            let bound = Bound::up_to(upper_bound(&declaration.range, self));
            for &variable in &declaration.variables {
                self.relations.declare(variable, bound.clone());
            }
        }
    }

    pub fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    pub fn get(&self, relation: Relation) -> &Bound {
        &self.relations[relation]
    }

    pub fn sig(&self, sig: SigId) -> &Bound {
        &self.relations.sigs()[sig]
    }

    pub fn field(&self, field: FieldId) -> &Bound {
        &self.relations.fields()[field]
    }

    /// The bound of a variable, if it is declared.
    pub fn variable(&self, variable: VariableId) -> Option<&Bound> {
        self.relations.variable(variable)
    }

    /// The command's parameters, in order of declaration.
    pub fn parameters(&self) -> &[(VariableId, Bound)] {
        self.relations.variables()
    }

    /// The relations that an instance chooses: the user's sigs, the parameters, the fields.
    pub fn relations(&self) -> impl Iterator<Item = Relation> {
        let is_chosen =
            |relation: &Relation| !matches!(relation, Relation::Sig(sig) if *sig <= Sig::STRING);
        self.relations.relations().filter(is_chosen)
    }

    /// All relations, those included that are not chosen.
    pub fn all(&self) -> &PerRelation<Bound> {
        &self.relations
    }

    /// The atoms that are surely in a sig, beside those of its children: the atom of a `one` sig,
    /// the atoms of an ordered sig.
    pub fn fixed(&self, sig: SigId) -> &[AtomId] {
        &self.fixed[sig]
    }

    /// The atoms whose numbers are their places in an order, surely in use or not.
    pub fn ordered(&self) -> &[AtomId] {
        &self.ordered
    }

    /// The sigs and fields that say which interchangeable atoms are ordered, and how. Their cells
    /// are compared before all others.
    pub fn leading(&self) -> &[Relation] {
        &self.leading
    }

    /// True if the order whose steps a field holds, of its owner's only atom, is that of the atoms'
    /// numbers in the canonical labelling of every instance.
    pub fn follows_numbers(&self, next: FieldId) -> bool {
        let mut steps = self.field(next).upper.tuples();
        self.leading.contains(&Relation::Field(next)) || steps.all(|step| step[1] <= step[2])
    }

    /// Asserts the invariant, in debug builds.
    fn check(&self) {
        let is_kept = |(_, bound): (Relation, &Bound)| bound.lower.is_subset(&bound.upper);
        debug_assert!(self.relations.iter().all(is_kept), "lower ⊆ upper");
    }
}

fn leading_relations(order: &Order) -> Vec<Relation> {
    match order.place {
        OrderPlace::TopLevel | OrderPlace::Fixed => Vec::new(),
        OrderPlace::Leading => {
            vec![
                Relation::Sig(order.sig),
                Relation::Field(order.first),
                Relation::Field(order.next),
            ]
        }
    }
}

/// A tuple that a relation may hold: a choice that makes an instance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub relation: Relation,
    pub tuple: Vec<AtomId>,
}
