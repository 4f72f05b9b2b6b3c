//! The search as a graph: deterministic decomposable negation normal form (Darwiche 2001).
//!
//! A product's parts share no variable, a sum's two sides share no model. So the number of models, of
//! models with given literals, and one model drawn uniformly are walks over the graph, each node once.

use std::ops::Range;

use num_bigint::BigUint;

use super::compiler::Algebra;
use super::likeness::mixed;
use crate::{Lit, Var};

/// The projected models of a formula.
///
/// Invariant: a node refers to earlier nodes only.
#[derive(Clone, Debug, Default)]
pub struct CompiledGraph {
    nodes: Vec<CompiledNode>,
    literals: Vec<Lit>,
    free: Vec<Var>,
    parts: Vec<CompiledNodeId>,
    root: CompiledNodeId,
}

pub(super) type CompiledNodeId = u32;

/// The first node is that of no model.
const NONE: CompiledNodeId = 0;

#[derive(Clone, Debug)]
enum CompiledNode {
    None,
    Product {
        literals: Range<u32>,
        free: Range<u32>,
        parts: Range<u32>,
    },
    /// The models with a variable true, and those with it false.
    Sum {
        sides: [CompiledNodeId; 2],
    },
}

/// A node with what it refers to.
pub(super) enum CompiledNodeView<'a> {
    None,
    Product {
        literals: &'a [Lit],
        free: &'a [Var],
        parts: &'a [CompiledNodeId],
    },
    /// The models with `decided` true are those of `high`.
    Sum {
        decided: Var,
        high: CompiledNodeId,
        low: CompiledNodeId,
    },
}

impl CompiledGraph {
    pub(super) fn new() -> CompiledGraph {
        CompiledGraph { nodes: vec![CompiledNode::None], ..CompiledGraph::default() }
    }

    pub(super) fn with_root(self, root: CompiledNodeId) -> CompiledGraph {
        CompiledGraph { root, ..self }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is no model.
    pub fn is_empty(&self) -> bool {
        self.root == NONE
    }

    /// The number of models.
    pub fn count(&self) -> BigUint {
        self.count_where(|_| true)
    }

    /// The number of models whose projected literals are all among these.
    pub fn count_where(&self, may_hold: impl Fn(Lit) -> bool) -> BigUint {
        self.counts(may_hold).swap_remove(self.root as usize)
    }

    /// The count of each node.
    fn counts(&self, may_hold: impl Fn(Lit) -> bool) -> Vec<BigUint> {
        let mut counts: Vec<BigUint> = Vec::with_capacity(self.nodes.len());
        for node in 0..self.nodes.len() as CompiledNodeId {
            let count = self.count_of(node, &counts, &may_hold);
            counts.push(count);
        }
        counts
    }

    /// The count of one node, by those of the nodes below it.
    pub(super) fn count_of(
        &self,
        node: CompiledNodeId,
        counts: &[BigUint],
        may_hold: &impl Fn(Lit) -> bool,
    ) -> BigUint {
        match &self.nodes[node as usize] {
            CompiledNode::None => BigUint::ZERO,
            CompiledNode::Sum { sides: [high, low] } => {
                &counts[*high as usize] + &counts[*low as usize]
            }
            CompiledNode::Product { literals, free, parts } => {
                self.product(literals, free, parts, counts, may_hold)
            }
        }
    }

    pub(super) fn below(&self, node: CompiledNodeId) -> &[CompiledNodeId] {
        match &self.nodes[node as usize] {
            CompiledNode::None => &[],
            CompiledNode::Sum { sides } => sides,
            CompiledNode::Product { parts, .. } => &self.parts[within(parts)],
        }
    }

    pub(super) fn node(&self, node: CompiledNodeId) -> CompiledNodeView<'_> {
        match &self.nodes[node as usize] {
            CompiledNode::None => CompiledNodeView::None,
            CompiledNode::Product { literals, free, parts } => CompiledNodeView::Product {
                literals: &self.literals[within(literals)],
                free: &self.free[within(free)],
                parts: &self.parts[within(parts)],
            },
            &CompiledNode::Sum { sides: [high, low] } => {
                let CompiledNode::Product { literals, .. } = &self.nodes[high as usize] else {
                    unreachable!("a side holds at least its decision")
                };
                // The decision is the first that was assigned.
                let decided = self.literals[literals.start as usize].var();
                CompiledNodeView::Sum { decided, high, low }
            }
        }
    }

    /// About how many bytes it takes.
    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.nodes)
            + size_of_val(&*self.literals)
            + size_of_val(&*self.free)
            + size_of_val(&*self.parts)
    }

    pub(super) fn root(&self) -> CompiledNodeId {
        self.root
    }

    fn product(
        &self,
        literals: &Range<u32>,
        free: &Range<u32>,
        parts: &Range<u32>,
        counts: &[BigUint],
        may_hold: &impl Fn(Lit) -> bool,
    ) -> BigUint {
        if !self.literals[within(literals)].iter().all(|&lit| may_hold(lit)) {
            return BigUint::ZERO;
        }
        let mut product = BigUint::from(1u8);
        for &var in &self.free[within(free)] {
            match (may_hold(var.positive()), may_hold(var.negative())) {
                (true, true) => product <<= 1,
                (false, false) => return BigUint::ZERO,
                _ => {}
            }
        }
        let parts = self.parts[within(parts)].iter();
        parts.fold(product, |product, &part| product * &counts[part as usize])
    }
}

