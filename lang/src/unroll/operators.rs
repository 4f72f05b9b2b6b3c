//! Temporal operators, unwound to what they say at each moment.

use super::moments::{Moment, When};
use super::reading::NameReading;
use super::{Unroller, given};
use crate::model::build::conjunction;
use crate::model::{Formula, FormulaKind, Node, TemporalOp};
use crate::source::Span;

impl<'m> Unroller<'m> {
    pub fn temporal(
        &mut self,
        op: TemporalOp,
        [first, second]: &'m [Formula; 2],
        reading: &NameReading<'m>,
    ) -> FormulaKind {
        let past = [first, second]
            .map(|side| self.traits_under(Node::Formula(side), &reading.environment).past);
        let rounds = past[0].max(past[1]);
        let moments: Vec<When> = match op.is_past() {
            true => self.shape.up_to_here(reading.now),
            false => self.shape.onwards(reading.now, rounds),
        };
        let at_end = matches!(op, TemporalOp::Releases | TemporalOp::Triggered);
        self.unwound(op, [first, second], moments, at_end, reading, |unroller, side, moment| {
            unroller.holds(side, moment, &reading.environment, true)
        })
    }

    /// What an operator says of these moments, in their order, where it is `at_end` after the last of them.
    pub fn unwound(
        &mut self,
        op: TemporalOp,
        [first, second]: [&'m Formula; 2],
        moments: Vec<When>,
        at_end: bool,
        reading: &NameReading<'m>,
        mut side: impl FnMut(&mut Self, &'m Formula, Moment) -> Formula,
    ) -> FormulaKind {
        let span = second.span;
        let of = |kind| Formula { kind, span };
        let is_some = matches!(op, TemporalOp::Until | TemporalOp::Since);
        // `eventually` and `always`, which are said flat.
        let is_alone = at_end != is_some
            && matches!(first.kind, FormulaKind::Constant(truth) if (truth == reading.is_positive) == is_some);
        let mut rest = of(FormulaKind::Constant(at_end));
        let mut all = Vec::new();
        for (when, moment) in moments.into_iter().rev() {
            let here = side(self, second, moment);
            if is_alone {
                all.push(if is_some { both(when, here, span) } else { given(when, here) });
                continue;
            }
            let on = side(self, first, moment);
            rest = of(if is_some {
                // Here the second, or the first and so on. A moment that does not exist is passed over.
                let now = both(when.clone(), here, span);
                let then = of(FormulaKind::And(vec![given(when, on), rest]));
                FormulaKind::Or(vec![now, then])
            } else {
                let now = given(when.clone(), here);
                let then = of(FormulaKind::Or(vec![both(when, on, span), rest]));
                FormulaKind::And(vec![now, then])
            });
        }
        all.reverse();
        match (is_alone, is_some) {
            (false, _) => rest.kind,
            (true, true) => FormulaKind::Or(all),
            (true, false) => FormulaKind::And(all),
        }
    }
}

/// All of the condition, and the formula.
pub(super) fn both(mut condition: Vec<Formula>, formula: Formula, span: Span) -> Formula {
    condition.push(formula);
    conjunction(condition, span)
}
