//! Parts of a queue, in this process: each searched from where a worker has left it, split when somebody asks, recorded.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

use korrel::queue::{PartName, PartRecord, PartResult, QueuePart};
use korrel::stream::{CubePlace, CubeRange};
use serde_json::Value as Json;

use super::folder::{QueueFolder, ended, make, text};
use super::lease::{Lease, Taken};
use super::search;
use super::tested;
use crate::files::last::last_line;
use crate::flags::WorkFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// The time between two looks at whether somebody waits.
const LOOK: Duration = Duration::from_millis(100);

/// A part of this worker.
pub struct OwnPart<'a> {
    pub folder: &'a QueueFolder,
    pub part: QueuePart,
    pub worker: &'a str,
    pub range: Arc<CubeRange>,
    /// It is done already, and computed again.
    is_again: bool,
    lease: Lease,
    report: &'a Reporter,
}

/// Does one part.
pub fn run(
    folder: &QueueFolder,
    name: PartName,
    (worker, flags): (&str, &WorkFlags),
    report: &Reporter,
) -> Result<Exit, Error> {
    let own = match OwnPart::take(folder, name, (worker, flags), report)? {
        ControlFlow::Continue(own) => own,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    let search = || search::open(folder, flags.threads, report, |mut search| search.run(&own));
    own.run((flags.lease, Duration::ZERO), search)
}

/// Does the parts that standard input names, a line each, and says of each on standard output how it ended. What is neither done
/// nor another worker's ends the process.
pub fn run_named(
    folder: &QueueFolder,
    (worker, flags): (&str, &WorkFlags),
    report: &Reporter,
) -> Result<Exit, Error> {
    search::open(folder, flags.threads, report, |mut search| {
        for line in io::stdin().lines() {
            let line = line.map_err(|error| Error::usage(format!("standard input: {error}")))?;
            let name = line.parse::<PartName>();
            let name = name.map_err(|()| Error::usage(format!("`{line}` is no part")))?;
            let exit = match OwnPart::take(folder, name, (worker, flags), report)? {
                ControlFlow::Continue(own) => {
                    own.run((flags.lease, search.opening), || search.run(&own))?
                }
                ControlFlow::Break(exit) => exit,
            };
            let goes_on = matches!(exit, Exit::Success | Exit::Failure) && !search.is_used_up();
            if !goes_on {
                return Ok(exit);
            }
            writeln!(io::stdout(), "{}", exit.code()).map_err(Error::Output)?;
        }
        Ok(Exit::Success)
    })
}

impl<'a> OwnPart<'a> {
    /// Takes a part, if it is to be done; else why it is not.
    fn take(
        folder: &'a QueueFolder,
        name: PartName,
        (worker, flags): (&'a str, &WorkFlags),
        report: &'a Reporter,
    ) -> Result<ControlFlow<Exit, OwnPart<'a>>, Error> {
        let (parts, done) = folder.parts()?;
        let find = |parts: &[QueuePart]| parts.iter().copied().find(|part| part.name == name);
        let (part, is_again) = match (find(&parts.open), find(&parts.done)) {
            (Some(part), _) => (part, false),
            (None, Some(part)) => {
                let said = folder.said(part, &done[&name])?;
                if flags.audit == 0 || said.iter().any(|record| record.worker == worker) {
                    report.note(&format!("part {name} is done, by {}", done[&name].worker));
                    return Ok(ControlFlow::Break(Exit::Success));
                }
                (part, true)
            }
            (None, None) => {
                let of = folder.shards;
                let why = match (1..=of).contains(&name.shard) {
                    true => format!("shard {} was not split there", name.shard),
                    false => format!("its shards are 1 to {of}"),
                };
                return Err(Error::usage(format!("the queue has no part {name}: {why}")));
            }
        };
        let kind = if is_again { ".again" } else { "" };
        let taken = Lease::take(folder, (kind, name), worker, flags.lease);
        let lease = match taken.map_err(|error| Error::unwritable(&folder.path, &error))? {
            Taken::Ours(lease) => lease,
            Taken::Theirs => {
                report.note(&format!("another worker is at part {name}"));
                return Ok(ControlFlow::Break(Exit::Failure));
            }
        };
        let range = Arc::new(folder.range(part)?);
        let own = OwnPart { folder, part, worker, range, is_again, lease, report };
        Ok(ControlFlow::Continue(own))
    }

    /// Searches it, and records that it is done. `opening`: what it took to open the search, if that is not part of it.
    fn run(
        &self,
        (lease, opening): (Duration, Duration),
        search: impl FnOnce() -> Result<Exit, Error>,
    ) -> Result<Exit, Error> {
        let (begun, is_over) = (Instant::now(), AtomicBool::new(false));
        let searched = std::thread::scope(|scope| {
            let keeper = scope.spawn(|| self.keep(lease, opening, &is_over));
            let _end = KeeperEnd { is_over: &is_over, keeper: keeper.thread().clone() };
            search()
        });
        let (name, report) = (self.part.name, self.report);
        let place = self.folder.result(name, self.worker);
        match searched {
            Ok(Exit::Success) => {}
            // Whoever was first has removed what this worker had of the part.
            Ok(Exit::Usage) | Err(Error::File(_)) if !self.is_again && self.is_done() => {
                report.note(&format!("another worker was first with part {name}"));
                return Ok(Exit::Success);
            }
            Err(error) if error.is_discontinued() => {
                for rest in self.rests()? {
                    let _ = fs::remove_file(rest);
                }
                report.note(&format!(
                    "what was left of part {name} goes beyond its end: the part begins anew"
                ));
                return Ok(Exit::Failure);
            }
            searched => return searched,
        }
        let (_, result) = self.outcome(&place)?;
        let unwritable = |error: io::Error| Error::unwritable(&self.folder.path, &error);
        self.split().map_err(unwritable)?;
        let until = self.range.until();
        let seconds = format!("{:.3}", begun.elapsed().as_secs_f64());
        let record = PartRecord { worker: self.worker.to_owned(), until, result, seconds };
        let place = match self.is_again {
            true => self.folder.path.join("again").join(format!("{name}.{}", self.worker)),
            false => self.folder.place("done", name),
        };
        if !make(&place, &text(&record)).map_err(unwritable)? {
            report.note(&format!("another worker was first with part {name}"));
        }
        // The file of the half-done part of a worker that was lost is of no use any more.
        for rest in self.rests()? {
            let _ = fs::remove_file(rest);
        }
        for left in ["wanted", "ended"] {
            let _ = fs::remove_file(self.folder.place(left, name));
        }
        Ok(Exit::Success)
    }

    fn is_done(&self) -> bool {
        self.folder.place("done", self.part.name).exists()
    }

    /// Gives signs of life, and sees whether somebody waits, until the search is over.
    fn keep(&self, time: Duration, opening: Duration, is_over: &AtomicBool) {
        let wanted = self.folder.place("wanted", self.part.name);
        let started = Instant::now();
        let (mut touched, mut begun, mut is_lost) = (started, None, false);
        let mut told = self.part.until;
        while !is_over.load(Ordering::SeqCst) {
            if touched.elapsed() > time / 4 {
                is_lost = !self.lease.touch();
                touched = Instant::now();
            }
            if begun.is_none() && self.range.is_begun() {
                begun = Some(Instant::now());
            }
            // A half is worth giving only where the search outweighs another start.
            let is_worth = begun.is_some_and(|begun| {
                let start = opening + begun.duration_since(started);
                begun.elapsed() > LOOK.max(2 * start)
            });
            let until = self.range.until();
            if until != told && !is_lost {
                // If it cannot be made now, it is made at the end.
                if let Ok(true) = self.split() {
                    told = until;
                    let _ = fs::remove_file(&wanted);
                }
            } else if is_worth && !self.is_again && !is_lost && wanted.exists() {
                self.range.ask();
            }
            std::thread::park_timeout(LOOK.min(time / 8));
        }
    }

    /// Makes the part that the search has given away. True if there is one.
    fn split(&self) -> io::Result<bool> {
        let until = self.range.until();
        if until == self.part.until || self.is_again {
            return Ok(false);
        }
        let name = PartName { from: until, ..self.part.name };
        make(&self.folder.place("split", name), "").map(|_| true)
    }

    /// The end and the result of a part that is done.
    ///
    /// # Errors
    /// A file that cannot be read, or is no report where it should be.
    fn outcome(&self, place: &Path) -> Result<(CubePlace, PartResult), Error> {
        match self.folder.command.asks.as_str() {
            "test" => tested::outcome(place),
            _ => last_record(place),
        }
    }

    /// Removes a result of ours that is of no use: the part ended elsewhere, and another worker was first with it.
    pub fn make_way(&self, place: &Path) -> Result<(), Error> {
        if place.exists() && self.outcome(place)?.0 != self.part.until {
            fs::remove_file(place).map_err(|error| Error::unwritable(place, &error))?;
        }
        Ok(())
    }

    /// Goes on with what a worker that was lost has left, unless there is something of our own.
    pub fn take_over(&self, own: &Path) -> Result<(), Error> {
        let result = self.folder.result(self.part.name, self.worker);
        if own.exists() || result.exists() || self.is_again {
            return Ok(());
        }
        let length = |path: &PathBuf| fs::metadata(path).map_or(0, |found| found.len());
        let name =
            |path: &Path| path.file_name().expect("it is a file").to_string_lossy().into_owned();
        let kind = name(own).split_off(name(&result).len() - ".jsonl".len());
        let rests = self.rests()?.into_iter().filter(|rest| name(rest).ends_with(&kind));
        let Some(longest) = rests.max_by_key(length) else { return Ok(()) };
        // Whoever was only late may still write into theirs.
        fs::copy(&longest, own).map_err(|error| Error::unwritable(own, &error)).map(drop)
    }

    /// The half-done parts of this name, of all workers.
    fn rests(&self) -> Result<Vec<PathBuf>, Error> {
        let begin = format!("{}.", self.part.name);
        let names = self.folder.names("results")?;
        let rests = names.iter().filter(|name| name.starts_with(&begin) && name.ends_with(".part"));
        let rests = rests.map(|name| self.folder.path.join("results").join(name));
        Ok(rests.filter(|rest| rest.is_file()).collect())
    }
}

/// Ends the keeper of a part, however its search ends.
struct KeeperEnd<'a> {
    is_over: &'a AtomicBool,
    keeper: Thread,
}

impl Drop for KeeperEnd<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.keeper.unpark();
    }
}

/// The end and the result by the last record of a file.
///
/// # Errors
/// A file that cannot be read.
fn last_record(place: &Path) -> Result<(CubePlace, PartResult), Error> {
    let read = |line: &[u8]| serde_json::from_slice::<Json>(line).ok();
    let last = fs::File::open(place).and_then(|mut file| {
        let end = file.metadata()?.len();
        last_line(&mut file, end, read)
    });
    let last = last.map_err(|error| crate::files::read::unreadable(place, &error))?;
    Ok(ended(&last.unwrap_or_default()))
}
