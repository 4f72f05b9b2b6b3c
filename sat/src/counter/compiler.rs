//! The search itself: decide, propagate, take apart, remember.

use num_bigint::BigUint;

use super::components::{Component, ComponentKeys, ComponentSplitter, KnownComponents, Split};
use super::dissection::{Dissection, dissected};
use super::formula::Residual;
use super::{Cost, CountOutcome, Halt};
use crate::{Effort, Lit, Var};

/// The order by which the variable of a component is chosen that is decided on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionOrder {
    /// The first one, as given.
    Given,
    /// The one that holds most together.
    Dissecting,
    /// The last one, as given.
    Reverse,
}

/// A search that is made into a value of an algebra.
pub struct Compiler<A: Algebra> {
    pub algebra: A,
    residual: Residual,
    splitter: ComponentSplitter,
    known: KnownComponents<A::Value>,
    /// The place of each projected variable in the given order, and after them all others.
    given: Vec<u32>,
    /// The same in the order that takes the formula apart, once it was asked for.
    dissecting: Option<Option<Vec<u32>>>,
    /// The same in the order of the attempt at hand.
    rank: Vec<u32>,
    effort: Effort,
    /// The number of nodes at which the attempt at hand is given up.
    until: u64,
    /// The same in steps.
    until_steps: u64,
    nodes: u64,
    conflicts: u64,
    /// About which part of the attempt at hand is done: a decision halves what it is about, components share it.
    done: f64,
}

/// A component of so many variables counts as one node more.
const SHARE: u64 = 32;
/// So does an order of decisions for so many steps that it took to find.
const STEPS: u64 = 1 << 15;

/// The most stack that one step takes, and the amount that is taken when it is used up.
const RED_ZONE: usize = 64 << 10;
const STACK: usize = 4 << 20;

impl<A: Algebra> Compiler<A> {
    /// `given` are the projected variables, each once. `bytes` is the limit on the memory for
    /// values.
    pub fn new(
        algebra: A,
        residual: Residual,
        given: &[Var],
        bytes: usize,
        effort: Effort,
    ) -> Compiler<A> {
        let mut places = vec![u32::MAX; residual.variables()];
        given.iter().zip(0..).for_each(|(var, place)| places[var.index()] = place);
        Compiler {
            algebra,
            splitter: ComponentSplitter::new(residual.variables(), residual.formula.len()),
            known: KnownComponents::new(&residual, bytes),
            residual,
            rank: places.clone(),
            given: places,
            dissecting: None,
            effort,
            until: 0,
            until_steps: u64::MAX,
            nodes: 0,
            conflicts: 0,
            done: 0.0,
        }
    }

    /// Does all that can be done before the first decision. Returns false if there is no model.
    pub fn begin(&mut self) -> bool {
        self.residual.begin()
    }

    pub fn none(&mut self) -> A::Value {
        self.algebra.none()
    }

    /// Decides in this order from now on. Returns false if there is no model.
    pub fn decide_by(&mut self, order: DecisionOrder) -> bool {
        let rank = match order {
            DecisionOrder::Given => Some(self.given.clone()),
            DecisionOrder::Reverse => {
                Some(self.given.iter().map(|&place| u32::MAX - place).collect())
            }
            DecisionOrder::Dissecting => self.dissecting(),
        };
        rank.map(|rank| self.rank = rank).is_some()
    }

    /// These variables, as the attempt at hand decides on them.
    pub fn order(&self, variables: &[Var]) -> Vec<Var> {
        let mut order = variables.to_vec();
        order.sort_by_key(|&var| (self.rank[var.index()], var));
        order
    }

    fn dissecting(&mut self) -> Option<Vec<u32>> {
        if self.dissecting.is_none() {
            let Dissection { rank, steps } = dissected(&self.residual, &self.effort);
            self.nodes += steps / STEPS;
            self.dissecting = Some(rank);
        }
        self.dissecting.clone().expect("it was looked for")
    }

    /// The value of all models, unless that takes more nodes than these in all. May be asked again.
    pub fn attempt(&mut self, until: u64) -> CountOutcome<A::Value> {
        if self.effort.is_stopped() {
            return CountOutcome::Stopped;
        }
        self.until = until;
        let all: Vec<Var> = (0..self.rank.len() as u32).map(Var::new).collect();
        self.done = 0.0;
        self.rest(&all, 0, 1.0).into()
    }

