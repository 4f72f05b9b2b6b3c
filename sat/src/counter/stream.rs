//! The compiled form, laid out to be walked in the order of the stream.
//!
//! *Problem.* For each model a listing propagates a hundred literals and looks at six hundred clauses, though the
//! model differs from the last one in a few cells. The same formula taken apart is often a few hundred nodes,
//! whatever the number of models.
//!
//! *Choice.* The counter's search decides on the first open variable of a component, in the order of the stream. Then a
//! sum says which position it decides, and each of its sides which literals hold from there on and which sums are then
//! open, all at later positions. A walk that always takes the first open position (`cursor.rs`) meets the models in
//! the order of the stream, with no dead end and no propagation: independent components take turns as their positions
//! do. The form is made in turns with the listing (`listing.rs`): an attempt that is given up leaves its components in
//! the cache, and the next one goes on about there.
//!
//! *Rejected.* To walk a product's parts one after the other: constant delay, too, but another order. Ordered binary
//! decision diagrams (Bryant 1986), which have that order, but multiply out independent parts between its levels.
//!
//! *Sources.* Darwiche, "Decomposable Negation Normal Form", JACM 2001; Bagan, Durand, Grandjean, "On Acyclic
//! Conjunctive Queries and Constant Delay Enumeration", CSL 2007.

use num_bigint::BigUint;

use super::CountOutcome;
use super::compiler::Compiler;
use super::graph::{CompiledGraph, CompiledNodeId, CompiledNodeView};
use super::portfolio::compiler;
use crate::{Cnf, Effort, Lit, Projection, Var};

/// Models in the order of a stream, as sums over their positions.
///
/// Invariant: the sums that a side opens are at later positions than the sum's own, ascending, and no two sums that are
/// open at once are at one position.
#[derive(Debug, Default)]
pub struct StreamGraph {
    /// The literals of the order, as they are tried first.
    pub(super) order: Vec<Lit>,
    /// One more than the greatest variable of the order.
    pub(super) variables: usize,
    sums: Vec<[SumSide; 2]>,
    writes: Vec<WordWrite>,
    opened: Vec<OpenSum>,
    /// What holds and is open before anything is decided, or none where there is no model.
    pub(super) root: Option<SumSide>,
}

/// One value of a sum's variable.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SumSide {
    writes: (u32, u32),
    opened: (u32, u32),
    /// The number of models of what it opens, or the greatest number if there are more.
    pub models: u32,
}

/// Literals over variables of one word of 64.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordWrite {
    pub word: u32,
    /// The variables that have a value, and those that are true.
    pub given: u64,
    pub bits: u64,
}

/// A sum that is still to be decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenSum {
    pub position: u32,
    pub sum: u32,
}

impl StreamGraph {
    /// The sides of a sum, first the one that is tried first.
    #[inline]
    pub(super) fn sides(&self, sum: u32) -> &[SumSide; 2] {
        &self.sums[sum as usize]
    }

    /// The number of sums.
    pub(super) fn len(&self) -> usize {
        self.sums.len()
    }

    /// The literals that hold on a side.
    #[inline]
    pub(super) fn writes(&self, side: SumSide) -> &[WordWrite] {
        &self.writes[side.writes.0 as usize..side.writes.1 as usize]
    }

    /// The sums that are open on it.
    #[inline]
    pub(super) fn opened(&self, side: SumSide) -> &[OpenSum] {
        &self.opened[side.opened.0 as usize..side.opened.1 as usize]
    }

    /// The number of models.
    pub fn count(&self) -> BigUint {
        let mut numbers: Vec<BigUint> = Vec::with_capacity(self.sums.len());
        // What a side opens was laid out before its sum.
        for &[first, second] in &self.sums {
            numbers.push(self.models(first, &numbers) + self.models(second, &numbers));
        }
        self.root.map_or(BigUint::ZERO, |root| self.models(root, &numbers))
    }

    /// The number of models of a side, of whose sums the numbers are known.
    fn models(&self, side: SumSide, numbers: &[BigUint]) -> BigUint {
        self.opened(side).iter().map(|open| &numbers[open.sum as usize]).product()
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        size_of_val(&*self.sums) + size_of_val(&*self.writes) + size_of_val(&*self.opened)
    }

    /// Lays out a graph whose sums decide the first of their open variables in this order. Returns `None` if that
    /// takes more bytes than these.
    fn new(graph: &CompiledGraph, order: &[Lit], bytes: usize) -> Option<StreamGraph> {
        let variables = order.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        let mut layout = StreamLayout {
            graph: StreamGraph { order: order.to_vec(), variables, ..StreamGraph::default() },
            places: vec![0; variables],
            free: vec![None; variables],
        };
        for (place, lit) in order.iter().enumerate() {
            layout.places[lit.var().index()] = place as u32;
        }
        let mut sides = Vec::with_capacity(graph.len());
        for node in 0..graph.len() as CompiledNodeId {
            let side = layout.side(graph, node, &sides);
            sides.push(side);
            if layout.graph.bytes() > bytes {
                return None;
            }
        }
        let root = (!graph.is_empty()).then(|| sides[graph.root() as usize]);
        Some(StreamGraph { root, ..layout.graph })
    }
}

