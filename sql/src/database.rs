//! A database: the rows of each table, as SQL and as CSV.
//!
//! Rows are written so that every foreign key holds as soon as the engine looks at it: parents before children. Where rows
//! refer to each other in a ring, each engine needs its own:
//!
//! - SQLite's keys wait for the end of the transaction.
//! - PostgreSQL gets one statement for all tables of the ring, at whose end it looks at the keys.
//! - MySQL does not look at keys meanwhile.
//! - DuckDB gets one of the rows with NULL, and an UPDATE that mends it.
//!
//! The last would do elsewhere, too, but for rows that are not valid with NULL: by NOT NULL, a CHECK or MATCH FULL, which no
//! engine lets wait. PostgreSQL's keys wait only if they are DEFERRABLE, so this is not tried there.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::dialect::Dialect;
use crate::value::Value;

/// The tables stand in an order in which their rows can be written: a table comes after those that it refers to,
/// as far as there is such an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    pub tables: Vec<TableRows>,
    /// The statements of a script that somebody wrote. They stand in place of the tables.
    pub written: Option<Vec<String>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRows {
    /// As SQL names it, with its quotes where it needs them.
    pub name: String,
    /// The columns that are written. Those that the engine computes are not among them.
    pub columns: Vec<String>,
    /// The column that tells rows apart, if one does.
    pub key: Option<usize>,
    /// The rows, and in each a value for each column. Parents stand before children.
    pub rows: Vec<Vec<Value>>,
    /// The engine numbers the rows, unless it is told not to.
    pub is_numbered: bool,
    /// Cells that refer to rows which are written later.
    pub early: Vec<EarlyCell>,
}

/// A cell that refers to a row which is written later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyCell {
    pub row: usize,
    pub column: usize,
    pub is_nullable: bool,
    /// The table of that row: its place in the database.
    pub to: usize,
}

impl Database {
    /// The statements that write it within a transaction, each without a semicolon.
    pub fn script(&self, dialect: Dialect) -> Vec<String> {
        if let Some(written) = &self.written {
            return written.clone();
        }
        let inserts = || self.inserts(0..self.tables.len(), dialect);
        match dialect {
            Dialect::Sqlite if self.is_ring(dialect) => {
                std::iter::once(DEFERRAL.to_owned()).chain(inserts()).collect()
            }
            Dialect::Mysql if self.is_ring(dialect) => {
                enclosed("SET FOREIGN_KEY_CHECKS = 0", inserts(), "SET FOREIGN_KEY_CHECKS = 1")
            }
            Dialect::Sqlite | Dialect::Mysql => inserts(),
            Dialect::Postgres => self.whole_statements(dialect),
            Dialect::Duckdb => self.mended(dialect),
        }
    }

    /// The same where perhaps no transaction is open.
    pub fn whole_script(&self, dialect: Dialect) -> Vec<String> {
        let script = self.script(dialect);
        match script.first().is_some_and(|first| first == DEFERRAL) {
            true => enclosed("SAVEPOINT database", script, "RELEASE database"),
            false => script,
        }
    }

    /// Whether rows refer to rows that are written by a later statement.
    fn is_ring(&self, dialect: Dialect) -> bool {
        (0..self.tables.len()).any(|at| self.late(at, dialect).next().is_some())
    }

    fn inserts(&self, tables: Range<usize>, dialect: Dialect) -> Vec<String> {
        let tables = self.tables[tables].iter();
        tables.flat_map(|table| table.inserts(&table.rows, dialect)).collect()
    }

    /// With NULL at first where a row refers to a later one.
    fn mended(&self, dialect: Dialect) -> Vec<String> {
        let (mut inserts, mut updates) = (Vec::new(), Vec::new());
        for (at, table) in self.tables.iter().enumerate() {
            let mut rows = table.rows.clone();
            let late = self.late(at, dialect).filter(|early| early.is_nullable);
            let late: Vec<&EarlyCell> = late.collect();
            for early in &late {
                rows[early.row][early.column] = Value::Null;
            }
            for row in late.iter().map(|early| early.row).collect::<BTreeSet<usize>>() {
                match table.only(row, &rows) {
                    Some(only) => {
                        let sets = table.sets(&table.rows[row], &rows[row]);
                        updates.push(format!("UPDATE {} SET {sets} WHERE {only}", table.name));
                    }
                    None => rows[row] = table.rows[row].clone(),
                }
            }
            inserts.extend(table.inserts(&rows, dialect));
        }
        inserts.into_iter().chain(updates).collect()
    }

