//! Every instance of a problem, one after the other, in the one order: smallest first, then
//! lexicographically, true before false.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_sat::{Effort, Enumerator, Statistics, Step};
use korrel_translate::{Translation, Untranslated};

use crate::parts::cube::Place;
use crate::parts::shard::Shard;
use crate::problem::Problem;
use crate::search::source::Source;
use crate::search::streamed::Streamed;
use crate::search::walk::Walk;

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
    effort: Effort,
    source: Source,
}

impl<'p> Instances<'p> {
    /// Starts the search. `stop` ends it from outside, and the translation before it: then the first
    /// step is a stop.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn new(
        problem: &'p Problem<'p>,
        search: Search,
        effort: Effort,
    ) -> Result<Instances<'p>, Diagnostic> {
        let source = match Source::new(problem, search, &effort) {
            Ok(source) => source,
            Err(Untranslated::Stopped) => Source::stopped(),
            Err(Untranslated::Refused(diagnostic)) => return Err(*diagnostic),
        };
        Ok(Instances { problem, effort, source })
    }

    /// Finds from now on only the instances of one of several disjoint parts.
    ///
    /// # Panics
    /// If the engine is another than the enumerator, or after the first instance.
    pub fn restrict(&mut self, shard: Shard) {
        if self.source.is_barren() {
            return;
        }
        let effort = self.effort.clone();
        let Streamed { walk, parts, .. } = self.streamed_mut().expect("only the enumerator can");
        parts.restrict(shard, walk.translation(), effort);
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
        self.source.advance(self.problem.model)
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
        self.source.streamed().map(|streamed| &streamed.walk)
    }

    /// The translation, unless no translation was needed.
    pub fn translation(&self) -> Option<&Translation> {
        self.source.translation()
    }

    /// What the search has cost so far.
    pub fn statistics(&self) -> Statistics {
        self.source.statistics()
    }

    pub(crate) fn is_barren(&self) -> bool {
        self.source.is_barren()
    }

    pub(crate) fn streamed_mut(&mut self) -> Option<&mut Streamed> {
        self.source.streamed_mut()
    }

    pub(crate) fn effort(&self) -> &Effort {
        &self.effort
    }
}
