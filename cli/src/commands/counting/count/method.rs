//! How a command is counted, and why in this way.
//!
//! Few instances are listed faster than a formula is taken apart, and many cannot be listed at all. So
//! `auto` first lists a few; if there are more it counts, within limits; if these are reached, it goes on
//! listing. Where atoms are not numbered by discovery each instance takes long to be known as canonical, and so
//! counting is tried first, within small limits. All of it is counted in instances and nodes, never in seconds:
//! the same question takes the same way on every machine.

use std::fmt::{self, Display, Formatter};

use num_bigint::BigUint;

use korrel_enumerate::counting::{self, CountingCost};
use korrel_enumerate::{Instances, Problem};
use korrel_harness::counted;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Step;
use korrel_sat::counter::{Limits, Outcome};
use korrel_translate::Untranslated;

use super::listed::CountListing;
use crate::commands::shared::question::{AskedCommand, classes, threads};
use crate::commands::shared::statistics::Timing;
use crate::flags::{CountFlags, MethodFlag, SolverFlag};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;

/// How many are listed before they are counted in another way.
const LISTED_FIRST: u64 = 100_000;
/// So much is spent on counting before the first one is listed that is to be shown canonical.
const COUNTED_FIRST: u64 = 1 << 14;
/// So much is then spent on counting.
const NODES: u64 = 1 << 18;

/// What counting came to.
pub struct Tally<'p> {
    pub number: BigUint,
    /// These are all.
    pub is_complete: bool,
    pub way: Way,
    /// What was listed, if anything was.
    pub instances: Option<Instances<'p>>,
}

/// How it was counted.
pub enum Way {
    Listed(&'static str),
    Counted(&'static str, CountingCost),
}

impl Display for Way {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Way::Listed(why) => write!(f, "list: {why}"),
            Way::Counted(how, cost) => {
                let CountingCost { terms, search, .. } = cost;
                write!(
                    f,
                    "{how}, {}, {}, {} known again, {} of them alike, {} forgotten",
                    counted(terms, "formula"),
                    counted(search.nodes, "node"),
                    search.hits,
                    search.alike,
                    search.forgotten
                )
            }
        }
    }
}

/// Who counts, and how it may go.
pub struct Counter<'a> {
    pub flags: &'a CountFlags,
    pub report: &'a Reporter,
    pub stop: &'a Stop,
    pub progress: &'a Progress,
}

