//! Streams of shards, joined into the stream of the whole: the same bytes, except for keys and ids.
//!
//! *Problem.* The order of instances is that of the search's cells, which a record does not show, and
//! streams are larger than memory. *Choice.* A shard is made of cubes of the space; its end record gives
//! the number of its instances, from the first on, that lie in each cube, and cubes are numbered in the
//! order of the whole. So each file is read twice: to know its cubes, and to copy them in their turn.
//! *Rejected.* Asking the spec for the order: the user who merges may not have the spec.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::io;
use std::path::Path;

use korrel::stream::{
    CubePlace, InstanceId, RepeatedHashes, Shard, Status, StreamReading, StreamRepeats, after_id,
    asks_in_parts, is_cut_by_counts, is_own_record,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible_json;
use serde_json::Value as Json;

use super::{MergedPart, complete, in_parts, place, told};
use crate::files::read::unreadable;
use crate::files::texts::Texts;
use crate::flags::{MergeFlags, ReportFormatFlag};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

pub fn run(flags: &MergeFlags, report: &Reporter) -> Result<Exit, Error> {
    let read = |file| ShardStream::read(file, report);
    let streams = flags.files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    join(&streams, flags, report)
}

/// Joins streams that were read.
pub fn join(
    streams: &[ShardStream<'_>],
    flags: &MergeFlags,
    report: &Reporter,
) -> Result<Exit, Error> {
    if flags.format.is_some_and(|format| format != ReportFormatFlag::Json) {
        return Err(Error::usage("streams are joined as `json`; `korrel show FILE` draws them"));
    }
    let parts: Vec<&MergedPart<'_>> = streams.iter().map(|stream| &stream.part).collect();
    for part in &parts {
        if let Some(what) = asks_in_parts(&part.header) {
            let message = format!("`{}` {what}: it has no shards to be joined", shown(part.file));
            return Err(Error::usage(message));
        }
    }
    let missing = complete(&parts)?;
    let mut header = parts[0].header.clone();
    if let Some(header) = header.as_object_mut() {
        header.shift_remove("shard");
        header.shift_remove("cut");
        header.shift_remove("from");
    }
    let mut frame =
        StreamFrame::new(Lines::stdout(), Some(visible_json(&header.to_string()).into_owned()));
    frame.begin()?;
    let statuses = streams.iter().map(|stream| stream.status);
    let cut = statuses.filter(|status| *status != Status::Complete).max_by_key(|s| s.name());
    copy(streams, &mut frame)?;
    let status = match cut {
        None if !missing.is_empty() => Status::Limit,
        None => Status::Complete,
        Some(status) => status,
    };
    frame.end(status)?;
    let what = in_parts(frame.count(), parts.len());
    Ok(told(&what, &missing, status, report))
}

/// A file, as far as it must be known before anything is written.
pub struct ShardStream<'f> {
    part: MergedPart<'f>,
    /// Number, and how many instances from where the cube before ends.
    cubes: Vec<(u64, u64)>,
    status: Status,
    /// The end record, which fits the rest.
    pub end: Json,
    /// True if all instances are on lines as Korrel writes them.
    is_plain: bool,
}

impl<'f> ShardStream<'f> {
    /// A stream, or several of which each goes on after the one before.
    ///
    /// # Errors
    /// A file that is no whole stream of one shard, or one in which an instance stands twice.
    pub fn read(file: &'f Path, report: &Reporter) -> Result<ShardStream<'f>, Error> {
        let refuse = |why: &str| Error::usage(format!("`{}` {why}", shown(file)));
        let mut shard: Option<ShardStream<'f>> = None;
        let (mut streams, mut next) = (StreamReading::default(), InstanceId::from(0));
        let (mut repeats, mut is_plain) = (StreamRepeats::default(), true);
        let mut texts = Texts::open(file)?;
        while let Some(text) = texts.next_or_own()? {
            let record = match &text {
                Cow::Borrowed(text) => StreamRecord::Instance(id_of(text)),
                Cow::Owned(text) => StreamRecord::read(text),
            };
            let read = match (record, &mut shard) {
                (StreamRecord::Header(header), None) => {
                    let read = streams.header(&header);
                    let (part, cubes) = (MergedPart::new(file, header)?, Vec::new());
                    let (status, end) = (Status::Error, Json::Null);
                    shard = Some(ShardStream { part, cubes, status, end, is_plain });
                    read
                }
                (StreamRecord::Header(header), Some(shard)) if !streams.is_cut() => {
                    if header != shard.part.header {
                        return Err(refuse("holds streams of several questions"));
                    }
                    streams.header(&header)
                }
                (StreamRecord::Instance(id), Some(_)) => {
                    is_plain &= matches!(text, Cow::Borrowed(text) if text.starts_with(BEGIN));
                    repeats.add(&instance(&text));
                    let read = streams.instance(&text).and_then(|()| follows(id, &next));
                    next.step();
                    read
                }
                (StreamRecord::End(end), Some(shard)) => {
                    let read = streams.end(&end);
                    if read.is_ok() {
                        if let Some(until) = place(file, &end["until"])? {
                            shard.part.places.end = until;
                        }
                        shard.end(&end, streams.tally.count()).map_err(|why| refuse(&why))?;
                        shard.end = end;
                    }
                    read
                }
                (StreamRecord::Other, Some(_)) => streams.other(),
                _ => return Err(refuse(CUT)),
            };
            read.map_err(|mistake| texts.error(mistake))?;
        }
        report.notes(streams.remark());
        let shard = shard.filter(|_| !streams.is_cut()).ok_or_else(|| refuse(CUT))?;
        refuse_twice(file, &repeats.found())?;
        Ok(ShardStream { is_plain, ..shard })
    }

    fn end(&mut self, end: &Json, instances: u64) -> Result<(), String> {
        let status = end["status"].as_str().and_then(Status::named);
        self.status = status.ok_or("has an end record without a status")?;
        let Some((part, of)) = self.part.shard else {
            self.cubes.push((0, instances));
            return Ok(());
        };
        let places = self.part.places.clone();
        let is_within = |(cube, _): &(u64, u64)| {
            places.start.cube <= *cube && CubePlace::of(*cube) < places.end
        };
        let cubes = serde_json::from_value::<Vec<(u64, u64)>>(end["cubes"].clone());
        let cubes = cubes.map_err(|_| {
            "does not say in which cubes its instances lie: it was interrupted while the search was \
             busy; write this shard again"
        })?;
        let in_all = cubes.iter().try_fold(0, |sum: u64, (_, count)| sum.checked_add(*count));
        if in_all != Some(instances) {
            return Err("has other instances in its cubes than in all".to_owned());
        }
        let is_by_counts = is_cut_by_counts(&self.part.header);
        let is_own = |(cube, _): &(u64, u64)| match is_by_counts {
            true => cube.checked_add(1) == Some(u64::from(part)),
            false => (1..=of).contains(&part) && Shard { part, of }.owns(*cube),
        };
        self.cubes.extend(&cubes);
        if !cubes.iter().all(is_within) {
            return Err("has instances in cubes that are another part's".to_owned());
        }
        let is_cut_alike =
            cubes.iter().all(is_own) && self.cubes.is_sorted_by_key(|(cube, _)| cube);
        if is_cut_alike { Ok(()) } else { Err("was cut into cubes in another way".to_owned()) }
    }
}

const CUT: &str = "is not whole: it was killed, or holds something else. `find -o FILE --shard I/N` \
                   writes a file that `--resume` goes on with";

/// A record of a stream, as far as a merge looks at it.
enum StreamRecord {
    Header(Json),
    Instance(Option<InstanceId>),
    End(Json),
    Other,
    /// It is no JSON: the rest of a line.
    Broken,
}

impl StreamRecord {
    fn read(text: &str) -> StreamRecord {
        let Ok(record) = serde_json::from_str::<Json>(text) else { return StreamRecord::Broken };
        match record["kind"].as_str() {
            Some("header") => StreamRecord::Header(record),
            Some("instance") => StreamRecord::Instance(id_of(text)),
            Some("end") => StreamRecord::End(record),
            Some(_) => StreamRecord::Other,
            None => StreamRecord::Broken,
        }
    }
}

fn id_of(text: &str) -> Option<InstanceId> {
    InstanceId::of_record(text.as_bytes())
}

/// What follows the id in the record of an instance.
fn instance(text: &str) -> Cow<'_, [u8]> {
    match after_id(text.as_bytes()).filter(|_| text.ends_with('}')) {
        Some(rest) => rest.into(),
        None => body(text.to_owned()).unwrap_or_default().into_bytes().split_off(1).into(),
    }
}

/// # Errors
/// An instance that stands in the file twice.
fn refuse_twice(file: &Path, hashes: &RepeatedHashes) -> Result<(), Error> {
    if hashes.is_empty() {
        return Ok(());
    }
    let (mut texts, mut met) = (Texts::open(file)?, BTreeMap::new());
    while let Some(text) = texts.next()? {
        if matches!(StreamRecord::read(&text), StreamRecord::Instance(_)) {
            let instance = instance(&text);
            if !hashes.has(&instance) {
                continue;
            }
            if let Some(first) = met.insert(instance.into_owned(), texts.begins_at()) {
                let message = format!("the instance on line {first} stands here again");
                let help = "a list has each instance once: another one is probably missing";
                return Err(texts.error(Diagnostic::new(code::STREAM, message).help(help)));
            }
        }
    }
    Ok(())
}

/// # Errors
/// An instance that is not the next one: lines are missing, double, or in another order.
fn follows(id: Option<InstanceId>, next: &InstanceId) -> Result<(), Diagnostic> {
    let message = match id {
        Some(id) if id == *next => return Ok(()),
        Some(id) => format!("the instance {id} stands in the place of {next}"),
        None => "an instance has no id".to_owned(),
    };
    Err(Diagnostic::new(code::STREAM, message)
        .help("a file has all instances of its shard, once, and in order"))
}

/// The instances of a file.
struct StreamInstances<'f> {
    stream: &'f ShardStream<'f>,
    texts: Texts,
    /// What follows the id in an instance's line, with the comma before it and the line break.
    body: Vec<u8>,
}

