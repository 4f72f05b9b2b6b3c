//! The end of a program whose work does not look at the flag in time.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Stop;
use crate::limits::memory;
use crate::messages::exit::Exit;

/// Reports and writes everything that is due, and returns the exit code with which the program then
/// ends.
pub type Ending = Box<dyn FnOnce(&Stop) -> Exit + Send>;

/// The time that the program has to end by itself. A glance at the flag is due every few
/// milliseconds. On a busy machine some come late.
const PATIENCE: Duration = Duration::from_millis(700);
/// The longest interval between checks for memory beyond the limit.
const GLANCE: Duration = Duration::from_millis(4);
/// The memory of a program that does hardly anything, in bytes.
const IDLE: u64 = 32 << 20;

impl Stop {
    /// Sets the ending that runs if the work that begins now does not look at the flag in time.
    pub fn instead(&self, ending: impl FnOnce(&Stop) -> Exit + Send + 'static) {
        *self.ending.lock().expect("no ending panics") = Some(Box::new(ending));
    }

    /// Leaves the end of the work to the caller alone from now on. If another thread is ending the
    /// program already, this does not return.
    pub fn take_over(&self) {
        *self.ending.lock().expect("no ending panics") = None;
    }

    /// Ends the program on the spot, as its stage says.
    pub fn end(&self) -> ! {
        // The lock is held until the program is no more.
        let mut ending = self.ending.lock().expect("no ending panics");
        let exit = ending.take().map_or_else(|| self.tell(), |end| end(self));
        std::process::exit(exit.code().into());
    }

    /// Ends the program, unless it is ending, or no holder of the flag is left.
    pub(super) fn end_unless_it_ends(&self) {
        let raised = Instant::now();
        while raised.elapsed() < PATIENCE && !self.is_far_beyond() {
            if self.is_alone() {
                return;
            }
            std::thread::sleep(self.glance());
        }
        // The lock is held until the program is no more.
        let mut ending = self.ending.lock().expect("no ending panics");
        if let Some(end) = ending.take()
            && !self.is_alone()
        {
            std::process::exit(end(self).code().into());
        }
    }

    /// The interval between checks for memory beyond the limit.
    pub(super) fn glance(&self) -> Duration {
        memory::glance(self.most.load(Ordering::Relaxed), GLANCE)
    }

    /// True if the program takes so much memory that it ends at once. With a limit below the memory of an
    /// idle program, it may still end by itself.
    pub(super) fn is_far_beyond(&self) -> bool {
        let most = self.most.load(Ordering::Relaxed).max(IDLE);
        most < u64::MAX && memory::resident().is_ok_and(|taken| taken > most)
    }

    fn is_alone(&self) -> bool {
        Arc::strong_count(&self.flag) == 1
    }
}
