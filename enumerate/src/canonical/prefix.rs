//! Is the beginning of a labelling canonical?
//!
//! The order begins with the cells that say which atoms are in use and with those that no permutation moves. Then come
//! the cells of the atoms of rank 0..k, before all that an atom of a later rank is part of. If permuting these atoms
//! alone makes their cells greater, it makes every labelling greater that begins so, and the clause is the same.

use korrel_sat::{PrefixTest, Var};
use korrel_translate::Translation;

use super::{Canonicity, Labelling};

/// Tests beginnings of the order: after the second shell and each later one that ends with other cells than the one
/// before it, but for the whole order. Where images are chosen one by one for very many atoms, a test takes longer than
/// the cells of a shell, and only some shells have one.
#[derive(Clone)]
pub struct CanonicalPrefixes {
    canonicity: Canonicity,
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
    pub fn new(canonicity: Canonicity, translation: &Translation) -> CanonicalPrefixes {
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
        CanonicalPrefixes { canonicity, ends, shells }
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
        match self.canonicity.test_shells(self.shells[checkpoint], true, value) {
            Labelling::Violates(clause) => Some(clause),
            Labelling::Canonical | Labelling::Untested => None,
        }
    }
}