impl<'f> StreamInstances<'f> {
    fn open(stream: &'f ShardStream<'f>) -> Result<StreamInstances<'f>, Error> {
        let texts = Texts::open(stream.part.file)?;
        Ok(StreamInstances { stream, texts, body: Vec::new() })
    }

    /// Goes to the next instance.
    fn advance(&mut self) -> Result<(), Error> {
        self.body.clear();
        if self.stream.is_plain {
            while let Some(line) = self.texts.next_line()? {
                let Some(rest) = line.strip_prefix(BEGIN.as_bytes()) else { continue };
                let id = rest.iter().position(|byte| !byte.is_ascii_digit());
                self.body.extend_from_slice(&rest[id.unwrap_or(rest.len())..]);
                // It was looked at, unless the file is another one now.
                if self.body.starts_with(b",") && self.body.ends_with(b"}\n") {
                    return Ok(());
                }
                break;
            }
        }
        while let (false, Some(text)) = (self.stream.is_plain, self.texts.next()?) {
            if let Some(body) = body(text) {
                self.body.extend_from_slice(body.as_bytes());
                self.body.push(b'\n');
                return Ok(());
            }
        }
        let changed = io::Error::other("it has changed meanwhile");
        Err(unreadable(self.stream.part.file, &changed))
    }
}

