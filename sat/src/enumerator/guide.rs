//! Help where models are rare: questions to a general search.
//!
//! *Problem.* The decision order is fixed for the sake of the output, and does not follow what
//! is hard. Where a region holds few models or none, the search can go astray for exponentially
//! long under a prefix that an ordinary solver would refute at once.
//!
//! *Choice.* Once conflicts pile up since the last model (`turns.rs`), ask the general search ([`Cdcl`])
//! whether the region has any model at all, its decisions and flips being assumptions. If not, the
//! assumptions that contradict each other are a clause that is learned here. If so, that model is the *hint*:
//! decisions are made in the fixed order again, and as long as the hint agrees with them, they have a model
//! and need no question. Where it disagrees, the question is asked again, with the disagreeing decision as
//! the last assumption. So the first model in the fixed order is found by descent from any model, by a few
//! questions to a good solver, and the output stays the same. The lessons of the questions are taken over.
//!
//! *Rejected.* To ask inside the one search, by an activity order above the region: it saves a second copy of the
//! clauses, which are few where questions are hard. But the region's levels then bar the general search from
//! restarting, forgetting and simplifying as it would, and every step of the listing pays for activities that it
//! never looks at.

use super::Enumerator;
use super::clauses::ClauseRef;
use super::turns::Turns;
use crate::{Answer, Cdcl, Lit, Solver, Statistics, Var};

pub(super) struct Guide {
    /// Holds the formula and all refused models, from the first question on.
    search: Option<Box<Cdcl<'static>>>,
    /// True if it has been given the clauses.
    is_told: bool,
    /// True if it knows which models are wanted: those that come first.
    is_descent: bool,
    /// True if any model will do: then the hint is the model, and no descent begins.
    takes_any: bool,
    /// A model that the search found, for each variable, or none if no known model agrees with all decisions
    /// but the last one.
    hint: Option<Vec<bool>>,
    turns: Turns,
    /// The number of conflicts of a question after which the search pauses, as long as no model is
    /// known, here or before.
    patience: Option<u64>,
    pub is_paused: bool,
}

impl Enumerator {
    /// From now on the next model is whichever turns up first. It is the last one to be asked for.
    pub fn take_any(&mut self) {
        self.guide.takes_any = true;
    }

    /// True if questions lead to the next model.
    pub(super) fn is_led(&mut self) -> bool {
        if self.guide.turns.are_due(self.statistics.conflicts) {
            self.guide.turns.ask(self.guide.statistics().conflicts);
            // The decisions that were made without a model in sight are no part of the question.
            // Later a stop loses one question, and no decision.
            self.backtrack(self.top().last_flip);
            self.learn_from_questions();
        }
        self.guide.turns.are_questions()
    }

    /// The search for the next model begins, in this region or another one.
    pub(super) fn stop_leading(&mut self) {
        self.guide.turns.begin(self.statistics.conflicts);
    }

    /// A model was kept: the rest is a listing, and nobody else is to find a model.
    pub(super) fn keep_model(&mut self) {
        self.guide.turns.found();
        self.guide.patience = None;
    }

    /// A decision of a hard search. Returns false at a model.
    pub(super) fn decide_guided(&mut self) -> bool {
        let Some(hint) = &self.guide.hint else {
            self.ask();
            return true;
        };
        let Some(position) = self.next_in_sequence() else {
            return false;
        };
        if self.bounds.begins_at(position) {
            self.bounds.begin_walk();
            return false;
        }
        let first = self.sequence[position];
        let hinted = first.var().lit(hint[first.var().index()]);
        let lit = if self.guide.takes_any { hinted } else { first };
        let agrees = lit == hinted;
        self.open_level(lit, position, false);
        if !agrees {
            self.ask();
        }
        true
    }

    /// The same search, but a question about a region without a known model pauses it after so many
    /// conflicts: meanwhile another thread may find one.
    pub fn pausing_after(mut self, conflicts: u64) -> Self {
        self.guide.patience = Some(conflicts);
        self
    }

    /// True if the last stop was a pause.
    pub fn is_paused(&self) -> bool {
        self.guide.is_paused
    }

    /// Ends a pause. The next one comes after so many conflicts, if at all.
    pub fn go_on(&mut self, conflicts: Option<u64>) {
        self.guide.patience = conflicts;
        self.guide.is_paused = false;
    }

    /// Ends a pause, and all of them, by a model in which these literals hold. If there is none in the region
    /// at hand, nothing is known of that.
    pub fn suggest(&mut self, model: &[Lit]) {
        self.go_on(None);
        self.backtrack(self.top().last_flip);
        let assumptions: Vec<Lit> = self.decided().chain(model.iter().copied()).collect();
        let search = self.guide.search.as_mut().expect("it is asked before it pauses");
        search.limit_conflicts(u64::MAX);
        if search.solve(&assumptions) == Answer::Satisfiable {
            self.keep_hint();
        }
    }

