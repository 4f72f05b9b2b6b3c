//! The clauses, in one array of words.
//!
//! Each clause is its length, its LBD and its literals, so that looking at one touches one place
//! in memory (MiniSat's arena). First stand the formula's clauses, then refused and learned ones, which
//! may be forgotten.

use super::Enumerator;
use crate::{Cnf, Lit};

pub(super) use crate::watch::{ClauseRef, Watch};

pub(super) struct Clauses {
    /// Length, LBD, literals; length, LBD, literals; … after one unused word.
    words: Vec<u32>,
    /// The beginning of the clauses that may move or be forgotten: after the formula's.
    movable: u32,
    /// A clause that is to be analysed only. It is always the last one.
    temporary: Option<ClauseRef>,
    /// Those that take the place of some of the formula's (`elimination.rs`).
    simplified: Vec<ClauseRef>,
    refused: Vec<ClauseRef>,
    learned: Vec<ClauseRef>,
    /// True if it is time to forget some.
    pub reduction_is_due: bool,
    /// Number of learned clauses at which half of them are forgotten.
    pub limit: usize,
    /// Number of refused clauses at which those are forgotten that were of no use since the last time.
    pub refused_limit: usize,
}

const HEADER: usize = 2;

/// Number of refused clauses at which to forget those of no use for the first time, at the most.
const REFUSED_AT: usize = 64;

/// The bit in the word of the LBD that tells that the clause was of use.
const USED: u32 = 1 << 31;

impl Clauses {
    pub fn new(limit: usize) -> Self {
        let (simplified, refused, learned) = Default::default();
        Self {
            words: vec![0],
            movable: 1,
            temporary: None,
            simplified,
            refused,
            learned,
            reduction_is_due: false,
            limit,
            refused_limit: limit.min(REFUSED_AT),
        }
    }

    /// Makes room for a formula's clauses.
    pub fn reserve(&mut self, cnf: &Cnf) {
        self.words.reserve_exact(cnf.literals() + HEADER * cnf.len());
    }

    /// Makes the clauses so far stay where they are.
    pub fn end_of_formula(&mut self) {
        self.movable = self.end();
    }

    /// The place where the next clause will begin.
    pub fn end(&self) -> u32 {
        ClauseRef::new(self.words.len()).start() as u32
    }

    /// Stores a clause, without watching it.
    pub fn push(&mut self, clause: &[Lit], lbd: u32) -> ClauseRef {
        if let Some(temporary) = self.temporary.take() {
            self.words.truncate(temporary.start());
        }
        let start = ClauseRef::new(self.words.len());
        self.words.extend([clause.len() as u32, lbd]);
        self.words.extend(clause.iter().map(|lit| lit.code() as u32));
        start
    }

    /// Stores a violated clause that nobody watches, to be analysed, until the next one is stored.
    pub fn push_temporary(&mut self, clause: &[Lit]) -> ClauseRef {
        let stored = self.push(clause, 0);
        self.temporary = Some(stored);
        stored
    }

