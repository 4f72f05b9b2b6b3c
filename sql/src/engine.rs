//! What an engine of SQL is asked.

use crate::compare::QueryResult;
use crate::database::Database;
use crate::schema::Schema;

/// An engine that holds the tables of a schema and no rows.
pub trait Engine {
    /// Creates the tables of a schema from the texts that the user wrote, without their triggers and without rows.
    ///
    /// # Errors
    /// The statement that is refused.
    fn create(&mut self, texts: &[String], schema: &Schema) -> Result<(), EngineError>;

    /// For each of the first databases, at least of one, what the queries answer on it. The engine is empty again
    /// afterwards.
    ///
    /// # Errors
    /// An engine that cannot be asked any more.
    fn answers(
        &mut self,
        databases: &[Database],
        queries: &[&str],
    ) -> Result<Vec<Outcome>, EngineError>;

    /// The number of databases that are best handed over at once.
    fn batch(&self) -> usize {
        1
    }
}

/// What became of a database.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The engine does not take it.
    Refused(Refusal),
    /// The result of each query, or the engine's message.
    Answers(Vec<Result<QueryResult, String>>),
}

/// A statement that the engine does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub statement: String,
    pub message: String,
}

/// An engine that cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// It refuses a statement of the schema.
    Schema(Refusal),
    /// It does not start, ended, or wrote what cannot be read.
    Lost(String),
    /// It was stopped by a limit of time, or by the user.
    Stopped,
}
