//! Listing all models without blocking clauses: an enumerating CDCL search.
//!
//! *Problem.* A spec with a million instances has a million models. Blocking each of them by a
//! clause makes every further model dearer (see [`Blocking`](crate::Blocking)), and the heap of
//! clauses outgrows the memory.
//!
//! *Choice.* Chronological backtracking for enumeration, non-chronological backjumping for
//! conflicts. Every decision opens a level. After a model the last open decision is flipped, and
//! the flipped literal opens a level of its own: it is treated as a decision, not as a
//! consequence, so that learned clauses follow from the formula alone and hold for ever. The
//! levels up to the highest flipped one bound the *region* that is still to be searched. Backjumps
//! never go below it, so no model is met twice and nothing of the past is remembered.
//!
//! Decisions follow one fixed order, each literal as given first. Models therefore come in
//! lexicographic order: the same on every machine, resumable, and split by prefixes into disjoint
//! parts. A fixed order is poor where models are rare and hard to find. `guide` helps there.
//!
//! *Rejected.* Blocking clauses, also shortened or subsumed ones (see above). Continuous
//! chronological backtracking with out-of-order levels (Nadel, Ryvchin 2018): a learned clause
//! could assert at its own low level at once, but every propagation then pays for levels that are
//! out of order. Here it is asserted late instead (`backtrack.rs`). Dual reasoning and shrinking
//! of models to partial ones (Möhle, Biere 2019): instances are wanted one by one.
//!
//! *Sources.* Grumberg, Schuster, Yadgar, "Memory Efficient All-Solutions SAT Solver", FMCAD 2004;
//! Gebser, Kaufmann, Schaub, "Solution Enumeration for Projected Boolean Search Problems", CPAIOR
//! 2009; Toda, Soh, "Implementing Efficient All Solutions SAT Solvers", JEA 2016; Spallitta,
//! Sebastiani, Biere, "Enumerating Disjoint Partial Models without Blocking Clauses", 2023.

mod clauses;

mod trail;

mod rows;

mod differences;

mod harmless;

mod bounds;

mod narrow;

mod tail;

mod bare;

mod elimination;

mod propagate;

mod analyze;

mod backtrack;

mod region;

mod guide;

mod turns;

mod prefix;

mod probe;

mod told;

use crate::{Cnf, Effort, Lit, Models, Projection, Statistics, Step, Var};
use analyze::LearnedConflict;
use backtrack::Late;
use bounds::NumberBounds;
use clauses::{ClauseRef, Clauses, Watch};
use guide::Guide;
use told::ToldSteps;
use trail::Level;

pub use prefix::PrefixTest;

/// Settings of an [`Enumerator`]: the techniques that it uses. None of them changes the list or its order.
/// The default is right for most purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Learn also from conflicts that exhaust a region, where no clause is needed to go on. (Where
    /// the search can jump back, it always learns.)
    pub learn: bool,
    /// Number of learned clauses at which to forget half of them for the first time.
    pub reduce_at: usize,
    /// Number of conflicts since the last model after which a general search is asked, for the
    /// first time, whether the region has any model at all. With none it is never asked, with 0
    /// before each decision.
    pub guide_after: Option<u64>,
    /// Propagate numbers by their bounds if these take the place of one in so many clauses. With 0, never. It is
    /// [`Enumerator::with_bounds`] that looks for them.
    pub bounds_from: usize,
    /// Eliminate gates after so many propagations for each literal of the clauses. It is [`Enumerator::eliminating`]
    /// that asks for it.
    pub eliminate_after: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            learn: true,
            reduce_at: 1000,
            guide_after: Some(500),
            bounds_from: 3,
            eliminate_after: 128,
        }
    }
}

/// [`Models`] in lexicographic order, in memory that does not grow with their number.
///
/// State: the levels 0, 1, … with their literals on the trail, and the clauses. Invariant: below
/// the highest flipped level, every model on the given side of a flipped decision has been
/// delivered. Above it, none has.
pub struct Enumerator {
    /// Decision literals in decision order: first the projection's order, then the witnesses.
    sequence: Vec<Lit>,
    /// Length of the projection's order: only decisions at these positions are flipped.
    projected: usize,
    /// Only positions of the sequence before this one are decided (`region.rs`).
    horizon: usize,
    /// The greatest number of open positions at which nothing is decided any more (`region.rs`).
    grain: Option<usize>,
    options: Options,
    /// Raised from outside to stop. It is looked at between any two steps of the search.
    effort: Effort,
    /// True if the stop came while clauses were being added. The partial formula can still prove
    /// unsatisfiability, but its models need not be models of the whole.
    is_cut: bool,

