//! Questions to a person: instances of which it is not known whether they are good.
//!
//! The best two conjunctions differ on some instances. The one that is shown breaks as few other terms that hold of all
//! good examples as possible: then a good one takes just these terms away, and a bad one is excluded by these alone.

use std::collections::HashSet;

use korrel_enumerate::Meaning;
use korrel_enumerate::questions::formula::{denied, in_all};
use korrel_lang::instance::Instance;
use korrel_sat::{Effort, Step};

use crate::question::covering::ColumnChoice;
use crate::question::first::first;
use crate::question::{NoAnswer, ShownInstance};

use super::Learning;

/// An instance that the best two conjunctions judge differently.
#[derive(Clone, Debug)]
pub struct LearnQuestion {
    pub shown: ShownInstance,
    /// The conjunction that allows it; a conjunction, or a term beside it, that does not.
    pub allows: Vec<String>,
    pub excludes: Vec<String>,
}

/// Why no more questions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskingEnd {
    /// There have been as many as a person answers.
    Enough,
    /// No instance of the scope that is listed tells anything more apart.
    Nothing,
}

/// So often a question is made one about fewer terms.
const NEARER: usize = 4;

/// So many terms, the smallest, are kept then: more make a search that takes longer than a person waits.
const KEPT: usize = 24;

/// More questions are not asked.
const QUESTIONS: usize = 20;

/// So many of them are about terms that no bad example asks for.
const PROBES: usize = 10;

/// The number of instances that are listed first.
const LISTED: usize = 400;

impl Learning {
    /// Why there is no other question.
    pub fn asking_end(&self) -> AskingEnd {
        match self.questions == QUESTIONS || self.probes == PROBES {
            true => AskingEnd::Enough,
            false => AskingEnd::Nothing,
        }
    }

