//! Databases, handed to an engine one after the other, and what is made of its answers.
//!
//! Whoever asks has a [`Verdict`]: which queries are put to the engine, and what follows from what they return. Here are those of two
//! queries that are to be the same, and of one that is to be empty. `suite.rs` has that of many queries.

use std::collections::BTreeMap;
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
    /// The most rows that a table has in a database that the engine took, by its name. Without rows it is not here.
    pub most_rows: BTreeMap<String, usize>,
    /// The first refusal of a database in which a table has rows, by its name.
    pub refusals: BTreeMap<String, Refusal>,
}

impl Tally {
    fn take(&mut self, database: &Database) {
        self.databases += 1;
        for table in database.filled() {
            let most = self.most_rows.entry(table.name.clone()).or_default();
            *most = table.rows.len().max(*most);
        }
    }

    fn refuse(&mut self, database: Database, refusal: Refusal) {
        self.refused += 1;
        self.last_refused = Some(refusal.clone());
        for table in database.filled() {
            if !self.refusals.contains_key(&table.name) {
                self.refusals.insert(table.name.clone(), refusal.clone());
            }
        }
        self.first_refused.get_or_insert((database, refusal));
    }
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
                    Outcome::Refused(refusal) => self.tally.refuse(database, refusal),
                    Outcome::Answers(results) => {
                        self.tally.take(&database);
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
///
/// A query that fails on every database is a mistake, and no difference. On the first ones nobody knows yet: a query may fail
/// without rows alone. So a difference in which a query fails that has not answered yet waits until it does.
pub struct Differing<'q> {
    queries: &'q [ReadQuery],
    orders: Vec<RowOrder>,
    /// Of each query, what the engine said first, where it has never answered.
    failures: Vec<Option<String>>,
    databases: u64,
    /// Of each query, whether it has returned a row.
    returned: Vec<bool>,
    /// Of each query that is to be in the order of another one, the first key that its result does not show.
    hidden: Vec<Option<String>>,
    waiting: Option<Difference>,
    pub difference: Option<Difference>,
    /// The columns of each result, where one has more than the other.
    pub widths: Option<[Vec<String>; 2]>,
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
        let failures = vec![Some(String::new()); queries.len()];
        let returned = vec![false; queries.len()];
        let hidden = vec![None; queries.len()];
        let (databases, waiting, difference, widths) = (0, None, None, None);
        Differing {
            queries,
            orders,
            failures,
            databases,
            returned,
            hidden,
            waiting,
            difference,
            widths,
        }
    }

    /// Of each query, by its place, the first key of its ORDER BY that is no column of its result. The order of rows is
    /// compared up to there only. Nothing where a query says no order.
    pub fn hidden_keys(&self) -> Vec<(usize, &str)> {
        let hidden = self.hidden.iter().enumerate();
        hidden.filter_map(|(at, key)| Some((at, key.as_deref()?))).collect()
    }

    /// What the engine says of each query that fails on every database, by its place.
    pub fn failures(&self) -> Vec<(usize, &str)> {
        let failures = self.failures.iter().enumerate().filter(|_| self.databases > 0);
        failures.filter_map(|(at, why)| Some((at, why.as_deref()?))).collect()
    }

    /// Whether there were databases, and no query has returned a row on any of them.
    pub fn is_silent(&self) -> bool {
        self.databases > 0 && !self.returned.contains(&true)
    }

    fn has_never_answered(&self, results: &[Answered]) -> bool {
        let mut results = results.iter().zip(&self.failures);
        results.any(|(result, failure)| result.is_err() && failure.is_some())
    }

    fn is_right(&self, results: &[Answered]) -> bool {
        match results {
            [Ok(only)] => only.rows.is_empty(),
            [Ok(left), Ok(right)] => are_same((left, &self.orders[0]), (right, &self.orders[1])),
            [Err(_), Err(_)] => true,
            _ => false,
        }
    }
}

impl Verdict for Differing<'_> {
    fn queries(&mut self) -> Vec<&str> {
        self.queries.iter().map(ReadQuery::text).collect()
    }

    /// Breaks once a difference is found, or results of other widths, or once a query has failed on all databases and there was one with two rows.
    fn answered(&mut self, database: Database, results: Vec<Answered>) -> ControlFlow<()> {
        let rows = database.size();
        for (failure, result) in self.failures.iter_mut().zip(&results) {
            match result {
                Ok(_) => *failure = None,
                Err(message) if self.databases == 0 => *failure = Some(message.clone()),
                Err(_) => {}
            }
        }
        for (returned, result) in self.returned.iter_mut().zip(&results) {
            *returned |= result.as_ref().is_ok_and(|result| !result.rows.is_empty());
        }
        self.databases += 1;
        if self.queries.len() > 1 && self.queries.iter().all(ReadQuery::is_ordered) {
            for ((hidden, result), order) in self.hidden.iter_mut().zip(&results).zip(&self.orders)
            {
                if let (None, Ok(result)) = (&hidden, result) {
                    *hidden = order.hidden_in(result);
                }
            }
        }
        if let [Ok(left), Ok(right)] = &results[..]
            && left.columns.len() != right.columns.len()
        {
            self.widths = Some([left.columns.clone(), right.columns.clone()]);
            return ControlFlow::Break(());
        }
        let answers = |this: &Self, of: &Difference| !this.has_never_answered(&of.results);
        if self.waiting.as_ref().is_some_and(|waiting| answers(self, waiting)) {
            self.difference = self.waiting.take();
            return ControlFlow::Break(());
        }
        if !self.is_right(&results) {
            let difference = Difference { database, results };
            if answers(self, &difference) {
                self.difference = Some(difference);
                return ControlFlow::Break(());
            }
            self.waiting.get_or_insert(difference);
        }
        match rows > 1 && self.failures.iter().any(Option::is_some) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
