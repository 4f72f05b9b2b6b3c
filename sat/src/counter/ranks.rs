//! The model of a given rank, where models are sorted, without listing those before it.

use num_bigint::BigUint;

use super::graph::{CompiledGraph, CompiledNodeId};
use crate::Lit;

impl CompiledGraph {
    /// The model before which there are so many others, as a value of each of the literals' variables; nothing if
    /// there are not as many. These are all projected variables; of two models the one comes first in which the
    /// first literal holds that tells them apart.
    pub fn ranked(&self, order: &[Lit], rank: &BigUint) -> Option<Vec<Lit>> {
        let mut narrowed = Narrowed::new(self, order);
        let mut rank = rank.clone();
        if narrowed.count() <= rank {
            return None;
        }
        for &lit in order {
            narrowed.assume(lit);
            let first = narrowed.count();
            if first <= rank {
                rank -= first;
                narrowed.assume(!lit);
                narrowed.count();
            }
            narrowed.prune();
        }
        Some(narrowed.assumed(order))
    }
}

/// What is left of a graph under assumptions: with each one it becomes smaller.
struct Narrowed<'g> {
    graph: &'g CompiledGraph,
    /// The nodes that models go through, parts before wholes.
    live: Vec<CompiledNodeId>,
    /// Of each node; of those that are not live none.
    counts: Vec<BigUint>,
    is_live: Vec<bool>,
    /// By the variable.
    assumptions: Vec<Option<Lit>>,
}

impl<'g> Narrowed<'g> {
    fn new(graph: &'g CompiledGraph, order: &[Lit]) -> Narrowed<'g> {
        let variables = order.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        Narrowed {
            graph,
            live: (0..graph.len() as CompiledNodeId).collect(),
            counts: vec![BigUint::ZERO; graph.len()],
            is_live: vec![true; graph.len()],
            assumptions: vec![None; variables],
        }
    }

    /// Instead of what was assumed of the variable before.
    fn assume(&mut self, lit: Lit) {
        self.assumptions[lit.var().index()] = Some(lit);
    }

    fn count(&mut self) -> BigUint {
        let assumptions = &self.assumptions;
        let may_hold = |lit: Lit| assumptions[lit.var().index()] != Some(!lit);
        for &node in &self.live {
            self.counts[node as usize] = self.graph.count_of(node, &self.counts, &may_hold);
        }
        self.counts[self.graph.root() as usize].clone()
    }

    /// Leaves out what no model goes through, by the counts of last time.
    fn prune(&mut self) {
        self.live.iter().for_each(|&node| self.is_live[node as usize] = false);
        self.is_live[self.graph.root() as usize] = true;
        for &node in self.live.iter().rev() {
            if self.is_live[node as usize] {
                for &part in self.graph.below(node) {
                    self.is_live[part as usize] |= self.counts[part as usize] != BigUint::ZERO;
                }
            }
        }
        let (counts, is_live) = (&mut self.counts, &self.is_live);
        self.live.retain(|&node| {
            if !is_live[node as usize] {
                counts[node as usize] = BigUint::ZERO;
            }
            is_live[node as usize]
        });
    }

    fn assumed(&self, order: &[Lit]) -> Vec<Lit> {
        let of = |lit: &Lit| self.assumptions[lit.var().index()].expect("all were assumed");
        order.iter().map(of).collect()
    }
}
