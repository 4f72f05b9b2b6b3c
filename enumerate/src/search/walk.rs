//! From model to model, stopping at the canonical ones.

use std::sync::Arc;

use korrel_lang::instance::Instance;
use korrel_lang::model::Model;
use korrel_sat::{Effort, Enumerator, Listing, Lit, Models, Statistics, Step, Var};
use korrel_translate::{Cell, Translation};
use num_bigint::BigUint;

use super::beyond::{ContinuationTest, QuestionStop};
use crate::canonical::{CanonicalPrefixes, Labelling, SharedCanonicity};
use crate::regions::cube::{Region, StreamPlace};

/// A search that stands at a model of each instance in turn.
pub struct Walk<M> {
    translation: Arc<Translation>,
    models: M,
    /// `None` where every labelled instance counts.
    canonicity: Option<SharedCanonicity>,
    /// Where instances are beginnings that do not go on: tells of each whether it does.
    beyond: Option<ContinuationTest>,
    /// True if the model at hand is still to be tested: a stop came in between.
    is_untested: bool,
}

impl<M: Models> Walk<M> {
    pub(crate) fn new(
        translation: Arc<Translation>,
        models: M,
        canonicity: Option<SharedCanonicity>,
    ) -> Walk<M> {
        Walk { translation, models, canonicity, beyond: None, is_untested: false }
    }

    /// The same walk, which passes over beginnings that go on.
    pub(crate) fn ending(self, beyond: Option<ContinuationTest>) -> Walk<M> {
        Walk { beyond, ..self }
    }

    /// Goes to the next model that is the canonical one of its class.
    pub(crate) fn advance(&mut self) -> Step {
        loop {
            let step = if std::mem::take(&mut self.is_untested) {
                Step::Model
            } else {
                self.models.next()
            };
            if step != Step::Model {
                return step;
            }
            let models = &self.models;
            let labelling = match &self.canonicity {
                Some(canonicity) => {
                    let touched = models.touched_from();
                    canonicity.lock().test_from(touched, |var| models.value(var))
                }
                None => Labelling::Canonical,
            };
            match labelling {
                Labelling::Violates(clause) => self.models.refuse(&clause),
                Labelling::Canonical => match self.goes_on() {
                    Ok(true) => {}
                    Ok(false) => return Step::Model,
                    Err(QuestionStop) => return self.untested(),
                },
                Labelling::Untested => return self.untested(),
            }
        }
    }

    /// True if the model at hand is a beginning that is passed over, for it goes on.
    fn goes_on(&mut self) -> Result<bool, QuestionStop> {
        let models = &self.models;
        match &mut self.beyond {
            Some(beyond) => beyond.model_goes_on(&self.translation, |var| models.value(var)),
            None => Ok(false),
        }
    }

    fn untested(&mut self) -> Step {
        self.is_untested = true;
        Step::Stopped
    }

    /// True if each model is an instance.
    pub(crate) fn takes_all_models(&self) -> bool {
        self.canonicity.is_none() && self.beyond.is_none()
    }

    /// The value of a variable of the projection in the model at hand.
    #[inline]
    pub fn value(&self, var: Var) -> bool {
        self.models.value(var)
    }

    /// The instance that the model at hand stands for.
    pub fn instance(&self, model: &Model) -> Instance {
        self.translation.decode(model, |var| self.models.value(var))
    }

    pub fn translation(&self) -> &Arc<Translation> {
        &self.translation
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.models.statistics()
    }
}

impl Walk<Listing> {
    /// The first position of the projection's order whose value may differ from that in the model
    /// where this walk stood before, or 0 at the first one.
    pub fn changed_from(&self) -> usize {
        self.models.changed_from()
    }

    /// As [`Listing::is_walked`].
    #[inline]
    pub(crate) fn is_walked(&self) -> bool {
        self.models.is_walked()
    }

    /// As [`Listing::selected`].
    #[inline]
    pub(crate) fn selected(&self, first: Var, length: usize) -> Option<Option<usize>> {
        self.models.selected(first, length)
    }

    /// As [`Listing::knows_number`].
    #[inline]
    pub(crate) fn knows_number(&self) -> bool {
        self.models.knows_number()
    }

    /// As [`Listing::number`].
    pub(crate) fn number(&self) -> Option<BigUint> {
        self.models.number()
    }

    /// As [`Listing::walked`].
    #[inline]
    pub(crate) fn walked(&self) -> Option<&[u64]> {
        self.models.walked()
    }

    /// The same walk, which pauses before its first model after so many conflicts of one question.
    pub(crate) fn pausing_after(mut self, conflicts: u64) -> Walk<Listing> {
        self.models = self.models.pausing_after(conflicts);
        self
    }

    /// True if it stopped so that somebody else may find a model.
    pub(crate) fn is_paused(&self) -> bool {
        self.models.is_paused()
    }

