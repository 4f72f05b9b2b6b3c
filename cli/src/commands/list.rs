//! `korrel list`: the questions that a spec offers.

use std::io::Write;
use std::path::Path;

use korrel::answer::{CommandRecord, ListRecord, NamedRecord, named};
use korrel_lang::unroll::Steps;
use korrel_lang::visible::visible;
use serde_json::Value as Json;

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
        match list.answer.format {
            AnswerFormatFlag::Text => write!(std::io::stdout().lock(), "{}", text(&listed))?,
            AnswerFormatFlag::Json => listed.records.iter().try_for_each(answer)?,
        }
    }
    Ok(exit)
}

/// The contents of a file.
struct ListedSpec {
    spec: String,
    records: Vec<ListRecord>,
}

fn listed(path: &Path, list: &ListFlags, report: &Reporter) -> Result<(ListedSpec, Exit), Error> {
    let spec = load(path, &list.language)?;
    let mut exit = Exit::Success;
    let (records, mistakes) = ListRecord::all(&spec);
    for mistake in mistakes {
        exit = report.error(Error::about(&spec, mistake));
    }
    Ok((ListedSpec { spec: spec.name.clone(), records }, exit))
}

/// The text for people: the commands with their sizes, then the predicates and assertions that can
/// be run.
fn text(listed: &ListedSpec) -> String {
    let mut text = format!("{}\n", visible(&listed.spec));
    for record in &listed.records {
        if let ListRecord::Command(command) = record {
            text += &command_text(command);
        }
    }
    for wanted in ["predicate", "assertion"] {
        for record in &listed.records {
            if let ListRecord::Named(NamedRecord { kind, text: said, .. }) = record
                && *kind == wanted
            {
                text += &format!("  {kind} {}\n", visible(said));
            }
        }
    }
    text
}

fn command_text(command: &CommandRecord) -> String {
    let name = named(&command.label, &command.command);
    let expected = command.expected.as_ref();
    let expected = expected.map_or(String::new(), |count| format!("  (expects {count})"));
    let mut text = format!("  {}  {}{expected}\n", command.index, visible(&name));
    if let Some(scopes) = &command.scopes {
        let sizes = scopes.iter().map(|(name, sizes)| size(name, sizes));
        let steps = command.steps.map(|(least, greatest)| Steps { least, greatest }.to_string());
        let sizes: Vec<String> = sizes.chain(steps).collect();
        text += &format!("       {}\n", visible(&sizes.join(", ")));
    }
    text
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