    /// The instance that best tells the best two conjunctions apart; then some that tell the best one from what else
    /// holds of all good examples. `None` when nothing is left to ask.
    ///
    /// # Errors
    /// A conjunction that cannot be translated, or a stop.
    pub fn question(
        &mut self,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<LearnQuestion>, NoAnswer> {
        if self.questions == QUESTIONS {
            return Ok(None);
        }
        if self.pool.is_empty() {
            self.list(&[], meaning, effort)?;
        }
        let best = self.best();
        if !best.is_empty() && self.listed.as_ref() != Some(&best) {
            self.list(&best, meaning, effort)?;
            self.listed = Some(best);
        }
        let mut equal: Vec<ColumnChoice> = Vec::new();
        loop {
            let committee = self.committee();
            let rest = committee.split_first();
            let rest = rest.and_then(|(best, others)| {
                Some((best, others.iter().find(|other| !equal.contains(other))?))
            });
            let Some((best, other)) = rest else { return Ok(self.probe()) };
            let (best, other) = (best.columns.clone(), other.clone());
            for [holds, fails] in [[&best, &other.columns], [&other.columns, &best]] {
                let Some((shown, term)) = self.apart(holds, fails, meaning, effort)? else {
                    continue;
                };
                let shown = self.nearest(shown, holds, term, meaning, effort)?;
                let text = |term: &usize| self.terms[*term].text.clone();
                let [allows, excludes] =
                    [holds, fails].map(|terms| terms.iter().map(text).collect());
                return Ok(Some(LearnQuestion { shown, allows, excludes }));
            }
            equal.push(other);
        }
    }

    /// The terms that hold of all good examples, without those that agree with smaller ones, and fail for an instance.
    fn broken(&self, instance: &Instance) -> Vec<usize> {
        let open = self.distinct(self.fitting.clone());
        let truths = self.judged(instance, open.iter().copied());
        open.into_iter().filter(|term| !truths[*term]).collect()
    }

    /// An instance that one conjunction allows, and the first term of another one that excludes it. Of the instances at
    /// hand it is the one that is most like the good examples.
    fn apart(
        &self,
        holds: &[usize],
        fails: &[usize],
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<(ShownInstance, usize)>, NoAnswer> {
        let open = self.distinct(self.fitting.clone());
        let truth = |at: &usize, term: &usize| self.pool_truths[*at][*term];
        let fails_at = |at: &usize| fails.iter().find(|term| !truth(at, term)).copied();
        let tells = |at: &usize| holds.iter().all(|term| truth(at, term)) && fails_at(at).is_some();
        let unlike = |at: &usize| open.iter().filter(|term| !truth(at, term)).count();
        let known = (0..self.pool.len()).filter(tells);
        if let Some(at) = known.min_by_key(|at| (unlike(at), self.pool[*at].size, *at)) {
            let term = fails_at(&at).expect("it fails there");
            return Ok(Some((self.pool[at].clone(), term)));
        }
        for &term in fails.iter().filter(|term| !holds.contains(term)) {
            if let Some(shown) = self.without(holds, term, meaning, effort)? {
                return Ok(Some((shown, term)));
            }
        }
        Ok(None)
    }

    /// The smallest instance of a conjunction for which a term fails.
    fn without(
        &self,
        holds: &[usize],
        term: usize,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<ShownInstance>, NoAnswer> {
        let formula = |term: &usize| self.terms[*term].formula.clone();
        let own = [self.predicate.clone(), denied(&formula(&term))];
        let all =
            in_all(own.into_iter().chain(holds.iter().map(formula)).collect(), self.predicate.span);
        let (found, step) = first(&self.asked, all, &self.schema, (meaning, effort), 1)?;
        match step {
            Step::Stopped => Err(NoAnswer::Stopped),
            _ => Ok(found.into_iter().next()),
        }
    }

    /// An instance for which a term fails as another one does, and fewer of the others: the fewer, the more an answer says
    /// of this term. What holds of the other instance is kept.
    fn nearest(
        &self,
        mut shown: ShownInstance,
        holds: &[usize],
        term: usize,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<ShownInstance, NoAnswer> {
        let mut broken = self.broken(&shown.instance);
        let mut tried = HashSet::from([term]);
        for _ in 0..NEARER {
            let Some(&more) = broken.iter().find(|other| !tried.contains(other)) else { break };
            tried.insert(more);
            let open = self.distinct(self.fitting.clone());
            let kept = open.into_iter().filter(|other| !broken.contains(other) || *other == more);
            let kept: Vec<usize> = kept.take(KEPT).chain(holds.iter().copied()).collect();
            if let Some(nearer) = self.without(&kept, term, meaning, effort)? {
                broken = self.broken(&nearer.instance);
                shown = nearer;
            }
        }
        Ok(shown)
    }

    /// An instance that the best conjunction allows, and other terms that hold of all good examples do not: no bad example
    /// has shown yet whether one of these is meant. The chance that it is good should be about one half, where a
    /// term is the less likely meant the larger it is.
    fn probe(&mut self) -> Option<LearnQuestion> {
        if self.probes == PROBES {
            return None;
        }
        let best = self.best();
        let open = self.distinct(self.fitting.clone());
        let broken = |at: usize| -> Vec<usize> {
            open.iter().filter(|term| !self.pool_truths[at][**term]).copied().collect()
        };
        let unlike_half = |at: usize| {
            let stays = |term: &usize| 1.0 - 1.0 / (2.0 * self.terms[*term].size.max(1) as f64);
            let good: f64 = broken(at).iter().map(stays).product();
            // Thousandths, so that numbers that hardly differ are one.
            ((good - 0.5).abs() * 1000.0) as u64
        };
        let is_allowed = |at: &usize| best.iter().all(|term| self.pool_truths[*at][*term]);
        let asked = (0..self.pool.len()).filter(is_allowed).filter(|at| !broken(*at).is_empty());
        let at = asked.min_by_key(|at| (unlike_half(*at), self.pool[*at].size, *at))?;
        let text = |term: &usize| self.terms[*term].text.clone();
        let allows: Vec<String> = best.iter().map(text).collect();
        let excludes = broken(at).iter().take(1).map(text).collect();
        let shown = self.pool[at].clone();
        self.probes += 1;
        Some(LearnQuestion { shown, allows, excludes })
    }

    /// Takes the first instances of a conjunction into the pool.
    fn list(&mut self, terms: &[usize], meaning: Meaning, effort: &Effort) -> Result<(), NoAnswer> {
        let own = terms.iter().map(|term| self.terms[*term].formula.clone());
        let all = [self.predicate.clone()].into_iter().chain(own).collect();
        let all = in_all(all, self.predicate.span);
        let (found, step) = first(&self.asked, all, &self.schema, (meaning, effort), LISTED)?;
        if step == Step::Stopped {
            return Err(NoAnswer::Stopped);
        }
        let known: HashSet<String> = self.pool.iter().map(|one| one.key.clone()).collect();
        found.into_iter().filter(|one| !known.contains(&one.key)).for_each(|one| self.add(one));
        Ok(())
    }

    fn add(&mut self, shown: ShownInstance) {
        // No other term will fit again.
        let truths = self.judged(&shown.instance, self.fitting.iter().copied());
        self.pool_truths.push(truths);
        self.pool.push(shown);
    }

    /// Takes an answer to a question: it is one more example.
    pub fn answer(&mut self, shown: &ShownInstance, is_good: bool) {
        let truths = self.judged(&shown.instance, self.fitting.iter().copied());
        self.take(shown, truths, is_good);
        self.questions += 1;
        self.revive();
    }

    /// One more example, of which these terms hold.
    pub(super) fn take(&mut self, shown: &ShownInstance, truths: Vec<bool>, is_good: bool) {
        self.truths.push(truths);
        self.names.push(format!("the instance {}", shown.key));
        self.verdicts.push(is_good);
    }
}
