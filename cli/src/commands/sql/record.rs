//! The answer as a record.

use korrel::answer::{SqlCells, SqlRecord, SqlRefusal, SqlResult, SqlTable};
use korrel_sql::{Answer, Database, QueryResult, Value};
use serde_json::Value as Json;

use crate::flags::{SqlFlags, SqlQuestionFlag};

/// `rows`: the search was stopped, and had tried all databases with fewer rows in all.
pub fn record(flags: &SqlFlags, found: &Answer, rows: Option<usize>) -> SqlRecord {
    let name = |at: usize| flags.queries[at].display().to_string();
    let results =
        found.difference.iter().flat_map(|difference| difference.results.iter().enumerate());
    let results = results.map(|(at, result)| match result {
        Ok(QueryResult { columns, rows }) => SqlResult {
            query: name(at),
            columns: Some(columns.clone()),
            rows: Some(rows.iter().map(|row| cells(row)).collect()),
            error: None,
        },
        Err(message) => {
            SqlResult { query: name(at), columns: None, rows: None, error: Some(message.clone()) }
        }
    });
    SqlRecord {
        kind: match flags.question {
            SqlQuestionFlag::Diff => "diff",
            SqlQuestionFlag::Check => "check",
        }
        .to_owned(),
        status: match (&found.difference, rows) {
            (Some(_), _) => "found",
            (None, None) => "complete",
            (None, Some(_)) => "stopped",
        }
        .to_owned(),
        engine: flags.engine.clone(),
        rows: flags.rows.into(),
        databases: found.databases,
        database: found.difference.as_ref().map(|difference| tables(&difference.database)),
        results: results.collect(),
        refused: found.refused,
        refusal: found.first_refused.as_ref().map(|(database, refusal)| SqlRefusal {
            database: tables(database),
            statement: refusal.statement.clone(),
            message: refusal.message.clone(),
        }),
    }
}

fn tables(database: &Database) -> Vec<SqlTable> {
    let table = |table: &korrel_sql::TableRows| SqlTable {
        table: table.name.clone(),
        columns: table.columns.clone(),
        rows: table.rows.iter().map(|row| cells(row)).collect(),
    };
    database.tables.iter().map(table).collect()
}

fn cells(row: &[Value]) -> SqlCells {
    row.iter().map(cell).collect()
}

/// Decimals and bytes are texts, as SQL writes them.
fn cell(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Boolean(truth) => Json::from(*truth),
        Value::Integer(number) => Json::from(*number),
        Value::Decimal(digits) => {
            digits.parse::<f64>().map_or_else(|_| Json::from(digits.as_str()), Json::from)
        }
        Value::Text(text) => Json::from(text.as_str()),
        Value::Bytes(_) => Json::from(value.to_string()),
    }
}
