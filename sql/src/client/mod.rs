//! Engines behind a command that reads a script of SQL: the scripts, and what is read of the answers.
//!
//! The problem: a client such as `psql` or `duckdb` is a program of its own. Starting it for each database takes longer than
//! the queries, and of a long script one must know which answer belongs where, and what failed. Clients differ in how
//! they tell of errors, and DuckDB has no savepoints.
//!
//! The choice: one script for many databases, each of which is written, asked and rolled back, with a line of our own
//! before each answer. A client tells all errors on standard error, and says nothing else there. If nothing is said, all
//! answers count. If something is, fewer of them are asked, down to one, and then what failed is the one thing that was asked
//! ([`Client::script`] takes any part). Errors are rare, so that costs little.
//!
//! `psql` says itself, after each statement, whether it failed, and there the whole batch is answered at once.
//!
//! Rejected: reading which error belongs to which statement out of both outputs, for each buffers as it likes.
//!
//! Results come as CSV. NULL has a word that no database holds. The kinds of columns are asked beforehand, for in CSV the
//! text 1 and the number 1 are the same. In `sqlite3` each row has its own kinds, and comes as literals.

mod answers;
mod csv;
mod handed;

use crate::database::Database;
use crate::dialect::Dialect;
use crate::query::statements;

pub use handed::harmless;
use handed::{first_line, is_command, without_commands};

/// A program that reads a script, by what it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    Psql,
    Duckdb,
    Sqlite3,
    /// It takes SQL alone, and writes CSV with a line of names. An empty field is NULL, an empty text has quotes, and what
    /// looks like a number is one.
    Other,
}

/// The databases of a batch and what is asked of each.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    pub databases: &'a [Database],
    pub queries: &'a [&'a str],
    pub dialect: Dialect,
}

/// NULL in CSV.
const NULL: &str = "korrel:null";

/// Begins the line before an answer.
const MARK: &str = "korrel:mark:";

/// What `psql` says after a statement: `step true`, if it failed, and why.
const STEP: &str = "step :ERROR :LAST_ERROR_MESSAGE";

impl Client {
    /// By a word of a command line: `docker exec -i db psql -U me` is `psql`.
    pub fn of(command: &str) -> Client {
        let known = command.split_whitespace().find_map(|word| {
            let name = word.rsplit(['/', '\\']).next()?;
            match name.trim_end_matches(".exe") {
                "psql" => Some(Client::Psql),
                "duckdb" => Some(Client::Duckdb),
                "sqlite3" => Some(Client::Sqlite3),
                _ => None,
            }
        });
        known.unwrap_or(Client::Other)
    }

    /// The dialect that it speaks, as far as that is known.
    pub fn dialect(self) -> Option<Dialect> {
        match self {
            Client::Psql => Some(Dialect::Postgres),
            Client::Duckdb => Some(Dialect::Duckdb),
            Client::Sqlite3 => Some(Dialect::Sqlite),
            Client::Other => None,
        }
    }

    /// The statements that create a schema: those of the files, without transactions of their own, and what empties the
    /// tables and switches triggers off. `namespace`: a name that nothing has.
    ///
    /// # Errors
    /// A command to the client itself, such as `\!`, which is not handed on.
    pub fn setup(
        self,
        files: &[String],
        tables: &[&str],
        dialect: Dialect,
        namespace: &str,
    ) -> Result<Vec<String>, String> {
        let mut setup = Vec::new();
        match self {
            Client::Psql => {
                // Nothing is ever committed.
                setup.push("SET client_min_messages = error".to_owned());
                setup.push("BEGIN".to_owned());
                setup.push(format!("CREATE SCHEMA {namespace}"));
                setup.push(format!("SET LOCAL search_path = {namespace}"));
            }
            Client::Sqlite3 => setup.push("PRAGMA foreign_keys = ON".to_owned()),
            Client::Duckdb | Client::Other => {}
        }
        for file in files {
            let file = without_commands(file);
            for (_, text) in statements(&file, dialect) {
                if is_command(&text) {
                    return Err(format!(
                        "a command to the client is not handed on: {}",
                        first_line(&text)
                    ));
                }
                let first: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
                let is_frame = ["BEGIN", "COMMIT", "ROLLBACK", "START", "END"]
                    .contains(&first.to_ascii_uppercase().as_str());
                if !is_frame {
                    setup.push(text);
                }
            }
        }
        for table in tables {
            match self {
                Client::Psql => {
                    setup.push(format!("TRUNCATE {table} CASCADE"));
                    setup.push(format!("ALTER TABLE {table} DISABLE TRIGGER USER"));
                    setup.push(writable(table));
                }
                _ => setup.push(format!("DELETE FROM {table}")),
            }
        }
        Ok(setup)
    }

    /// A script that creates the schema, with a line after each statement, and ends at the first mistake.
    pub fn created(self, setup: &[String]) -> String {
        let mut script = self.head(true);
        for statement in setup {
            script += &format!("{}{}\n", ended(statement), self.mark("made"));
        }
        script + self.foot()
    }

    /// The number of statements that were taken, of what such a script answers.
    pub fn number_created(output: &str) -> usize {
        output.lines().filter(|line| line.strip_prefix(MARK) == Some("made")).count()
    }

