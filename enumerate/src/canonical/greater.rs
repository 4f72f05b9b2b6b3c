//! A permutation that makes a labelling greater, and the clause that says so.

use korrel_sat::Lit;

use super::{Canonicity, Images, ShellOf};

/// The beginning of a permutation that makes a labelling greater.
pub(super) struct Greater {
    /// The images of the atoms. An atom without one stands for itself.
    pub images: Images,
    /// The number of atoms in use that have images.
    pub chosen: usize,
    /// The first cell that is greater.
    pub at: usize,
}

impl Greater {
    /// The permutation that begins like this. Atoms without a chosen image follow in their order.
    pub(super) fn completed(&self, used: &[ShellOf]) -> Images {
        let (mut images, mut taken) = (self.images.clone(), vec![false; self.images.len()]);
        let (chosen, others) = used.split_at(self.chosen);
        chosen.iter().for_each(|shell| taken[self.images[shell.atom as usize] as usize] = true);
        for shell in others {
            let is_free =
                |other: &&ShellOf| other.class == shell.class && !taken[other.atom as usize];
            let image = used.iter().find(is_free).expect("a class has as many images as atoms");
            images[shell.atom as usize] = image.atom;
            taken[image.atom as usize] = true;
        }
        images
    }
}

impl Canonicity {
    /// The atoms of the shells up to the cell that is greater that do not stay, with their images.
    pub(super) fn moves(&self, found: &Greater) -> impl Iterator<Item = (u32, u32)> {
        let shells = self.shells.iter().take_while(|shell| shell.start <= found.at);
        let moves = shells.map(|shell| (shell.atom, found.images[shell.atom as usize]));
        moves.filter(|(atom, image)| atom != image)
    }

    /// The lex-leader clause of the permutation found, up to the cell where it is greater.
    ///
    /// Where all cells are true first, it is valid for instances too in which some of the moved atoms
    /// are not in use, although the permutation does not keep the atoms in use together there: moving
    /// what has the place of a later atom to that of an earlier one, which has no cells, makes a
    /// labelling greater, so the permutation's labelling is at most one of the atoms in use alone.
    /// Otherwise an atom that is not in use has the greatest cells, and the clause speaks only of
    /// instances that use all that is moved.
    pub(super) fn clause(&self, found: &Greater) -> Vec<Lit> {
        let (images, greater) = (&found.images, found.at);
        let mut clause = Vec::new();
        // The reason above is of all instances together. A proof looks at one, and says which atoms are in use.
        if !self.unused_is_least || self.proof.is_some() {
            // Whatever the rest of the permutation is, these atoms move.
            let moved = self.moves(found).flat_map(|(atom, image)| [atom, image]);
            let in_use = |atom: u32| self.in_use[atom as usize].literal();
            clause.extend(moved.filter_map(in_use).map(|lit| !lit));
        }
        for at in 0..=greater {
            let image = self.image_of(at, images);
            if image == at {
                continue;
            }
            let image_literal = self.truths[image].literal();
            if at == greater || !self.values[at] {
                clause.extend(self.truths[at].literal());
            }
            if at == greater || self.values[at] {
                clause.extend(image_literal.map(|lit| !lit));
            }
        }
        clause.sort_unstable();
        clause.dedup();
        clause
    }
}
