//! Decisions: by recent conflicts, in two ways that take turns.
//!
//! While the search is *focused*, and restarts often, the variable bumped last goes first (VMTF; Ryan 2004; Biere,
//! Fröhlich 2015). While it is *stable*, activities that fade slowly decide (VSIDS; Moskewicz and others 2001).
//! Refutations are mostly found by the first, models by the second.

mod activity;
mod phases;
mod queue;

use super::Cdcl;
use crate::{Answer, Var};

pub(super) use activity::Activity;
pub(super) use phases::Phases;
pub(super) use queue::BumpQueue;

impl Cdcl<'_> {
    /// Opens a level for the next decision; else the answer.
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
