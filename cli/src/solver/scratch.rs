//! A folder for the files of one question.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// A new folder, which is removed with its files.
pub struct Scratch(PathBuf);

static COUNT: AtomicU64 = AtomicU64::new(0);

impl Scratch {
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> std::io::Result<Scratch> {
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("korrel-{}-{number}", std::process::id());
            let place = std::env::temp_dir().join(name);
            match std::fs::create_dir(&place) {
                Ok(()) => return Ok(Scratch(place)),
                // Left behind by a process that had the same number.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The text of a file, empty if there is none.
    pub fn read(&self, name: &str) -> String {
        let bytes = std::fs::read(self.path(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed is small, and lies where such files are cleared away.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
