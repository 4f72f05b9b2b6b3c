//! A search for one model: conflict-driven clause learning with an activity order.
//!
//! *Problem.* Where answers are rare, the fixed order of the [`Enumerator`](crate::Enumerator) goes astray.
//! One answer, any answer, is wanted then, or a refutation.
//!
//! *Choice.* What the solvers of the last fifteen years agree on, a technique a file: two watched literals
//! (`propagate.rs`), the first unique implication point and minimisation (`analyze.rs`), two orders of decisions
//! that take turns (`decide.rs`), restarts by the quality of what is learned or by Luby's sequence, in turn
//! (`restart.rs`), saved and best phases (`decide.rs`), clauses kept by glue and use (`clauses.rs`). Now and
//! then the formula itself is made smaller (`simplify`): failed literals, vivification, subsumption, and
//! the elimination of variables. Every step can be written down as a proof (`trace.rs`).
//!
//! Questions may come one after the other, with clauses added in between and with assumptions. A variable that
//! was eliminated and is mentioned again comes back with its clauses (`simplify/eliminate.rs`).
//!
//! Everything is counted in steps and never in seconds, and no order of a hash map matters: the same questions
//! get the same answers.
//!
//! *Rejected.* varisat, which was asked before: it has one mode, no tiers and no simplification, looks at no flag and
//! has no limit of conflicts (`bench` measures both beside each other). Solvers in C or C++: they would bring a
//! compiler into every build. A user who has one installed names it (`--solver`).
//!
//! *Sources.* Eén, Sörensson, "An Extensible SAT-solver", SAT 2003; Audemard, Simon, "Predicting Learnt Clauses
//! Quality", IJCAI 2009; Biere, Fröhlich, "Evaluating CDCL Restart Schemes", 2015; Biere, Fazekas, Fleury,
//! Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling", 2020.

mod activity;
mod analyze;
mod clauses;
mod decide;
mod propagate;
mod restart;
mod simplify;
#[cfg(test)]
mod tests;
mod trace;
mod trail;

use std::io::{self, Write};

use crate::solver::SolverOutcome;
use crate::{Answer, Cnf, Effort, Lit, Solver, Statistics, Var};
use activity::Activity;
use analyze::ConflictAnalysis;
use clauses::{ClauseArena, GOOD_GLUE, Reductions, Watch};
use decide::{BumpQueue, Phases};
use restart::{Pace, Restarts};
use simplify::{EliminatedVariables, Inprocessing};
use trace::StepLog;
use trail::VariablePlace;

pub use trace::prove;

/// [`Solver`] by our own search.
///
/// Invariant between questions: the levels are those of the first of the last assumptions, in their order, and all is
/// propagated, unless the clauses are refuted.
pub struct Cdcl<'p> {
    /// Raised from outside to stop.
    effort: Effort,
    /// The number of conflicts in all at which the search gives up, as if it had been stopped.
    most_conflicts: u64,
    /// The number of ticks in all at which it gives up.
    most_ticks: u64,
    /// A stop came while clauses were being added. The partial formula can still prove
    /// unsatisfiability, but its models need not be models of the whole.
    is_cut: bool,
    pace: Pace,

    clauses: ClauseArena,
    /// A clause that is being added.
    scratch: Vec<Lit>,
    /// The clauses to look at when each literal becomes true.
    watches: Vec<Vec<Watch>>,
    /// The value of each literal: 1 if true, −1 if false, 0 if unassigned.
    values: Vec<i8>,
    /// The level and the reason of each assigned variable.
    places: Vec<VariablePlace>,
    /// The true literals, in the order in which they became so.
    trail: Vec<Lit>,
    /// The length of the part of the trail that has been propagated.
    propagated: usize,
    /// The index on the trail where each level begins. The root is level 0.
    levels: Vec<u32>,
    /// The clauses have no model.
    is_refuted: bool,

    /// The question at hand.
    assumptions: Vec<Lit>,
    outcome: SolverOutcome,

    analysis: ConflictAnalysis,
    activity: Activity,
    queue: BumpQueue,
    phases: Phases,
    restarts: Restarts,
    reductions: Reductions,
    inprocessing: Inprocessing,
    eliminated: EliminatedVariables,
    /// Variables that are asked for, assumed or added to later, and should not be eliminated.
    frozen: Vec<bool>,
    trace: StepLog<'p>,

    conflicts: u64,
    decisions: u64,
    propagations: u64,
    /// Looks at clauses and lists of them: the measure of all work.
    ticks: u64,
}

impl<'p> Cdcl<'p> {
    /// A solver without clauses.
    pub fn new(effort: Effort) -> Self {
        Self {
            effort,
            most_conflicts: u64::MAX,
            most_ticks: u64::MAX,
            is_cut: false,
            pace: Pace::default(),
            clauses: ClauseArena::new(),
            scratch: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            places: Vec::new(),
            trail: Vec::new(),
            propagated: 0,
            levels: vec![0],
            is_refuted: false,
            assumptions: Vec::new(),
            outcome: SolverOutcome::Unasked,
            analysis: ConflictAnalysis::default(),
            activity: Activity::new(),
            queue: BumpQueue::default(),
            phases: Phases::default(),
            restarts: Restarts::default(),
            reductions: Reductions::default(),
            inprocessing: Inprocessing::default(),
            eliminated: EliminatedVariables::default(),
            frozen: Vec::new(),
            trace: StepLog::default(),
            conflicts: 0,
            decisions: 0,
            propagations: 0,
            ticks: 0,
        }
    }

    /// A solver with the clauses of `cnf`.
    pub fn with_clauses(cnf: &Cnf, effort: Effort) -> Self {
        Self::new(effort).with(cnf)
    }

