//! The terms of Burnside's sums: one sum for each vector of sizes, one term for each cycle type.

use std::iter::{once, successors};
use std::ops::RangeInclusive;

use num_bigint::BigUint;

use korrel_lang::universe::AtomId;
use korrel_translate::{Contents, Permutation};

use super::cycles::{CycleTypes, factorial, partitions, permutations};
use super::sizes::{possible, within};
use crate::problem::Problem;

/// The instances with a given number of atoms of each class in use.
pub struct Sum<'m> {
    problem: Problem<'m>,
    /// The atoms in use of each class.
    classes: Vec<Vec<AtomId>>,
}

/// The instances among them that one permutation leaves as they are.
pub struct CycleTerm<'m> {
    pub problem: Problem<'m>,
    /// The lengths of its cycles, class by class.
    pub cycles: Vec<Vec<usize>>,
    /// The number of permutations with its cycle type.
    pub permutations: BigUint,
    pub permutation: Permutation,
}

/// One for each vector of sizes, small ones first.
pub fn sums<'m>(problem: &Problem<'m>) -> impl Iterator<Item = Sum<'m>> {
    let Problem { question, symmetry } = problem;
    let ranges = symmetry.classes.iter().map(|class| possible(&question.bounds, class));
    all_within(ranges.collect()).map(move |sizes| {
        let bounds = within(&question.bounds, &symmetry.classes, &sizes);
        let classes = symmetry.classes.iter().zip(&sizes);
        let classes = classes.map(|(class, &size)| class[..size].to_vec()).collect();
        let problem = Problem { question: question.within(bounds), symmetry: symmetry.clone() };
        Sum { problem, classes }
    })
}

/// The number of terms of all sums. A spec of fifty small classes has more than could ever be gone through.
pub fn number_of_terms(problem: &Problem<'_>) -> u64 {
    let Problem { question, symmetry } = problem;
    let of_class = |class: &Vec<AtomId>| {
        let types = partitions(class.len());
        possible(&question.bounds, class).map(|size| types[size]).fold(0, u64::saturating_add)
    };
    symmetry.classes.iter().map(of_class).fold(1, u64::saturating_mul)
}

impl<'m> Sum<'m> {
    /// The number of permutations.
    pub fn permutations(&self) -> BigUint {
        self.classes.iter().map(|class| factorial(class.len())).product()
    }

    /// One term for each cycle type.
    pub fn terms(&self) -> impl Iterator<Item = CycleTerm<'m>> {
        CycleTypes::of(self.classes.iter().map(Vec::len)).map(|types| self.term(&types))
    }

    /// The same, first that of the identity: it fixes all labellings, so it takes longest to count, and if it cannot be
    /// counted nothing is lost on the others.
    pub fn hardest_first(&self) -> impl Iterator<Item = CycleTerm<'m>> {
        let identity: Vec<Vec<usize>> =
            self.classes.iter().map(|class| vec![1; class.len()]).collect();
        let first = self.term(&identity);
        let others = CycleTypes::of(self.classes.iter().map(Vec::len));
        let others = others.filter(move |types| *types != identity);
        once(first).chain(others.map(|types| self.term(&types)))
    }

    fn term(&self, types: &[Vec<usize>]) -> CycleTerm<'m> {
        let lengths = self.classes.iter().zip(types);
        let cycles = lengths.flat_map(|(class, lengths)| {
            lengths.iter().scan(&class[..], |rest, &length| {
                let (cycle, others) = rest.split_at(length);
                *rest = others;
                Some(cycle)
            })
        });
        let atoms = self.problem.question.bounds.universe().len();
        let permutation = Permutation::of_cycles(atoms, cycles);
        let symmetry = self.problem.symmetry.fixed_by(permutation.clone());
        let problem = Problem { symmetry, ..self.problem.clone() };
        let permutations = types.iter().map(|lengths| permutations(lengths)).product();
        CycleTerm { problem, cycles: types.to_vec(), permutations, permutation }
    }
}

impl CycleTerm<'_> {
    /// All labellings of the classes that are permuted, one of each class that is numbered by discovery.
    pub fn contents(&self) -> Contents {
        Contents { transpositions: false, totals: false, ..Contents::default() }
    }
}

/// A number of each range, in all ways. The last one changes first. There may be more than could be kept.
fn all_within(ranges: Vec<RangeInclusive<usize>>) -> impl Iterator<Item = Vec<usize>> {
    let first = ranges.iter().all(|range| !range.is_empty());
    let first = first.then(|| ranges.iter().map(|range| *range.start()).collect());
    successors(first, move |sizes: &Vec<usize>| {
        let at = (0..sizes.len()).rev().find(|&at| sizes[at] < *ranges[at].end())?;
        let rest = ranges[at + 1..].iter().map(|range| *range.start());
        Some(sizes[..at].iter().copied().chain([sizes[at] + 1]).chain(rest).collect())
    })
}
