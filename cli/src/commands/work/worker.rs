//! A worker: it takes parts until none is left, and has a process that does them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use korrel::queue::{PartName, QueuePart};
use korrel_harness::{counted, verb};

use super::folder::{QueueFolder, make};
use super::process::{Child, PartProcess, how};
use crate::flags::WorkFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

/// The time between two looks at a queue in which all parts are taken.
const LOOK: Duration = Duration::from_millis(200);

/// A worker at its queue.
struct Worker<'a> {
    folder: &'a QueueFolder,
    name: &'a str,
    flags: &'a WorkFlags,
    /// The process that does its parts, from the first one on.
    process: Option<PartProcess>,
}

pub fn run(
    folder: &QueueFolder,
    (name, flags): (&str, &WorkFlags),
    report: &Reporter,
) -> Result<Exit, Error> {
    let left = Worker { folder, name, flags, process: None }.work()?;
    let done = folder.parts()?.1.values().filter(|record| record.worker == name).count();
    let end = format!(".{name}");
    let again = folder.names("again")?.iter().filter(|name| name.ends_with(&end)).count();
    let compared = if again > 0 { format!(", {again} compared") } else { String::new() };
    report.note(&format!("{name}: {} done{compared}", counted(done, "part")));
    match left {
        Left::Nothing => Ok(Exit::Success),
        Left::Interrupted => Ok(Exit::Interrupted),
        Left::Ended(parts) => {
            let names: Vec<String> = parts.iter().map(PartName::to_string).collect();
            tell(format_args!(
                "INCOMPLETE: {} {} ended a worker: {}; `korrel work {} --part {}` tries again",
                counted(parts.len(), "part"),
                verb(parts.len(), "has", "have"),
                names.join(", "),
                folder.path.display(),
                names[0]
            ));
            Ok(Exit::Incomplete)
        }
        Left::Unsure(parts) => {
            tell(format_args!(
                "INCOMPLETE: {} {} for another worker to compute {} again: `korrel work {} --as ANOTHER`",
                counted(parts, "part"),
                verb(parts, "waits", "wait"),
                verb(parts, "it", "them"),
                folder.path.display()
            ));
            Ok(Exit::Incomplete)
        }
    }
}

/// Why a worker stops.
enum Left {
    Nothing,
    Interrupted,
    /// These parts have ended workers.
    Ended(Vec<PartName>),
    /// So many parts need another worker than this one.
    Unsure(usize),
}

impl Worker<'_> {
    fn work(&mut self) -> Result<Left, Error> {
        loop {
            let (parts, _) = self.folder.parts()?;
            let ended: BTreeSet<PartName> =
                self.folder.names("ended")?.iter().filter_map(|name| name.parse().ok()).collect();
            let mut open = self.folder.open_parts(&parts);
            open.retain(|part| !ended.contains(&part.name));
            let mut is_done = false;
            for part in &open {
                match self.child(part.name, false)? {
                    // Others have done parts meanwhile, or split some.
                    Child::Done | Child::Ended => {
                        is_done = true;
                        break;
                    }
                    Child::Taken => {}
                    Child::Interrupted => return Ok(Left::Interrupted),
                }
            }
            if is_done {
                continue;
            }
            if !open.is_empty() {
                self.ask(&open)?;
                std::thread::sleep(LOOK.min(self.flags.lease / 8));
                continue;
            }
            if parts.open.is_empty() {
                match self.compare()? {
                    Some(left) => return Ok(left),
                    None => continue,
                }
            }
            return Ok(Left::Ended(parts.open.iter().map(|part| part.name).collect()));
        }
    }

    /// Computes a part again that another worker has done, if one must be; else why there is nothing to do.
    fn compare(&mut self) -> Result<Option<Left>, Error> {
        let trust = self.folder.trust(self.flags.audit)?;
        let unsure = trust.parts.iter().filter(|part| part.is_unsure);
        let (ours, theirs): (Vec<_>, Vec<_>) =
            unsure.partition(|part| part.said.iter().all(|record| record.worker != self.name));
        for part in ours.iter().map(|judged| judged.part) {
            match self.child(part.name, true)? {
                Child::Done => return Ok(None),
                Child::Taken => {}
                Child::Ended => return Ok(Some(Left::Ended(vec![part.name]))),
                Child::Interrupted => return Ok(Some(Left::Interrupted)),
            }
        }
        if !ours.is_empty() {
            std::thread::sleep(LOOK.min(self.flags.lease / 8));
            return Ok(None);
        }
        Ok(Some(if theirs.is_empty() { Left::Nothing } else { Left::Unsure(theirs.len()) }))
    }

    /// Asks the worker at one of these parts for a half of it.
    fn ask(&self, open: &[QueuePart]) -> Result<(), Error> {
        let wanted: BTreeSet<String> = self.folder.names("wanted")?.into_iter().collect();
        let free = open.iter().find(|part| !wanted.contains(&part.name.to_string()));
        let Some(part) = free else { return Ok(()) };
        let place = self.folder.place("wanted", part.name);
        make(&place, "").map_err(|error| Error::unwritable(&place, &error))?;
        Ok(())
    }

    /// Has a part done.
    fn child(&mut self, part: PartName, is_again: bool) -> Result<Child, Error> {
        let kind = if is_again { ".again" } else { "" };
        let lease = self.folder.path.join("leases").join(format!("{part}{kind}"));
        if is_fresh(&lease, self.flags.lease) {
            return Ok(Child::Taken);
        }
        let of_kind = self.process.take().filter(|process| process.is_again == is_again);
        let mut process = match of_kind.and_then(PartProcess::living) {
            Some(process) => process,
            None => PartProcess::start(self.folder, (self.name, self.flags), is_again)?,
        };
        let status = match process.does(part) {
            Some(child) => {
                self.process = Some(process);
                return Ok(child);
            }
            None => process.end()?,
        };
        // Its message is on standard error, and each other part would say the same.
        if status.code() == Some(i32::from(Exit::Usage.code())) {
            return Err(Error::usage(format!(
                "part {part} is not done, for what its process says above"
            )));
        }
        match Child::of(status.code()) {
            // It had written all of the part, and only did not come to tell it.
            Child::Ended if !is_again && self.folder.place("done", part).exists() => {
                Ok(Child::Done)
            }
            Child::Ended => {
                let how = how(status);
                tell(format_args!("part {part} ended its process: {how}"));
                let place = self.folder.place("ended", part);
                let text = format!("{} {how}\n", self.name);
                make(&place, &text).map_err(|error| Error::unwritable(&place, &error))?;
                Ok(Child::Ended)
            }
            child => Ok(child),
        }
    }
}

/// True if a lease was touched by a worker that lives, as far as the clock of this machine tells: no process need be started
/// to see that.
fn is_fresh(lease: &Path, time: Duration) -> bool {
    let touched = fs::metadata(lease).and_then(|found| found.modified());
    touched.is_ok_and(|touched| touched.elapsed().is_ok_and(|age| age < time / 2))
}
