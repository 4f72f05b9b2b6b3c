//! Tables of bits over the values of a few variables, and how variables are taken out of them.

use crate::circuit::{Bit, Circuit};

/// A set of a quantifier's variables: the bit of each one's place.
pub(super) type VariableSet = u64;

/// More variables than this have no scopes.
pub(super) const MOST_VARIABLES: usize = VariableSet::BITS as usize;

/// A table with a bit for each choice of values of the variables in its scope; the last variable's
/// value changes first.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub scope: VariableSet,
    pub bits: Vec<Bit>,
}

impl Table {
    /// The bit of the values at these places, of all variables; those of others do not matter.
    pub fn get(&self, chosen: &[usize], sizes: &[usize]) -> Bit {
        self.bits[members(self.scope).fold(0, |index, at| index * sizes[at] + chosen[at])]
    }
}

/// The places of the variables, ascending.
pub(super) fn members(scope: VariableSet) -> impl Iterator<Item = usize> {
    (0..MOST_VARIABLES).filter(move |&at| scope >> at & 1 == 1)
}

pub(super) fn is_within(inner: VariableSet, outer: VariableSet) -> bool {
    inner & !outer == 0
}

/// The number of choices of values.
pub(super) fn choices(scope: VariableSet, sizes: &[usize]) -> usize {
    members(scope).fold(1, |product, at| product.saturating_mul(sizes[at]))
}

/// An order in which variables are taken out.
#[derive(Clone, Debug)]
pub(super) struct EliminationOrder {
    order: Vec<usize>,
    /// The number of entries of all tables together, those that are given and those in between.
    pub cost: usize,
}

impl EliminationOrder {
    /// The order for tables of these scopes: always the variable next that meets the fewest choices
    /// of others.
    pub fn greedy(scopes: impl Iterator<Item = VariableSet>, sizes: &[usize]) -> EliminationOrder {
        let mut scopes: Vec<VariableSet> = scopes.collect();
        let mut cost =
            scopes.iter().fold(0usize, |sum, &scope| sum.saturating_add(choices(scope, sizes)));
        let (mut left, mut order) = ((0..sizes.len()).collect::<Vec<usize>>(), Vec::new());
        while !left.is_empty() {
            let met = |at: usize| {
                scopes.iter().filter(|&&scope| scope >> at & 1 == 1).fold(1 << at, |a, b| a | b)
            };
            let cost_of = |&place: &usize| choices(met(left[place]), sizes);
            let next = (0..left.len()).min_by_key(cost_of).expect("some variable is left");
            let variable = left.remove(next);
            let clique = met(variable);
            cost = cost.saturating_add(choices(clique, sizes));
            scopes.retain(|&scope| scope >> variable & 1 == 0);
            scopes.push(clique & !(1 << variable));
            order.push(variable);
        }
        EliminationOrder { order, cost }
    }

    /// True if there are values for which all tables hold.
    pub fn run(&self, mut tables: Vec<Table>, sizes: &[usize], circuit: &mut Circuit) -> Bit {
        for &variable in &self.order {
            let (met, others): (Vec<Table>, Vec<Table>) =
                tables.into_iter().partition(|table| table.scope >> variable & 1 == 1);
            tables = others;
            if !met.is_empty() {
                tables.push(without(variable, &met, sizes, circuit));
            }
        }
        circuit.and(tables.iter().map(|table| table.bits[0]))
    }
}

/// True if some value of the variable makes all tables hold, for the values of the others.
fn without(variable: usize, tables: &[Table], sizes: &[usize], circuit: &mut Circuit) -> Table {
    let all = tables.iter().fold(0, |scope, table| scope | table.scope);
    let scope = all & !(1 << variable);
    let mut chosen = vec![0; sizes.len()];
    let mut bits = Vec::new();
    for choice in 0..choices(scope, sizes) {
        choose(choice, scope, sizes, &mut chosen);
        let mut ways = Vec::new();
        for value in 0..sizes[variable] {
            chosen[variable] = value;
            ways.push(circuit.and(tables.iter().map(|table| table.get(&chosen, sizes))));
        }
        bits.push(circuit.or(ways));
        if circuit.given_up().is_some() {
            return Table { scope: 0, bits: vec![Bit::FALSE] };
        }
    }
    Table { scope, bits }
}

/// Sets the values of the variables in the scope to those of a choice by its number.
fn choose(mut choice: usize, scope: VariableSet, sizes: &[usize], chosen: &mut [usize]) {
    for at in (0..sizes.len()).rev().filter(|&at| scope >> at & 1 == 1) {
        chosen[at] = choice % sizes[at];
        choice /= sizes[at];
    }
}
