//! A predicate that is known by what it accepts, as one in another language is: each other instance of the scope is bad.
//!
//! *Problem.* The good heaps of a scope are some thousands, the others may be millions. *Choice.* A conjunction is proposed,
//! and the first instances that it allows and that are not good are the next bad examples, until there are none: inductive
//! synthesis by counterexamples. An instance that no term excludes stays allowed, and the smallest of these is where the two
//! predicates differ. *Source:* Solar-Lezama, Tancau, Bodik, Seshia and Saraswat, Combinatorial sketching for finite
//! programs (ASPLOS 2006).

use std::collections::HashSet;

use korrel_enumerate::Meaning;
use korrel_enumerate::questions::formula::in_all;
use korrel_sat::{Effort, Step};

use crate::question::first::first;
use crate::question::{NoAnswer, ShownInstance};

use super::Learning;

/// So many bad examples are taken at once.
const TAKEN: usize = 24;

/// Where more instances cannot be excluded, they are not looked for.
const APART: usize = 100;

/// How far the best conjunction agrees with the good instances.
#[derive(Clone, Debug)]
pub struct Agreement {
    /// The smallest instance that it allows and that is not good.
    pub smallest: Option<ShownInstance>,
    /// The number of these instances.
    pub number: usize,
    /// There may be more of them.
    pub is_least: bool,
}

impl Learning {
    /// Learns until the conjunction allows no instances of the scope but good ones, which have these keys, or no term
    /// excludes the others.
    ///
    /// # Errors
    /// A conjunction that cannot be translated, or a stop.
    pub fn agreement(
        &mut self,
        good: &HashSet<String>,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Agreement, NoAnswer> {
        let mut apart: HashSet<String> = HashSet::new();
        loop {
            let own = self.best().into_iter().map(|term| self.terms[term].formula.clone());
            let all = [self.predicate.clone()].into_iter().chain(own).collect();
            let all = in_all(all, self.predicate.span);
            let most = good.len() + apart.len() + TAKEN;
            let (found, step) = first(&self.asked, all, &self.schema, (meaning, effort), most)?;
            if step == Step::Stopped {
                return Err(NoAnswer::Stopped);
            }
            let allowed: Vec<ShownInstance> =
                found.into_iter().filter(|one| !good.contains(&one.key)).collect();
            let new: Vec<&ShownInstance> =
                allowed.iter().filter(|one| !apart.contains(&one.key)).take(TAKEN).collect();
            if new.is_empty() || apart.len() > APART {
                let number = allowed.len();
                let smallest = allowed.into_iter().next();
                return Ok(Agreement { smallest, number, is_least: apart.len() > APART });
            }
            for shown in new {
                // Good examples do not change, so a term that excludes it now will do so at the end.
                let truths = self.judged(&shown.instance, self.fitting.iter().copied());
                if self.fitting.iter().all(|term| truths[*term]) {
                    apart.insert(shown.key.clone());
                } else {
                    self.take(shown, truths, false);
                }
            }
            self.revive();
        }
    }
}
