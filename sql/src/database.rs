//! A database: the rows of each table, as SQL and as CSV.
//!
//! Rows are written so that every foreign key holds as soon as the engine looks at it: parents before children. Where rows
//! refer to each other in a ring, one of them is written with NULL and mended by an UPDATE.

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
    /// Cells that refer to rows which are written later.
    pub early: Vec<EarlyCell>,
}

/// A cell that refers to a row which is written later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyCell {
    pub row: usize,
    pub column: usize,
    pub is_nullable: bool,
}

impl Database {
    /// The statements that write it, each without a semicolon.
    pub fn script(&self, dialect: Dialect) -> Vec<String> {
        let (mut inserts, mut updates) = (Vec::new(), Vec::new());
        let mut is_ring = false;
        for table in &self.tables {
            let mut rows = table.rows.clone();
            for early in &table.early {
                // A statement that writes both rows satisfies an engine that looks at its end.
                let is_own = table.holds_later(early) && dialect.checks_keys_late();
                match (is_own, early.is_nullable, table.key) {
                    (true, ..) => {}
                    (false, true, Some(key)) => {
                        let value =
                            std::mem::replace(&mut rows[early.row][early.column], Value::Null);
                        updates.push(format!(
                            "UPDATE {} SET {} = {value} WHERE {} = {}",
                            table.name,
                            table.columns[early.column],
                            table.columns[key],
                            table.rows[early.row][key]
                        ));
                    }
                    _ => is_ring = true,
                }
            }
            if rows.is_empty() {
                continue;
            }
            let parts: Vec<&[Vec<Value>]> = match dialect.checks_keys_late() {
                true => vec![&rows],
                false => rows.chunks(1).collect(),
            };
            inserts.extend(parts.into_iter().map(|rows| table.insert(rows)));
        }
        let deferred = match dialect {
            Dialect::Sqlite => "PRAGMA defer_foreign_keys = ON",
            _ => "SET CONSTRAINTS ALL DEFERRED",
        };
        let first = is_ring.then(|| deferred.to_owned());
        first.into_iter().chain(inserts).chain(updates).collect()
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.tables.iter().map(|table| table.rows.len()).sum()
    }
}

impl TableRows {
    /// Whether the row that a cell refers to is of the same table.
    fn holds_later(&self, early: &EarlyCell) -> bool {
        let value = &self.rows[early.row][early.column];
        self.key.is_some_and(|key| self.rows.iter().any(|row| row[key] == *value))
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
        format!("INSERT INTO {} ({}) VALUES {rows}", self.name, self.columns.join(", "))
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
