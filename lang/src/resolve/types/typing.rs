//! The type of an expression by those of its operands, which may mix arities: that of the tuples
//! which some reading of the operands gives.

use std::rc::Rc;

use crate::model::{PairOp, RelationOp, Type};
use crate::resolve::context::Resolver;
use crate::resolve::context::node::{Pending, PendingKind};
use crate::source::Span;

impl Resolver<'_> {
    /// An expression whose operands have types that fit, or `None` if no reading of them does.
    pub(crate) fn typed(&self, kind: PendingKind, span: Span) -> Option<Pending> {
        let types: Vec<&Type> = kind.operands().into_iter().map(|operand| &operand.ty).collect();
        let ty = self.type_of_kind(&kind, &types)?;
        Some(Pending::of(kind, ty, span))
    }

    /// `types`: of the operands, in order.
    pub(crate) fn type_of_kind(&self, kind: &PendingKind, types: &[&Type]) -> Option<Type> {
        match kind {
            PendingKind::Done(_) | PendingKind::Choice(..) => {
                unreachable!("their types do not follow from operands")
            }
            PendingKind::Group(_) | PendingKind::Let(..) | PendingKind::In(..) => {
                Some(types[0].clone())
            }
            PendingKind::Unary(op, _) => self.type_of_unary(*op, types[0]),
            PendingKind::Binary(op, ..) => self.type_of_binary(*op, types[0], types[1]),
            PendingKind::Conditional(..) => self.type_of_union(types[0], types[1]),
            PendingKind::Call(call) => self.type_of_call(call, types),
        }
    }

    pub(crate) fn type_of_unary(&self, op: PairOp, ty: &Type) -> Option<Type> {
        ty.has_arity(2).then(|| match op {
            PairOp::Transpose => ty.transpose(),
            PairOp::Closure => self.model.closure(ty),
            PairOp::ReflexiveClosure => Type::any(2),
        })
    }

    pub(crate) fn type_of_binary(&self, op: RelationOp, l: &Type, r: &Type) -> Option<Type> {
        match op {
            RelationOp::Product => Some(l.product(r)),
            RelationOp::Join => self.model.join(l, r),
            RelationOp::DomainRestriction => {
                l.has_arity(1).then(|| self.model.domain_restriction(l, r))
            }
            RelationOp::RangeRestriction => {
                r.has_arity(1).then(|| self.model.range_restriction(l, r))
            }
            RelationOp::Difference => l.shares_arity(r).then(|| l.sharing_arity(r)),
            RelationOp::Intersection => l.shares_arity(r).then(|| self.model.intersection(l, r)),
            RelationOp::Union | RelationOp::Override => self.type_of_union(l, r),
        }
    }

    pub(crate) fn type_of_union(&self, l: &Type, r: &Type) -> Option<Type> {
        l.shares_arity(r).then(|| self.model.union(&l.sharing_arity(r), &r.sharing_arity(l)))
    }

    /// An operand into whose candidates no join looks.
    pub(crate) fn grouped(&self, pending: Pending) -> Pending {
        let (ty, span) = (pending.ty.clone(), pending.span);
        match pending.kind {
            PendingKind::Choice(..) => Pending::of(PendingKind::Group(Rc::new(pending)), ty, span),
            _ => pending,
        }
    }
}
