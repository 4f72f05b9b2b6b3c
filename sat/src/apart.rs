//! varisat in a thread of its own, so that whoever asks it can leave.
//!
//! *Problem.* varisat looks at no flag, and one question can take it hours. *Choice.* The solver lives
//! in a thread; clauses and questions go there, answers come back, and whoever waits for one looks at
//! the flag. A thread that was left goes on until it has its answer, or the program ends. *Rejected.*
//! Questions in slices: varisat has no budget for conflicts either.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::solver::Outcome;
use crate::{Answer, Cnf, Lit, Solver, Var, Varisat};

/// How often the flag is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// [`Varisat`], whose answer is [`Answer::Stopped`] once a flag is raised.
pub struct Apart {
    requests: Sender<Request>,
    answers: Receiver<Outcome>,
    /// How many answers are still to come for which nobody waits.
    unread: usize,
    outcome: Outcome,
    stop: Arc<AtomicBool>,
}

enum Request {
    Clause(Vec<Lit>),
    Question(Vec<Lit>),
}

impl Apart {
    /// A solver with the clauses of `cnf`.
    ///
    /// # Panics
    /// If there are no threads left.
    pub fn with_clauses(cnf: &Cnf, stop: Arc<AtomicBool>) -> Apart {
        let ((requests, asked), (answer, answers)) = (channel(), channel());
        std::thread::spawn(move || serve(&asked, &answer));
        let mut apart = Apart { requests, answers, unread: 0, outcome: Outcome::Unasked, stop };
        cnf.clauses().for_each(|clause| apart.add_clause(clause));
        apart
    }

    fn send(&self, request: Request) {
        self.requests.send(request).expect("the thread ends only when there are no more requests");
    }
}

/// Answers until nobody can ask any more.
fn serve(requests: &Receiver<Request>, answers: &Sender<Outcome>) {
    let mut solver = Varisat::new();
    for request in requests {
        match request {
            Request::Clause(clause) => solver.add_clause(&clause),
            Request::Question(assumptions) => {
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
        self.outcome = Outcome::Unasked;
        self.send(Request::Clause(clause.to_vec()));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.outcome = Outcome::Unasked;
        self.send(Request::Question(assumptions.to_vec()));
        self.unread += 1;
        while self.unread > 0 {
            match self.answers.recv_timeout(GLANCE) {
                Ok(outcome) => {
                    self.unread -= 1;
                    self.outcome = outcome;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("the solver has panicked"),
            }
            if self.unread > 0 && self.stop.load(Ordering::Relaxed) {
                self.outcome = Outcome::Unasked;
                break;
            }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::Apart;
    use crate::{Answer, Cnf, Solver, Var};

    /// So many pigeons, one hole less: exponentially hard for resolution (Haken 1985).
    fn pigeons(pigeons: u32) -> Cnf {
        let holes = pigeons - 1;
        let mut cnf = Cnf::with_primary(pigeons * holes);
        let sits = |pigeon: u32, hole: u32| Var::new(pigeon * holes + hole).positive();
        for pigeon in 0..pigeons {
            cnf.add_clause((0..holes).map(|hole| sits(pigeon, hole)));
        }
        for hole in 0..holes {
            for a in 0..pigeons {
                (0..a).for_each(|b| cnf.add_clause([!sits(a, hole), !sits(b, hole)]));
            }
        }
        cnf
    }

    /// If it failed, a time limit would be waited out for hours; this question takes years.
    #[test]
    fn a_question_can_be_left() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut solver = Apart::with_clauses(&pigeons(40), Arc::clone(&stop));
        let raised = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.solve(&[]), Answer::Stopped);
        raised.join().expect("it only sleeps");
    }

    /// An answer that came too late must not be taken for that to the next question.
    #[test]
    fn a_late_answer_is_nobody_s() {
        let stop = Arc::new(AtomicBool::new(true));
        let mut solver = Apart::with_clauses(&pigeons(7), Arc::clone(&stop));
        let sits = Var::new(0).positive();
        let first = solver.solve(&[]);
        assert!(first != Answer::Satisfiable, "seven pigeons do not fit into six holes");
        stop.store(false, Ordering::Relaxed);
        let mut free = Apart::with_clauses(&Cnf::with_primary(1), stop);
        assert_eq!(solver.solve(&[sits]), Answer::Unsatisfiable);
        assert_eq!(free.solve(&[sits]), Answer::Satisfiable);
        assert_eq!(free.value(Var::new(0)), Some(true));
        assert_eq!(free.solve(&[!sits]), Answer::Satisfiable);
        assert_eq!(free.value(Var::new(0)), Some(false));
    }
}
