//! Makes certificates of counts, by trying all assignments.

use std::collections::BTreeSet;

use serde_json::json;

use super::write::{Files, text};
use super::{Images, World};

/// A term: the lengths of cycles, class by class, and a permutation of them.
struct Term {
    lengths: Vec<Vec<usize>>,
    images: Images,
}

impl World {
    /// The number of classes, found by trying all assignments. Nothing if renamings lead out of the formula.
    pub fn classes_of_all(&self) -> Option<usize> {
        let mut least = BTreeSet::new();
        for assignment in self.assignments().filter(|one| self.satisfied(one)) {
            let mut all = BTreeSet::new();
            for images in self.renamings(&assignment) {
                all.insert(self.renamed(&assignment, &images).filter(|one| self.satisfied(one))?);
            }
            least.extend(all.pop_first());
        }
        Some(least.len())
    }

    /// The certificate of the world's count. What cannot be counted is counted wrong.
    pub fn counted(&self) -> Files {
        let mut files = self.files();
        files.problem["count"] = json!(self.classes_of_all().unwrap_or(0).to_string());
        files.stream.clear();
        let list = self.proof.iter().position(|line| line == "list");
        let mut proof = self.proof[..list.unwrap_or(self.proof.len())].to_vec();
        for sizes in self.sizes() {
            for term in self.terms(&sizes) {
                proof.extend(self.term(&sizes, &term));
            }
        }
        files.proof = text(&proof);
        files
    }

    /// All numbers of atoms in use.
    fn sizes(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for class in &self.classes {
            let least = if self.use_of(class[0]) == 0 { class.len() } else { 0 };
            let longer = |sizes: &Vec<usize>| {
                let sizes = sizes.clone();
                (least..=class.len()).map(move |size| [&sizes[..], &[size]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn use_of(&self, atom: u32) -> i32 {
        let rank = self.ranks.iter().position(|rank| *rank == atom);
        rank.and_then(|rank| self.uses.get(rank)).copied().unwrap_or(0)
    }

    fn terms(&self, sizes: &[usize]) -> Vec<Term> {
        let mut all = vec![Term { lengths: Vec::new(), images: (0..self.atoms).collect() }];
        for (class, &size) in self.classes.iter().zip(sizes) {
            let longer = |term: &Term| -> Vec<Term> {
                let with = |lengths: Vec<usize>| {
                    let mut images = term.images.clone();
                    let mut first = 0;
                    for &length in &lengths {
                        for at in 0..length {
                            let to = class[first + (at + 1) % length];
                            if let Some(image) = images.get_mut(class[first + at] as usize) {
                                *image = to;
                            }
                        }
                        first += length;
                    }
                    let lengths = [&term.lengths[..], &[lengths]].concat();
                    Term { lengths, images }
                };
                partitions(size, size).into_iter().map(with).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// The lines of a term.
    fn term(&self, sizes: &[usize], term: &Term) -> [String; 3] {
        let lengths = term.lengths.iter().flat_map(|lengths| lengths.iter().chain([&0]));
        let line: String = lengths.map(|length| format!(" {length}")).collect();
        let is_fixed = |one: &Vec<bool>| {
            self.has_sizes(one, sizes) && self.renamed(one, &term.images).as_ref() == Some(one)
        };
        let fixed = self.assignments().filter(|one| self.satisfied(one)).filter(is_fixed).count();
        let orbits = self.orbits(&term.images);
        // Any order is right. This one begins with the last cell.
        let order: String = orbits.iter().rev().map(|variable| format!("{variable} ")).collect();
        [format!("term{line}"), format!("order {order}0"), format!("fixed {fixed}")]
    }

    /// True if the first atoms of each class are in use, so many.
    fn has_sizes(&self, assignment: &[bool], sizes: &[usize]) -> bool {
        self.classes.iter().zip(sizes).all(|(class, &size)| {
            class.iter().enumerate().all(|(at, &atom)| match self.use_of(atom) {
                0 => true,
                variable => super::holds(assignment, variable) == (at < size),
            })
        })
    }

    /// The least variable of each orbit.
    fn orbits(&self, images: &[u32]) -> Vec<i32> {
        let cells = self.cells();
        let mut to = vec![0; self.open as usize + 1];
        for (relation, tuple, worth) in self.population.iter().chain(&self.order) {
            let moved: Vec<u32> = tuple.iter().map(|&atom| images[atom as usize]).collect();
            let image = cells.get(&(*relation, moved.as_slice()));
            if let (Ok(literal), Some(Ok(image))) = (worth, image)
                && let Some(to) = to.get_mut(literal.unsigned_abs() as usize)
            {
                *to = image.unsigned_abs() as usize;
            }
        }
        let is_least = |&variable: &usize| {
            let mut at = to[variable];
            let mut steps = 0;
            while at > variable && steps < to.len() {
                at = to.get(at).copied().unwrap_or(0);
                steps += 1;
            }
            at == variable
        };
        (1..to.len()).filter(is_least).map(|variable| variable as i32).collect()
    }
}

/// All falling sequences of numbers up to `most` of this sum, those that begin greater first.
fn partitions(sum: usize, most: usize) -> Vec<Vec<usize>> {
    if sum == 0 {
        return vec![Vec::new()];
    }
    let with = |part: usize| {
        let rest = partitions(sum - part, part).into_iter();
        rest.map(move |rest| [&[part], &rest[..]].concat())
    };
    (1..=most.min(sum)).rev().flat_map(with).collect()
}
