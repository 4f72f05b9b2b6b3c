//! Instances that are all found before the first is given out, because their engine does not find
//! them in order.

use std::collections::VecDeque;

use korrel_lang::instance::Instance;
use korrel_lang::model::Model;
use korrel_sat::{Blocking, Statistics, Step, Varisat};
use korrel_translate::Translation;

use crate::walk::Walk;

type Search = Walk<Blocking<Varisat>>;

/// Invariant: there is a search, or everything is found.
pub(crate) struct Listing {
    search: Option<Search>,
    /// What is still to be given out, in order; `None` before the search.
    rest: Option<VecDeque<Instance>>,
    /// What was given out last.
    current: Option<Instance>,
    /// What it cost to find out that there is nothing.
    refutation: Statistics,
}

impl Listing {
    /// Of instances in order.
    pub fn found(instances: Vec<Instance>) -> Listing {
        let refutation = Statistics::default();
        Listing { search: None, rest: Some(instances.into()), current: None, refutation }
    }

    /// Of no instances.
    pub fn refuted(refutation: Statistics) -> Listing {
        Listing { refutation, ..Listing::found(Vec::new()) }
    }

    pub fn to_find(search: Search) -> Listing {
        let refutation = Statistics::default();
        Listing { search: Some(search), rest: None, current: None, refutation }
    }

    pub fn advance(&mut self, model: &Model) -> Step {
        if self.rest.is_none() {
            let search = self.search.as_mut().expect("what is not found has a search");
            match all_in_order(search, model) {
                Some(found) => self.rest = Some(found),
                None => return Step::Stopped,
            }
        }
        self.current = self.rest.as_mut().and_then(VecDeque::pop_front);
        if self.current.is_some() { Step::Model } else { Step::Exhausted }
    }

    pub fn instance(&self) -> &Instance {
        self.current.as_ref().expect("the last step was an instance")
    }

    pub fn translation(&self) -> Option<&Translation> {
        self.search.as_ref().map(|search| &**search.translation())
    }

    pub fn statistics(&self) -> Statistics {
        self.search.as_ref().map_or(self.refutation, Walk::statistics)
    }
}

/// All instances; `None` if the search was stopped.
fn all_in_order(search: &mut Search, model: &Model) -> Option<VecDeque<Instance>> {
    let order = search.translation().projection.order.clone();
    let mut found: Vec<(Vec<bool>, Instance)> = Vec::new();
    loop {
        match search.advance() {
            Step::Model => {
                // False sorts before true; what is decided first is to come first.
                let differs = |lit: &korrel_sat::Lit| search.value(lit.var()) != lit.is_positive();
                found.push((order.iter().map(differs).collect(), search.instance(model)));
            }
            Step::Exhausted => break,
            Step::Stopped => return None,
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Some(found.into_iter().map(|(_, instance)| instance).collect())
}
