//! `korrel list`: the questions that a spec offers.

use std::io::Write;
use std::path::Path;

use korrel::question::check::Expectation;
use korrel_lang::model::{Command, SigId, Sizes};
use korrel_lang::spec::{OutlineItem, OutlineKind, Spec, outline};
use korrel_lang::unroll::Steps;
use korrel_lang::visible::visible;
use korrel_translate::{Overflow, Scopes};
use serde_json::{Value as Json, json};

use crate::files::read::load;
use crate::flags::{AnswerFormatFlag, ListFlags};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

/// A mistake in a file or in a scope does not keep the rest from being listed.
pub fn run(list: &ListFlags, report: &Reporter) -> Result<Exit, Error> {
    let mut exit = Exit::Success;
    for path in &list.specs {
        let listed = match listed(path, list, report) {
            Ok((listed, own)) => {
                exit = if own == Exit::Success { exit } else { own };
                listed
            }
            Err(error) => {
                let (sources, mistakes) = error.mistakes()?;
                exit = report.error(Error::Spec(sources, mistakes));
                continue;
            }
        };
        match list.format {
            AnswerFormatFlag::Text => write!(std::io::stdout().lock(), "{}", text(&listed))?,
            AnswerFormatFlag::Json => listed.records.iter().try_for_each(answer)?,
        }
    }
    Ok(exit)
}

/// The contents of a file, as records of JSON.
struct ListedSpec {
    spec: String,
    records: Vec<Json>,
}

fn listed(path: &Path, list: &ListFlags, report: &Reporter) -> Result<(ListedSpec, Exit), Error> {
    let spec = load(path, &list.language)?;
    let mut exit = Exit::Success;
    let mut records = Vec::new();
    for (index, command) in spec.model.commands.iter().enumerate() {
        let scopes = match Scopes::new(&spec.model, command, Overflow::Forbid) {
            Ok(scopes) => sizes(&spec, &scopes),
            Err(mistake) => {
                exit = report.error(Error::about(&spec, mistake));
                Json::Null
            }
        };
        records.push(command_record(&spec, index, command, scopes));
    }
    for item in outline(&spec.sources, &spec.program.modules[0].ast) {
        match item.kind {
            OutlineKind::Predicate => records.push(named(&spec, "predicate", &item)),
            OutlineKind::Assertion if !item.name.is_empty() => {
                records.push(named(&spec, "assertion", &item));
            }
            _ => {}
        }
    }
    Ok((ListedSpec { spec: spec.name.clone(), records }, exit))
}

fn command_record(spec: &Spec, index: usize, command: &Command, scopes: Json) -> Json {
    let expects = command.expect.map(|_| Expectation::of(command).to_string());
    let mut record = json!({
        "kind": "command",
        "spec": spec.name,
        "index": index,
        "label": command.label,
        "at": spec.sources.place(command.span),
        "command": spec.text(command),
        "expected": expects,
        "scopes": scopes,
    });
    if let Some(steps) = Steps::of(&spec.model, command) {
        record["steps"] = json!([steps.least, steps.greatest]);
    }
    record
}

/// The least and the greatest number of atoms of each sig; the least and the greatest integer.
fn sizes(spec: &Spec, scopes: &Scopes) -> Json {
    let size = |(sig, sizes): (SigId, Sizes)| {
        (spec.model.sigs[sig].path.clone(), json!([sizes.min, sizes.max]))
    };
    let sizes = scopes.stated(&spec.model).into_iter().map(size);
    let integers = ("Int".to_string(), json!([scopes.integers.0, scopes.integers.1]));
    Json::Object(sizes.chain([integers]).collect())
}

fn named(spec: &Spec, kind: &str, item: &OutlineItem) -> Json {
    json!({
        "kind": kind,
        "spec": spec.name,
        "name": item.name,
        "at": spec.sources.place(item.span),
        "text": item.text,
    })
}

/// The text for people: the commands with their sizes, then the predicates and assertions that can
/// be run.
fn text(listed: &ListedSpec) -> String {
    let mut text = format!("{}\n", visible(&listed.spec));
    let of = |kind: &'static str| listed.records.iter().filter(move |r| r["kind"] == kind);
    for command in of("command") {
        let said = command["command"].as_str().expect("it is a text");
        let label = command["label"].as_str().expect("it is a text");
        let name = super::check::named(label, said);
        let expected = command["expected"].as_str();
        let expected = expected.map_or(String::new(), |count| format!("  (expects {count})"));
        text += &format!("  {}  {}{expected}\n", command["index"], visible(&name));
        if let Some(scopes) = command["scopes"].as_object() {
            let sizes = scopes.iter().map(|(name, sizes)| size(name, sizes));
            let sizes: Vec<String> = sizes.chain(steps(&command["steps"])).collect();
            text += &format!("       {}\n", visible(&sizes.join(", ")));
        }
    }
    for kind in ["predicate", "assertion"] {
        for record in of(kind) {
            let said = record["text"].as_str().expect("it is a text");
            text += &format!("  {kind} {}\n", visible(said));
        }
    }
    text
}

/// `1..4 states, 0..3 calls`.
fn steps(steps: &Json) -> Option<String> {
    let number = |at: usize| u32::try_from(steps[at].as_u64()?).ok();
    Some(Steps { least: number(0)?, greatest: number(1)? }.to_string())
}

/// `Node 0..3`, `Tree 1`.
fn size(name: &str, sizes: &Json) -> String {
    let (least, greatest) = (&sizes[0], &sizes[1]);
    if least == greatest {
        format!("{name} {least}")
    } else {
        format!("{name} {least}..{greatest}")
    }
}
