//! `--mutants` of `diff` and `check`: how sharp the databases are on which all is as it should be.
//!
//! That two queries are the same on so many databases says little if these would not tell a slip of the pen either. So the
//! mutants of the first query are asked on the same databases. One that none of them tells from its query is compared with
//! it alone, as `mutants` does: it is equal to it, or it takes values that the queries do not tell apart.
//!
//! The databases are listed once more. Rejected: to ask the mutants along with the queries. That spares the listing, but the
//! second list ends as soon as all mutants are killed, and none is needed where a difference is found.

use std::path::Path;

use korrel_sql::{Comparison, Engine, GoalState, Judge, Suite};

use crate::messages::error::{Error, shown as shown_path};

use super::search::{Ending, search};
use super::suite::{in_state, lines, tried_wider, undone};
use super::{Asked, shown, wrong};

/// What the databases of a comparison kill.
pub struct Certificate {
    pub suite: Suite,
    /// The mutants that only other databases kill.
    pub elsewhere: Vec<usize>,
    pub is_stopped: bool,
}

impl Certificate {
    /// The mutants of the first query.
    ///
    /// # Errors
    /// A query that is not understood.
    pub fn mutants(asked: &Asked<'_>) -> Result<Suite, Error> {
        let mutants = Suite::of_mutants(&asked.queries[0], asked.schema.dialect);
        mutants.map_err(|why| wrong(&asked.flags.queries[0], &why))
    }

    /// Asks the mutants on the databases of a comparison, all of which were tried.
    pub fn new(
        asked: &Asked<'_>,
        comparison: &Comparison,
        mut mutants: Suite,
        engine: &mut dyn Engine,
    ) -> Result<Certificate, Error> {
        mutants.only((0..mutants.goals().len()).collect());
        let mut judge = Judge::new(mutants);
        let mut ended = search(comparison, &mut judge, engine, &asked.stop);
        if let Some(why) = judge.verdict.misprinted() {
            let why = format!("it has no mutants: written anew, {why}");
            return Err(wrong(&asked.flags.queries[0], &why));
        }
        let all = 0..judge.verdict.goals().len();
        let killed: Vec<usize> = all.clone().filter(|at| judge.verdict.was_met(*at)).collect();
        if ended.is_ok() {
            ended = tried_wider(asked, comparison, &mut judge, engine);
        }
        let is_stopped = match ended {
            Ok(()) => false,
            Err(Ending::Stopped(_)) => true,
            Err(ending) => return Err(ending.told(asked)),
        };
        let suite = judge.finish().0;
        let elsewhere =
            all.filter(|at| suite.state(*at) == GoalState::Met && !killed.contains(at)).collect();
        Ok(Certificate { suite, elsewhere, is_stopped })
    }

    /// Why mutants that are called equal may yet differ.
    pub fn doubts(&self, file: &Path) -> Vec<String> {
        let has_equal = !in_state(&self.suite, &GoalState::Unmet).is_empty();
        let key = self.suite.hidden_key().filter(|_| has_equal);
        key.map(|key| shown::hidden_key(file, key)).into_iter().collect()
    }

    /// `file`: the query; `up_to`: the greatest number of rows.
    pub fn text(&self, file: &Path, up_to: &str) -> String {
        let name = shown_path(file);
        let number = |state| in_state(&self.suite, state).len();
        let (met, equal) = (number(&GoalState::Met), in_state(&self.suite, &GoalState::Unmet));
        let of = shown::counted(met + equal.len() + number(&GoalState::Open), "mutant");
        let killed = met - self.elsewhere.len();
        let mut text = format!("these databases tell {killed} of {of} of {name} from it\n");
        if !equal.is_empty() {
            text += &format!("equal to it with up to {up_to} in each table:\n{}", lines(&equal));
            let doubts = self.doubts(file);
            if !doubts.is_empty() {
                text += &format!("but\n{}", shown::doubts(&doubts));
            }
        }
        if !self.elsewhere.is_empty() {
            let goals = self.elsewhere.iter().map(|at| &self.suite.goals()[*at]);
            let goals: Vec<_> = goals.collect();
            text += &format!("told from it only by other values:\n{}", lines(&goals));
        }
        text + &undone(&self.suite)
    }
}
