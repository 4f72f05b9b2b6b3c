//! A clause in an array of words, and the entries of the lists by which it is watched: the same for both searches.

use std::num::NonZeroU32;

use crate::Lit;

/// The place where a clause begins. Never 0, so that an optional one takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClauseRef(NonZeroU32);

/// An entry in the list of clauses that watch a literal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    /// The clause, with the highest bit set if it has two literals.
    tagged: u32,
    /// Some other literal of the clause: if it is true, the clause need not be looked at. In a
    /// clause of two literals, the other one.
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