    /// Keeps the model that the general search has found.
    fn keep_hint(&mut self) {
        let search = self.guide.search.as_mut().expect("it has just found a model");
        let variables = (0..self.level.len() as u32).map(Var::new);
        self.guide.hint = Some(variables.map(|var| search.value(var) == Some(true)).collect());
        // From here on it is a descent: a hint that is nearer to the first model saves questions.
        if !self.guide.takes_any && !std::mem::replace(&mut self.guide.is_descent, true) {
            self.sequence.iter().for_each(|&lit| search.prefer(lit));
        }
        self.guide.patience = None;
    }

    /// The decisions and flips at hand.
    fn decided(&self) -> impl Iterator<Item = Lit> + '_ {
        self.levels[1..].iter().map(|level| self.trail[level.start as usize])
    }

    /// Forgets the hint, since the region is another one now.
    pub(super) fn forget_guidance(&mut self) {
        self.guide.hint = None;
    }

    /// Asks whether the decisions and flips at hand have a model.
    fn ask(&mut self) {
        if !self.guide.is_told {
            let mut search = self.guide.search.take();
            self.tell(search.get_or_insert_with(|| Box::new(Cdcl::new(self.effort.clone()))));
            self.guide.search = search;
            self.guide.is_told = true;
        }
        let assumptions: Vec<Lit> = self.decided().collect();
        let search = self.guide.search.as_mut().expect("it was told the clauses");
        let left = self.guide.turns.left(search.statistics().conflicts);
        search.limit_conflicts(self.guide.patience.map_or(left, |patience| patience.min(left)));
        match search.solve(&assumptions) {
            Answer::Satisfiable => self.keep_hint(),
            // The flag, or the pause, is looked at next. The question is asked again after that. Else the turn is over.
            Answer::Stopped => {
                self.forget_guidance();
                let is_stopped = self.effort.is_stopped();
                self.guide.is_paused = self.guide.patience.is_some() && !is_stopped;
                if !self.guide.is_paused && !is_stopped {
                    self.guide.turns.give_up(self.statistics.conflicts);
                }
            }
            // A hint remains one for the decisions before the last.
            Answer::Unsatisfiable => {
                let clause: Vec<Lit> = search.failed().iter().map(|&lit| !lit).collect();
                self.contradict(clause);
            }
        }
    }

    /// Hands on the clauses of the formula, the refused models, and what holds for good.
    fn tell(&self, search: &mut Cdcl<'static>) {
        self.sequence.iter().for_each(|lit| search.freeze(lit.var()));
        let fixed = self.trail.iter().filter(|&&lit| self.level_of(lit) == 0);
        fixed.for_each(|&lit| search.add_clause(&[lit]));
        let mut lits = Vec::new();
        let mut add = |clause: ClauseRef| {
            lits.clear();
            lits.extend(self.clauses.lits(clause));
            search.add_clause(&lits);
        };
        self.clauses.of_formula().for_each(&mut add);
        self.clauses.refused().iter().copied().for_each(&mut add);
    }
}

impl Guide {
    /// Questions have their first turn after so many conflicts. With none they never have one, and
    /// with 0 they lead always.
    pub fn after(conflicts: Option<u64>) -> Self {
        Self {
            search: None,
            is_told: false,
            is_descent: false,
            takes_any: false,
            hint: None,
            turns: Turns::after(conflicts),
            patience: None,
            is_paused: false,
        }
    }

    /// A model was refused by this clause.
    pub fn refuse(&mut self, clause: &[Lit]) {
        if let Some(search) = self.search.as_mut().filter(|_| self.is_told) {
            search.add_clause(clause);
        }
    }

    /// The cost of the questions.
    pub fn statistics(&self) -> Statistics {
        self.search.as_ref().map_or_else(Statistics::default, |search| search.statistics())
    }
}

// The lessons of the questions.
//
// The general search learns from the same clauses, so what it learns holds here. Its good clauses are taken
// over when the next turn of questions begins: at the top of the region, where most of them are open.

impl Enumerator {
    /// Takes over what the general search has learned since it was asked for it last.
    pub(super) fn learn_from_questions(&mut self) {
        let Some(search) = &mut self.guide.search else { return };
        let mut lessons = Vec::new();
        search.take_lessons(&mut |clause| lessons.push(clause.to_vec()));
        lessons.into_iter().for_each(|clause| self.take_over(clause));
    }

    /// Learns a clause, unless it asserts something here: it would have to be asserted again wherever the search
    /// goes back below.
    fn take_over(&mut self, mut clause: Vec<Lit>) {
        clause.retain(|&lit| self.value_of(lit) >= 0 || self.level_of(lit) > 0);
        let open = |lit: &Lit| self.value_of(*lit) >= 0;
        let is_bare = |lit: &Lit| self.bounds.is_bare(lit.var());
        if clause.iter().filter(|&lit| open(lit)).count() < 2 || clause.iter().any(is_bare) {
            return;
        }
        clause.sort_by_key(|lit| !open(lit));
        let stored = self.attach(&clause, LBD);
        self.clauses.push_learned(stored);
    }
}

/// The LBD of a clause that is taken over. Its true one here is not known. Those that are taken
/// over are few, and good.
const LBD: u32 = 2;
