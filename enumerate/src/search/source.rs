//! The search that answers: another engine, none since the answer is known, or the enumerator's
//! stream.

use std::sync::Arc;

use korrel_lang::instance::Instance;
use korrel_sat::counter::StreamCompilation;
use korrel_sat::{Apart, Blocking, Effort, Listing, Statistics};
use korrel_translate::TranslationFailure;

use super::beyond::{ContinuationTest, QuestionStop};
use super::listing::InstanceListing;
use super::strategy::{Engine, Strategy, WantedInstances};
use super::stream::{Help, Stream};
use super::tighten::tightened;
use super::unbroken::Unbroken;
use super::verdict::{InstanceVerdict, verdict};
use super::walk::Walk;
use crate::brute::brute_force;
use crate::canonical::{CanonicalPrefixes, SharedCanonicity};
use crate::problem::{Classes, Problem};

/// The source of instances.
pub(super) enum InstanceSource<'p> {
    /// The enumerator finds them one after the other.
    Stream(Box<Stream<'p>>),
    /// All are found before the first is given out, or there are no instances.
    Listing(Box<InstanceListing>),
}

/// # Errors
/// A construct that cannot be translated, too many gates, or a stop.
pub(super) fn source<'p>(
    problem: &'p Problem<'p>,
    strategy: Strategy,
    wanted: WantedInstances,
    effort: &Effort,
) -> Result<InstanceSource<'p>, TranslationFailure> {
    if strategy.engine == Engine::Brute {
        let mut found = brute_force(problem, strategy.classes, effort)?;
        if let Some(mut beyond) = ContinuationTest::of_maximal(problem, effort)? {
            let goes_on = |instance: &Instance| beyond.goes_on(instance);
            let ends: Result<Vec<bool>, QuestionStop> = found.iter().map(goes_on).collect();
            let mut ends = ends.map_err(|QuestionStop| TranslationFailure::Stopped)?.into_iter();
            found.retain(|_| ends.next() == Some(false));
        }
        return Ok(InstanceSource::Listing(Box::new(InstanceListing::found(found))));
    }
    let breaks = strategy.classes == Classes::Isomorphism;
    let mut help = Help::Search(Box::new(Unbroken::new(problem, effort.clone())));
    let mut cost = Statistics::default();
    if strategy.engine == Engine::Enumerator && strategy.asks_first {
        match verdict(problem, effort)? {
            InstanceVerdict::Unasked => {}
            InstanceVerdict::Instance(labelling, asking) => {
                (help, cost) = (Help::Instance(labelling), asking);
            }
            InstanceVerdict::Nothing(cost) => {
                return Ok(InstanceSource::Listing(Box::new(InstanceListing::Refuted(cost))));
            }
        }
    }
    let (translation, mut models) = tightened(problem, strategy.contents(), effort)?;
    let translation = Arc::new(translation);
    // Any labelling will do where one instance is wanted: it is permuted afterwards.
    let canonicity = match wanted {
        WantedInstances::InOrder => strategy.canonicity(problem, &translation, effort),
        WantedInstances::Any => None,
    };
    let canonicity = canonicity.map(SharedCanonicity::new);
    let beyond = ContinuationTest::of_maximal(problem, effort)?;
    if strategy.engine == Engine::Enumerator {
        if let Some(canonicity) = &canonicity {
            models
                .test_prefixes(Box::new(CanonicalPrefixes::new(canonicity.clone(), &translation)));
        }
        match wanted {
            WantedInstances::InOrder if canonicity.is_some() => {
                models = models.with_bounds().eliminating();
            }
            WantedInstances::InOrder => {
                models = models.with_bounds().walking_numbers().eliminating();
            }
            WantedInstances::Any => models.take_any(),
        }
        let mut models = Listing::new(models, effort.clone());
        let all_are_wanted =
            canonicity.is_none() && beyond.is_none() && wanted == WantedInstances::InOrder;
        if all_are_wanted && !translation.has_witnesses() {
            let (literals, formula) = (translation.cnf.literals(), Arc::clone(&translation));
            models = models.compiling(strategy.compiles, literals, move |bytes, effort| {
                StreamCompilation::new(&formula.cnf, &formula.projection, bytes, effort)
            });
        }
        let walk = Walk::new(translation, models, canonicity).ending(beyond);
        let stream = Stream::new(problem, walk, cost, effort.clone());
        let stream = if breaks { stream.with(help) } else { stream };
        return Ok(InstanceSource::Stream(Box::new(stream)));
    }
    let solver = Apart::with_clauses(&translation.cnf, effort.clone());
    let models = Blocking::new(solver, &translation.projection, effort.clone());
    let walk = Walk::new(translation, models, canonicity).ending(beyond);
    Ok(InstanceSource::Listing(Box::new(InstanceListing::to_find(walk))))
}
