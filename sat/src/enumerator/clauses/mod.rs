//! The clauses, in one array of words.
//!
//! Each clause is its length, its LBD and its literals, so that looking at one touches one place
//! in memory (MiniSat's arena). First stand the formula's clauses, then refused and learned ones;
//! of these only the learned ones are ever forgotten (`reduce.rs`).

mod reduce;

use super::Enumerator;
use crate::Lit;

pub(super) use crate::watch::{ClauseRef, Watch};

pub(super) struct Clauses {
    /// Length, LBD, literals; length, LBD, literals; … after one unused word.
    words: Vec<u32>,
    /// Where the clauses that may move or be forgotten begin: those added since the formula, or
    /// since the last reduction made the refused ones stay.
    pub movable: u32,
    /// The refused clauses among the movable ones.
    pub refused: Vec<ClauseRef>,
    /// The learned clauses.
    pub learned: Vec<ClauseRef>,
    /// Number of learned clauses at which half of them are forgotten.
    pub limit: usize,
}

const HEADER: usize = 2;

impl Clauses {
    pub fn new(limit: usize) -> Self {
        let (refused, learned) = (Vec::new(), Vec::new());
        Self { words: vec![0], movable: 1, refused, learned, limit }
    }

    /// Makes the clauses so far stay where they are.
    pub fn end_of_formula(&mut self) {
        self.movable = self.end();
    }

    /// Where the next clause will begin.
    pub fn end(&self) -> u32 {
        ClauseRef::new(self.words.len()).start() as u32
    }

    /// Stores a clause, without watching it.
    pub fn push(&mut self, clause: &[Lit], lbd: u32) -> ClauseRef {
        let start = ClauseRef::new(self.words.len());
        self.words.extend([clause.len() as u32, lbd]);
        self.words.extend(clause.iter().map(|lit| lit.code() as u32));
        start
    }

    pub fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.start()] as usize
    }

    /// Number of levels among the literals when the clause was learned (literal block distance,
    /// Audemard, Simon 2009): the fewer, the more useful.
    pub fn lbd(&self, clause: ClauseRef) -> u32 {
        self.words[clause.start() + 1]
    }

    pub fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        self.words[self.body(clause)].iter().map(|&word| Lit::from_code(word as usize))
    }

    /// The codes of the literals, of which the first two are watched.
    #[inline(always)]
    pub fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let body = self.body(clause);
        &mut self.words[body]
    }

    #[inline(always)]
    fn body(&self, clause: ClauseRef) -> std::ops::Range<usize> {
        let start = clause.start() + HEADER;
        start..start + self.words[clause.start()] as usize
    }

    /// The clauses that stay where they are: the formula's, and those refused before the last reduction.
    pub fn lasting(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut at = 1;
        std::iter::from_fn(move || {
            let clause = (at < self.movable as usize).then(|| ClauseRef::new(at))?;
            at += HEADER + self.len(clause);
            Some(clause)
        })
    }

    /// Number of learned clauses.
    pub fn learned(&self) -> usize {
        self.learned.len()
    }

    /// Whether it is time to forget some.
    pub fn reduction_is_due(&self) -> bool {
        self.learned.len() > self.limit
    }

    /// Takes away all words from `movable` on.
    pub fn split_off_movable(&mut self) -> Vec<u32> {
        self.words.split_off(self.movable as usize)
    }

    /// Puts a clause back that stood at `clause` before [`Clauses::split_off_movable`].
    pub fn restore(&mut self, moved: &[u32], clause: ClauseRef) -> ClauseRef {
        let start = clause.start() - self.movable as usize;
        let end = start + HEADER + moved[start] as usize;
        let to = ClauseRef::new(self.words.len());
        self.words.extend_from_slice(&moved[start..end]);
        to
    }

    /// Whether this clause may move or be forgotten.
    pub fn is_movable(&self, clause: ClauseRef) -> bool {
        clause.start() as u32 >= self.movable
    }
}

impl Enumerator {
    /// Stores a clause and watches its first two literals, if it has as many.
    pub(super) fn attach(&mut self, clause: &[Lit], lbd: u32) -> ClauseRef {
        let stored = self.clauses.push(clause, lbd);
        self.watch(stored);
        stored
    }

    pub(super) fn watch(&mut self, clause: ClauseRef) {
        let binary = self.clauses.len(clause) == 2;
        let mut lits = self.clauses.lits(clause);
        if let (Some(first), Some(second)) = (lits.next(), lits.next()) {
            self.watches[(!first).code()].push(Watch::new(clause, binary, second));
            self.watches[(!second).code()].push(Watch::new(clause, binary, first));
        }
    }
}
