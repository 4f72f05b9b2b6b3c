//! The type and the cost that an expression would have if it were settled for a context.
//!
//! A chain of n joins with k candidates each would have k^n readings to try. But a join's
//! candidates share the left side, which is asked about few contexts: one for each set of sigs from
//! which something leads on. So answers are kept for each choice and context.

use crate::model::Type;
use crate::resolve::context::Resolver;
use crate::resolve::context::node::{Appraisal, Preference};
use crate::resolve::context::node::{ChoiceId, Pending, PendingKind};
use crate::resolve::finish::choose::PickedCandidate;

/// An expression about which more would be asked is given up as ambiguous.
const MOST: usize = 1 << 16;

impl Resolver<'_> {
    pub(crate) fn appraise(
        &mut self,
        pending: &Pending,
        relevant: &Type,
        preference: Preference,
    ) -> Appraisal {
        if !pending.is_open {
            return Some((pending.ty.clone(), pending.cost));
        }
        Self::with_stack(|| match &pending.kind {
            PendingKind::Choice(id, _) => self.appraise_once(*id, pending, relevant, preference),
            kind => self.appraise_operands(kind, relevant, preference),
        })
    }

    fn appraise_operands(
        &mut self,
        kind: &PendingKind,
        relevant: &Type,
        preference: Preference,
    ) -> Appraisal {
        let for_operands = self.for_operands(kind, relevant);
        let (mut types, mut total) = (Vec::new(), 0_u32);
        for (operand, relevant) in kind.operands().into_iter().zip(&for_operands) {
            let (ty, cost) = self.appraise(operand, relevant, preference)?;
            types.push(ty);
            total = total.saturating_add(cost);
        }
        let types: Vec<&Type> = types.iter().collect();
        Some((self.type_of_kind(kind, &types)?, total))
    }

    fn appraise_once(
        &mut self,
        id: ChoiceId,
        choice: &Pending,
        relevant: &Type,
        preference: Preference,
    ) -> Appraisal {
        let key = (id, preference, relevant.products.clone());
        if let Some(known) = self.appraisals.known.get(&key) {
            return known.clone();
        }
        if self.appraisals.known.len() == MOST {
            return None;
        }
        let appraisal = self.appraise_choice(choice, relevant, preference);
        self.appraisals.known.insert(key, appraisal.clone());
        appraisal
    }

    fn appraise_choice(
        &mut self,
        choice: &Pending,
        relevant: &Type,
        preference: Preference,
    ) -> Appraisal {
        let PendingKind::Choice(_, candidates) = &choice.kind else {
            unreachable!("only choices have an id")
        };
        match self.pick(candidates, relevant, preference) {
            PickedCandidate::One(at) => {
                let (ty, cost) = self.appraise(&candidates[at].meaning, relevant, preference)?;
                Some((ty, cost.saturating_add(candidates[at].cost)))
            }
            PickedCandidate::Empty(arity) => Some((Type::empty(arity), 0)),
            PickedCandidate::Hopeless | PickedCandidate::Several(_) => None,
        }
    }
}
