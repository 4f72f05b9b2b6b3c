//! `korrel test --traces`: the behaviours of a spec, call by call.

use korrel_campaign::{BehaviourTest, IdleThrows, TestedTraces, TraceBehaviours, Untold};
use korrel_harness::counted;
use korrel_harness::report::{InputListing, ReportHeading, hash_of};
use korrel_harness::{End, Relabel, Stops, TestQuestion, ready};
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;
use serde_json::Map;

use super::behaviours::BehaviourTrial;
use super::heading::{limits, listing, relabel_text};
use super::refused::refused;
use crate::commands::plan::of_test;
use crate::commands::shared::question::{overflow, with_scope};
use crate::files::read::load;
use crate::flags::{OverflowFlag, TestFlags, listed};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(test: &TestFlags, label: &str, report: &Reporter) -> Result<Exit, Error> {
    let run = BehaviourTrial::new(test, report)?;
    let steps = test.behaviours.steps.as_deref().map(|steps| ("--steps", steps));
    let (spec, command) = asked(test, label, steps, report)?;
    let run = run.hinted(&spec);
    let tested = TestedTraces::new(&spec, &command);
    left_out(&spec, &tested, report);
    let overflow = overflow(test.inputs.overflow);
    let effort = run.stop.effort();
    let observed = &test.behaviours.observe;
    let mut workers = Vec::new();
    let is_short = test.behaviours.cover_traces.is_some();
    // Which calls are made depends on those before: that is a matter of one driver.
    for _ in 0..if is_short { 1 } else { run.plan.workers } {
        workers.push(TraceBehaviours::new(&tested, observed, overflow, &effort)?);
    }
    idle_throws(test, &spec, &workers[0], report);
    if is_short {
        workers[0].cover_transitions()?;
    }
    if let Some(folder) = &test.queue.plan {
        let heading = heading(test, &spec, &command, &workers[0], &workers[0].question(), &run);
        return of_test(test, folder, &heading, report);
    }
    // Constructors are operations of the report, and only the driver knows of them.
    let stops = Stops::new(effort.flag(), None);
    match ready(&run.plan, &workers[0].question(), &stops) {
        Ok(ready) => {
            if run.plan.relabel.is_some() && !ready.constructors.is_empty() {
                let message =
                    "the driver makes the first state by itself: there is nothing to relabel";
                return Err(Error::usage(message));
            }
            workers.iter_mut().try_for_each(|one| one.made_by(&ready.constructors))?;
        }
        Err(End::Refused(refusal)) => return Err(refused(&refusal, &run.plan)),
        // The run ends as soon as it begins, and says so.
        Err(_) => {}
    }
    let question = workers[0].question();
    let heading = heading(test, &spec, &command, &workers[0], &question, &run);
    let (plan, only) = (&run.plan.clone(), run.only.clone());
    let (question, only, shard) = (&question, only.as_ref(), run.shard());
    let campaign = BehaviourTest { plan, question, only, shard, effort: &effort };
    let (outcome, is_whole) = run.tried(question, heading, report, |collector| {
        // A short suite leaves shorter ways out, too.
        collector.report.has_gaps |= is_short;
        campaign.run(&mut workers, collector)
    })?;
    if outcome.new_failures() > 0 {
        Untold::of(&spec.model, &workers).iter().for_each(|untold| unseen(untold, report));
    }
    if is_whole && outcome.inputs() == 0 && workers[0].beginnings == 0 {
        report.note("the spec allows no first state within the scope: nothing was called");
    }
    Ok(outcome.exit_code(test.outcome.allow_incomplete).into())
}

