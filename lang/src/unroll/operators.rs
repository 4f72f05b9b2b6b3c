//! Temporal operators, unwound to what they say at each moment.
//!
//! *Problem.* An operator leads to all moments that come, and one within it does so from each of them: written out,
//! formulas grow with the square of the number of states, and of the rounds through the loop nothing is shared.
//! *Choice.* What an operator says from some moment on is a predicate of that moment, which says what it does there and
//! calls the one of the moment after. All moments before it share it, and the second round through the loop, which is
//! the same wherever the first one began. So an operator grows with the number of states (Biere, Heljanko, Junttila,
//! Latvala, Schuppan, "Linear encodings of bounded LTL model checking", 2006; there variables are what calls are here). At
//! the first state it is written out: there it is said once, and its parts stay where others look for them.

use super::moments::{Link, Moment, When};
use super::reading::NameReading;
use super::{Unroller, given};
use crate::model::build::conjunction;
use crate::model::{Formula, FormulaKind, Node, TemporalOp};
use crate::source::Span;

/// An operator that is unwound: as its polarity has it, and what holds after the last of its moments.
#[derive(Clone, Copy)]
pub(super) struct UnwoundOperator<'m> {
    pub op: TemporalOp,
    pub formula: &'m Formula,
    pub sides: &'m [Formula; 2],
    /// How often the trace goes through the loop until all rounds are as the next one.
    pub rounds: usize,
    pub at_end: bool,
}

impl<'m> Unroller<'m> {
    pub fn temporal(
        &mut self,
        op: TemporalOp,
        formula: &'m Formula,
        sides: &'m [Formula; 2],
        reading: &NameReading<'m>,
    ) -> FormulaKind {
        let [first, second] = sides;
        let past = [first, second]
            .map(|side| self.traits_under(Node::Formula(side), &reading.environment).past);
        let rounds = past[0].max(past[1]);
        let at_end = matches!(op, TemporalOp::Releases | TemporalOp::Triggered);
        self.unwound(UnwoundOperator { op, formula, sides, rounds, at_end }, reading)
    }

    /// What an operator says at a moment.
    pub fn unwound(
        &mut self,
        operator: UnwoundOperator<'m>,
        reading: &NameReading<'m>,
    ) -> FormulaKind {
        if self.is_read_back(operator.op) {
            return self.written_out(operator, reading);
        }
        if !reading.next.is_empty() {
            // What is around it is said once for each way on from here. It is the same for all of them.
            let formula = operator.formula;
            let said =
                self.predicate(formula, None, &reading.at(reading.now), |unroller, reading| {
                    let kind = unroller.unwound(operator, reading);
                    Formula { kind, span: formula.span }
                });
            return said.kind;
        }
        if reading.now == Moment::START {
            return self.written_out(operator, reading);
        }
        let here = Link { moment: reading.now, is_later: false };
        self.linked(operator, Vec::new(), here, reading).kind
    }

    fn written_out(
        &mut self,
        operator: UnwoundOperator<'m>,
        reading: &NameReading<'m>,
    ) -> FormulaKind {
        let UnwoundOperator { op, rounds, at_end, .. } = operator;
        let moments: Vec<When> = match op.is_past() {
            true => self.shape.up_to_here(reading.now),
            false => self.shape.onwards(reading.now, rounds),
        };
        let is_alone = operator.is_alone(reading.is_positive);
        let span = operator.sides[1].span;
        let mut rest = Formula { kind: FormulaKind::Constant(at_end), span };
        let mut all = Vec::new();
        for (when, moment) in moments.into_iter().rev() {
            if is_alone {
                let here = self.side(operator, 1, moment, reading);
                all.push(if op.is_some() { both(when, here, span) } else { given(when, here) });
            } else {
                rest = self.step(operator, when, moment, rest, reading);
            }
        }
        all.reverse();
        match (is_alone, op.is_some()) {
            (false, _) => rest.kind,
            (true, true) => FormulaKind::Or(all),
            (true, false) => FormulaKind::And(all),
        }
    }

    /// What an operator says at a moment and from the one that it leads to.
    fn linked(
        &mut self,
        operator: UnwoundOperator<'m>,
        when: Vec<Formula>,
        here: Link,
        reading: &NameReading<'m>,
    ) -> Formula {
        let UnwoundOperator { op, formula, rounds, at_end, .. } = operator;
        let next = match op.is_past() {
            true => self.shape.link_back(here),
            false => self.shape.link_on(here, rounds),
        };
        let rest = match next {
            None => Formula { kind: FormulaKind::Constant(at_end), span: formula.span },
            Some((when, link)) => {
                let reading = reading.at(link.moment);
                self.predicate(formula, Some(link), &reading, |unroller, reading| {
                    unroller.linked(operator, when, link, reading)
                })
            }
        };
        self.step(operator, when, here.moment, rest, reading)
    }

    /// What an operator says at a moment, if that exists, and of those after it. A moment that does not exist is passed
    /// over.
    fn step(
        &mut self,
        operator: UnwoundOperator<'m>,
        when: Vec<Formula>,
        moment: Moment,
        rest: Formula,
        reading: &NameReading<'m>,
    ) -> Formula {
        let span = operator.sides[1].span;
        let of = |kind| Formula { kind, span };
        let here = self.side(operator, 1, moment, reading);
        let on = match operator.is_alone(reading.is_positive) {
            true => None,
            false => Some(self.side(operator, 0, moment, reading)),
        };
        of(if operator.op.is_some() {
            // Here the second, or the first and so on.
            let now = both(when.clone(), here, span);
            let then = on.map(|on| FormulaKind::And(vec![given(when, on), rest.clone()]));
            FormulaKind::Or(vec![now, then.map_or(rest, of)])
        } else {
            let now = given(when.clone(), here);
            let then = on.map(|on| FormulaKind::Or(vec![both(when, on, span), rest.clone()]));
            FormulaKind::And(vec![now, then.map_or(rest, of)])
        })
    }

    fn side(
        &mut self,
        operator: UnwoundOperator<'m>,
        side: usize,
        moment: Moment,
        reading: &NameReading<'m>,
    ) -> Formula {
        let side = &operator.sides[side];
        match self.is_read_back(operator.op) {
            true => self.formula(side, &reading.back_to(moment)),
            false => self.holds(side, moment, &reading.environment, reading.is_positive),
        }
    }
}

impl UnwoundOperator<'_> {
    /// `eventually` and `always`, which need no more than their second side.
    fn is_alone(self, is_positive: bool) -> bool {
        let is_some = self.op.is_some();
        self.at_end != is_some
            && matches!(self.sides[0].kind, FormulaKind::Constant(truth) if (truth == is_positive) == is_some)
    }
}

impl TemporalOp {
    /// Its second side holds at some moment.
    fn is_some(self) -> bool {
        matches!(self, TemporalOp::Until | TemporalOp::Since)
    }
}

/// All of the condition, and the formula.
pub(super) fn both(mut condition: Vec<Formula>, formula: Formula, span: Span) -> Formula {
    condition.push(formula);
    conjunction(condition, span)
}
