//! Types: unions of products of sigs, of any arities.

use super::tree::{Kind, SigId, Spec};

/// A sig that owns atoms, all that there is, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Sig(SigId),
    Universe,
    Nothing,
}

/// Invariant: if a column is nothing, all are.
pub type Product = Vec<Column>;

/// Invariant: ascending; what has no tuples stands only where nothing else of its arity does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Type {
    pub products: Vec<Product>,
}

pub fn has_tuples(product: &Product) -> bool {
    product[0] != Column::Nothing
}

impl Type {
    pub fn new(products: impl IntoIterator<Item = Product>) -> Type {
        let mut all: Vec<Product> = products.into_iter().map(emptied).collect();
        all.sort();
        all.dedup();
        let inhabited = |arity| all.iter().any(|p| p.len() == arity && has_tuples(p));
        let keep: Vec<bool> = all.iter().map(|p| has_tuples(p) || !inhabited(p.len())).collect();
        let kept = all.into_iter().zip(keep).filter(|(_, keep)| *keep);
        Type { products: kept.map(|(product, _)| product).collect() }
    }

    pub fn nothing(arity: usize) -> Type {
        Type { products: vec![vec![Column::Nothing; arity]] }
    }

    pub fn has_tuples(&self) -> bool {
        self.products.iter().any(has_tuples)
    }

    pub fn has_arity(&self, arity: usize) -> bool {
        self.products.iter().any(|product| product.len() == arity)
    }

    /// The only arity; `None` if there are several.
    pub fn arity(&self) -> Option<usize> {
        let arity = self.products.first()?.len();
        self.products.iter().all(|product| product.len() == arity).then_some(arity)
    }

    pub fn of_arity(&self, arity: usize) -> Type {
        Type::new(self.products.iter().filter(|p| p.len() == arity).cloned())
    }

    /// The products of those arities that the other one has, too.
    pub fn of_common_arity(&self, other: &Type) -> Type {
        Type::new(self.products.iter().filter(|p| other.has_arity(p.len())).cloned())
    }

    pub fn union(&self, other: &Type) -> Type {
        Type::new(self.products.iter().chain(&other.products).cloned())
    }

    pub fn transposed(&self) -> Type {
        let pairs = self.products.iter().filter(|p| p.len() == 2);
        Type::new(pairs.map(|p| p.iter().rev().copied().collect()))
    }

    pub fn product(&self, other: &Type) -> Type {
        Type::new(
            self.products
                .iter()
                .flat_map(|a| other.products.iter().map(move |b| [&a[..], &b[..]].concat())),
        )
    }
}

fn emptied(mut product: Product) -> Product {
    if product.contains(&Column::Nothing) {
        product.fill(Column::Nothing);
    }
    product
}

/// Operations that need to know which sig extends which.
impl Spec {
    pub fn type_of_sig(&self, sig: SigId) -> Type {
        match &self.sigs[sig].kind {
            Kind::Subset(parents) => {
                let types = parents.iter().map(|&parent| self.type_of_sig(parent));
                types.fold(Type::default(), |all, one| all.union(&one))
            }
            _ => Type::new([vec![Column::Sig(sig)]]),
        }
    }

    pub fn meet(&self, a: Column, b: Column) -> Column {
        match (a, b) {
            (Column::Universe, other) | (other, Column::Universe) => other,
            (Column::Sig(x), Column::Sig(y)) if self.ancestors(x).any(|id| id == y) => a,
            (Column::Sig(x), Column::Sig(y)) if self.ancestors(y).any(|id| id == x) => b,
            _ => Column::Nothing,
        }
    }

    pub fn meet_products(&self, a: &Product, b: &Product) -> Product {
        emptied(a.iter().zip(b).map(|(&x, &y)| self.meet(x, y)).collect())
    }

    /// Product by product, column by column.
    pub fn intersection(&self, a: &Type, b: &Type) -> Type {
        let pairs = a.products.iter().flat_map(|x| b.products.iter().map(move |y| (x, y)));
        let alike = pairs.filter(|(x, y)| x.len() == y.len());
        Type::new(alike.map(|(x, y)| self.meet_products(x, y)))
    }

    /// `None` if nothing would be left of two single columns.
    pub fn join_products(&self, a: &Product, b: &Product) -> Option<Product> {
        let (last, left) = a.split_last()?;
        let (first, right) = b.split_first()?;
        let mut joined = [left, right].concat();
        if self.meet(*last, *first) == Column::Nothing {
            joined.fill(Column::Nothing);
        }
        (!joined.is_empty()).then(|| emptied(joined))
    }

    pub fn join(&self, a: &Type, b: &Type) -> Type {
        let pairs = a.products.iter().flat_map(|x| b.products.iter().map(move |y| (x, y)));
        Type::new(pairs.filter_map(|(x, y)| self.join_products(x, y)))
    }

    pub fn closure(&self, ty: &Type) -> Type {
        let mut closed = ty.of_arity(2);
        loop {
            let longer = closed.union(&self.join(&closed, &closed));
            if longer == closed {
                return closed;
            }
            closed = longer;
        }
    }

    /// `set <: ty`, or, with the last column, `ty :> set`.
    pub fn restricted(&self, set: &Type, ty: &Type, to_last: bool) -> Type {
        let sets = set.products.iter().filter(|p| p.len() == 1);
        Type::new(sets.flat_map(|s| {
            ty.products.iter().map(move |p| {
                let mut p = p.clone();
                let at = if to_last { p.len() - 1 } else { 0 };
                p[at] = self.meet(p[at], s[0]);
                emptied(p)
            })
        }))
    }
}
