//! The result of a run.

mod certificate;
mod collect;
mod end;
mod heading;
mod merge;
mod operation;
mod read;
mod status;
mod uncalled;
mod write;
mod xml;

pub use certificate::{Certificate, CertificateSubject, Claim};
pub use collect::Collector;
pub use end::{ReportEnd, ReportRecord, Tallies};
pub use heading::{InputListing, ReportHeading};
pub use korrel_heapgraph::hash::{hash, hash_of};
pub use merge::{merge, missing, missing_text, shard};
pub use operation::{FailureGroup, OperationReport};
pub use read::{ReportError, ReportReach, reached, read};
pub use status::{Grown, RunStatus};
pub use write::{
    Format, Look, abridged, failure_line, failures_text, header_line, last_lines, told, write,
};
pub use xml::{JunitCase, JunitFault, JunitReport, JunitStatus, JunitSuite};

use crate::outcome::UncalledSteps;

/// The results for all inputs of a run, or of the runs of its shards.
#[derive(Clone, Debug)]
pub struct Report {
    pub heading: ReportHeading,
    pub operations: Vec<OperationReport>,
    pub status: RunStatus,
    /// The extent reached, if inputs grow.
    pub grown: Option<Grown>,
    /// The shards that are missing from joined reports.
    pub missing: Vec<u32>,
    /// Smaller inputs than those that were tried may be left: others try them.
    pub has_gaps: bool,
    /// What a spec of behaviours allows and no call showed.
    pub uncalled: UncalledSteps,
    /// Other problems: a file that cannot be written, a driver that cannot be started.
    pub problems: Vec<String>,
    /// Known failures that pass now: `remove 9f2c41d07ab3e815`.
    pub mended: Vec<String>,
}

impl Report {
    pub fn new(heading: ReportHeading, operations: &[crate::TestedOperation]) -> Report {
        let has_gaps = heading.is_of_a_part();
        Report {
            heading,
            operations: operations.iter().map(OperationReport::new).collect(),
            status: RunStatus::Complete,
            grown: None,
            missing: Vec::new(),
            has_gaps,
            uncalled: UncalledSteps::default(),
            problems: Vec::new(),
            mended: Vec::new(),
        }
    }

    /// The number of inputs that were tried.
    pub fn inputs(&self) -> u64 {
        self.total(|op| op.inputs)
    }

    pub(crate) fn total(&self, of: impl Fn(&OperationReport) -> u64) -> u64 {
        self.operations.iter().map(of).sum()
    }

    /// The number of failures that were not known before.
    pub fn new_failures(&self) -> u64 {
        self.total(|op| op.failed - op.known)
    }

    /// The size of the shortest behaviour that a skipped call ended.
    pub fn least_skipped(&self) -> Option<u64> {
        self.operations.iter().filter_map(|op| op.skipped_by_size.keys().next()).min().copied()
    }

    /// An operation whose inputs were all skipped, so that nothing was tried. A shard has none: it tells nothing
    /// of the whole.
    pub(super) fn untried(&self) -> Option<&OperationReport> {
        let is_untried = |op: &&OperationReport| op.inputs > 0 && op.skipped() == op.inputs;
        self.operations.iter().find(is_untried).filter(|_| self.heading.shard.is_none())
    }

    /// The program's exit code.
    pub fn exit_code(&self, allow_incomplete: bool) -> u8 {
        match self.status {
            _ if !self.problems.is_empty() => 2,
            RunStatus::Refused => 2,
            _ if self.new_failures() > 0 => 1,
            RunStatus::Complete if self.untried().is_some() => 3,
            RunStatus::Complete => 0,
            RunStatus::Budget if allow_incomplete => 0,
            RunStatus::Interrupted => 130,
            RunStatus::Limit
            | RunStatus::Alike
            | RunStatus::Budget
            | RunStatus::Timeout
            | RunStatus::Partial => 3,
        }
    }
}
