//! The tuples of the operands that can make a difference, given the tuples of the result that do.

use crate::model::{PairOp, RelationOp, Type};
use crate::resolve::context::Resolver;
use crate::resolve::context::node::{Callee, PendingCall, PendingKind};

impl Resolver<'_> {
    /// A type for each operand. It may be that of no tuple of any arity.
    pub(crate) fn for_operands(&self, kind: &PendingKind, relevant: &Type) -> Vec<Type> {
        match kind {
            PendingKind::Done(_) | PendingKind::Choice(..) => Vec::new(),
            PendingKind::Group(_) | PendingKind::Let(..) | PendingKind::In(..) => {
                vec![relevant.clone()]
            }
            PendingKind::Unary(PairOp::Transpose, operand) => {
                vec![self.model.shared(&operand.ty.transpose(), relevant).transpose()]
            }
            PendingKind::Unary(_, operand) => vec![self.model.steps(&operand.ty, relevant)],
            PendingKind::Binary(op, left, right) => {
                let (left, right) = self.for_operation(*op, &left.ty, &right.ty, relevant);
                vec![left, right]
            }
            PendingKind::Conditional(_, then, otherwise) => {
                vec![
                    self.model.shared(&then.ty, relevant),
                    self.model.shared(&otherwise.ty, relevant),
                ]
            }
            PendingKind::Call(call) => self.for_arguments(call),
        }
    }

    fn for_operation(&self, op: RelationOp, l: &Type, r: &Type, relevant: &Type) -> (Type, Type) {
        let model = &self.model;
        match op {
            RelationOp::Union | RelationOp::Intersection | RelationOp::Override => {
                (model.shared(l, relevant), model.shared(r, relevant))
            }
            RelationOp::Difference => (relevant.clone(), model.shared(r, relevant)),
            RelationOp::Product => model.for_product(l, r, relevant),
            RelationOp::Join => model.for_join(l, r, relevant),
            RelationOp::DomainRestriction => model.for_domain_restriction(l, r, relevant),
            RelationOp::RangeRestriction => model.for_range_restriction(l, r, relevant),
        }
    }

    /// The declared types of the parameters.
    pub(crate) fn for_arguments(&self, call: &PendingCall) -> Vec<Type> {
        let declared = |at| match call.callee {
            Callee::Function(function) => {
                self.parameter_type(function, at).expect("parameters are relations")
            }
            Callee::Integer(_) => self.integers(&call.arguments[at].ty),
            Callee::Disj | Callee::TotalOrder => unreachable!("they are called at once"),
        };
        (0..call.arguments.len()).map(declared).collect()
    }

    /// The tuples of a set that can matter where a number is wanted.
    pub(crate) fn integers(&self, ty: &Type) -> Type {
        self.model.shared(ty, &Type::of(crate::model::Sig::INT))
    }

    /// True if a product of one type shares tuples with one of the other.
    pub(crate) fn meets(&self, a: &Type, b: &Type) -> bool {
        self.model.overlaps(a, b)
    }
}
