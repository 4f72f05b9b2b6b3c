//! A relational expression as bits.

use std::rc::Rc;

use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

/// A translated expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EncodedRelation {
    pub matrix: Rc<Matrix>,
    /// True if an overflow occurred in computing it.
    pub overflow: Bit,
    /// Tuples that agree on all but the last column agree on that too: of a set, it is at most one
    /// atom. By declaration, not by the bits alone.
    pub functional: bool,
}

impl EncodedRelation {
    /// A relation without overflow.
    pub fn known(matrix: Matrix, functional: bool) -> EncodedRelation {
        EncodedRelation { matrix: Rc::new(matrix), overflow: Bit::FALSE, functional }
    }
}
