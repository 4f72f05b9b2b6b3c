//! How many instances a command has: by the method that is asked for, or by the one that is probably the quickest.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_enumerate::counting::{self, CountingCost, ListedSoFar, NumberPlan};
use korrel_enumerate::{Bodies, Engine, Fault, Problem, list};
use korrel_heapgraph::counted;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Step;
use korrel_sat::counter::Limits;
use korrel_translate::TranslationFailure;
use num_bigint::BigUint;

use crate::settings::{Method, Settings};

use super::NoAnswer;
use super::listing::Listing;
use super::posed::PosedQuestion;

/// Whoever asks for a count, and hears how it goes on.
pub trait CountListener {
    type Error: From<NoAnswer> + From<Fault>;

    /// All is translated, and the count begins.
    fn begin(&mut self) {}

    /// The list begins or goes on: up to the last instance, or up to a few, before it is tried to count without it.
    fn go_on(&mut self, _is_whole: bool) {}

    /// It pauses or ends.
    fn pause(&mut self) {}

    /// So many were listed up to now. `conflicts`: those of the search.
    fn found(&mut self, _count: u64, _conflicts: &mut dyn FnMut() -> u64) {}
}

/// Nobody hears how a count goes on.
pub(crate) struct Silence;

impl CountListener for Silence {
    type Error = NoAnswer;
}

/// The result of counting.
pub struct Tally<'p> {
    pub number: BigUint,
    /// These are all.
    pub is_complete: bool,
    pub way: CountWay,
    /// The instances that were listed, if any were.
    pub listing: Option<Listing<'p>>,
}

/// The way in which a command was counted.
#[derive(Clone, Copy, Debug)]
pub enum CountWay {
    /// By a list, for this reason.
    Listed(&'static str),
    /// By this method.
    Counted(&'static str, CountingCost),
}

impl<'q> PosedQuestion<'q> {
    /// Counts the instances by the method of the settings.
    ///
    /// # Errors
    /// A construct that cannot be translated; a method that cannot count this; an error of the listener.
    pub fn count<'p, L: CountListener>(&'p self, listener: &mut L) -> Result<Tally<'p>, L::Error> {
        match (self.settings.method, self.only_listing()) {
            (Method::Compile | Method::Burnside, Some(why)) => {
                let message = format!("`--method {}` lists nothing, but {why}", self.how());
                Err(self.refused(Diagnostic::new(code::FILE, message)).into())
            }
            (Method::Compile | Method::Burnside, None) => self.counted(listener),
            (Method::List, _) => self.listed(listener, "that was asked for"),
            (Method::Auto, Some(why)) => self.listed(listener, why),
            (Method::Auto, None) => self.decided(u64::MAX, listener),
        }
    }

