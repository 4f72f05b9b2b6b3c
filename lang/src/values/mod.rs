//! Values made of atoms: sets of tuples, and a set for each relation.

// In reading order.
pub mod universe;

pub mod integer;

pub mod tuples;

mod members;

pub mod per_relation;

pub mod instance;

pub mod trace;
