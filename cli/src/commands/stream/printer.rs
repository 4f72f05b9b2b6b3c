//! Instances on standard output.

use korrel::stream::{InstanceLines, StreamWriter};

use crate::messages::error::Error;
use crate::messages::patience::Patience;
use crate::messages::progress::Progress;
use crate::output::frame::StreamFrame;

/// Writes records into a stream, with progress and advice.
pub struct RecordPrinter<'a> {
    pub frame: &'a mut StreamFrame,
    pub progress: &'a Progress,
    /// The advice for a long wait; it ends when the first instance is found.
    pub patience: Option<Patience>,
    /// Told the number of instances written so far, and how to learn that of the conflicts.
    pub watch: &'a mut dyn FnMut(u64, &mut dyn FnMut() -> u64),
}

impl StreamWriter for RecordPrinter<'_> {
    type Error = Error;

    fn count(&self) -> u64 {
        self.frame.count()
    }

    #[inline]
    fn add_all(&mut self, add: impl FnOnce(&mut InstanceLines<'_>)) -> Result<(), Error> {
        Ok(self.frame.add_all(add)?)
    }

    #[inline]
    fn found(&mut self) {
        self.patience = None;
    }

    #[inline]
    fn written(&mut self, cube: u64, instances: u64, conflicts: &mut dyn FnMut() -> u64) {
        self.frame.in_cube(cube, instances);
        self.progress.found(self.frame.count());
        (self.watch)(self.frame.count(), conflicts);
    }
}
