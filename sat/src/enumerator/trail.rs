//! Levels and assignments.

use super::Enumerator;
use super::clauses::ClauseRef;
use crate::Lit;

/// A decision or a flip, and what follows from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The index on the trail where the level begins, with the literal that was decided or flipped.
    pub start: u32,
    /// Position of that literal in the sequence. Everything before it is assigned.
    pub position: u32,
    /// The highest flipped level up to this one, or 0 if there is none.
    pub last_flip: u32,
    /// What was changed of bounds before it.
    pub bounds: u32,
}

impl Level {
    pub const ROOT: Self = Self { start: 0, position: 0, last_flip: 0, bounds: 0 };
}

impl Enumerator {
    /// 1 if true, −1 if false, 0 if unassigned.
    #[inline(always)]
    pub(super) fn value_of(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    #[inline(always)]
    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.level[lit.var().index()]
    }

    /// The number of the highest level.
    #[inline(always)]
    pub(super) fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    #[inline(always)]
    pub(super) fn top(&self) -> Level {
        *self.levels.last().expect("the root is always there")
    }

    /// Opens a level for a decision, or for the flip of one.
    #[inline]
    pub(super) fn open_level(&mut self, lit: Lit, position: usize, flipped: bool) {
        let (start, depth) = (self.trail.len() as u32, self.levels.len() as u32);
        let last_flip = if flipped { depth } else { self.top().last_flip };
        let bounds = self.bounds.mark();
        self.levels.push(Level { start, position: position as u32, last_flip, bounds });
        self.statistics.decisions += u64::from(!flipped);
        self.assign(lit, None, depth);
    }

    /// Makes an unassigned literal true.
    #[inline(always)]
    pub(super) fn assign(&mut self, lit: Lit, reason: Option<ClauseRef>, level: u32) {
        debug_assert_eq!(self.value_of(lit), 0, "{lit:?} has a value already");
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        self.level[lit.var().index()] = level;
        self.reason[lit.var().index()] = reason;
        self.trail.push(lit);
    }

    /// Undoes all levels above `depth`, which must be lower than the present one.
    pub(super) fn undo(&mut self, depth: u32) {
        let lowest = self.levels[depth as usize + 1];
        let start = lowest.start as usize;
        self.changed = self.changed.min(lowest.position as usize);
        self.touched = self.touched.min(lowest.position as usize);
        for lit in &self.trail[start..] {
            self.values[lit.code()] = 0;
            self.values[(!*lit).code()] = 0;
        }
        self.bounds.end_walk();
        self.bounds.undo(lowest.bounds);
        self.trail.truncate(start);
        self.levels.truncate(depth as usize + 1);
        self.propagated = self.propagated.min(start);
    }
}
