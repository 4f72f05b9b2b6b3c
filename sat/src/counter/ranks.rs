//! The model of a given rank, where models are sorted, without listing those before it.

use num_bigint::BigUint;

use super::graph::{CompiledGraph, CompiledNodeId};
use super::{CountOutcome, Halt, Limits};
use crate::{Effort, Lit};

impl CompiledGraph {
    /// The model before which there are so many others, as a value of each of the literals' variables, or nothing
    /// if there are not as many. These are all projected variables. Of two models the one comes first in which
    /// the first literal holds that tells them apart.
    ///
    /// Outgrown: the numbers of models take more than a quarter of the memory.
    pub fn ranked(
        &self,
        order: &[Lit],
        rank: &BigUint,
        effort: &Effort,
    ) -> CountOutcome<Option<Vec<Lit>>> {
        NarrowedGraph::new(self, order, effort).ranked(order, rank.clone()).into()
    }
}

/// The part of a graph that is left under assumptions: with each one it becomes smaller.
struct NarrowedGraph<'g> {
    graph: &'g CompiledGraph,
    /// The nodes that models go through, parts before wholes.
    live: Vec<CompiledNodeId>,
    /// The count of each node, or none for those that are not live.
    counts: Vec<BigUint>,
    is_live: Vec<bool>,
    /// The assumption about each variable.
    assumptions: Vec<Option<Lit>>,
    effort: &'g Effort,
    /// The number of bytes that the counts may take.
    most: usize,
}

/// The number of nodes after which the flag is looked at.
const CHUNK: usize = 1 << 12;

impl<'g> NarrowedGraph<'g> {
    fn new(graph: &'g CompiledGraph, order: &[Lit], effort: &'g Effort) -> NarrowedGraph<'g> {
        let variables = order.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        NarrowedGraph {
            graph,
            live: (0..graph.len() as CompiledNodeId).collect(),
            counts: vec![BigUint::ZERO; graph.len()],
            is_live: vec![true; graph.len()],
            assumptions: vec![None; variables],
            effort,
            most: Limits::within(effort).bytes,
        }
    }

    fn ranked(mut self, order: &[Lit], mut rank: BigUint) -> Result<Option<Vec<Lit>>, Halt> {
        if self.count()? <= rank {
            return Ok(None);
        }
        for &lit in order {
            self.assume(lit);
            let first = self.count()?;
            if first <= rank {
                rank -= first;
                self.assume(!lit);
                self.count()?;
            }
            self.prune();
        }
        Ok(Some(self.assumed(order)))
    }

    /// Replaces the value that was assumed for the variable before.
    fn assume(&mut self, lit: Lit) {
        self.assumptions[lit.var().index()] = Some(lit);
    }

    fn count(&mut self) -> Result<BigUint, Halt> {
        let assumptions = &self.assumptions;
        let may_hold = |lit: Lit| assumptions[lit.var().index()] != Some(!lit);
        let mut bytes = size_of::<BigUint>() * self.counts.len();
        for chunk in self.live.chunks(CHUNK) {
            if self.effort.is_stopped() {
                return Err(Halt::Stopped);
            }
            if bytes > self.most {
                return Err(Halt::Outgrown);
            }
            for &node in chunk {
                let count = self.graph.count_of(node, &self.counts, &may_hold);
                bytes += (count.bits() / 8) as usize;
                self.counts[node as usize] = count;
            }
        }
        Ok(self.counts[self.graph.root() as usize].clone())
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
