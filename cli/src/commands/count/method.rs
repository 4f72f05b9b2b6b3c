//! The method by which a command is counted: the one asked for, or the one that the library
//! chooses.

use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;

use korrel::question::SpecCommand;
use korrel_enumerate::counting::{self, CountingCost, ListedSoFar, Number};
use korrel_enumerate::{Bodies, Instances, LongList, Problem, list};
use korrel_harness::counted;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_sat::Step;
use korrel_sat::counter::{Limits, Outcome};
use korrel_translate::{Untranslated, endless};
use num_bigint::BigUint;

use crate::commands::shared::question::{classes, instances, threads};
use crate::commands::shared::statistics::{Timing, processor_time};
use crate::flags::{CountFlags, MethodFlag, SolverFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;

/// The result of counting.
pub struct Tally<'p> {
    pub number: BigUint,
    /// These are all.
    pub is_complete: bool,
    pub way: Way,
    /// The instances that were listed, if any were.
    pub instances: Option<Instances<'p>>,
}

/// The way in which a command was counted.
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

/// The counter: the method it uses, and its limits.
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
        asked: &SpecCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
    ) -> Result<Tally<'p>, Error> {
        match self.flags.method {
            MethodFlag::Compile | MethodFlag::Burnside => self.counted(asked, problem, timing),
            MethodFlag::List => self.listed(asked, problem, timing, "that was asked for"),
            MethodFlag::Auto => match self.only_listing() {
                Some(why) => self.listed(asked, problem, timing, why),
                None => self.decided(asked, problem, timing),
            },
        }
    }

    /// The reason why only listing will do.
    fn only_listing(&self) -> Option<&'static str> {
        let CountFlags { verify, search, question, .. } = self.flags;
        match () {
            () if self.flags.maximal => Some("`--maximal` looks at each beginning"),
            () if *verify => Some("`--verify` looks at each instance"),
            () if search.shard.is_some() => Some("`--shard` is a part of the list"),
            () if question.solver != SolverFlag::Enumerator => Some("`--solver` lists"),
            () => None,
        }
    }

    fn decided<'p>(
        &self,
        asked: &SpecCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
    ) -> Result<Tally<'p>, Error> {
        let (classes, effort) = (classes(&self.flags.question), self.stop.effort());
        let (mut instances, mut count) = (None, 0);
        let refused = |mistake| Error::about(&asked.spec, mistake);
        let list = |most| {
            let instances = match &mut instances {
                Some(instances) => instances,
                none => none.insert(self.instances(asked, problem, timing)?),
            };
            let is_complete =
                self.list(problem, &asked.spec.sources, instances, &mut count, most)?;
            Ok(ListedSoFar { count, is_complete })
        };
        let number =
            counting::number(problem, classes, self.threads() > 1, &effort, refused, list)?;
        if instances.is_none() {
            timing.has_translated();
        }
        Ok(match number {
            Number::Counted(number, cost) => {
                let way = Way::Counted(self.how(problem), cost);
                Tally { number, is_complete: true, way, instances }
            }
            Number::Listed(ListedSoFar { count, is_complete }, why) => {
                Tally { number: count.into(), is_complete, way: Way::Listed(why), instances }
            }
        })
    }

    fn listed<'p>(
        &self,
        asked: &SpecCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
        why: &'static str,
    ) -> Result<Tally<'p>, Error> {
        let mut instances = self.instances(asked, problem, timing)?;
        let mut count = 0;
        let sources = &asked.spec.sources;
        let is_complete = self.list(problem, sources, &mut instances, &mut count, u64::MAX)?;
        let way = Way::Listed(why);
        Ok(Tally { number: count.into(), is_complete, way, instances: Some(instances) })
    }

    fn instances<'p>(
        &self,
        asked: &SpecCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
    ) -> Result<Instances<'p>, Error> {
        let CountFlags { question, search, .. } = self.flags;
        let instances = instances(asked, problem, question, search, self.stop)?;
        timing.has_translated();
        Ok(instances)
    }

    /// Lists until there are so many in all; whether these are all there are.
    fn list(
        &self,
        problem: &Problem<'_>,
        sources: &Sources,
        instances: &mut Instances<'_>,
        count: &mut u64,
        most: u64,
    ) -> Result<bool, Error> {
        if *count >= most {
            return Ok(false);
        }
        let is_all = most == u64::MAX && self.flags.search.shard.is_none();
        let plain = if is_all { endless(&problem.question) } else { None };
        self.report.remarks(sources, plain.as_slice());
        let mut long = LongList::new(is_all && plain.is_none() && !self.report.is_quiet());
        let (began, effort) = (processor_time(), self.stop.effort());
        let bodies = if self.flags.verify { Bodies::Judged(problem) } else { Bodies::Nothing };
        let threads = if most == u64::MAX { self.threads() } else { 1 };
        let step = list(instances, bodies, threads, |found| {
            *count += found.count();
            self.progress.found(*count);
            let conflicts = || found.search().map_or(0, |search| search.statistics().conflicts);
            let time = || processor_time().saturating_sub(began);
            let warning = long.never_ends(*count, conflicts, time, problem, &effort);
            self.report.remarks(sources, warning.as_slice());
            let is_enough = *count >= most;
            Ok::<_, Error>(if is_enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        Ok(step == Step::Exhausted)
    }

    fn threads(&self) -> usize {
        threads(&self.flags.search, self.report)
    }

    /// Counts without a list, whatever it costs.
    fn counted<'p>(
        &self,
        asked: &SpecCommand,
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
        asked: &SpecCommand,
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

/// The reason why models are not classes.
fn partial(problem: &Problem<'_>) -> Diagnostic {
    let universe = problem.question.bounds.universe();
    let class = &problem.symmetry.classes[0];
    let atom = universe.name(problem.question.model, class[0]);
    let message = format!("the atoms alike `{atom}` have no complete symmetry-breaking predicate");
    Diagnostic::new(code::FILE, message).help(
        "`--method burnside` counts classes all the same, `--symmetry none` labelled instances",
    )
}
