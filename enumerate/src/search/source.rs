//! Where instances come from.

use std::sync::Arc;

use korrel_lang::model::Model;
use korrel_sat::{Apart, Blocking, Effort, Enumerator, Statistics, Step};
use korrel_translate::{Options, Translation, Untranslated};

use crate::brute::brute_force;
use crate::canonical::Canonicity;
use crate::problem::Problem;
use crate::questions::verdict::verdict;
use crate::search::instances::{Classes, Engine, Search};
use crate::search::listing::Listing;
use crate::search::streamed::Streamed;
use crate::search::tighten::tightened;
use crate::search::walk::Walk;

pub(crate) enum Source {
    Streamed(Box<Streamed>),
    Listed(Box<Listing>),
}

impl Source {
    /// # Errors
    /// A construct that cannot be translated; too many gates; a stop.
    pub fn new(
        problem: &Problem<'_>,
        search: Search,
        effort: &Effort,
    ) -> Result<Source, Untranslated> {
        if search.engine == Engine::Brute {
            let found = brute_force(problem, search.classes, effort)?;
            return Ok(Source::Listed(Box::new(Listing::found(found))));
        }
        if search.engine == Engine::Enumerator
            && search.asks_first
            && let Some(verdict) = verdict(problem, effort)?
            && verdict.step == Step::Exhausted
        {
            return Ok(Source::Listed(Box::new(Listing::refuted(verdict.statistics))));
        }
        let breaks = search.classes == Classes::Isomorphism;
        let options = Options {
            break_symmetry: breaks,
            transpositions: search.static_breaking,
            patterns: search.patterns,
            ..Options::default()
        };
        let translation = Arc::new(tightened(problem, options, effort)?);
        // Rooted classes need no test.
        let is_open = breaks && !problem.symmetry.classes.is_empty();
        let canonicity = is_open.then(|| {
            let canonicity = Canonicity::new(problem.model, &problem.symmetry, &translation);
            canonicity.until(effort.clone())
        });
        let (cnf, projection, effort) = (&translation.cnf, &translation.projection, effort.clone());
        Ok(if search.engine == Engine::Varisat {
            let models =
                Blocking::new(Apart::with_clauses(cnf, effort.clone()), projection, effort);
            Source::Listed(Box::new(Listing::to_find(Walk::new(translation, models, canonicity))))
        } else {
            let models = Enumerator::new(cnf, projection, Default::default(), effort);
            Source::Streamed(Box::new(Streamed::new(Walk::new(translation, models, canonicity))))
        })
    }

    /// Where there is nothing more to come because of a stop.
    pub fn stopped() -> Source {
        Source::Listed(Box::new(Listing::stopped()))
    }

    pub fn advance(&mut self, model: &Model) -> Step {
        match self {
            Source::Streamed(streamed) => streamed.advance(),
            Source::Listed(listing) => listing.advance(model),
        }
    }

    pub fn streamed(&self) -> Option<&Streamed> {
        match self {
            Source::Streamed(streamed) => Some(streamed),
            Source::Listed(_) => None,
        }
    }

    pub fn streamed_mut(&mut self) -> Option<&mut Streamed> {
        match self {
            Source::Streamed(streamed) => Some(streamed),
            Source::Listed(_) => None,
        }
    }

    /// Whether every part of it is the same: nothing at all.
    pub fn is_barren(&self) -> bool {
        matches!(self, Source::Listed(listing) if listing.is_barren())
    }

    pub fn translation(&self) -> Option<&Translation> {
        match self {
            Source::Streamed(streamed) => Some(streamed.walk.translation()),
            Source::Listed(listing) => listing.translation(),
        }
    }

    pub fn statistics(&self) -> Statistics {
        match self {
            Source::Streamed(streamed) => streamed.statistics(),
            Source::Listed(listing) => listing.statistics(),
        }
    }
}

#[cfg(test)]
mod tests {
    use korrel_sat::{Effort, Step};

    use crate::testing::problem;
    use crate::{Engine, Instances, Search, Shard, Witnesses, conflict};

    const ENGINES: [Engine; 3] = [Engine::Enumerator, Engine::Varisat, Engine::Brute];

    /// If it failed, a stop during the translation would be an error, a panic, or an empty answer.
    #[test]
    fn a_stop_before_the_search_is_one_of_the_search() {
        let model = problem("sig A { r: lone A } check { all a: A | a not in a.r } for 3");
        let problem = model.problem();
        let effort = Effort::none();
        for engine in ENGINES {
            let search = Search { engine, ..Search::default() };
            let mut found = Instances::new(&problem, search, effort.clone()).expect("no error");
            found.restrict(Shard { part: 1, of: 2 });
            assert_eq!(found.advance(), Step::Stopped, "{engine:?}");
            assert_eq!(found.advance(), Step::Stopped, "{engine:?}: again");
            assert!(found.walk().is_none() && found.translation().is_none());
        }
    }

    /// If it failed, it would be said why there is no instance, by a core that is none; or Ctrl-C
    /// would be waited out.
    #[test]
    fn a_stop_leaves_other_questions_open() {
        let model = problem("sig A { r: lone A } check { all a: A | a not in a.r } for 3");
        let problem = model.problem();
        let (never, effort) = (Effort::default(), Effort::none());
        assert!(conflict(&problem, 0, &effort).expect("no error").is_none());
        let mut found = Instances::new(&problem, Search::default(), never).expect("no error");
        assert_eq!(found.advance(), Step::Model);
        let mut witnesses = Witnesses::new(&problem, effort.clone()).expect("no error");
        assert!(witnesses.of(&found.instance()).is_none());
        assert!(witnesses.clone().of(&found.instance()).is_none());
    }

    /// If it failed, what a stop interrupts would be lost when the search goes on.
    #[test]
    fn a_search_goes_on_where_it_was_stopped() {
        let model = problem("sig A { r: set A } run { some r } for exactly 3 A");
        let problem = model.problem();
        let count = |interrupted: bool| {
            let effort = Effort::default();
            let search = Search::default();
            let mut found = Instances::new(&problem, search, effort.clone()).expect("no error");
            let mut count = 0;
            loop {
                if interrupted {
                    effort.stop();
                    assert_eq!(found.advance(), Step::Stopped);
                    effort.go_on();
                }
                match found.advance() {
                    Step::Model => count += 1,
                    Step::Exhausted => return count,
                    Step::Stopped => unreachable!("the flag is lowered"),
                }
            }
        };
        assert_eq!((count(false), count(true)), (103, 103), "104 relations, less the empty one");
    }

    /// A `check` that holds has no parts, and no place to go on from; asking for one was a panic.
    #[test]
    fn of_nothing_every_part_is_nothing() {
        let model = problem("sig A { r: lone A } check { all a: A | lone a.r } for 3");
        let problem = model.problem();
        let mut found =
            Instances::new(&problem, Search::default(), Effort::default()).expect("no error");
        found.restrict(Shard { part: 2, of: 2 });
        assert_eq!(found.advance(), Step::Exhausted);
        let errors = crate::testing::rest(
            &problem,
            Search::default(),
            None,
            r#"{"roots":{},"objects":{"A$0":{"$type":"A","r":null}}}"#,
        );
        assert!(errors.expect_err("it is no counterexample").contains("no instance"));
    }
}
