//! The value that a decision tries first.
//!
//! That which the variable had last (Pipatsrisawat, Darwiche 2007). While the search is stable, that of the
//! longest assignment without a conflict since the phases were last reset (target phases); now and then
//! phases are reset altogether: to their first values, all to the opposite of these, each to its own opposite, or to the
//! best ones since they were last reset to the best (Biere, Fleury, POS 2020). The first value is false: relations are
//! mostly nearly empty.

use crate::single::cdcl::Cdcl;
use crate::{Lit, Var};

const FIRST: bool = false;

#[derive(Default)]
pub(in crate::single::cdcl) struct Phases {
    saved: Vec<bool>,
    /// The values that the caller prefers; 0 where it does not matter.
    preferred: Vec<i8>,
    /// The values of the longest assignment without conflict since the last reset, and of shorter
    /// ones before it where it had none; else 0.
    target: Vec<i8>,
    target_size: usize,
    /// The values of the longest one since phases were last reset to these; variables that it
    /// leaves open have those of longest ones before.
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
    pub(in crate::single::cdcl) fn note_phases(&mut self) {
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
    pub(in crate::single::cdcl) fn reset_phases(&mut self) {
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
