//! One question with a limit: have these clauses no model?
//!
//! The answer only saves time, or makes a message better, so it may be missing; and it must be the same
//! on every machine, so the limit is one of conflicts and not of seconds.

use crate::{Cnf, Effort, Enumerator, Models, Options, Projection, Step, Var};

/// Whether the clauses are refuted within so many conflicts, before a stop.
pub fn is_refuted(cnf: &Cnf, conflicts: u64, effort: &Effort) -> bool {
    refuted(cnf, conflicts, effort).0 == Some(true)
}

/// The same; nothing if it was given up. Also how many conflicts it took.
pub fn refuted(cnf: &Cnf, conflicts: u64, effort: &Effort) -> (Option<bool>, u64) {
    let others = cnf.primary() as u32..cnf.variables() as u32;
    let projection =
        Projection { witnesses: others.map(Var::new).collect(), ..Projection::primary(cnf) };
    let options =
        Options { guide_after: Some(0), conflicts: Some(conflicts), ..Options::default() };
    let mut search = Enumerator::new(cnf, &projection, options, effort.clone());
    let answer = match search.next() {
        Step::Exhausted => Some(true),
        Step::Model => Some(false),
        Step::Stopped => None,
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
        effort.stop();
        assert!(!is_refuted(&cnf, 1_000, &effort));
    }
}
