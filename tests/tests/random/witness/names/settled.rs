//! Top-down: the type that is relevant in a place chooses.

use super::{MOST_COLUMNS, Names, Node, NodeKind, Refused};
use crate::witness::tree::Unary;
use crate::witness::types::Type;

impl Names<'_> {
    /// Top-down: `p` is the relevant type.
    pub(super) fn settled(&self, node: &Node, p: &Type) -> Result<Node, Refused> {
        let meet = |ty: &Type| self.spec.intersection(ty, p);
        let settled = match &node.kind {
            NodeKind::Choice(candidates) => self.chosen(candidates, p)?,
            NodeKind::Unary(op, e) => {
                let for_e = match op {
                    Unary::Transpose => self.spec.intersection(&e.ty.transposed(), p).transposed(),
                    _ => self.on_paths(&e.ty, p),
                };
                self.unary(*op, self.settled(e, &for_e)?)
            }
            NodeKind::Binary(op, left, right) => {
                let (for_left, for_right) = self.operands(*op, &left.ty, &right.ty, p);
                let (left, right) =
                    (self.settled(left, &for_left)?, self.settled(right, &for_right)?);
                self.plain(*op, left, right)
            }
            NodeKind::IfElse(condition, then, other) => {
                let (for_then, for_other) = (meet(&then.ty), meet(&other.ty));
                let (then, other) =
                    (self.settled(then, &for_then)?, self.settled(other, &for_other)?);
                self.if_else(condition.clone(), then, other)
            }
            NodeKind::Let(value, body) => {
                let body = self.settled(body, p)?;
                let ty = body.ty.clone();
                Node { ty, kind: NodeKind::Let(value.clone(), Box::new(body)) }
            }
            _ => node.clone(),
        };
        let can_be_evaluated = |arity: usize| arity <= MOST_COLUMNS;
        match settled.ty.products.first() {
            Some(_) if settled.ty.products.iter().all(|p| can_be_evaluated(p.len())) => Ok(settled),
            _ => Err(Refused),
        }
    }

    fn chosen(&self, candidates: &[Node], p: &Type) -> Result<Node, Refused> {
        let mut left = self.fitting(candidates.to_vec(), p);
        if let [one] = &left[..] {
            return self.settled(one, p);
        }
        left = left.iter().map(|one| self.settled(one, p)).collect::<Result<_, _>>()?;
        left = self.fitting(left, p);
        match &left[..] {
            [one] => Ok(one.clone()),
            [] => Err(Refused),
            [first, ..] => {
                let arity = first.ty.arity().ok_or(Refused)?;
                let is_empty = |n: &Node| !n.ty.has_tuples() && n.ty.arity() == Some(arity);
                if !left.iter().all(is_empty) {
                    return Err(Refused);
                }
                Ok(Node { ty: Type::nothing(arity), kind: NodeKind::None })
            }
        }
    }

    /// The candidates that meet the type; if none does, those of a common arity.
    fn fitting(&self, candidates: Vec<Node>, p: &Type) -> Vec<Node> {
        let meets = |node: &Node| self.spec.intersection(&node.ty, p).has_tuples();
        if candidates.iter().any(meets) {
            return candidates.into_iter().filter(meets).collect();
        }
        let fits = |node: &Node| !node.ty.of_common_arity(p).products.is_empty();
        candidates.into_iter().filter(fits).collect()
    }
}
