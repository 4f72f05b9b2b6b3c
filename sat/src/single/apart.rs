//! varisat in a thread of its own, so that whoever asks it can leave.
//!
//! *Problem.* varisat looks at no flag, and one question can take it hours. *Choice.* The solver lives
//! in a thread; clauses and questions go there, answers come back, and whoever waits for one looks at
//! the flag. A thread that was left goes on until it has its answer, or the program ends. *Rejected.*
//! Questions in slices: varisat has no budget for conflicts either.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::solver::SolverOutcome;
use super::until::{received, spawn};
use crate::{Answer, Cnf, Effort, Lit, Solver, Var, Varisat};

/// [`Varisat`], whose answer is [`Answer::Stopped`] once a flag is raised.
pub struct Apart {
    /// `None` where there is no thread.
    requests: Option<Sender<WorkerRequest>>,
    /// The solver that answers then; nobody can leave it.
    here: Varisat,
    answers: Receiver<SolverOutcome>,
    /// The number of answers still to come for which nobody waits.
    unread: usize,
    outcome: SolverOutcome,
    effort: Effort,
}

enum WorkerRequest {
    Clause(Vec<Lit>),
    Question(Vec<Lit>),
}

impl Apart {
    /// A solver with the clauses of `cnf`.
    pub fn with_clauses(cnf: &Cnf, effort: Effort) -> Apart {
        let ((requests, asked), (answer, answers)) = (channel(), channel());
        let thread = spawn(move || serve(&asked, &answer));
        let (requests, here) = (thread.map(|_| requests), Varisat::new());
        let outcome = SolverOutcome::Unasked;
        let mut apart = Apart { requests, here, answers, unread: 0, outcome, effort };
        cnf.clauses().for_each(|clause| apart.add_clause(clause));
        apart
    }

    /// False if there is no thread to send it to.
    fn send(&self, request: WorkerRequest) -> bool {
        let Some(requests) = &self.requests else { return false };
        requests.send(request).expect("the thread ends only when there are no more requests");
        true
    }
}

/// Answers until nobody can ask any more.
fn serve(requests: &Receiver<WorkerRequest>, answers: &Sender<SolverOutcome>) {
    let mut solver = Varisat::new();
    for request in requests {
        match request {
            WorkerRequest::Clause(clause) => solver.add_clause(&clause),
            WorkerRequest::Question(assumptions) => {
                solver.solve(&assumptions);
                if answers.send(std::mem::take(&mut solver.outcome)).is_err() {
                    return;
                }
            }
        }
    }
}

impl Solver for Apart {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.outcome = SolverOutcome::Unasked;
        if !self.send(WorkerRequest::Clause(clause.to_vec())) {
            self.here.add_clause(clause);
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.outcome = SolverOutcome::Unasked;
        if !self.send(WorkerRequest::Question(assumptions.to_vec())) {
            self.here.solve(assumptions);
            self.outcome = std::mem::take(&mut self.here.outcome);
            return self.outcome.answer();
        }
        self.unread += 1;
        while self.unread > 0 {
            let Some(outcome) =
                received(&self.answers, &self.effort).expect("the solver does not panic")
            else {
                self.outcome = SolverOutcome::Unasked;
                break;
            };
            self.unread -= 1;
            self.outcome = outcome;
        }
        self.outcome.answer()
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.outcome.value(var)
    }

    fn failed(&self) -> &[Lit] {
        self.outcome.failed()
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use std::time::Duration;

    use super::Apart;
    use crate::testing::pigeons;
    use crate::{Answer, Cnf, Effort, Solver, Var};

    /// If it failed, a time limit would be waited out for hours; this question takes years.
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