    /// The same, and the steps of the refutation, if there is one, are written down.
    pub fn proving(cnf: &Cnf, effort: Effort, proof: impl Write + Send + Sync + 'p) -> Self {
        Self { trace: StepLog::to(proof), ..Self::new(effort) }.with(cnf)
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// The first one at writing it.
    pub fn finish_proof(&mut self) -> io::Result<()> {
        self.trace.finish()
    }

    fn with(mut self, cnf: &Cnf) -> Self {
        let this = &mut self;
        this.grow(cnf.variables());
        this.clauses.reserve(cnf);
        for clause in cnf.clauses() {
            if this.effort.is_stopped() {
                this.is_cut = true;
                break;
            }
            this.add_clause(clause);
        }
        self
    }

    /// The same, but all that is done now and then is done very often.
    #[cfg(test)]
    pub fn hasty(self) -> Self {
        Self { pace: Pace::HASTY, ..self }
    }

    /// Makes room for so many variables.
    fn grow(&mut self, variables: usize) {
        let known = self.places.len();
        if variables <= known {
            return;
        }
        self.watches.resize_with(2 * variables, Vec::new);
        self.values.resize(2 * variables, 0);
        self.places.resize(variables, VariablePlace::default());
        self.frozen.resize(variables, false);
        self.analysis.grow(variables);
        self.phases.grow(variables);
        self.eliminated.grow(variables);
        for _ in known..variables {
            self.queue.push();
            self.activity.push();
        }
    }

    fn search(&mut self) -> Answer {
        loop {
            if let Some(conflict) = self.propagate() {
                self.resolve(conflict);
                if self.is_refuted {
                    return Answer::Unsatisfiable;
                }
                if self.effort.is_stopped() || self.has_spent_its_limits() {
                    return Answer::Stopped;
                }
            } else if self.restart_is_due() {
                self.restart();
            } else if self.reduction_is_due() {
                self.reduce();
            } else if self.simplification_is_due() {
                if !self.simplify() {
                    return Answer::Unsatisfiable;
                }
                if self.effort.is_stopped() {
                    return Answer::Stopped;
                }
            } else if let Some(answer) = self.decide() {
                return answer;
            }
        }
    }

    fn has_spent_its_limits(&self) -> bool {
        self.conflicts >= self.most_conflicts || self.ticks >= self.most_ticks
    }

    /// Gives up the next questions, as if they had been stopped, once they have cost so many ticks together.
    pub fn limit_ticks(&mut self, ticks: u64) {
        self.most_ticks = self.ticks.saturating_add(ticks);
    }

    /// Looks at clauses and lists of them so far: the measure of all work.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// There is no model, whatever is assumed.
    fn refute(&mut self) {
        if !self.is_refuted {
            self.is_refuted = true;
            self.trace.add(&[]);
        }
    }
}

impl Solver for Cdcl<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.outcome = SolverOutcome::Unasked;
        let variables = clause.iter().map(|lit| lit.var().index() + 1).max();
        self.grow(variables.unwrap_or(0));
        self.backtrack(0);
        self.bring_back(clause);
        self.add_given(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        let variables = assumptions.iter().map(|lit| lit.var().index() + 1).max();
        self.grow(variables.unwrap_or(0));
        // The levels that follow from the same beginning are kept from question to question.
        let pairs = self.assumptions.iter().zip(assumptions);
        let common = pairs.take_while(|(before, now)| before == now).count();
        self.backtrack(common as u32);
        self.bring_back(assumptions);
        // Each assumption has a level, even if it holds already.
        self.analysis.grow_levels(self.places.len() + assumptions.len());
        self.assumptions.clear();
        self.assumptions.extend(assumptions);
        assumptions.iter().for_each(|lit| self.frozen[lit.var().index()] = true);
        let answer = if self.is_refuted {
            Answer::Unsatisfiable
        } else if self.is_cut || self.effort.is_stopped() {
            Answer::Stopped
        } else {
            self.restarts.begin(self.conflicts, self.ticks, self.pace.first_mode);
            self.search()
        };
        self.outcome = match answer {
            Answer::Satisfiable => SolverOutcome::Model(self.model()),
            Answer::Unsatisfiable if self.is_refuted => SolverOutcome::Core(Vec::new()),
            Answer::Unsatisfiable => SolverOutcome::Core(self.core()),
            Answer::Stopped => SolverOutcome::Unasked,
        };
        self.backtrack(if answer == Answer::Stopped { 0 } else { self.assumptions.len() as u32 });
        answer
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.outcome.value(var)
    }

    fn failed(&self) -> &[Lit] {
        self.outcome.failed()
    }

    fn limit_conflicts(&mut self, conflicts: u64) {
        self.most_conflicts = self.conflicts.saturating_add(conflicts);
    }

    fn freeze(&mut self, var: Var) {
        self.grow(var.index() + 1);
        self.frozen[var.index()] = true;
    }

    fn prefer(&mut self, lit: Lit) {
        self.grow(lit.var().index() + 1);
        self.phases.prefer(lit);
    }

    fn take_lessons(&mut self, take: &mut dyn FnMut(&[Lit])) {
        let mut lits = Vec::new();
        for index in 0..self.clauses.learned.len() {
            let clause = self.clauses.learned[index];
            if self.clauses.glue(clause) <= GOOD_GLUE && self.clauses.hand_out(clause) {
                lits.clear();
                lits.extend(self.clauses.lits(clause));
                take(&lits);
            }
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            decisions: self.decisions,
            propagations: self.propagations,
            conflicts: self.conflicts,
            restarts: self.restarts.count,
            reductions: self.reductions.count,
            learned: self.clauses.learned.len(),
            ..Statistics::default()
        }
    }
}
