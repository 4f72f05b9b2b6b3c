//! The lease of a part: a file that its worker touches as long as it lives.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use korrel::queue::PartName;

use super::folder::{QueueFolder, make};

pub struct Lease {
    place: PathBuf,
    text: String,
}

/// Whether a part can be had.
pub enum Taken {
    Ours(Lease),
    /// Another worker is at it.
    Theirs,
}

impl Lease {
    /// Takes a part, if nobody is at it who has given a sign of life within `time`.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn take(
        folder: &QueueFolder,
        (kind, part): (&str, PartName),
        worker: &str,
        time: Duration,
    ) -> io::Result<Taken> {
        let place = folder.path.join("leases").join(format!("{part}{kind}"));
        // No two leases have the same text.
        let text = format!("{worker} {} {}\n", std::process::id(), nonce());
        if !make(&place, &text)? {
            let Some(age) = age(folder, &place, worker)? else { return Ok(Taken::Theirs) };
            if age <= time {
                return Ok(Taken::Theirs);
            }
            // Of several who see that it has ended, one moves it away.
            let old = folder.path.join("leases").join(format!("{part}{kind}.{worker}~"));
            match fs::rename(&place, &old) {
                Ok(()) => fs::remove_file(&old)?,
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Taken::Theirs),
                Err(error) => return Err(error),
            }
            if !make(&place, &text)? {
                return Ok(Taken::Theirs);
            }
        }
        Ok(Taken::Ours(Lease { place, text }))
    }

    /// Gives a sign of life. False if the lease is another worker's by now.
    pub fn touch(&self) -> bool {
        let is_ours = fs::read_to_string(&self.place).is_ok_and(|text| text == self.text);
        is_ours && fs::write(&self.place, &self.text).is_ok()
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if fs::read_to_string(&self.place).is_ok_and(|text| text == self.text) {
            // If it cannot be removed, it ends by itself.
            let _ = fs::remove_file(&self.place);
        }
    }
}

/// How long ago the lease was touched, by the clock of the folder.
fn age(folder: &QueueFolder, place: &PathBuf, worker: &str) -> io::Result<Option<Duration>> {
    let clock = folder.path.join("leases").join(format!("clock.{worker}~"));
    fs::write(&clock, "")?;
    let now = fs::metadata(&clock)?.modified()?;
    let _ = fs::remove_file(&clock);
    match fs::metadata(place).and_then(|found| found.modified()) {
        Ok(touched) => Ok(Some(now.duration_since(touched).unwrap_or_default())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn nonce() -> u128 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos())
}