    /// The formula's, the refused and the learned clauses.
    clauses: Clauses,
    /// The clauses to look at when each literal becomes true: those that watch its negation.
    watches: Vec<Vec<Watch>>,

    /// The number of propagations at which gates are eliminated, if ever.
    eliminate_at: Option<u64>,
    /// Clauses that may have a conclusion, which is still to be drawn.
    unsettled: Vec<ClauseRef>,
    /// Numbers that are propagated without clauses, where they were looked for.
    bounds: NumberBounds,

    /// The value of each literal: 1 if true, −1 if false, 0 if unassigned.
    values: Vec<i8>,
    /// The level that each assigned variable depends on, or 0 if it holds for good.
    level: Vec<u32>,
    /// The clause that implied each assigned variable, or none for decisions and flips.
    reason: Vec<Option<ClauseRef>>,
    /// The true literals, in the order in which they became so.
    trail: Vec<Lit>,
    /// The length of the part of the trail that has been propagated.
    propagated: usize,
    /// The levels. The root, level 0, is always there.
    levels: Vec<Level>,

    /// Learned clauses that assert at a lower level than they could be placed at.
    late: Vec<Late>,
    /// A clause known to be violated before propagation finds it.
    violated: Option<ClauseRef>,
    analysis: LearnedConflict,
    guide: Guide,
    /// Judges beginnings of the order, where that is wanted.
    prefix_test: Option<Box<dyn PrefixTest>>,
    /// The proof of what is listed, where one is wanted.
    told: Option<ToldSteps>,

    /// The state after the last call of `next`.
    state: Phase,
    /// True if the clauses are known to have no model at all.
    refuted: bool,
    /// The least position of the order that was unassigned since the last model that was kept.
    changed: usize,
    /// The same since the last model, whether it was kept or refused.
    touched: usize,
    statistics: Statistics,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Between models.
    Searching,
    /// The search is at a model that was not refused, so far.
    Model,
    /// All models of the part at hand were delivered (`region.rs`).
    Exhausted,
}

impl Enumerator {
    /// A search for the models of `cnf`, as `projection` says. It stops while `stop` is raised.
    ///
    /// # Panics
    /// If [`Projection::check`] does.
    pub fn new(cnf: &Cnf, projection: &Projection, options: Options, effort: Effort) -> Self {
        projection.check(cnf);
        let variables = cnf.variables();
        let witnesses = projection.witnesses.iter().map(|var| var.positive());
        let sequence: Vec<Lit> = projection.order.iter().copied().chain(witnesses).collect();
        let mut this = Self {
            horizon: sequence.len(),
            grain: None,
            sequence,
            projected: projection.order.len(),
            clauses: Clauses::new(options.reduce_at),
            watches: vec![Vec::new(); 2 * variables],
            eliminate_at: None,
            unsettled: Vec::new(),
            bounds: NumberBounds::default(),
            values: vec![0; 2 * variables],
            level: vec![0; variables],
            reason: vec![None; variables],
            trail: Vec::with_capacity(variables),
            propagated: 0,
            levels: vec![Level::ROOT],
            late: Vec::new(),
            violated: None,
            analysis: LearnedConflict::new(variables),
            guide: Guide::after(options.guide_after),
            prefix_test: None,
            told: None,
            state: Phase::Searching,
            refuted: false,
            changed: 0,
            touched: 0,
            statistics: Statistics::default(),
            options,
            effort,
            is_cut: false,
        };
        this.clauses.reserve(cnf);
        // Unit clauses come first, so that clauses that follow from them are not watched.
        let mut scratch = Vec::new();
        for is_short in [true, false] {
            for clause in cnf.clauses().filter(|clause| (clause.len() < 2) == is_short) {
                if this.effort.is_stopped() {
                    this.is_cut = true;
                    return this;
                }
                this.add_clause(clause, &mut scratch);
            }
        }
        this.clauses.end_of_formula();
        this
    }

