//! `find -o FILE`, and `--resume`: a stream in a file of its own.
//!
//! It grows as `FILE.part` and is called FILE at its end, if it is complete or reaches the limit that was asked
//! for. `--resume` continues the part after its last whole instance, so that the file gets the bytes of an
//! uninterrupted run.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use korrel::HeapError;
use korrel::question::listing::Listing;
use korrel::stream::{Status, StreamQuestion};
use korrel_harness::counted;

use super::CHANGED;
use super::after::{ContinueAfter, refuse};
use super::left::{FileStream, SavedLines, WholeLines};
use crate::files::part::{LEFT, PartFile};
use crate::flags::{FindFlags, IdsFlag};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

/// The place where the stream is to be written.
pub enum OutputPlace {
    /// The whole stream already.
    Whole(Exit),
    Open(Box<SavedStream>),
}

/// A file that takes the stream.
pub struct SavedStream {
    file: File,
    /// `None` if FILE is a device or a pipe.
    part: Option<PartFile>,
    /// The part of the stream that the file holds already.
    left: Option<WholeLines>,
    /// Why the stream cannot be continued, if it cannot.
    anew: Option<&'static str>,
}

impl SavedStream {
    /// Opens the file for `stream`.
    ///
    /// # Errors
    /// Files that are in the way, or hold something else.
    pub fn open(
        path: &Path,
        find: &FindFlags,
        stream: &FileStream<'_>,
        report: &Reporter,
    ) -> Result<OutputPlace, Error> {
        let anew = anew(find);
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let file = OpenOptions::new().write(true).open(path);
            let file = file.map_err(|error| Error::unwritable(path, &error))?;
            return Ok(OutputPlace::Open(Box::new(SavedStream {
                file,
                part: None,
                left: None,
                anew,
            })));
        }
        if find.resume && path.exists() {
            let count = whole(path, stream)?;
            report.note(&format!("`{}` is whole: {}", shown(path), counted(count, "instance")));
            let is_some = count > 0 || find.search.shard.is_some() || find.after.is_some();
            return Ok(OutputPlace::Whole(if is_some { Exit::Success } else { Exit::Failure }));
        }
        let part = if find.resume { PartFile::reopen(path)? } else { None };
        let (part, left) = match part {
            Some(part) => {
                let left = mended(&part, stream)?;
                (part, left)
            }
            None => {
                let left = anew.map(|why| {
                    format!("another run is writing it, or was cut off while it did; {why}: move it away")
                });
                (PartFile::create(path, left.as_deref().unwrap_or(LEFT))?, None)
            }
        };
        let file = part.file().try_clone();
        let file = file.map_err(|error| Error::unwritable(part.place(), &error))?;
        Ok(OutputPlace::Open(Box::new(SavedStream { file, part: Some(part), left, anew })))
    }

    /// # Errors
    /// If there are no more handles of files.
    pub fn writer(&self) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(self.file.try_clone()?))
    }

    /// The stream on these lines, which is begun if there is something left to go on with.
    pub fn frame(&self, lines: Lines, header: Option<String>) -> StreamFrame {
        match &self.left {
            Some(left) => StreamFrame::resumed(lines, left.tally.clone()),
            None => StreamFrame::new(lines, header),
        }
    }

    /// Returns the place where the search continues, if there is an instance to continue after.
    pub fn after(&self) -> Option<ContinueAfter> {
        let left = self.left.as_ref()?;
        let record = left.last.clone()?;
        let id = left.first_id.plus(left.tally.count() - 1);
        Some(ContinueAfter::Record { path: self.part.as_ref()?.place().to_owned(), record, id })
    }

    /// The number of saved instances in each cube of a shard.
    ///
    /// # Errors
    /// A file that cannot be read any more, or holds something else.
    pub fn cubes(
        &self,
        question: &StreamQuestion<'_>,
        listing: &mut Listing<'_>,
    ) -> Result<Vec<(u64, u64)>, Error> {
        let (Some(part), Some(left)) = (&self.part, &self.left) else { return Ok(Vec::new()) };
        let mut instances = SavedLines::new(part.file(), left.bytes, left.first_id.clone());
        let unreadable =
            |error: io::Error| HeapError { path: String::new(), message: error.to_string() };
        let instance = |at| instances.get(at).map_err(unreadable);
        let cubes = listing
            .cubes_before(question.schema(), left.tally.count(), instance)
            .map_err(|error| refuse(part.place(), &error.to_string(), CHANGED))?;
        // The writer shares the position in the file.
        let back = part.file().seek(SeekFrom::Start(left.bytes));
        back.map_err(|error| Error::unwritable(part.place(), &error))?;
        Ok(cubes)
    }

    /// The stream has come to this end.
    ///
    /// # Errors
    /// If it is whole and cannot be given its name.
    pub fn end(&self, status: Status, count: u64, report: &Reporter) -> Result<(), Error> {
        let Some(part) = &self.part else { return Ok(()) };
        if let Status::Complete | Status::Limit = status {
            return part.publish().map_err(|error| {
                let error = io::Error::other(format!("it cannot be renamed: {error}"));
                Error::unwritable(part.place(), &error)
            });
        }
        let place = shown(part.place());
        let next = self.anew.unwrap_or("--resume goes on with it");
        report.note(&format!("`{place}` has {}; {next}", counted(count, "instance")));
        Ok(())
    }
}

