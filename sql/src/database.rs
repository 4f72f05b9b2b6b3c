//! A database: the rows of each table, as SQL and as CSV.
//!
//! Rows are written so that every foreign key holds as soon as the engine looks at it: parents before children. Where rows
//! refer to each other in a ring, one of them is written with NULL and mended by an UPDATE. If the column takes no NULL, the
//! keys have to wait for the end of a transaction.

use std::collections::BTreeSet;

use crate::dialect::Dialect;
use crate::value::Value;

/// The tables stand in an order in which their rows can be written: a table comes after those that it refers to,
/// as far as there is such an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    pub tables: Vec<TableRows>,
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
    /// That row is of the same table.
    pub is_own: bool,
}

impl Database {
    /// The statements that write it within a transaction, each without a semicolon.
    pub fn script(&self, dialect: Dialect) -> Vec<String> {
        let (statements, waits) = self.statements(dialect);
        let first = deferral(dialect).filter(|_| waits).map(str::to_owned);
        first.into_iter().chain(statements).collect()
    }

    /// The same where perhaps no transaction is open. PostgreSQL has no statement that opens one within another, so
    /// there it is for whoever runs the script to open it.
    pub fn whole_script(&self, dialect: Dialect) -> Vec<String> {
        let (statements, waits) = self.statements(dialect);
        let (first, last) = match (waits, dialect) {
            (true, Dialect::Sqlite) => ("SAVEPOINT database", "RELEASE database"),
            (true, Dialect::Mysql) => ("SET FOREIGN_KEY_CHECKS = 0", "SET FOREIGN_KEY_CHECKS = 1"),
            _ => return self.script(dialect),
        };
        let deferral = deferral(dialect).map(str::to_owned);
        let first = std::iter::once(first.to_owned()).chain(deferral);
        first.chain(statements).chain([last.to_owned()]).collect()
    }

    /// The statements, and whether keys have to wait until all are done.
    fn statements(&self, dialect: Dialect) -> (Vec<String>, bool) {
        let (mut inserts, mut updates) = (Vec::new(), Vec::new());
        let mut is_ring = false;
        for table in &self.tables {
            let mut rows = table.rows.clone();
            // A statement that writes both rows satisfies an engine that looks at its end.
            let early = table.early.iter();
            let early = early.filter(|early| !(early.is_own && dialect.checks_keys_late()));
            for early in early.clone() {
                match early.is_nullable {
                    true => rows[early.row][early.column] = Value::Null,
                    false => is_ring = true,
                }
            }
            let waiting: BTreeSet<usize> =
                early.filter(|early| early.is_nullable).map(|early| early.row).collect();
            for row in waiting {
                match table.only(row, &rows) {
                    Some(only) => {
                        let sets = table.sets(&table.rows[row], &rows[row]);
                        updates.push(format!("UPDATE {} SET {sets} WHERE {only}", table.name));
                    }
                    None => {
                        rows[row] = table.rows[row].clone();
                        is_ring = true;
                    }
                }
            }
            if rows.is_empty() {
                continue;
            }
            let is_one = dialect.checks_keys_late() && !table.columns.is_empty();
            let parts: Vec<&[Vec<Value>]> = match is_one {
                true => vec![&rows],
                false => rows.chunks(1).collect(),
            };
            inserts.extend(parts.into_iter().map(|rows| table.insert(rows)));
        }
        (inserts.into_iter().chain(updates).collect(), is_ring)
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.tables.iter().map(|table| table.rows.len()).sum()
    }
}

/// What makes keys wait for the end of the transaction, where that can be said.
fn deferral(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Sqlite => Some("PRAGMA defer_foreign_keys = ON"),
        Dialect::Postgres => Some("SET CONSTRAINTS ALL DEFERRED"),
        Dialect::Mysql | Dialect::Duckdb => None,
    }
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
