//! The atoms that are alike in one instance, as far as the automorphisms met so far tell.

use super::{Images, ShellOf};

/// Sets of atoms that automorphisms map to each other (union-find).
pub(super) struct Orbits {
    parents: Vec<u32>,
}

impl Orbits {
    pub(super) fn new(atoms: usize) -> Orbits {
        Orbits { parents: (0..atoms as u32).collect() }
    }

    fn find(&mut self, mut atom: u32) -> u32 {
        while self.parents[atom as usize] != atom {
            let above = self.parents[self.parents[atom as usize] as usize];
            self.parents[atom as usize] = above;
            atom = above;
        }
        atom
    }

    pub(super) fn same(&mut self, a: u32, b: u32) -> bool {
        self.find(a) == self.find(b)
    }

    pub(super) fn merge(&mut self, used: &[ShellOf], images: &Images) {
        for shell in used {
            let (a, b) = (self.find(shell.atom), self.find(images[shell.atom as usize]));
            self.parents[a as usize] = b;
        }
    }
}
