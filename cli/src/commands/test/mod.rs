//! `korrel test`: runs a program on every input and judges its answers.

mod behaviours;
mod clients;
pub(super) mod drivers;
mod heading;
mod inputs;
mod itf;
mod outcome;
pub(super) mod refused;
mod saved;
mod so_far;
mod subject;
mod traces;
mod trial;

use std::io;
use std::path::Path;
use std::time::Duration;

use korrel_campaign::operations::left_out;
use korrel_campaign::{
    InputSize, OperationChoice, SpecOracles, Subject, TestCampaign, after_text, question, subjects,
};
use korrel_draw::Hints;
use korrel_harness::corpus::{CorpusRecorder, KnownFailures};
use korrel_harness::report::{Report, RunStatus};
use korrel_lang::parse::sizes_in_one_line;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;

use crate::files::fresh::FreshFile;
use crate::files::read::{load, read};
use crate::files::theme;
use crate::flags::{OverflowFlag, ReportFormatFlag, TestFlags};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::shell::quoted;

use self::drivers::plan;
use self::heading::{heading, listing};
use self::inputs::{Replay, after};
use self::outcome::tests;
use self::saved::saved;
use self::so_far::begun;
use self::trial::Trial;
use super::plan::of_test;
use super::shared::question::{limited, overflow, tell_lost_ranges};

pub use self::so_far::can_go_on;

pub use self::outcome::{Artist, failures, page, stopped, visible_records, write_report};

/// The time for new inputs, if a scope grows and has no end by itself.
const BUDGET: Duration = Duration::from_secs(60);

