//! Databases, handed to an engine one after the other, and what is made of its answers.
//!
//! Whoever asks has a [`Verdict`]: which queries are put to the engine, and what follows from what they return. Here are those of two
//! queries that are to be the same, and of one that is to be empty. `suite.rs` has that of many queries.

use std::ops::ControlFlow;

use crate::compare::{QueryResult, RowOrder, are_same};
use crate::database::Database;
use crate::engine::{Engine, EngineError, Outcome, Refusal};
use crate::query::ReadQuery;

/// What a query returns, or the engine's message.
pub type Answered = Result<QueryResult, String>;

/// What is asked on each database, and what follows from it.
pub trait Verdict {
    /// The queries for the next databases.
    fn queries(&mut self) -> Vec<&str>;

    /// Takes what they return on one database. Breaks if no other one is needed.
    fn answered(&mut self, database: Database, results: Vec<Answered>) -> ControlFlow<()>;

    /// Whether larger databases have nothing to add.
    fn is_done(&self) -> bool {
        false
    }
}

/// Databases that wait for an engine, and what came of the others.
pub struct Judge<V> {
    pub verdict: V,
    waiting: Vec<Database>,
    tally: Tally,
}

/// What became of the databases.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Those that the engine took.
    pub databases: u64,
    /// Those that the schema allows and the engine does not take.
    pub refused: u64,
    pub first_refused: Option<(Database, Refusal)>,
    pub last_refused: Option<Refusal>,
}

impl<V: Verdict> Judge<V> {
    pub fn new(verdict: V) -> Judge<V> {
        Judge { verdict, waiting: Vec::new(), tally: Tally::default() }
    }

    /// Breaks as [`Judge::ask`] does.
    ///
    /// # Errors
    /// That of the engine.
    pub fn add(
        &mut self,
        database: Database,
        engine: &mut dyn Engine,
    ) -> Result<ControlFlow<()>, EngineError> {
        self.waiting.push(database);
        if self.waiting.len() < engine.batch() {
            Ok(ControlFlow::Continue(()))
        } else {
            self.ask(engine)
        }
    }

    /// Asks the engine of all databases that wait. Breaks where the verdict does.
    ///
    /// # Errors
    /// That of the engine.
    pub fn ask(&mut self, engine: &mut dyn Engine) -> Result<ControlFlow<()>, EngineError> {
        while !self.waiting.is_empty() {
            let outcomes = engine.answers(&self.waiting, &self.verdict.queries())?;
            let rest = self.waiting.split_off(outcomes.len().min(self.waiting.len()));
            let answered = std::mem::replace(&mut self.waiting, rest);
            for (database, outcome) in answered.into_iter().zip(outcomes) {
                match outcome {
                    Outcome::Refused(refusal) => {
                        self.tally.refused += 1;
                        self.tally.last_refused = Some(refusal.clone());
                        self.tally.first_refused.get_or_insert((database, refusal));
                    }
                    Outcome::Answers(results) => {
                        self.tally.databases += 1;
                        if self.verdict.answered(database, results).is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The number of rows of the first database that the engine was not asked of.
    pub fn rows_waiting(&self) -> Option<usize> {
        self.waiting.first().map(Database::size)
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    pub fn finish(self) -> (V, Tally) {
        (self.verdict, self.tally)
    }
}

/// Two queries that are to be the same, or one that is to be empty.
pub struct Differing<'q> {
    queries: &'q [ReadQuery],
    orders: Vec<RowOrder>,
    /// The number of databases, and of those on which every query failed.
    databases: u64,
    failed: u64,
    failures: Vec<String>,
    pub difference: Option<Difference>,
}

/// A database on which the results are not as they should be.
#[derive(Clone, Debug)]
pub struct Difference {
    pub database: Database,
    /// Of each query.
    pub results: Vec<Answered>,
}

impl Differing<'_> {
    pub fn new(queries: &[ReadQuery]) -> Differing<'_> {
        let orders = queries.iter().map(ReadQuery::order).collect();
        let (databases, failed, failures) = (0, 0, Vec::new());
        Differing { queries, orders, databases, failed, failures, difference: None }
    }

    /// What the engine says of the queries, where each fails on every database.
    pub fn failures(&self) -> Option<&[String]> {
        (self.failed > 0 && self.failed == self.databases).then_some(&self.failures[..])
    }

    fn is_right(&mut self, results: &[Answered]) -> bool {
        let failures: Vec<&String> =
            results.iter().filter_map(|result| result.as_ref().err()).collect();
        if failures.len() == results.len() {
            self.failed += 1;
            if self.failures.is_empty() {
                self.failures = failures.into_iter().cloned().collect();
            }
            return true;
        }
        match results {
            [Ok(only)] => only.rows.is_empty(),
            [Ok(left), Ok(right)] => are_same((left, &self.orders[0]), (right, &self.orders[1])),
            _ => false,
        }
    }
}

impl Verdict for Differing<'_> {
    fn queries(&mut self) -> Vec<&str> {
        self.queries.iter().map(ReadQuery::text).collect()
    }

    /// Breaks once a difference is found, or once each query has failed on all databases and there was one with two rows.
    fn answered(&mut self, database: Database, results: Vec<Answered>) -> ControlFlow<()> {
        self.databases += 1;
        let rows = database.size();
        if !self.is_right(&results) {
            self.difference = Some(Difference { database, results });
            return ControlFlow::Break(());
        }
        match rows > 1 && self.failed == self.databases {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
