//! The step `s`: a clause that refuses labellings, with a permutation that makes them greater.

use crate::cells::Worth;
use crate::clauses::code;
use crate::problem::{NONE, Problem};

/// What the check of one step leaves for the next.
pub(crate) struct Greater<'a> {
    problem: &'a Problem,
    /// The image of each atom.
    images: Vec<u32>,
    /// Says of each atom whether it is an image.
    is_image: Vec<bool>,
    /// Says of each literal whether it is in the clause.
    is_false: Vec<bool>,
}

impl<'a> Greater<'a> {
    /// A checker for the clauses of these variables.
    pub(crate) fn new(problem: &'a Problem, variables: i32) -> Greater<'a> {
        Greater {
            problem,
            images: (0..problem.count as u32).collect(),
            is_image: vec![false; problem.count],
            is_false: vec![false; 2 * (variables as usize + 1)],
        }
    }

    /// How many open cells there are.
    pub(crate) fn open(&self) -> i32 {
        self.problem.open()
    }

    /// The greatest variable of a clause.
    pub(crate) fn variables(&self) -> i32 {
        (self.is_false.len() / 2 - 1) as i32
    }

    /// Checks a step. The pairs of atoms stand one after the other.
    pub(crate) fn check(&mut self, pairs: &[i32], clause: &[i32]) -> Result<(), String> {
        let (atoms, []) = pairs.as_chunks::<2>() else {
            return Err("an atom has no image".to_owned());
        };
        for &literal in clause {
            self.is_false[code(literal) as usize] = true;
        }
        let mut named = Vec::with_capacity(atoms.len());
        let result = self.map(atoms, &mut named).and_then(|()| self.compare(&named));
        for &literal in clause {
            self.is_false[code(literal) as usize] = false;
        }
        for &atom in &named {
            self.images[atom as usize] = atom;
        }
        result
    }

    /// Takes the pairs. An atom that has an image is named.
    fn map(&mut self, pairs: &[[i32; 2]], named: &mut Vec<u32>) -> Result<(), String> {
        for &[from, to] in pairs {
            for atom in [from, to] {
                let class = usize::try_from(atom).ok().and_then(|at| self.problem.class_of.get(at));
                if class.is_none_or(|&class| class == NONE) {
                    return Err(format!("{atom} is no atom of a class"));
                }
                let says_use = self.problem.uses[atom as usize];
                if says_use != 0 && !self.is_false[code(-says_use) as usize] {
                    return Err(format!("the clause does not say that atom {atom} is in use"));
                }
            }
            if from == to {
                return Err(format!("atom {from} stays where it is"));
            }
            if self.problem.class_of[from as usize] != self.problem.class_of[to as usize] {
                return Err(format!("the atoms {from} and {to} are of two classes"));
            }
            if self.images[from as usize] != from as u32 {
                return Err(format!("atom {from} has two images"));
            }
            self.images[from as usize] = to as u32;
            named.push(from as u32);
        }
        Ok(())
    }

    /// Compares cells with their images until the labelling is seen to become greater.
    fn compare(&mut self, named: &[u32]) -> Result<(), String> {
        let problem = self.problem;
        let cells = &problem.cells;
        // How many atoms of `ranks` there are up to the last one in a cell compared.
        let mut domain = 0;
        for cell in cells.order() {
            for &atom in cells.tuple(cell) {
                if problem.rank_of[atom as usize] != NONE {
                    domain = domain.max(problem.rank_of[atom as usize] as usize + 1);
                }
            }
            let Some(image) = cells.image(cell, &self.images) else {
                return Err(format!("{} is moved to no cell", cells.words(cell)));
            };
            let (is, becomes) = (self.value(cell), self.value(image));
            match (is, becomes) {
                (Some(false), Some(true)) => return self.is_injective(domain, named),
                _ if cell == image || is == Some(false) || becomes == Some(true) => {}
                _ => {
                    let (is, becomes) = (cells.words(cell), cells.words(image));
                    return Err(format!("{is} may be greater than its image {becomes}"));
                }
            }
        }
        Err("the permutation makes nothing greater".to_owned())
    }

    /// Says whether a cell is known to be greater, or lesser.
    fn value(&self, cell: u32) -> Option<bool> {
        match self.problem.cells.worth(cell) {
            Worth::Known(is_greater) => Some(is_greater),
            Worth::Open(literal) if self.is_false[code(literal) as usize] => Some(false),
            Worth::Open(literal) if self.is_false[code(-literal) as usize] => Some(true),
            Worth::Open(_) => None,
        }
    }

    /// The images of the first atoms of `ranks` differ, and all named atoms are among these.
    fn is_injective(&mut self, domain: usize, named: &[u32]) -> Result<(), String> {
        let outside =
            named.iter().find(|&&atom| self.problem.rank_of[atom as usize] as usize >= domain);
        if let Some(atom) = outside {
            return Err(format!("no cell compared has atom {atom}, or one of a later rank"));
        }
        let domain = &self.problem.ranks[..domain];
        let mut twice = None;
        for &atom in domain {
            let image = self.images[atom as usize];
            if std::mem::replace(&mut self.is_image[image as usize], true) {
                twice = Some(image);
            }
        }
        for &atom in domain {
            self.is_image[self.images[atom as usize] as usize] = false;
        }
        match twice {
            Some(atom) => Err(format!("atom {atom} is the image of two atoms")),
            None => Ok(()),
        }
    }
}
