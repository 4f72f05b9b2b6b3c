//! `korrel minimise`: the smallest input that fails for the same cause.

mod given;
mod kept;
mod search;
mod shrink;

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus, failure_line};
use korrel_harness::{End, Input, InputOutcome, Plan, Stops, TestRun, Watcher, run_source};
use korrel_lang::code;
use korrel_lang::spec::Spec;
use korrel_lang::visible::{visible_json, visible_lines};
use serde_json::json;

use self::given::{GivenInput, given};
use self::kept::KeptSizes;
use self::search::{Minimisation, Outcomes, ShrinkingSteps, extent};
use self::shrink::measure;
use crate::commands::find::TOOL;
use crate::commands::shared::question::{limited, overflow};
use crate::commands::test::drivers::plan_of;
use crate::commands::test::heading::declared;
use crate::commands::test::listing::{Ended, Listing};
use crate::commands::test::naming::Court;
use crate::commands::test::operations::{Subject, Unscoped, question, subjects};
use crate::commands::test::refused::refused;
use crate::commands::test::{Artist, failures};
use crate::files::spec::load;
use crate::flags::{InputFlags, MinimiseFlags, StatesFormatFlag};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(minimise: &MinimiseFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), minimise.drivers.total_timeout, None)?;
    let mut spec = load(&minimise.spec, &minimise.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let GivenInput { op, heap, has_spoken } = given(&minimise.heap)?;
    let ops: Vec<String> = minimise.op.clone().or(op).into_iter().collect();
    let flags = InputFlags::plain(ops, minimise.scope.clone(), minimise.overflow);
    let invariant = minimise.invariant.as_deref();
    let subjects = subjects(&mut spec, &flags, invariant, Unscoped::Grows)?;
    if let [_, _, ..] = subjects.as_slice() {
        let names = subjects.iter().map(|one| one.operation.name.as_str()).collect::<Vec<_>>();
        let names = names.join(", ");
        return Err(Error::usage(format!("--op says which operation fails: there are {names}")));
    }
    let question = question(&subjects);
    let court = Court::new(&spec, &subjects, question.types.clone())?;
    let naming = court.naming();
    if let Some(why) = naming.misfit(0, &heap) {
        let name = &subjects[0].operation.name;
        return Err(Error::usage(format!("the heap is no input of `{name}`: {why}")));
    }
    let is_allowed = match naming.applies(0, &heap) {
        Ok(is_allowed) => is_allowed,
        Err(why) => {
            report.note(&format!("note: whether the spec allows this input is not known: {why}"));
            true
        }
    };
    if !is_allowed {
        report.note("note: the spec does not allow this input; those that are smaller it does");
    }
    let plan = Plan { has_spoken, ..plan(minimise, report)? };
    stop.heed(Stop::tell);
    stop.take_over();
    let size = measure(&heap).0 as u64;
    let input = Input { op: 0, id: 0, size, heap: heap.clone().into(), name: None };
    let kept = KeptSizes::new(&spec, &subjects[0], minimise.scope.is_some(), &heap)?;
    let search = RefCell::new(Minimisation::new(naming, kept, input));
    let stops = Stops::new(stop.flag(), None);
    let (mut steps, mut outcomes) = (ShrinkingSteps(&search), Outcomes(&search));
    let begun = Instant::now();
    let asked = TestRun { plan: &plan, question: &question, oracles: &court, stops: &stops };
    let end = run_source(asked, &mut steps, &mut outcomes);
    if let End::Refused(refusal) = &end {
        return Err(refused(refusal, &plan));
    }
    if let Some(why) = &search.borrow().passed {
        report.note(&format!("the input does not fail: {why}"));
        return Ok(Exit::Failure);
    }
    if search.borrow().best.is_none() {
        return Ok(stop.tell());
    }
    if matches!(end, End::Exhausted) {
        let left = minimise.budget.saturating_sub(begun.elapsed());
        let below = Below { minimise, spec: &spec, flags, stop: &stop, left };
        let plan = Plan { budget: Some(left), has_spoken: true, ..plan.clone() };
        below.try_all(plan, &search, report)?;
    }
    let search = search.into_inner();
    let (subjects, plan, stop) = (&subjects, &plan, &stop);
    let minimised = Minimised { minimise, subjects, search, given: size, is_allowed, plan, stop };
    minimised.write(&spec.name)
}

/// All inputs with fewer objects than the best.
struct Below<'b> {
    minimise: &'b MinimiseFlags,
    spec: &'b Spec,
    flags: InputFlags,
    stop: &'b Stop,
    /// The time that is left.
    left: Duration,
}