/// A stream that was never begun leaves no file behind.
impl Drop for SavedStream {
    fn drop(&mut self) {
        if let Some(part) = &self.part
            && self.file.metadata().is_ok_and(|file| file.len() == 0)
        {
            part.remove();
        }
    }
}

/// Why no run can go on with the stream of another one.
fn anew(find: &FindFlags) -> Option<&'static str> {
    if find.asking.is_parted() {
        return Some("a question in parts is written from its beginning");
    }
    let is_other = find.drawing.format.is_some() || find.drawing.ids == IdsFlag::Text;
    is_other.then_some(
        "`--resume` goes on with JSON lines only, and another format is written from its beginning",
    )
}

/// The number of instances in a file that holds the whole stream.
fn whole(path: &Path, stream: &FileStream<'_>) -> Result<u64, Error> {
    let unreadable = |error: io::Error| crate::files::read::unreadable(path, &error);
    let mut file = File::open(path).map_err(unreadable)?;
    let left = WholeLines::read(path, &mut file, stream)?;
    let left = left.ok_or_else(|| refuse(path, "it is empty", OTHER))?;
    if left.end.is_some() && left.has_more {
        return Err(refuse(path, "something stands after its end record", OTHER));
    }
    match (left.end.as_deref(), stream.limit) {
        (Some("complete"), None) => Ok(left.tally.count()),
        (Some("complete"), Some(limit)) if left.tally.count() < limit => Ok(left.tally.count()),
        (Some("limit"), Some(limit)) if left.tally.count() == limit => Ok(left.tally.count()),
        (Some("complete" | "limit"), _) => {
            let why =
                format!("it has {}, for another limit", counted(left.tally.count(), "instance"));
            Err(refuse(path, &why, "`--after FILE -o ANOTHER` writes those that follow"))
        }
        _ => Err(refuse(path, "it is not whole, and no .part", OTHER)),
    }
}

const OTHER: &str = "give another FILE, or move this one away";

/// The part without the broken lines at its end.
fn mended(part: &PartFile, stream: &FileStream<'_>) -> Result<Option<WholeLines>, Error> {
    let place: PathBuf = part.place().to_owned();
    let left = WholeLines::read(&place, &mut part.file(), stream)?;
    let bytes = left.as_ref().map_or(0, |left| left.bytes);
    if let (Some(left), Some(limit)) = (&left, stream.limit)
        && left.tally.count() > limit
    {
        let why =
            format!("it has {}, more than the limit", counted(left.tally.count(), "instance"));
        return Err(refuse(&place, &why, "give the limit that it was begun with"));
    }
    let cut = part.file().set_len(bytes).and_then(|()| part.file().seek(SeekFrom::Start(bytes)));
    cut.map_err(|error| Error::unwritable(&place, &error))?;
    Ok(left)
}
