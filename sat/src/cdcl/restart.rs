//! Restarts, and the two modes of the search.
//!
//! Focused: a restart is due when the glue of recent clauses is worse than the average (Audemard, Simon 2012, with
//! exponential averages as Biere and Fröhlich 2015). Stable: by Luby's sequence, so that long stretches without a
//! restart come in the end. The modes take turns, with equal work for both, for times that grow (Biere, Fleury
//! 2020, and Oh 2015).

use super::Cdcl;

#[derive(Default)]
pub(super) struct Restarts {
    pub is_stable: bool,
    /// The glue of recent clauses, and of all, in focused mode.
    fast: Average,
    slow: Average,
    /// Conflicts at which a restart may come.
    next: u64,
    /// The number of restarts of the stable mode.
    stable_restarts: u64,
    /// The end of the mode: in conflicts the first time, then in ticks.
    mode_end: u64,
    /// The amount of work that the first, focused time took.
    mode_ticks: u64,
    mode_began: u64,
    modes: u64,
    /// The number of restarts.
    pub count: u64,
}

/// A restart in focused mode is not considered sooner.
const FOCUSED: u64 = 2;
const MARGIN: f64 = 1.1;

impl Restarts {
    /// A question begins.
    pub fn begin(&mut self, conflicts: u64, ticks: u64, first_mode: u64) {
        self.next = conflicts + FOCUSED;
        if self.modes == 0 {
            self.mode_end = conflicts + first_mode;
            self.mode_began = ticks;
        }
    }

    pub fn conflict(&mut self, glue: u32) {
        if !self.is_stable {
            self.fast.add(f64::from(glue), 33.0);
            self.slow.add(f64::from(glue), 1e5);
        }
    }

    fn mode_is_over(&self, conflicts: u64, ticks: u64) -> bool {
        if self.modes == 0 { conflicts >= self.mode_end } else { ticks >= self.mode_end }
    }
}

impl Cdcl<'_> {
    pub(super) fn restart_is_due(&self) -> bool {
        let restarts = &self.restarts;
        self.conflicts >= restarts.next
            && self.depth() as usize > self.assumptions.len()
            && (restarts.is_stable || restarts.fast.value > MARGIN * restarts.slow.value)
    }

    pub(super) fn restart(&mut self) {
        self.backtrack(self.assumptions.len() as u32);
        self.restarts.count += 1;
        self.change_mode();
        self.reset_phases();
        let restarts = &mut self.restarts;
        let pause = if restarts.is_stable {
            restarts.stable_restarts += 1;
            self.pace.restart * luby(restarts.stable_restarts)
        } else {
            FOCUSED
        };
        restarts.next = self.conflicts + pause;
    }

    fn change_mode(&mut self) {
        let restarts = &mut self.restarts;
        if !restarts.mode_is_over(self.conflicts, self.ticks) {
            return;
        }
        if restarts.modes == 0 {
            restarts.mode_ticks = self.ticks - restarts.mode_began;
        }
        restarts.modes += 1;
        let turn = restarts.modes.div_ceil(2);
        restarts.mode_end = self.ticks + restarts.mode_ticks * turn * turn;
        restarts.is_stable = !restarts.is_stable;
    }
}

/// An exponential average that does not begin at 0.
#[derive(Default)]
struct Average {
    value: f64,
    biased: f64,
    weight: f64,
}

impl Average {
    fn add(&mut self, sample: f64, window: f64) {
        let share = 1.0 / window;
        self.biased += share * (sample - self.biased);
        self.weight += share * (1.0 - self.weight);
        self.value = self.biased / self.weight;
    }
}

/// The n-th number of the Luby sequence, from n = 1 (Luby, Sinclair, Zuckerman 1993).
fn luby(mut n: u64) -> u64 {
    loop {
        let power = 1 << n.ilog2();
        if n == 2 * power - 1 {
            return power;
        }
        n -= power - 1;
    }
}

// The intervals at which the techniques run.

/// Intervals in conflicts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The conflicts before the first simplification.
    pub first_simplification: u64,
    /// The amount by which the time between simplifications grows.
    pub simplification: u64,
    /// The amount by which the time between reductions grows.
    pub reduction: u64,
    /// The first focused time.
    pub first_mode: u64,
    /// The unit of the stable mode's restarts.
    pub restart: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            first_simplification: 500,
            simplification: 2000,
            reduction: 300,
            first_mode: 1000,
            restart: 1024,
        }
    }
}

#[cfg(test)]
impl Pace {
    /// Everything after a few conflicts, so that small formulas meet it.
    pub const HASTY: Self = Self {
        first_simplification: 1,
        simplification: 2,
        reduction: 3,
        first_mode: 5,
        restart: 2,
    };
}

#[cfg(test)]
mod tests {

    /// A wrong sequence could restart so often that a search never ends.
    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
