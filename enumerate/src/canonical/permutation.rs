//! The search for one permutation that makes a labelling greater, or leaves it as it is.

use super::greater::Greater;
use super::orbits::Orbits;
use super::{Canonicity, GreaterLabelling, Images, ShellOf};

/// The end of the search for a greater labelling.
pub(super) enum PrefixOrder {
    /// No permutation that starts like this is greater or equal.
    Less,
    /// All cells are equal.
    Automorphism,
    /// The stop flag was raised.
    Stopped,
    /// Greater, at this cell.
    Greater(usize),
}

/// The search for one permutation after the other.
pub(super) struct PermutationSearch<'c> {
    canonicity: &'c Canonicity,
    /// The atoms in use, in rank order.
    used: &'c [ShellOf],
    /// The atoms in use before this one are mapped to themselves.
    first: usize,
    /// Images of the atoms chosen so far. The others stand for themselves.
    pub(super) images: Images,
    /// True for each atom that is an image already.
    taken: Vec<bool>,
    /// The number of atoms with images when the labelling was found to be greater.
    chosen: usize,
}

impl Canonicity {
    /// Tries all permutations of the atoms in use, those that fix the most atoms first: images are chosen one by
    /// one.
    pub(super) fn permuted(&self, used: &[ShellOf]) -> GreaterLabelling {
        let mut orbits = Orbits::new(self.atoms);
        let mut search = PermutationSearch::new(self, used);
        for first in (0..used.len()).rev() {
            search.fix_before(first);
            for candidate in first + 1..used.len() {
                let image = used[candidate];
                // The first of the atoms that are alike is tried, and none of those like `first`.
                let is_new = !used[first..candidate]
                    .iter()
                    .any(|other| other.class == image.class && orbits.same(other.atom, image.atom));
                if image.class != used[first].class || !is_new {
                    continue;
                }
                match search.moving_to(candidate) {
                    PrefixOrder::Less => {}
                    PrefixOrder::Automorphism => {
                        orbits.merge(used, &search.images);
                        search.reset();
                    }
                    PrefixOrder::Greater(at) => return GreaterLabelling::By(search.greater(at)),
                    PrefixOrder::Stopped => return GreaterLabelling::Unknown,
                }
            }
        }
        GreaterLabelling::None
    }
}

impl<'c> PermutationSearch<'c> {
    pub(super) fn new(canonicity: &'c Canonicity, used: &'c [ShellOf]) -> PermutationSearch<'c> {
        let images = (0..canonicity.atoms as u32).collect();
        let taken = vec![true; canonicity.atoms];
        PermutationSearch { canonicity, used, first: used.len(), images, taken, chosen: 0 }
    }

    /// Searches from now on for permutations that fix all atoms in use before `first`: each one
    /// from the last to the first in its turn, also where it cannot move.
    pub(super) fn fix_before(&mut self, first: usize) {
        self.first = first;
        self.taken[self.used[first].atom as usize] = false;
    }

    /// Searches for one that moves the first atom that is not fixed to `image`.
    pub(super) fn moving_to(&mut self, image: usize) -> PrefixOrder {
        if self.canonicity.effort.is_stopped() {
            return PrefixOrder::Stopped;
        }
        let first = self.first;
        let outcome = self.choose(first, image);
        if matches!(outcome, PrefixOrder::Less) {
            self.images[self.used[first].atom as usize] = self.used[first].atom;
        }
        outcome
    }

    /// Forgets the automorphism found.
    pub(super) fn reset(&mut self) {
        for shell in &self.used[self.first..] {
            self.images[shell.atom as usize] = shell.atom;
            self.taken[shell.atom as usize] = false;
        }
    }

    /// Chooses images from `depth` on.
    fn extend(&mut self, depth: usize) -> PrefixOrder {
        let Some(&shell) = self.used.get(depth) else { return PrefixOrder::Automorphism };
        if self.canonicity.effort.is_stopped() {
            return PrefixOrder::Stopped;
        }
        for candidate in self.first..self.used.len() {
            let image = self.used[candidate];
            if image.class == shell.class && !self.taken[image.atom as usize] {
                let outcome = self.choose(depth, candidate);
                if !matches!(outcome, PrefixOrder::Less) {
                    return outcome;
                }
            }
        }
        self.images[shell.atom as usize] = shell.atom;
        PrefixOrder::Less
    }

    /// Chooses this image of the atom at `depth`, and the later ones where all is equal so far.
    fn choose(&mut self, depth: usize, image: usize) -> PrefixOrder {
        let (shell, image) = (self.used[depth], self.used[image].atom);
        self.images[shell.atom as usize] = image;
        self.taken[image as usize] = true;
        self.chosen = depth + 1;
        let outcome = match self.compare(shell) {
            PrefixOrder::Automorphism => self.extend(depth + 1),
            outcome => outcome,
        };
        if matches!(outcome, PrefixOrder::Less) {
            self.taken[image as usize] = false;
        }
        outcome
    }

    /// The permutation that was found, greater at this cell.
    pub(super) fn greater(self, at: usize) -> Greater {
        Greater { images: self.images, chosen: self.chosen, at }
    }

    /// Compares the cells of one shell with their images. Returns `Automorphism` if all are equal.
    fn compare(&self, shell: ShellOf) -> PrefixOrder {
        let canonicity = self.canonicity;
        for at in shell.start..shell.end {
            let image = canonicity.image_of(at, &self.images);
            match (canonicity.values[at], canonicity.values[image]) {
                (false, true) => return PrefixOrder::Greater(at),
                (true, false) => return PrefixOrder::Less,
                _ => {}
            }
        }
        PrefixOrder::Automorphism
    }
}
