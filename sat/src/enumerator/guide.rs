//! Help where models are rare: questions in activity order.
//!
//! *Problem.* The decision order is fixed for the sake of the output, and says nothing about what
//! is hard. Where a region holds few models or none, the search can go astray for exponentially
//! long under a prefix that an ordinary solver would refute at once.
//!
//! *Choice.* Once conflicts pile up since the last model, ask whether the region has any model at
//! all: search it with an activity order (VSIDS, Moskewicz and others 2001), saved phases
//! (Pipatsrisawat, Darwiche 2007) and restarts. If not, the region is done. If so, that model is
//! the *hint*: the search returns to the top of the region and makes its decisions in the fixed
//! order again. As long as the hint agrees with them, they have a model and need no question; where
//! it disagrees, the question is asked again, with the disagreeing decision as the last assumption.
//! So the first model in the fixed order is found by a few questions to a good solver, and the
//! output is what it would have been.
//!
//! All of it happens inside the one search: the assumptions are its levels up to `floor`, and a
//! backjump below `floor` answers the question (or puts it off, to be asked again with what was
//! learned). Nothing is delivered above `floor`, so undoing these levels loses nothing.
//!
//! *Rejected.* A second solver for the questions: it would need every clause twice and learn what
//! the first one knows already.

use super::Enumerator;
use super::activity::Activity;
use crate::Var;

pub(super) struct Guide {
    /// While a question is open: its last assumption's level. Decisions above are by activity.
    pub floor: Option<u32>,
    /// Whether `hint` is a model that agrees with all decisions up to `floor`, exclusive.
    hinted: bool,
    /// The model that answered the last question, for each variable.
    hint: Vec<bool>,
    /// For each variable the value that it had last in a question.
    phases: Vec<bool>,
    /// Number of conflicts at the last model.
    pub since: u64,
    pub activity: Activity,
}

impl Enumerator {
    /// Whether enough conflicts piled up since the last model.
    pub(super) fn is_hard(&self) -> bool {
        let since = self.statistics.conflicts - self.guide.since;
        self.options.guide_after.is_some_and(|conflicts| since > conflicts)
    }

    /// A decision of a hard search; false at a model.
    pub(super) fn decide_guided(&mut self) -> bool {
        if self.guide.floor.is_some_and(|floor| floor > self.depth()) {
            self.guide.floor = None;
        }
        if self.guide.floor.is_some() {
            self.decide_by_activity();
            return true;
        }
        if !self.guide.hinted {
            self.backtrack(self.top().last_flip);
            self.ask();
            return true;
        }
        let Some(position) = self.next_in_sequence() else {
            return false;
        };
        let lit = self.sequence[position];
        self.open_level(lit, position, false);
        if self.guide.hint[lit.var().index()] != lit.is_positive() {
            self.ask();
        }
        true
    }

    /// Forgets the hint and the question, since the region is another one now.
    pub(super) fn forget_guidance(&mut self) {
        self.guide.hinted = false;
        self.guide.floor = None;
    }

    /// Puts unassigned variables back on the heap, before the trail from `start` on is undone.
    #[inline]
    pub(super) fn reconsider(&mut self, start: usize) {
        if self.guide.floor.is_some() {
            for lit in &self.trail[start..] {
                self.guide.phases[lit.var().index()] = lit.is_positive();
                self.guide.activity.insert(lit.var().index() as u32);
            }
        }
    }

    fn ask(&mut self) {
        self.guide.floor = Some(self.depth());
        for var in 0..self.level.len() as u32 {
            if self.values[Var::new(var).positive().code()] == 0 {
                self.guide.activity.insert(var);
            }
        }
    }

    fn decide_by_activity(&mut self) {
        while let Some(var) = self.guide.activity.pop() {
            let var = Var::new(var);
            if self.value_of(var.positive()) == 0 {
                let lit = var.lit(self.guide.phases[var.index()]);
                return self.open_level(lit, self.top().position as usize, false);
            }
        }
        self.take_hint();
    }

    /// Every variable is assigned: this is a model, and it answers the question.
    fn take_hint(&mut self) {
        for lit in &self.trail {
            self.guide.hint[lit.var().index()] = lit.is_positive();
        }
        let floor = self.guide.floor.take().expect("a question is open");
        self.guide.hinted = true;
        self.backtrack(floor);
    }
}

impl Guide {
    pub fn new(variables: usize) -> Self {
        Self {
            floor: None,
            hinted: false,
            hint: vec![false; variables],
            phases: vec![false; variables],
            since: 0,
            activity: Activity::new(variables),
        }
    }
}