    /// The first position of the order whose value may differ from that in the last model that was
    /// not refused, or 0 before the second model. A writer can keep what it wrote for the positions
    /// before it.
    pub fn changed_from(&self) -> usize {
        self.changed
    }

    /// Adds a clause of the formula at the root. `clause` is for it to be rewritten in.
    fn add_clause(&mut self, given: &[Lit], clause: &mut Vec<Lit>) {
        clause.clear();
        clause.extend(given);
        clause.sort_unstable();
        clause.dedup();
        let holds = |&lit: &Lit| self.value_of(lit) > 0;
        if clause.windows(2).any(|pair| pair[0] == !pair[1]) || clause.iter().any(holds) {
            return;
        }
        clause.retain(|&lit| self.value_of(lit) == 0);
        match clause[..] {
            [] => self.refute_all(),
            [unit] => self.assign(unit, None, 0),
            _ => {
                self.attach(clause, 0);
            }
        }
    }

    /// There is no model, here or elsewhere.
    fn refute_all(&mut self) {
        self.tell_refuted();
        self.refuted = true;
        self.state = Phase::Exhausted;
    }

    /// Searches until the next model.
    fn search(&mut self) -> Step {
        loop {
            if self.state == Phase::Exhausted {
                return Step::Exhausted;
            }
            if self.is_cut || self.guide.is_paused || self.effort.is_stopped() {
                return Step::Stopped;
            }
            if let Some(conflict) = self.propagate().or_else(|| self.settle_simplified()) {
                self.resolve(conflict);
            } else if self.propagated == self.trail.len() {
                if self.clauses.reduction_is_due {
                    self.reduce();
                }
                if self.elimination_is_due() {
                    self.eliminate();
                } else if !self.decide() {
                    self.state = Phase::Model;
                    self.statistics.models += 1;
                    return Step::Model;
                }
            }
        }
    }

    /// Opens a level for the next decision. Returns false at a model, where there is none left.
    fn decide(&mut self) -> bool {
        if self.is_led() {
            return self.decide_guided();
        }
        match self.next_in_sequence() {
            Some(position) if self.bounds.begins_at(position) => {
                self.bounds.begin_walk();
                false
            }
            Some(position) => {
                if self.begins_well(position) {
                    self.open_level(self.sequence[position], position, false);
                }
                true
            }
            None => false,
        }
    }

    /// The first position of the sequence that is unassigned.
    fn next_in_sequence(&self) -> Option<usize> {
        let from = (self.top().position as usize).min(self.horizon);
        let unassigned = |&lit: &Lit| self.value_of(lit) == 0;
        let open = self.sequence[from..self.horizon].iter().position(unassigned);
        open.map(|offset| from + offset).filter(|_| !self.is_fine())
    }
}

impl Models for Enumerator {
    fn next(&mut self) -> Step {
        if self.state == Phase::Model {
            if self.is_walking() {
                if self.effort.is_stopped() {
                    return Step::Stopped;
                }
                if self.walk_on() {
                    return Step::Model;
                }
            }
            self.state = Phase::Searching;
            self.tell_model();
            self.changed = self.projected;
            self.touched = self.projected;
            self.keep_model();
            self.stop_leading();
            self.flip();
        }
        self.search()
    }

    #[inline]
    fn value(&self, var: Var) -> bool {
        match self.values[var.positive().code()] {
            0 => self.bounds.is_selected(var),
            value => value > 0,
        }
    }

    fn touched_from(&self) -> usize {
        self.touched
    }

    fn refuse(&mut self, clause: &[Lit]) {
        assert_eq!(self.state, Phase::Model, "only a model just found can be refused");
        assert!(self.bounds.tail.is_none(), "a model of numbers that are walked is not refused");
        let violated = |&lit: &Lit| self.value_of(lit) < 0;
        assert!(clause.iter().all(violated), "the refused model must violate the clause");
        self.statistics.refused += 1;
        self.touched = self.projected;
        self.state = Phase::Searching;
        self.forget_guidance();
        self.guide.refuse(clause);
        self.refute(clause);
    }

    fn statistics(&self) -> Statistics {
        let own = Statistics { learned: self.clauses.learned(), ..self.statistics };
        own.plus(self.guide.statistics())
    }
}
