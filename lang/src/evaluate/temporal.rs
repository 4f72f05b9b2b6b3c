//! The operators of traces: `before`, `until`, `releases`, `since`, `triggered`.
//!
//! A negation passes through them to their parts, by the dual operator. Only `before` has none: at
//! the first position `before F` is false, and its negation is true, whatever F is.

use super::Evaluator;
use super::overflow::Polarity;
use super::timeline::{BeginningView, TimelineKind};
use crate::model::{Formula, TemporalOp};

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn previously(&mut self, of: &Formula, polarity: Polarity) -> bool {
        self.trace_kind();
        match self.position().checked_sub(1) {
            Some(before) => self.at_position(before, |evaluator| evaluator.judge(of, polarity)),
            None => polarity == Polarity::Negative,
        }
    }

    #[inline(never)]
    pub(super) fn temporal(
        &mut self,
        op: TemporalOp,
        [left, right]: &[Formula; 2],
        polarity: Polarity,
    ) -> bool {
        let kind = self.trace_kind();
        let here = self.position();
        match op.under(polarity) {
            TemporalOp::Until => self.is_reached(self.ahead(), [left, right], polarity),
            TemporalOp::Since => self.is_reached((0..=here).rev(), [left, right], polarity),
            TemporalOp::Triggered => {
                self.is_kept((0..=here).rev(), [left, right], polarity).unwrap_or(true)
            }
            TemporalOp::Releases => {
                let at_end = kind != TimelineKind::Beginning(BeginningView::Strong);
                self.is_kept(self.ahead(), [left, right], polarity).unwrap_or(at_end)
            }
        }
    }

    /// True if the right formula holds at some position and the left one at all before it.
    fn is_reached(
        &mut self,
        positions: impl Iterator<Item = usize>,
        [left, right]: [&Formula; 2],
        polarity: Polarity,
    ) -> bool {
        for position in positions {
            if self.judge_at(position, right, polarity) {
                return true;
            }
            if !self.judge_at(position, left, polarity) {
                return false;
            }
        }
        false
    }

    /// True if the right formula holds up to and with the first position at which the left one does.
    /// `None` if it holds at all positions and the left one at none.
    fn is_kept(
        &mut self,
        positions: impl Iterator<Item = usize>,
        [left, right]: [&Formula; 2],
        polarity: Polarity,
    ) -> Option<bool> {
        for position in positions {
            if !self.judge_at(position, right, polarity) {
                return Some(false);
            }
            if self.judge_at(position, left, polarity) {
                return Some(true);
            }
        }
        None
    }

    fn judge_at(&mut self, position: usize, formula: &Formula, polarity: Polarity) -> bool {
        self.at_position(position, |evaluator| evaluator.judge(formula, polarity))
    }

    /// # Panics
    /// Unless a trace is read ([`crate::model::Model::relates_states`]).
    fn trace_kind(&self) -> TimelineKind {
        let kind = self.timeline.as_ref().map(|timeline| timeline.kind);
        kind.filter(|kind| *kind != TimelineKind::Operation)
            .expect("a formula of a trace is read in a trace")
    }
}

impl TemporalOp {
    /// The operator that a negation makes of it, on the negations of its sides.
    fn under(self, polarity: Polarity) -> TemporalOp {
        use TemporalOp::{Releases, Since, Triggered, Until};
        match (self, polarity) {
            (_, Polarity::Positive) => self,
            (Until, _) => Releases,
            (Releases, _) => Until,
            (Since, _) => Triggered,
            (Triggered, _) => Since,
        }
    }
}
