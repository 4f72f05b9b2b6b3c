//! The choice of the candidate that a name stands for.
//!
//! The candidates that share tuples with the relevant ones are taken. If none does, those of a
//! relevant arity are. The cheapest of these remain. If several are left, each is settled on trial,
//! and the results are chosen from in the same way. If there is still more than one, and none can
//! have a tuple, then it makes no difference which: all are empty.

use crate::resolve::context::node::Preference;
use std::rc::Rc;

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Type};
use crate::resolve::context::node::{Candidate, Pending};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

pub(crate) enum PickedCandidate {
    /// The candidate at this index.
    One(usize),
    /// All that fit are empty, and of this arity.
    Empty(usize),
    /// None of them can be settled.
    Hopeless,
    Several(Vec<usize>),
}

/// The index, type and cost of a candidate.
type RatedCandidate<'t> = (usize, &'t Type, u32);

impl Resolver<'_> {
    pub(crate) fn settle_choice(
        &mut self,
        mut candidates: Vec<Candidate<Rc<Pending>>>,
        relevant: &Type,
        span: Span,
    ) -> Result<Expr> {
        let mut picked = self.pick(&candidates, relevant, Preference::Alloy);
        if let PickedCandidate::Several(_) | PickedCandidate::Hopeless = picked {
            picked = self.pick(&candidates, relevant, Preference::OwnFirst);
        }
        match picked {
            PickedCandidate::One(at) => {
                let chosen = candidates.swap_remove(at).meaning;
                // The others share operands with it.
                drop(candidates);
                self.settle(chosen, relevant)
            }
            PickedCandidate::Empty(arity) => {
                self.warn_of_empty_choice(span);
                Ok(Expr { kind: ExprKind::Empty, arity, span })
            }
            PickedCandidate::Hopeless => {
                // The mistake within one of them says more.
                let first = candidates[0].meaning.clone();
                self.settle(first, relevant)?;
                self.ambiguous(&candidates, span)
            }
            PickedCandidate::Several(several) => {
                let several: Vec<_> = several.iter().map(|&at| candidates[at].clone()).collect();
                self.ambiguous(&several, span)
            }
        }
    }

    pub(crate) fn pick(
        &mut self,
        candidates: &[Candidate<Rc<Pending>>],
        relevant: &Type,
        preference: Preference,
    ) -> PickedCandidate {
        let known = candidates.iter().enumerate();
        let known = known.map(|(at, c)| (at, &c.meaning.ty, c.total_cost())).collect();
        let first = self.fitting(known, relevant);
        if let [one] = first.as_slice() {
            return PickedCandidate::One(one.0);
        }
        let first: Vec<usize> = first.into_iter().map(|(at, ..)| at).collect();
        let mut settled = Vec::new();
        for at in first {
            let appraisal = self.appraise(&candidates[at].meaning, relevant, preference);
            settled.extend(appraisal.map(|(ty, cost)| (at, ty, cost + candidates[at].cost)));
        }
        let known = settled.iter().map(|(at, ty, cost)| (*at, ty, *cost)).collect();
        let mut second = self.fitting(known, relevant);
        if preference == Preference::OwnFirst
            && !second.iter().all(|&(at, ..)| candidates[at].is_implicit)
        {
            second.retain(|&(at, ..)| !candidates[at].is_implicit);
        }
        // What leads from other atoms than the one at hand.
        if preference == Preference::OwnFirst && second.iter().any(|(_, ty, _)| !ty.is_empty()) {
            second.retain(|&(at, ty, _)| {
                !ty.is_empty() || !self.leads_from_meta(&candidates[at].meaning)
            });
        }
        match second.as_slice() {
            [] => PickedCandidate::Hopeless,
            [one] => PickedCandidate::One(one.0),
            several => match empty_alike(several) {
                Some(arity) => PickedCandidate::Empty(arity),
                None => PickedCandidate::Several(several.iter().map(|&(at, ..)| at).collect()),
            },
        }
    }

    fn fitting<'t>(
        &self,
        candidates: Vec<RatedCandidate<'t>>,
        relevant: &Type,
    ) -> Vec<RatedCandidate<'t>> {
        let keep = |fits: &dyn Fn(&Type) -> bool| -> Vec<RatedCandidate<'t>> {
            candidates.iter().copied().filter(|(_, ty, _)| fits(ty)).collect()
        };
        let mut fitting = keep(&|ty| self.model.overlaps(ty, relevant));
        if fitting.is_empty() {
            fitting = keep(&|ty| ty.shares_arity(relevant));
        }
        let cheapest = fitting.iter().map(|(.., cost)| *cost).min();
        fitting.retain(|(.., cost)| Some(*cost) == cheapest);
        fitting
    }

    fn warn_of_empty_choice(&mut self, span: Span) {
        let warning = Diagnostic::new(code::EMPTY, "this is always empty")
            .at(span, "no declaration of this name has a tuple here");
        self.warn(warning);
    }
}

/// The arity of candidates that are all empty and of one arity.
fn empty_alike(candidates: &[RatedCandidate]) -> Option<usize> {
    let arity = candidates[0].1.arity();
    let is_alike = |ty: &Type| ty.is_empty() && ty.products.iter().all(|p| p.len() == arity);
    candidates.iter().all(|(_, ty, _)| is_alike(ty)).then_some(arity)
}