/// A graph that is laid out node by node.
struct StreamLayout {
    graph: StreamGraph,
    /// The position of each variable of the order.
    places: Vec<u32>,
    /// The sum of each variable that was free somewhere.
    free: Vec<Option<u32>>,
}

impl StreamLayout {
    /// The models of one node as a side. Those of the nodes below it are known.
    fn side(&mut self, graph: &CompiledGraph, node: CompiledNodeId, known: &[SumSide]) -> SumSide {
        let (mut writes, mut opened) = (WordWrites::default(), Vec::new());
        match graph.node(node) {
            CompiledNodeView::None => {}
            CompiledNodeView::Sum { decided, high, low } => {
                let sides = [known[high as usize], known[low as usize]];
                opened.push(self.sum(decided, sides));
            }
            CompiledNodeView::Product { literals: own, free, parts } => {
                own.iter().for_each(|&lit| writes.add(lit));
                opened.extend(free.iter().map(|&var| self.free(var)));
                for &part in parts {
                    let side = known[part as usize];
                    self.graph.writes(side).iter().for_each(|&write| writes.merge(write));
                    opened.extend_from_slice(self.graph.opened(side));
                }
            }
        }
        opened.sort_unstable_by_key(|open| open.position);
        let models = |open: &OpenSum| {
            let [first, second] = self.graph.sums[open.sum as usize];
            first.models.saturating_add(second.models)
        };
        SumSide {
            models: opened.iter().map(models).fold(1, u32::saturating_mul),
            writes: append(&mut self.graph.writes, &writes.words),
            opened: append(&mut self.graph.opened, &opened),
        }
    }

    fn sum(&mut self, decided: Var, [high, low]: [SumSide; 2]) -> OpenSum {
        let position = self.places[decided.index()];
        let is_true_first = self.graph.order[position as usize].is_positive();
        self.graph.sums.push(if is_true_first { [high, low] } else { [low, high] });
        OpenSum { position, sum: (self.graph.sums.len() - 1) as u32 }
    }

    /// The sum of a variable that is as it likes.
    fn free(&mut self, var: Var) -> OpenSum {
        if let Some(sum) = self.free[var.index()] {
            return OpenSum { position: self.places[var.index()], sum };
        }
        let sides = [true, false].map(|holds| {
            let mut writes = WordWrites::default();
            writes.add(var.lit(holds));
            let writes = append(&mut self.graph.writes, &writes.words);
            SumSide { writes, opened: (0, 0), models: 1 }
        });
        let open = self.sum(var, sides);
        self.free[var.index()] = Some(open.sum);
        open
    }
}

/// The literals of a side, word by word.
#[derive(Default)]
struct WordWrites {
    words: Vec<WordWrite>,
}

impl WordWrites {
    fn add(&mut self, lit: Lit) {
        let given = 1 << (lit.var().index() % 64);
        let bits = if lit.is_positive() { given } else { 0 };
        self.merge(WordWrite { word: (lit.var().index() / 64) as u32, given, bits });
    }

    fn merge(&mut self, write: WordWrite) {
        match self.words.iter_mut().find(|known| known.word == write.word) {
            Some(known) => {
                known.given |= write.given;
                known.bits |= write.bits;
            }
            None => self.words.push(write),
        }
    }
}

fn append<T: Copy>(all: &mut Vec<T>, some: &[T]) -> (u32, u32) {
    let start = all.len() as u32;
    all.extend_from_slice(some);
    (start, all.len() as u32)
}

/// A formula that is taken apart in the order of a stream, in as many attempts as it takes.
pub struct StreamCompilation {
    compiler: Compiler<CompiledGraph>,
    order: Vec<Lit>,
    bytes: usize,
    /// None before the first attempt.
    has_models: Option<bool>,
}

impl StreamCompilation {
    /// The projection must have no witnesses that anybody reads. It takes about so many `bytes` for each: the
    /// components that are known, the graph, and its layout.
    pub fn new(
        cnf: &Cnf,
        projection: &Projection,
        bytes: usize,
        effort: &Effort,
    ) -> StreamCompilation {
        let order = projection.order.clone();
        let projected: Vec<Var> = order.iter().map(|lit| lit.var()).collect();
        let compiler = compiler(cnf, &projected, bytes, effort, CompiledGraph::new());
        StreamCompilation { compiler, order, bytes, has_models: None }
    }

    /// The whole, unless it takes more steps than these in all attempts, which can be asked for again. Nothing if it
    /// takes too much memory: then it is never done.
    pub fn attempt(&mut self, until: u64) -> CountOutcome<Option<StreamGraph>> {
        if !*self.has_models.get_or_insert_with(|| self.compiler.begin()) {
            let none = StreamGraph::new(&CompiledGraph::new(), &self.order, usize::MAX);
            return CountOutcome::Done(none);
        }
        let outcome = self.compiler.attempt_steps(until);
        if self.compiler.cost().forgotten > 0 || self.compiler.algebra.memory() > self.bytes {
            return CountOutcome::Done(None);
        }
        outcome.map(|root| {
            let graph = std::mem::take(&mut self.compiler.algebra).with_root(root);
            StreamGraph::new(&graph, &self.order, self.bytes)
        })
    }
}
