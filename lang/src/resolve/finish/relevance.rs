//! Which tuples of the operands can make a difference, when those of the result that do are known.

use super::Product;
use crate::model::{RelationOp, Sig, SigId, Type};
use crate::resolve::node::Pending;
use crate::resolve::{Resolver, TypeOps};

impl Resolver<'_> {
    /// Those of the left operand, and those of the right one.
    pub(super) fn relevance(
        &self,
        op: RelationOp,
        left: &Pending,
        right: &Pending,
        relevant: &[Product],
    ) -> (Vec<Product>, Vec<Product>) {
        match op {
            RelationOp::Union
            | RelationOp::Difference
            | RelationOp::Intersection
            | RelationOp::Override => (relevant.to_vec(), relevant.to_vec()),
            RelationOp::Product => self.relevance_by(left, right, |p, q| {
                let product = [p.as_slice(), q.as_slice()].concat();
                self.meets(&[product], relevant)
            }),
            RelationOp::Join => self.relevance_by(left, right, |p, q| {
                let joined = [&p[..p.len() - 1], &q[1..]].concat();
                self.model.meet(p[p.len() - 1], q[0]) != Sig::NONE
                    && (joined.is_empty() || self.meets(&[joined], relevant))
            }),
            RelationOp::DomainRestriction => self.relevance_by(left, right, |p, q| {
                self.model.meet(p[0], q[0]) != Sig::NONE
                    && self.meets(std::slice::from_ref(q), relevant)
            }),
            RelationOp::RangeRestriction => self.relevance_by(left, right, |p, q| {
                self.model.meet(p[p.len() - 1], q[0]) != Sig::NONE
                    && self.meets(std::slice::from_ref(p), relevant)
            }),
        }
    }

    fn relevance_by(
        &self,
        left: &Pending,
        right: &Pending,
        matter: impl Fn(&Product, &Product) -> bool,
    ) -> (Vec<Product>, Vec<Product>) {
        let (mut for_left, mut for_right) = (Vec::new(), Vec::new());
        for p in &left.ty.products {
            for q in &right.ty.products {
                if matter(p, q) {
                    for_left.push(p.clone());
                    for_right.push(q.clone());
                }
            }
        }
        (for_left, for_right)
    }

    /// The pairs of a relation that can be steps on a path from the start of a relevant pair to its
    /// end.
    pub(super) fn steps(&self, ty: &Type, relevant: &[Product]) -> Vec<Product> {
        let edges: Vec<&Product> = ty.products.iter().filter(|p| p.len() == 2).collect();
        let meet = |a: SigId, b: SigId| self.model.meet(a, b) != Sig::NONE;
        // The edges that are reached from a sig, over the others.
        let reached = |start: SigId, from: usize, to: usize| {
            let mut seen: Vec<bool> = edges.iter().map(|edge| meet(start, edge[from])).collect();
            loop {
                let step = (0..edges.len()).find(|&next| {
                    !seen[next]
                        && (0..edges.len())
                            .any(|at| seen[at] && meet(edges[at][to], edges[next][from]))
                });
                match step {
                    Some(next) => seen[next] = true,
                    None => return seen,
                }
            }
        };
        let mut on_path = vec![false; edges.len()];
        for pair in relevant.iter().filter(|pair| pair.len() == 2) {
            let (ahead, behind) = (reached(pair[0], 0, 1), reached(pair[1], 1, 0));
            for (at, on_path) in on_path.iter_mut().enumerate() {
                *on_path |= ahead[at] && behind[at];
            }
        }
        edges
            .iter()
            .zip(on_path)
            .filter(|(_, on_path)| *on_path)
            .map(|(e, _)| (*e).clone())
            .collect()
    }

    /// Whether a product of one list shares tuples with one of the other.
    pub(in crate::resolve) fn meets(&self, a: &[Product], b: &[Product]) -> bool {
        a.iter().any(|p| b.iter().any(|q| self.product_meets(p, q)))
    }

    fn product_meets(&self, p: &Product, q: &Product) -> bool {
        p.len() == q.len() && p.iter().zip(q).all(|(&p, &q)| self.model.meet(p, q) != Sig::NONE)
    }
}
