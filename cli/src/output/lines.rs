//! Output line by line: whole lines only, never held back for long.
//!
//! A line is added to a buffer; a second thread writes the buffer out every few milliseconds, so
//! that a reader gets the instances found even while the search for the next one takes its time.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use korrel::stream::{InstanceLines, StreamTally};

/// The longest time that a line stays in the buffer.
const DELAY: Duration = Duration::from_millis(50);
/// A buffer of this size is written out at once.
const CAPACITY: usize = 1 << 18;
/// The writing thread does nothing else.
const STACK: usize = 128 << 10;

/// Buffered lines, on standard output as a rule.
pub struct Lines {
    shared: Arc<SharedLines>,
    flusher: Option<JoinHandle<()>>,
}

struct SharedLines {
    state: Mutex<Buffer>,
    wake: Condvar,
}

struct Buffer {
    out: Box<dyn Write + Send>,
    buffer: Vec<u8>,
    /// The lines of instances, and whether there was any line.
    tally: StreamTally,
    is_begun: bool,
    error: Option<io::Error>,
    is_closed: bool,
    is_terminal: bool,
}

impl Lines {
    pub fn stdout() -> Lines {
        Lines::on(Box::new(io::stdout()), io::stdout().is_terminal())
    }

    /// Writes lines to `out`; on a terminal no line is held back.
    pub fn on(out: Box<dyn Write + Send>, is_terminal: bool) -> Lines {
        let state = Buffer {
            out,
            buffer: Vec::with_capacity(CAPACITY + (1 << 12)),
            tally: StreamTally::default(),
            is_begun: false,
            error: None,
            is_closed: false,
            is_terminal,
        };
        let shared = Arc::new(SharedLines { state: Mutex::new(state), wake: Condvar::new() });
        let theirs = Arc::clone(&shared);
        let flusher = Builder::new().stack_size(STACK).spawn(move || flush_at_intervals(&theirs));
        let lines = Lines { shared, flusher: flusher.ok() };
        // If there is no thread, no line is held back either.
        lines.state().is_terminal |= lines.flusher.is_none();
        lines
    }

    fn state(&self) -> MutexGuard<'_, Buffer> {
        self.shared.state.lock().expect("no holder of the lock panics")
    }

    /// They are no more than counted: no end record follows.
    pub fn without_digest(self) -> Lines {
        self.state().tally = StreamTally::of_count();
        self
    }

    /// They continue after instances that are written already.
    pub fn resumed(self, tally: StreamTally) -> Lines {
        let mut state = self.state();
        (state.is_begun, state.tally) = (true, tally);
        drop(state);
        self
    }

    /// Adds the line of no instance, with its line break.
    ///
    /// # Errors
    /// An error of standard output, now or since the last line.
    pub fn add_line(&self, line: &[u8]) -> io::Result<()> {
        let mut state = self.ready()?;
        state.buffer.extend_from_slice(line);
        state.passed_on()
    }

    /// Adds lines of instances, as many as the function adds. Nothing is written out in between.
    ///
    /// # Errors
    /// An error of standard output, now or since the last line.
    pub fn add(&self, add: impl FnOnce(&mut InstanceLines<'_>)) -> io::Result<()> {
        let mut state = self.ready()?;
        let Buffer { buffer, tally, .. } = &mut *state;
        add(&mut InstanceLines::new(buffer, tally));
        state.passed_on()
    }

    /// The instances that were added.
    pub fn tally(&self) -> StreamTally {
        self.state().tally.clone()
    }

    fn ready(&self) -> io::Result<MutexGuard<'_, Buffer>> {
        let mut state = self.state();
        state.is_begun = true;
        state.error.take().map_or(Ok(state), Err)
    }

    /// Writes out the rest. No lines come after that.
    ///
    /// # Errors
    /// An error of standard output.
    pub fn finish(&mut self) -> io::Result<()> {
        self.close();
        self.state().error.take().map_or(Ok(()), Err)
    }

    /// A handle by which another thread can end the lines.
    pub fn last_lines(&self) -> LastLines {
        LastLines(Arc::clone(&self.shared))
    }

    fn close(&mut self) {
        let mut state = self.state();
        state.is_closed = true;
        if let Err(error) = state.flush() {
            state.error.get_or_insert(error);
        }
        drop(state);
        self.shared.wake.notify_all();
        if let Some(flusher) = self.flusher.take() {
            // It holds no lock across anything that panics.
            let _ = flusher.join();
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        if !self.state().is_closed {
            self.close();
        }
    }
}

/// The end of the lines, for another thread than the one that writes them.
pub struct LastLines(Arc<SharedLines>);

impl LastLines {
    /// Writes out the lines held back, then the text that a function makes: it gets true if there was a
    /// line, and the tally of instances. A thread that would add a line from now on waits for ever.
    pub fn end(self, last: impl FnOnce(bool, &StreamTally) -> String) {
        let mut state = self.0.state.lock().expect("no holder of the lock panics");
        let last = last(state.is_begun, &state.tally);
        state.buffer.extend_from_slice(last.as_bytes());
        // The program ends; an error cannot be reported any more.
        let _ = state.flush();
        std::mem::forget(state);
    }
}

impl Buffer {
    /// After a line: it may have to be written out at once.
    fn passed_on(&mut self) -> io::Result<()> {
        if self.is_terminal || self.buffer.len() >= CAPACITY { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.write_all(&self.buffer).and_then(|()| self.out.flush());
        self.buffer.clear();
        result
    }
}

fn flush_at_intervals(shared: &SharedLines) {
    let mut state = shared.state.lock().expect("no holder of the lock panics");
    while !state.is_closed {
        let waited = shared.wake.wait_timeout(state, DELAY);
        state = waited.expect("no holder of the lock panics").0;
        if !state.buffer.is_empty()
            && let Err(error) = state.flush()
        {
            state.error.get_or_insert(error);
        }
    }
}