    /// A statement for each table, but one for all from the first table that has a row which refers to a later table to
    /// the last one of these: a rule of a table may refuse to be part of another statement.
    fn whole_statements(&self, dialect: Dialect) -> Vec<String> {
        let late = (0..self.tables.len())
            .flat_map(|at| self.late(at, dialect).flat_map(move |early| [at, early.to]));
        let (first, last) = (late.clone().min(), late.max());
        let (first, end) = (first.unwrap_or(0), last.map_or(0, |last| last + 1));
        let mut name = "part".to_owned();
        // What a part is called must be no table.
        while self.tables.iter().any(|table| table.bare_name().starts_with(&name)) {
            name.push('_');
        }
        let mut parts = self.inserts(first..end, dialect);
        let ring = parts.pop().map(|last| {
            let parts = parts.iter().enumerate();
            let parts = parts.map(|(at, part)| format!("{name}{} AS ({part})", at + 1));
            format!("WITH {} {last}", parts.collect::<Vec<String>>().join(", "))
        });
        let before = self.inserts(0..first, dialect).into_iter();
        before.chain(ring).chain(self.inserts(end..self.tables.len(), dialect)).collect()
    }

    /// The cells of a table that refer to a row which another statement writes.
    fn late(&self, at: usize, dialect: Dialect) -> impl Iterator<Item = &EarlyCell> + Clone {
        // A statement that writes both rows satisfies an engine that looks at its end.
        let early = self.tables[at].early.iter();
        early.filter(move |early| !(early.to == at && dialect.checks_keys_late()))
    }

    /// The tables that have rows.
    pub fn filled(&self) -> impl Iterator<Item = &TableRows> {
        self.tables.iter().filter(|table| !table.rows.is_empty())
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.tables.iter().map(|table| table.rows.len()).sum()
    }
}

/// What makes SQLite's keys wait for the end of the transaction.
const DEFERRAL: &str = "PRAGMA defer_foreign_keys = ON";

fn enclosed(first: &str, statements: Vec<String>, last: &str) -> Vec<String> {
    let first = std::iter::once(first.to_owned());
    first.chain(statements).chain([last.to_owned()]).collect()
}

impl TableRows {
    /// What is true of one row only, when the rows are these.
    fn only(&self, row: usize, rows: &[Vec<Value>]) -> Option<String> {
        let is = |column: usize| match &rows[row][column] {
            Value::Null => format!("{} IS NULL", self.columns[column]),
            value => format!("{} = {value}", self.columns[column]),
        };
        if let Some(key) = self.key {
            return Some(is(key));
        }
        let all_rows = rows.iter().chain(&self.rows).enumerate();
        let is_alone = !all_rows
            .filter(|(at, _)| at % rows.len() != row)
            .any(|(_, other)| *other == rows[row]);
        let all: Vec<String> = (0..self.columns.len()).map(is).collect();
        is_alone.then(|| all.join(" AND "))
    }

    /// The cells that differ, as `SET` says them.
    fn sets(&self, whole: &[Value], waiting: &[Value]) -> String {
        let cells = self.columns.iter().zip(whole.iter().zip(waiting));
        let cells = cells.filter(|(_, (value, waiting))| value != waiting);
        let sets: Vec<String> =
            cells.map(|(column, (value, _))| format!("{column} = {value}")).collect();
        sets.join(", ")
    }

    /// The statements that write these rows: one, if the engine looks at keys at its end.
    fn inserts(&self, rows: &[Vec<Value>], dialect: Dialect) -> Vec<String> {
        let is_one = dialect.checks_keys_late() && !self.columns.is_empty();
        let together = if is_one { rows.len().max(1) } else { 1 };
        rows.chunks(together).map(|rows| self.insert(rows)).collect()
    }

    fn insert(&self, rows: &[Vec<Value>]) -> String {
        if self.columns.is_empty() {
            return format!("INSERT INTO {} DEFAULT VALUES", self.name);
        }
        let rows = rows.iter().map(|row| {
            let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
            format!("({})", cells.join(", "))
        });
        let rows = rows.collect::<Vec<String>>().join(", ");
        let overriding = if self.is_numbered { " OVERRIDING SYSTEM VALUE" } else { "" };
        format!("INSERT INTO {} ({}){overriding} VALUES {rows}", self.name, self.columns.join(", "))
    }

    /// The name without schema and quotes.
    pub fn bare_name(&self) -> &str {
        bare(&self.name)
    }

    /// The first line of a file of CSV (RFC 4180): the column `database`, then those of the table.
    pub fn csv_head(&self) -> String {
        let names = self.columns.iter().map(|name| csv_text(bare(name)));
        std::iter::once("database".to_owned()).chain(names).collect::<Vec<String>>().join(",")
    }

    /// The rows as CSV without the number of the database: each cell stands behind a comma. NULL is an empty field, an
    /// empty text is `""`.
    pub fn csv_rows(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|row| {
            let cells = row.iter().map(|value| match value {
                Value::Null => ",".to_owned(),
                Value::Text(text) => format!(",{}", csv_text(text)),
                Value::Bytes(digits) => format!(",{digits}"),
                other => format!(",{other}"),
            });
            cells.collect()
        })
    }
}

fn csv_text(text: &str) -> String {
    match text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A name without the quotes of SQL, and without the schema before it.
fn bare(name: &str) -> &str {
    let name = name.rsplit_once('.').map_or(name, |(_, name)| name);
    name.trim_matches(|c| matches!(c, '"' | '`' | '[' | ']'))
}
