//! How many instances a command has: by the method that is asked for, or by the one that is probably the quickest.

use std::ops::ControlFlow;

use korrel_enumerate::counting::{self, CountingCost, ListedSoFar, NumberPlan};
use korrel_enumerate::{Bodies, Classes, Fault, Instances, Problem, list};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_sat::counter::Limits;
use korrel_sat::{Effort, Step};
use korrel_translate::TranslationFailure;
use num_bigint::BigUint;

use crate::settings::Method;

/// What is counted, and by which method.
#[derive(Clone, Copy, Debug)]
pub struct CountQuestion<'a> {
    pub method: Method,
    pub classes: Classes,
    /// The reason why only a list will do, if there is one.
    pub only_listing: Option<&'static str>,
    /// The evaluator judges each instance of a list.
    pub is_judged: bool,
    /// The threads that list.
    pub threads: usize,
    pub effort: &'a Effort,
}

/// Whoever asks for a count: opens the list if there is to be one, and hears how it goes on.
pub trait CountListener<'p> {
    type Error: From<Mistakes> + From<Fault>;

    /// The instances of a problem, to be listed.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    fn open(&mut self, problem: &'p Problem<'p>) -> Result<Instances<'p>, Self::Error>;

    /// The count of a formula begins.
    fn begin(&mut self) {}

    /// The list begins or goes on: up to the last instance, or up to a few, before it is tried to count without it.
    fn go_on(&mut self, _is_whole: bool) {}

    /// It pauses or ends.
    fn pause(&mut self) {}

    /// So many were listed up to now. `conflicts`: those of the search.
    fn found(&mut self, _count: u64, _conflicts: &mut dyn FnMut() -> u64) {}
}

/// The result of counting.
pub struct Tally<'p> {
    pub number: BigUint,
    /// These are all.
    pub is_complete: bool,
    pub way: CountWay,
    /// The instances that were listed, if any were.
    pub instances: Option<Instances<'p>>,
}

/// The way in which a command was counted.
#[derive(Clone, Copy, Debug)]
pub enum CountWay {
    /// By a list, for this reason.
    Listed(&'static str),
    /// By this method.
    Counted(&'static str, CountingCost),
}

impl CountQuestion<'_> {
    /// Counts the instances of a problem of a command of `spec`.
    ///
    /// # Errors
    /// A construct that cannot be translated; a method that cannot count this; an error of the listener.
    pub fn count<'p, L: CountListener<'p>>(
        &self,
        spec: &Spec,
        problem: &'p Problem<'p>,
        listener: &mut L,
    ) -> Result<Tally<'p>, L::Error> {
        match (self.method, self.only_listing) {
            (Method::Compile | Method::Burnside, _) => self.counted(spec, problem, listener),
            (Method::List, _) => self.listed(problem, listener, "that was asked for"),
            (Method::Auto, Some(why)) => self.listed(problem, listener, why),
            (Method::Auto, None) => self.decided(spec, problem, listener),
        }
    }

    /// The method that counts this without a list.
    pub fn how(&self, problem: &Problem<'_>) -> &'static str {
        if counting::is_direct(problem, self.classes) { "compile" } else { "burnside" }
    }

    fn decided<'p, L: CountListener<'p>>(
        &self,
        spec: &Spec,
        problem: &'p Problem<'p>,
        listener: &mut L,
    ) -> Result<Tally<'p>, L::Error> {
        let (mut instances, mut count) = (None, 0);
        let refused = |mistake| L::Error::from(spec.mistake(mistake));
        let list = |most| {
            let instances = match &mut instances {
                Some(instances) => instances,
                none => none.insert(listener.open(problem)?),
            };
            let is_complete = self.list(problem, instances, &mut count, most, listener)?;
            Ok(ListedSoFar { count, is_complete })
        };
        let has_threads = self.threads > 1;
        let number =
            counting::number(problem, self.classes, has_threads, self.effort, refused, list)?;
        Ok(match number {
            NumberPlan::Counted(number, cost) => {
                let way = CountWay::Counted(self.how(problem), cost);
                Tally { number, is_complete: true, way, instances }
            }
            NumberPlan::Listed(ListedSoFar { count, is_complete }, why) => {
                Tally { number: count.into(), is_complete, way: CountWay::Listed(why), instances }
            }
        })
    }

    fn listed<'p, L: CountListener<'p>>(
        &self,
        problem: &'p Problem<'p>,
        listener: &mut L,
        why: &'static str,
    ) -> Result<Tally<'p>, L::Error> {
        let (mut instances, mut count) = (listener.open(problem)?, 0);
        let is_complete = self.list(problem, &mut instances, &mut count, u64::MAX, listener)?;
        let way = CountWay::Listed(why);
        Ok(Tally { number: count.into(), is_complete, way, instances: Some(instances) })
    }

    /// Lists until there are so many in all; whether these are all there are.
    fn list<'p, L: CountListener<'p>>(
        &self,
        problem: &Problem<'_>,
        instances: &mut Instances<'_>,
        count: &mut u64,
        most: u64,
        listener: &mut L,
    ) -> Result<bool, L::Error> {
        if *count >= most {
            return Ok(false);
        }
        listener.go_on(most == u64::MAX);
        let bodies = if self.is_judged { Bodies::Judged(problem) } else { Bodies::Nothing };
        let threads = if most == u64::MAX { self.threads } else { 1 };
        let step = list(instances, bodies, threads, |found| {
            *count += found.count();
            let mut search = found.search();
            let mut conflicts =
                || search.as_mut().map_or(0, |search| search.statistics().conflicts);
            listener.found(*count, &mut conflicts);
            Ok::<_, L::Error>(match *count >= most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })?;
        listener.pause();
        Ok(step == Step::Exhausted)
    }

    /// Counts without a list, whatever it costs.
    fn counted<'p, L: CountListener<'p>>(
        &self,
        spec: &Spec,
        problem: &Problem<'_>,
        listener: &mut L,
    ) -> Result<Tally<'p>, L::Error> {
        // A stop leaves open whether models are classes.
        let is_known = !self.effort.is_stopped();
        if self.method == Method::Compile && is_known && !counting::is_direct(problem, self.classes)
        {
            return Err(spec.mistake(no_classes(problem)).into());
        }
        listener.begin();
        let limits = Limits::within(self.effort);
        let (number, cost) = match counting::count(problem, self.classes, limits, self.effort) {
            Ok(counted) => (counted.outcome.done(), counted.cost),
            Err(TranslationFailure::Stopped) => (None, CountingCost::default()),
            Err(TranslationFailure::Refused(mistake)) => return Err(spec.mistake(*mistake).into()),
        };
        let is_complete = number.is_some();
        let way = CountWay::Counted(self.how(problem), cost);
        Ok(Tally { number: number.unwrap_or_default(), is_complete, way, instances: None })
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
