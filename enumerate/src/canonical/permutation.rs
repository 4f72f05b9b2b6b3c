//! The search for one permutation that makes a labelling greater, or leaves it as it is.

use super::{Canonicity, Images, ShellOf};

/// Where the search for a greater labelling ended.
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
    /// Images of the atoms chosen so far; of the others, themselves.
    pub(super) images: Images,
    /// Whether an atom is an image already.
    taken: Vec<bool>,
    /// How many atoms had images when the labelling was found to be greater.
    chosen: usize,
}

impl<'c> PermutationSearch<'c> {
    pub(super) fn new(canonicity: &'c Canonicity, used: &'c [ShellOf]) -> PermutationSearch<'c> {
        let images = (0..canonicity.atoms as u32).collect();
        let taken = vec![true; canonicity.atoms];
        PermutationSearch { canonicity, used, first: used.len(), images, taken, chosen: 0 }
    }

    /// From now on searches for those that fix all atoms in use before `first`: each one from the last to the first
    /// in its turn, also where it cannot move.
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

    /// The permutation that begins like this, with atoms of which no image is chosen in their order.
    pub(super) fn completed(&self) -> Images {
        let (mut images, mut taken) = (self.images.clone(), vec![false; self.images.len()]);
        let (chosen, others) = self.used.split_at(self.chosen);
        chosen.iter().for_each(|shell| taken[self.images[shell.atom as usize] as usize] = true);
        for shell in others {
            let is_free =
                |other: &&ShellOf| other.class == shell.class && !taken[other.atom as usize];
            let image =
                self.used.iter().find(is_free).expect("a class has as many images as atoms");
            images[shell.atom as usize] = image.atom;
            taken[image.atom as usize] = true;
        }
        images
    }

    /// Compares the cells of one shell with their images; `Automorphism` if all are equal.
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
