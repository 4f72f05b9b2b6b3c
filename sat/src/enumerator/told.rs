//! Telling a proof what the search does (`proof.rs`).

use super::Enumerator;
use crate::proof::ProofLog;
use crate::{Lit, Var};

/// The proof that a search writes.
#[derive(Debug)]
pub(super) struct ToldSteps {
    log: ProofLog,
    /// The first variables, which tell models apart.
    primaries: usize,
    /// The parts that are done and still stand as clauses, each by the number of its decisions.
    done: Vec<Vec<Lit>>,
    /// The clause of the model that was taken last, until a part holds it.
    model: Option<Vec<Lit>>,
    /// That a model lies outside of the region at hand.
    outside: Vec<Lit>,
    is_over: bool,
}

impl Enumerator {
    /// Tells a proof of each step from now on. To be called before the first model, of a search that has no numbers
    /// without clauses and asks nobody for guidance. `primaries`: so many first variables tell models apart.
    pub fn telling(mut self, log: ProofLog, primaries: usize) -> Enumerator {
        assert!(
            self.options.guide_after.is_none() && self.options.learn && self.eliminate_at.is_none(),
            "what others find is not told"
        );
        let (done, outside) = Default::default();
        self.told = Some(ToldSteps { log, primaries, done, model: None, outside, is_over: false });
        if self.refuted {
            self.tell_refuted();
        }
        self
    }

    /// The model at hand is taken.
    pub(super) fn tell_model(&mut self) {
        let Some(mut told) = self.told.take() else { return };
        let variables = (0..told.primaries as u32).map(Var::new);
        let others = variables.map(|var| var.lit(self.values[var.positive().code()] < 0)).collect();
        told.log.take();
        told.model = Some(others);
        self.told = Some(told);
    }

    /// All is done that begins with the decisions of the levels up to this one.
    pub(super) fn tell_done(&mut self, level: u32) {
        let Some(mut told) = self.told.take() else { return };
        let levels = &self.levels[1..=level as usize];
        let part: Vec<Lit> = levels.iter().map(|at| !self.trail[at.start as usize]).collect();
        told.log.derive(part.iter().copied());
        while told.done.last().is_some_and(|within| within.len() > part.len()) {
            told.log.forget(told.done.pop().expect("there is one"));
        }
        told.model.take().into_iter().for_each(|model| told.log.forget(model));
        told.done.push(part);
        self.told = Some(told);
    }

    /// The region at hand has this prefix.
    pub(super) fn tell_entered(&mut self, prefix: &[Lit]) {
        if let Some(told) = &mut self.told {
            told.outside = prefix.iter().map(|&lit| !lit).collect();
            told.is_over = false;
        }
    }

    /// The region at hand is done. Its clause stands for good.
    pub(super) fn tell_end(&mut self) {
        if let Some(told) = &mut self.told
            && !std::mem::replace(&mut told.is_over, true)
        {
            told.log.derive(told.outside.iter().copied());
            let done = told.done.drain(..).chain(told.model.take());
            done.for_each(|clause| told.log.forget(clause));
        }
    }

    /// There is no model, here or elsewhere.
    pub(super) fn tell_refuted(&self) {
        self.told.iter().for_each(|told| told.log.derive([]));
    }

    pub(super) fn tell_learned(&self, clause: &[Lit]) {
        self.told.iter().for_each(|told| told.log.derive(clause.iter().copied()));
    }

    pub(super) fn is_told(&self) -> bool {
        self.told.is_some()
    }

    /// These clauses are forgotten.
    pub(super) fn tell_forgotten(&self, clauses: &[super::ClauseRef]) {
        if let Some(told) = &self.told {
            clauses.iter().for_each(|&clause| told.log.forget(self.clauses.lits(clause)));
        }
    }
}
