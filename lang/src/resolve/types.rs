//! Alloy's types: a relation type is a union of products of sigs.
//!
//! A product that holds `none` stands for no tuple; it is kept only where nothing else tells the
//! arity. While a name can still stand for several things, the type of an expression is the union
//! over all of them, which may mix arities. (Edwards, Jackson, Torlak: A type system for object
//! models, FSE 2004.)

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::model::{Model, Sig, SigId, SigKind, Type};

/// So many pairs of products are looked at one by one.
const MOST_PAIRS: usize = 1 << 12;

/// The type algebra; the model knows which sigs overlap.
pub trait TypeOps {
    /// The sig that holds the atoms of both: the lower one, or `none`.
    fn meet(&self, a: SigId, b: SigId) -> SigId;
    fn type_of_sig(&self, sig: SigId) -> Type;
    fn union(&self, a: &Type, b: &Type) -> Type;
    fn intersection(&self, a: &Type, b: &Type) -> Type;
    /// `None` if no arity is left.
    fn join(&self, a: &Type, b: &Type) -> Option<Type>;
    fn overlaps(&self, a: &Type, b: &Type) -> bool;
    /// `Node -> Int`, as people write it.
    fn describe(&self, ty: &Type) -> String;
}

impl Type {
    /// The arity; where arities are mixed, one of them.
    pub fn arity(&self) -> usize {
        self.products[0].len()
    }

    pub fn has_arity(&self, arity: usize) -> bool {
        self.products.iter().any(|product| product.len() == arity)
    }

    pub fn shares_arity(&self, other: &Type) -> bool {
        self.products.iter().any(|product| other.has_arity(product.len()))
    }

    /// The part of an arity.
    pub fn of_arity(&self, arity: usize) -> Type {
        self.part(|product| product.len() == arity).unwrap_or(Type::empty(arity))
    }

    /// The part whose arity the other has, too.
    pub fn sharing_arity(&self, other: &Type) -> Type {
        self.part(|product| other.has_arity(product.len())).unwrap_or(Type::empty(self.arity()))
    }

    fn part(&self, keep: impl Fn(&[SigId]) -> bool) -> Option<Type> {
        let products: Vec<_> = self.products.iter().filter(|p| keep(p)).cloned().collect();
        (!products.is_empty()).then_some(Type { products })
    }

    pub fn empty(arity: usize) -> Type {
        Type { products: vec![vec![Sig::NONE; arity]] }
    }

    /// Every tuple of that arity.
    pub fn any(arity: usize) -> Type {
        Type { products: vec![vec![Sig::UNIVERSE; arity]] }
    }

    pub fn of(sig: SigId) -> Type {
        Type { products: vec![vec![sig]] }
    }

    /// Whether it holds no tuple.
    pub fn is_empty(&self) -> bool {
        self.products.iter().all(|product| product.contains(&Sig::NONE))
    }

    pub fn product(&self, other: &Type) -> Type {
        if let Some(wide) = self.widened(other, |a, b| Some(a + b)) {
            return wide;
        }
        let mut products = Vec::new();
        for a in &self.products {
            for b in &other.products {
                products.push([a.as_slice(), b.as_slice()].concat());
            }
        }
        Type { products }.normal()
    }

    /// Of the binary products.
    pub fn transpose(&self) -> Type {
        let binary = self.of_arity(2).products;
        Type { products: binary.into_iter().map(|p| vec![p[1], p[0]]).collect() }
    }

    /// Where two types have too many pairs of products: everything of the arities that they can
    /// give. Types are upper bounds, so a wider one is right, if less helpful.
    fn widened(&self, other: &Type, arity: impl Fn(usize, usize) -> Option<usize>) -> Option<Type> {
        if self.products.len() * other.products.len() <= MOST_PAIRS {
            return None;
        }
        let arities = |ty: &Type| ty.products.iter().map(Vec::len).collect::<BTreeSet<_>>();
        let (own, others) = (arities(self), arities(other));
        let pairs = own.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
        let given: BTreeSet<usize> = pairs.filter_map(|(a, b)| arity(a, b)).collect();
        let products = given.into_iter().map(|arity| vec![Sig::UNIVERSE; arity]).collect();
        Some(Type { products })
    }

    /// Drops repeated products, and empty ones beside others of their arity.
    pub(super) fn normal(self) -> Type {
        let (empty, mut full): (Vec<_>, Vec<_>) =
            self.products.into_iter().partition(|product| product.contains(&Sig::NONE));
        let mut seen = FxHashSet::default();
        full.retain(|product| seen.insert(product.clone()));
        for product in empty {
            if full.iter().all(|other| other.len() != product.len()) {
                full.push(vec![Sig::NONE; product.len()]);
            }
        }
        Type { products: full }
    }
}

impl TypeOps for Model {
    fn meet(&self, a: SigId, b: SigId) -> SigId {
        if self.is_descendant(a, b) {
            a
        } else if self.is_descendant(b, a) {
            b
        } else {
            Sig::NONE
        }
    }

    fn type_of_sig(&self, sig: SigId) -> Type {
        match &self.sigs[sig].kind {
            SigKind::Subset { parents, .. } => {
                let types = parents.iter().map(|&parent| self.type_of_sig(parent));
                types.reduce(|a, b| self.union(&a, &b)).unwrap_or(Type::empty(1))
            }
            _ => Type::of(sig),
        }
    }

    fn union(&self, a: &Type, b: &Type) -> Type {
        Type { products: [a.products.as_slice(), b.products.as_slice()].concat() }.normal()
    }

    fn intersection(&self, a: &Type, b: &Type) -> Type {
        let mut products: Vec<Vec<SigId>> = Vec::new();
        for p in &a.products {
            for q in b.products.iter().filter(|q| q.len() == p.len()) {
                products.push(p.iter().zip(q).map(|(&p, &q)| self.meet(p, q)).collect());
            }
        }
        if products.is_empty() { Type::empty(a.arity()) } else { Type { products }.normal() }
    }

    fn join(&self, a: &Type, b: &Type) -> Option<Type> {
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

    fn overlaps(&self, a: &Type, b: &Type) -> bool {
        a.shares_arity(b) && !self.intersection(a, b).is_empty()
    }

    fn describe(&self, ty: &Type) -> String {
        let product = |product: &Vec<SigId>| {
            let names: Vec<&str> =
                product.iter().map(|&sig| self.sigs[sig].name.as_str()).collect();
            names.join(" -> ")
        };
        ty.products.iter().map(product).collect::<Vec<_>>().join(" + ")
    }
}
