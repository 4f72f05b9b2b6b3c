//! `korrel minimise`: the smallest input that fails for the same cause.

use std::io::{self, Write};
use std::path::Path;

use korrel_campaign::{
    MinimisationEnd, MinimiseQuestion, OperationChoice, SmallestInput, SpecOracles, Subject, TOOL,
    declared, subjects,
};
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus};
use korrel_harness::{End, Plan, is_breach};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible_lines;
use serde_json::{Value as Json, json};

use crate::commands::shared::question::{limited, overflow};
use crate::commands::test::drivers::plan_of;
use crate::commands::test::refused::refused;
use crate::commands::test::{Artist, failures};
use crate::files::read::load;
use crate::files::read::read;
use crate::flags::{MinimiseFlags, StatesFormatFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

pub fn run(minimise: &MinimiseFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), minimise.drivers.total_timeout, None)?;
    let mut spec = load(&minimise.spec, &minimise.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let GivenInput { op, heap, has_spoken } = given(&minimise.heap)?;
    let choice = OperationChoice {
        names: minimise.op.clone().or(op).into_iter().collect(),
        invariant: minimise.invariant.clone(),
        scope: minimise.scope.clone(),
        ..OperationChoice::default()
    };
    let subjects = subjects(&mut spec, &choice)?;
    if let [_, _, ..] = subjects.as_slice() {
        let names = subjects.iter().map(|one| one.operation.name.as_str()).collect::<Vec<_>>();
        let names = names.join(", ");
        return Err(Error::usage(format!("--op says which operation fails: there are {names}")));
    }
    let oracles = SpecOracles::new(&spec, &subjects)?;
    let overflow = overflow(minimise.overflow);
    let mut remark = |remark| report.remark(remark);
    let question = MinimiseQuestion::new(&spec, choice, overflow, &oracles, heap, &mut remark)?;
    let plan = Plan { has_spoken, ..plan_of(&minimise.driver, &minimise.drivers, report)? };
    stop.heed(Stop::tell);
    stop.take_over();
    match question.minimise(&plan, minimise.budget, &stop.effort(), &mut remark)? {
        MinimisationEnd::Refused(refusal) => Err(refused(&refusal, &plan)),
        MinimisationEnd::Passed(why) => {
            report.note(&format!("the input does not fail: {why}"));
            Ok(Exit::Failure)
        }
        MinimisationEnd::Stopped => Ok(stop.tell()),
        MinimisationEnd::Found(smallest) => {
            let heading = ReportHeading {
                tool: TOOL.to_owned(),
                spec: spec.name.clone(),
                scope: subjects[0].scope.clone(),
                driver: plan.driver.words(),
                declarations: declared(&subjects),
                ..ReportHeading::default()
            };
            write(minimise.answer.format, heading, &subjects[0], *smallest, &stop)
        }
    }
}

fn write(
    format: StatesFormatFlag,
    heading: ReportHeading,
    subject: &Subject,
    smallest: SmallestInput,
    stop: &Stop,
) -> Result<Exit, Error> {
    let SmallestInput { is_minimal, is_forbidden, .. } = smallest;
    match format {
        StatesFormatFlag::Json => {
            let status = if stop.is_raised() { "interrupted" } else { "budget" };
            smallest.records(status).iter().try_for_each(answer)?;
        }
        StatesFormatFlag::Text => {
            let words = words(&smallest, subject);
            let artist = Artist::new(&heading);
            let operations = [subject.operation.clone()];
            let mut collector = Collector::new(Report::new(heading, &operations));
            collector.done(smallest.done);
            let report = collector.end(&End::Exhausted, RunStatus::Interrupted);
            let text = failures(&report, &artist) + &visible_lines(&words);
            io::stdout().lock().write_all(text.as_bytes())?;
        }
    }
    Ok(match stop.is_raised() {
        _ if is_minimal && is_forbidden => Exit::Failure,
        _ if is_minimal => Exit::Success,
        true => stop.tell(),
        false => Exit::Incomplete,
    })
}

fn words(smallest: &SmallestInput, subject: &Subject) -> String {
    let (unit, tried) = (&subject.operation.unit, smallest.tried);
    let (from, to) = (unit.text(smallest.given), unit.text(smallest.objects));
    let smaller = match smallest.is_minimal {
        true if smallest.is_forbidden => {
            "NONE: the spec does not allow this input, and no smaller one that it allows fails so"
                .to_owned()
        }
        true if tried == 0 => "MINIMAL: there is no smaller input".to_owned(),
        true if tried == 1 => "MINIMAL: the one smaller input does not fail so".to_owned(),
        true => format!("MINIMAL: none of the {tried} smaller inputs fails so"),
        false => format!("SMALLER: smaller inputs tried: {tried}; there are more"),
    };
    format!("given: {from}, found: {to}\n{smaller}\n")
}

/// A heap, and the operation if the file says which.
struct GivenInput {
    op: Option<String>,
    heap: Json,
    /// True if it is the failure of a driver that has answered others properly, and here wrote a line that is
    /// no reply.
    has_spoken: bool,
}

/// The first record of a file: a heap, an input as a driver gets it, or a failure as a report has it.
///
/// # Errors
/// A file that cannot be read, or a record that is none of these.
fn given(path: &Path) -> Result<GivenInput, Error> {
    let name = path.display().to_string();
    let text = read(path, &name).map_err(Error::File)?;
    let refused = |why: String| {
        let help = "a heap is {\"roots\":{…},\"objects\":{…}}; an input of a driver or a line of a report's failure \
                    will do";
        Error::File(Diagnostic::new(code::FILE, format!("`{name}`: {why}")).help(help))
    };
    let records = serde_json::Deserializer::from_str(&text).into_iter::<Json>();
    for record in records {
        let record = record.map_err(|error| refused(error.to_string()))?;
        let heap = match record["kind"].as_str() {
            Some("header" | "end") => continue,
            Some("failure") => &record["pre"],
            _ => &record,
        };
        if !heap["objects"].is_object() {
            return Err(refused("it has no objects".to_owned()));
        }
        let mut kept = json!({ "roots": heap.get("roots").cloned().unwrap_or(json!({})) });
        for part in ["objects", "sets", "relations"] {
            heap.get(part).into_iter().for_each(|value| kept[part] = value.clone());
        }
        let op = record["op"].as_str().map(str::to_owned);
        let has_spoken = record["causes"][0]["cause"].as_str().is_some_and(is_breach);
        return Ok(GivenInput { op, heap: kept, has_spoken });
    }
    Err(refused("there is no heap in it".to_owned()))
}
