//! Other labellings of an input: the same heap with other names, in another order.
//!
//! The labellings of a heap are counted from 0. The objects of each top-level sig whose objects are
//! interchangeable (not those of `fixed` types), by the number in their names, are a pool. Pools
//! stand in the order of the header's types. A labelling gives the numbers of each pool to its
//! objects in another order. These orders are taken lexicographically, the last pool's changing
//! fastest: labelling 0 changes no name. Besides, labelling j > 0 shuffles the objects, the sets and
//! the relations, by a generator (SplitMix64) whose seed is j.

mod choose;
mod labelling;
mod random;
mod rename;

pub use choose::Relabel;
pub(crate) use choose::{LabellingNumbers, choose};
pub use labelling::Labellings;
#[cfg(test)]
pub(crate) use random::SplitMix;
