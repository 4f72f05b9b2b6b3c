//! Tables with their columns and constraints, and what their dialect makes of these.

use sqlparser::ast::Expr;

use crate::dialect::Dialect;
use crate::tables::{PartOf, PartitionKey};
use crate::unsaid::{SqlMistake, Unsaid};
use crate::views::Views;
use crate::{script, tables};

#[derive(Clone, Debug)]
pub struct Schema {
    pub dialect: Dialect,
    pub tables: Vec<Table>,
    pub unsaid: Vec<Unsaid>,
    /// The statements that are about no table, by what they are called.
    pub unread: Vec<String>,
    /// The triggers, each with its name: `CREATE TRIGGER t`.
    pub triggers: Vec<Unsaid>,
    pub(crate) views: Views,
}

#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Without quotes.
    pub name: String,
    /// As it was written: `"order"`, `public.orders`.
    pub written: String,
    pub columns: Vec<Column>,
    /// The primary key is among them.
    pub keys: Vec<Key>,
    pub foreign: Vec<ForeignKey>,
    pub checks: Vec<Check>,
    /// The names of indexes that are no keys.
    pub(crate) indexes: Vec<String>,
    /// The tables from which it inherits, by their names.
    pub(crate) parents: Vec<String>,
    pub(crate) parted: Option<PartitionKey>,
    pub(crate) part_of: Option<PartOf>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct Column {
    /// Without quotes.
    pub name: String,
    pub written: String,
    pub kind: ColumnKind,
    /// The enum that its type is, by its name.
    pub labels_of: Option<String>,
    /// Whether it takes NULL.
    pub is_nullable: bool,
    /// What the engine computes. Nobody writes it.
    pub generated: Option<Expr>,
    /// `GENERATED ALWAYS AS IDENTITY`: an INSERT says that it overrides the engine's numbers.
    pub is_identity: bool,
    /// The length of PostgreSQL's `CHAR(n)`, which fills its texts with spaces.
    pub(crate) width: Option<u64>,
    /// Its texts are not compared by their bytes: `COLLATE NOCASE`.
    pub(crate) is_collated: bool,
    /// It does not only come from tables from which this one inherits.
    pub(crate) is_own: bool,
    pub place: Place,
}

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    Integer {
        least: i64,
        greatest: i64,
    },
    /// With a fraction, perhaps.
    Number {
        /// So many digits behind the point are kept. Nothing, where all are.
        places: Option<usize>,
    },
    Boolean,
    /// The greatest number of characters.
    Text(Option<u64>),
    Date,
    Time,
    Timestamp {
        /// An offset matters. Without it, PostgreSQL does not look at one.
        has_zone: bool,
    },
    Uuid,
    Bytes,
    Json,
    /// The labels.
    Enum(Vec<String>),
    /// Something else, as it is written.
    Other(String),
}

