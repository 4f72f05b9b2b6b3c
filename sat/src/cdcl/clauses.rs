//! The clauses, in one array of words (MiniSat's arena), and the lists of clauses that watch a literal.

use super::Cdcl;
use crate::{Cnf, Lit};

pub(super) use crate::watch::{ClauseRef, Watch};

pub(super) struct ClauseArena {
    /// Length, tag, literals; length, tag, literals; … after one unused word.
    words: Vec<u32>,
    /// Clauses that the formula is made of.
    pub given: Vec<ClauseRef>,
    /// Clauses that follow from these, and may be forgotten.
    pub learned: Vec<ClauseRef>,
}

const HEADER: usize = 2;

/// The parts of a tag.
const GLUE: u32 = 0xf_ffff;
const USED: u32 = 1 << 20;
const USED_MASK: u32 = 3 * USED;
const LEARNED: u32 = 1 << 22;
const DEAD: u32 = 1 << 23;
const VIVIFIED: u32 = 1 << 24;
const HANDED_OUT: u32 = 1 << 25;

impl ClauseArena {
    pub fn new() -> Self {
        Self { words: vec![0], given: Vec::new(), learned: Vec::new() }
    }

    /// Makes room for a formula's clauses.
    pub fn reserve(&mut self, cnf: &Cnf) {
        self.words.reserve_exact(cnf.literals() + HEADER * cnf.len());
        self.given.reserve_exact(cnf.len());
    }

    /// Stores a clause. `glue`: `None` if it is one of the formula.
    pub fn push(&mut self, clause: &[Lit], glue: Option<u32>) -> ClauseRef {
        let stored = ClauseRef::new(self.words.len());
        let tag = glue.map_or(0, |glue| LEARNED | glue.min(GLUE));
        self.words.extend([clause.len() as u32, tag]);
        self.words.extend(clause.iter().map(|lit| lit.code() as u32));
        let list = if glue.is_some() { &mut self.learned } else { &mut self.given };
        list.push(stored);
        stored
    }

    #[inline(always)]
    pub fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.start()] as usize
    }

    fn tag(&self, clause: ClauseRef) -> u32 {
        self.words[clause.start() + 1]
    }

    fn tag_mut(&mut self, clause: ClauseRef) -> &mut u32 {
        &mut self.words[clause.start() + 1]
    }

    pub fn is_learned(&self, clause: ClauseRef) -> bool {
        self.tag(clause) & LEARNED != 0
    }

    /// Number of levels among the literals (literal block distance, Audemard, Simon 2009) when it was
    /// learned or last used: the fewer, the more useful.
    pub fn glue(&self, clause: ClauseRef) -> u32 {
        self.tag(clause) & GLUE
    }

    pub fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let tag = self.tag_mut(clause);
        *tag = *tag & !GLUE | glue.min(GLUE);
    }

    /// The number of reductions that it will survive because it was of use.
    pub fn used(&self, clause: ClauseRef) -> u32 {
        (self.tag(clause) & USED_MASK) / USED
    }

    pub fn set_used(&mut self, clause: ClauseRef, used: u32) {
        let tag = self.tag_mut(clause);
        *tag = (*tag & !USED_MASK) | (used * USED);
    }

    pub fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.tag(clause) & VIVIFIED != 0
    }

    pub fn set_vivified(&mut self, clause: ClauseRef, vivified: bool) {
        let tag = self.tag_mut(clause);
        *tag = if vivified { *tag | VIVIFIED } else { *tag & !VIVIFIED };
    }

    /// True if it was not handed out before and is not dead. From now on it counts as handed out.
    pub fn hand_out(&mut self, clause: ClauseRef) -> bool {
        let tag = self.tag_mut(clause);
        let is_new = *tag & (HANDED_OUT | DEAD) == 0;
        *tag |= HANDED_OUT;
        is_new
    }

    #[inline(always)]
    pub fn is_dead(&self, clause: ClauseRef) -> bool {
        self.tag(clause) & DEAD != 0
    }

    /// Leaves the clause to the next [`ClauseArena::close_up`].
    pub fn kill(&mut self, clause: ClauseRef) {
        *self.tag_mut(clause) |= DEAD;
    }

    pub fn lits(&self, clause: ClauseRef) -> impl DoubleEndedIterator<Item = Lit> + '_ {
        self.words[self.body(clause)].iter().map(|&word| Lit::from_code(word as usize))
    }

    #[inline(always)]
    pub fn lit(&self, clause: ClauseRef, index: usize) -> Lit {
        Lit::from_code(self.words[clause.start() + HEADER + index] as usize)
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

    /// Overwrites the literals by fewer ones.
    pub fn shrink(&mut self, clause: ClauseRef, lits: &[Lit]) {
        let start = clause.start();
        debug_assert!(lits.len() <= self.len(clause));
        self.words[start] = lits.len() as u32;
        for (word, lit) in self.words[start + HEADER..].iter_mut().zip(lits) {
            *word = lit.code() as u32;
        }
        let glue = self.glue(clause).min(lits.len() as u32 - 1);
        self.set_glue(clause, glue);
    }

    /// Every clause that is not dead.
    pub fn alive(&self) -> Vec<ClauseRef> {
        let all = self.given.iter().chain(&self.learned);
        all.copied().filter(|&clause| !self.is_dead(clause)).collect()
    }

    /// Drops dead clauses and closes the gaps. The result tells where a reference to a clause leads
    /// now.
    pub fn close_up(&mut self) -> Moves {
        let mut words = Vec::with_capacity(self.words.len());
        words.push(0);
        let mut old = std::mem::take(&mut self.words);
        for list in [&mut self.given, &mut self.learned] {
            list.retain_mut(|clause| {
                let start = clause.start();
                if old[start + 1] & DEAD != 0 {
                    return false;
                }
                *clause = ClauseRef::new(words.len());
                words.extend_from_slice(&old[start..start + HEADER + old[start] as usize]);
                // The length is not needed any more: the new place stands there.
                old[start] = clause.start() as u32;
                true
            });
        }
        self.words = words;
        Moves { old }
    }
}

