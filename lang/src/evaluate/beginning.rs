//! Beginnings of traces: the meaning of a formula where nothing is known about what comes after the last
//! state.
//!
//! *Choice.* Formulas are judged in negation normal form (by polarity), in one of two views, after
//! Eisner, Fisman, Havlicek, Lustig, McIsaac and Van Campenhout, *Reasoning with temporal logic on truncated
//! paths*, 2003. Past operators are exact in both. `until` and `eventually` must be witnessed within the
//! states there are.
//!
//! * *Weak*, for facts and what is run: `releases` and `always` are about the states there are. What reaches
//!   beyond the last state is true, and so is its negation.
//! * *Strong*, for the negated assertion of a check: `releases` holds only where its end is reached, so `always`
//!   never does. What reaches beyond is false, and so is its negation. What holds in this view holds
//!   however the trace goes on: a counterexample refutes.
//!
//! What *reaches beyond* is a matter of the text and of the position alone, never of values:
//!
//! * `after F` at the last state, whatever F is.
//! * a comparison (`=`, `in`, `<`, `no`, `some`, `one`, `lone`, of sets or of numbers, or that something is a total
//!   order) in which a name of something mutable is to be read at a position beyond the last state.
//!   Names are sigs and fields, and `univ`, `iden` and `*` where a top-level sig is mutable. What a `let` variable,
//!   a parameter or a call stands for is looked at in their place. `S' = S` of a static S is no such
//!   comparison, nor is `x' = x` of a quantified x.
//! * a quantified formula in whose domain a name is read so, as a whole. Else only its body can reach beyond,
//!   at the comparisons in it.
//!
//! A comparison has formulas in it where it has a comprehension, or a condition that chooses between two
//! expressions. It reaches beyond if one of them does: by an `after` at the last state, by an operator beyond
//! it, or by a name at one of the positions that an operator leads to (`until` and `releases` lead to all from
//! here on, `since` and `triggered` to all up to here). In the strong view `until` and `releases` within a
//! comparison always reach beyond: it would depend on an end that is not reached. In the weak view they are
//! about the states there are.

use super::Evaluator;
use super::timeline::{BeginningView, Timeline, TimelineKind};
use super::value::Content;
use crate::arena::Id;
use crate::model::{Binder, Formula, FormulaKind, Node, State, TemporalOp, VariableId};

use std::rc::Rc;

impl Evaluator<'_> {
    /// From now on a beginning of a trace is judged as the negated assertion of a check is: what holds does
    /// so however the trace goes on. Other instances and traces are judged as before.
    pub fn strongly(mut self) -> Self {
        self.judge_strongly();
        self
    }

    pub(super) fn judge_strongly(&mut self) {
        if let Some(Timeline { kind: kind @ TimelineKind::Beginning(_), .. }) = &mut self.timeline {
            *kind = TimelineKind::Beginning(BeginningView::Strong);
        }
    }

    /// True if an expression or a formula reaches beyond the beginning of a trace as a whole, from where
    /// formulas are read: then it has no value. A formula of which only parts do so is judged.
    pub fn is_unknown(&mut self, node: Node<'_>) -> bool {
        self.begin([node]);
        let position = self.position();
        self.view().is_some()
            && match node {
                Node::Formula(formula) => self.is_beyond(formula),
                Node::Relation(_) | Node::Integer(_) => self.reaches(node, position),
            }
    }

    /// The verdict on what reaches beyond the beginning of a trace, or `None` if a formula does not,
    /// as a whole.
    pub(super) fn beyond(&mut self, formula: &Formula) -> Option<bool> {
        let view = self.view()?;
        self.is_beyond(formula).then_some(view == BeginningView::Weak)
    }

    /// How the beginning of a trace is judged, or `None` if no beginning is read.
    pub(super) fn view(&self) -> Option<BeginningView> {
        match self.timeline.as_ref()?.kind {
            TimelineKind::Beginning(view) => Some(view),
            _ => None,
        }
    }

    #[inline(never)]
    fn is_beyond(&mut self, formula: &Formula) -> bool {
        let position = self.position();
        match &formula.kind {
            FormulaKind::Count(..)
            | FormulaKind::Subset(..)
            | FormulaKind::Equal(..)
            | FormulaKind::Compare(..)
            | FormulaKind::TotalOrder(_) => self.reaches(Node::Formula(formula), position),
            FormulaKind::Quantified { declarations, .. } => declarations
                .iter()
                .any(|declaration| self.reaches(declaration.range.domain().into(), position)),
            FormulaKind::In(State::After, _) => self.is_last(position),
            _ => false,
        }
    }

    /// True if a name in a node is read beyond the last state, if the node is read at a position.
    fn reaches(&mut self, node: Node<'_>, position: usize) -> bool {
        if let Some(variable) = node.variable() {
            return self.variable_reaches(variable, position);
        }
        if let Some((function, arguments)) = node.call() {
            return self.call(function, arguments, |evaluator, body| {
                evaluator.reaches(Node::from(body), position)
            });
        }
        if let Some(Binder::Let(variable, value)) = node.binder() {
            let body = *node.children().last().expect("a let has a body");
            let bound = self.bound_value(value);
            return self.with(variable, bound, |evaluator| evaluator.reaches(body, position));
        }
        match node {
            _ if position >= self.length() && self.model.names_what_changes(node) => true,
            Node::Formula(Formula { kind: FormulaKind::In(..), .. }) if self.is_last(position) => {
                true
            }
            Node::Formula(Formula {
                kind: FormulaKind::Previously(_) | FormulaKind::Temporal(..),
                ..
            }) if position >= self.length() => true,
            Node::Formula(Formula { kind: FormulaKind::Previously(of), .. }) => {
                position > 0 && self.reaches(Node::Formula(of), position - 1)
            }
            Node::Formula(Formula { kind: FormulaKind::Temporal(op, sides), .. }) => {
                self.operator_reaches(*op, sides, position)
            }
            _ => {
                let position = position + usize::from(node.state() == Some(State::After));
                node.children().into_iter().any(|child| self.reaches(child, position))
            }
        }
    }

    /// Of all positions that an operator leads to the last one reaches furthest.
    fn operator_reaches(&mut self, op: TemporalOp, sides: &[Formula; 2], position: usize) -> bool {
        let furthest = match op {
            TemporalOp::Since | TemporalOp::Triggered => position,
            _ if self.view() == Some(BeginningView::Strong) => return true,
            TemporalOp::Until | TemporalOp::Releases => self.length() - 1,
        };
        sides.iter().any(|side| self.reaches(Node::Formula(side), furthest))
    }

    /// A variable that is not bound at the moment is bound within the comparison, to atoms.
    fn variable_reaches(&mut self, variable: VariableId, position: usize) -> bool {
        let bound = self.bindings[variable.index()].as_ref();
        let Some(Content::Deferred(deferred)) = bound.map(|bound| &bound.content) else {
            return false;
        };
        let deferred = Rc::clone(deferred);
        self.with_deferred(&deferred, |evaluator, value| {
            evaluator.reaches(Node::from(value), position)
        })
    }

    fn is_last(&self, position: usize) -> bool {
        position + 1 >= self.length()
    }

    fn length(&self) -> usize {
        self.timeline.as_ref().map_or(1, Timeline::len)
    }
}
