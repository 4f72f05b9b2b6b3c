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

/// The search for one permutation.
pub(super) struct PermutationSearch<'c> {
    canonicity: &'c Canonicity,
    /// The atoms in use, in rank order.
    used: &'c [ShellOf],
    /// Images of the atoms chosen so far; of the others, themselves.
    pub(super) images: Images,
    /// Whether an atom is an image already.
    taken: Vec<bool>,
    /// How many atoms had images when the labelling was found to be greater.
    chosen: usize,
}

impl<'c> PermutationSearch<'c> {
    /// The atoms before `first` are mapped to themselves.
    pub(super) fn new(
        canonicity: &'c Canonicity,
        used: &'c [ShellOf],
        first: usize,
        identity: &Images,
    ) -> PermutationSearch<'c> {
        let mut taken = vec![false; canonicity.atoms];
        for shell in &used[..first] {
            taken[shell.atom as usize] = true;
        }
        PermutationSearch { canonicity, used, images: identity.clone(), taken, chosen: 0 }
    }

    /// Chooses images from `depth` on; `forced` is the first one.
    pub(super) fn extend(&mut self, depth: usize, forced: Option<u32>) -> PrefixOrder {
        let Some(&shell) = self.used.get(depth) else { return PrefixOrder::Automorphism };
        if self.canonicity.effort.is_stopped() {
            return PrefixOrder::Stopped;
        }
        for candidate in 0..self.used.len() {
            let image = self.used[candidate];
            let fits = image.class == shell.class
                && !self.taken[image.atom as usize]
                && forced.is_none_or(|forced| forced == image.atom);
            if !fits {
                continue;
            }
            self.images[shell.atom as usize] = image.atom;
            self.taken[image.atom as usize] = true;
            self.chosen = depth + 1;
            let outcome = match self.compare(shell) {
                PrefixOrder::Automorphism => self.extend(depth + 1, None),
                outcome => outcome,
            };
            if !matches!(outcome, PrefixOrder::Less) {
                return outcome;
            }
            self.taken[image.atom as usize] = false;
        }
        self.images[shell.atom as usize] = shell.atom;
        PrefixOrder::Less
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
            let image = canonicity.image_of(&canonicity.cells[at], &self.images);
            match (canonicity.values[at], canonicity.values[image]) {
                (false, true) => return PrefixOrder::Greater(at),
                (true, false) => return PrefixOrder::Less,
                _ => {}
            }
        }
        PrefixOrder::Automorphism
    }
}