impl Counter<'_> {
    /// # Errors
    /// A construct that cannot be translated; flags of listing where nothing is listed.
    pub fn count<'p>(
        &self,
        asked: &AskedCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
    ) -> Result<Tally<'p>, Error> {
        match self.flags.method {
            MethodFlag::Compile | MethodFlag::Burnside => self.counted(asked, problem, timing),
            MethodFlag::List => self.listed(asked, problem, timing, "that was asked for", u64::MAX),
            MethodFlag::Auto => match self.only_listing() {
                Some(why) => self.listed(asked, problem, timing, why, u64::MAX),
                None => self.decided(asked, problem, timing),
            },
        }
    }

    /// Why nothing but listing will do.
    fn only_listing(&self) -> Option<&'static str> {
        let CountFlags { verify, search, question, .. } = self.flags;
        match () {
            () if *verify => Some("`--verify` looks at each instance"),
            () if search.shard.is_some() => Some("`--shard` is a part of the list"),
            () if question.solver != SolverFlag::Enumerator => Some("`--solver` lists"),
            () => None,
        }
    }

    fn decided<'p>(
        &self,
        asked: &AskedCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
    ) -> Result<Tally<'p>, Error> {
        if !counting::is_direct(problem, classes(&self.flags.question)) {
            let limits = Limits { nodes: COUNTED_FIRST, ..self.limits() };
            if let (Outcome::Done(number), cost) = self.outcome(asked, problem, limits)? {
                timing.has_translated();
                let way = Way::Counted(self.how(problem), cost);
                return Ok(Tally { number, is_complete: true, way, instances: None });
            }
        }
        let first = if self.threads() > 1 { 0 } else { LISTED_FIRST };
        let tally = self.listed(asked, problem, timing, "there are few", first)?;
        if tally.is_complete || self.stop.is_raised() {
            return Ok(tally);
        }
        let limits = Limits { nodes: NODES, ..self.limits() };
        let (outcome, cost) = self.outcome(asked, problem, limits)?;
        if let Outcome::Done(number) = outcome {
            let way = Way::Counted(self.how(problem), cost);
            return Ok(Tally { number, is_complete: true, way, instances: tally.instances });
        }
        let instances = tally.instances.expect("some were listed");
        let why = "counting outgrew its limits";
        self.rest(asked, problem, instances, &tally.number, why)
    }

    fn listed<'p>(
        &self,
        asked: &AskedCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
        why: &'static str,
        most: u64,
    ) -> Result<Tally<'p>, Error> {
        let CountFlags { question, search, .. } = self.flags;
        let mut instances = asked.instances(problem, question, search, self.stop)?;
        timing.has_translated();
        if most == u64::MAX {
            return self.rest(asked, problem, instances, &BigUint::ZERO, why);
        }
        let mut found = 0;
        let listing = self.listing(asked, problem);
        let step = listing.run(&mut instances, &mut found, most)?;
        let (number, is_complete) = (found.into(), step == Step::Exhausted);
        Ok(Tally { number, is_complete, way: Way::Listed(why), instances: Some(instances) })
    }

    /// Lists what is left.
    fn rest<'p>(
        &self,
        asked: &AskedCommand,
        problem: &'p Problem<'p>,
        mut instances: Instances<'p>,
        listed: &BigUint,
        why: &'static str,
    ) -> Result<Tally<'p>, Error> {
        let mut found = u64::try_from(listed).expect("it was listed one by one");
        let (listing, threads) = (self.listing(asked, problem), self.threads());
        let step = match instances.stream() {
            Some(stream) if threads > 1 => listing.run_parallel(stream, &mut found, threads)?,
            _ => listing.run(&mut instances, &mut found, u64::MAX)?,
        };
        let (number, is_complete) = (found.into(), step == Step::Exhausted);
        Ok(Tally { number, is_complete, way: Way::Listed(why), instances: Some(instances) })
    }

    fn listing<'a>(
        &'a self,
        asked: &'a AskedCommand,
        problem: &'a Problem<'a>,
    ) -> CountListing<'a> {
        CountListing { asked, problem, verify: self.flags.verify, progress: self.progress }
    }

    fn threads(&self) -> usize {
        threads(&self.flags.search, self.report)
    }

    /// Without a list, whatever it costs.
    fn counted<'p>(
        &self,
        asked: &AskedCommand,
        problem: &Problem<'_>,
        timing: &mut Timing,
    ) -> Result<Tally<'p>, Error> {
        if let Some(why) = self.only_listing() {
            let method = self.how(problem);
            return Err(Error::usage(format!("`--method {method}` lists nothing, but {why}")));
        }
        let is_direct = counting::is_direct(problem, classes(&self.flags.question));
        // A stop leaves open whether models are classes.
        let is_known = !self.stop.effort().is_stopped();
        if self.flags.method == MethodFlag::Compile && !is_direct && is_known {
            return Err(Error::about(&asked.spec, partial(problem)));
        }
        timing.has_translated();
        let (outcome, cost) = self.outcome(asked, problem, self.limits())?;
        let number = outcome.done();
        let is_complete = number.is_some();
        let way = Way::Counted(self.how(problem), cost);
        Ok(Tally { number: number.unwrap_or_default(), is_complete, way, instances: None })
    }

    fn outcome(
        &self,
        asked: &AskedCommand,
        problem: &Problem<'_>,
        limits: Limits,
    ) -> Result<(Outcome<BigUint>, CountingCost), Error> {
        let classes = classes(&self.flags.question);
        match counting::count(problem, classes, limits, &self.stop.effort()) {
            Ok(counted) => Ok((counted.outcome, counted.cost)),
            Err(Untranslated::Stopped) => Ok((Outcome::Stopped, CountingCost::default())),
            Err(Untranslated::Refused(mistake)) => Err(Error::about(&asked.spec, *mistake)),
        }
    }

    fn how(&self, problem: &Problem<'_>) -> &'static str {
        match counting::is_direct(problem, classes(&self.flags.question)) {
            true => "compile",
            false => "burnside",
        }
    }

    fn limits(&self) -> Limits {
        Limits::within(&self.stop.effort())
    }
}

/// Why models are not classes.
fn partial(problem: &Problem<'_>) -> Diagnostic {
    let universe = problem.question.bounds.universe();
    let class = &problem.symmetry.classes[0];
    let atom = universe.name(problem.question.model, class[0]);
    let message = format!("the atoms alike `{atom}` have no complete symmetry-breaking predicate");
    Diagnostic::new(code::FILE, message).help(
        "`--method burnside` counts classes all the same, `--symmetry none` labelled instances",
    )
}
