//! `korrel explore`: the states of a program, by calls; without a program, those of the spec.

mod states;
mod told;

use std::io::{self, Write};

use korrel_campaign::{
    ExplorationEnd, ExploreOracles, ExploreQuestion, ExploredProgram, TOOL, declared,
};
use korrel_harness::coverage::InputCoverage;
use korrel_harness::emit::emit_sequences;
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus, hash_of};
use korrel_harness::{End, Plan, Stops, ready};
use korrel_lang::spec::Spec;

use self::told::ToldExploration;
use crate::commands::shared::question::{limited, overflow};
use crate::commands::test::drivers::plan_of;
use crate::commands::test::refused::refused;
use crate::commands::test::{Artist, stopped, write_report};
use crate::files::read::load;
use crate::flags::{ExploreFlags, ExploreFormatFlag, ReportFormatFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

pub fn run(explore: &ExploreFlags, report: &Reporter) -> Result<Exit, Error> {
    if explore.driver.is_empty() {
        return states::run(explore, report);
    }
    if let ExploreFormatFlag::Dot | ExploreFormatFlag::Count = explore.answer.format {
        let message = "with a driver there are two formats: `--format text` and `--format json`";
        return Err(Error::usage(message));
    }
    let stop = limited(Stop::new(), explore.drivers.total_timeout, None)?;
    let mut spec = load(&explore.spec, &explore.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let plan = plan(explore, report)?;
    let question = question(explore);
    let specified = question.specified(&mut spec)?;
    stop.heed(Stop::tell);
    stop.take_over();
    let said = match ready(
        &plan,
        &korrel_campaign::question(&specified),
        &Stops::new(stop.flag(), None),
    ) {
        Ok(said) => said,
        Err(End::Refused(refusal)) => return Err(refused(&refusal, &plan)),
        Err(_) => return Ok(stop.tell()),
    };
    let program = ExploredProgram::new(&mut spec, &question, specified, &said.constructors)?;
    let oracles = ExploreOracles::new(&spec, &program)?;
    let heading = heading(&spec, &plan, &program);
    let progress = Progress::of_inputs(explore.progress, false);
    let mut show = |inputs, failed, size| progress.tried(inputs, failed, size);
    let mut collector = Collector::new(Report::new(heading, &program.question().operations));
    collector.on_progress = Some(&mut show);
    collector.covered = explore.select.then(InputCoverage::default);
    let (effort, stopped) = (stop.effort(), || stopped(&stop));
    let mut explored = oracles.explore(&question, &plan, collector, &effort, &stopped);
    drop(progress);
    let refusal = match &explored.end {
        End::Refused(refusal) => Some(refused(refusal, &plan)),
        _ => None,
    };
    oracles.compare(&mut explored, &question, &effort, &stopped)?;
    let told = ToldExploration { explored: &explored, against: explore.against.as_deref() };
    let is_stream = explore.answer.format == ExploreFormatFlag::Json && explore.emit_test.is_none();
    if is_stream || explored.report.inputs() > 0 || refusal.is_none() {
        write(explore, &told)?;
    }
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    if explore.emit_test.is_some() || explore.answer.format == ExploreFormatFlag::Json {
        // A report in words already gives the reason for a stop.
        said_of(&explored.report).into_iter().for_each(tell);
    }
    Ok(exit(&explored))
}

fn question(explore: &ExploreFlags) -> ExploreQuestion {
    ExploreQuestion {
        names: explore.ops.clone(),
        scope: explore.scope.clone(),
        depth: explore.depth,
        invariant: explore.invariant.clone(),
        against: explore.against.clone(),
        overflow: overflow(explore.overflow),
        keeps_calls: explore.select,
    }
}

fn plan(explore: &ExploreFlags, report: &Reporter) -> Result<Plan, Error> {
    Ok(Plan {
        stop_after: explore.stop_after.map(Into::into),
        coverage: explore.select,
        answers: true,
        ..plan_of(&explore.driver, &explore.drivers, report)?
    })
}

fn heading(spec: &Spec, plan: &Plan, program: &ExploredProgram) -> ReportHeading {
    let names = program.subjects.iter().map(|one| one.operation.name.as_str());
    let texts = ["explore", &program.states.scope].into_iter().chain(names);
    ReportHeading {
        tool: TOOL.to_owned(),
        spec: spec.name.clone(),
        question: hash_of(texts.chain(spec.texts())),
        scope: program.states.scope.clone(),
        driver: plan.driver.words(),
        declarations: declared(&program.subjects),
        ..ReportHeading::default()
    }
}

fn write(explore: &ExploreFlags, told: &ToldExploration<'_>) -> Result<(), Error> {
    let ExplorationEnd { exploration, report, covered, .. } = told.explored;
    if let Some(framework) = explore.emit_test {
        let sequences = match covered.as_ref().map(InputCoverage::select).transpose() {
            Ok(None) => exploration.longest(),
            Ok(Some(selection)) => exploration.selected(&selection),
            Err(why) => return Err(Error::usage(format!("--select: {why}"))),
        };
        let roots = exploration.roots();
        let question = exploration.program.question();
        let tests =
            emit_sequences(framework.into(), &report.heading, &question, &roots, &sequences);
        return Ok(io::stdout().lock().write_all(tests.as_bytes())?);
    }
    let mut out = io::stdout().lock();
    if explore.answer.format == ExploreFormatFlag::Json {
        let mut lines = told.explored.stream(told.against).into_iter();
        return Ok(lines.try_for_each(|line| writeln!(out, "{line}"))?);
    }
    out.write_all(told.text().as_bytes())?;
    drop(out);
    let artist = Artist::new(&report.heading);
    Ok(write_report(ReportFormatFlag::Text, false, report, &artist)?)
}

/// The reasons why the output is not all that there is.
fn said_of(report: &Report) -> Vec<String> {
    let mut lines: Vec<String> =
        report.problems.iter().map(|problem| format!("error: {problem}")).collect();
    if lines.is_empty() && report.status != RunStatus::Complete {
        lines.push(format!("INCOMPLETE: {}", report.status.why()));
    }
    lines
}

/// The exit code: a failure outranks a missing part.
fn exit(explored: &ExplorationEnd<'_>) -> Exit {
    let unreached = explored.unreached.as_ref();
    let differs = explored.exploration.violating() > 0
        || unreached.is_some_and(|unreached| !unreached.found.is_empty());
    match explored.report.exit_code(false).into() {
        Exit::Success | Exit::Incomplete if differs => Exit::Failure,
        Exit::Success if unreached.is_some_and(|unreached| !unreached.is_whole) => Exit::Incomplete,
        exit => exit,
    }
}