/// The places to which clauses have moved.
pub(super) struct Moves {
    old: Vec<u32>,
}

impl Moves {
    /// The new place, or none for a dead clause.
    #[inline]
    pub fn of(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let is_dead = self.old[clause.start() + 1] & DEAD != 0;
        (!is_dead).then(|| ClauseRef::new(self.old[clause.start()] as usize))
    }

    pub fn apply(&self, watches: &mut Vec<Watch>) {
        watches.retain_mut(|watch| match self.of(watch.clause()) {
            Some(to) => {
                *watch = watch.moved(to);
                true
            }
            None => false,
        });
    }
}

// Forgetting learned clauses.
//
// Clauses with the best glue stay for good, and those with a good one as long as they are of use. Of all others,
// most of the worse ones go each time, by glue and then by length (tiers: Oh 2015, Biere 2017). The times
// between grow by a constant, so the number of clauses grows with the root of the number of conflicts.

#[derive(Default)]
pub(super) struct Reductions {
    pub count: u64,
    /// The conflicts at which the next one is due.
    next: u64,
}

pub(super) const BEST_GLUE: u32 = 2;
pub(super) const GOOD_GLUE: u32 = 6;
/// The number of clauses that go, of a hundred candidates.
const SHARE: usize = 75;

impl Cdcl<'_> {
    pub(super) fn reduction_is_due(&mut self) -> bool {
        if self.reductions.next == 0 {
            self.reductions.next = self.conflicts + self.pace.reduction;
        }
        self.conflicts >= self.reductions.next
    }

    pub(super) fn reduce(&mut self) {
        self.reductions.count += 1;
        self.reductions.next = self.conflicts + self.pace.reduction * (self.reductions.count + 1);
        let mut worst = self.candidates();
        worst.sort_by_key(|&clause| {
            std::cmp::Reverse((self.clauses.glue(clause), self.clauses.len(clause)))
        });
        worst.truncate(worst.len() * SHARE / 100);
        worst.into_iter().for_each(|clause| self.delete(clause));
        self.close_up();
    }

    /// The learned clauses that are neither good nor needed. The protection of the others fades.
    fn candidates(&mut self) -> Vec<ClauseRef> {
        let reasons = self.trail.iter().filter_map(|&lit| self.reason_of(lit));
        let mut locked: Vec<ClauseRef> = reasons.collect();
        locked.sort_unstable();
        let mut candidates = Vec::new();
        for index in 0..self.clauses.learned.len() {
            let clause = self.clauses.learned[index];
            let used = self.clauses.used(clause);
            self.clauses.set_used(clause, used.saturating_sub(1));
            let stays = self.clauses.is_dead(clause)
                || self.clauses.glue(clause) <= BEST_GLUE
                || self.clauses.len(clause) == 2
                || used > 0
                || locked.binary_search(&clause).is_ok();
            if !stays {
                candidates.push(clause);
            }
        }
        candidates
    }

    /// Deletes a clause. Its watches go with the next [`Cdcl::close_up`].
    pub(super) fn delete(&mut self, clause: ClauseRef) {
        debug_assert!(!self.clauses.is_dead(clause));
        self.trace.delete(self.clauses.lits(clause));
        self.clauses.kill(clause);
    }

    /// Gives back the room of deleted clauses. None of them may be a reason.
    pub(super) fn close_up(&mut self) {
        let moves = self.clauses.close_up();
        self.watches.iter_mut().for_each(|watches| moves.apply(watches));
        for lit in &self.trail {
            let reason = &mut self.places[lit.var().index()].reason;
            *reason = reason.map(|clause| moves.of(clause).expect("a reason stays"));
        }
    }
}
