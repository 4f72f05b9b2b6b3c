//! Output line by line: whole lines only, never held back for long.
//!
//! A line is added to a buffer; a second thread writes the buffer out every few milliseconds, so
//! that a reader gets what was found even while the search for the next instance takes its time.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// How long a line may stay in the buffer.
const DELAY: Duration = Duration::from_millis(50);
/// A buffer of this size is written out at once.
const CAPACITY: usize = 1 << 18;
/// The writing thread does nothing else.
const STACK: usize = 128 << 10;

/// Buffered lines, on standard output as a rule.
pub struct Lines {
    shared: Arc<Shared>,
    flusher: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<Buffer>,
    wake: Condvar,
}

struct Buffer {
    out: Box<dyn Write + Send>,
    buffer: Vec<u8>,
    /// How many of the lines were records, and whether there was any line.
    records: u64,
    is_begun: bool,
    error: Option<io::Error>,
    is_closed: bool,
    is_terminal: bool,
}

impl Lines {
    pub fn stdout() -> Lines {
        Lines::on(Box::new(io::stdout()), io::stdout().is_terminal())
    }

    /// On a terminal no line is held back.
    pub fn on(out: Box<dyn Write + Send>, is_terminal: bool) -> Lines {
        let state = Buffer {
            out,
            buffer: Vec::with_capacity(CAPACITY + (1 << 12)),
            records: 0,
            is_begun: false,
            error: None,
            is_closed: false,
            is_terminal,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), wake: Condvar::new() });
        let theirs = Arc::clone(&shared);
        let flusher = Builder::new().stack_size(STACK).spawn(move || flush_at_intervals(&theirs));
        let lines = Lines { shared, flusher: flusher.ok() };
        // Where there is no thread no line is held back either.
        lines.state().is_terminal |= lines.flusher.is_none();
        lines
    }

    fn state(&self) -> MutexGuard<'_, Buffer> {
        self.shared.state.lock().expect("no holder of the lock panics")
    }

    /// They continue after records that are written already.
    pub fn resumed(self, records: u64) -> Lines {
        let mut state = self.state();
        (state.is_begun, state.records) = (true, records);
        drop(state);
        self
    }

    /// Adds whole lines, each with its line break; `records` of them are records.
    ///
    /// # Errors
    /// What standard output said, now or since the last line.
    pub fn add(&self, lines: &[u8], records: u64) -> io::Result<()> {
        let mut state = self.state();
        if let Some(error) = state.error.take() {
            return Err(error);
        }
        state.buffer.extend_from_slice(lines);
        state.records += records;
        state.is_begun = true;
        if state.is_terminal || state.buffer.len() >= CAPACITY { state.flush() } else { Ok(()) }
    }

    /// Writes out what is left. No lines come after that.
    ///
    /// # Errors
    /// What standard output said.
    pub fn finish(&mut self) -> io::Result<()> {
        self.close();
        self.state().error.take().map_or(Ok(()), Err)
    }

    /// By which another thread can end the lines.
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

/// The end of lines, by somebody else than who wrote them.
pub struct LastLines(Arc<Shared>);

impl LastLines {
    /// Writes out what is held back, then what a function makes of whether there was a line, and how
    /// many records. Whoever would add a line from now on waits for ever.
    pub fn end(self, last: impl FnOnce(bool, u64) -> String) {
        let mut state = self.0.state.lock().expect("no holder of the lock panics");
        let last = last(state.is_begun, state.records);
        state.buffer.extend_from_slice(last.as_bytes());
        // The program ends; an error cannot be reported any more.
        let _ = state.flush();
        std::mem::forget(state);
    }
}

impl Buffer {
    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.write_all(&self.buffer).and_then(|()| self.out.flush());
        self.buffer.clear();
        result
    }
}

fn flush_at_intervals(shared: &Shared) {
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
