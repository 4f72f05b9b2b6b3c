//! Alloy's types: a relation type is a union of products of sigs.
//!
//! A product that holds `none` stands for no tuple; it is kept only where nothing else tells the
//! arity. (Edwards, Jackson, Torlak: A type system for object models, FSE 2004.)

use crate::model::{Model, Sig, SigId, SigKind, Type};

/// The type algebra; the model knows which sigs overlap.
pub trait TypeOps {
    /// The sig that holds the atoms of both: the lower one, or `none`.
    fn meet(&self, a: SigId, b: SigId) -> SigId;
    fn type_of_sig(&self, sig: SigId) -> Type;
    fn union(&self, a: &Type, b: &Type) -> Type;
    fn intersection(&self, a: &Type, b: &Type) -> Type;
    fn join(&self, a: &Type, b: &Type) -> Option<Type>;
    fn overlaps(&self, a: &Type, b: &Type) -> bool;
    /// `Node -> Int`, as people write it.
    fn describe(&self, ty: &Type) -> String;
}

impl Type {
    pub fn arity(&self) -> usize {
        self.products[0].len()
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
        let mut products = Vec::new();
        for a in &self.products {
            for b in &other.products {
                products.push([a.as_slice(), b.as_slice()].concat());
            }
        }
        Type { products }.normal()
    }

    pub fn transpose(&self) -> Type {
        let products = self.products.iter().map(|p| p.iter().rev().copied().collect()).collect();
        Type { products }
    }

    /// The union of its products' columns, from `from` up to `to`.
    pub fn columns(&self, from: usize, to: usize) -> Type {
        Type { products: self.products.iter().map(|p| p[from..to].to_vec()).collect() }.normal()
    }

    /// Drops repeated products, and empty ones beside others.
    fn normal(mut self) -> Type {
        let arity = self.arity();
        self.products.retain(|product| !product.contains(&Sig::NONE));
        let mut unique: Vec<Vec<SigId>> = Vec::new();
        for product in self.products {
            if !unique.contains(&product) {
                unique.push(product);
            }
        }
        if unique.is_empty() { Type::empty(arity) } else { Type { products: unique } }
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
        let mut products = Vec::new();
        for p in &a.products {
            for q in &b.products {
                products.push(p.iter().zip(q).map(|(&p, &q)| self.meet(p, q)).collect());
            }
        }
        Type { products }.normal()
    }

    fn join(&self, a: &Type, b: &Type) -> Option<Type> {
        let arity = (a.arity() + b.arity()).checked_sub(2).filter(|&arity| arity > 0)?;
        let mut products = Vec::new();
        for p in &a.products {
            for q in &b.products {
                let (last, first) = (p[p.len() - 1], q[0]);
                if self.meet(last, first) != Sig::NONE {
                    products.push([&p[..p.len() - 1], &q[1..]].concat());
                }
            }
        }
        Some(if products.is_empty() { Type::empty(arity) } else { Type { products }.normal() })
    }

    fn overlaps(&self, a: &Type, b: &Type) -> bool {
        a.arity() == b.arity() && !self.intersection(a, b).is_empty()
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
