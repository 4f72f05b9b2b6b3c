//! `korrel test --itf`: the traces of another program, call by call.

use std::path::Path;

use korrel_campaign::{BehaviourTest, ItfBehaviours, NamedTrace, Unreplayable};
use korrel_harness::TestQuestion;
use korrel_harness::report::ReportHeading;
use korrel_heapgraph::itf::ItfTrace;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;
use serde_json::Value as Json;

use super::behaviours::BehaviourTrial;
use super::heading::limits;
use crate::files::read::read;
use crate::flags::TestFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(test: &TestFlags, report: &Reporter) -> Result<Exit, Error> {
    let run = BehaviourTrial::new(test, report)?;
    let mut workers = vec![behaviours(test)?; run.plan.workers];
    let behaviours = &workers[0];
    let question = behaviours.question(&names(test).join(" "));
    let heading = heading(test, behaviours, &question, &run);
    let effort = run.stop.effort();
    let (plan, only) = (&run.plan.clone(), run.only.clone());
    let (question, only, shard) = (&question, only.as_ref(), run.shard());
    let campaign = BehaviourTest { plan, question, only, shard, effort: &effort };
    let (outcome, is_whole) =
        run.tried(question, heading, report, |collector| campaign.run(&mut workers, collector))?;
    let mut told = workers.swap_remove(0);
    workers.into_iter().for_each(|other| told.join(other));
    if is_whole && outcome.operations.iter().any(|op| op.passed > 0) {
        untold(&told, report);
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

fn heading(
    test: &TestFlags,
    behaviours: &ItfBehaviours,
    question: &TestQuestion,
    run: &BehaviourTrial<'_>,
) -> ReportHeading {
    let names = names(test);
    let mut replay = vec!["korrel".to_owned(), "test".to_owned(), "--itf".to_owned()];
    replay.extend(names.iter().cloned());
    if let Some(action) = &test.behaviours.itf_action {
        replay.extend(["--itf-action".to_owned(), action.clone()]);
    }
    replay.extend(limits(&test.drivers));
    let scope = match (&test.inputs.replay, behaviours.len()) {
        (Some(replayed), _) => format!("of the replay of {replayed}"),
        (None, 1) => "of one trace".to_owned(),
        (None, many) => format!("of {many} traces"),
    };
    let heading = run.heading(&names.join(" "), scope, question, replay);
    ReportHeading { question: behaviours.hash().to_owned(), ..heading }
}
