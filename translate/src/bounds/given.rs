//! Knowledge of some objects that is given beforehand.
//!
//! *Problem.* A heap that is to be completed has objects with names and with given fields. *Choice.* They are
//! atoms that no permutation moves. The lower and upper bounds of the relations say what is known of them.
//! Then the search is the same as for any question. Symmetry concerns only the other atoms, which nothing
//! given mentions. *Rejected.* To state it as facts: the objects would have to be found among all atoms.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Model, Sig, SigId};
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;

use super::Bounds;
use super::upper::upper_bound;
use crate::bounds::Cell;
use crate::scope::descendants;
use korrel_lang::model::Command;

/// Atoms that stand for given objects, and the known facts about them.
#[derive(Clone, Debug, Default)]
pub struct GivenObjects {
    /// Each with its most specific sig.
    pub objects: Vec<(AtomId, SigId)>,
    pub rows: Vec<KnownRow>,
    /// The cells that must hold, whatever else does.
    pub certain: Vec<Cell>,
}

/// The tuples of a relation that begin with these atoms: just the ones that are given.
#[derive(Clone, Debug)]
pub struct KnownRow {
    pub relation: Relation,
    pub prefix: Vec<AtomId>,
    /// Whole tuples, the prefix included.
    pub tuples: Vec<Vec<AtomId>>,
}

impl Bounds {
    /// The bounds of the instances in which all this holds, or `None` if it cannot.
    pub fn given(&self, model: &Model, command: &Command, given: &GivenObjects) -> Option<Bounds> {
        let mut bounds = self.clone();
        for &(atom, sig) in &given.objects {
            bounds.place(model, atom, sig)?;
        }
        bounds.given = given.objects.iter().map(|(atom, _)| *atom).collect();
        bounds.given.sort_unstable();
        bounds.narrow(model, command);
        for row in &given.rows {
            bounds.know(row)?;
        }
        for Cell { relation, tuple } in &given.certain {
            let bound = &mut bounds.relations[*relation];
            bound.upper.contains(tuple).then(|| bound.lower.insert(tuple))?;
        }
        bounds.check();
        Some(bounds)
    }

    /// The atoms that stand for given objects, ascending.
    pub fn given_atoms(&self) -> &[AtomId] {
        &self.given
    }

    /// An atom is of a sig, of what that extends, and of no other sig.
    fn place(&mut self, model: &Model, atom: AtomId, sig: SigId) -> Option<()> {
        for other in descendants(model, model.top(sig)) {
            let bound = &mut self.relations[Relation::Sig(other)];
            if model.is_descendant(sig, other) {
                bound.upper.contains(&[atom]).then(|| bound.lower.insert(&[atom]))?;
            } else {
                (!bound.lower.contains(&[atom])).then(|| bound.upper.remove(&[atom]))?;
            }
        }
        self.relations[Relation::Sig(Sig::UNIVERSE)].lower.insert(&[atom]);
        Some(())
    }

    /// Fields and parameters hold no more than the sigs let them.
    fn narrow(&mut self, model: &Model, command: &Command) {
        for (id, field) in model.fields.iter() {
            let upper = self.field_upper(field, &Effort::default()).expect("nobody stops it");
            let bound = &mut self.relations[Relation::Field(id)];
            bound.upper = bound.upper.intersection(&upper).union(&bound.lower);
        }
        for declaration in &command.parameters {
            let upper = upper_bound(&declaration.range, self);
            for &variable in &declaration.variables {
                let bound = &mut self.relations[Relation::Variable(variable)];
                bound.upper = bound.upper.intersection(&upper);
            }
        }
    }

    fn know(&mut self, row: &KnownRow) -> Option<()> {
        let bound = &mut self.relations[row.relation];
        let others: Vec<Vec<AtomId>> = bound
            .upper
            .tuples()
            .filter(|tuple| tuple.starts_with(&row.prefix) && !row.tuples.contains(tuple))
            .collect();
        for tuple in &others {
            (!bound.lower.contains(tuple)).then(|| bound.upper.remove(tuple))?;
        }
        for tuple in &row.tuples {
            bound.upper.contains(tuple).then(|| bound.lower.insert(tuple))?;
        }
        Some(())
    }
}
