//! Runs that come back: the shortest first.
//!
//! *Choice.* The steps are written one after the other into one solver. Of each length it is asked, under an
//! assumption, whether the last state is one of those before, and each fair literal holds on the way in between (Biere,
//! Cimatti, Clarke, Zhu, "Symbolic model checking without BDDs", 1999). What it learns of the steps serves all lengths.
//! If there is no run of so many steps at all, there is none that is longer.

use std::rc::Rc;

use super::StepClauses;
use crate::{Answer, Cdcl, Effort, Lit, Solver, Var};

/// The answer for one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopAnswer {
    /// A run of so many states, the last of which leads back to the one with this number.
    Found {
        states: usize,
        back: usize,
    },
    /// None of this length.
    None,
    /// None of this length or any other: there are no runs so long.
    Exhausted,
    /// The budget is spent. More may be tried.
    Open,
    Stopped,
}

/// A search for runs of one length after the other.
pub struct LoopSearch {
    clauses: Rc<StepClauses>,
    solver: Cdcl<'static>,
    /// The variables of each state.
    states: Vec<Vec<Var>>,
    /// The fair literals of each step.
    fair: Vec<Vec<Lit>>,
    next: u32,
    effort: Effort,
    begun: Begun,
}

/// What was begun of a length and is not answered yet.
enum Begun {
    Nothing,
    /// Whether there is a run so long.
    Step,
    /// Whether one comes back: the variable that says so, and one for each state that it may come back to.
    Return(Var, Vec<Var>),
}

impl LoopSearch {
    pub fn new(clauses: StepClauses, effort: Effort) -> LoopSearch {
        let (solver, states, fair) = (Cdcl::new(effort.clone()), Vec::new(), Vec::new());
        let (clauses, begun) = (Rc::new(clauses), Begun::Nothing);
        let mut search = LoopSearch { clauses, solver, states, fair, next: 0, effort, begun };
        let first = search.fresh_state();
        search.states.push(first);
        search
    }

    /// The number of states that were looked at.
    pub fn states(&self) -> usize {
        self.states.len() - 1
    }

    /// What the solver has cost so far.
    pub fn ticks(&self) -> u64 {
        self.solver.ticks()
    }

    fn fresh(&mut self) -> Var {
        self.next += 1;
        Var::new(self.next - 1)
    }

    /// Variables for a state. What never changes is that of the first.
    fn fresh_state(&mut self) -> Vec<Var> {
        let clauses = Rc::clone(&self.clauses);
        let pairs = clauses.state.iter().enumerate();
        pairs
            .map(|(at, [now, next])| match self.states.first() {
                Some(first) if now == next => first[at],
                _ => self.fresh(),
            })
            .collect()
    }

    /// Looks for a run of one state more than before, for so many ticks at most. What was begun is gone on with.
    pub fn advance(&mut self, ticks: u64) -> LoopAnswer {
        self.solver.limit_ticks(ticks);
        let wanted = match std::mem::replace(&mut self.begun, Begun::Nothing) {
            Begun::Return(wanted, backs) => (wanted, backs),
            begun => {
                if matches!(begun, Begun::Nothing) {
                    self.add_step();
                }
                match self.solver.solve(&[]) {
                    Answer::Satisfiable => self.add_return(),
                    Answer::Unsatisfiable => return LoopAnswer::Exhausted,
                    Answer::Stopped => return self.paused(Begun::Step),
                }
            }
        };
        match self.solver.solve(&[wanted.0.positive()]) {
            Answer::Satisfiable => {
                let leads = |back: &Var| self.solver.value(*back) == Some(true);
                let back = wanted.1.iter().position(leads).expect("it leads back to one");
                LoopAnswer::Found { states: self.states(), back }
            }
            Answer::Unsatisfiable => {
                self.solver.add_clause(&[wanted.0.negative()]);
                LoopAnswer::None
            }
            Answer::Stopped => self.paused(Begun::Return(wanted.0, wanted.1)),
        }
    }

    fn paused(&mut self, begun: Begun) -> LoopAnswer {
        self.begun = begun;
        if self.effort.is_stopped() { LoopAnswer::Stopped } else { LoopAnswer::Open }
    }

    /// Writes down one step more.
    fn add_step(&mut self) {
        let last = self.states.len() - 1;
        let next = self.fresh_state();
        self.states.push(next);
        let clauses = Rc::clone(&self.clauses);
        let mut image: Vec<Option<Var>> = vec![None; clauses.cnf.variables()];
        for (at, [now, after]) in clauses.state.iter().enumerate() {
            image[now.index()] = Some(self.states[last][at]);
            image[after.index()] = Some(self.states[last + 1][at]);
        }
        let image: Vec<Var> =
            image.into_iter().map(|known| known.unwrap_or_else(|| self.fresh())).collect();
        let of = |lit: &Lit| image[lit.var().index()].lit(lit.is_positive());
        for clause in clauses.cnf.clauses() {
            let clause: Vec<Lit> = clause.iter().map(of).collect();
            self.solver.add_clause(&clause);
        }
        clauses.step.iter().for_each(|lit| self.solver.add_clause(&[of(lit)]));
        if last == 0 {
            clauses.initial.iter().for_each(|lit| self.solver.add_clause(&[of(lit)]));
        }
        self.fair.push(clauses.fair.iter().map(of).collect());
    }

    /// A variable that says that the last state is an earlier one, and for each of these whether it is that one.
    fn add_return(&mut self) -> (Var, Vec<Var>) {
        let last = self.states.len() - 1;
        let wanted = self.fresh();
        let backs: Vec<Var> = (0..last).map(|_| self.fresh()).collect();
        let mut some = vec![wanted.negative()];
        some.extend(backs.iter().map(|back| back.positive()));
        self.solver.add_clause(&some);
        for (state, back) in backs.iter().enumerate() {
            for at in 0..self.clauses.state.len() {
                let (one, other) = (self.states[state][at], self.states[last][at]);
                if one != other {
                    self.solver.add_clause(&[back.negative(), one.positive(), other.negative()]);
                    self.solver.add_clause(&[back.negative(), one.negative(), other.positive()]);
                }
            }
        }
        // The loop has begun: a step is within it if it comes from there.
        let within: Vec<Var> = (0..last).map(|_| self.fresh()).collect();
        for state in 0..last {
            let mut why = vec![within[state].negative(), backs[state].positive()];
            why.extend(state.checked_sub(1).map(|before| within[before].positive()));
            self.solver.add_clause(&why);
        }
        for number in 0..self.clauses.fair.len() {
            let mut comes = vec![wanted.negative()];
            for (state, inside) in within.iter().enumerate() {
                let here = self.fresh();
                self.solver.add_clause(&[here.negative(), inside.positive()]);
                self.solver.add_clause(&[here.negative(), self.fair[state][number]]);
                comes.push(here.positive());
            }
            self.solver.add_clause(&comes);
        }
        // One return at most, so that what is in the loop is in that of the one.
        for (at, back) in backs.iter().enumerate() {
            for other in &backs[..at] {
                self.solver.add_clause(&[wanted.negative(), back.negative(), other.negative()]);
            }
        }
        (wanted, backs)
    }
}
