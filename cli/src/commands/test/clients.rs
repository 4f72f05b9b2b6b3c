//! `korrel test --traces COMMAND --clients 2`: programs of two clients, and whether their histories are linearisable.

use korrel_campaign::{ClientPrograms, TestedTraces, TraceBehaviours};
use korrel_harness::report::hash_of;
use korrel_harness::{TestQuestion, counted};
use serde_json::json;

use super::behaviours::BehaviourTrial;
use super::heading::listing;
use super::traces::{asked, idle_throws, left_out, replay};
use crate::commands::shared::question::overflow;
use crate::flags::TestFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(test: &TestFlags, label: &str, report: &Reporter) -> Result<Exit, Error> {
    let run = BehaviourTrial::new(test, report)?;
    let most = test.behaviours.calls.get() as usize;
    // Both clients' calls, one after the other.
    let states = (2 * most + 1).to_string();
    let (spec, command) = asked(test, label, Some(("--calls", &states)), report)?;
    let run = run.hinted(&spec);
    let tested = TestedTraces::new(&spec, &command);
    left_out(&spec, &tested, report);
    let (overflow, effort) = (overflow(test.inputs.overflow), run.stop.effort());
    let behaviours = TraceBehaviours::new(&tested, &[], overflow, &effort)?;
    idle_throws(test, &spec, &behaviours, report);
    let mut question = behaviours.question();
    question.declarations.insert("clients".to_owned(), json!(2));
    let mut programs = ClientPrograms::new(&tested, most, overflow, &effort)?;
    let mut plan = run.plan.clone();
    plan.repeat = test.inputs.repeat.into();
    let repeat = plan.repeat;
    let number = programs.programs().len();
    if number == 0 {
        report.note("two clients can make no calls within the scope: nothing was run");
    }
    let runs = match repeat {
        1 => "one run of each".to_owned(),
        _ => format!("{repeat} runs of each"),
    };
    let scope = match &test.inputs.replay {
        Some(replayed) => format!("of the replay of {replayed}, in {repeat} of its schedules"),
        None => format!(
            "2 clients of up to {} each: all programs; their schedules are sampled, {runs}",
            counted(most, "call")
        ),
    };
    let given = listing(test).scope.unwrap_or_default();
    let parts = [command.label.clone(), format!("clients 2 calls {most}"), given];
    let mut heading = run.heading(&spec.name, scope, &question, replay(test));
    // All programs are run, whatever the part.
    heading.shard = None;
    heading.question = hash_of(parts.iter().map(String::as_str).chain(spec.texts()));
    if repeat > 1 {
        heading.options.insert("repeat".to_owned(), json!(repeat));
    }
    // In the report, the programs are the inputs of one operation.
    let reported =
        TestQuestion { operations: vec![programs.operation(&question)], ..question.clone() };
    let only = run.only.clone();
    let (outcome, _) = run.tried(&reported, heading, report, |collector| {
        programs.run(&plan, &question, only.as_ref(), collector)
    })?;
    Ok(outcome.exit_code(test.outcome.allow_incomplete).into())
}