    pub fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.start()] as usize
    }

    /// Number of levels among the literals when the clause was learned (literal block distance,
    /// Audemard, Simon 2009): the fewer, the more useful.
    pub fn lbd(&self, clause: ClauseRef) -> u32 {
        self.words[clause.start() + 1] & !USED
    }

    /// Notes that a clause implied one of its literals, or was violated.
    #[inline(always)]
    pub fn note_use(&mut self, clause: ClauseRef) {
        self.words[clause.start() + 1] |= USED;
    }

    /// True if that was noted since the last call.
    pub fn take_use(&mut self, clause: ClauseRef) -> bool {
        let word = &mut self.words[clause.start() + 1];
        let was_used = *word & USED != 0;
        *word &= !USED;
        was_used
    }

    pub fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        self.words[self.body(clause)].iter().map(|&word| Lit::from_code(word as usize))
    }

    /// The codes of the literals, the first two of which are watched.
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

    /// The formula's clauses.
    pub fn of_formula(&self) -> impl Iterator<Item = ClauseRef> + '_ {
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

    pub fn push_learned(&mut self, clause: ClauseRef) {
        self.learned.push(clause);
        self.reduction_is_due |= self.learned.len() > self.limit;
    }

    pub fn push_simplified(&mut self, clause: ClauseRef) {
        self.simplified.push(clause);
    }

    pub fn push_refused(&mut self, clause: ClauseRef) {
        self.refused.push(clause);
        self.reduction_is_due |= self.are_many_refused();
    }

    pub fn refused(&self) -> &[ClauseRef] {
        &self.refused
    }

    /// True if it is time to look which refused ones are of use.
    pub fn are_many_refused(&self) -> bool {
        self.refused.len() > self.refused_limit
    }

    /// Takes away all words from `movable` on.
    pub fn split_off_movable(&mut self) -> Vec<u32> {
        self.temporary = None;
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

    /// True if this clause may move or be forgotten.
    #[inline(always)]
    pub fn is_movable(&self, clause: ClauseRef) -> bool {
        clause.start() as u32 >= self.movable && !clause.is_implicit()
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

// Forgetting clauses.
//
// Most learned clauses are never of use again, yet all of them are watched. When there are too
// many, the worse half goes: those with more levels (LBD: Audemard, Simon 2009), then the longer
// ones. Clauses that are reasons, or wait to be asserted late, stay. The limit grows by a
// constant, so memory grows with the square root of the number of conflicts, and not with the
// number of models.
//
// A refused clause goes if it has implied nothing between two looks. A model that it forbids may be found again
// then, and be refused anew: seldom, since models that are near one another come one after the other. *Rejected.*
// Keeping them for good: of 99,133 clauses that refuse graphs of 10 nodes nearly all are of use for a while only,
// and 60 % of the time went by watching them. Looking for the first time at a thousand of them, as at learned ones:
// graphs of 9 nodes then take 1.2 times as long.

impl Enumerator {
    /// Forgets half of the learned clauses if they are too many. Of the refused ones only useless ones go. Closes
    /// up the others.
    pub(in crate::enumerator) fn reduce(&mut self) {
        self.statistics.reductions += 1;
        self.clauses.reduction_is_due = false;
        let locked = self.locked();
        let is_locked = |clause: &ClauseRef| locked.binary_search(clause).is_ok();
        if self.clauses.are_many_refused() {
            self.forget_refused(is_locked);
        }
        let mut learned = std::mem::take(&mut self.clauses.learned);
        if learned.len() > self.clauses.limit {
            self.clauses.limit += self.options.reduce_at / 16 + 1;
            learned.sort_by_key(|&clause| (self.clauses.lbd(clause), self.clauses.len(clause)));
            let worse = learned.split_off(learned.len() / 2);
            let (kept, gone): (Vec<_>, Vec<_>) = worse.into_iter().partition(is_locked);
            self.tell_forgotten(&gone);
            learned.extend(kept);
            learned.sort_unstable();
        }
        self.close_up(&learned);
    }

    /// Forgets the refused clauses that were of no use since the last time.
    fn forget_refused(&mut self, is_locked: impl Fn(&ClauseRef) -> bool) {
        let clauses = &mut self.clauses;
        let mut refused = std::mem::take(&mut clauses.refused);
        let is_idle = |clause: &mut ClauseRef| !clauses.take_use(*clause) && !is_locked(clause);
        let idle: Vec<ClauseRef> = refused.extract_if(.., is_idle).collect();
        let at = self.options.reduce_at.min(REFUSED_AT);
        clauses.refused_limit = refused.len() * 3 / 2 + at / 2;
        clauses.refused = refused;
        self.tell_forgotten(&idle);
    }

    /// The clauses that must not be forgotten, sorted.
    fn locked(&self) -> Vec<ClauseRef> {
        let reasons = self.trail.iter().filter_map(|lit| self.reason[lit.var().index()]);
        let reasons = reasons.filter(|reason| !reason.is_implicit());
        let mut locked: Vec<_> = reasons.chain(self.late.iter().map(|late| late.clause)).collect();
        locked.sort_unstable();
        locked
    }

    /// Rebuilds what follows the formula's clauses: the simplified ones, the refused ones that are left, and the learned
    /// ones that are `kept`.
    fn close_up(&mut self, kept: &[ClauseRef]) {
        let clauses = &mut self.clauses;
        for list in &mut self.watches {
            list.retain(|watch| !clauses.is_movable(watch.clause()));
        }
        let old = clauses.split_off_movable();
        let simplified = clauses.simplified.len();
        let refused = simplified + clauses.refused.len();
        let left = clauses.simplified.iter().chain(&clauses.refused).chain(kept);
        let left: Vec<_> = left.copied().collect();
        let mut moves: Vec<_> = left.into_iter().map(|c| (c, clauses.restore(&old, c))).collect();
        clauses.simplified = moves[..simplified].iter().map(|&(_, to)| to).collect();
        clauses.refused = moves[simplified..refused].iter().map(|&(_, to)| to).collect();
        clauses.learned = moves[refused..].iter().map(|&(_, to)| to).collect();
        moves.iter().for_each(|&(_, to)| self.watch(to));
        moves.sort_unstable();
        self.relocate(&moves);
    }

    /// Follows clauses to their new places, in everything that refers to them but watches.
    fn relocate(&mut self, moves: &[(ClauseRef, ClauseRef)]) {
        let clauses = &self.clauses;
        let relocate = |clause: &mut ClauseRef| {
            if clauses.is_movable(*clause) {
                let index = moves.binary_search_by_key(clause, |&(from, _)| from);
                *clause = moves[index.expect("locked clauses are kept")].1;
            }
        };
        for lit in &self.trail {
            self.reason[lit.var().index()].iter_mut().for_each(relocate);
        }
        self.late.iter_mut().for_each(|late| relocate(&mut late.clause));
    }
}
