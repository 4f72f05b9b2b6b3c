//! Decisions: by recent conflicts, in two ways that take turns.
//!
//! While the search is *focused*, and restarts often, the variable bumped last goes first (VMTF: Ryan 2004, and
//! Biere, Fröhlich 2015). While it is *stable*, activities that fade slowly decide (VSIDS: Moskewicz and others
//! 2001). Refutations are mostly found by the first, models by the second.

use super::Cdcl;
use crate::{Answer, Lit, Var};

impl Cdcl<'_> {
    /// Opens a level for the next decision, or returns the answer.
    pub(super) fn decide(&mut self) -> Option<Answer> {
        if let Some(assumed) = self.assume_next() {
            return assumed;
        }
        let Some(var) = self.next_variable() else {
            return Some(Answer::Satisfiable);
        };
        self.decisions += 1;
        self.open_level(var.lit(self.phases.choose(var, self.restarts.is_stable)));
        None
    }

    fn next_variable(&mut self) -> Option<Var> {
        let is_open = |var: u32, values: &[i8], gone: &[bool]| {
            values[Var::new(var).positive().code()] == 0 && !gone[var as usize]
        };
        if self.restarts.is_stable {
            while let Some(var) = self.activity.pop() {
                if is_open(var, &self.values, &self.eliminated.is_gone) {
                    return Some(Var::new(var));
                }
            }
            return None;
        }
        let (values, gone) = (&self.values, &self.eliminated.is_gone);
        self.queue.next(|var| is_open(var, values, gone)).map(Var::new)
    }

    /// Counts a part in the present conflict.
    pub(super) fn bump(&mut self, vars: &[u32]) {
        if self.restarts.is_stable {
            vars.iter().for_each(|&var| self.activity.bump(var as usize));
            self.activity.decay();
        } else {
            self.queue.bump(vars);
        }
    }
}

// Assumptions: literals that are decided before all else, and those of them that a refutation
// needs.

impl Cdcl<'_> {
    /// Decides the next assumption. Returns `None` if all of them hold.
    pub(super) fn assume_next(&mut self) -> Option<Option<Answer>> {
        while (self.depth() as usize) < self.assumptions.len() {
            let lit = self.assumptions[self.depth() as usize];
            match self.value_of(lit) {
                0 => {
                    self.open_level(lit);
                    return Some(None);
                }
                1 => self.open_empty_level(),
                _ => return Some(Some(Answer::Unsatisfiable)),
            }
        }
        None
    }

    /// The assumptions that contradict each other: one that is false, and those that make it so.
    pub(super) fn core(&mut self) -> Vec<Lit> {
        let failed = self.assumptions[self.depth() as usize];
        let mut core = self.decisions_behind(std::iter::once(failed));
        let clause: Vec<Lit> = core.iter().chain([&failed]).map(|&lit| !lit).collect();
        self.trace.add(&clause);
        core.push(failed);
        core.sort_unstable();
        core.dedup();
        core
    }
}

// Variables in the order in which they were bumped last (VMTF), as a list in both directions.

const NONE: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct BumpQueue {
    links: Vec<Links>,
    first: Option<u32>,
    last: Option<u32>,
    /// All variables after this one are assigned.
    searched: u32,
    /// The number of times that any variable was added or bumped.
    bumps: u64,
    scratch: Vec<(u64, u32)>,
}

#[derive(Clone, Copy)]
struct Links {
    before: u32,
    after: u32,
    /// The time when it was added, or bumped last: grows along the list.
    bumped: u64,
}

impl BumpQueue {
    /// Another variable, which is the next one if it is open: the last of the list.
    pub fn push(&mut self) {
        let var = self.links.len() as u32;
        self.links.push(Links { before: NONE, after: NONE, bumped: 0 });
        self.put_last(var);
    }

    /// The variable bumped last of those that are open.
    pub fn next(&mut self, is_open: impl Fn(u32) -> bool) -> Option<u32> {
        if self.links.is_empty() {
            return None;
        }
        let mut var = self.searched;
        while var != NONE && !is_open(var) {
            var = self.links[var as usize].before;
        }
        if var == NONE {
            return None;
        }
        self.searched = var;
        Some(var)
    }

    /// A variable is unassigned.
    #[inline]
    pub fn reconsider(&mut self, var: usize) {
        if self.links[var].bumped > self.links[self.searched as usize].bumped {
            self.searched = var as u32;
        }
    }