    /// A script that asks the queries on each of the databases.
    pub fn script(self, setup: &[String], batch: Batch<'_>) -> String {
        let mut script = self.head(false);
        for statement in setup {
            script += &ended(statement);
        }
        for query in batch.queries {
            script += &format!("{}\n", self.mark("kinds"));
            match self {
                Client::Psql => {
                    script += &format!(
                        "SAVEPOINT korrel;\n{query}\n\\gdesc\nROLLBACK TO SAVEPOINT korrel;\nRELEASE SAVEPOINT korrel;\n"
                    );
                }
                Client::Duckdb => script += &ended(&format!("DESCRIBE {query}")),
                Client::Sqlite3 | Client::Other => {}
            }
        }
        for database in batch.databases {
            script += self.begin();
            for statement in self.fill(database, batch.dialect) {
                script += &ended(&statement);
                if self == Client::Psql {
                    script += &format!("{}\n", self.mark(STEP));
                }
            }
            for query in batch.queries {
                script += &format!("{}\n", self.mark("rows"));
                script += &match self {
                    Client::Psql => format!(
                        "SAVEPOINT query;\n{}{}\nROLLBACK TO SAVEPOINT query;\nRELEASE SAVEPOINT query;\n",
                        ended(query),
                        self.mark(STEP)
                    ),
                    _ => ended(query),
                };
            }
            script += self.end();
        }
        script + &self.mark("end") + "\n" + self.foot()
    }

    /// The statements that write a database, and what looks at keys that are looked at late.
    fn fill(self, database: &Database, dialect: Dialect) -> Vec<String> {
        let mut statements = database.script(dialect);
        if self == Client::Psql {
            statements.push("SET CONSTRAINTS ALL IMMEDIATE".to_owned());
        }
        statements
    }

    /// Whether its answers say what failed.
    pub fn tells_failures(self) -> bool {
        self == Client::Psql
    }

    fn head(self, stops: bool) -> String {
        match self {
            Client::Psql => {
                let stop = if stops { "on" } else { "off" };
                format!(
                    "\\set QUIET on\n\\set ON_ERROR_STOP {stop}\n\\timing off\n\\pset pager off\n\\pset tuples_only off\n\
                     \\pset footer off\n\\pset format csv\n\\pset null {NULL}\n"
                )
            }
            Client::Duckdb => {
                let stop = if stops { "on" } else { "off" };
                format!(".bail {stop}\n.mode csv\n.headers on\n.nullvalue {NULL}\n")
            }
            Client::Sqlite3 => {
                format!(".bail {}\n.mode quote\n.headers on\n", if stops { "on" } else { "off" })
            }
            Client::Other => String::new(),
        }
    }

    fn mark(self, what: &str) -> String {
        match self {
            Client::Psql => format!("\\echo {MARK}{what}"),
            Client::Duckdb | Client::Sqlite3 => format!(".print {MARK}{what}"),
            Client::Other => format!("SELECT '{MARK}{what}' AS korrel;"),
        }
    }

    fn begin(self) -> &'static str {
        match self {
            Client::Psql => "SAVEPOINT korrel;\n",
            Client::Sqlite3 => "BEGIN;\n",
            Client::Duckdb => "BEGIN TRANSACTION;\n",
            Client::Other => "START TRANSACTION;\n",
        }
    }

    fn end(self) -> &'static str {
        match self {
            Client::Psql => "ROLLBACK TO SAVEPOINT korrel;\nRELEASE SAVEPOINT korrel;\n",
            _ => "ROLLBACK;\n",
        }
    }

    fn foot(self) -> &'static str {
        if self == Client::Psql { "ROLLBACK;\n" } else { "" }
    }
}

/// A statement on lines of its own: it may end with a comment.
fn ended(statement: &str) -> String {
    format!("{}\n;\n", statement.trim_end().trim_end_matches(';'))
}

/// A key that the server alone may number takes our numbers as well.
fn writable(table: &str) -> String {
    let name = table.replace('\'', "''");
    format!(
        "DO $korrel$ DECLARE c name; BEGIN FOR c IN SELECT attname FROM pg_attribute WHERE attrelid = '{name}'::regclass \
         AND attidentity = 'a' LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET GENERATED BY DEFAULT', \
         '{name}'::regclass, c); END LOOP; END $korrel$"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_for_the_client_is_handed_on() {
        let setup =
            |text: &str| Client::Psql.setup(&[text.to_owned()], &[], Dialect::Postgres, "k");
        assert!(setup("CREATE TABLE t (a int); \\! true").is_err());
        let dump = "\\restrict x\nBEGIN;\nCREATE TABLE t (a text DEFAULT E'\\\\');\nCOPY t FROM stdin;\n1\n\\.\nCOMMIT;\n";
        assert_eq!(setup(dump).unwrap()[4..], ["CREATE TABLE t (a text DEFAULT E'\\\\')"]);
        assert!(harmless("SELECT 1 \\gexec").is_err());
        assert!(harmless("SELECT '\\' FROM t").is_ok());
    }

    #[test]
    fn a_client_is_known_by_its_name() {
        assert_eq!(Client::of("/usr/bin/psql -d x"), Client::Psql);
        assert_eq!(Client::of("duckdb"), Client::Duckdb);
        assert_eq!(Client::of("docker exec -i db psql -U me"), Client::Psql);
        assert_eq!(Client::of("mysql --batch"), Client::Other);
    }
}
