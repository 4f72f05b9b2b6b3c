//! The terms of Burnside's sums: one sum for each vector of sizes, one term for each cycle type.

use num_bigint::BigUint;

use korrel_lang::universe::AtomId;
use korrel_translate::{Contents, Permutation};

use super::cycles::{factorial, partitions, permutations};
use super::sizes::{possible, within};
use crate::problem::Problem;

/// The instances with a given number of atoms of each class in use.
pub struct Sum<'m> {
    problem: Problem<'m>,
    /// The atoms in use of each class.
    classes: Vec<Vec<AtomId>>,
}

/// The instances among them that one permutation leaves as they are.
pub struct Term<'m> {
    pub problem: Problem<'m>,
    /// How many permutations have its cycle type.
    pub permutations: BigUint,
    pub permutation: Permutation,
}

/// One for each vector of sizes; small ones first.
pub fn sums<'m>(problem: &Problem<'m>) -> impl Iterator<Item = Sum<'m>> {
    let Problem { question, symmetry } = problem;
    let ranges = symmetry.classes.iter().map(|class| possible(&question.bounds, class).collect());
    products(ranges.collect()).into_iter().map(move |sizes| {
        let bounds = within(&question.bounds, &symmetry.classes, &sizes);
        let classes = symmetry.classes.iter().zip(&sizes);
        let classes = classes.map(|(class, &size)| class[..size].to_vec()).collect();
        let problem = Problem { question: question.within(bounds), symmetry: symmetry.clone() };
        Sum { problem, classes }
    })
}

impl<'m> Sum<'m> {
    /// How many permutations there are.
    pub fn permutations(&self) -> BigUint {
        self.classes.iter().map(|class| factorial(class.len())).product()
    }

    /// One term for each cycle type.
    pub fn terms(&self) -> impl Iterator<Item = Term<'m>> {
        let types = self.classes.iter().map(|class| partitions(class.len())).collect();
        products(types).into_iter().map(|types: Vec<Vec<usize>>| self.term(&types))
    }

    fn term(&self, types: &[Vec<usize>]) -> Term<'m> {
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
        Term { problem, permutations, permutation }
    }
}

impl Term<'_> {
    /// All labellings of the classes that are permuted, one of each class that is numbered by discovery.
    pub fn contents(&self) -> Contents {
        Contents { transpositions: false, ..Contents::default() }
    }
}

/// One of each, in all ways; the last one changes first.
fn products<T: Clone>(choices: Vec<Vec<T>>) -> Vec<Vec<T>> {
    choices.into_iter().fold(vec![Vec::new()], |products, choices| {
        let with = |product: &Vec<T>, choice: &T| {
            let mut longer = product.clone();
            longer.push(choice.clone());
            longer
        };
        let longer = |product| choices.iter().map(move |choice| with(product, choice));
        products.iter().flat_map(longer).collect()
    })
}