/// Columns in which no two rows have the same values.
#[derive(Clone, Debug)]
pub struct Key {
    pub name: Option<String>,
    pub parts: Vec<KeyPart>,
    pub is_primary: bool,
    /// Rows with NULL in one of the columns are different from all others.
    pub are_nulls_distinct: bool,
    /// The rows that are looked at, of a partial index.
    pub filter: Option<Expr>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub enum KeyPart {
    Column(usize),
    /// An expression of one column.
    Expression(Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct ForeignKey {
    pub columns: Vec<usize>,
    pub table: usize,
    pub to: Vec<usize>,
    /// `MATCH FULL`, where the dialect heeds it: all columns are NULL, or none is.
    pub is_full: bool,
    /// The rows that are looked at, where a part of the table has the key.
    pub filter: Option<Expr>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct Check {
    pub name: Option<String>,
    pub expr: Expr,
    /// The column that `VALUE` stands for, in the check of a domain.
    pub value: Option<usize>,
    /// It does not only come from tables from which this one inherits.
    pub(crate) is_own: bool,
    /// Tables that inherit from this one have it, too.
    pub(crate) is_handed_down: bool,
    pub place: Place,
}

/// Where something stands in the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub file: usize,
    pub line: u64,
}

/// The place of a name: the one that is written so, or else the first that is the same but for case.
fn called<'a>(names: impl Iterator<Item = &'a String> + Clone, name: &str) -> Option<usize> {
    let exact = names.clone().position(|other| other == name);
    exact.or_else(|| names.clone().position(|other| other.eq_ignore_ascii_case(name)))
}

impl Schema {
    /// The tables of SQL files, which are read in order. A dialect that is not given is guessed.
    ///
    /// # Errors
    /// The first file that is not SQL, and why.
    pub fn read(files: &[String], dialect: Option<Dialect>) -> Result<Schema, SqlMistake> {
        let dialect = dialect.unwrap_or_else(|| script::guessed(files));
        let script = script::script(files, dialect)?;
        let views = Views::read(files, dialect);
        Ok(Schema { views, ..tables::schema(script, dialect) })
    }

    pub fn table(&self, name: &str) -> Option<usize> {
        called(self.tables.iter().map(|table| &table.name), name)
    }
}

impl Schema {
    /// The tables whose rows a query of this one reads, too.
    pub(crate) fn heirs(&self, of: usize) -> Vec<usize> {
        let mut heirs = vec![of];
        let mut at = 0;
        while let Some(&above) = heirs.get(at) {
            let is_heir = |heir: &usize| {
                let mut parents = self.tables[*heir].parents.iter();
                !heirs.contains(heir) && parents.any(|name| self.table(name) == Some(above))
            };
            let own: Vec<usize> = (0..self.tables.len()).filter(is_heir).collect();
            heirs.extend(own);
            at += 1;
        }
        heirs.split_off(1)
    }
}

impl Table {
    pub fn column(&self, name: &str) -> Option<usize> {
        called(self.columns.iter().map(|column| &column.name), name)
    }

    /// The column that a name means in a check. In that of a domain `VALUE` is no name of a column.
    pub(crate) fn meant(&self, name: &str, value: Option<usize>) -> Option<usize> {
        value.filter(|_| name.eq_ignore_ascii_case("value")).or_else(|| self.column(name))
    }

    /// The column that SQLite's `rowid` is: `INTEGER PRIMARY KEY`.
    pub(crate) fn row_id(&self) -> Option<usize> {
        let [only] = self.primary()?[..] else { return None };
        let whole = ColumnKind::Integer { least: i64::MIN, greatest: i64::MAX };
        (self.columns[only].kind == whole).then_some(only)
    }

    /// The columns of the primary key.
    pub fn primary(&self) -> Option<Vec<usize>> {
        self.keys.iter().find(|key| key.is_primary)?.columns()
    }
}

impl Check {
    /// A check of a row, without a name.
    pub(crate) fn new(expr: Expr, place: Place) -> Check {
        Check { name: None, expr, value: None, is_own: true, is_handed_down: true, place }
    }
}

impl ForeignKey {
    /// Whether it demands the same.
    pub(crate) fn is_same(&self, other: &ForeignKey) -> bool {
        (self.table, self.is_full) == (other.table, other.is_full)
            && (&self.columns, &self.to) == (&other.columns, &other.to)
            && self.filter == other.filter
    }
}

impl Key {
    /// Whether it demands the same.
    pub(crate) fn is_same(&self, other: &Key) -> bool {
        self.are_nulls_distinct == other.are_nulls_distinct
            && self.parts == other.parts
            && self.filter == other.filter
    }

    /// The columns, where there are no expressions.
    pub fn columns(&self) -> Option<Vec<usize>> {
        let column = |part: &KeyPart| match part {
            KeyPart::Column(column) => Some(*column),
            KeyPart::Expression(_) => None,
        };
        self.parts.iter().map(column).collect()
    }
}
