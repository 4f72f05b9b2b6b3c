//! A tally of the records read so far, and the verdict on them.

use korrel_harness::{counted, verb};

use crate::files::streams::StreamReading;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

#[derive(Default)]
pub struct EvalTally {
    pub streams: StreamReading,
    pub heaps: u64,
    /// Records of other kinds.
    pub others: u64,
    failed: u64,
    /// Heaps that were too large.
    unknown: u64,
}

impl EvalTally {
    pub fn add(&mut self, holds: Option<bool>) {
        self.heaps += 1;
        self.failed += u64::from(holds == Some(false));
        self.unknown += u64::from(holds.is_none());
    }

    pub fn finish(self, report: &Reporter) -> Exit {
        let EvalTally { streams, heaps, others, failed, unknown } = self;
        let (is_cut, has_begun) = (streams.is_cut(), heaps > 0 || !streams.is_outside());
        let satisfy = verb(heaps, "satisfies", "satisfy");
        let all = counted(heaps, "heap");
        let mut summary = format!("{} of {all} {satisfy} the spec", heaps - failed - unknown);
        if unknown > 0 {
            summary += &format!(", {unknown} too large to be judged");
        }
        report.note(&summary);
        if others > 0 {
            let were = verb(others, "was", "were");
            report
                .note(&format!("{} of another kind {were} passed over", counted(others, "record")));
        }
        streams.tell(report);
        if is_cut {
            report.note("the stream has no end record: it was cut off");
        }
        if !has_begun {
            report.note("neither a heap nor a header was read: nothing has been judged");
        }
        match (failed, is_cut || !has_begun || unknown > 0) {
            (0, false) => Exit::Success,
            (0, true) => Exit::Incomplete,
            _ => Exit::Failure,
        }
    }
}
