//! Instances in Alloy's own notation: for its viewer, and as predicates of a spec.
//!
//! These need the whole instance, helpers of opened modules included, which a record leaves out. So they
//! are made of a model and an instance rather than of a record.

mod command;
mod predicate;
mod xml;

pub use command::CommandNotation;
pub use predicate::predicate;
pub use xml::{trace_xml, xml};

use korrel_lang::instance::{Instance, Relation, Witness};
use korrel_lang::model::{Model, SigId, SigKind};
use korrel_lang::universe::{Atom, AtomId};

/// An instance, and what Alloy says beside it.
#[derive(Clone, Debug)]
pub struct Solution<'a> {
    pub model: &'a Model,
    pub instance: &'a Instance,
    /// The command as Alloy prints it: `Check safe for 3 expect 0`.
    pub command: &'a str,
    /// The name of the question, which begins the names of witnesses.
    pub label: &'a str,
    pub witnesses: Vec<Witness>,
    /// Least and greatest of the scope.
    pub integers: (i64, i64),
    pub max_sequence: u32,
}

/// A trace, and what Alloy says beside it.
#[derive(Clone, Debug)]
pub struct SolutionTrace<'a> {
    /// Its instance is the first state.
    pub first: Solution<'a>,
    pub states: &'a [Instance],
    /// The state that follows the last one.
    pub back: usize,
    /// The least and the greatest number of states of the scope.
    pub steps: (u32, u32),
}

impl Solution<'_> {
    /// The sigs that extend one, or all top-level ones.
    fn children(&self, sig: Option<SigId>) -> Vec<SigId> {
        match sig {
            Some(sig) => self.model.sigs[sig].children.clone(),
            None => self.model.top_level().collect(),
        }
    }

    fn subsets(&self) -> impl Iterator<Item = SigId> + '_ {
        let is_subset = |sig: &SigId| matches!(self.model.sigs[*sig].kind, SigKind::Subset { .. });
        self.model.sigs.ids().filter(is_subset)
    }

    fn atoms(&self, sig: SigId) -> Vec<AtomId> {
        let tuples = self.instance.get(Relation::Sig(sig)).tuples();
        tuples.map(|tuple| tuple[0]).collect()
    }

    /// The deepest sig that holds each atom, and the atom's number among those with the same
    /// deepest sig. Nothing for integers, strings, and atoms that do not exist.
    fn places(&self) -> Vec<Option<(SigId, usize)>> {
        let universe = &self.instance.universe;
        let mut found: Vec<Option<(SigId, usize)>> = Vec::new();
        for atom in universe.atoms() {
            let place = match universe.atom(atom) {
                Atom::Object { sig, .. } if self.instance.sig(*sig).contains(&[atom]) => {
                    let deepest = self.deepest(*sig, atom);
                    let before = found.iter().flatten().filter(|(sig, _)| *sig == deepest).count();
                    Some((deepest, before))
                }
                _ => None,
            };
            found.push(place);
        }
        found
    }

    fn deepest(&self, sig: SigId, atom: AtomId) -> SigId {
        let holds = |child: &&SigId| self.instance.sig(**child).contains(&[atom]);
        match self.model.sigs[sig].children.iter().find(holds) {
            Some(&child) => self.deepest(child, atom),
            None => sig,
        }
    }
}
