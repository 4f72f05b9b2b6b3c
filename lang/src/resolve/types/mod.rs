//! Alloy's types: a relation type is a union of products of sigs.
//!
//! A product that holds `none` stands for no tuple. It is kept only where nothing else tells the
//! arity. While a name can still stand for several things, the type of an expression is the union
//! over all of them, which may mix arities. (Edwards, Jackson, Torlak: A type system for object
//! models, FSE 2004.)

mod algebra;
mod deduce;
mod typing;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::model::{Sig, SigId, Type};

/// The number of pairs of products that are looked at one by one.
const MOST_PAIRS: usize = 1 << 12;

impl Type {
    /// The arity, or one of them where arities are mixed.
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
        self.part_of_arity(arity).or_empty(arity)
    }

    /// The part whose arity the other has, too.
    pub fn sharing_arity(&self, other: &Type) -> Type {
        self.part_sharing_arity(other).or_empty(self.arity())
    }

    /// The products of an arity. There may be none.
    pub(crate) fn part_of_arity(&self, arity: usize) -> Type {
        self.part(|product| product.len() == arity)
    }

    /// The products whose arity the other has, too. There may be none.
    pub(crate) fn part_sharing_arity(&self, other: &Type) -> Type {
        self.part(|product| other.has_arity(product.len()))
    }

    fn part(&self, keep: impl Fn(&[SigId]) -> bool) -> Type {
        Type { products: self.products.iter().filter(|p| keep(p)).cloned().collect() }
    }

    fn or_empty(self, arity: usize) -> Type {
        if self.products.is_empty() { Type::empty(arity) } else { self }
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

    /// True if it holds no tuple.
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

    /// The transpose of the binary products.
    pub fn transpose(&self) -> Type {
        let binary = self.of_arity(2).products;
        Type { products: binary.into_iter().map(|p| vec![p[1], p[0]]).collect() }
    }

    /// The type of two types with too many pairs of products: everything of the arities that they
    /// can give. Types are upper bounds, so a wider one is right, if less helpful.
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
    pub(crate) fn normal(self) -> Type {
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
