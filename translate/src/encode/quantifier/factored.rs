//! Quantifiers whose parts each mention only a few of their variables.
//!
//! *Problem.* `some ki, vi: Iterator, k, v: Ref, m: Map | next[ki, k] and next[vi, v] and put[m, k,
//! v]` over six atoms has 6^5 bindings, each with a gate of its own. With two variables more it has
//! 6^7. No part of it mentions more than three of them. *Choice.* Bucket elimination (Dechter
//! 1999), as model checkers quantify early (Burch, Clarke, Long 1991): each part is translated for
//! the values of its own variables. Then one variable after the other is taken out, by a
//! disjunction over its values of the parts that mention it. The remaining gates are for the
//! cliques of variables that meet in that order, which is greedy: the fewest new gates first. An
//! `all` is the negation of a `some`, and a `some` of a disjunction is the disjunction of a `some`
//! for each part.
//!
//! Where that is not much less than the bindings as they are written, those are grounded: one clause
//! for each, with no gates between.
//!
//! *Rejected.* To Skolemise such quantifiers instead, as Kodkod does: their witnesses are no part of an
//! instance, and a list would need decisions to refute them. To move quantifiers inwards in the tree
//! (miniscoping): a tree of scopes becomes small by that, and a cycle of five variables does not.

use std::rc::Rc;

use korrel_lang::model::{Declaration, Formula, Node, Quantifier};

use super::parts::{EnclosingBinding, MOST_VARIABLES, ScopedPart, VariableSet};
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};
use crate::encode::standing::is_higher_order;
use crate::encode::{EncodingResult, FormulaEncoder};

pub(crate) use super::parts::Factoring;

/// The limits from which tables are worth it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thrift {
    /// Fewer bindings than this are grounded as they are written.
    bindings: usize,
    /// Tables must have so many times fewer entries than there are bindings.
    saving: usize,
}

impl Thrift {
    pub const USUAL: Thrift = Thrift { bindings: 64, saving: 4 };

    /// Tables wherever they can be made, to test them.
    #[cfg(test)]
    pub const NONE: Thrift = Thrift { bindings: 0, saving: 0 };
}

/// A quantifier that would not pay even if each variable had so many values never does.
const MANY_VALUES: usize = 64;

/// The atoms that each variable may be.
struct Domains<'f, 'a> {
    factoring: &'f Factoring<'a>,
    /// True if the quantifier is universal, once negations are pushed inwards.
    universal: bool,
    atoms: Vec<Vec<usize>>,
    /// The number of values of each variable.
    sizes: Vec<usize>,
    /// The guards, which must hold for atoms to be chosen.
    guards: Vec<Table>,
}