    /// The same, unless it takes more steps than these in all.
    pub fn attempt_steps(&mut self, until: u64) -> CountOutcome<A::Value> {
        self.until_steps = until;
        self.attempt(u64::MAX)
    }

    /// The number of literals and clauses that were looked at.
    pub fn steps(&self) -> u64 {
        self.residual.steps + self.splitter.steps
    }

    /// About which part of the last attempt was done when it was given up.
    pub fn progress(&self) -> f64 {
        self.done
    }

    pub fn cost(&self) -> Cost {
        let KnownComponents { cache, alike, .. } = &self.known;
        let (nodes, conflicts) = (self.nodes, self.conflicts);
        Cost { nodes, hits: cache.hits, alike: *alike, conflicts, forgotten: cache.forgotten }
    }

    /// The value of the rest of these variables, with the projected ones assigned since the trail
    /// was so long.
    fn rest(&mut self, variables: &[Var], since: usize, share: f64) -> Result<A::Value, Halt> {
        let Split { components, free } = self.splitter.split(&self.residual, variables);
        let all = components.len();
        if all == 0 {
            self.done += share;
        }
        let mut parts = Vec::with_capacity(all);
        for (before, component) in components.into_iter().enumerate() {
            let is_counted = component.is_counted;
            let value = self.component(component, share / all as f64)?;
            if self.algebra.is_none(&value) {
                self.done += share * (all - before - 1) as f64 / all as f64;
                return Ok(value);
            }
            if is_counted {
                parts.push(value);
            }
        }
        let assigned = self.residual.trail[since..].iter().copied();
        let literals: Vec<Lit> =
            assigned.filter(|lit| self.residual.is_projected(lit.var())).collect();
        Ok(self.algebra.product(&literals, &free, &parts))
    }

    fn component(&mut self, component: Component, share: f64) -> Result<A::Value, Halt> {
        if let Some(value) = self.known.get(&component) {
            self.done += share;
            return Ok(value);
        }
        if self.effort.is_stopped() {
            return Err(Halt::Stopped);
        }
        if self.nodes >= self.until || self.steps() >= self.until_steps {
            return Err(Halt::Outgrown);
        }
        // A large component takes longer to take apart.
        self.nodes += 1 + component.variables.len() as u64 / SHARE;
        let keys = if A::IS_NAMELESS {
            match self.known.get_alike(&self.residual, &component) {
                Ok(value) => {
                    self.done += share;
                    return Ok(value);
                }
                Err(keys) => keys,
            }
        } else {
            ComponentKeys::own(&component)
        };
        let value = stacker::maybe_grow(RED_ZONE, STACK, || self.branches(&component, share))?;
        let beside = self.algebra.bytes(&value);
        self.known.insert(keys, &value, beside);
        Ok(value)
    }

    fn branches(&mut self, component: &Component, share: f64) -> Result<A::Value, Halt> {
        let var = self.decision(component);
        let high = self.branch(component, var.positive(), share / 2.0)?;
        // One model is enough where nothing is counted.
        if !component.is_counted && !self.algebra.is_none(&high) {
            self.done += share / 2.0;
            return Ok(high);
        }
        let low = self.branch(component, var.negative(), share / 2.0)?;
        let is_none = |value| self.algebra.is_none(value);
        Ok(match (is_none(&high), is_none(&low)) {
            (true, _) => low,
            (_, true) => high,
            _ => self.algebra.sum(high, low),
        })
    }

    fn branch(
        &mut self,
        component: &Component,
        decision: Lit,
        share: f64,
    ) -> Result<A::Value, Halt> {
        let since = self.residual.trail.len();
        let value = if self.residual.assign(decision) {
            self.rest(&component.variables, since, share)
        } else {
            self.conflicts += 1;
            self.done += share;
            Ok(self.algebra.none())
        };
        self.residual.undo(since);
        value
    }

    fn decision(&self, component: &Component) -> Var {
        let all = component.variables.iter().copied();
        let chosen = if component.is_counted {
            let projected = all.filter(|&var| self.residual.is_projected(var));
            projected.min_by_key(|&var| (self.rank[var.index()], var))
        } else {
            // If one model is enough, the busiest variable finds or refutes it soonest.
            all.min_by_key(|&var| (u32::MAX - self.residual.activity(var), var))
        };
        chosen.expect("a component has a variable")
    }
}

// The result of a search for all models: a number, or the search itself.

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
