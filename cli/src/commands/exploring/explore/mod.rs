//! `korrel explore`: the states of a program, by calls.

mod against;
mod arguments;
mod emitted;
mod exploration;
mod jury;
mod program;
pub mod state;
mod told;

use std::cell::RefCell;
use std::io::{self, Write};

use korrel_harness::coverage::Covered;
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus};
use korrel_harness::{End, Plan, Stops, TestQuestion, TestRun, ready, run_source};
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible_json;

use self::against::unreached;
use self::emitted::emitted;
use self::exploration::{Answers, Exploration, ExploredCalls};
use self::jury::Jury;
pub use self::state::reached;

use self::program::{ExploredProgram, specified};
use self::told::ToldExploration;
use crate::commands::find::TOOL;
use crate::commands::shared::hash::hash;
use crate::commands::shared::question::limited;
use crate::commands::test::drivers::plan_of;
use crate::commands::test::heading::declared;
use crate::commands::test::naming::Court;
use crate::commands::test::operations::question;
use crate::commands::test::refused::refused;
use crate::commands::test::{Artist, framework_of, stopped, write_report};
use crate::files::spec::load;
use crate::flags::{ExploreFlags, ReportFormatFlag, StatesFormatFlag};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

pub fn run(explore: &ExploreFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), explore.drivers.total_timeout, None)?;
    let mut spec = load(&explore.spec, &explore.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let plan = plan(explore, report)?;
    let specified = specified(&mut spec, explore)?;
    stop.heed(Stop::tell);
    stop.take_over();
    let asked = question(&specified);
    let said = match ready(&plan, &asked, &Stops::new(stop.flag(), None)) {
        Ok(said) => said,
        Err(End::Refused(refusal)) => return Err(refused(&refusal, &plan)),
        Err(_) => return Ok(stop.tell()),
    };
    let program = ExploredProgram::new(&mut spec, explore, specified, &said.constructors)?;
    let question = program.question();
    let court = Court::new(&spec, &program.subjects, question.types.clone())?;
    let of_states = std::slice::from_ref(&program.states);
    let states = Court::new(&spec, of_states, question.types.clone())?;
    let asked = ExploreRun { explore, spec: &spec, stop: &stop, question: &question };
    asked.explore(&plan, &Jury { court: &court, program: &program }, &states)
}

fn plan(explore: &ExploreFlags, report: &Reporter) -> Result<Plan, Error> {
    Ok(Plan {
        stop_after: explore.stop_after.map(Into::into),
        coverage: explore.select,
        answers: true,
        ..plan_of(&explore.driver, &explore.drivers, report)?
    })
}

struct ExploreRun<'a> {
    explore: &'a ExploreFlags,
    spec: &'a Spec,
    stop: &'a Stop,
    question: &'a TestQuestion,
}

impl ExploreRun<'_> {
    fn explore(&self, plan: &Plan, jury: &Jury<'_>, states: &Court<'_>) -> Result<Exit, Error> {
        let explore = self.explore;
        let goes_on = explore.against.is_some();
        let exploration = RefCell::new(Exploration::new(
            jury.program,
            states.naming(),
            jury.juror(),
            explore.depth,
            goes_on,
        ));
        exploration.borrow_mut().keeps_calls = explore.select;
        let progress = Progress::of_inputs(explore.progress, false);
        let mut show = |inputs, failed, size| progress.tried(inputs, failed, size);
        let heading = self.heading(plan, jury.program);
        let mut collector = Collector::new(Report::new(heading, &self.question.operations));
        collector.on_progress = Some(&mut show);
        collector.covered = explore.select.then(Covered::default);
        let mut answers = Answers { exploration: &exploration, collector };
        let stops = Stops::new(self.stop.flag(), None);
        let mut calls = ExploredCalls(&exploration);
        let question = self.question;
        let asked = TestRun { plan, question, oracles: jury, stops: &stops };
        let end = run_source(asked, &mut calls, &mut answers);
        let refusal = match &end {
            End::Refused(refusal) => Some(refused(refusal, plan)),
            _ => None,
        };
        let is_tried = answers.collector.report.inputs() > 0;
        let covered = answers.collector.covered.take();
        let mut report = answers.collector.end(&end, stopped(self.stop));
        drop(progress);
        let exploration = exploration.into_inner();
        if let Some(problem) = &exploration.problem {
            report.problems.push(problem.clone());
            report.status = RunStatus::Refused;
        }
        let compared = match &explore.against {
            Some(_) if matches!(end, End::Exhausted) && exploration.problem.is_none() => {
                Some(unreached(self.spec, states, &exploration, explore.overflow, self.stop)?)
            }
            _ => None,
        };
        if compared.as_ref().is_some_and(|compared| !compared.is_whole)
            && report.status == RunStatus::Complete
        {
            report.status = stopped(self.stop);
        }
        let told = ToldExploration {
            exploration: &exploration,
            report: &report,
            against: explore.against.as_deref(),
            unreached: compared.as_ref(),
        };
        let is_stream = explore.format == StatesFormatFlag::Json && explore.emit_test.is_none();
        if is_stream || is_tried || refusal.is_none() {
            self.write(&told, covered.as_ref())?;
        }
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        if self.explore.emit_test.is_some() || self.explore.format == StatesFormatFlag::Json {
            // A report in words already gives the reason for a stop.
            said(&told).into_iter().for_each(tell);
        }
        Ok(exit(&told))
    }

    fn write(&self, told: &ToldExploration<'_>, covered: Option<&Covered>) -> Result<(), Error> {
        let mut out = io::stdout().lock();
        if let Some(framework) = self.explore.emit_test {
            let (framework, heading) = (framework_of(framework), &told.report.heading);
            let tests = emitted(framework, told.exploration, self.question, heading, covered)?;
            return Ok(out.write_all(tests.as_bytes())?);
        }
        if self.explore.format == StatesFormatFlag::Json {
            for record in told.stream() {
                writeln!(out, "{}", visible_json(record.trim_end()))?;
            }
            return Ok(());
        }
        out.write_all(told.text().as_bytes())?;
        drop(out);
        let artist = Artist::new(&told.report.heading);
        Ok(write_report(ReportFormatFlag::Text, false, told.report, &artist)?)
    }

    fn heading(&self, plan: &Plan, program: &ExploredProgram) -> ReportHeading {
        let names = program.subjects.iter().map(|one| one.operation.name.as_str());
        let texts = ["explore", &program.states.scope].into_iter().chain(names);
        ReportHeading {
            tool: TOOL.to_owned(),
            spec: self.spec.name.clone(),
            question: hash(texts.chain(self.spec.texts())),
            scope: program.states.scope.clone(),
            driver: plan.driver.words(),
            declarations: declared(&program.subjects),
            ..ReportHeading::default()
        }
    }
}

/// The reasons why the output is not all that there is.
fn said(told: &ToldExploration<'_>) -> Vec<String> {
    let mut lines: Vec<String> =
        told.report.problems.iter().map(|problem| format!("error: {problem}")).collect();
    if lines.is_empty() && told.report.status != RunStatus::Complete {
        lines.push(format!("INCOMPLETE: {}", told.report.status.why()));
    }
    lines
}

/// The exit code: a failure outranks a missing part.
fn exit(told: &ToldExploration<'_>) -> Exit {
    let differs = told.violating() > 0 || told.unreached.is_some_and(|one| !one.found.is_empty());
    match told.report.exit_code(false).into() {
        Exit::Success | Exit::Incomplete if differs => Exit::Failure,
        Exit::Success if told.unreached.is_some_and(|one| !one.is_whole) => Exit::Incomplete,
        exit => exit,
    }
}
