//! SQLite, inside the program.

use rusqlite::config::DbConfig;
use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Batch, Connection};

use korrel_sql::{
    Database, Dialect, Engine, EngineError, Outcome, QueryResult, Refusal, Schema, Value,
};

use crate::limits::Stop;

/// More rows than a result may have: a query without an end fills the memory.
const MOST_ROWS: usize = 1_000_000;

/// A database in memory, which nothing outlives.
pub struct Sqlite {
    connection: Connection,
    stop: Stop,
}

impl Sqlite {
    /// # Errors
    /// SQLite has no memory.
    pub fn new(stop: &Stop) -> Result<Sqlite, EngineError> {
        let mut connection = Connection::open_in_memory().map_err(lost)?;
        let theirs = stop.clone();
        connection.progress_handler(10_000, Some(move || theirs.is_raised())).map_err(lost)?;
        // A schema has no business with other files.
        connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0).map_err(lost)?;
        // Each row is one that the schema allows, and is to stay as it is.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).map_err(lost)?;
        Ok(Sqlite { connection, stop: stop.clone() })
    }

    fn run(&self, sql: &str) -> Result<(), String> {
        self.connection.execute_batch(sql).map_err(|error| message(&error))
    }

    /// Fills the tables, or says which statement is not taken.
    fn fill(&self, database: &Database) -> Result<(), Refusal> {
        let mut is_late = false;
        for statement in database.script(Dialect::Sqlite) {
            is_late |= statement.starts_with("PRAGMA defer");
            if let Err(message) = self.run(&statement) {
                return Err(Refusal { statement, message });
            }
        }
        // What is looked at when a transaction ends is looked at here, for this one is rolled back.
        let is_broken = || {
            let mut check = self.connection.prepare("PRAGMA foreign_key_check")?;
            check.exists([])
        };
        if is_late && is_broken().unwrap_or(true) {
            let message = "FOREIGN KEY constraint failed".to_owned();
            return Err(Refusal { statement: "COMMIT".to_owned(), message });
        }
        Ok(())
    }

    fn query(&self, query: &str) -> Result<QueryResult, String> {
        let read = || -> rusqlite::Result<QueryResult> {
            let mut statement = self.connection.prepare(query)?;
            let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let width = columns.len();
            let mut found = Vec::new();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let cells = (0..width).map(|at| row.get_ref(at).map(value));
                found.push(cells.collect::<rusqlite::Result<Vec<Value>>>()?);
                if found.len() > MOST_ROWS {
                    break;
                }
            }
            Ok(QueryResult { columns, rows: found })
        };
        match read() {
            Ok(result) if result.rows.len() > MOST_ROWS => {
                Err(format!("more than {MOST_ROWS} rows"))
            }
            Ok(result) => Ok(result),
            Err(error) => Err(message(&error)),
        }
    }

    fn outcome(&self, database: &Database, queries: &[&str]) -> Result<Outcome, EngineError> {
        self.run("SAVEPOINT korrel").map_err(EngineError::Lost)?;
        let outcome = match self.fill(database) {
            Err(refusal) => Outcome::Refused(refusal),
            Ok(()) => Outcome::Answers(queries.iter().map(|query| self.query(query)).collect()),
        };
        self.run("ROLLBACK TO korrel; RELEASE korrel").map_err(EngineError::Lost)?;
        // What was interrupted is no answer.
        if self.stop.is_raised() { Err(EngineError::Stopped) } else { Ok(outcome) }
    }
}

impl Engine for Sqlite {
    fn create(&mut self, texts: &[String], schema: &Schema) -> Result<(), EngineError> {
        let refused = |statement: String, error: &rusqlite::Error| {
            EngineError::Schema(Refusal { statement, message: message(error) })
        };
        for text in texts {
            let mut statements = Batch::new(&self.connection, text);
            loop {
                let mut statement = match statements.next() {
                    Ok(None) => break,
                    Ok(Some(statement)) => statement,
                    Err(error) => return Err(refused(first(&error), &error)),
                };
                let said = statement.expanded_sql().unwrap_or_default();
                let ran = statement.query([]).and_then(|mut rows| {
                    while rows.next()?.is_some() {}
                    Ok(())
                });
                ran.map_err(|error| refused(said, &error))?;
            }
        }
        if !self.connection.is_autocommit() {
            self.run("COMMIT").map_err(EngineError::Lost)?;
        }
        // A dump has rows, and may have switched keys off.
        self.run("PRAGMA foreign_keys = OFF").map_err(EngineError::Lost)?;
        for table in &schema.tables {
            let statement = format!("DELETE FROM {}", table.written);
            self.connection
                .execute_batch(&statement)
                .map_err(|error| refused(statement, &error))?;
        }
        self.run("PRAGMA foreign_keys = ON").map_err(EngineError::Lost)
    }

    fn answers(
        &mut self,
        databases: &[Database],
        queries: &[&str],
    ) -> Result<Vec<Outcome>, EngineError> {
        databases.iter().map(|database| self.outcome(database, queries)).collect()
    }
}

fn value(cell: ValueRef<'_>) -> Value {
    match cell {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        // With a point, so that it stays what it is.
        ValueRef::Real(number) => Value::Decimal(format!("{number:?}")),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => {
            Value::Bytes(bytes.iter().map(|byte| format!("{byte:02X}")).collect())
        }
    }
}

/// SQLite's own words.
fn message(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        other => other.to_string(),
    }
}

/// The statement that cannot be read.
fn first(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { sql, .. } => {
            let end = sql.find(';').map_or(sql.len(), |end| end + 1);
            sql[..end].trim().to_owned()
        }
        _ => String::new(),
    }
}

fn lost(error: rusqlite::Error) -> EngineError {
    EngineError::Lost(message(&error))
}
