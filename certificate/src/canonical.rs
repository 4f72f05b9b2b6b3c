//! A line's assignment is the greatest of all its renamings.
//!
//! The search gives atoms their images, one after the other in the order of ranks. It compares cells as soon as their
//! images are known. An *automorphism* is a permutation that leaves all cells as they are. Two images between which an
//! automorphism leads, while it keeps all images so far, need one search only.

use crate::cells::Worth;
use crate::problem::{NONE, Problem};

/// What a comparison says of a permutation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// The permutation makes the labelling greater.
    Greater,
    /// The permutation is an automorphism.
    Same,
    /// No permutation that begins so is greater or an automorphism.
    Nothing,
    /// The caller stops.
    Stopped,
}

/// Checks lines of one problem.
pub(crate) struct Canonical<'a> {
    problem: &'a Problem,
    stop: &'a dyn Fn() -> bool,
    /// The open cells of `order` with atoms of classes, in their order.
    cells: Vec<u32>,
    /// For each rank, how many of these cells are compared once its image is known.
    ends: Vec<usize>,
    /// Of each cell whether it has its greater value.
    is_greater: Vec<bool>,
    in_use: Vec<bool>,
    images: Vec<u32>,
    is_image: Vec<bool>,
    automorphisms: Vec<Vec<u32>>,
    visits: u64,
}

/// What the check of a line says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Greatest {
    Yes,
    No,
    Stopped,
}

impl<'a> Canonical<'a> {
    pub(crate) fn new(problem: &'a Problem, stop: &'a dyn Fn() -> bool) -> Canonical<'a> {
        let mut cells = Vec::new();
        let mut ends = vec![0; problem.ranks.len()];
        let mut last = 0;
        for cell in problem.cells.order() {
            let tuple = problem.cells.tuple(cell).iter();
            let ranks = tuple.map(|&atom| problem.rank_of[atom as usize]);
            // The image of a known cell is known likewise, so the two never differ.
            if matches!(problem.cells.worth(cell), Worth::Known(_)) {
                continue;
            }
            if let Some(rank) = ranks.filter(|&rank| rank != NONE).max() {
                last = last.max(rank as usize);
                cells.push(cell);
                ends[last] = cells.len();
            }
        }
        let mut end = 0;
        for place in &mut ends {
            end = end.max(*place);
            *place = end;
        }
        Canonical {
            problem,
            stop,
            cells,
            ends,
            is_greater: vec![false; problem.cells.order().end as usize],
            in_use: vec![false; problem.count],
            images: (0..problem.count as u32).collect(),
            is_image: vec![false; problem.count],
            automorphisms: Vec::new(),
            visits: 0,
        }
    }

    /// Says whether an assignment is the greatest of its renamings. `holds` says which variables of cells hold.
    pub(crate) fn check(&mut self, holds: impl Fn(i32) -> bool) -> Greatest {
        let problem = self.problem;
        for &cell in &self.cells {
            if let Worth::Open(literal) = problem.cells.worth(cell) {
                self.is_greater[cell as usize] = holds(literal.abs()) == (literal > 0);
            }
        }
        for &atom in &problem.ranks {
            let says_use = problem.uses[atom as usize];
            self.in_use[atom as usize] = says_use == 0 || holds(says_use);
        }
        self.automorphisms.clear();
        for &atom in &problem.ranks {
            self.images[atom as usize] = atom;
            self.is_image[atom as usize] = true;
        }
        for level in (0..problem.ranks.len()).rev() {
            // The atoms of lower ranks stay. Those from this rank on are free.
            let atom = problem.ranks[level];
            self.is_image[atom as usize] = false;
            let mut done = vec![atom];
            for &image in &problem.ranks[level + 1..] {
                if !self.may_be(atom, image) || self.is_reached(level, &done, image) {
                    continue;
                }
                let found = self.try_image(level, image);
                self.images[atom as usize] = atom;
                match found {
                    Found::Greater => return Greatest::No,
                    Found::Stopped => return Greatest::Stopped,
                    Found::Same | Found::Nothing => done.push(image),
                }
            }
        }
        Greatest::Yes
    }

    /// Says whether a permutation may take an atom to another one.
    fn may_be(&self, atom: u32, image: u32) -> bool {
        if atom == image {
            return !self.is_image[image as usize];
        }
        self.in_use[atom as usize]
            && self.in_use[image as usize]
            && !self.is_image[image as usize]
            && self.problem.class_of[atom as usize] == self.problem.class_of[image as usize]
    }

    /// Searches permutations in which the atom of a rank has an image, and those of lower ranks have theirs.
    fn try_image(&mut self, level: usize, image: u32) -> Found {
        self.visits += 1;
        if self.visits.is_multiple_of(4096) && (self.stop)() {
            return Found::Stopped;
        }
        let atom = self.problem.ranks[level];
        self.images[atom as usize] = image;
        let start = if level == 0 { 0 } else { self.ends[level - 1] };
        for &cell in &self.cells[start..self.ends[level]] {
            // Swaps move cells to cells, so there is an image.
            let moved = self.problem.cells.image(cell, &self.images).unwrap_or(cell);
            match (self.is_greater[cell as usize], self.is_greater[moved as usize]) {
                (false, true) => return Found::Greater,
                (true, false) => return Found::Nothing,
                _ => {}
            }
        }
        if level + 1 == self.problem.ranks.len() {
            let images = (0..self.images.len()).map(|atom| self.images[atom]).collect();
            self.automorphisms.push(images);
            return Found::Same;
        }
        self.is_image[image as usize] = true;
        let found = self.descend(level + 1);
        self.is_image[image as usize] = false;
        found
    }

    /// Searches all images of a rank's atom, until one permutation is seen to be greater or an automorphism.
    fn descend(&mut self, level: usize) -> Found {
        let problem = self.problem;
        let atom = problem.ranks[level];
        let mut done = Vec::new();
        for &image in &problem.ranks {
            if !self.may_be(atom, image) || self.is_reached(level, &done, image) {
                continue;
            }
            match self.try_image(level, image) {
                Found::Nothing => done.push(image),
                found => return found,
            }
        }
        Found::Nothing
    }

    /// Says whether automorphisms that keep the images of all lower ranks lead from a searched image to this one.
    fn is_reached(&self, level: usize, done: &[u32], image: u32) -> bool {
        if done.is_empty() || self.automorphisms.is_empty() {
            return false;
        }
        let lower = &self.problem.ranks[..level];
        let mut is_kept = |automorphism: &&Vec<u32>| {
            let keeps = |atom: &u32| {
                let image = self.images[*atom as usize];
                automorphism[image as usize] == image
            };
            lower.iter().all(keeps)
        };
        let kept: Vec<&Vec<u32>> = self.automorphisms.iter().filter(&mut is_kept).collect();
        if kept.is_empty() {
            return false;
        }
        // The orbit of an image: automorphisms permute, so going forward reaches all of it.
        let mut orbit = vec![image];
        let mut at = 0;
        while at < orbit.len() {
            for automorphism in &kept {
                let next = automorphism[orbit[at] as usize];
                if !orbit.contains(&next) {
                    orbit.push(next);
                }
            }
            at += 1;
        }
        orbit.iter().any(|atom| done.contains(atom))
    }
}
