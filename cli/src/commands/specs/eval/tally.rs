//! What has been read so far, and the verdict on it.

use korrel_harness::{counted, verb};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

#[derive(Default)]
pub struct EvalTally {
    pub heaps: u64,
    failed: u64,
    /// Heaps that were too large.
    unknown: u64,
    /// How many heaps there were before the stream at hand.
    before: u64,
    /// A header has been read whose end record has not.
    is_open: bool,
    /// There was a header or a heap.
    has_begun: bool,
}

impl EvalTally {
    pub fn begin(&mut self) {
        (self.is_open, self.has_begun, self.before) = (true, true, self.heaps);
    }

    pub fn add(&mut self, holds: Option<bool>) {
        self.has_begun = true;
        self.heaps += 1;
        self.failed += u64::from(holds == Some(false));
        self.unknown += u64::from(holds.is_none());
    }

    /// # Errors
    /// An end record that counts other instances than were read.
    pub fn end(&mut self, count: Option<u64>) -> Result<(), Diagnostic> {
        let read = self.heaps - self.before;
        (self.is_open, self.before) = (false, self.heaps);
        let Some(count) = count.filter(|&count| count != read) else { return Ok(()) };
        let were = verb(read, "was", "were");
        let count = counted(count, "instance");
        let message = format!("the end record counts {count}, but {read} {were} read");
        Err(Diagnostic::new(code::STREAM, message)
            .help("lines were lost or added; to judge a part of a stream, leave out its first and last lines"))
    }

    pub fn finish(self, report: &Reporter) -> Exit {
        let EvalTally { heaps, failed, unknown, is_open, has_begun, .. } = self;
        let satisfy = verb(heaps, "satisfies", "satisfy");
        let all = counted(heaps, "heap");
        let mut summary = format!("{} of {all} {satisfy} the spec", heaps - failed - unknown);
        if unknown > 0 {
            summary += &format!(", {unknown} too large to be judged");
        }
        report.note(&summary);
        if is_open {
            report.note("the stream has no end record: it was cut off");
        }
        if !has_begun {
            report.note("neither a heap nor a header was read: nothing has been judged");
        }
        match (failed, is_open || !has_begun || unknown > 0) {
            (0, false) => Exit::Success,
            (0, true) => Exit::Incomplete,
            _ => Exit::Failure,
        }
    }
}