    /// The reason why only a list will do, if there is one.
    fn only_listing(&self) -> Option<&'static str> {
        match self.settings {
            _ if self.problem.is_of_maximal() => Some("`--maximal` looks at each beginning"),
            Settings { verify: true, .. } => Some("`--verify` looks at each instance"),
            Settings { shard: Some(_), .. } => Some("`--shard` is a part of the list"),
            Settings { solver: Engine::Enumerator, .. } => None,
            _ => Some("`--solver` lists"),
        }
    }

    /// The method that counts this without a list.
    fn how(&self) -> &'static str {
        match counting::is_direct(&self.problem, self.settings.classes()) {
            true => "compile",
            false => "burnside",
        }
    }

    /// Counts by the method that is probably the quickest. If that is a list, it ends at `listed` instances.
    pub(super) fn decided<'p, L: CountListener>(
        &'p self,
        listed: u64,
        listener: &mut L,
    ) -> Result<Tally<'p>, L::Error> {
        let (mut listing, mut count) = (None, 0);
        let refused = |mistake| L::Error::from(self.refused(mistake));
        let list = |most: u64| {
            let listing = match &mut listing {
                Some(listing) => listing,
                none => {
                    let opened = self.open()?;
                    listener.begin();
                    none.insert(opened)
                }
            };
            let most = most.min(listed);
            let is_complete = self.list(listing, &mut count, most, true, listener)?;
            let instances = &listing.instances;
            let translation = instances.translation_of_all().map(Arc::clone);
            Ok(ListedSoFar { count, is_complete, number: instances.number(), translation })
        };
        let has_threads = self.settings.thread_count() > 1;
        let classes = self.settings.classes();
        let number =
            counting::number(&self.problem, classes, has_threads, &self.effort, refused, list)?;
        Ok(match number {
            NumberPlan::Counted(number, cost) => Tally {
                number,
                is_complete: true,
                way: CountWay::Counted(self.how(), cost),
                listing,
            },
            NumberPlan::Listed(ListedSoFar { number: Some(number), .. }, _) => {
                let way = CountWay::Listed("the compiled formula tells the number");
                Tally { number, is_complete: true, way, listing }
            }
            NumberPlan::Listed(ListedSoFar { count, is_complete, .. }, why) => {
                Tally { number: count.into(), is_complete, way: CountWay::Listed(why), listing }
            }
        })
    }

    fn listed<'p, L: CountListener>(
        &'p self,
        listener: &mut L,
        why: &'static str,
    ) -> Result<Tally<'p>, L::Error> {
        let (mut listing, mut count) = (self.open()?, 0);
        listener.begin();
        let is_complete = self.list(&mut listing, &mut count, u64::MAX, false, listener)?;
        let way = CountWay::Listed(why);
        Ok(Tally { number: count.into(), is_complete, way, listing: Some(listing) })
    }

    /// Lists until there are so many in all, or the compiled formula tells the number, if that is enough; whether these are all
    /// there are.
    fn list<L: CountListener>(
        &self,
        listing: &mut Listing<'_>,
        count: &mut u64,
        most: u64,
        is_told: bool,
        listener: &mut L,
    ) -> Result<bool, L::Error> {
        if *count >= most {
            return Ok(false);
        }
        listener.go_on(most == u64::MAX);
        let is_judged = self.settings.verify;
        let bodies = if is_judged { Bodies::Judged(&self.problem) } else { Bodies::Nothing };
        let threads = if most == u64::MAX { self.settings.thread_count() } else { 1 };
        let step = list(&mut listing.instances, bodies, threads, |found| {
            *count += found.count_on(most - *count);
            let mut search = found.search();
            let is_told = is_told && search.as_ref().is_some_and(|search| search.knows_number());
            let mut conflicts =
                || search.as_mut().map_or(0, |search| search.statistics().conflicts);
            listener.found(*count, &mut conflicts);
            Ok::<_, L::Error>(match *count >= most || is_told {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })?;
        listener.pause();
        Ok(step == Step::Exhausted)
    }

    /// Counts without a list, whatever it costs.
    fn counted<'p, L: CountListener>(&'p self, listener: &mut L) -> Result<Tally<'p>, L::Error> {
        let PosedQuestion { problem, settings, effort, .. } = self;
        let classes = settings.classes();
        // A stop leaves open whether models are classes.
        let is_known = !effort.is_stopped();
        if settings.method == Method::Compile && is_known && !counting::is_direct(problem, classes)
        {
            return Err(self.refused(no_classes(problem)).into());
        }
        listener.begin();
        let (number, cost) = match counting::count(problem, classes, Limits::within(effort), effort)
        {
            Ok(counted) => (counted.outcome.done(), counted.cost),
            Err(TranslationFailure::Stopped) => (None, CountingCost::default()),
            Err(TranslationFailure::Refused(mistake)) => return Err(self.refused(*mistake).into()),
        };
        let is_complete = number.is_some();
        let way = CountWay::Counted(self.how(), cost);
        Ok(Tally { number: number.unwrap_or_default(), is_complete, way, listing: None })
    }
}

/// `list: that was asked for`, `compile, 12 formulas, …`.
impl fmt::Display for CountWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountWay::Listed(why) => write!(f, "list: {why}"),
            CountWay::Counted(how, CountingCost { terms, search, .. }) => write!(
                f,
                "{how}, {}, {}, {} known again, {} of them alike, {} forgotten",
                counted(terms, "formula"),
                counted(search.nodes, "node"),
                search.hits,
                search.alike,
                search.forgotten
            ),
        }
    }
}

/// The reason why models are not classes.
fn no_classes(problem: &Problem<'_>) -> Diagnostic {
    let universe = problem.question.bounds.universe();
    let class = &problem.symmetry.classes[0];
    let atom = universe.name(problem.question.model, class[0]);
    let message = format!("the atoms alike `{atom}` have no complete symmetry-breaking predicate");
    Diagnostic::new(code::FILE, message).help(
        "`--method burnside` counts classes all the same, `--symmetry none` labelled instances",
    )
}
