//! How many sequences of calls there are, and how many were tried.

use std::fmt;

use super::failures::counted;
use super::{Outcome, Verdict};

/// How many sequences there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequenceCount {
    /// Their number.
    pub sequences: u128,
    /// So many calls they have at most.
    pub up_to: usize,
    /// There are no more. Otherwise the number is a lower bound.
    pub is_exact: bool,
}

impl fmt::Display for SequenceCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SequenceCount { sequences, up_to, is_exact } = self;
        let least = if *is_exact { "" } else { "at least " };
        let calls = counted(*up_to as u64, "call");
        write!(f, "{least}{} of up to {calls}", counted(*sequences, "sequence"))
    }
}

/// How many sequences there are, and how far a check came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequenceOutcome {
    /// How it ended.
    pub verdict: Verdict,
    /// Sequences that were tried.
    pub sequences: u32,
    /// So many calls they have at most.
    pub up_to: usize,
    /// All sequences of up to so many calls were tried; None if not even the one without calls.
    pub calls: Option<usize>,
    /// Sequences that fail.
    pub failed: u32,
    /// Those of them in which a call fails, or a side cannot be made. Behind these none was tried.
    pub stopped: u32,
    /// Sequences whose last call panics on both sides, behind which none was tried.
    pub panicked: u32,
    /// Sequences after whose last call both sides panic in the end.
    pub end_panicked: u32,
    /// The operations that panic on both sides whenever they are the last one.
    pub always: Vec<String>,
    /// The longest one that was tried.
    pub(super) longest: usize,
    /// What is said of all lengths together.
    pub(super) run: Outcome,
}

impl SequenceOutcome {
    /// Those of the lengths that were tried whole which were left out, as they begin as others.
    fn untried(&self) -> String {
        let fail = match self.stopped {
            1 => "1 that fails".to_owned(),
            many => format!("{many} that fail"),
        };
        let panic = match self.panicked {
            1 => "1 that panics on both sides".to_owned(),
            many => format!("{many} that panic on both sides"),
        };
        match (self.stopped, self.panicked) {
            (0, 0) => String::new(),
            (_, 0) => format!(" but those behind {fail}"),
            (0, _) => format!(" but those behind {panic}"),
            _ => format!(" but those behind {fail} and {panic}"),
        }
    }

    pub(super) fn add(&mut self, length: usize, outcome: &Outcome) {
        self.sequences += outcome.inputs;
        if outcome.inputs > 0 {
            self.longest = length;
        }
        if outcome.verdict == Verdict::Cut {
            self.verdict = Verdict::Cut;
        } else if self.verdict == Verdict::Complete {
            self.calls = Some(length);
        }
        let run = &mut self.run;
        run.random += outcome.random;
        run.widest = run.widest.max(outcome.widest);
        run.long |= outcome.long;
        run.fickle |= outcome.fickle;
        run.gave_up = outcome.gave_up;
    }
}

impl fmt::Display for SequenceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = |number: usize| counted(number as u64, "call");
        let sequences = counted(self.sequences, "sequence");
        let is_complete = self.verdict == Verdict::Complete;
        let (longest, up_to) = (self.longest, self.up_to);
        let tried = if is_complete || self.sequences == 0 { up_to } else { longest };
        write!(f, "{sequences} of up to {}", calls(tried))?;
        let untried = self.untried();
        if is_complete {
            write!(f, ", all there are{untried}")?;
        } else {
            if let Some(whole @ 1..) = self.calls {
                write!(f, ", all of up to {}{untried}", calls(whole))?;
            }
            match longest + 1 {
                _ if self.sequences == 0 => (),
                next if next == up_to => write!(f, ", none of {}", calls(up_to))?,
                next if next < up_to => write!(f, ", none of {next} to {up_to} calls")?,
                _ => (),
            }
        }
        if !self.always.is_empty() {
            write!(f, "; on both sides {} always panics", self.always.join(", "))?;
        }
        match self.end_panicked {
            0 => (),
            1 => write!(f, "; after 1 of them both sides panic in the end")?,
            many => write!(f, "; after {many} of them both sides panic in the end")?,
        }
        if is_complete { Ok(()) } else { f.write_str(&self.run.why_cut()) }
    }
}
