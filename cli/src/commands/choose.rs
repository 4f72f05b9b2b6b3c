//! `korrel choose SPEC P Q R…`: a smallest set of instances that tells predicates apart.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use korrel::Settings;
use korrel::question::SpecCommand;
use korrel::question::choose::{Choosing, ChosenInstance, InstanceChoice, Score};
use korrel::question::evaluation::GivenHeap;
use korrel::stream::{Status, as_written};
use korrel_harness::counted;
use korrel_lang::visible::visible;
use serde_json::{Map, Value as Json, json};

use crate::commands::stream::ending;
use crate::files::read::unreadable;
use crate::files::texts::GivenHeader;
use crate::flags::ChooseFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

use super::shared::given::{asked_of, heaps_of};
use super::shared::question::{answered, caution, limited, overflow};

pub fn run(choose: &ChooseFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), choose.limits.timeout, choose.limits.size.memory)?;
    let first = &choose.predicates[0];
    let (command, scope) = (choose.command.as_deref(), choose.scope.as_deref());
    let asked = asked_of(&choose.spec, first, command, scope, &choose.language, report)?;
    let choosing = match choose.mutants {
        true if choose.predicates.len() > 1 => {
            return Err(Error::usage("`--mutants` changes one predicate: give no other"));
        }
        true => Choosing::of_mutants(&asked, first)?,
        false => Choosing::new(&asked, &choose.predicates)?,
    };
    let examples = match &choose.examples {
        Some(folder) => Some(examples(folder, &|_| choosing.types(), report)?),
        None => None,
    };
    let header = (!choose.frame.bare).then(|| choosing.header(overflow(choose.overflow)));
    let mut frame = StreamFrame::new(Lines::stdout(), header);
    stop.heed(ending(&frame, None, None));
    let settings = Settings::new().overflow(overflow(choose.overflow));
    let meaning = settings.meaning();
    let whole = SpecCommand { command: choosing.whole(), ..choosing.asked().clone() };
    caution(&whole, &settings, report, &stop)?;
    let chosen = answered(choosing.choose(meaning, &stop.effort()), &stop)?;
    let score = examples.map(|examples| choosing.score(&examples, &chosen)).transpose()?;
    frame.begin()?;
    for one in &chosen.instances {
        let (id, said) = (frame.count().into(), as_written(&choosing.label(one).member()));
        frame.add(Some(&id), &said, &one.shown.body)?;
    }
    stop.take_over();
    frame.tell(members(&choosing, &chosen, score.as_ref()));
    frame.end(Status::Complete)?;
    for line in
        table(&choosing, &chosen).into_iter().chain(remarks(&choosing, &chosen, score.as_ref()))
    {
        report.note(&line);
    }
    Ok(match (chosen.equal.is_empty(), chosen.undecided.is_empty()) {
        (_, false) => Exit::Incomplete,
        (false, true) if !choose.mutants => Exit::Failure,
        _ => Exit::Success,
    })
}

/// The heaps in a file, or in the files of a folder, in the order of the files' names.
fn examples(
    folder: &Path,
    header: GivenHeader<'_>,
    report: &Reporter,
) -> Result<Vec<(String, GivenHeap)>, Error> {
    if folder.is_file() {
        return heaps_of(folder, header, report);
    }
    let unreadable = |error: std::io::Error| unreadable(folder, &error);
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let end = path.extension().and_then(OsStr::to_str);
        let is_heaps = matches!(end, Some("json" | "jsonl" | "xml"));
        paths.extend(is_heaps.then_some(path));
    }
    paths.sort();
    if paths.is_empty() {
        report.note("the folder has no file that ends in .json, .jsonl or .xml");
    }
    let mut heaps = Vec::new();
    for path in paths {
        heaps.extend(heaps_of(&path, header, report)?);
    }
    Ok(heaps)
}

/// The members of the end record.
fn members(
    choosing: &Choosing,
    chosen: &InstanceChoice,
    score: Option<&Score>,
) -> Map<String, Json> {
    let answer = json!(choosing.answer(chosen));
    let mut members = answer.as_object().cloned().unwrap_or_default();
    if let Some(Score { apart, missed }) = score {
        let of = apart + missed.len();
        let told = json!({ "apart": apart, "of": of, "missed": choosing.pairs_of(missed) });
        members.insert("examples".to_owned(), told);
    }
    members
}

/// A line for each candidate, a column for each instance.
fn table(choosing: &Choosing, chosen: &InstanceChoice) -> Vec<String> {
    let names = choosing.names().iter().map(|name| visible(name).into_owned());
    let names: Vec<String> = names.collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let ids: Vec<String> = (0..chosen.instances.len()).map(|id| id.to_string()).collect();
    let row = |name: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells.zip(&ids).map(|(cell, id)| format!(" {cell:>width$}", width = id.len()));
        format!("{name:width$}{}", cells.collect::<String>()).trim_end().to_owned()
    };
    let head = row("", &mut ids.iter().map(String::as_str));
    let of = |(at, name): (usize, &String)| {
        let cell = |one: &ChosenInstance| if one.truths[at] { "+" } else { "-" };
        row(name, &mut chosen.instances.iter().map(cell))
    };
    [head].into_iter().chain(names.iter().enumerate().map(of)).collect()
}

fn remarks(choosing: &Choosing, chosen: &InstanceChoice, score: Option<&Score>) -> Vec<String> {
    let name = |at: usize| visible(&choosing.names()[at]).into_owned();
    let (candidates, instances) = (choosing.names().len(), chosen.instances.len());
    let mut told = choosing.answer(chosen).remarks(candidates, instances, choosing.has_mutants());
    if let Some(Score { apart, missed }) = score {
        let of = apart + missed.len();
        told.push(match choosing.has_mutants() {
            true => {
                let of = counted(of, "mutant");
                format!("the examples kill {apart} of {of} that can be killed")
            }
            false => format!("the examples tell {apart} of {} apart", counted(of, "pair")),
        });
        let missed = missed
            .iter()
            .map(|[a, b]| format!("the examples do not tell `{}` from `{}`", name(*b), name(*a)));
        told.extend(missed);
    }
    told
}
