//! Streams of shards, joined into the stream of the whole: the same bytes, except for keys and ids.
//!
//! *Problem.* The order of instances is that of the search's cells, which a record does not show, and
//! streams are larger than memory. *Choice.* A shard is made of cubes of the space; its end record says
//! how many of its instances, from the first on, lie in which cube, and cubes are numbered in the order of
//! the whole. So each file is read twice: to know its cubes, and to copy them in their turn. *Rejected.*
//! To ask the spec for the order, which whoever merges may not have.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use korrel_enumerate::Shard;
use korrel_enumerate::heap::{Status, begin_record};
use korrel_lang::visible::visible_json;
use serde_json::Value as Json;

use super::{MergedPart, complete, in_parts, told};
use crate::commands::find::parted;
use crate::commands::shared::question::COUNTS;
use crate::files::read::unreadable;
use crate::flags::{MergeFlags, ReportFormatFlag};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

const INSTANCE: &[u8] = b"{\"kind\":\"instance\",\"id\":";

pub fn run(flags: &MergeFlags, report: &Reporter) -> Result<Exit, Error> {
    if flags.format.is_some_and(|format| format != ReportFormatFlag::Json) {
        return Err(Error::usage("streams are joined as `json`; `korrel show FILE` draws them"));
    }
    let streams =
        flags.files.iter().map(|file| ShardStream::read(file)).collect::<Result<Vec<_>, _>>()?;
    let (parts, cubes): (Vec<_>, Vec<_>) =
        streams.into_iter().map(|stream| (stream.part, (stream.cubes, stream.status))).unzip();
    for part in &parts {
        if let Some(what) = parted(&part.header) {
            let message = format!("`{}` {what}: it has no shards to be joined", shown(part.file));
            return Err(Error::usage(message));
        }
    }
    let missing = complete(&parts)?;
    let mut header = parts[0].header.clone();
    if let Some(header) = header.as_object_mut() {
        header.shift_remove("shard");
        header.shift_remove("cut");
    }
    let mut frame =
        StreamFrame::new(Lines::stdout(), Some(visible_json(&header.to_string()).into_owned()));
    frame.begin()?;
    let statuses = cubes.iter().map(|(_, status)| *status);
    let cut = statuses.filter(|status| *status != Status::Complete).max_by_key(|s| s.name());
    let cubes: Vec<&Vec<(u64, u64)>> = cubes.iter().map(|(cubes, _)| cubes).collect();
    copy(&parts, &cubes, &mut frame)?;
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
struct ShardStream<'f> {
    part: MergedPart<'f>,
    /// Number, and how many instances from where the cube before ends.
    cubes: Vec<(u64, u64)>,
    status: Status,
}