    /// Moves variables, all of which are assigned, to the end, in the order that they have now.
    pub fn bump(&mut self, vars: &[u32]) {
        let mut vars_in_order = std::mem::take(&mut self.scratch);
        vars_in_order.clear();
        vars_in_order.extend(vars.iter().map(|&var| (self.links[var as usize].bumped, var)));
        vars_in_order.sort_unstable();
        for &(_, var) in &vars_in_order {
            if self.links[var as usize].after != NONE {
                let is_searched = self.searched == var;
                if is_searched {
                    // It is assigned, as all after it are.
                    let Links { before, after, .. } = self.links[var as usize];
                    self.searched = if before == NONE { after } else { before };
                }
                self.remove(var);
                self.put_last_assigned(var);
            }
        }
        self.scratch = vars_in_order;
    }

    fn remove(&mut self, var: u32) {
        let Links { before, after, .. } = self.links[var as usize];
        match before {
            NONE => self.first = Some(after),
            _ => self.links[before as usize].after = after,
        }
        match after {
            NONE => self.last = Some(before),
            _ => self.links[after as usize].before = before,
        }
    }

    fn put_last(&mut self, var: u32) {
        self.put_last_assigned(var);
        self.searched = var;
    }

    fn put_last_assigned(&mut self, var: u32) {
        self.bumps += 1;
        let before = self.last.unwrap_or(NONE);
        self.links[var as usize] = Links { before, after: NONE, bumped: self.bumps };
        match before {
            NONE => self.first = Some(var),
            _ => self.links[before as usize].after = var,
        }
        self.last = Some(var);
    }
}

// The value that a decision tries first.
//
// That which the variable had last (Pipatsrisawat, Darwiche 2007). While the search is stable, that of the
// longest assignment without a conflict since the phases were last reset (target phases). Now and then
// all phases are reset: to their first values, all to the opposite of these, each to its own opposite, or to the
// best ones since they were last reset to the best (Biere, Fleury, POS 2020). The first value is false: relations are
// mostly nearly empty.

const FIRST: bool = false;

#[derive(Default)]
pub(super) struct Phases {
    saved: Vec<bool>,
    /// The values that the caller prefers, or 0 where it does not matter.
    preferred: Vec<i8>,
    /// The values of the longest assignment without conflict since the last reset. Where it had
    /// none, those of shorter ones before it, or else 0.
    target: Vec<i8>,
    target_size: usize,
    /// The values of the longest one since phases were last reset to these. Variables that it
    /// leaves open keep those of the longest ones before.
    best: Vec<i8>,
    best_size: usize,
    resets: u64,
    /// The conflicts at which to reset next.
    next_reset: u64,
}

const INTERVAL: u64 = 1000;

impl Phases {
    pub fn grow(&mut self, variables: usize) {
        self.saved.resize(variables, FIRST);
        self.preferred.resize(variables, 0);
        self.target.resize(variables, 0);
        self.best.resize(variables, 0);
    }

    #[inline]
    pub fn save(&mut self, lit: Lit) {
        self.saved[lit.var().index()] = lit.is_positive();
    }

    pub fn prefer(&mut self, lit: Lit) {
        self.preferred[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
    }

    pub fn choose(&self, var: Var, is_stable: bool) -> bool {
        if self.preferred[var.index()] != 0 {
            return self.preferred[var.index()] > 0;
        }
        match self.target[var.index()] {
            value @ (-1 | 1) if is_stable => value > 0,
            _ => self.saved[var.index()],
        }
    }
}

impl Cdcl<'_> {
    /// Notes the phases before a conflict is resolved: the assignment without it may be the longest
    /// so far.
    pub(super) fn note_phases(&mut self) {
        let size = *self.levels.last().expect("the root is there") as usize;
        let phases = &mut self.phases;
        for (longest, values) in [
            (&mut phases.target_size, &mut phases.target),
            (&mut phases.best_size, &mut phases.best),
        ] {
            if size > *longest {
                *longest = size;
                for lit in &self.trail[..size] {
                    values[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
                }
            }
        }
    }

    /// Resets the phases, if it is time for that. At a restart.
    pub(super) fn reset_phases(&mut self) {
        let phases = &mut self.phases;
        if self.conflicts < phases.next_reset {
            return;
        }
        phases.resets += 1;
        phases.next_reset = self.conflicts + INTERVAL * phases.resets;
        match phases.resets {
            1 => {}
            2 => phases.saved.fill(!FIRST),
            count => match count % 6 {
                3 | 5 | 1 => {
                    for (saved, &best) in phases.saved.iter_mut().zip(&phases.best) {
                        *saved = if best == 0 { *saved } else { best > 0 };
                    }
                    phases.best_size = 0;
                }
                4 => phases.saved.iter_mut().for_each(|saved| *saved = !*saved),
                0 => phases.saved.fill(FIRST),
                _ => phases.saved.fill(!FIRST),
            },
        }
        phases.target.fill(0);
        phases.target_size = 0;
    }
}
