//! The choices that make an instance: each cell says whether a relation holds a tuple.

use korrel_lang::instance::Relation;
use korrel_lang::universe::AtomId;

/// A tuple that a relation may hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub relation: Relation,
    pub tuple: Vec<AtomId>,
}
