//! Is the beginning of a labelling canonical?
//!
//! The order begins with the cells that say which atoms are in use and with those that no permutation moves. Then come
//! the cells of the atoms of rank 0..k, before all that an atom of a later rank is part of. If permuting these atoms
//! alone makes their cells greater, it makes every labelling greater that begins so, and the clause is the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use korrel_sat::{PrefixTest, Var};
use korrel_translate::Translation;

use super::{Canonicity, Labelling};

/// The test of one search's models and of their beginnings: what it keeps of a beginning serves the models that begin
/// so.
#[derive(Clone, Debug)]
pub(crate) struct SharedCanonicity(Arc<Mutex<Canonicity>>);

impl SharedCanonicity {
    pub fn new(canonicity: Canonicity) -> SharedCanonicity {
        SharedCanonicity(Arc::new(Mutex::new(canonicity)))
    }

    /// Nobody else waits: a search tests one thing after the other.
    pub fn lock(&self) -> MutexGuard<'_, Canonicity> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tests beginnings of the order: after the second shell and each later one that ends with other cells than the one
/// before it, but for the whole order. Where images are chosen one by one for very many atoms, a test takes longer than
/// the cells of a shell, and only some shells have one.
pub struct CanonicalPrefixes {
    canonicity: SharedCanonicity,
    /// Positions of the projection's order, ascending.
    ends: Vec<usize>,
    /// The number of shells by each end.
    shells: Vec<usize>,
}

/// More atoms than this are very many.
const MANY: usize = 64;

/// So many shells of very many atoms have one test.
const SHELLS: usize = 16;

impl CanonicalPrefixes {
    pub(crate) fn new(shared: SharedCanonicity, translation: &Translation) -> CanonicalPrefixes {
        let canonicity = shared.lock();
        let order = &translation.projection.order;
        let mut positions = vec![0; translation.cnf.variables()];
        for (position, lit) in order.iter().enumerate() {
            positions[lit.var().index()] = position;
        }
        let (mut ends, mut shells) = (Vec::new(), Vec::new());
        let (mut cell, mut end) = (0, 0);
        let are_many = canonicity.pairs.is_none() && canonicity.shells.len() > MANY;
        let is_passed = |shell: usize| shell == 0 || are_many && !shell.is_multiple_of(SHELLS);
        for (shell, until) in canonicity.shells.iter().map(|shell| shell.end).enumerate() {
            let open = canonicity.truths[cell..until].iter().filter_map(|truth| truth.literal());
            end = open.map(|lit| positions[lit.var().index()] + 1).fold(end, usize::max);
            cell = until;
            // One atom alone has no permutation, and what has all cells is a model.
            if is_passed(shell) || end == order.len() {
                continue;
            }
            if ends.last() == Some(&end) {
                shells.pop();
            } else {
                ends.push(end);
            }
            shells.push(shell + 1);
        }
        drop(canonicity);
        CanonicalPrefixes { canonicity: shared, ends, shells }
    }
}

impl Clone for CanonicalPrefixes {
    /// Tests of another search.
    fn clone(&self) -> CanonicalPrefixes {
        let canonicity = SharedCanonicity::new(self.canonicity.lock().clone());
        CanonicalPrefixes { canonicity, ends: self.ends.clone(), shells: self.shells.clone() }
    }
}

impl PrefixTest for CanonicalPrefixes {
    fn checkpoints(&self) -> &[usize] {
        &self.ends
    }

    fn refute(
        &mut self,
        checkpoint: usize,
        value: &dyn Fn(Var) -> bool,
    ) -> Option<Vec<korrel_sat::Lit>> {
        let shells = self.shells[checkpoint];
        match self.canonicity.lock().test_beginning(shells, true, value) {
            Labelling::Violates(clause) => Some(clause),
            Labelling::Canonical | Labelling::Untested => None,
        }
    }
}
