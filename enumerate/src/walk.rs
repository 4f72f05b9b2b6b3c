//! From model to model, stopping at the canonical ones.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use korrel_lang::instance::Instance;
use korrel_lang::model::Model;
use korrel_sat::{Enumerator, Models, Statistics, Step, Var};
use korrel_translate::Translation;

use crate::canonical::Canonicity;
use crate::cube::{Part, Place};

/// A search that stands at a model of each instance in turn.
pub struct Walk<M> {
    translation: Arc<Translation>,
    models: M,
    /// `None` where every labelled instance counts.
    canonicity: Option<Canonicity>,
}

impl<M: Models> Walk<M> {
    pub(crate) fn new(
        translation: Arc<Translation>,
        models: M,
        canonicity: Option<Canonicity>,
    ) -> Walk<M> {
        Walk { translation, models, canonicity }
    }

    /// Goes to the next model that is the canonical one of its class.
    pub(crate) fn advance(&mut self) -> Step {
        loop {
            let step = self.models.next();
            let (Step::Model, Some(canonicity)) = (step, &mut self.canonicity) else {
                return step;
            };
            let models = &self.models;
            match canonicity.violated(|var| models.value(var)) {
                Some(clause) => self.models.refuse(&clause),
                None => return Step::Model,
            }
        }
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

impl Walk<Enumerator> {
    /// The first position of the projection's order whose value may differ from that in the model
    /// where this walk stood before; 0 at the first one.
    pub fn changed_from(&self) -> usize {
        self.models.changed_from()
    }

    /// From now on goes through this part of the space.
    pub(crate) fn enter(&mut self, part: &Part) {
        self.models.enter(&part.prefix);
        if let Some(place) = &part.after {
            self.models.resume_after(|var| place.value(var));
        }
    }

    /// Where this walk stands.
    pub(crate) fn place(&self) -> Place {
        let variables = (0..self.translation.cnf.variables() as u32).map(Var::new);
        Place::new(variables.map(|var| self.value(var)).collect())
    }

    /// A walk of its own over the same models, still to enter a part.
    pub(crate) fn another(&self, stop: Arc<AtomicBool>) -> Walk<Enumerator> {
        let (cnf, projection) = (&self.translation.cnf, &self.translation.projection);
        Walk {
            translation: Arc::clone(&self.translation),
            models: Enumerator::new(cnf, projection, Default::default(), stop),
            canonicity: self.canonicity.clone(),
        }
    }
}
