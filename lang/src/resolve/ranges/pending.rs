//! A range whose names are not settled yet: behind `in`, what the left side can hold tells what they
//! stand for; in a declaration, the range itself.

use std::rc::Rc;

use crate::model::{Multiplicity, Range, Type};
use crate::resolve::node::Pending;
use crate::resolve::{Resolver, Result};

pub(in crate::resolve) enum PendingRange {
    Of {
        multiplicity: Multiplicity,
        domain: Rc<Pending>,
    },
    Arrow {
        left: Box<PendingRange>,
        left_multiplicity: Multiplicity,
        right_multiplicity: Multiplicity,
        right: Box<PendingRange>,
    },
}

impl PendingRange {
    pub(in crate::resolve) fn ty(&self) -> Type {
        match self {
            PendingRange::Of { domain, .. } => domain.ty.clone(),
            PendingRange::Arrow { left, right, .. } => left.ty().product(&right.ty()),
        }
    }
}

impl Resolver<'_> {
    /// `relevant`: the tuples of the range that can make a difference.
    pub(in crate::resolve) fn settled_range(
        &mut self,
        range: PendingRange,
        relevant: &Type,
    ) -> Result<Range> {
        Ok(match range {
            PendingRange::Of { multiplicity, domain } => {
                Range::Of { multiplicity, domain: self.finish(domain, relevant)? }
            }
            PendingRange::Arrow { left, left_multiplicity, right_multiplicity, right } => {
                let (for_left, for_right) = self.for_product(&left.ty(), &right.ty(), relevant);
                Range::Arrow {
                    left: Box::new(self.settled_range(*left, &for_left)?),
                    left_multiplicity,
                    right_multiplicity,
                    right: Box::new(self.settled_range(*right, &for_right)?),
                }
            }
        })
    }

    /// A range that is settled by itself, and the type of its tuples.
    pub(super) fn settled_by_itself(&mut self, range: PendingRange) -> Result<(Range, Type)> {
        let ty = range.ty();
        let range = self.settled_range(range, &ty)?;
        let ty = self.type_of_settled(&range);
        Ok((range, ty))
    }

    fn type_of_settled(&self, range: &Range) -> Type {
        match range {
            Range::Of { domain, .. } => self.final_type(domain),
            Range::Arrow { left, right, .. } => {
                self.type_of_settled(left).product(&self.type_of_settled(right))
            }
        }
    }
}
