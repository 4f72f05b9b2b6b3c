//! Which SQL a schema is written in, and what its engine does.

use sqlparser::dialect as parser;

/// An engine whose rules decide which databases are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
    Mysql,
    Duckdb,
}

impl Dialect {
    pub const ALL: [Dialect; 4] =
        [Dialect::Sqlite, Dialect::Postgres, Dialect::Mysql, Dialect::Duckdb];

    /// As a user writes it.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Sqlite => "sqlite",
            Dialect::Postgres => "postgres",
            Dialect::Mysql => "mysql",
            Dialect::Duckdb => "duckdb",
        }
    }

    /// As its makers write it.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Sqlite => "SQLite",
            Dialect::Postgres => "PostgreSQL",
            Dialect::Mysql => "MySQL",
            Dialect::Duckdb => "DuckDB",
        }
    }

    pub fn named(word: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.word() == word)
    }

    pub(crate) fn parser(self) -> &'static dyn parser::Dialect {
        match self {
            Dialect::Sqlite => &parser::SQLiteDialect {},
            Dialect::Postgres => &parser::PostgreSqlDialect {},
            Dialect::Mysql => &parser::MySqlDialect {},
            Dialect::Duckdb => &parser::DuckDbDialect {},
        }
    }

    /// Whether a primary key takes NULL. SQLite keeps a mistake of its first versions: only an `INTEGER PRIMARY KEY`
    /// and a table without row ids refuse it (sqlite.org/lang_createtable.html, "The PRIMARY KEY").
    pub fn has_null_keys(self) -> bool {
        self == Dialect::Sqlite
    }

    /// Whether `MATCH FULL` means anything. SQLite and MySQL read it and take it for `MATCH SIMPLE`.
    pub fn heeds_match_full(self) -> bool {
        self == Dialect::Postgres
    }

    /// Whether foreign keys are looked at when a statement has written all its rows, and not at each row.
    pub fn checks_keys_late(self) -> bool {
        matches!(self, Dialect::Sqlite | Dialect::Postgres)
    }
}
