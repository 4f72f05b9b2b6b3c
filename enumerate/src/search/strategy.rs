//! The way in which instances are searched.

use korrel_sat::{CompileWhen, Effort};
use korrel_translate::{Contents, Translation};

use crate::canonical::Canonicity;
use crate::problem::{Classes, Problem};

/// The engine that searches. The instances are the same.
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

/// The way to search.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    pub engine: Engine,
    pub classes: Classes,
    /// Assert adjacent transpositions statically. Off only to test that it changes nothing.
    pub static_breaking: bool,
    /// Encode patterns as what they are. Off only to test that it changes nothing.
    pub patterns: bool,
    /// Ask first whether there is any instance, where that can be cheaper than to list none.
    pub asks_first: bool,
    /// Walk the compiled formula, where each model is an instance.
    pub compiles: CompileWhen,
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy {
            engine: Engine::default(),
            classes: Classes::default(),
            static_breaking: true,
            patterns: true,
            asks_first: true,
            compiles: CompileWhen::default(),
        }
    }
}

impl Strategy {
    /// The contents of the translation of a listing.
    pub(crate) fn contents(&self) -> Contents {
        Contents {
            break_symmetry: self.classes == Classes::Isomorphism,
            transpositions: self.static_breaking,
            patterns: self.patterns,
            ..Contents::default()
        }
    }

    /// The test of labellings, where there is one to be made: rooted classes need none.
    pub(super) fn canonicity(
        self,
        problem: &Problem<'_>,
        translation: &Translation,
        effort: &Effort,
    ) -> Option<Canonicity> {
        let is_open = self.contents().break_symmetry && !problem.symmetry.classes.is_empty();
        is_open.then(|| {
            let canonicity =
                Canonicity::new(problem.question.model, &problem.symmetry, translation);
            canonicity.until(effort.clone())
        })
    }
}

/// The instances that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedInstances {
    /// All, in the one order, as far as somebody takes them.
    InOrder,
    /// One, whichever.
    Any,
}
