//! A clause in an array of words, and the entries of the lists by which it is watched: the same for both searches.

use std::num::NonZeroU32;

use crate::Lit;

/// The place where a clause begins. Never 0, so that an optional one takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClauseRef(NonZeroU32);

/// An entry in the list of clauses that watch a literal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    /// The clause, with the highest bit set if it has two literals.
    tagged: u32,
    /// Some other literal of the clause: if it is true, the clause need not be looked at. In a
    /// clause of two literals, the other literal.
    pub blocker: Lit,
}

const BINARY: u32 = 1 << 31;

impl ClauseRef {
    pub fn new(start: usize) -> Self {
        let start = u32::try_from(start).ok().filter(|&start| start < BINARY);
        let start = start.expect("the clauses take less than 8 GiB");
        Self(NonZeroU32::new(start).expect("the first word is unused"))
    }

    #[inline(always)]
    pub fn start(self) -> usize {
        self.0.get() as usize
    }
}

// What implies a literal without a clause (`enumerator/narrow.rs`) is named where clauses are, from `BINARY` on.
impl ClauseRef {
    /// One cell of a row holds.
    pub fn of_row() -> Self {
        Self(NonZeroU32::MAX)
    }

    pub fn of_difference(number: u32) -> Self {
        assert!(number < BINARY - 1, "fewer than 2^31 differences");
        Self(NonZeroU32::new(BINARY | number).expect("the highest bit is set"))
    }

    /// The number of the difference that this names.
    pub fn difference(self) -> Option<u32> {
        (self.is_implicit() && self != Self::of_row()).then(|| self.0.get() & !BINARY)
    }

    /// True if this is no clause.
    #[inline(always)]
    pub fn is_implicit(self) -> bool {
        self.0.get() & BINARY != 0
    }
}

impl Watch {
    pub fn new(clause: ClauseRef, binary: bool, blocker: Lit) -> Self {
        let tag = if binary { BINARY } else { 0 };
        Self { tagged: clause.0.get() | tag, blocker }
    }

    /// The same clause with another literal to look at first.
    #[inline(always)]
    pub fn with_blocker(self, blocker: Lit) -> Self {
        Self { blocker, ..self }
    }

    #[inline(always)]
    pub fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    #[inline(always)]
    pub fn clause(self) -> ClauseRef {
        ClauseRef(NonZeroU32::new(self.tagged & !BINARY).expect("made from a clause"))
    }

    /// The same entry for a clause that has moved.
    pub fn moved(self, to: ClauseRef) -> Self {
        Self { tagged: to.0.get() | (self.tagged & BINARY), ..self }
    }
}
