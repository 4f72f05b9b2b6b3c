//! Answers as records.

use korrel::answer::{
    SqlCells, SqlCertificate, SqlComparison, SqlDatabase, SqlGoal, SqlRecord, SqlRefusal,
    SqlResult, SqlScore, SqlSuite, SqlTable,
};
use korrel_sql::{Answered, Database, GoalState, QueryResult, Suite, Tally, Value};
use serde_json::Value as Json;

use crate::flags::{SqlFlags, SqlQuestionFlag};

use super::certificate::Certificate;
use super::comparing::Compared;
use super::suite::Told;

pub fn comparison(flags: &SqlFlags, compared: &Compared) -> SqlRecord {
    let (found, tally) = (compared.found.as_ref(), &compared.tally);
    let results = found.iter().flat_map(|difference| difference.results.iter().enumerate());
    let record = SqlComparison {
        status: match (found, compared.rows) {
            (Some(_), _) => "found",
            (None, None) if compared.doubts.is_empty() => "complete",
            (None, None) => "undecided",
            (None, Some(_)) => "stopped",
        }
        .to_owned(),
        is_silent: compared.is_silent,
        engine: flags.engine.clone(),
        rows: flags.rows.into(),
        databases: tally.databases,
        database: found.map(|difference| tables(&difference.database)),
        results: results.map(|(at, result)| answered(flags, at, result)).collect(),
        doubts: if found.is_none() { compared.doubts.clone() } else { Vec::new() },
        unsaid: compared.unsaid.clone(),
        tried: match (found, compared.rows) {
            (None, None) if compared.doubts.is_empty() => compared.tried.clone(),
            _ => Vec::new(),
        },
        refused: tally.refused,
        refusal: refusal(tally),
        mutants: compared.certificate.as_ref().map(|certificate| certified(flags, certificate)),
    };
    match flags.question {
        SqlQuestionFlag::Diff => SqlRecord::Diff(record),
        _ => SqlRecord::Check(record),
    }
}

/// A record for each database, and one of all.
pub fn suite(flags: &SqlFlags, told: &Told<'_>) -> Vec<SqlRecord> {
    let number = |at: usize| at as u64;
    let databases = told.chosen.iter().enumerate().map(|(id, at)| {
        let kept = &told.suite.kept()[*at];
        SqlRecord::Database(SqlDatabase {
            id: number(id),
            database: tables(&kept.database),
            results: vec![answered(flags, 0, &kept.result)],
            meets: told.suite.met(*at).map(number).collect(),
        })
    });
    let goals = goals(told.suite);
    let met = goals.iter().filter(|goal| goal.state == "met").count();
    let record = SqlSuite {
        status: match (told.is_stopped, told.doubts.is_empty()) {
            (true, _) => "stopped",
            (false, true) => "complete",
            (false, false) => "undecided",
        }
        .to_owned(),
        doubts: told.doubts.clone(),
        unsaid: told.unsaid.clone(),
        engine: flags.engine.clone(),
        rows: flags.rows.into(),
        databases: told.tally.databases,
        goals,
        passed_over: passed_over(told.suite),
        smallest: told.is_proven,
        against: told.missed.as_ref().map(|missed| SqlScore {
            met: number(met - missed.len()),
            of: number(met),
            missed: missed.iter().copied().map(number).collect(),
        }),
        refused: told.tally.refused,
        refusal: refusal(told.tally),
    };
    let whole = match flags.question {
        SqlQuestionFlag::Mutants => SqlRecord::Mutants(record),
        _ => SqlRecord::Cover(record),
    };
    databases.chain([whole]).collect()
}

fn goals(suite: &Suite) -> Vec<SqlGoal> {
    let goals = suite.goals().iter().enumerate().map(|(id, goal)| {
        let (state, error) = match suite.state(id) {
            GoalState::Met => ("met", None),
            GoalState::Unmet => ("unmet", None),
            GoalState::Open => ("open", None),
            GoalState::Failed(why) => ("failed", Some(why)),
        };
        SqlGoal {
            id: id as u64,
            line: goal.place.line,
            column: goal.place.column,
            of: goal.kind.to_owned(),
            text: goal.said.clone(),
            query: goal.query.clone(),
            state: state.to_owned(),
            error,
        }
    });
    goals.collect()
}

fn passed_over(suite: &Suite) -> Vec<String> {
    let passed = suite.passed.iter();
    passed.map(|(at, what)| format!("{}:{}: {what}", at.line, at.column)).collect()
}

fn certified(flags: &SqlFlags, certificate: &Certificate) -> SqlCertificate {
    let mut mutants = goals(&certificate.suite);
    for goal in &certificate.elsewhere {
        "elsewhere".clone_into(&mut mutants[*goal].state);
    }
    let number = |is: &dyn Fn(&str) -> bool| {
        mutants.iter().filter(|mutant| is(&mutant.state)).count() as u64
    };
    SqlCertificate {
        status: if certificate.is_stopped { "stopped" } else { "complete" }.to_owned(),
        query: flags.queries[0].display().to_string(),
        killed: number(&|state| state == "met"),
        of: number(&|state| state != "failed"),
        doubts: certificate.doubts(&flags.queries[0]),
        passed_over: passed_over(&certificate.suite),
        mutants,
    }
}

fn answered(flags: &SqlFlags, query: usize, result: &Answered) -> SqlResult {
    let query = flags.queries[query].display().to_string();
    match result {
        Ok(QueryResult { columns, rows }) => SqlResult {
            query,
            columns: Some(columns.clone()),
            rows: Some(rows.iter().map(|row| cells(row)).collect()),
            error: None,
        },
        Err(message) => {
            SqlResult { query, columns: None, rows: None, error: Some(message.clone()) }
        }
    }
}

fn refusal(tally: &Tally) -> Option<SqlRefusal> {
    tally.first_refused.as_ref().map(|(database, refusal)| SqlRefusal {
        database: tables(database),
        statement: refusal.statement.clone(),
        message: refusal.message.clone(),
    })
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
