//! Databases and results as tables for a terminal.

use std::collections::BTreeMap;
use std::path::Path;

use korrel_draw::{RuledCell, RuledRow, RuledTable, Style};
use korrel_lang::visible::visible;
use korrel_sql::{Answered, Comparison, Database, Dialect, Difference, QueryResult, Tally, Value};

use crate::messages::error::shown as shown_path;

/// A difference: the tables with rows, and what each query makes of them.
pub fn difference(difference: &Difference, names: &[String]) -> String {
    let Difference { database, results } = difference;
    let number: usize = database.tables.iter().map(|table| table.rows.len()).sum();
    let place = match number {
        0 => "the empty database".to_owned(),
        _ => format!("a database of {}", counted(number, "row")),
    };
    let mut text = format!("{} on {place}:\n", headline(results));
    text += &tables(database);
    let others = |at: usize| match &results[..] {
        [Ok(left), Ok(right)] => Some(if at == 0 { right } else { left }),
        _ => None,
    };
    let mut is_marked = false;
    for (at, (result, name)) in results.iter().zip(names).enumerate() {
        let marks = result.as_ref().ok().zip(others(at)).map(|(own, other)| alone(own, other));
        let marks = marks.unwrap_or_default();
        is_marked |= marks.contains(&true);
        text += &self::result(name, result, &marks);
    }
    if is_marked {
        text += "\n`*`: the other result has this row less often, or not at all.\n";
    }
    if let [Ok(left), Ok(right)] = &results[..]
        && left.columns.len() == right.columns.len()
        && alone(left, right).iter().chain(&alone(right, left)).all(|is_alone| !is_alone)
    {
        text += "\nThe rows are the same, and their order is not.\n";
    }
    text
}

fn headline(results: &[Result<QueryResult, String>]) -> &'static str {
    match results {
        [Ok(_)] => "not empty",
        [Err(_)] => "fails",
        _ => "different",
    }
}

/// What a query returns. Rows are marked.
pub fn result(name: &str, result: &Answered, marks: &[bool]) -> String {
    match result {
        Ok(QueryResult { columns, rows }) => {
            let number = counted(rows.len(), "row");
            format!("\n{name}: {number}\n{}", table(columns, rows, marks))
        }
        Err(message) => format!("\n{name} fails\n  {message}\n"),
    }
}

/// A database as statements, behind the line that begins it and what is said of it.
pub fn script(database: &Database, number: usize, dialect: Dialect, said: &[String]) -> String {
    let mut script = format!("-- database {number}\n");
    for line in said {
        script += &format!("-- {}\n", visible(line));
    }
    for statement in database.whole_script(dialect) {
        script += &format!("{statement};\n");
    }
    script
}

/// What a query returns, as comments.
pub fn expected(file: &Path, result: &Answered) -> String {
    let name = shown_path(file);
    let lines = match result {
        Err(message) => vec![format!("fails: {message}")],
        Ok(QueryResult { rows, .. }) if rows.is_empty() => vec!["returns no rows".to_owned()],
        Ok(QueryResult { rows, .. }) => {
            let row = |row: &Vec<Value>| {
                let cells: Vec<String> = row.iter().map(Value::comment).collect();
                format!("returns ({})", cells.join(", "))
            };
            rows.iter().map(row).collect()
        }
    };
    let line = |line: String| format!("-- {name} {}\n", visible(&line.replace('\n', " ")));
    lines.into_iter().map(line).collect()
}

/// The lines as comments.
pub fn commented(text: &str) -> String {
    text.lines().map(|line| format!("-- {line}").trim_end().to_owned() + "\n").collect()
}

/// The tables of a database that have rows.
pub fn tables(database: &Database) -> String {
    let mut text = String::new();
    for of in database.tables.iter().filter(|table| !table.rows.is_empty()) {
        text += &format!("\n{}\n{}", of.name, table(&of.columns, &of.rows, &[]));
    }
    text
}

/// The lines that tell of what was left out, and of what was refused.
pub fn refused(tally: &Tally) -> Option<String> {
    let (database, refusal) = tally.first_refused.as_ref()?;
    let verb = if tally.refused == 1 { "is" } else { "are" };
    Some(format!(
        "{} that the schema allows {verb} refused by the engine, first this one:\n{}\n  {}\n  {}\n",
        counted(tally.refused as usize, "database"),
        tables(database),
        refusal.statement,
        refusal.message
    ))
}

/// `1 row was`, `2 rows were`.
pub fn were(number: usize, noun: &str) -> String {
    format!("{} {}", counted(number, noun), if number == 1 { "was" } else { "were" })
}

/// Why the order of rows leaves an answer undecided: a query sorts by a key that its result does not show.
pub fn hidden_key(file: &Path, key: &str) -> String {
    format!(
        "rows are not compared in the order of {key}, by which `{}` sorts: no column of the result shows it. \
         Show it in each query: SELECT ..., {key} AS sort_key ... ORDER BY sort_key",
        shown_path(file)
    )
}

/// Lines that say why an answer is undecided.
pub fn doubts(doubts: &[String]) -> String {
    doubts.iter().map(|doubt| format!("  {}\n", visible(doubt))).collect()
}

/// `1 row`, `2 rows`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Of each row, whether the other result has it less often.
fn alone(result: &QueryResult, other: &QueryResult) -> Vec<bool> {
    let shown = |row: &Vec<Value>| row.iter().map(plain).collect::<Vec<_>>();
    let mut left: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for row in &other.rows {
        *left.entry(shown(row)).or_default() += 1;
    }
    let is_alone = |row: &Vec<Value>| match left.get_mut(&shown(row)) {
        Some(number) if *number > 0 => {
            *number -= 1;
            false
        }
        _ => true,
    };
    result.rows.iter().map(is_alone).collect()
}

/// Numbers of one value are one text.
fn plain(value: &Value) -> String {
    match value {
        Value::Decimal(digits) if digits.contains('.') => {
            digits.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        other => other.to_string(),
    }
}

fn table(columns: &[String], rows: &[Vec<Value>], marks: &[bool]) -> String {
    if columns.is_empty() {
        return String::new();
    }
    let cell = |value: &Value| RuledCell {
        style: Style::Plain,
        text: value.to_string().replace('\n', "\\n"),
        is_number: matches!(value, Value::Integer(_) | Value::Decimal(_) | Value::Null),
    };
    let row = |(at, row): (usize, &Vec<Value>)| RuledRow {
        mark: if marks.get(at) == Some(&true) { '*' } else { ' ' },
        cells: row.iter().map(cell).collect(),
    };
    let rows = rows.iter().enumerate().map(row).collect();
    RuledTable { head: columns.to_vec(), rows }.text()
}

/// The values that columns held in all databases, and what tries more.
pub fn tried(comparison: &Comparison, rows: u16) -> String {
    const MOST: usize = 12;
    let values = comparison.values();
    let mut told: Vec<String> = values.iter().take(MOST).map(ToString::to_string).collect();
    if values.len() > MOST {
        told.push(format!("{} more", values.len() - MOST));
    }
    let more = format!(
        "`--rows {}`, `--text TEXT` and `--integers A..B` try more",
        rows.saturating_add(1)
    );
    match told.is_empty() {
        true => more,
        false => format!("the columns that matter held {}; {more}", told.join(", ")),
    }
}