const BEGIN: &str = "{\"kind\":\"instance\",\"id\":";

/// Returns the text after the id in the record of an instance, with the comma before it.
fn body(mut text: String) -> Option<String> {
    if let Some(rest) = text.strip_prefix(BEGIN).filter(|_| is_own_record(&text)) {
        let id = rest.find(',').unwrap_or(rest.len());
        return Some(text.split_off(BEGIN.len() + id));
    }
    let mut record: Json = serde_json::from_str(&text).ok()?;
    let members = record.as_object_mut().filter(|record| record["kind"] == "instance")?;
    members.shift_remove("kind");
    members.shift_remove("id");
    Some(visible_json(&record.to_string()).replacen('{', ",", 1))
}

/// Copies the instances of all parts, cube after cube.
fn copy(streams: &[ShardStream<'_>], frame: &mut StreamFrame) -> Result<(), Error> {
    let mut files = streams.iter().map(StreamInstances::open).collect::<Result<Vec<_>, _>>()?;
    let mut rests: Vec<_> = streams.iter().map(|stream| stream.cubes.iter()).collect();
    let mut turns = BinaryHeap::new();
    // Of a cube that was split, each part has what comes from its own beginning on.
    let turn = |at: usize, &(cube, count): &(u64, u64)| {
        Reverse((cube, streams[at].part.places.start, at, count))
    };
    for (at, rest) in rests.iter_mut().enumerate() {
        turns.extend(rest.next().map(|cube| turn(at, cube)));
    }
    while let Some(Reverse((.., at, count))) = turns.pop() {
        for _ in 0..count {
            let id = frame.count().into();
            files[at].advance()?;
            frame.add(Some(&id), b"", &files[at].body)?;
        }
        turns.extend(rests[at].next().map(|cube| turn(at, cube)));
    }
    Ok(())
}
