//! The shape of a trace: how many states it has, and the one that follows the last.
//!
//! One hidden atom, and subset sigs that hold it or not: that there are more than i states, that the loop begins at
//! state l or later. Each is one cell. Those of the length are false first, so the shortest traces come first. Those of
//! the loop are true first, so of each length the shortest loops come first.

use super::{Unroller, given};
use std::ops::RangeInclusive;

use crate::instance::{Instance, Relation};
use crate::model::build::{conjunction, negated, set, subset};
use crate::model::{
    Count, Fact, FactOrigin, Formula, FormulaKind, Model, Sig, SigId, SigKind, SigMultiplicity,
    TraceKind, TraceShape,
};
use crate::source::{FileId, Span};

impl TraceShape {
    pub fn declare(
        model: &mut Model,
        states: RangeInclusive<usize>,
        traces: TraceKind,
    ) -> TraceShape {
        let (least, states) = states.into_inner();
        let is_looping = traces == TraceKind::Lassos;
        let loops = if is_looping { states } else { 1 };
        let span = model
            .sigs
            .iter()
            .last()
            .map_or(Span { file: FileId(0), start: 0, end: 0 }, |(_, sig)| sig.span);
        let single = Sig { multiplicity: SigMultiplicity::One, ..Sig::new("Trace$", span) };
        let trace = model.sigs.push(single);
        let mut flag = |name: String, multiplicity| {
            let kind = SigKind::Subset { parents: vec![trace], exact: false };
            model.sigs.push(Sig { kind, multiplicity, ..Sig::new(&name, span) })
        };
        let longer = (1..states).map(|i| flag(format!("Longer${i}"), SigMultiplicity::Any));
        let longer = longer.collect();
        let later = (1..loops).map(|l| flag(format!("Later${l}"), SigMultiplicity::Lone)).collect();
        TraceShape { trace, least, is_looping, longer, later, span }
    }

    pub fn is_looping(&self) -> bool {
        self.is_looping
    }

    pub fn states(&self) -> usize {
        self.longer.len() + 1
    }

    pub fn trace(&self) -> SigId {
        self.trace
    }

    pub fn relations(&self) -> impl Iterator<Item = Relation> {
        self.longer.iter().chain(&self.later).map(|&sig| Relation::Sig(sig))
    }

    /// The number of states, and the beginning of the loop, if there is one.
    pub fn read(&self, instance: &Instance) -> (usize, Option<usize>) {
        let count =
            |flags: &[SigId]| flags.iter().filter(|flag| !instance.sig(**flag).is_empty()).count();
        (1 + count(&self.longer), self.is_looping.then(|| count(&self.later)))
    }

    /// Of each relation of the shape, whether a trace of so many states and such a loop has it.
    pub fn flags(&self, states: usize, back: Option<usize>) -> Vec<(Relation, bool)> {
        let raised = |flags: &[SigId], count: usize| -> Vec<(Relation, bool)> {
            flags.iter().enumerate().map(|(at, &sig)| (Relation::Sig(sig), at < count)).collect()
        };
        let mut flags = raised(&self.longer, states - 1);
        flags.extend(raised(&self.later, back.unwrap_or(0)));
        flags
    }

    fn flag(&self, sig: SigId, is_raised: bool) -> Formula {
        let count = if is_raised { Count::Some } else { Count::No };
        Formula { kind: FormulaKind::Count(count, set(sig, self.span)), span: self.span }
    }

    /// State `state` is one of the trace.
    pub fn has(&self, state: usize) -> Vec<Formula> {
        match state {
            0 => Vec::new(),
            _ => vec![self.flag(self.longer[state - 1], true)],
        }
    }

    /// State `state`, which is not the first, does not belong to the trace.
    pub fn lacks(&self, state: usize) -> Vec<Formula> {
        self.longer.get(state - 1).map(|&longer| self.flag(longer, false)).into_iter().collect()
    }

    /// State `state` is the last one.
    pub fn ends(&self, state: usize) -> Vec<Formula> {
        let mut said = self.has(state);
        said.extend(self.lacks(state + 1));
        said
    }

    /// A trace may be as short as it likes.
    pub fn is_any(&self) -> bool {
        self.least == 1
    }

    /// State `state` is in the loop, if it is one of the trace.
    pub fn is_within_loop(&self, state: usize) -> Vec<Formula> {
        self.later.get(state).map(|&next| self.flag(next, false)).into_iter().collect()
    }

    /// The loop begins at `state`.
    pub fn loops_to(&self, state: usize) -> Vec<Formula> {
        let mut said = self.is_within_loop(state);
        if state > 0 {
            said.push(self.flag(self.later[state - 1], true));
        }
        said
    }
}

impl Unroller<'_> {
    /// What holds of every trace: its shape is one, states beyond its end hold nothing, and it is a least lasso.
    pub fn say_shape(&mut self) {
        let (states, span) = (self.shape.states(), self.shape.span);
        let shape = self.shape.clone();
        let mut said = Vec::new();
        for flags in [&shape.longer, &shape.later] {
            let pairs = flags.windows(2);
            said.extend(pairs.map(|pair| subset(set(pair[1], span), set(pair[0], span), span)));
        }
        for (longer, later) in shape.longer.iter().zip(&shape.later) {
            said.push(subset(set(*later, span), set(*longer, span), span));
        }
        for state in 1..states {
            let empty = self.copies.none_in(&self.model, state, span);
            let has = conjunction(shape.has(state), span);
            said.push(Formula { kind: FormulaKind::Or(vec![has, conjunction(empty, span)]), span });
        }
        said.extend(shape.has(shape.least - 1));
        for last in 0..if shape.is_looping { states } else { 0 } {
            for first in 0..=last {
                let mut when = shape.ends(last);
                when.extend(shape.loops_to(first));
                let repeats = self.repetitions(first, last).into_iter();
                said.extend(repeats.map(|repeats| given(when.clone(), negated(repeats))));
            }
        }
        for formula in said {
            let origin = FactOrigin::Sig(shape.trace);
            self.model.facts.push(Fact { name: "traces".to_owned(), formula, origin, span });
        }
    }

    /// The ways in which a lasso with this loop is not the least. Either the state before the loop is the loop's last
    /// one, or the loop is a shorter one, some prime number of times.
    fn repetitions(&mut self, first: usize, last: usize) -> Vec<Formula> {
        let span = self.shape.span;
        let mut found = Vec::new();
        if first > 0 {
            found.push(self.same(first - 1, last));
        }
        let length = last + 1 - first;
        for prime in
            (2..=length).filter(|n| length.is_multiple_of(*n) && (2..*n).all(|d| n % d > 0))
        {
            let period = length / prime;
            let pairs = first..=last - period;
            let same = pairs.map(|state| self.same(state, state + period)).collect();
            found.push(conjunction(same, span));
        }
        found
    }
}
