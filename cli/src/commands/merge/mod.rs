//! `korrel merge`: the outputs of shards, joined. The first line of each file tells its kind.

mod certificates;
mod counts;
mod queue;
mod reports;
mod streams;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

use korrel::stream::{CubePlace, Status};
use korrel_harness::counted;
use korrel_harness::report::{missing, missing_text, shard};
use serde_json::Value as Json;

use crate::files::texts::Texts;
use crate::flags::{MergeFlags, ToldFlags};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

/// The kind of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartKind {
    Report,
    Certificate,
    Stream,
    Count,
}

pub fn run(flags: &MergeFlags, report: &Reporter) -> Result<Exit, Error> {
    if let [folder] = flags.files.as_slice()
        && folder.is_dir()
    {
        return queue::run(flags, folder, report);
    }
    if flags.receipt.is_some() {
        return Err(Error::usage(
            "--receipt is of a queue: give the folder that `korrel plan` has made",
        ));
    }
    joined(flags, report)
}

/// Joins files of one kind.
fn joined(flags: &MergeFlags, report: &Reporter) -> Result<Exit, Error> {
    let kinds = flags.files.iter().map(|file| kind(file)).collect::<Result<Vec<_>, _>>()?;
    if let Some(at) = kinds.iter().position(|kind| *kind != kinds[0]) {
        let (one, other) = (shown(&flags.files[0]), shown(&flags.files[at]));
        let message = format!(
            "`{one}` is {}, and `{other}` is {}: only files of one kind can be joined",
            kinds[0].name(),
            kinds[at].name()
        );
        return Err(Error::usage(message));
    }
    if kinds[0] != PartKind::Report {
        refuse_flags(&flags.told)?;
    }
    match kinds[0] {
        PartKind::Report => reports::run(flags, report),
        PartKind::Certificate => certificates::run(flags),
        PartKind::Stream => streams::run(flags, report),
        PartKind::Count => counts::run(flags, report),
    }
}

/// # Errors
/// A flag of reports.
fn refuse_flags(ToldFlags { list, html, theme }: &ToldFlags) -> Result<(), Error> {
    let of_reports = [(*list, "--list"), (html.is_some(), "--html"), (theme.is_some(), "--theme")];
    match of_reports.iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => {
            Err(Error::usage(format!("{flag} is for reports of `korrel test --format json`")))
        }
        None => Ok(()),
    }
}

impl PartKind {
    fn name(self) -> &'static str {
        match self {
            PartKind::Report => "a report",
            PartKind::Certificate => "a certificate",
            PartKind::Stream => "a stream",
            PartKind::Count => "a count",
        }
    }
}

fn kind(file: &Path) -> Result<PartKind, Error> {
    let first = Texts::open(file)?.next()?.unwrap_or_default();
    let first: Json = serde_json::from_str(&first).unwrap_or_default();
    if first["kind"] == "certificate" {
        return Ok(PartKind::Certificate);
    }
    match first["format"].as_str() {
        Some("report/1") => Ok(PartKind::Report),
        Some("heapgraph/1") => Ok(PartKind::Stream),
        Some("count/1") => Ok(PartKind::Count),
        _ => Err(Error::usage(unjoinable(file, &first))),
    }
}

fn unjoinable(file: &Path, first: &Json) -> String {
    let file = shown(file);
    if first.is_u64() {
        return format!(
            "`{file}` is a number alone, which does not say of what it is a part: \
             `korrel count --format json --shard I/N` does"
        );
    }
    if first["kind"] == "instance" || first.get("objects").is_some() {
        return format!("`{file}` has no header, which says what is joined: leave `--bare` out");
    }
    format!(
        "`{file}` was not written by `korrel find`, `count --format json`, `test --format json` or `test --certificate`"
    )
}

/// Something that one shard wrote.
struct MergedPart<'f> {
    file: &'f Path,
    header: Json,
    /// (i, n); `None` if it is the whole.
    shard: Option<(u32, u32)>,
    /// What it has of a shard that was split.
    places: Range<CubePlace>,
}

