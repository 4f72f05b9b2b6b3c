//! What queries answer on databases.

use serde::Serialize;
use serde_json::Value as Json;

/// A record of `korrel sql`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SqlRecord {
    Diff(SqlComparison),
    Check(SqlComparison),
    /// A database of a cover, or of those that kill mutants.
    Database(SqlDatabase),
    Cover(SqlSuite),
    Mutants(SqlSuite),
}

/// A database that shows something of a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlDatabase {
    pub id: u64,
    pub database: Vec<SqlTable>,
    /// What the query returns.
    pub results: Vec<SqlResult>,
    /// The obligations that it meets, or the mutants that it kills, by their ids.
    pub meets: Vec<u64>,
}

/// All obligations or mutants of a query, and what is known of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlSuite {
    /// `complete`: what is unmet, no database meets; `undecided`: see `doubts`; `stopped`: time or memory ran out first.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["complete", "undecided", "stopped"])))]
    pub status: String,
    /// Why what is unmet may yet be met: the engine refused databases, or none has a row of a table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// What the files say and the databases do not heed, with its line, triggers among it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsaid: Vec<String>,
    /// As it was named.
    pub engine: String,
    /// The greatest number of rows of a table.
    pub rows: u64,
    /// The databases that the engine took.
    pub databases: u64,
    pub goals: Vec<SqlGoal>,
    /// Parts of the query that are not looked into.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<String>,
    /// No fewer of the databases that were kept meet as much.
    pub smallest: bool,
    /// Of the scripts that were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<SqlScore>,
    /// The databases that the schema allows and the engine refuses.
    pub refused: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<SqlRefusal>,
}

/// An obligation, or a mutant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlGoal {
    pub id: u64,
    /// 0, where nobody knows.
    pub line: u64,
    pub column: u64,
    /// The clause, or what is changed.
    pub of: String,
    pub text: String,
    /// It returns a row where the obligation is met, or is the mutant.
    pub query: String,
    /// `unmet`: no database does; `open`: not all were tried; `failed`: the engine does not know the query; `elsewhere`, of a
    /// certificate: only databases with other values do.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["met", "unmet", "open", "failed", "elsewhere"]))
    )]
    pub state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What scripts meet, of what any database does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlScore {
    pub met: u64,
    pub of: u64,
    /// By their ids.
    pub missed: Vec<u64>,
}

/// Whether queries return what they are to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlComparison {
    /// `found`: a database on which the results are not as they should be; `complete`: there is none; `undecided`: see `doubts`;
    /// `stopped`: time or memory ran out first.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["found", "complete", "undecided", "stopped"]))
    )]
    pub status: String,
    /// Why there may yet be one: the engine refused databases, or none has a row of a table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// What the files say and the databases do not heed, with its line, triggers among it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsaid: Vec<String>,
    /// Of `complete`: the values that columns which matter held, as SQL writes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// Neither query returns a row on any of these databases, so that they are the same says little.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_silent: bool,
    /// As it was named.
    pub engine: String,
    /// The greatest number of rows of a table.
    pub rows: u64,
    /// The databases that the engine took.
    pub databases: u64,
    /// The database that was found, parents before children.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<Vec<SqlTable>>,
    /// What each query makes of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<SqlResult>,
    /// The databases that the schema allows and the engine refuses.
    pub refused: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<SqlRefusal>,
    /// Of `complete`, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutants: Option<SqlCertificate>,
}

/// How sharp the databases are on which results were as they should be: the mutants of the first query that they tell from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlCertificate {
    /// `stopped`: time or memory ran out first.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["complete", "stopped"])))]
    pub status: String,
    /// The file of the query.
    pub query: String,
    /// The mutants that these databases kill.
    pub killed: u64,
    /// The mutants that the engine knows.
    pub of: u64,
    pub mutants: Vec<SqlGoal>,
    /// Why those that are unmet may yet differ from the query.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// Parts of the query that are not looked into.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<String>,
}

/// A row. Numbers with a fraction are numbers, bytes are texts: `X'00FF'`.
pub type SqlCells = Vec<Json>;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlTable {
    pub table: String,
    pub columns: Vec<String>,
    pub rows: Vec<SqlCells>,
}

/// A result, or the engine's message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlResult {
    /// The file of the query.
    pub query: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<SqlCells>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The first database that the engine refuses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlRefusal {
    pub database: Vec<SqlTable>,
    pub statement: String,
    pub message: String,
}
