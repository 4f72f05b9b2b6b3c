//! The terms of a count: how many atoms of each class are in use, and how a permutation of these falls into cycles.
//!
//! Permutations of one cycle type leave equally many assignments as they are. So one of each type is enough.

use num_bigint::BigUint;

use crate::problem::Problem;

/// Goes through all terms, in the order in which a proof has them.
#[derive(Debug)]
pub(crate) struct Terms {
    least: Vec<usize>,
    most: Vec<usize>,
    /// How many atoms of each class are in use.
    sizes: Vec<usize>,
    /// The lengths of the cycles, class by class, falling.
    pub(crate) cycles: Vec<Vec<usize>>,
}

impl Terms {
    /// Begins with the first term: the least sizes, and the longest cycles.
    pub(crate) fn new(problem: &Problem) -> Terms {
        let most: Vec<usize> = problem.classes.iter().map(Vec::len).collect();
        // Of a class, the swaps see to it that the use of all atoms is true, or that of none.
        let is_whole = |class: &Vec<u32>| problem.uses[class[0] as usize] == 0;
        let least =
            problem.classes.iter().map(|class| if is_whole(class) { class.len() } else { 0 });
        let least: Vec<usize> = least.collect();
        let mut terms = Terms { sizes: least.clone(), least, most, cycles: Vec::new() };
        terms.begin();
        terms
    }

    fn begin(&mut self) {
        self.cycles = self.sizes.iter().map(|&size| longest(size, size)).collect();
    }

    /// Goes to the next cycle type of the same sizes, if there is one. That of the last class changes first.
    pub(crate) fn next_type(&mut self) -> bool {
        for (size, lengths) in self.sizes.iter().zip(&mut self.cycles).rev() {
            // Some length becomes less by one, and what follows is as long as may be.
            if let Some(at) = lengths.iter().rposition(|&length| length > 1) {
                let shorter = lengths[at] - 1;
                let rest: usize = lengths[at..].iter().sum();
                lengths.truncate(at);
                lengths.extend(longest(rest, shorter));
                return true;
            }
            *lengths = longest(*size, *size);
        }
        false
    }

    /// Goes to the next sizes, if there are some. That of the last class changes first.
    pub(crate) fn next_sizes(&mut self) -> bool {
        let at = (0..self.sizes.len()).rposition(|at| self.sizes[at] < self.most[at]);
        if let Some(at) = at {
            self.sizes[at] += 1;
            self.sizes[at + 1..].copy_from_slice(&self.least[at + 1..]);
            self.begin();
        }
        at.is_some()
    }

    /// The line of a proof at which the term begins.
    pub(crate) fn line(&self) -> String {
        let mut line = "term".to_owned();
        for lengths in &self.cycles {
            for length in lengths.iter().chain([&0]) {
                line.push_str(&format!(" {length}"));
            }
        }
        line
    }

    /// How many permutations there are of the atoms in use.
    pub(crate) fn all(&self) -> BigUint {
        self.sizes.iter().map(|&size| factorial(size)).product()
    }

    /// How many of them have these lengths of cycles.
    pub(crate) fn alike(&self) -> BigUint {
        let mut symmetries = BigUint::from(1u8);
        for lengths in self.cycles.iter().flat_map(|lengths| lengths.chunk_by(|a, b| a == b)) {
            symmetries *= BigUint::from(lengths[0]).pow(lengths.len() as u32);
            symmetries *= factorial(lengths.len());
        }
        self.all() / symmetries
    }

    /// The image of each atom under one of them: in a cycle, each atom goes to the next one of its class.
    pub(crate) fn images(&self, problem: &Problem) -> Vec<u32> {
        let mut images: Vec<u32> = (0..problem.count as u32).collect();
        for (class, lengths) in problem.classes.iter().zip(&self.cycles) {
            let mut rest = &class[..];
            for &length in lengths {
                let (cycle, others) = rest.split_at(length);
                for (at, &atom) in cycle.iter().enumerate() {
                    images[atom as usize] = cycle[(at + 1) % length];
                }
                rest = others;
            }
        }
        images
    }

    /// For each atom of a class whether it is in use.
    pub(crate) fn in_use<'a>(
        &self,
        problem: &'a Problem,
    ) -> impl Iterator<Item = (u32, bool)> + 'a {
        let sizes = self.sizes.clone();
        problem.classes.iter().zip(sizes).flat_map(|(class, size)| {
            class.iter().enumerate().map(move |(at, &atom)| (atom, at < size))
        })
    }
}

/// Lengths of this sum, each the greatest that may be, up to `most`.
fn longest(mut sum: usize, most: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    while sum > 0 {
        lengths.push(sum.min(most));
        sum -= sum.min(most);
    }
    lengths
}

fn factorial(number: usize) -> BigUint {
    (1..=number).map(BigUint::from).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The terms of classes with so many atoms in use, at least and at most.
    fn terms(sizes: &[(usize, usize)]) -> Terms {
        let (least, most): (Vec<usize>, Vec<usize>) = sizes.iter().copied().unzip();
        let mut terms = Terms { sizes: least.clone(), least, most, cycles: Vec::new() };
        terms.begin();
        terms
    }

    /// If it failed, permutations would be left out, or weigh too much. OEIS A000041.
    #[test]
    fn the_types_are_all_permutations() {
        for (size, types) in [1, 1, 2, 3, 5, 7, 11, 15, 22, 30].into_iter().enumerate() {
            let mut terms = terms(&[(size, size), (2, 3)]);
            for second in [2, 3] {
                let (mut number, mut all) = (0, BigUint::ZERO);
                loop {
                    number += 1;
                    all += terms.alike();
                    if !terms.next_type() {
                        break;
                    }
                }
                assert_eq!((number, all), (types * second, terms.all()), "{size} and {second}");
                assert_eq!(terms.next_sizes(), second == 2);
            }
        }
    }

    /// If it failed, the two checkers would want other proofs.
    #[test]
    fn the_order_is_the_documented_one() {
        let mut terms = terms(&[(0, 1), (3, 3)]);
        let mut lines = Vec::new();
        loop {
            lines.push(terms.line());
            if !terms.next_type() && !terms.next_sizes() {
                break;
            }
        }
        let first = ["term 0 3 0", "term 0 2 1 0", "term 0 1 1 1 0"];
        let second = ["term 1 0 3 0", "term 1 0 2 1 0", "term 1 0 1 1 1 0"];
        assert_eq!(lines, [first, second].concat());
    }
}