    /// Ends a pause. The next one comes after so many conflicts, if at all.
    pub(crate) fn go_on(&mut self, conflicts: Option<u64>) {
        self.models.go_on(conflicts);
    }

    /// Ends a pause by an instance that somebody else has found.
    pub(crate) fn suggest(&mut self, cells: &[(Cell, bool)]) {
        let literals = self.translation.literals();
        let literal = |(cell, holds): &(Cell, bool)| {
            literals.get(cell).map(|&lit| if *holds { lit } else { !lit })
        };
        let model: Vec<Lit> = cells.iter().filter_map(literal).collect();
        self.models.suggest(&model);
    }

    /// Goes through this region from now on.
    pub(crate) fn enter(&mut self, region: &Region) {
        self.is_untested = false;
        self.models.enter(&region.prefix);
        if let Some(place) = &region.after {
            self.models.resume_after(|var| place.value(var));
        }
    }

    /// As [`Listing::first_open`].
    pub(crate) fn first_open(&self) -> Option<usize> {
        self.models.first_open()
    }

    /// The place of this walk.
    pub(crate) fn place(&self) -> StreamPlace {
        let variables = (0..self.translation.cnf.variables() as u32).map(Var::new);
        StreamPlace::new(variables.map(|var| self.value(var)).collect())
    }

    /// The tests that tell that a beginning is not canonical, if they are asked for.
    pub(crate) fn prefixes(&self) -> Option<CanonicalPrefixes> {
        let canonicity = self.canonicity.as_ref().map(|shared| shared.lock().clone());
        let shared = canonicity.map(SharedCanonicity::new);
        shared.map(|shared| CanonicalPrefixes::new(shared, &self.translation))
    }

    /// A walk of its own over the same models, still to enter a region.
    #[cfg_attr(not(feature = "threads"), expect(dead_code))]
    pub(crate) fn another(&self, effort: Effort) -> Walk<Listing> {
        let (cnf, projection) = (&self.translation.cnf, &self.translation.projection);
        let canonicity = self
            .canonicity
            .as_ref()
            .map(|shared| SharedCanonicity::new(shared.lock().clone().until(effort.clone())));
        let beyond = self.beyond.as_ref().map(|beyond| beyond.another(effort.clone()));
        let models = Enumerator::new(cnf, projection, Default::default(), effort.clone());
        let mut models = models.with_bounds().eliminating();
        match &canonicity {
            Some(canonicity) => {
                let prefixes = CanonicalPrefixes::new(canonicity.clone(), &self.translation);
                models.test_prefixes(Box::new(prefixes));
            }
            None => models = models.walking_numbers(),
        }
        let models = self.models.another(models, effort);
        Walk::new(Arc::clone(&self.translation), models, canonicity).ending(beyond)
    }
}

#[cfg(test)]
mod tests {
    use korrel_translate::Contents;

    use super::*;
    use crate::canonical::Canonicity;
    use crate::testing::problem;

    /// Stops at each model.
    struct Raising {
        models: Enumerator,
        effort: Effort,
    }

    impl Models for Raising {
        fn next(&mut self) -> Step {
            let step = self.models.next();
            if step == Step::Model {
                self.effort.stop();
            }
            step
        }

        fn value(&self, var: Var) -> bool {
            self.models.value(var)
        }

        fn refuse(&mut self, clause: &[Lit]) {
            self.models.refuse(clause);
        }

        fn statistics(&self) -> Statistics {
            self.models.statistics()
        }
    }

    /// If it failed, an instance would be lost, or one that is not canonical be given out, where a
    /// stop comes in the middle of its test.
    #[test]
    fn a_test_that_was_stopped_is_made_again() {
        let model = problem("sig A { r: set A } run {} for exactly 3 A");
        let problem = model.problem();
        let contents = Contents::default();
        let translation =
            Arc::new(problem.translate(contents, &Effort::default()).expect("it is small"));
        let (cnf, projection) = (&translation.cnf, &translation.projection);
        let effort = Effort::default();
        let models = Enumerator::new(cnf, projection, Default::default(), Effort::default());
        let models = Raising { models, effort: effort.clone() };
        let canonicity = Canonicity::new(problem.question.model, &problem.symmetry, &translation);
        let canonicity = canonicity.until(effort.clone());
        let canonicity = Some(SharedCanonicity::new(canonicity));
        let mut walk = Walk::new(translation, models, canonicity);
        let (mut found, mut stops) = (0, 0);
        loop {
            match walk.advance() {
                Step::Model => found += 1,
                Step::Stopped => stops += 1,
                Step::Exhausted => break,
            }
            effort.go_on();
        }
        assert_eq!(found, 104, "OEIS A000595");
        assert!(stops >= found, "each model is tested in two goes: {stops}");
    }
}
