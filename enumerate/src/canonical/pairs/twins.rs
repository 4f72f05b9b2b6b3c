//! Atoms that are alike, where there are many.
//!
//! *Problem.* The images of a block are chosen in ascending order. Of 40 nodes with one edge each set of those without
//! one is a beginning, 2^38 in all, though any is as good as any other.
//!
//! *Choice.* Two atoms are *twins* if swapping them changes no cell of the labelling. Of twins that are no image yet the
//! first is tried, and the others lead to the same cells. What is left out has another sequence of images that is less,
//! read from the first atom on, and so it is with sets that are met in ascending order. So the least of all that are
//! alike is met. (McKay, Piperno 2014 treat twins so in sparse graphs.)
//!
//! *Rejected.* To do so for few atoms: to find the twins takes longer than the images do. To leave out an image if fewer
//! come after it than atoms will join its block: what is not equal now may be greater later.

use super::Pairs;

/// So many atoms are few.
pub(super) const FEW: usize = 12;

/// The twins of one labelling's atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct Twins {
    /// For each atom: its twins before it.
    before: Vec<u64>,
}

impl Twins {
    pub fn find(&mut self, pairs: &Pairs, used: &[u32]) {
        let all = used.iter().fold(0, |set, atom| set | 1u64 << atom);
        self.before.clear();
        self.before.resize(pairs.layout.atoms.len(), 0);
        let mut seen = 0;
        for (at, &atom) in used.iter().enumerate() {
            if seen >> atom & 1 != 0 {
                continue;
            }
            // Twins of one are twins of each other.
            let (class, mut known) = (pairs.layout.classes[atom as usize], 1 << atom);
            for &other in &used[at + 1..] {
                let may_be = class >> other & 1 != 0 && seen >> other & 1 == 0;
                if may_be && pairs.are_twins(atom, other, all) {
                    self.before[other as usize] = known;
                    known |= 1 << other;
                }
            }
            seen |= known;
        }
    }

    /// True if a twin before the image is free.
    pub fn has_free_before(&self, image: u32, free: u64) -> bool {
        self.before[image as usize] & free != 0
    }
}