/// The spec, and its command about beginnings of traces. `steps`: a flag and the number of states that it says.
pub(super) fn asked(
    test: &TestFlags,
    label: &str,
    steps: Option<(&str, &str)>,
    report: &Reporter,
) -> Result<(Spec, Command), Error> {
    let mut spec = load(test.spec(), &test.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let mut command = spec.command(Some(label))?;
    if let Some(scope) = &test.inputs.scope {
        command = with_scope(&mut spec, command, scope, report)?;
    }
    if let Some((flag, steps)) = steps {
        command = spec.with_steps(command, flag, steps)?;
    }
    if let Some(names) = &test.behaviours.actions {
        command = spec.with_actions(command, &listed(names))?;
    }
    let command = spec.with_prefixes(command)?;
    Ok((spec, command))
}

/// Reports the fields of which the driver never told anything.
fn unseen(untold: &Untold, report: &Reporter) {
    let [hidden, observed] = [&untold.hidden, &untold.observed].map(|names| names.join(","));
    let are = if untold.hidden.len() == 1 { "it counts" } else { "they count" };
    report.note(&format!(
        "the driver never tells `{}`, so {are} as unchanged; if that cannot be seen: `--observe {}`",
        visible(&hidden),
        visible(&observed)
    ));
}

/// Reports each `NAME_throws` that is about no action.
pub(super) fn idle_throws(
    test: &TestFlags,
    spec: &Spec,
    behaviours: &TraceBehaviours<'_>,
    report: &Reporter,
) {
    for IdleThrows { name, action, meant, span, is_chosen } in behaviours.idle_throws() {
        if is_chosen && test.behaviours.actions.is_some() {
            // It is about a predicate that is not to be called.
            continue;
        }
        let (line, _) = spec.sources.line_and_column(span);
        let file = visible(&spec.sources.get(span.file).name).into_owned();
        let [name, action] = [&name, &action].map(|name| visible(name).into_owned());
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        report.note(&format!(
            "{file}:{line}: `{name}` says nothing here, for there is no action `{action}`{meant}"
        ));
    }
}

/// Reports the parts of the spec that no call can show.
pub(super) fn left_out(spec: &Spec, tested: &TestedTraces, report: &Reporter) {
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

fn heading(
    test: &TestFlags,
    spec: &Spec,
    command: &Command,
    behaviours: &TraceBehaviours<'_>,
    question: &TestQuestion,
    run: &BehaviourTrial<'_>,
) -> ReportHeading {
    let calls = behaviours.most_calls();
    let scope = match &test.inputs.replay {
        Some(replayed) => format!("of the replay of {replayed}"),
        None => {
            let short = if test.behaviours.cover_traces.is_some() {
                "each call once in each state, "
            } else {
                ""
            };
            let names = match test.inputs.relabel {
                None => String::new(),
                Some(Relabel::All) => ", under all labellings of each first state".to_owned(),
                Some(other) => {
                    format!(", as listed and under {} other labellings", relabel_text(other))
                }
            };
            format!("{short}up to {} ({} states){names}", counted(calls, "call"), calls + 1)
        }
    };
    let mut options = Map::new();
    if let Some(relabel) = test.inputs.relabel {
        options.insert("relabel".to_owned(), relabel_text(relabel).into());
        options.insert("seed".to_owned(), test.inputs.seed.into());
    }
    let InputListing { scope: given, strict_alloy, recursion, .. } = listing(test);
    let observed = test.behaviours.observe.join(",");
    let actions = test.behaviours.actions.clone().unwrap_or_default();
    let [label, strict] = [command.label.clone(), strict_alloy.to_string()];
    let mut parts =
        vec![label, scope.clone(), given.unwrap_or_default(), strict, observed, actions];
    parts.extend(recursion.map(|depth| format!("recursion {depth}")));
    let question_hash = hash_of(parts.iter().map(String::as_str).chain(spec.texts()));
    let heading = run.heading(&spec.name, scope, question, replay(test));
    ReportHeading { question: question_hash, options, ..heading }
}

/// The words of a command that makes the same calls.
pub(super) fn replay(test: &TestFlags) -> Vec<String> {
    let spec = test.spec().display().to_string();
    let mut words = vec!["korrel".to_owned(), "test".to_owned(), spec];
    let mut add = |flag: &str, value: Option<&String>| {
        words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value.clone()]));
    };
    add("--traces", test.behaviours.traces.as_ref());
    add("--steps", test.behaviours.steps.as_ref());
    if test.behaviours.clients.is_some() {
        add("--clients", Some(&"2".to_owned()));
        add("--calls", Some(&test.behaviours.calls.to_string()));
    }
    add("--scope", test.inputs.scope.as_ref());
    add("--actions", test.behaviours.actions.as_ref());
    let observed = test.behaviours.observe.join(",");
    add("--observe", Some(&observed).filter(|names| !names.is_empty()));
    if test.inputs.overflow == OverflowFlag::Wrap {
        add("--overflow", Some(&"wrap".to_owned()));
    }
    for folder in &test.language.folders {
        add("-I", Some(&folder.display().to_string()));
    }
    if test.language.strict_alloy {
        words.push("--strict-alloy".to_owned());
    }
    if let Some(depth) = test.language.recursion {
        words.extend(["--recursion".to_owned(), depth.to_string()]);
    }
    words.extend(limits(&test.drivers));
    words
}