impl<'f> ShardStream<'f> {
    /// A stream, or several of which each goes on after the one before.
    fn read(file: &'f Path) -> Result<ShardStream<'f>, Error> {
        let refuse = |why: &str| Error::usage(format!("`{}` {why}", shown(file)));
        let mut stream: Option<ShardStream<'f>> = None;
        let (mut pending, mut is_ended) = (0, true);
        let mut lines = StreamInstances::open(file)?;
        while let Some(line) = lines.next_line()? {
            if line.starts_with(INSTANCE) && line.ends_with(b"}\n") {
                pending += 1;
                continue;
            }
            let record: Json = serde_json::from_slice(line).unwrap_or(Json::Null);
            match (record["kind"].as_str(), &mut stream) {
                (Some("header"), None) => {
                    is_ended = false;
                    let (part, cubes) = (MergedPart::new(file, record), Vec::new());
                    stream = Some(ShardStream { part, cubes, status: Status::Error });
                }
                (Some("header"), Some(stream)) if is_ended => {
                    is_ended = false;
                    if record != stream.part.header {
                        return Err(refuse("holds streams of several questions"));
                    }
                }
                (Some("end"), Some(stream)) if !is_ended => {
                    is_ended = true;
                    stream
                        .end(&record, std::mem::take(&mut pending))
                        .map_err(|why| refuse(&why))?;
                }
                _ => return Err(refuse(CUT)),
            }
        }
        stream.filter(|_| is_ended).ok_or_else(|| refuse(CUT))
    }

    fn end(&mut self, end: &Json, instances: u64) -> Result<(), String> {
        let status = end["status"].as_str().and_then(Status::named);
        self.status = status.ok_or("has an end record without a status")?;
        let Some((part, of)) = self.part.shard else {
            self.cubes.push((0, instances));
            return Ok(());
        };
        let cubes = serde_json::from_value::<Vec<(u64, u64)>>(end["cubes"].clone());
        let cubes = cubes.map_err(|_| {
            "does not say in which cubes its instances lie: it was interrupted while the search was \
             busy; write this shard again"
        })?;
        if cubes.iter().map(|(_, count)| count).sum::<u64>() != instances {
            return Err("does not have as many instances as its end record says".to_owned());
        }
        let is_by_counts = self.part.header["cut"] == COUNTS;
        let is_own = |(cube, _): &(u64, u64)| match is_by_counts {
            true => cube + 1 == u64::from(part),
            false => (1..=of).contains(&part) && Shard { part, of }.owns(*cube),
        };
        self.cubes.extend(&cubes);
        let is_cut_alike =
            cubes.iter().all(is_own) && self.cubes.is_sorted_by_key(|(cube, _)| cube);
        if is_cut_alike { Ok(()) } else { Err("was cut into cubes in another way".to_owned()) }
    }
}

const CUT: &str = "is not whole: it was killed, or holds something else. `find -o FILE --shard I/N` \
                   writes a file that `--resume` goes on with";

/// The lines of a file.
struct StreamInstances<'f> {
    file: &'f Path,
    lines: BufReader<File>,
    line: Vec<u8>,
}

impl<'f> StreamInstances<'f> {
    fn open(file: &'f Path) -> Result<StreamInstances<'f>, Error> {
        let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
        Ok(StreamInstances { file, lines: BufReader::new(opened), line: Vec::new() })
    }

    fn next_line(&mut self) -> Result<Option<&[u8]>, Error> {
        self.line.clear();
        let read = self.lines.read_until(b'\n', &mut self.line);
        let read = read.map_err(|error| unreadable(self.file, &error))?;
        Ok((read > 0).then_some(&self.line))
    }

    /// What follows the id in the next instance's line.
    fn next_body(&mut self) -> Result<&[u8], Error> {
        loop {
            self.line.clear();
            let read = self.lines.read_until(b'\n', &mut self.line);
            if read.map_err(|error| unreadable(self.file, &error))? == 0 {
                let changed = io::Error::other("it has changed meanwhile");
                return Err(unreadable(self.file, &changed));
            }
            if self.line.starts_with(INSTANCE) {
                break;
            }
        }
        let rest = &self.line[INSTANCE.len()..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        Ok(&rest[digits..])
    }
}

/// Copies the instances of all parts, cube after cube.
fn copy(
    parts: &[MergedPart<'_>],
    cubes: &[&Vec<(u64, u64)>],
    frame: &mut StreamFrame,
) -> Result<(), Error> {
    let mut files =
        parts.iter().map(|part| StreamInstances::open(part.file)).collect::<Result<Vec<_>, _>>()?;
    let mut rests: Vec<_> = cubes.iter().map(|cubes| cubes.iter()).collect();
    let mut turns = BinaryHeap::new();
    for (at, rest) in rests.iter_mut().enumerate() {
        turns.extend(rest.next().map(|&(cube, count)| Reverse((cube, at, count))));
    }
    let mut line = Vec::new();
    while let Some(Reverse((_, at, count))) = turns.pop() {
        for _ in 0..count {
            line.clear();
            begin_record(&mut line, &frame.count().into());
            line.extend_from_slice(files[at].next_body()?);
            frame.add(&line, 1)?;
        }
        turns.extend(rests[at].next().map(|&(cube, count)| Reverse((cube, at, count))));
    }
    Ok(())
}
