//! [`Solver`] by varisat (Harder 2019): another search than ours, written in Rust, incremental, with
//! assumptions and failed cores.
//!
//! *Problem.* varisat looks at no flag, and one question can take it hours. *Choice.* The solver lives in a thread.
//! Questions go there, with the clauses added before them, and the caller that waits for an answer looks at the flag.
//! A thread that was left goes on until it has its answer, which nobody hears, or the program ends. *Rejected.*
//! Questions in slices: varisat has no budget for conflicts either.

use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use varisat::ExtendFormula;

use crate::solver::SolverOutcome;
use crate::{Answer, Cnf, Effort, Lit, Solver, Var};

/// [`Solver`] by the varisat crate.
#[derive(Default)]
pub struct Varisat {
    solver: varisat::Solver<'static>,
    /// The last answer and its evidence.
    outcome: SolverOutcome,
}

impl Varisat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver with the clauses of `cnf`.
    pub fn with_clauses(cnf: &Cnf) -> Self {
        let mut solver = Self::new();
        cnf.clauses().for_each(|clause| solver.add_clause(clause));
        solver
    }
}

impl Solver for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.outcome = SolverOutcome::Unasked;
        self.solver.add_clause(&clause.iter().map(|&lit| theirs(lit)).collect::<Vec<_>>());
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.solver.assume(&assumptions.iter().map(|&lit| theirs(lit)).collect::<Vec<_>>());
        let satisfiable = self.solver.solve().expect("varisat fails only at writing proofs");
        self.outcome = if satisfiable {
            SolverOutcome::Model(values(&self.solver.model().expect("there is one")))
        } else {
            let core = self.solver.failed_core().unwrap_or_default();
            SolverOutcome::Core(core.iter().map(|&lit| ours(lit)).collect())
        };
        self.outcome.answer()
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.outcome.value(var)
    }

    fn failed(&self) -> &[Lit] {
        self.outcome.failed()
    }
}

fn values(model: &[varisat::Lit]) -> Vec<bool> {
    let variables = model.iter().map(|lit| lit.index() + 1).max().unwrap_or(0);
    let mut values = vec![false; variables];
    model.iter().for_each(|lit| values[lit.index()] = lit.is_positive());
    values
}

fn theirs(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.var().index(), lit.is_positive())
}

fn ours(lit: varisat::Lit) -> Lit {
    let index = u32::try_from(lit.index()).expect("it was ours before");
    Var::new(index).lit(lit.is_positive())
}

/// [`Varisat`], whose answer is [`Answer::Stopped`] once a flag is raised.
pub struct Apart {
    /// `None` where there is no thread.
    questions: Option<Sender<VarisatQuestion>>,
    /// The solver that answers then. Nobody can leave it.
    here: Varisat,
    /// The clauses that go with the next question.
    clauses: Vec<Vec<Lit>>,
    outcome: SolverOutcome,
    effort: Effort,
}

struct VarisatQuestion {
    /// The clauses that were added since the last one.
    clauses: Vec<Vec<Lit>>,
    assumptions: Vec<Lit>,
    answer: Sender<SolverOutcome>,
}

impl Apart {
    /// A solver with the clauses of `cnf`.
    pub fn with_clauses(cnf: &Cnf, effort: Effort) -> Apart {
        let (questions, asked) = channel();
        let thread = spawn(move || {
            let mut solver = Varisat::new();
            asked.into_iter().for_each(|question| serve(&mut solver, question));
        });
        let (questions, here) = (thread.map(|_| questions), Varisat::new());
        let clauses = cnf.clauses().map(<[Lit]>::to_vec).collect();
        Apart { questions, here, clauses, outcome: SolverOutcome::Unasked, effort }
    }
}

fn serve(solver: &mut Varisat, question: VarisatQuestion) {
    question.clauses.iter().for_each(|clause| solver.add_clause(clause));
    solver.solve(&question.assumptions);
    // The caller that asked may have left.
    let _ = question.answer.send(std::mem::take(&mut solver.outcome));
}

impl Solver for Apart {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.outcome = SolverOutcome::Unasked;
        self.clauses.push(clause.to_vec());
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        let (answer, answers) = channel();
        let clauses = std::mem::take(&mut self.clauses);
        let question = VarisatQuestion { clauses, assumptions: assumptions.to_vec(), answer };
        match &self.questions {
            Some(questions) => {
                questions.send(question).expect("the thread ends after the last question")
            }
            None => serve(&mut self.here, question),
        }
        let outcome = received(&answers, &self.effort).expect("the solver does not panic");
        self.outcome = outcome.unwrap_or_default();
        self.outcome.answer()
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.outcome.value(var)
    }

    fn failed(&self) -> &[Lit] {
        self.outcome.failed()
    }
}

/// The interval at which the flag is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// Starts a thread. Returns `None` where none can be started, or the feature `threads` is left out.
fn spawn(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    if cfg!(feature = "threads") { Builder::new().spawn(work).ok() } else { None }
}

/// The next message, or `None` if `effort` is stopped first.
///
/// # Errors
/// If nothing will come any more: the sender is gone.
fn received<T>(receiver: &Receiver<T>, effort: &Effort) -> Result<Option<T>, RecvError> {
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) if effort.is_stopped() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(RecvError),
        }
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use std::time::Duration;

    use super::Apart;
    use crate::testing::pigeons;
    use crate::{Answer, Cnf, Effort, Solver, Var};

    /// If it failed, a time limit would be waited out for hours. This question takes years.
    #[test]
    fn a_question_can_be_left() {
        let effort = Effort::default();
        let mut solver = Apart::with_clauses(&pigeons(40), effort.clone());
        let raised = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            effort.stop();
        });
        assert_eq!(solver.solve(&[]), Answer::Stopped);
        raised.join().expect("it only sleeps");
    }

    /// An answer that came too late must not be taken for that to the next question.
    #[test]
    fn a_late_answer_is_nobody_s() {
        let effort = Effort::none();
        let mut solver = Apart::with_clauses(&pigeons(7), effort.clone());
        let sits = Var::new(0).positive();
        let first = solver.solve(&[]);
        assert!(first != Answer::Satisfiable, "seven pigeons do not fit into six holes");
        effort.go_on();
        let mut free = Apart::with_clauses(&Cnf::with_primary(1), effort);
        assert_eq!(solver.solve(&[sits]), Answer::Unsatisfiable);
        assert_eq!(free.solve(&[sits]), Answer::Satisfiable);
        assert_eq!(free.value(Var::new(0)), Some(true));
        assert_eq!(free.solve(&[!sits]), Answer::Satisfiable);
        assert_eq!(free.value(Var::new(0)), Some(false));
    }
}