/// The action for each choice of atoms, given by their places in the domains.
type VisitPlaces<'v, 'a> = dyn FnMut(&mut FormulaEncoder<'a>, &[usize]) -> EncodingResult<()> + 'v;

impl<'a> FormulaEncoder<'a> {
    /// The quantified formula by its parts, or `None` if its bindings may as well be grounded.
    pub(crate) fn factored(
        &mut self,
        quantifier: Quantifier,
        declarations: &'a [Declaration],
        body: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Option<Bit>> {
        let Some(factoring) = self.factoring(quantifier, declarations, body) else {
            return Ok(None);
        };
        let is_all = quantifier == Quantifier::All;
        let domains = self.domains(&factoring, is_all == positive)?;
        let Some(eliminations) = self.thrift.eliminations(&factoring, &domains.sizes) else {
            return Ok(None);
        };
        let mut ways = Vec::new();
        for (group, elimination) in factoring.groups.iter().zip(&eliminations) {
            let mut tables = domains.guards.clone();
            for part in group {
                let table = self.part_table(part, &domains, &tables)?;
                tables.push(table);
            }
            ways.push(elimination.run(tables, &domains.sizes, self.circuit));
        }
        let exists = self.circuit.or(ways);
        Ok(Some(if is_all { !exists } else { exists }))
    }

    /// The parts into which a quantifier falls, found once, or `None` if it does not.
    fn factoring(
        &mut self,
        quantifier: Quantifier,
        declarations: &'a [Declaration],
        body: &'a Formula,
    ) -> Option<Rc<Factoring<'a>>> {
        let variables: usize = declarations.iter().map(|d| d.variables.len()).sum();
        if variables < 2 {
            return None;
        }
        let id = Node::from(body).id();
        if !self.factorings.contains_key(&id) {
            let free = &mut self.environment.free;
            let found = Factoring::of(self.model, quantifier, declarations, body, free);
            let found = found.filter(|factoring| {
                let many = vec![MANY_VALUES; factoring.variables.len()];
                let may_pay = self.thrift.eliminations(factoring, &many).is_some();
                may_pay && !is_higher_order(self.model, body)
            });
            let found = found.map(Rc::new);
            self.factorings.insert(id, found);
        }
        self.factorings[&id].clone()
    }

    /// The atoms of each variable, by the domains for everything that the variables before it may be.
    fn domains<'f>(
        &mut self,
        factoring: &'f Factoring<'a>,
        universal: bool,
    ) -> EncodingResult<Domains<'f, 'a>> {
        let (atoms, sizes) = (Vec::new(), Vec::new());
        let mut domains = Domains { factoring, universal, atoms, sizes, guards: Vec::new() };
        for (at, variable) in factoring.variables.iter().enumerate() {
            let mut rows: Vec<Rc<Matrix>> = Vec::new();
            self.each_choice(variable.depends, &domains, &mut |encoder, _| {
                rows.push(encoder.encode_relation(variable.domain)?.matrix);
                Ok(())
            })?;
            domains.add(at, &rows);
        }
        let apart: Vec<Table> = factoring.apart.iter().map(|&(a, b)| domains.apart(a, b)).collect();
        domains.guards.extend(apart);
        Ok(domains)
    }

    /// The table of a part, for the values of its own variables.
    fn part_table(
        &mut self,
        part: &ScopedPart<'a>,
        domains: &Domains<'_, 'a>,
        before: &[Table],
    ) -> EncodingResult<Table> {
        let known: Vec<&Table> =
            before.iter().filter(|table| is_within(table.scope, part.scope)).collect();
        let mut bits = Vec::new();
        self.each_choice(part.scope, domains, &mut |encoder, chosen| {
            let is_excluded =
                known.iter().any(|table| table.get(chosen, &domains.sizes) == Bit::FALSE);
            bits.push(if is_excluded {
                Bit::FALSE
            } else {
                encoder.part_bit(part, !domains.universal)?
            });
            Ok(())
        })?;
        Ok(Table { scope: part.scope, bits })
    }

    /// `exists`: the polarity of "there are values for which all parts hold".
    fn part_bit(&mut self, part: &ScopedPart<'a>, exists: bool) -> EncodingResult<Bit> {
        let bit = self.encode_around(&part.around, |encoder| {
            encoder.encode_formula(part.formula, exists != part.is_negated)
        })?;
        Ok(if part.is_negated { !bit } else { bit })
    }

    /// Translates what stands below `let`s and calls.
    fn encode_around(
        &mut self,
        around: &[EnclosingBinding<'a>],
        translate: impl FnOnce(&mut Self) -> EncodingResult<Bit>,
    ) -> EncodingResult<Bit> {
        let mut followers = Vec::new();
        for binding in around {
            // Other parts stand below it, too.
            self.environment.open_shared();
            let bound = match binding {
                EnclosingBinding::Let(variable, value) => {
                    self.bind_value(*variable, value).map(|follower| vec![follower])
                }
                EnclosingBinding::Arguments(arguments) => self.bind_arguments(arguments),
            };
            self.environment.close();
            let bound = bound?;
            let environment = &mut self.environment;
            bound.iter().for_each(|follower| environment.follow(follower.variable, &follower.free));
            followers.extend(bound);
        }
        let result = translate(self);
        followers.iter().rev().for_each(|follower| self.environment.unfollow(follower.variable));
        self.unbind(followers);
        result
    }

    /// Visits each choice of atoms for the variables in the scope, bound to them. The last one's change
    /// first.
    fn each_choice(
        &mut self,
        scope: VariableSet,
        domains: &Domains<'_, 'a>,
        visit: &mut VisitPlaces<'_, 'a>,
    ) -> EncodingResult<()> {
        let variables: Vec<usize> = members(scope).collect();
        let mut chosen = vec![0; domains.factoring.variables.len()];
        self.choose(&variables, domains, &mut chosen, visit)
    }

    fn choose(
        &mut self,
        variables: &[usize],
        domains: &Domains<'_, 'a>,
        chosen: &mut [usize],
        visit: &mut VisitPlaces<'_, 'a>,
    ) -> EncodingResult<()> {
        let Some((&at, others)) = variables.split_first() else { return visit(self, chosen) };
        let variable = &domains.factoring.variables[at];
        let atoms = &domains.atoms[at];
        self.with_each_atom(variable.grounded, domains.universal, atoms, &mut |encoder, place| {
            chosen[at] = place;
            encoder.choose(others, domains, chosen, visit)
        })
    }
}

impl Domains<'_, '_> {
    /// The next variable, with its domains, one for each choice of the variables it depends on.
    fn add(&mut self, at: usize, rows: &[Rc<Matrix>]) {
        let mut atoms: Vec<usize> =
            rows.iter().flat_map(|row| row.entries().map(|(atom, _)| atom)).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let bits: Vec<Bit> =
            rows.iter().flat_map(|row| atoms.iter().map(|&atom| row.get(atom))).collect();
        // An empty domain has no choice, whoever asks for it.
        if atoms.is_empty() || bits.iter().any(|&bit| bit != Bit::TRUE) {
            let scope = self.factoring.variables[at].depends | 1 << at;
            self.guards.push(Table { scope, bits });
        }
        self.sizes.push(atoms.len());
        self.atoms.push(atoms);
    }

    /// The table that says that two variables are different atoms. The second is the later one.
    fn apart(&self, a: usize, b: usize) -> Table {
        let differ = |first: &usize| {
            let first = *first;
            self.atoms[b].iter().map(move |&second| Bit::constant(first != second))
        };
        Table { scope: 1 << a | 1 << b, bits: self.atoms[a].iter().flat_map(differ).collect() }
    }
}

impl Thrift {
    /// The orders in which the variables are taken out, if that is much less than all bindings.
    fn eliminations(
        self,
        factoring: &Factoring<'_>,
        sizes: &[usize],
    ) -> Option<Vec<EliminationOrder>> {
        let bindings = sizes.iter().fold(1usize, |product, &size| product.saturating_mul(size));
        if bindings < self.bindings {
            return None;
        }
        let eliminations = factoring.eliminations(sizes);
        let cost = eliminations.iter().fold(0usize, |sum, next| sum.saturating_add(next.cost));
        (cost.saturating_mul(self.saving) <= bindings).then_some(eliminations)
    }
}

impl Factoring<'_> {
    /// The order in which each group's variables are taken out if they have so many values.
    fn eliminations(&self, sizes: &[usize]) -> Vec<EliminationOrder> {
        let own =
            self.variables.iter().enumerate().map(|(at, variable)| variable.depends | 1 << at);
        let apart = self.apart.iter().map(|&(a, b)| 1 << a | 1 << b);
        let always: Vec<VariableSet> = own.chain(apart).collect();
        let of = |group: &Vec<ScopedPart<'_>>| {
            let parts = group.iter().map(|part| part.scope);
            EliminationOrder::greedy(always.iter().copied().chain(parts), sizes)
        };
        self.groups.iter().map(of).collect()
    }
}

// Tables of bits over the values of a few variables, and how variables are taken out of them.

/// A table with a bit for each choice of values of the variables in its scope. The last variable's
/// value changes first.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub scope: VariableSet,
    pub bits: Vec<Bit>,
}

impl Table {
    /// The bit of the values at these places, of all variables. Those of variables outside the scope do not matter.
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
