//! The search for one permutation that makes a labelling greater, or leaves it as it is.

use super::{Canonicity, Images, ShellOf};

/// Where the search for a greater labelling ended.
pub(super) enum Outcome {
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
pub(super) struct Search<'c> {
    canonicity: &'c Canonicity,
    /// The atoms in use, in rank order.
    used: &'c [ShellOf],
    /// Images of the atoms chosen so far; of the others, themselves.
    pub(super) images: Images,
    /// Whether an atom is an image already.
    taken: Vec<bool>,
}

impl<'c> Search<'c> {
    /// The atoms before `first` are mapped to themselves.
    pub(super) fn new(
        canonicity: &'c Canonicity,
        used: &'c [ShellOf],
        first: usize,
        identity: &Images,
    ) -> Search<'c> {
        let mut taken = vec![false; canonicity.atoms];
        for shell in &used[..first] {
            taken[shell.atom as usize] = true;
        }
        Search { canonicity, used, images: identity.clone(), taken }
    }

    /// Chooses images from `depth` on; `forced` is the first one.
    pub(super) fn extend(&mut self, depth: usize, forced: Option<u32>) -> Outcome {
        let Some(&shell) = self.used.get(depth) else { return Outcome::Automorphism };
        if self.canonicity.effort.is_stopped() {
            return Outcome::Stopped;
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
            let outcome = match self.compare(shell) {
                Outcome::Automorphism => self.extend(depth + 1, None),
                outcome => outcome,
            };
            if !matches!(outcome, Outcome::Less) {
                return outcome;
            }
            self.taken[image.atom as usize] = false;
        }
        self.images[shell.atom as usize] = shell.atom;
        Outcome::Less
    }

    /// Compares the cells of one shell with their images; `Automorphism` if all are equal.
    fn compare(&self, shell: ShellOf) -> Outcome {
        let canonicity = self.canonicity;
        for at in shell.start..shell.end {
            let image = canonicity.image_of(&canonicity.cells[at], &self.images);
            match (canonicity.values[at], canonicity.values[image]) {
                (false, true) => return Outcome::Greater(at),
                (true, false) => return Outcome::Less,
                _ => {}
            }
        }
        Outcome::Automorphism
    }
}