impl Below<'_> {
    fn try_all(
        mut self,
        plan: Plan,
        search: &RefCell<Minimisation<'_>>,
        report: &Reporter,
    ) -> Result<(), Error> {
        let most = search.borrow().objects().saturating_sub(1);
        if self.flags.scope.is_none() {
            let search = search.borrow();
            let (_, heap) = search.best.as_ref().expect("there is one");
            let (least, greatest, length) = extent(heap);
            self.flags.scope = Some(format!("{most} but {least}..{greatest} Int, {length} seq"));
        }
        let mut spec = self.spec.clone();
        let invariant = self.minimise.invariant.as_deref();
        let subjects = match subjects(&mut spec, &self.flags, invariant, Unscoped::Grows) {
            Ok(subjects) => subjects,
            // There is no scope so small: some sig has more objects in each input.
            Err(Error::Spec(_, mistakes))
                if self.minimise.scope.is_none()
                    && mistakes.iter().all(|mistake| mistake.code != Some(code::TOO_LARGE)) =>
            {
                search.borrow_mut().is_minimal = true;
                return Ok(());
            }
            Err(error) if self.minimise.scope.is_none() => {
                report.error(error);
                report.note("note: so smaller inputs are not listed; `--scope` says which to try");
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let question = question(&subjects);
        let court = Court::new(&spec, &subjects, question.types.clone())?;
        let stop = self.stop.linked();
        stop.after(self.left);
        let listing = Listing {
            spec: spec.clone(),
            subjects: &subjects,
            overflow: overflow(self.minimise.overflow),
            shard: None,
            may_repeat: false,
            wants_names: false,
            expect: None,
            stop: stop.clone(),
        };
        let ((), ended) = listing.beside(|messages| {
            search.borrow_mut().listed = Some(messages);
            let (mut steps, mut outcomes) = (ShrinkingSteps(search), Outcomes(search));
            let stops = Stops::new(self.stop.flag(), None);
            let asked =
                TestRun { plan: &plan, question: &question, oracles: &court, stops: &stops };
            let end = run_source(asked, &mut steps, &mut outcomes);
            stop.abandon();
            let mut search = search.borrow_mut();
            search.listed = None;
            // An input that was sent and not answered may fail, too.
            search.is_minimal &= matches!(end, End::Exhausted);
            if let End::Refused(refusal) = end {
                report.note(&format!("note: the driver was given up: {refusal}"));
            }
        })?;
        match ended {
            Ended::Wrong(error) => return Err(error),
            Ended::Refused(_, error) if !search.borrow().is_minimal => drop(report.error(error)),
            Ended::All | Ended::Cut | Ended::Refused(..) => {}
        }
        Ok(())
    }
}

fn plan(minimise: &MinimiseFlags, report: &Reporter) -> Result<Plan, Error> {
    let plan = plan_of(&minimise.driver, &minimise.drivers, report)?;
    Ok(Plan { budget: Some(minimise.budget), ..plan })
}

struct Minimised<'m> {
    minimise: &'m MinimiseFlags,
    subjects: &'m [Subject],
    search: Minimisation<'m>,
    given: u64,
    /// The spec allows the input that was given.
    is_allowed: bool,
    plan: &'m Plan,
    stop: &'m Stop,
}

impl Minimised<'_> {
    fn write(self, spec: &str) -> Result<Exit, Error> {
        let words = self.words();
        let (is_minimal, given, tried) = (self.search.is_minimal, self.given, self.search.tried);
        let is_forbidden = self.is_forbidden();
        let (done, heap) = self.search.best.expect("there is one");
        let objects = measure(&heap).0;
        let mut out = io::stdout().lock();
        if self.minimise.format == StatesFormatFlag::Json {
            let InputOutcome::Failed(failure) = &done.outcome else { unreachable!("it failed") };
            let status = match self.stop.is_raised() {
                _ if is_minimal => "complete",
                true => "interrupted",
                false => "budget",
            };
            let mut end = json!({ "kind": "end", "status": status, "given": given,
                "objects": objects, "smaller": tried });
            if is_forbidden {
                end["allowed"] = json!(false);
            }
            writeln!(out, "{}", visible_json(failure_line(failure).trim_end()))?;
            writeln!(out, "{end}")?;
        } else {
            drop(out);
            let heading = ReportHeading {
                tool: TOOL.to_owned(),
                spec: spec.to_owned(),
                scope: self.subjects[0].scope.clone(),
                driver: self.plan.driver.words(),
                declarations: declared(self.subjects),
                ..ReportHeading::default()
            };
            let artist = Artist::new(&heading);
            let operations: Vec<_> =
                self.subjects.iter().map(|one| one.operation.clone()).collect();
            let mut collector = Collector::new(Report::new(heading, &operations));
            collector.done(done);
            let report = collector.end(&End::Exhausted, RunStatus::Interrupted);
            let text = format!("{}{}", failures(&report, &artist), visible_lines(&words));
            io::stdout().lock().write_all(text.as_bytes())?;
        }
        Ok(match self.stop.is_raised() {
            _ if is_minimal && is_forbidden => Exit::Failure,
            _ if is_minimal => Exit::Success,
            true => self.stop.tell(),
            false => Exit::Incomplete,
        })
    }

    /// True if no input of the spec was found that fails so: only the given one is left.
    fn is_forbidden(&self) -> bool {
        !self.is_allowed && self.search.improved == 0
    }

    fn words(&self) -> String {
        let (search, unit) = (&self.search, &self.subjects[0].operation.unit);
        let (_, heap) = search.best.as_ref().expect("there is one");
        let now = measure(heap).0 as u64;
        let (from, to, tried) = (unit.text(self.given), unit.text(now), search.tried);
        let smaller = match search.is_minimal {
            true if self.is_forbidden() => {
                "NONE: the spec does not allow this input, and no smaller one that it allows fails so".to_owned()
            }
            true if tried == 0 => "MINIMAL: there is no smaller input".to_owned(),
            true if tried == 1 => "MINIMAL: the one smaller input does not fail so".to_owned(),
            true => format!("MINIMAL: none of the {tried} smaller inputs fails so"),
            false => format!("SMALLER: smaller inputs tried: {tried}; there are more"),
        };
        format!("given: {from}, found: {to}\n{smaller}\n")
    }
}
