//! Every instance of a problem, one after the other, in the one order: smallest first, then
//! lexicographically, true before false.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_sat::{Blocking, Enumerator, Statistics, Step, Varisat};
use korrel_translate::{Options, Translation};

use crate::brute::brute_force;
use crate::canonical::Canonicity;
use crate::cube::Place;
use crate::listing::Listing;
use crate::problem::Problem;
use crate::shard::Shard;
use crate::streamed::Streamed;
use crate::tighten::tightened;
use crate::verdict::verdict;
use crate::walk::Walk;

/// Who searches. The instances are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// The non-blocking enumerator.
    #[default]
    Enumerator,
    /// varisat with blocking clauses. Its models come in any order, so all are found before the
    /// first is given out.
    Varisat,
    /// All assignments within the bounds, judged by the evaluator: the oracle for tiny scopes.
    Brute,
}

/// Which instances count as different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Classes {
    /// Exactly one of each isomorphism class.
    #[default]
    Isomorphism,
    /// Every labelled instance.
    Labelled,
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    pub engine: Engine,
    pub classes: Classes,
    /// Assert adjacent transpositions statically; off only to test that it changes nothing.
    pub static_breaking: bool,
    /// Encode patterns as what they are; off only to test that it changes nothing.
    pub patterns: bool,
    /// Ask first whether there is any instance, where that can be cheaper than to list none.
    pub asks_first: bool,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            engine: Engine::default(),
            classes: Classes::default(),
            static_breaking: true,
            patterns: true,
            asks_first: true,
        }
    }
}

/// What a call of [`Instances::next`] came to.
#[derive(Debug)]
pub enum Next {
    Instance(Instance),
    /// There are no more.
    Exhausted,
    /// The stop flag was raised.
    Stopped,
}

/// The instances of a problem.
pub struct Instances<'p> {
    pub(crate) problem: &'p Problem<'p>,
    stop: Arc<AtomicBool>,
    source: Source,
}

enum Source {
    Streamed(Box<Streamed>),
    Listed(Box<Listing>),
}

impl<'p> Instances<'p> {
    /// Starts the search. `stop` ends it from outside.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn new(
        problem: &'p Problem<'p>,
        search: Search,
        stop: Arc<AtomicBool>,
    ) -> Result<Instances<'p>, Diagnostic> {
        if search.engine == Engine::Brute {
            let listing = Listing::found(brute_force(problem, search.classes)?);
            return Ok(Instances { problem, stop, source: Source::Listed(Box::new(listing)) });
        }
        if search.engine == Engine::Enumerator
            && search.asks_first
            && let Some(verdict) = verdict(problem, &stop)?
            && verdict.step == Step::Exhausted
        {
            let listing = Listing::refuted(verdict.statistics);
            return Ok(Instances { problem, stop, source: Source::Listed(Box::new(listing)) });
        }
        let breaks = search.classes == Classes::Isomorphism;
        let options = Options {
            break_symmetry: breaks,
            transpositions: search.static_breaking,
            patterns: search.patterns,
            ..Options::default()
        };
        let translation = Arc::new(tightened(problem, options, &stop)?);
        // Rooted classes need no test.
        let is_open = breaks && !problem.symmetry.classes.is_empty();
        let canonicity =
            is_open.then(|| Canonicity::new(problem.model, &problem.symmetry, &translation));
        let (cnf, projection, flag) =
            (&translation.cnf, &translation.projection, Arc::clone(&stop));
        let source = if search.engine == Engine::Varisat {
            let models = Blocking::new(Varisat::with_clauses(cnf), projection, flag);
            Source::Listed(Box::new(Listing::to_find(Walk::new(translation, models, canonicity))))
        } else {
            let models = Enumerator::new(cnf, projection, Default::default(), flag);
            Source::Streamed(Box::new(Streamed::new(Walk::new(translation, models, canonicity))))
        };
        Ok(Instances { problem, stop, source })
    }

    /// Finds from now on only the instances of one of several disjoint parts.
    ///
    /// # Panics
    /// If the engine is another than the enumerator, or after the first instance.
    pub fn restrict(&mut self, shard: Shard) {
        let stop = Arc::clone(&self.stop);
        let Streamed { walk, parts, .. } = self.streamed_mut().expect("only the enumerator can");
        parts.restrict(shard, walk.translation(), stop);
    }

    pub(crate) fn go_behind(&mut self, place: Place) {
        let streamed = self.streamed_mut().expect("only the enumerator can");
        streamed.parts.resume_after(place);
    }

    /// Goes to the next instance.
    #[allow(clippy::should_implement_trait)] // A stop is neither an instance nor the end.
    pub fn next(&mut self) -> Next {
        match self.advance() {
            Step::Model => Next::Instance(self.instance()),
            Step::Exhausted => Next::Exhausted,
            Step::Stopped => Next::Stopped,
        }
    }

    /// Goes to the next instance without building it.
    pub fn advance(&mut self) -> Step {
        match &mut self.source {
            Source::Streamed(streamed) => streamed.advance(),
            Source::Listed(listing) => listing.advance(self.problem.model),
        }
    }

    /// The instance that [`Instances::advance`] went to.
    pub fn instance(&self) -> Instance {
        match &self.source {
            Source::Streamed(streamed) => streamed.walk.instance(self.problem.model),
            Source::Listed(listing) => listing.instance().clone(),
        }
    }

    /// The search that stands at the instance's model; `None` where instances are listed first.
    pub fn walk(&self) -> Option<&Walk<Enumerator>> {
        self.streamed().map(|streamed| &streamed.walk)
    }

    /// The translation, unless no translation was needed.
    pub fn translation(&self) -> Option<&Translation> {
        match &self.source {
            Source::Streamed(streamed) => Some(streamed.walk.translation()),
            Source::Listed(listing) => listing.translation(),
        }
    }

    /// What the search has cost so far.
    pub fn statistics(&self) -> Statistics {
        match &self.source {
            Source::Streamed(streamed) => streamed.statistics(),
            Source::Listed(listing) => listing.statistics(),
        }
    }

    pub(crate) fn streamed(&self) -> Option<&Streamed> {
        match &self.source {
            Source::Streamed(streamed) => Some(streamed),
            Source::Listed(_) => None,
        }
    }

    pub(crate) fn streamed_mut(&mut self) -> Option<&mut Streamed> {
        match &mut self.source {
            Source::Streamed(streamed) => Some(streamed),
            Source::Listed(_) => None,
        }
    }

    pub(crate) fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
}
