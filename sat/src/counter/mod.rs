//! Counting models without listing them: projected model counting by top-down compilation.
//!
//! *Problem.* A spec of some size has 10²⁵ instances. Three things are still wanted without a list:
//! the number of models, one of them drawn uniformly, and how many begin with a given prefix. This is
//! possible, for the formula falls into parts that have nothing to do with each other, and most parts
//! are met again and again.
//!
//! *Choice.* Decide on a projected variable, propagate, and take apart the rest into components
//! that share no variable (`components.rs`). The models of a component are those with the
//! variable true and those with it false, which are disjoint. Those of independent components
//! multiply. The value of a component is remembered under its variables and clauses
//! (`components.rs` too). An [`Algebra`] says what kind of value that is: a number, or a graph of
//! the steps themselves ([`CompiledGraph`]), over which counting, sampling and conditioning are
//! walks.
//!
//! Only projected variables are counted. A component without any of them is satisfiable or not. A
//! formula whose definitions are one-sided (Plaisted, Greenbaum 1986) leaves gates undetermined, each a
//! factor of two to a counter without projection. Here such a variable is assigned as soon as all
//! clauses that are left agree on its sign (`formula.rs`). Then it holds no component together, either.
//! Variables that are not projected and cost little are resolved away beforehand (`cdcl/simplify`).
//!
//! Nobody knows beforehand which variable is best to decide on: the order that is given, in which
//! instances are scanned, is best where the formula was written along it, the same backwards where
//! each atom is compared with all before it, one that takes the formula apart elsewhere
//! (`dissection.rs`). They are tried in turn with growing limits (`portfolio.rs`), counted in
//! nodes, so that every machine does the same.
//!
//! A component is also known if one was met that differs only in the names of its variables (`likeness.rs`): what
//! atoms have in common shows in the clauses. Only numbers can be taken over like this, graphs name variables.
//!
//! *Rejected.* Bottom-up compilation to decision diagrams: one order for the whole formula, and intermediate diagrams
//! larger than the result. Clauses as the cache's keys in full (sharpSAT): ten times the memory. 128 bits of hash
//! collide with probability 10⁻²⁰ in a cache of 10⁹ entries. Learning from conflicts: it could save no more than the
//! nodes in branches that have no model. Heap arrays, JSON documents, binary trees, posets, acyclic graphs, functions
//! and package universes have none of these. Search trees of 8 of 16 keys have a fifth. They are most where models are
//! few (of red-black trees of 9 nodes 87 in a hundred, of AVL trees of 12 94, of B-trees of 9 90, of 12 queens 92, of
//! Korat's graphs of 7 74), and there listing, which learns, takes a fifth to an eightieth of the time: no less than
//! such a share would leave but for B-trees, of which there are eight. The busiest variable first: on the library's
//! formulas one of the three orders is better, or as good but for a factor of two.
//!
//! *Sources.* Bayardo, Pehoushek, "Counting Models using Connected Components", AAAI 2000; Sang et
//! al., "Combining Component Caching and Clause Learning", SAT 2004; Thurley, "sharpSAT", SAT 2006;
//! Darwiche, "Decomposable Negation Normal Form", JACM 2001; Huang, Darwiche, "The Language of
//! Search", JAIR 2007; Sharma et al., "GANAK", IJCAI 2019.

mod portfolio;

mod formula;

mod components;

mod likeness;

mod dissection;

mod compiler;

mod graph;

mod stream;

mod cursor;

mod runs;

mod ranks;

use crate::Effort;

pub use compiler::Algebra;
pub use cursor::StreamCursor;
pub use graph::{CompiledGraph, Dice, Sampler};
pub use portfolio::{compile, count, count_in_order, count_soon};
pub use stream::{StreamCompilation, StreamGraph};

/// Limits on the cost of a count. Never time: the same limits give the same answer on every
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Components that are taken apart, in all tries together. One of many variables counts more.
    pub nodes: u64,
    /// About how many bytes are kept of what components came to. What was not needed for longest is
    /// forgotten first.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: u64::MAX, bytes: 1 << 30 }
    }
}

impl Limits {
    /// No limits but for memory: at most a quarter of the effort's.
    pub fn within(effort: &Effort) -> Limits {
        let quarter = effort.memory().and_then(|bytes| usize::try_from(bytes / 4).ok());
        let most = Limits::default();
        Limits { bytes: quarter.map_or(most.bytes, |bytes| bytes.min(most.bytes)), ..most }
    }
}

/// The outcome of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountOutcome<T> {
    Done(T),
    /// The limits are reached.
    Outgrown,
    /// The flag was raised.
    Stopped,
}

impl<T> CountOutcome<T> {
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> CountOutcome<U> {
        match self {
            CountOutcome::Done(value) => CountOutcome::Done(f(value)),
            CountOutcome::Outgrown => CountOutcome::Outgrown,
            CountOutcome::Stopped => CountOutcome::Stopped,
        }
    }

    /// The value, if the count was finished.
    pub fn done(self) -> Option<T> {
        match self {
            CountOutcome::Done(value) => Some(value),
            CountOutcome::Outgrown | CountOutcome::Stopped => None,
        }
    }
}

/// The reason why there is no value.
enum Halt {
    Outgrown,
    Stopped,
}

impl<T> From<Result<T, Halt>> for CountOutcome<T> {
    fn from(result: Result<T, Halt>) -> CountOutcome<T> {
        match result {
            Ok(value) => CountOutcome::Done(value),
            Err(Halt::Outgrown) => CountOutcome::Outgrown,
            Err(Halt::Stopped) => CountOutcome::Stopped,
        }
    }
}

/// The cost of a count, in all tries together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Components that were taken apart, weighed as [`Limits`] are.
    pub nodes: u64,
    /// Components that were known.
    pub hits: u64,
    /// Components that were known by other names.
    pub alike: u64,
    /// Decisions that propagation refuted.
    pub conflicts: u64,
    /// Components that were forgotten for want of memory.
    pub forgotten: u64,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.nodes += other.nodes;
        self.hits += other.hits;
        self.alike += other.alike;
        self.conflicts += other.conflicts;
        self.forgotten += other.forgotten;
    }
}

#[cfg(test)]
mod tests;
