//! The part of a stream that an interrupted run left in its file.
//!
//! Lines reach a file in order, so only its end can be broken: a line that is not whole, or blocks of zeros
//! after a loss of power. All lines are looked at, from the first: their ids number through, and the run
//! continues at the first line that breaks the numbering. Only the last instance is parsed; the search goes on
//! after it, and refuses one that does not fit.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use korrel::stream::{InstanceId, StreamTally, begin_record};
use serde_json::Value as Json;

use super::after::{refuse, refuse_other};
use crate::files::read::unreadable;
use crate::messages::error::Error;

/// The stream that is to be written into a file.
pub struct FileStream<'a> {
    pub header: &'a str,
    pub first_id: InstanceId,
    pub has_keys: bool,
    pub limit: Option<u64>,
}

/// The whole lines of a stream.
#[derive(Debug)]
pub struct WholeLines {
    /// The length of all of them together, in bytes.
    pub bytes: u64,
    pub first_id: InstanceId,
    /// The instances among them.
    pub tally: StreamTally,
    pub last: Option<Json>,
    /// The status of the end record, which is not among them.
    pub end: Option<String>,
    /// Something follows it.
    pub has_more: bool,
}

impl WholeLines {
    /// Nothing, if not even the header is whole.
    ///
    /// # Errors
    /// A file that cannot be read, or is the beginning of another stream.
    pub fn read(
        path: &Path,
        file: &mut (impl io::Read + Seek),
        stream: &FileStream<'_>,
    ) -> Result<Option<WholeLines>, Error> {
        let unreadable = |error: io::Error| unreadable(path, &error);
        file.rewind().map_err(unreadable)?;
        let mut lines = BufReader::with_capacity(1 << 20, file);
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line).map_err(unreadable)?;
        if !line.ends_with(b"\n") {
            let is_ours = stream.header.as_bytes().starts_with(&line);
            return if is_ours { Ok(None) } else { Err(refuse(path, NO_STREAM, HELP)) };
        }
        let header = serde_json::from_slice::<Json>(&line).unwrap_or(Json::Null);
        if header["kind"] != "header" {
            return Err(refuse(path, NO_STREAM, HELP));
        }
        refuse_other(path, &header, stream.header)?;
        let (bytes, first_id) = (line.len() as u64, stream.first_id.clone());
        let mut left = WholeLines {
            bytes,
            first_id,
            tally: StreamTally::default(),
            last: None,
            end: None,
            has_more: false,
        };
        let end = left.add(&mut lines).map_err(unreadable)?;
        if end["kind"] == "instance"
            && InstanceId::of_record(end.to_string().as_bytes()) == Some(left.next_id())
        {
            return Err(refuse(path, "another program has written it anew", HELP));
        }
        if end["kind"] == "end" {
            left.tally.compare(&end).map_err(|misfit| refuse(path, &misfit.to_string(), HELP))?;
        }
        match &left.last {
            Some(last) if last.get("key").is_some() != stream.has_keys => {
                let have = if stream.has_keys { "no keys" } else { "keys" };
                Err(refuse(path, &format!("its instances have {have}"), "keep --keys as it was"))
            }
            _ => Ok(Some(left)),
        }
    }

    /// The id of the instance after these.
    fn next_id(&self) -> InstanceId {
        self.first_id.plus(self.tally.count())
    }

    /// Takes instances as long as they are whole; the record that follows them.
    fn add(&mut self, lines: &mut impl BufRead) -> io::Result<Json> {
        let (mut line, mut last, mut begin) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            line.clear();
            lines.read_until(b'\n', &mut line)?;
            begin.clear();
            begin_record(&mut begin, &self.next_id());
            begin.push(b',');
            if !line.starts_with(&begin) || !line.ends_with(b"}\n") || line.contains(&0) {
                break;
            }
            self.bytes += line.len() as u64;
            self.tally.add_line(&line[..line.len() - 1]);
            std::mem::swap(&mut line, &mut last);
        }
        if self.tally.count() > 0 {
            self.last = Some(serde_json::from_slice(&last)?);
        }
        // One of these instances whose line break is missing was cut off.
        let end = match line.starts_with(&begin) {
            true => Json::Null,
            false => serde_json::from_slice::<Json>(&line).unwrap_or(Json::Null),
        };
        let status = end["status"].as_str().filter(|_| end["kind"] == "end");
        self.end = status.map(str::to_owned);
        self.has_more = !lines.fill_buf()?.is_empty();
        Ok(end)
    }
}

/// The instances of a file by their place, without reading all of it: their ids number through.
pub struct SavedLines<'f> {
    file: &'f File,
    /// The length of all whole lines together.
    bytes: u64,
    first_id: InstanceId,
}

impl<'f> SavedLines<'f> {
    pub fn new(file: &'f File, bytes: u64, first_id: InstanceId) -> SavedLines<'f> {
        SavedLines { file, bytes, first_id }
    }

    /// # Errors
    /// Those of the file; an instance that is not there.
    pub fn get(&mut self, at: u64) -> io::Result<Json> {
        let wanted = self.first_id.plus(at);
        // The line begins after the byte `low`, or at 0, and not after `high`.
        let (mut low, mut high) = (0, self.bytes);
        while low < high {
            let middle = low.midpoint(high);
            let line = self.after(middle)?;
            match InstanceId::of_record(&line) {
                Some(id) if id == wanted => return Ok(serde_json::from_slice(&line)?),
                Some(id) if id > wanted => high = middle,
                // The header is before all.
                None if !line.starts_with(b"{\"kind\":\"header\"") => high = middle,
                _ => low = middle + 1,
            }
        }
        Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("no instance {wanted}")))
    }

    /// The line of the first record that begins after this byte; nothing at the end.
    fn after(&self, byte: u64) -> io::Result<Vec<u8>> {
        let mut file = self.file;
        file.seek(SeekFrom::Start(byte))?;
        let mut lines = BufReader::new(file.take(self.bytes - byte));
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line)?;
        line.clear();
        lines.read_until(b'\n', &mut line)?;
        Ok(line)
    }
}

const NO_STREAM: &str = "it is not the beginning of this stream";
const HELP: &str = "give another FILE, or move this one away";
