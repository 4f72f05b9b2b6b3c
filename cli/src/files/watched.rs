//! Files that are looked at again and again, to see whether they have changed.
//!
//! *Choice.* A look every few milliseconds at the time and the length of each file, and at its text where the time is so
//! recent that another save may bear the same. *Rejected.* The notices of the operating system: editors save by
//! renaming, by truncating, on file systems of other machines, and each of these has other notices.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A file system whose clock is coarser than this is no longer made.
const COARSE: Duration = Duration::from_secs(2);

/// Files, and what they were like.
#[derive(Default)]
pub struct WatchedFiles {
    files: Vec<(PathBuf, FileLikeness)>,
}

#[derive(PartialEq, Eq)]
enum FileLikeness {
    Missing,
    Old {
        modified: SystemTime,
        length: u64,
    },
    /// It may be saved again within the same tick of the clock.
    Recent {
        modified: SystemTime,
        text: Vec<u8>,
    },
}

impl WatchedFiles {
    /// Looks at one file from now on.
    pub fn of(path: &Path) -> WatchedFiles {
        let mut watched = WatchedFiles::default();
        watched.add(path.to_owned());
        watched
    }

    /// Looks at these from now on. They must be looked at before they are read, for what is saved in between is a change.
    pub fn add(&mut self, path: PathBuf) {
        if !self.files.iter().any(|(known, _)| *known == path) {
            let likeness = FileLikeness::of(&path);
            self.files.push((path, likeness));
        }
    }

    /// True if any has changed since it was added. This stays so: whoever reads them anew looks at them anew, too.
    pub fn have_changed(&mut self) -> bool {
        let mut have_changed = false;
        for (path, known) in &mut self.files {
            let now = FileLikeness::of(path);
            have_changed |= !known.is_same(&now);
            // A recent one that has aged unchanged is known by its time.
            if !have_changed {
                *known = now;
            }
        }
        have_changed
    }
}

impl FileLikeness {
    fn of(path: &Path) -> FileLikeness {
        let Ok(about) = std::fs::metadata(path) else { return FileLikeness::Missing };
        let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let is_old = SystemTime::now().duration_since(modified).is_ok_and(|age| age > COARSE);
        if is_old {
            return FileLikeness::Old { modified, length: about.len() };
        }
        match std::fs::read(path) {
            Ok(text) => FileLikeness::Recent { modified, text },
            Err(_) => FileLikeness::Missing,
        }
    }

    fn is_same(&self, now: &FileLikeness) -> bool {
        match (self, now) {
            (FileLikeness::Recent { text, .. }, FileLikeness::Recent { text: other, .. }) => {
                text == other
            }
            (
                FileLikeness::Recent { modified, text },
                FileLikeness::Old { modified: other, length },
            ) => modified == other && text.len() as u64 == *length,
            _ => self == now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a save would not be seen: two within one tick, by renaming, or after the file was gone.
    #[test]
    fn each_way_to_save_is_a_change() {
        let folder = tempfile::tempdir().expect("there is room");
        let (file, other) = (folder.path().join("n.als"), folder.path().join("new"));
        let watched = || WatchedFiles::of(&file);
        let write =
            |path: &Path, text: &str| std::fs::write(path, text).expect("it can be written");
        let mut missing = watched();
        assert!(!missing.have_changed());
        write(&file, "sig A {}");
        assert!(missing.have_changed(), "it has come");
        let mut there = watched();
        write(&file, "sig A {}");
        assert!(!there.have_changed(), "the same text is no change");
        write(&file, "sig B {}");
        assert!(there.have_changed(), "of the same length, at the same time");
        let mut renamed = watched();
        write(&other, "sig C {}");
        std::fs::rename(&other, &file).expect("it can be renamed");
        assert!(renamed.have_changed());
        let mut gone = watched();
        std::fs::remove_file(&file).expect("it is there");
        assert!(gone.have_changed());
    }
}
