//! Declarations as constraints: whether a value is what a range says.

use std::collections::BTreeMap;

use korrel_lang::model::{Multiplicity, Range};

use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

use crate::encode::{Encoder, Unsupported};

type Encoded = Result<Bit, Unsupported>;

impl<'a> Encoder<'a> {
    /// `A m -> n B`: within A × B; each tuple of A that is what A says by itself has n right ones, and
    /// they are what B says; each such tuple of B has m left ones, and they are what A says.
    pub(crate) fn encode_range(&mut self, range: &'a Range, value: &Matrix) -> Encoded {
        match range {
            Range::Of { multiplicity, domain } => {
                let domain = self.encode_relation(domain)?.matrix;
                let inside = value.subset(&domain, self.circuit);
                let count = self.multiplicity(*multiplicity, value);
                Ok(self.circuit.and([inside, count]))
            }
            Range::Arrow { left, left_multiplicity, right_multiplicity, right } => {
                let (a, b) = (self.product_of(left)?, self.product_of(right)?);
                let product = a.product(&b, self.circuit);
                let mut bits = vec![value.subset(&product, self.circuit)];
                let width = self.atoms().max(1).pow(right.arity() as u32);
                let split = |index: usize| (index / width, index % width);
                let swapped = |index: usize| (index % width, index / width);
                bits.extend(self.sides((left, &a), right, *right_multiplicity, value, &split)?);
                bits.extend(self.sides((right, &b), left, *left_multiplicity, value, &swapped)?);
                Ok(self.circuit.and(bits))
            }
        }
    }

    /// That each tuple of one side, a range and all tuples that it may hold, has `multiplicity` tuples on the other side, which
    /// are what its range says. `split` takes a tuple apart into this side and the other.
    fn sides(
        &mut self,
        (own, domain): (&'a Range, &Matrix),
        other: &'a Range,
        multiplicity: Multiplicity,
        value: &Matrix,
        split: &dyn Fn(usize) -> (usize, usize),
    ) -> Result<Vec<Bit>, Unsupported> {
        let mut slices: BTreeMap<usize, Vec<(usize, Bit)>> = BTreeMap::new();
        for (index, bit) in value.entries() {
            let (this, that) = split(index);
            slices.entry(this).or_default().push((that, bit));
        }
        let mut bits = Vec::new();
        for (tuple, mut guard) in domain.entries() {
            if own.refuses_tuples() {
                let single = Matrix::from_entries(value.atoms(), own.arity(), [(tuple, Bit::TRUE)]);
                let counts = self.encode_range(own, &single)?;
                guard = self.circuit.and([guard, counts]);
            }
            let slice = slices.remove(&tuple).unwrap_or_default();
            let slice = Matrix::from_entries(value.atoms(), other.arity(), slice);
            let count = self.multiplicity(multiplicity, &slice);
            let inside = self.encode_range(other, &slice)?;
            let holds = self.circuit.and([count, inside]);
            bits.push(self.circuit.implies(guard, holds));
        }
        Ok(bits)
    }

    /// All tuples that a range may hold.
    pub(crate) fn product_of(&mut self, range: &'a Range) -> Result<Matrix, Unsupported> {
        match range {
            Range::Of { domain, .. } => self.relation(domain),
            Range::Arrow { left, right, .. } => {
                let (left, right) = (self.product_of(left)?, self.product_of(right)?);
                Ok(left.product(&right, self.circuit))
            }
        }
    }

    fn multiplicity(&mut self, multiplicity: Multiplicity, value: &Matrix) -> Bit {
        match multiplicity {
            Multiplicity::One => value.one(self.circuit),
            Multiplicity::Lone => value.lone(self.circuit),
            Multiplicity::Some => value.some(self.circuit),
            Multiplicity::Set => Bit::TRUE,
        }
    }
}