pub fn run(test: &TestFlags, report: &Reporter) -> Result<Exit, Error> {
    if !test.behaviours.itf.is_empty() {
        return itf::run(test, report);
    }
    if let Some(command) = &test.behaviours.traces {
        return match test.behaviours.clients {
            Some(_) => clients::run(test, command, report),
            None => traces::run(test, command, report),
        };
    }
    let stop = limited(Stop::new(), test.drivers.total_timeout, None)?;
    let mut spec = load(test.spec(), &test.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let choice = OperationChoice::listed(test.inputs.ops.clone(), &listing(test));
    let subjects = subjects(&mut spec, &choice)?;
    if test.inputs.scope.is_none() && test.inputs.grow.is_none() {
        other_runs(&spec, &subjects, test, report);
    }
    if test.inputs.scope.is_some() {
        let scoped = subjects.iter().map(|one| (&one.conditions.command, &one.command));
        tell_lost_ranges(&spec.model, scoped, report);
    }
    let mut replay = Replay::new(test.inputs.replay.as_deref())?;
    if let (Replay::Recorded(recorded), Some(folder)) = (&mut replay, &test.inputs.replay) {
        recorded.extend(saved(Path::new(folder), &spec, &subjects)?);
    }
    let grows = subjects.iter().any(|subject| matches!(subject.size, InputSize::Growing(_)));
    let default = (grows && !replay.is_recorded()).then_some(BUDGET);
    let budget = test.inputs.budget.or(default);
    let plan = plan(test, budget, &replay, report)?;
    let proof = test.outcome.certificate.as_deref().map(FreshFile::at).transpose()?;
    let page = test.outcome.told.html.as_deref().map(FreshFile::at).transpose()?;
    let mut theme = theme::told(test.outcome.told.theme.as_deref(), report)?;
    let mut question = question(&subjects);
    if test.inputs.lazy {
        // A driver that tracks reads is slower, so it does so only if that is wanted.
        question.declarations.insert("lazy".to_owned(), true.into());
    }
    let recorder =
        test.outcome.record.as_ref().map(|folder| match folder.exists() && !folder.is_dir() {
            true => {
                Err(Error::unwritable(folder, &io::Error::other("it exists, and is not a folder")))
            }
            false => CorpusRecorder::new(folder.clone())
                .map_err(|error| Error::unwritable(folder, &error)),
        });
    let mut heading = heading(test, &spec, &subjects, &plan);
    if let Some(folder) = &test.queue.plan {
        return of_test(test, folder, &heading, report);
    }
    let begun = test.outcome.so_far.as_deref().and_then(|place| begun(place, &heading));
    let after = match &begun {
        Some(begun) => begun.report.operations.iter().map(|op| op.last).collect(),
        None => after(&test.inputs, &heading, &subjects)?,
    };
    let told = after_text(&after, &subjects).filter(|_| begun.is_none());
    heading.options.extend(told.map(|told| ("after".to_owned(), told)));
    let said = Hints::read(spec.texts().next().unwrap_or_default());
    let artist = Artist::new(&heading).themed(&said, theme.as_mut(), report);
    let oracles = SpecOracles::new(&spec, &subjects)?;
    let campaign = TestCampaign {
        spec: &spec,
        oracles: &oracles,
        plan: &plan,
        question: &question,
        inputs: &replay.inputs(after, test.inputs.relabel.is_some()),
        overflow: overflow(test.inputs.overflow),
        shard: test.inputs.shard,
        is_lazy: test.inputs.lazy,
        expect: None,
        effort: &stop.effort(),
    };
    let trial = Trial {
        heading,
        plan: &plan,
        question: &question,
        flags: test,
        stop: &stop,
        known: known(test)?,
        recorder: recorder.transpose()?,
        begun,
    };
    // The inputs that are being tried come to their end within a moment, and drivers with them.
    stop.heed(Stop::tell);
    stop.take_over();
    let (outcome, covered, refusal) = trial.run(|collector, expect| {
        let campaign = TestCampaign { expect, ..campaign };
        campaign.run(collector, &mut |remark| report.remark(remark))
    })?;
    refusal.into_iter().for_each(|error| {
        report.error(error);
    });
    let proof = match proof {
        Some(file) => Some((file, subject::subject(test, &spec, &subjects, &outcome.heading)?)),
        None => None,
    };
    let files = (proof, page);
    let tests =
        |outcome: &Report, framework| tests(test.spec(), &oracles, outcome, &question, framework);
    outcome::write_outcome(&test.outcome, files, (&outcome, &artist), covered.as_ref(), &tests)?;
    let is_whole = test.inputs.shard.is_none() && test.inputs.after.is_none();
    if outcome.status == RunStatus::Complete && is_whole && test.inputs.replay.is_none() {
        untested(&outcome, &subjects, test, report);
    }
    Ok(outcome.exit_code(test.outcome.allow_incomplete).into())
}

/// Reports the commands of an operation that are not tested: only the first without a label is.
fn other_runs(spec: &Spec, subjects: &[Subject], test: &TestFlags, report: &Reporter) {
    for subject in subjects {
        let name = &subject.conditions.name;
        for command in left_out(spec, &subject.conditions) {
            let (line, _) = spec.sources.line_and_column(command.span);
            let file = &spec.sources.get(command.span.file).name;
            let path = quoted(&test.spec().display().to_string());
            let scope = command.scope.span.map_or("3", |span| spec.sources.text(span));
            let scope = quoted(&sizes_in_one_line(scope));
            report.note(&format!(
                "{}:{line}: this `run {}` is left out, for the first one without a label says what is tried; to try it: \
                 `korrel test {path} --op {} --scope {scope} …`",
                visible(file),
                visible(&subject.conditions.command.label),
                visible(name),
                path = visible(&path),
                scope = visible(&scope),
            ));
        }
    }
}

/// Reports the operations for which there was nothing to test.
fn untested(outcome: &Report, subjects: &[Subject], test: &TestFlags, report: &Reporter) {
    for (op, subject) in outcome.operations.iter().zip(subjects).filter(|(op, _)| op.inputs == 0) {
        let scope = test.inputs.scope.as_ref();
        let scope = scope.map_or(String::new(), |scope| format!(" --scope {}", quoted(scope)));
        let overflow =
            if test.inputs.overflow == OverflowFlag::Wrap { " --overflow wrap" } else { "" };
        let spec = quoted(&test.spec().display().to_string());
        let label = quoted(&subject.command.label);
        let (name, find) =
            (visible(&op.name), format!("korrel find {spec} {label}{scope}{overflow}"));
        report.note(&match &test.judging.invariant {
            None => format!(
                "nothing to test: no input of `{name}` exists within the scope; `{}` says why",
                visible(&find)
            ),
            Some(invariant) => format!(
                "nothing to test: no input of `{name}` satisfies `{}` and the precondition within the scope",
                visible(invariant)
            ),
        });
    }
}

fn known(test: &TestFlags) -> Result<KnownFailures, Error> {
    let Some(path) = &test.judging.known else { return Ok(KnownFailures::default()) };
    let name = path.display().to_string();
    let text = read(path, &name).map_err(Error::File)?;
    KnownFailures::parse(&text).map_err(|why| Error::usage(format!("`{name}`, {why}")))
}

/// True if failures are written as they come.
fn is_streamed(test: &TestFlags) -> bool {
    test.outcome.answer.format == ReportFormatFlag::Json && test.outcome.emit_test.is_none()
}
