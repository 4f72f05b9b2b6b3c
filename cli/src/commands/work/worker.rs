//! A worker: it takes parts until none is left, each in a process of its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use korrel::queue::{PartName, QueuePart, Verdict, is_audited, verdict};
use korrel_harness::{counted, verb};

use super::folder::{PartRecord, QueueFolder, make};
use crate::flags::WorkFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

/// The time between two looks at a queue in which all parts are taken.
const LOOK: Duration = Duration::from_millis(200);

/// What is believed of a queue's parts that are done.
pub struct Trust {
    /// Those who say other things than two who agree.
    pub liars: BTreeSet<String>,
    /// Parts of which another worker must say something.
    pub unsure: Vec<(QueuePart, Vec<PartRecord>)>,
    /// Who is believed of each part, and what all say.
    pub believed: Vec<(QueuePart, Option<usize>, Vec<PartRecord>)>,
}

impl Trust {
    /// `share`: per mille of the parts that are to be computed twice.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn of(folder: &QueueFolder, share: u32) -> Result<Trust, Error> {
        let (parts, done) = folder.parts()?;
        let (mut liars, mut verdicts) = (BTreeSet::new(), Vec::new());
        for part in parts.done {
            let said = folder.said(part, &done[&part.name])?;
            let texts: Vec<_> = said.iter().map(|one| (one.worker.as_str(), &one.said)).collect();
            let (verdict, believed) = verdict(&texts);
            if let Verdict::Agreed { liars: found } = &verdict {
                liars.extend(found.iter().map(|liar| (*liar).to_owned()));
            }
            let (is_single, is_disputed) =
                (verdict == Verdict::Single, verdict == Verdict::Disputed);
            verdicts.push((part, believed, said, is_single, is_disputed));
        }
        let question = folder.plan["question"].as_str().unwrap_or_default();
        let is_unsure = |part: &QueuePart, said: &[PartRecord], is_single: bool| {
            is_single
                && (liars.contains(&said[0].worker) || is_audited(question, part.name.shard, share))
        };
        let (mut unsure, mut all) = (Vec::new(), Vec::new());
        for (part, believed, said, is_single, is_disputed) in verdicts {
            if is_disputed || is_unsure(&part, &said, is_single) {
                unsure.push((part, said.clone()));
            }
            // A liar's word alone is not believed.
            let believed = believed.filter(|_| !is_single || !liars.contains(&said[0].worker));
            all.push((part, believed, said));
        }
        Ok(Trust { liars, unsure, believed: all })
    }
}

/// A worker at its queue.
struct Worker<'a> {
    folder: &'a QueueFolder,
    name: &'a str,
    flags: &'a WorkFlags,
    done: usize,
    again: usize,
}

pub fn run(
    folder: &QueueFolder,
    (name, flags): (&str, &WorkFlags),
    report: &Reporter,
) -> Result<Exit, Error> {
    let mut worker = Worker { folder, name, flags, done: 0, again: 0 };
    let left = worker.work()?;
    let (done, again) = (worker.done, worker.again);
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
            let open: Vec<QueuePart> =
                parts.open.iter().copied().filter(|part| !ended.contains(&part.name)).collect();
            let mut is_done = false;
            for part in &open {
                match self.child(part.name, false)? {
                    Child::Done => {
                        self.done += 1;
                        is_done = true;
                        // Others have done parts meanwhile, or split some.
                        break;
                    }
                    Child::Taken => {}
                    Child::Ended => {
                        is_done = true;
                        break;
                    }
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
        let unsure = Trust::of(self.folder, self.flags.audit)?.unsure;
        let (ours, theirs): (Vec<_>, Vec<_>) = unsure
            .into_iter()
            .partition(|(_, said)| said.iter().all(|record| record.worker != self.name));
        for (part, _) in &ours {
            match self.child(part.name, true)? {
                Child::Done => {
                    self.again += 1;
                    return Ok(None);
                }
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

    /// Does a part in a process of its own.
    fn child(&self, part: PartName, is_again: bool) -> Result<Child, Error> {
        let kind = if is_again { ".again" } else { "" };
        let lease = self.folder.path.join("leases").join(format!("{part}{kind}"));
        if is_fresh(&lease) {
            return Ok(Child::Taken);
        }
        let program = std::env::current_exe().map_err(Error::Output)?;
        let audit = if is_again { "100%" } else { "0%" };
        let status = Command::new(&program)
            .arg("work")
            .arg(&self.folder.path)
            .args(["--part", &part.to_string(), "--as", self.name, "--audit", audit, "--quiet"])
            .args(["--lease", &format!("{}ms", self.flags.lease.as_millis())])
            .args(["-j", &self.flags.threads.to_string()])
            .status()
            .map_err(|error| Error::unwritable(&program, &error))?;
        match status.code() {
            Some(0) => Ok(Child::Done),
            Some(3) => Ok(Child::Taken),
            Some(130) => Ok(Child::Interrupted),
            // Its message is on standard error.
            Some(2) => Err(Error::usage(format!("part {part} was not begun"))),
            _ => {
                let how = how(status);
                tell(format_args!("part {part} ended its process: {how}"));
                let place = self.folder.place("ended", part);
                let text = format!("{} {how}\n", self.name);
                make(&place, &text).map_err(|error| Error::unwritable(&place, &error))?;
                Ok(Child::Ended)
            }
        }
    }
}

/// What became of a part that was tried.
enum Child {
    Done,
    /// Another worker is at it.
    Taken,
    Ended,
    Interrupted,
}

/// True if a lease was touched a moment ago: no process need be started to see that.
fn is_fresh(lease: &Path) -> bool {
    let touched = fs::metadata(lease).and_then(|found| found.modified());
    touched.is_ok_and(|touched| touched.elapsed().is_ok_and(|age| age < Duration::from_secs(5)))
}

fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    format!("exit code {}", status.code().unwrap_or(-1))
}
