//! What queries answer on databases.

use serde::Serialize;
use serde_json::Value as Json;

/// The answer of a question about queries.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SqlRecord {
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["diff", "check"])))]
    pub kind: String,
    /// `found`: a database on which the results are not as they should be; `complete`: there is none; `stopped`: time or
    /// memory ran out first.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["found", "complete", "stopped"])))]
    pub status: String,
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
