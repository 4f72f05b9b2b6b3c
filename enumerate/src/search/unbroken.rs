//! A first answer of a hard problem, looked for among all labellings.
//!
//! *Problem.* A predicate that leaves one labelling of each class, or a few, makes a list and a
//! refutation possible. But where there is an instance it also forbids most of the models that a
//! general search could stumble on: handshakes of fourteen persons take a minute with it and half a
//! second without. Nobody knows beforehand which of both is the case. *Choice.* Two searches take
//! turns, one with the predicate and this one without, each time for twice as many conflicts as the
//! last time. So neither costs more than a few times what the better one does, and the turns are
//! the same on every machine. A model is permuted to the canonical one of its class, which the
//! predicate allows. From there the first instance is found by descent (`sat/enumerator/guide.rs`). A
//! formula that holds of no labelling holds of no instance.
//!
//! *Rejected.* A predicate that is cut off after so many cells, as Kodkod's: it is right for the average.
//! To decide by the sizes of classes: twelve persons and fourteen want different things.

use korrel_sat::{Answer, Cdcl, Effort, Solver, Statistics, Var};
use korrel_translate::{Cell, Contents, Translation, TranslationFailure};

use crate::canonical::Canonicity;
use crate::problem::Problem;

/// The number of conflicts in the first turn of each search.
pub(crate) const FIRST_TURN: u64 = 2_000;

/// The search without the predicate. Atoms that are numbered by discovery stay numbered.
pub(crate) struct Unbroken<'p> {
    problem: &'p Problem<'p>,
    effort: Effort,
    /// Made when it first has its turn.
    search: Option<UnbrokenSearch>,
    turn: u64,
    cost: Statistics,
}

struct UnbrokenSearch {
    translation: Translation,
    solver: Cdcl<'static>,
}

/// The end of a turn.
pub(crate) enum TurnEnd {
    Instance(Box<AnyLabelling>),
    /// There is none.
    Nothing,
    /// The other search has its turn, for so many conflicts.
    Open(u64),
}

/// A labelling of an instance, not the canonical one of its class.
pub(crate) struct AnyLabelling {
    translation: Translation,
    /// The value of each cell.
    values: Vec<bool>,
}

impl<'p> Unbroken<'p> {
    pub fn new(problem: &'p Problem<'p>, effort: Effort) -> Unbroken<'p> {
        let cost = Statistics::default();
        Unbroken { problem, effort, search: None, turn: FIRST_TURN, cost }
    }

    /// Searches for as many conflicts as the other search had.
    ///
    /// # Errors
    /// Too many gates, or a stop.
    pub fn turn(&mut self) -> Result<TurnEnd, TranslationFailure> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None => UnbrokenSearch::new(self.problem, &self.effort)?,
        };
        search.solver.limit_conflicts(self.turn);
        let answer = search.solver.solve(&[]);
        self.cost = search.solver.statistics();
        match answer {
            Answer::Unsatisfiable => return Ok(TurnEnd::Nothing),
            Answer::Satisfiable => {
                let labelling = AnyLabelling::of(search.translation, &search.solver);
                return Ok(TurnEnd::Instance(Box::new(labelling)));
            }
            Answer::Stopped => self.search = Some(search),
        }
        if self.effort.is_stopped() {
            return Err(TranslationFailure::Stopped);
        }
        self.turn *= 2;
        Ok(TurnEnd::Open(self.turn))
    }

    /// The number of conflicts for which it searches when it has its turn.
    pub fn conflicts(&self) -> u64 {
        self.turn
    }

    pub fn statistics(&self) -> Statistics {
        self.cost
    }
}

impl UnbrokenSearch {
    fn new(problem: &Problem<'_>, effort: &Effort) -> Result<UnbrokenSearch, TranslationFailure> {
        let contents = Contents {
            constants: true,
            shortest: true,
            transpositions: false,
            ..Contents::default()
        };
        let translation = problem.translate(contents, effort)?;
        let solver = Cdcl::with_clauses(&translation.cnf, effort.clone());
        Ok(UnbrokenSearch { translation, solver })
    }
}

impl AnyLabelling {
    /// The labelling of the model that a solver has found.
    pub fn of(translation: Translation, solver: &impl Solver) -> AnyLabelling {
        let cells = 0..translation.cells.len() as u32;
        let values = cells.map(|at| solver.value(Var::new(at)) == Some(true)).collect();
        AnyLabelling { translation, values }
    }

    /// The cells that the canonical labelling of its class holds, or `None` if a stop came before.
    pub fn canonical(&self, problem: &Problem<'_>, effort: &Effort) -> Option<Vec<(Cell, bool)>> {
        let AnyLabelling { translation, values } = self;
        let canonicity = Canonicity::new(problem.question.model, &problem.symmetry, translation);
        let mut values = values.clone();
        let is_done = canonicity.until(effort.clone()).make_canonical(&mut values);
        is_done.then(|| translation.cells.iter().cloned().zip(values).collect())
    }
}

#[cfg(test)]
mod tests {
    use korrel_lang::instance::Instance;

    use super::*;
    use crate::testing::{SPECS, problem};
    use crate::{Instances, Next, Strategy};

    fn listed(problem: &Problem<'_>) -> Vec<Instance> {
        let instances = Instances::new(problem, Strategy::default(), Effort::default());
        let mut instances = instances.expect("it can be translated");
        let next = || match instances.next() {
            Next::Instance(instance) => Some(instance),
            _ => None,
        };
        std::iter::from_fn(next).collect()
    }

    /// If it failed, a stop would lose the work before it.
    #[test]
    fn a_search_goes_on_after_a_stop() {
        let pigeons = "sig P { at: one H } sig H {} fact { all h: H | lone at.h }
            run {} for exactly 11 P, exactly 10 H";
        let model = problem(pigeons);
        let problem = model.problem();
        let effort = Effort::default();
        let mut unbroken = Unbroken::new(&problem, effort.clone());
        assert!(matches!(unbroken.turn(), Ok(TurnEnd::Open(_))));
        effort.stop();
        assert!(matches!(unbroken.turn(), Err(TranslationFailure::Stopped)));
        effort.go_on();
        assert!(matches!(unbroken.turn(), Ok(TurnEnd::Open(_))));
        assert!(unbroken.statistics().conflicts >= 3 * FIRST_TURN);
    }

    /// If it failed, the list would begin from a labelling that is not in it, and the help be in vain. Or
    /// there would be said to be no instance where there is one.
    #[test]
    fn what_is_found_is_listed() {
        let none = "sig A { r: one A } run { no r and some A }";
        for spec in SPECS.iter().chain([&none]) {
            let model = problem(spec);
            let problem = model.problem();
            let all = listed(&problem);
            match Unbroken::new(&problem, Effort::default()).turn().expect("it is not stopped") {
                TurnEnd::Nothing => assert!(all.is_empty(), "{spec}"),
                TurnEnd::Open(_) => panic!("{spec} is easy"),
                TurnEnd::Instance(labelling) => {
                    let cells = labelling.canonical(&problem, &Effort::default());
                    let cells = cells.expect("it is not stopped");
                    let has = |instance: &Instance| {
                        let holds = |cell: &Cell| instance.get(cell.relation).contains(&cell.tuple);
                        cells.iter().all(|(cell, value)| holds(cell) == *value)
                    };
                    assert!(all.iter().any(has), "{spec}: {cells:?}");
                }
            }
        }
    }
}
