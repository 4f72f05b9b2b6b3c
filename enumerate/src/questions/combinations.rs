//! Which combinations of truth values formulas have in the instances of a problem.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Formula;
use korrel_sat::{Effort, Enumerator, Models, Options, Step};
use korrel_translate::{Untranslated, combinations};

use crate::problem::Problem;

/// The truth values of some formulas, in their order.
pub type Combination = Vec<bool>;

/// What can be asked about the combinations of some formulas.
pub struct Combinations {
    clauses: korrel_translate::Combinations,
    effort: Effort,
}

/// Two formulas, by their places, and their truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairCombination {
    pub places: [usize; 2],
    pub truths: [bool; 2],
}

impl Combinations {
    /// `None` if it was stopped.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn new(
        problem: &Problem<'_>,
        formulas: &[Formula],
        effort: Effort,
    ) -> Result<Option<Combinations>, Diagnostic> {
        match combinations(&problem.question, &problem.symmetry, formulas, &effort) {
            Ok(clauses) => Ok(Some(Combinations { clauses, effort })),
            Err(Untranslated::Stopped) => Ok(None),
            Err(Untranslated::Refused(diagnostic)) => Err(*diagnostic),
        }
    }

    /// Those that some instance has, what is true before what is false, no more than so many; `None` if it
    /// was stopped.
    pub fn possible(&self, most: Option<u64>) -> Option<Vec<Combination>> {
        let mut search = self.search(&[]);
        let mut found = Vec::new();
        while most.is_none_or(|most| (found.len() as u64) < most) {
            match search.next() {
                Step::Model => found.push(self.combination(&search)),
                Step::Exhausted => break,
                Step::Stopped => return None,
            }
        }
        Some(found)
    }

    /// Combinations in which every two formulas have all truth values that they can have together, and the
    /// pairs that are impossible; `None` if it was stopped. As few as come of themselves.
    pub fn covering_pairs(&self) -> Option<(Vec<Combination>, Vec<PairCombination>)> {
        let (mut found, mut impossible): (Vec<Combination>, _) = (Vec::new(), Vec::new());
        let formulas = self.clauses.tests.len();
        for pair in pairs(formulas) {
            if found.iter().any(|combination| pair.is_in(combination)) {
                continue;
            }
            let mut search = self.search(&[pair]);
            match search.next() {
                Step::Model => found.push(self.combination(&search)),
                Step::Exhausted => impossible.push(pair),
                Step::Stopped => return None,
            }
        }
        Some((found, impossible))
    }

    fn search(&self, given: &[PairCombination]) -> Enumerator {
        let korrel_translate::Combinations { cnf, projection, tests } = &self.clauses;
        let mut cnf = cnf.clone();
        for PairCombination { places, truths } in given {
            for (place, truth) in places.iter().zip(truths) {
                let test = tests[*place];
                cnf.add_clause([if *truth { test } else { !test }]);
            }
        }
        Enumerator::new(&cnf, projection, Options::default(), self.effort.clone())
    }

    fn combination(&self, search: &Enumerator) -> Combination {
        let tests = self.clauses.tests.iter();
        tests.map(|test| search.value(test.var()) == test.is_positive()).collect()
    }
}

impl PairCombination {
    fn is_in(&self, combination: &[bool]) -> bool {
        let mut each = self.places.iter().zip(&self.truths);
        each.all(|(&place, &truth)| combination[place] == truth)
    }
}

/// All combinations of each two of so many formulas.
fn pairs(formulas: usize) -> impl Iterator<Item = PairCombination> {
    let places = (0..formulas).flat_map(|second| (0..second).map(move |first| [first, second]));
    let truths = [[true, true], [true, false], [false, true], [false, false]];
    places.flat_map(move |places| truths.map(|truths| PairCombination { places, truths }))
}
