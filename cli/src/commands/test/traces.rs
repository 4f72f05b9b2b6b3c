//! `korrel test --traces`: the behaviours of a spec, call by call.

use korrel_campaign::{TOOL, TestedTraces, TraceBehaviours, TraceCounts};
use korrel_harness::counted;
use korrel_harness::report::{InputListing, ReportHeading, hash_of};
use korrel_harness::{Plan, TestQuestion};
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;

use super::behaviours::{BehaviourTrial, declared_by};
use super::heading::{limits, listing};
use crate::commands::shared::question::overflow;
use crate::files::read::load;
use crate::flags::{OverflowFlag, TestFlags};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(test: &TestFlags, label: &str, report: &Reporter) -> Result<Exit, Error> {
    let run = BehaviourTrial::new(test, report)?;
    let mut spec = load(test.spec(), &test.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let mut command = spec.command(Some(label))?;
    if let Some(scope) = &test.inputs.scope {
        command = spec.with_scope(command, "--scope", scope)?;
    }
    if let Some(steps) = &test.behaviours.steps {
        command = spec.with_steps(command, "--steps", steps)?;
    }
    let command = spec.with_prefixes(command)?;
    let tested = TestedTraces::new(&spec, &command);
    left_out(&spec, &tested, report);
    let overflow = overflow(test.inputs.overflow);
    let mut behaviours = TraceBehaviours::new(&tested, overflow, &run.stop.effort())?;
    let question = behaviours.question();
    let heading = heading(test, &spec, &command, &behaviours, &question, &run.plan);
    let (plan, only) = (run.plan.clone(), run.only.clone());
    let (outcome, is_whole) = run.tried(&question, heading, report, |collector| {
        behaviours.run(&plan, &question, only.as_ref(), collector)
    })?;
    if is_whole {
        told(&behaviours.counts, report);
    }
    Ok(outcome.exit_code(test.outcome.allow_incomplete).into())
}

/// Reports the parts of the spec that no call can show.
fn left_out(spec: &Spec, tested: &TestedTraces, report: &Reporter) {
    for &span in &tested.left_out {
        let (line, _) = spec.sources.line_and_column(span);
        let file = &spec.sources.get(span.file).name;
        let text = spec.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        report.note(&format!(
            "{}:{line}: no call can show `{}`, so it is left out",
            visible(file),
            visible(&text)
        ));
    }
}

/// Reports what was not called.
fn told(counts: &TraceCounts, report: &Reporter) {
    if counts.beginnings == 0 {
        report.note("the spec allows no first state within the scope: nothing was called");
    }
    if counts.silent > 0 {
        let states = counted(counts.silent, "time");
        report.note(&format!(
            "{states} the spec also allowed a step that no action takes: such steps are not sent"
        ));
    }
    if counts.beyond > 0 {
        let states = counted(counts.beyond, "state");
        report.note(&format!(
            "{states} came to be larger than the scope: nothing was called after that"
        ));
    }
}

fn heading(
    test: &TestFlags,
    spec: &Spec,
    command: &Command,
    behaviours: &TraceBehaviours<'_>,
    question: &TestQuestion,
    plan: &Plan,
) -> ReportHeading {
    let calls = behaviours.most_calls();
    let scope = match &test.inputs.replay {
        Some(replayed) => format!("of the replay of {replayed}"),
        None => format!("up to {} ({} states)", counted(calls, "call"), calls + 1),
    };
    let InputListing { scope: given, strict_alloy, .. } = listing(test);
    let parts =
        [command.label.clone(), scope.clone(), given.unwrap_or_default(), strict_alloy.to_string()];
    ReportHeading {
        tool: TOOL.to_owned(),
        spec: spec.name.clone(),
        question: hash_of(parts.iter().map(String::as_str).chain(spec.texts())),
        scope,
        driver: plan.driver.words(),
        declarations: declared_by(question),
        replay: replay(test),
        ..ReportHeading::default()
    }
}

/// The words of a command that makes the same calls.
fn replay(test: &TestFlags) -> Vec<String> {
    let spec = test.spec().display().to_string();
    let mut words = vec!["korrel".to_owned(), "test".to_owned(), spec];
    let mut add = |flag: &str, value: Option<&String>| {
        words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value.clone()]));
    };
    add("--traces", test.behaviours.traces.as_ref());
    add("--steps", test.behaviours.steps.as_ref());
    add("--scope", test.inputs.scope.as_ref());
    if test.inputs.overflow == OverflowFlag::Wrap {
        add("--overflow", Some(&"wrap".to_owned()));
    }
    for folder in &test.language.folders {
        add("-I", Some(&folder.display().to_string()));
    }
    if test.language.strict_alloy {
        words.push("--strict-alloy".to_owned());
    }
    words.extend(limits(&test.drivers));
    words
}
