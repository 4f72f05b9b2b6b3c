//! Unit propagation with two watched literals, blockers, and clauses of two literals wholly in the watch lists, as
//! in `enumerator/propagate.rs`. The same loop serves vivification, which asks what follows without the clause at
//! hand.

use super::Cdcl;
use super::clauses::{ClauseRef, Watch};
use crate::Lit;

impl Cdcl<'_> {
    /// Propagates all that is on the trail. Returns the violated clause, if one turns up.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        self.propagate_trail::<false>(None)
    }

    /// The same as if there were no such clause.
    pub(super) fn propagate_without(&mut self, ignored: ClauseRef) -> Option<ClauseRef> {
        self.propagate_trail::<true>(Some(ignored))
    }

    fn propagate_trail<const IGNORES: bool>(
        &mut self,
        ignored: Option<ClauseRef>,
    ) -> Option<ClauseRef> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            self.propagations += 1;
            let mut watches = std::mem::take(&mut self.watches[lit.code()]);
            let conflict = self.visit::<IGNORES>(lit, &mut watches, ignored);
            self.watches[lit.code()] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Looks at the clauses that watch the negation of `lit`, and removes from the list those that
    /// found another literal to watch.
    #[inline(always)]
    fn visit<const IGNORES: bool>(
        &mut self,
        lit: Lit,
        watches: &mut Vec<Watch>,
        ignored: Option<ClauseRef>,
    ) -> Option<ClauseRef> {
        let (mut read, mut write, mut looks) = (0, 0, 1 + watches.len() as u64 / 8);
        let mut conflict = None;
        while read < watches.len() {
            let watch = watches[read];
            read += 1;
            let blocker = self.values[watch.blocker.code()];
            if blocker > 0 || (IGNORES && ignored == Some(watch.clause())) {
                watches[write] = watch;
                write += 1;
                continue;
            }
            let other = if watch.is_binary() {
                watch.blocker
            } else {
                looks += 1;
                match self.visit_long(watch, !lit) {
                    Some(other) => other,
                    None => continue,
                }
            };
            watches[write] = watch.with_blocker(other);
            write += 1;
            match self.values[other.code()] {
                0 => self.assign(other, Some(watch.clause())),
                1 => {}
                _ => {
                    conflict = Some(watch.clause());
                    break;
                }
            }
        }
        self.ticks += looks;
        if write < read {
            watches.copy_within(read.., write);
            watches.truncate(watches.len() - (read - write));
        }
        conflict
    }

    /// Looks at a clause of more than two literals, in which the watched `lost` became false. Returns the other
    /// watched literal, on which all depends, or none if another one is watched now.
    #[inline(always)]
    fn visit_long(&mut self, watch: Watch, lost: Lit) -> Option<Lit> {
        let codes = self.clauses.codes_mut(watch.clause());
        let first = codes[0] ^ codes[1] ^ lost.code() as u32;
        let other = Lit::from_code(first as usize);
        if self.values[first as usize] > 0 {
            return Some(other);
        }
        let values = &self.values;
        match codes[2..].iter().position(|&code| values[code as usize] >= 0) {
            Some(offset) => {
                let code = codes[2 + offset];
                codes[0] = first;
                codes[1] = code;
                codes[2 + offset] = lost.code() as u32;
                self.watches[code as usize ^ 1].push(watch.with_blocker(other));
                None
            }
            None => Some(other),
        }
    }
}