impl<'f> MergedPart<'f> {
    /// # Errors
    /// A header in which something else stands where a place should.
    fn new(file: &'f Path, header: Json) -> Result<MergedPart<'f>, Error> {
        let shard = header["shard"].as_str().and_then(shard);
        let from = place(file, &header["from"])?.unwrap_or_default();
        let until = place(file, &header["until"])?.unwrap_or(CubePlace::END);
        Ok(MergedPart { file, header, shard, places: from..until })
    }
}

/// The place in a shard's order that a part of it names, if it does.
///
/// # Errors
/// Anything else.
fn place(file: &Path, named: &Json) -> Result<Option<CubePlace>, Error> {
    match (named, CubePlace::of_json(named)) {
        (Json::Null, _) => Ok(None),
        (_, Some(place)) => Ok(Some(place)),
        (other, None) => {
            let message = format!("`{}` begins or ends at {other}, which is no place", shown(file));
            Err(Error::usage(message))
        }
    }
}

/// The shards that are missing from a whole.
///
/// # Errors
/// Parts of several questions, of several versions, cut in several ways; parts that are there more
/// than once; a whole among parts.
fn complete(parts: &[&MergedPart<'_>]) -> Result<Vec<u32>, Error> {
    for part in &parts[1..] {
        if let Some(what) = differs(&parts[0].header, &part.header) {
            let (one, other) = (shown(parts[0].file), shown(part.file));
            let message = format!("`{one}` and `{other}` answer different questions: {what}");
            return Err(Error::usage(message));
        }
    }
    let shards = shards(parts);
    if parts.len() > 1
        && let Some(whole) = parts.iter().find(|part| part.shard.is_none())
    {
        let message = format!("`{}` is not a shard, and cannot be joined", shown(whole.file));
        return Err(Error::usage(message));
    }
    let missing = missing(&shards).map_err(Error::usage)?;
    match parts[0].shard {
        // No shard is whole.
        Some((_, of)) if shards.is_empty() => Ok((1..=of).collect()),
        _ => Ok(missing),
    }
}

/// Each shard, as often as its cubes are there: once where the parts that it was split into are the whole.
fn shards(parts: &[&MergedPart<'_>]) -> Vec<(u32, u32)> {
    let mut split: BTreeMap<(u32, u32), Vec<&Range<CubePlace>>> = BTreeMap::new();
    for part in parts {
        if let Some(shard) = part.shard {
            split.entry(shard).or_default().push(&part.places);
        }
    }
    let times = |(shard, mut ranges): ((u32, u32), Vec<&Range<CubePlace>>)| {
        ranges.sort_by_key(|range| range.start);
        let (mut at, mut times) = (CubePlace::default(), 1);
        for range in ranges {
            match range.start {
                start if start < at => times = 2,
                start if start > at && times == 1 => times = 0,
                _ => {}
            }
            at = range.end.max(at);
        }
        std::iter::repeat_n(shard, if at == CubePlace::END || times > 1 { times } else { 0 })
    };
    split.into_iter().flat_map(times).collect()
}

/// The path of a spec is no part of the question.
fn differs(one: &Json, other: &Json) -> Option<String> {
    let members = |record: &Json| -> Vec<String> {
        record.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
    };
    let shared = ["tool", "command", "symmetry", "question"].map(str::to_owned).into_iter();
    let mut names = shared.chain(members(one)).chain(members(other));
    let ours = ["shard", "spec", "count", "status", "from", "until", "digest"];
    let name = names.find(|name| !ours.contains(&name.as_str()) && one[name] != other[name])?;
    Some(match name.as_str() {
        "tool" | "command" | "symmetry" | "cut" => {
            format!("{name} is {} and {}", one[&name], other[&name])
        }
        _ => format!("{name} differs; the spec or the flags have changed"),
    })
}

/// `27 instances in 3 parts`.
fn in_parts(instances: impl Display, parts: usize) -> String {
    format!("{} in {}", counted(instances, "instance"), counted(parts, "part"))
}

/// Reports whether it is the whole; returns the exit code.
fn told(what: &str, missing: &[u32], status: Status, report: &Reporter) -> Exit {
    match (missing, status) {
        ([], Status::Complete) => {
            report.note(&format!("COMPLETE: {what}"));
            Exit::Success
        }
        ([], status) => {
            tell(format_args!("INCOMPLETE: a shard ended with `{}`; {what}", status.name()));
            Exit::Incomplete
        }
        (missing, _) => {
            tell(format_args!("INCOMPLETE: {}; {what}", missing_text(missing)));
            Exit::Incomplete
        }
    }
}
