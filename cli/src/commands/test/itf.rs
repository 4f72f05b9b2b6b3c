//! `korrel test --itf`: the traces of another program, call by call.

use std::path::Path;

use korrel_campaign::{ItfBehaviours, ItfReplay, NamedTrace, TOOL, Tested, Unreplayable};
use korrel_harness::Plan;
use korrel_harness::report::{Report, ReportHeading, RunStatus};
use korrel_heapgraph::itf::ItfTrace;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;
use serde_json::Value as Json;

use super::drivers::plan_of;
use super::heading::limits;
use super::inputs::Replay;
use super::trial::Trial;
use super::{known, outcome};
use crate::commands::shared::question::limited;
use crate::files::fresh::FreshFile;
use crate::files::read::read;
use crate::flags::TestFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(test: &TestFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), test.drivers.total_timeout, None)?;
    let only = match Replay::new(test.inputs.replay.as_deref())? {
        Replay::No => None,
        Replay::Name(name) => Some(name),
        Replay::Recorded(_) => {
            let message =
                "a folder holds inputs of a spec; of a behaviour, `--replay` takes the key";
            return Err(Error::usage(message));
        }
    };
    let mut behaviours = behaviours(test)?;
    let plan = Plan {
        stop_after: test.outcome.stop_after.map(Into::into),
        budget: test.inputs.budget,
        has_spoken: only.is_some(),
        ..plan_of(&test.driver, &test.drivers, report)?
    };
    let page = test.outcome.told.html.as_deref().map(FreshFile::at).transpose()?;
    let names = names(test);
    let question = behaviours.question(&names.join(" "));
    let effort = stop.effort();
    let replay =
        ItfReplay { plan: &plan, question: &question, only: only.as_ref(), effort: &effort };
    let trial = Trial {
        heading: heading(test, &behaviours, &plan),
        plan: &plan,
        question: &question,
        flags: test,
        stop: &stop,
        known: known(test)?,
        recorder: None,
    };
    stop.heed(Stop::tell);
    stop.take_over();
    let (outcome, _, refusal) = trial.run(|collector, _| {
        let walked = replay.run(&mut behaviours, collector)?;
        Ok(Tested { end: walked.end, grown: None })
    })?;
    let is_refused = refusal.is_some();
    refusal.into_iter().for_each(|error| {
        report.error(error);
    });
    let nothing = |_: &Report, _| String::new();
    outcome::write_outcome(&test.outcome, (None, page), &outcome, None, &nothing)?;
    let is_whole = outcome.status == RunStatus::Complete && only.is_none() && !is_refused;
    if is_whole && outcome.operations.iter().any(|op| op.passed > 0) {
        untold(&behaviours, report);
    }
    Ok(outcome.exit_code(test.outcome.allow_incomplete).into())
}

/// Reports the variables that were not compared.
fn untold(behaviours: &ItfBehaviours, report: &Reporter) {
    let names: Vec<String> =
        behaviours.untold().into_iter().map(|name| format!("`{}`", visible(name))).collect();
    if !names.is_empty() {
        report.note(&format!(
            "the driver's answers tell nothing of {}, so nothing of that was compared",
            names.join(", ")
        ));
    }
}

fn names(test: &TestFlags) -> Vec<String> {
    test.behaviours.itf.iter().map(|path| path.display().to_string()).collect()
}

fn behaviours(test: &TestFlags) -> Result<ItfBehaviours, Error> {
    let mut traces = Vec::new();
    for path in &test.behaviours.itf {
        let name = path.display().to_string();
        let text = read(path, &name).map_err(Error::File)?;
        let found = traces_of(&text).map_err(|why| unusable(path, &why))?;
        let is_alone = found.len() == 1;
        traces.extend(found.into_iter().enumerate().map(|(at, trace)| NamedTrace {
            name: if is_alone { name.clone() } else { format!("{name}, trace {at}") },
            trace,
        }));
    }
    let action = test.behaviours.itf_action.as_deref();
    let behaviours = ItfBehaviours::new(&traces, action).map_err(|error| {
        let Unreplayable { place, why, help } = error;
        let message = format!("{}: {}", visible(&place), visible(&why));
        Error::Usage(Diagnostic::new(code::HEAP, message).help(help))
    })?;
    match behaviours.is_empty() {
        true => Err(unusable(&test.behaviours.itf[0], "there is no trace in it")),
        false => Ok(behaviours),
    }
}

fn traces_of(text: &str) -> Result<Vec<ItfTrace>, String> {
    let json: Json = serde_json::from_str(text).map_err(|error| error.to_string())?;
    ItfTrace::read_all(&json).map_err(|error| error.to_string())
}

fn unusable(path: &Path, why: &str) -> Error {
    let path = path.display().to_string();
    let message = format!("`{}` is no trace: {}", visible(&path), visible(why));
    let help = "a trace is a file in ITF, as `quint run --mbt --out-itf=FILE`, Apalache and \
                `korrel find --format itf` write it";
    Error::Usage(Diagnostic::new(code::HEAP, message).help(help))
}

fn heading(test: &TestFlags, behaviours: &ItfBehaviours, plan: &Plan) -> ReportHeading {
    let names = names(test);
    let question = behaviours.question(&names.join(" "));
    let mut declarations = question.declarations;
    let ops = question.operations.iter().map(|op| {
        let parameters = korrel_heapgraph::shapes(&op.parameters);
        (op.name.clone(), serde_json::json!({ "parameters": parameters }))
    });
    declarations.insert("ops".to_owned(), Json::Object(ops.collect()));
    let mut replay = vec!["korrel".to_owned(), "test".to_owned(), "--itf".to_owned()];
    replay.extend(names.iter().cloned());
    if let Some(action) = &test.behaviours.itf_action {
        replay.extend(["--itf-action".to_owned(), action.clone()]);
    }
    replay.extend(limits(&test.drivers));
    ReportHeading {
        tool: TOOL.to_owned(),
        spec: names.join(" "),
        question: behaviours.hash().to_owned(),
        scope: match (&test.inputs.replay, behaviours.len()) {
            (Some(replayed), _) => format!("of the replay of {replayed}"),
            (None, 1) => "of one trace".to_owned(),
            (None, many) => format!("of {many} traces"),
        },
        driver: plan.driver.words(),
        declarations,
        replay,
        ..ReportHeading::default()
    }
}
