//! The operators on types: as on relations, with sigs for atoms.

use crate::model::{Model, Sig, SigId, SigKind, Type};

/// The type algebra. The model knows which sigs overlap.
impl Model {
    /// The sig that holds the atoms of both: the lower one, or `none`.
    pub fn meet(&self, a: SigId, b: SigId) -> SigId {
        if self.is_descendant(a, b) {
            a
        } else if self.is_descendant(b, a) {
            b
        } else {
            Sig::NONE
        }
    }

    pub fn type_of_sig(&self, sig: SigId) -> Type {
        match &self.sigs[sig].kind {
            SigKind::Subset { parents, .. } => {
                let types = parents.iter().map(|&parent| self.type_of_sig(parent));
                types.reduce(|a, b| self.union(&a, &b)).unwrap_or(Type::empty(1))
            }
            _ => Type::of(sig),
        }
    }

    pub(crate) fn union(&self, a: &Type, b: &Type) -> Type {
        Type { products: [a.products.as_slice(), b.products.as_slice()].concat() }.normal()
    }

    pub(crate) fn intersection(&self, a: &Type, b: &Type) -> Type {
        let shared = self.shared(a, b);
        if shared.products.is_empty() { Type::empty(a.arity()) } else { shared }
    }

    /// Like `intersection`, but of no arity at all if no arity is shared.
    pub(crate) fn shared(&self, a: &Type, b: &Type) -> Type {
        let mut products: Vec<Vec<SigId>> = Vec::new();
        for p in &a.products {
            for q in b.products.iter().filter(|q| q.len() == p.len()) {
                products.push(p.iter().zip(q).map(|(&p, &q)| self.meet(p, q)).collect());
            }
        }
        Type { products }.normal()
    }

    /// `None` if no arity is left.
    pub fn join(&self, a: &Type, b: &Type) -> Option<Type> {
        if let Some(wide) = a.widened(b, |a, b| (a + b > 2).then(|| a + b - 2)) {
            return Some(wide);
        }
        let mut products = Vec::new();
        for p in &a.products {
            for q in &b.products {
                let arity = p.len() + q.len() - 2;
                if arity == 0 {
                    continue;
                }
                products.push(if self.meet(p[p.len() - 1], q[0]) == Sig::NONE {
                    vec![Sig::NONE; arity]
                } else {
                    [&p[..p.len() - 1], &q[1..]].concat()
                });
            }
        }
        (!products.is_empty()).then(|| Type { products }.normal())
    }

    /// The union of the powers of the binary products.
    pub(crate) fn closure(&self, ty: &Type) -> Type {
        let ty = &ty.of_arity(2);
        let mut closure = ty.clone();
        loop {
            let step = self.join(&closure, ty).expect("two binary relations join");
            let wider = self.union(&closure, &step);
            if wider == closure {
                return closure;
            }
            closure = wider;
        }
    }

    /// The type of `set <: relation`.
    pub(crate) fn domain_restriction(&self, set: &Type, relation: &Type) -> Type {
        restricted(self, relation, set, |_| 0)
    }

    /// The type of `relation :> set`.
    pub(crate) fn range_restriction(&self, relation: &Type, set: &Type) -> Type {
        restricted(self, relation, set, |product| product.len() - 1)
    }

    pub fn overlaps(&self, a: &Type, b: &Type) -> bool {
        let meets = |p: &Vec<SigId>, q: &Vec<SigId>| {
            p.len() == q.len() && p.iter().zip(q).all(|(&p, &q)| self.meet(p, q) != Sig::NONE)
        };
        a.products.iter().any(|p| b.products.iter().any(|q| meets(p, q)))
    }

    /// `Node -> Int`, as people write it.
    pub fn describe(&self, ty: &Type) -> String {
        let product = |product: &Vec<SigId>| {
            let names: Vec<&str> =
                product.iter().map(|&sig| self.sigs[sig].name.as_str()).collect();
            names.join(" -> ")
        };
        ty.products.iter().map(product).collect::<Vec<_>>().join(" + ")
    }
}

/// `relation` with one column cut down to `set`.
fn restricted(
    model: &Model,
    relation: &Type,
    set: &Type,
    column: impl Fn(&[SigId]) -> usize,
) -> Type {
    let mut products = Vec::new();
    for product in &relation.products {
        let at = column(product);
        for single in set.products.iter().filter(|single| single.len() == 1) {
            let mut cut = product.clone();
            cut[at] = model.meet(product[at], single[0]);
            products.push(cut);
        }
    }
    Type { products }.normal()
}
