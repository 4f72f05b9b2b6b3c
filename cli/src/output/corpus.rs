//! `find --corpus DIR`: a file for each instance, named by its key.
//!
//! A corpus outlives the run that wrote it: fuzzers add files, people take some into their repository, and
//! the next run goes on in the same folder. So a file never changes once it is there. It appears whole, under
//! a name that tells its content; an existing file is left alone if it holds the same input, under whatever
//! labelling, and is an error if it holds something else. The content of a file depends on no run: the heap
//! with its key, without the id that counts the instances of a stream.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use korrel_harness::{counted, verb};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::Value as Json;
use tempfile::{Builder, NamedTempFile};

use crate::messages::error::{Error, shown};

/// A folder that records are written into.
#[derive(Clone)]
pub struct Corpus {
    folder: PathBuf,
    tally: Arc<Mutex<CorpusTally>>,
}

#[derive(Default)]
struct CorpusTally {
    is_begun: bool,
    written: u64,
    kept: u64,
    /// The file that could not be written.
    failed: Option<PathBuf>,
}

impl Corpus {
    pub fn at(folder: &Path) -> Corpus {
        Corpus { folder: folder.to_owned(), tally: Arc::default() }
    }

    /// Opens the destination of records: lines of instances with their keys. Makes the folder.
    ///
    /// # Errors
    /// If there can be no such folder.
    pub fn open(&self) -> Result<Box<dyn Write + Send>, Error> {
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| Error::unwritable(&self.folder, &error))?;
        self.tally().is_begun = true;
        Ok(Box::new(RecordFiles { corpus: self.clone(), line: Vec::new() }))
    }

    /// A sentence on the files written, or `None` if nothing could be written.
    pub fn summary(&self) -> Option<String> {
        let tally = self.tally();
        let kept = match tally.kept {
            0 => String::new(),
            kept => format!("; {kept} {} there already", verb(kept, "was", "were")),
        };
        let files = counted(tally.written, "file");
        let folder = shown(&self.folder);
        tally.is_begun.then(|| format!("{files} written into {folder}{kept}"))
    }

    /// An error with a file was reported as if it were standard output.
    pub fn blamed(&self, error: Error) -> Error {
        match (error, &self.tally().failed) {
            (Error::Output(error), Some(path)) if error.kind() == io::ErrorKind::AlreadyExists => {
                let message = format!("cannot write `{}`: it exists", shown(path));
                let help = "it does not hold the input with this key; move it away, or choose \
                            another folder";
                Error::File(Diagnostic::new(code::FILE, message).help(help))
            }
            (Error::Output(error), Some(path)) => Error::unwritable(path, &error),
            (error, _) => error,
        }
    }

    fn tally(&self) -> MutexGuard<'_, CorpusTally> {
        self.tally.lock().expect("no holder of the lock panics")
    }

    fn add(&self, line: &str) -> io::Result<()> {
        let record: Json = serde_json::from_str(line)?;
        let key = record["key"].as_str().ok_or_else(|| io::Error::other("a record has no key"))?;
        let path = self.folder.join(format!("{key}.json"));
        let added = self.add_file(&path, key, &heap(line));
        let mut tally = self.tally();
        match added {
            Ok(true) => tally.written += 1,
            Ok(false) => tally.kept += 1,
            Err(_) => tally.failed = Some(path),
        }
        added.map(|_| ())
    }

    /// Returns true if the file is new.
    fn add_file(&self, path: &Path, key: &str, text: &str) -> io::Result<bool> {
        if !path.exists() {
            let mut part = self.part()?;
            part.write_all(text.as_bytes())?;
            match part.persist_noclobber(path) {
                Ok(_) => return Ok(true),
                // Another run was faster.
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error.error),
            }
        }
        let held = std::fs::read(path)?;
        let is_same = |held: Json| held["key"] == key;
        match held == text.as_bytes() || serde_json::from_slice(&held).is_ok_and(is_same) {
            true => Ok(false),
            false => Err(io::ErrorKind::AlreadyExists.into()),
        }
    }

    /// A file that goes away unless it is whole. Its name starts with a dot, so fuzzers pass it over.
    fn part(&self) -> io::Result<NamedTempFile> {
        let mut builder = Builder::new();
        builder.prefix(".korrel-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(&self.folder)
    }
}

/// Takes records.
struct RecordFiles {
    corpus: Corpus,
    /// A line that is not whole yet.
    line: Vec<u8>,
}

impl Write for RecordFiles {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            self.line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            let line = std::mem::take(&mut self.line);
            self.corpus.add(std::str::from_utf8(&line).map_err(io::Error::other)?)?;
        }
        self.line.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A record as a heap by itself, without the id that counts it among others. One of `--any` has none.
fn heap(line: &str) -> String {
    let (_, rest) = line.split_once("\"key\":").expect("an instance has a key");
    format!("{{\"key\":{rest}\n")
}
