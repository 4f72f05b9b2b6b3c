//! Instances that are all known before the first is given out.

use std::collections::VecDeque;
use std::sync::Arc;

use korrel_lang::instance::Instance;
use korrel_lang::model::Model;
use korrel_sat::{Apart, Blocking, Lit, Statistics, Step};
use korrel_translate::Translation;

use super::walk::Walk;

/// A list of instances, which may still have to be made.
pub(crate) enum InstanceListing {
    /// The engine does not find them in order.
    ToFind(Box<ToFind>),
    Found(InOrder),
    /// There are none. Holds the cost of finding that out.
    Refuted(Statistics),
    /// A stop came before the search.
    Stopped,
}

/// A search, and what it has found so far.
pub(crate) struct ToFind {
    walk: Walk<Blocking<Apart>>,
    /// Each instance with its place in the order.
    found: Vec<(Vec<bool>, Instance)>,
}

pub(crate) struct InOrder {
    /// The instances that are still to be given out, in order.
    rest: VecDeque<Instance>,
    /// The instance that was given out last.
    current: Option<Instance>,
    translation: Option<Arc<Translation>>,
    cost: Statistics,
}

impl InstanceListing {
    /// The listing of instances in order.
    pub fn found(instances: Vec<Instance>) -> InstanceListing {
        let (rest, cost) = (instances.into(), Statistics::default());
        InstanceListing::Found(InOrder { rest, current: None, translation: None, cost })
    }

    /// The listing of one instance, with the cost of finding it.
    pub fn one(
        instance: Instance,
        translation: Arc<Translation>,
        cost: Statistics,
    ) -> InstanceListing {
        let (rest, translation) = (VecDeque::from([instance]), Some(translation));
        InstanceListing::Found(InOrder { rest, current: None, translation, cost })
    }

    pub fn to_find(walk: Walk<Blocking<Apart>>) -> InstanceListing {
        InstanceListing::ToFind(Box::new(ToFind { walk, found: Vec::new() }))
    }

    pub fn advance(&mut self, model: &Model) -> Step {
        if let InstanceListing::ToFind(search) = self {
            if search.run(model) == Step::Stopped {
                return Step::Stopped;
            }
            *self = InstanceListing::Found(search.in_order());
        }
        match self {
            InstanceListing::Found(found) => {
                found.current = found.rest.pop_front();
                if found.current.is_some() { Step::Model } else { Step::Exhausted }
            }
            InstanceListing::Refuted(_) => Step::Exhausted,
            InstanceListing::ToFind(_) | InstanceListing::Stopped => Step::Stopped,
        }
    }

    /// # Panics
    /// If the last step was no instance.
    pub fn instance(&self) -> &Instance {
        match self {
            InstanceListing::Found(InOrder { current: Some(instance), .. }) => instance,
            _ => panic!("the last step was no instance"),
        }
    }

    pub fn translation(&self) -> Option<&Translation> {
        match self {
            InstanceListing::ToFind(search) => Some(search.walk.translation()),
            InstanceListing::Found(found) => found.translation.as_deref(),
            InstanceListing::Refuted(_) | InstanceListing::Stopped => None,
        }
    }

    pub fn statistics(&self) -> Statistics {
        match self {
            InstanceListing::ToFind(search) => search.walk.statistics(),
            InstanceListing::Found(found) => found.cost,
            InstanceListing::Refuted(cost) => *cost,
            InstanceListing::Stopped => Statistics::default(),
        }
    }
}

impl ToFind {
    /// Finds all instances, unless it is stopped. Then it can go on.
    fn run(&mut self, model: &Model) -> Step {
        loop {
            let step = self.walk.advance();
            if step != Step::Model {
                return step;
            }
            // False sorts before true. The side that is decided first is to come first.
            let differs = |lit: &Lit| self.walk.value(lit.var()) != lit.is_positive();
            let place = self.walk.translation().projection.order.iter().map(differs).collect();
            self.found.push((place, self.walk.instance(model)));
        }
    }

    fn in_order(&mut self) -> InOrder {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|a, b| a.0.cmp(&b.0));
        InOrder {
            rest: found.into_iter().map(|(_, instance)| instance).collect(),
            current: None,
            translation: Some(Arc::clone(self.walk.translation())),
            cost: self.walk.statistics(),
        }
    }
}