fn within(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl Algebra for CompiledGraph {
    type Value = CompiledNodeId;
    const IS_NAMELESS: bool = false;

    fn none(&mut self) -> CompiledNodeId {
        NONE
    }

    fn is_none(&self, value: &CompiledNodeId) -> bool {
        *value == NONE
    }

    fn product(
        &mut self,
        literals: &[Lit],
        free: &[Var],
        parts: &[CompiledNodeId],
    ) -> CompiledNodeId {
        if let ([], [], [only]) = (literals, free, parts) {
            return *only;
        }
        let node = CompiledNode::Product {
            literals: append(&mut self.literals, literals),
            free: append(&mut self.free, free),
            parts: append(&mut self.parts, parts),
        };
        self.add(node)
    }

    fn sum(&mut self, high: CompiledNodeId, low: CompiledNodeId) -> CompiledNodeId {
        self.add(CompiledNode::Sum { sides: [high, low] })
    }

    fn bytes(&self, _: &CompiledNodeId) -> usize {
        0
    }
}

impl CompiledGraph {
    fn add(&mut self, node: CompiledNode) -> CompiledNodeId {
        self.nodes.push(node);
        (self.nodes.len() - 1) as CompiledNodeId
    }
}

fn append<T: Copy>(all: &mut Vec<T>, some: &[T]) -> Range<u32> {
    let start = all.len() as u32;
    all.extend(some);
    start..all.len() as u32
}

/// Draws models, all alike.
///
/// A sampler of models. The higher side of a sum is to be taken with probability p = high / (high +
/// low). 64 random bits u are compared with ⌊p · 2⁶⁴⌋. Only where they are equal, once in 2⁶⁴
/// draws, does the rest of p decide, so that the draw is exact.
#[derive(Clone, Debug)]
pub struct Sampler {
    graph: CompiledGraph,
    /// The threshold ⌊p · 2⁶⁴⌋ of each sum.
    thresholds: Vec<u64>,
    counts: Vec<BigUint>,
    /// Nodes that are still to be drawn from.
    stack: Vec<CompiledNodeId>,
}

impl Sampler {
    pub fn new(graph: CompiledGraph) -> Sampler {
        let counts = graph.counts(|_| true);
        let threshold = |node: &CompiledNode| match *node {
            CompiledNode::Sum { sides: [high, low] } => {
                let (high, low) = (&counts[high as usize], &counts[low as usize]);
                let part: BigUint = (high << 64) / (high + low);
                part.iter_u64_digits().next().unwrap_or(0)
            }
            _ => 0,
        };
        let thresholds = graph.nodes.iter().map(threshold).collect();
        Sampler { graph, thresholds, counts, stack: Vec::new() }
    }

    /// The number of models.
    pub fn count(&self) -> &BigUint {
        &self.counts[self.graph.root as usize]
    }

    /// Draws one. `set` hears of each projected literal once.
    ///
    /// # Panics
    /// If there is none.
    pub fn draw(&mut self, dice: &mut Dice, mut set: impl FnMut(Lit)) {
        assert!(!self.graph.is_empty(), "a draw from nothing");
        self.stack.push(self.graph.root);
        while let Some(node) = self.stack.pop() {
            match &self.graph.nodes[node as usize] {
                CompiledNode::None => unreachable!("no side without models is taken"),
                CompiledNode::Sum { sides: [high, low] } => {
                    let is_high = self.takes_high(node, *high, dice);
                    self.stack.push(if is_high { *high } else { *low });
                }
                CompiledNode::Product { literals, free, parts } => {
                    self.graph.literals[within(literals)].iter().for_each(|&lit| set(lit));
                    toss(&self.graph.free[within(free)], dice, &mut set);
                    self.stack.extend(&self.graph.parts[within(parts)]);
                }
            }
        }
    }

    fn takes_high(&self, sum: CompiledNodeId, high: CompiledNodeId, dice: &mut Dice) -> bool {
        let (bits, threshold) = (dice.bits(), self.thresholds[sum as usize]);
        if bits != threshold {
            return bits < threshold;
        }
        let (all, high) = (&self.counts[sum as usize], &self.counts[high as usize]);
        dice.below(all) < (high << 64u8) % all
    }
}

/// A coin for each variable.
fn toss(variables: &[Var], dice: &mut Dice, set: &mut impl FnMut(Lit)) {
    for chunk in variables.chunks(64) {
        let bits = dice.bits();
        chunk.iter().zip(0..).for_each(|(var, at)| set(var.lit(bits >> at & 1 == 1)));
    }
}

// Random numbers from a seed: the same ones on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014): 2⁶⁴ numbers of 64 bits, each once.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: mixed(seed ^ 0x6a09_e667_f3bc_c909) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.state)
    }

    /// A number below this one, which is not 0, all alike: others are thrown away.
    pub fn below(&mut self, bound: &BigUint) -> BigUint {
        assert!(*bound != BigUint::ZERO, "nothing is below 0");
        let bits = bound.bits();
        loop {
            let words = bits.div_ceil(32);
            let mut digits: Vec<u32> = (0..words).map(|_| (self.bits() >> 32) as u32).collect();
            if let Some(top) = digits.last_mut()
                && !bits.is_multiple_of(32)
            {
                *top &= (1 << (bits % 32)) - 1;
            }
            let number = BigUint::new(digits);
            if number < *bound {
                return number;
            }
        }
    }
}
