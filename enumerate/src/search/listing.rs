//! Instances that are all found before the first is given out, because their engine does not find
//! them in order.

use std::collections::VecDeque;

use korrel_lang::instance::Instance;
use korrel_lang::model::Model;
use korrel_sat::{Apart, Blocking, Statistics, Step};
use korrel_translate::Translation;

use crate::search::walk::Walk;

type Search = Walk<Blocking<Apart>>;

/// Invariant: there is a search, or everything is found, or nothing ever will be.
pub(crate) struct Listing {
    search: Option<Search>,
    /// What is still to be given out, in order; `None` before the search.
    rest: Option<VecDeque<Instance>>,
    /// What was given out last.
    current: Option<Instance>,
    /// What it cost to find out that there is nothing.
    refutation: Statistics,
    /// The stop came before the search.
    is_stopped: bool,
}

impl Listing {
    /// Of instances in order.
    pub fn found(instances: Vec<Instance>) -> Listing {
        let refutation = Statistics::default();
        let rest = Some(instances.into());
        Listing { search: None, rest, current: None, refutation, is_stopped: false }
    }

    /// Of no instances.
    pub fn refuted(refutation: Statistics) -> Listing {
        Listing { refutation, ..Listing::found(Vec::new()) }
    }

    /// Of nothing that is known.
    pub fn stopped() -> Listing {
        Listing { is_stopped: true, ..Listing::found(Vec::new()) }
    }

    pub fn to_find(search: Search) -> Listing {
        Listing { search: Some(search), rest: None, ..Listing::found(Vec::new()) }
    }

    /// Whether no instance will come.
    pub fn is_barren(&self) -> bool {
        self.rest.as_ref().is_some_and(VecDeque::is_empty)
    }

    pub fn advance(&mut self, model: &Model) -> Step {
        if self.is_stopped {
            return Step::Stopped;
        }
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
