//! Restarts.
//!
//! A restart undoes decisions but not flips: it goes back to the top of the region, so it neither
//! repeats nor loses models. With a fixed decision order it finds itself back where it was, but
//! with what was learned since; with an activity order (`guide.rs`) it is the usual cure for early
//! bad luck. Intervals follow the Luby sequence 1, 1, 2, 1, 1, 2, 4, … (Luby, Sinclair, Zuckerman
//! 1993), so that a search that needs many conflicts at a stretch gets them in the end.

use super::Enumerator;

/// The unit of the sequence while the search is guided.
const GUIDED_UNIT: u64 = 100;

impl Enumerator {
    pub(super) fn restart_is_due(&self) -> bool {
        let guided = self.guide.floor.map(|_| GUIDED_UNIT);
        self.options.restarts.or(guided).is_some_and(|unit| {
            let since = self.statistics.conflicts - self.last_restart;
            since > 0 && since >= unit * luby(self.statistics.restarts + 1)
        })
    }

    pub(super) fn restart(&mut self) {
        self.statistics.restarts += 1;
        self.last_restart = self.statistics.conflicts;
        let floor = self.guide.floor.unwrap_or(0);
        self.backtrack(floor.max(self.top().last_flip));
    }
}

/// The n-th number of the Luby sequence, from n = 1.
fn luby(mut n: u64) -> u64 {
    loop {
        let power = 1 << n.ilog2();
        if n == 2 * power - 1 {
            return power;
        }
        n -= power - 1;
    }
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
