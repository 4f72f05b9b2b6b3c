//! The result of a search for all models: a number, or the search itself.

use num_bigint::BigUint;

use crate::{Lit, Var};

/// Values for what a search comes to.
pub trait Algebra {
    type Value: Clone;

    /// True if parts that are alike but for the names of their variables have the same value.
    const IS_NAMELESS: bool;

    /// No model.
    fn none(&mut self) -> Self::Value;

    fn is_none(&self, value: &Self::Value) -> bool;

    /// These projected literals hold, these projected variables are as they like, and each of the
    /// parts, which share no variable, has its models.
    fn product(&mut self, literals: &[Lit], free: &[Var], parts: &[Self::Value]) -> Self::Value;

    /// The models of the one and those of the other, which are disjoint.
    fn sum(&mut self, high: Self::Value, low: Self::Value) -> Self::Value;

    /// The number of bytes that a value takes, beside its own size.
    fn bytes(&self, value: &Self::Value) -> usize;
}

/// The algebra of the number of models.
pub struct CountAlgebra;

impl Algebra for CountAlgebra {
    type Value = BigUint;
    const IS_NAMELESS: bool = true;

    fn none(&mut self) -> BigUint {
        BigUint::ZERO
    }

    fn is_none(&self, value: &BigUint) -> bool {
        *value == BigUint::ZERO
    }

    fn product(&mut self, _: &[Lit], free: &[Var], parts: &[BigUint]) -> BigUint {
        let product = match parts {
            [] => BigUint::from(1u8),
            [only] => only.clone(),
            parts => parts.iter().product(),
        };
        if free.is_empty() { product } else { product << free.len() }
    }

    fn sum(&mut self, high: BigUint, low: BigUint) -> BigUint {
        high + low
    }

    fn bytes(&self, value: &BigUint) -> usize {
        (value.bits() / 8) as usize + 24
    }
}
