//! One question with a limit: have these clauses no model?
//!
//! The answer only saves time, or makes a message better, so it may be missing. And it must be the same
//! on every machine, so the limit is one of conflicts and not of seconds.

use crate::{Answer, Cdcl, Cnf, Effort, Solver};

/// True if the clauses are refuted within so many conflicts, before a stop.
pub fn is_refuted(cnf: &Cnf, conflicts: u64, effort: &Effort) -> bool {
    refuted(cnf, conflicts, effort).0 == Some(true)
}

/// The same, within so many propagations, too, which are looked at now and then: of a large formula a
/// conflict costs thousands of them. The clauses are not held twice.
pub fn is_refuted_cheaply(cnf: Cnf, conflicts: u64, propagations: u64, effort: &Effort) -> bool {
    let mut search = Cdcl::with_clauses(&cnf, effort.clone());
    drop(cnf);
    let mut left = conflicts;
    while left > 0 && search.statistics().propagations < propagations {
        let turn = left.min(TURN);
        search.limit_conflicts(turn);
        match search.solve(&[]) {
            Answer::Unsatisfiable => return true,
            Answer::Satisfiable => return false,
            Answer::Stopped if effort.is_stopped() => return false,
            Answer::Stopped => left -= turn,
        }
    }
    false
}

/// The number of conflicts after which their cost is looked at.
const TURN: u64 = 1_000;

/// The same, or nothing if it was given up. Also how many conflicts it took.
pub fn refuted(cnf: &Cnf, conflicts: u64, effort: &Effort) -> (Option<bool>, u64) {
    let mut search = Cdcl::with_clauses(cnf, effort.clone());
    search.limit_conflicts(conflicts);
    let answer = match search.solve(&[]) {
        Answer::Unsatisfiable => Some(true),
        Answer::Satisfiable => Some(false),
        Answer::Stopped => None,
    };
    (answer, search.statistics().conflicts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pigeons;

    /// A limit that is taken for a refutation would lose instances.
    #[test]
    fn what_is_given_up_is_not_refuted() {
        // That four pigeons do not fit into three holes takes a few conflicts.
        let (cnf, effort) = (pigeons(4), Effort::default());
        assert!(is_refuted(&cnf, 1_000, &effort));
        assert!(!is_refuted(&cnf, 1, &effort));
        assert!(!is_refuted(&Cnf::with_primary(2), 1_000, &effort));
        assert!(is_refuted_cheaply(cnf.clone(), 1_000, u64::MAX, &effort));
        assert!(!is_refuted_cheaply(cnf.clone(), 1_000, 0, &effort));
        assert!(!is_refuted_cheaply(pigeons(9), 100_000, 1_000, &effort));
        effort.stop();
        assert!(!is_refuted(&cnf, 1_000, &effort));
    }
}
