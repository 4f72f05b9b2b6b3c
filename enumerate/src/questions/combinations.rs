//! The combinations of truth values that formulas have in the instances of a problem.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Formula, Model};
use korrel_lang::universe::Arithmetic;
use korrel_sat::{Cnf, Effort, Enumerator, Lit, Models, Options, Step, refuted};
use korrel_translate::{
    CombinationClauses, Question, TranslationFailure, combinations, overflow_warnings, undecided,
};

use super::formula::in_all;
use crate::problem::{Meaning, Problem};

/// The truth values of some formulas, in their order.
pub type Combination = Vec<bool>;

/// The questions about the combinations of some formulas.
pub struct Combinations {
    clauses: CombinationClauses,
    effort: Effort,
}

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 20_000;

/// The combinations that instances could have, were there more integers: those in which arithmetic overflows, so
/// that some formula, fact or goal has no truth value.
pub enum UndecidedCombinations {
    /// Nothing that is asked overflows.
    Nothing,
    Some(Combinations),
    /// It cannot be told: it may be any.
    Unknown,
}

impl UndecidedCombinations {
    /// If it was stopped it may be any.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large.
    pub fn new(
        model: &Model,
        command: &Command,
        formulas: &[Formula],
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<UndecidedCombinations, Diagnostic> {
        let problem = Problem::unrooted(model, command, meaning, effort);
        let Problem { question, symmetry } = match problem {
            Ok(problem) => problem,
            Err(TranslationFailure::Stopped) => return Ok(UndecidedCombinations::Unknown),
            Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
        };
        if !can_overflow(&question, formulas) {
            return Ok(UndecidedCombinations::Nothing);
        }
        // Not all that is asked can be denied, too.
        Ok(match undecided(&question, &symmetry, formulas, effort) {
            Ok(Some(clauses)) => {
                UndecidedCombinations::Some(Combinations { clauses, effort: effort.clone() })
            }
            Ok(None) | Err(_) => UndecidedCombinations::Unknown,
        })
    }

    /// True if there may be an instance with these truth values, as far as they are given, and also
    /// if it takes long to know.
    pub fn admits(&self, truths: &[Option<bool>]) -> bool {
        self.admits_with(|tests, cnf| {
            let given = tests.iter().zip(truths).filter_map(|(&test, &truth)| Some((test, truth?)));
            given.for_each(|(test, truth)| cnf.add_clause([if truth { test } else { !test }]));
        })
    }

    /// True if there may be an instance with another combination than these, and also if it takes
    /// long to know.
    pub fn admits_others(&self, known: &[Combination]) -> bool {
        self.admits_with(|tests, cnf| {
            for combination in known {
                let differs = tests.iter().zip(combination);
                cnf.add_clause(differs.map(|(&test, &holds)| if holds { !test } else { test }));
            }
        })
    }

    fn admits_with(&self, ask: impl FnOnce(&[Lit], &mut Cnf)) -> bool {
        match self {
            UndecidedCombinations::Nothing => false,
            UndecidedCombinations::Unknown => true,
            UndecidedCombinations::Some(Combinations { clauses, effort }) => {
                let mut cnf = clauses.cnf.clone();
                ask(&clauses.tests, &mut cnf);
                refuted(&cnf, CONFLICTS, effort).0 != Some(true)
            }
        }
    }
}

/// True if arithmetic may overflow within the scope, as far as can be said without a search, and an
/// overflow has no value.
fn can_overflow(question: &Question<'_>, formulas: &[Formula]) -> bool {
    let Question { model, command, scopes, bounds, .. } = question;
    let Arithmetic::Forbid { .. } = scopes.arithmetic else { return false };
    let all = [std::slice::from_ref(&command.goal), formulas].concat();
    let asked = command.asking(in_all(all, command.goal.span));
    !overflow_warnings(model, &asked, scopes, bounds).is_empty()
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
            Err(TranslationFailure::Stopped) => Ok(None),
            Err(TranslationFailure::Refused(diagnostic)) => Err(*diagnostic),
        }
    }

    /// The combinations that some instance has, true before false, no more than so many, or `None`
    /// if it was stopped.
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
    /// pairs that are impossible, or `None` if it was stopped. As few as come of themselves.
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
        let CombinationClauses { cnf, projection, tests } = &self.clauses;
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
