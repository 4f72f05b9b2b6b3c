//! Every instance of a problem, one after the other, in the one order: smallest first, then
//! lexicographically, true before false.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_sat::{Blocking, Enumerator, Models, Statistics, Step, Var, Varisat};
use korrel_translate::{Options, Translation};

use crate::brute::brute_force;
use crate::canonical::Canonicity;
use crate::problem::Problem;

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
    /// Assert the static symmetry-breaking predicate; off only to test that it changes nothing.
    pub static_breaking: bool,
}

impl Default for Search {
    fn default() -> Search {
        Search { engine: Engine::default(), classes: Classes::default(), static_breaking: true }
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
    problem: &'p Problem<'p>,
    source: Source,
}

enum Source {
    /// Found already, in order.
    Listed(VecDeque<Instance>),
    Streamed(Box<Streamed>),
    /// Still to be listed and sorted.
    Unordered(Box<Streamed>),
}

/// Models that become instances as they are found.
struct Streamed {
    translation: Translation,
    models: Box<dyn Models>,
    /// `None` where every labelled instance counts.
    canonicity: Option<Canonicity>,
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
            let source = Source::Listed(brute_force(problem, search.classes)?.into());
            return Ok(Instances { problem, source });
        }
        let breaks = search.classes == Classes::Isomorphism;
        let options = Options { break_symmetry: breaks && search.static_breaking };
        let translation = problem.translate(options)?;
        let canonicity = breaks.then(|| {
            Canonicity::new(problem.model, &problem.bounds, &problem.symmetry, &translation)
        });
        let models = models(search.engine, &translation, stop);
        let streamed = Box::new(Streamed { translation, models, canonicity });
        let source = match search.engine {
            Engine::Varisat => Source::Unordered(streamed),
            Engine::Enumerator | Engine::Brute => Source::Streamed(streamed),
        };
        Ok(Instances { problem, source })
    }

    /// Goes to the next instance.
    #[allow(clippy::should_implement_trait)] // A stop is neither an instance nor the end.
    pub fn next(&mut self) -> Next {
        let model = self.problem.model;
        match &mut self.source {
            Source::Listed(instances) => {
                instances.pop_front().map_or(Next::Exhausted, Next::Instance)
            }
            Source::Streamed(streamed) => match streamed.advance() {
                Step::Model => Next::Instance(streamed.instance(model)),
                Step::Exhausted => Next::Exhausted,
                Step::Stopped => Next::Stopped,
            },
            Source::Unordered(streamed) => match streamed.listed(model) {
                Some(instances) => {
                    self.source = Source::Listed(instances);
                    self.next()
                }
                None => Next::Stopped,
            },
        }
    }

    /// Goes to the next instance without building it.
    pub fn advance(&mut self) -> Step {
        match &mut self.source {
            Source::Streamed(streamed) => streamed.advance(),
            Source::Listed(_) | Source::Unordered(_) => match self.next() {
                Next::Instance(_) => Step::Model,
                Next::Exhausted => Step::Exhausted,
                Next::Stopped => Step::Stopped,
            },
        }
    }

    /// The translation, unless no translation was needed or the search is over.
    pub fn translation(&self) -> Option<&Translation> {
        match &self.source {
            Source::Streamed(streamed) | Source::Unordered(streamed) => Some(&streamed.translation),
            Source::Listed(_) => None,
        }
    }

    /// What the search has cost so far.
    pub fn statistics(&self) -> Statistics {
        match &self.source {
            Source::Streamed(streamed) | Source::Unordered(streamed) => {
                streamed.models.statistics()
            }
            Source::Listed(_) => Statistics::default(),
        }
    }
}

fn models(engine: Engine, translation: &Translation, stop: Arc<AtomicBool>) -> Box<dyn Models> {
    let (cnf, projection) = (&translation.cnf, &translation.projection);
    match engine {
        Engine::Varisat => Box::new(Blocking::new(Varisat::with_clauses(cnf), projection, stop)),
        Engine::Enumerator | Engine::Brute => {
            Box::new(Enumerator::new(cnf, projection, Default::default(), stop))
        }
    }
}

impl Streamed {
    /// Goes to the next model that is the canonical one of its class.
    fn advance(&mut self) -> Step {
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

    fn instance(&self, model: &korrel_lang::model::Model) -> Instance {
        self.translation.decode(model, |var| self.models.value(var))
    }

    /// All instances in order; `None` if the search was stopped.
    fn listed(&mut self, model: &korrel_lang::model::Model) -> Option<VecDeque<Instance>> {
        let order = self.translation.projection.order.clone();
        let mut found: Vec<(Vec<bool>, Instance)> = Vec::new();
        loop {
            match self.advance() {
                Step::Model => {
                    let value = |var: Var| self.models.value(var);
                    // False sorts before true; what is decided first is to come first.
                    let key = order.iter().map(|lit| value(lit.var()) != lit.is_positive());
                    found.push((key.collect(), self.instance(model)));
                }
                Step::Exhausted => break,
                Step::Stopped => return None,
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Some(found.into_iter().map(|(_, instance)| instance).collect())
    }
}
