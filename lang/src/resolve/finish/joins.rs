//! Joins, products and restrictions: the products of the operands' types that give a relevant tuple,
//! each cut down to what gives it.
//!
//! Where nothing gives a relevant tuple, the expression is empty or cannot matter. It is settled all
//! the same. A join is settled by the products that meet and give a relevant arity, and if there are
//! none, by those that give that arity. The others are settled by their own types.

use crate::model::{Model, Sig, SigId, Type};

type Product = [SigId];

/// The number of triples of products that are looked at one by one. Beyond, types stay as they are.
const MOST_TRIPLES: usize = 1 << 16;

impl Model {
    pub(crate) fn for_join(&self, l: &Type, r: &Type, relevant: &Type) -> (Type, Type) {
        let link = |p: &Product, q: &Product| self.meet(p[p.len() - 1], q[0]);
        let narrowed = self.split(l, r, relevant, |p, q, cut| {
            let link = link(p, q);
            if link == Sig::NONE || p.len() + q.len() < 3 {
                return;
            }
            let joined = [&p[..p.len() - 1], &q[1..]].concat();
            for cc in self.cuts(relevant, &joined) {
                let (ahead, behind) = cc.split_at(p.len() - 1);
                cut([ahead, &[link]].concat(), [&[link], behind].concat());
            }
        });
        let fits =
            |p: &Product, q: &Product| relevant.has_arity((p.len() + q.len()).saturating_sub(2));
        narrowed
            .or_else(|| self.pairs(l, r, |p, q| fits(p, q) && link(p, q) != Sig::NONE))
            .or_else(|| self.pairs(l, r, fits))
            .unwrap_or_default()
    }

    pub(crate) fn for_product(&self, l: &Type, r: &Type, relevant: &Type) -> (Type, Type) {
        let narrowed = self.split(l, r, relevant, |p, q, cut| {
            for cc in self.cuts(relevant, &[p, q].concat()) {
                let (left, right) = cc.split_at(p.len());
                cut(left.to_vec(), right.to_vec());
            }
        });
        narrowed.unwrap_or_else(|| (l.clone(), r.clone()))
    }

    pub(crate) fn for_domain_restriction(
        &self,
        l: &Type,
        r: &Type,
        relevant: &Type,
    ) -> (Type, Type) {
        let narrowed = self.split(l, r, relevant, |p, q, cut| {
            let [set] = p else { return };
            for cc in self.cuts(relevant, &self.restricted(q, 0, *set)) {
                cut(vec![cc[0]], cc);
            }
        });
        narrowed.unwrap_or_else(|| (l.part_of_arity(1), r.part_sharing_arity(relevant)))
    }

    pub(crate) fn for_range_restriction(
        &self,
        l: &Type,
        r: &Type,
        relevant: &Type,
    ) -> (Type, Type) {
        let narrowed = self.split(l, r, relevant, |p, q, cut| {
            let [set] = q else { return };
            for cc in self.cuts(relevant, &self.restricted(p, p.len() - 1, *set)) {
                let last = cc[cc.len() - 1];
                cut(cc, vec![last]);
            }
        });
        narrowed.unwrap_or_else(|| (l.part_sharing_arity(relevant), r.part_of_arity(1)))
    }

    /// All that `each` cuts out of two products, if that is anything.
    fn split(
        &self,
        l: &Type,
        r: &Type,
        relevant: &Type,
        each: impl Fn(&Product, &Product, &mut dyn FnMut(Vec<SigId>, Vec<SigId>)),
    ) -> Option<(Type, Type)> {
        let triples = l.products.len() * r.products.len() * relevant.products.len();
        if triples > MOST_TRIPLES {
            return Some((l.clone(), r.clone()));
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for p in &l.products {
            for q in &r.products {
                each(p, q, &mut |a, b| {
                    left.push(a);
                    right.push(b);
                });
            }
        }
        let all = |products| Type { products }.normal();
        (!left.is_empty()).then(|| (all(left), all(right)))
    }

    /// The products of all pairs that `fit`, if there are any.
    fn pairs(
        &self,
        l: &Type,
        r: &Type,
        fit: impl Fn(&Product, &Product) -> bool,
    ) -> Option<(Type, Type)> {
        self.split(l, r, &Type::of(Sig::NONE), |p, q, cut| {
            if fit(p, q) {
                cut(p.to_vec(), q.to_vec());
            }
        })
    }

    /// The part that a product shares with each relevant one.
    fn cuts(&self, relevant: &Type, product: &Product) -> Vec<Vec<SigId>> {
        let alone = Type { products: vec![product.to_vec()] };
        let mut cuts = self.shared(relevant, &alone).products;
        cuts.retain(|cut| !cut.contains(&Sig::NONE));
        cuts
    }

    fn restricted(&self, product: &Product, column: usize, set: SigId) -> Vec<SigId> {
        let mut cut = product.to_vec();
        cut[column] = self.meet(product[column], set);
        cut
    }
}
