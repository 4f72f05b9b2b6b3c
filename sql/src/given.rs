//! The databases of test scripts: INSERT statements that somebody wrote, or that Korrel did.
//!
//! A line `-- database N`, as `korrel find --format sql` writes it, begins a database. A title may follow: `-- database 0: nobody`. A script without such a line is one.
//! What creates tables, and what begins or ends a transaction, is left out: the tables are there, and each database is taken
//! back after it was asked.

use sqlparser::dialect::GenericDialect;
use sqlparser::tokenizer::{Token, Tokenizer, Whitespace};

use crate::client::harmless;
use crate::database::Database;
use crate::dialect::Dialect;
use crate::query::statements;

/// What the statements of a script are about.
const LEFT_OUT: [&str; 10] = [
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "START",
    "END",
    "SAVEPOINT",
    "RELEASE",
    "CREATE",
    "DROP",
    "ALTER",
];

/// The databases of a script.
///
/// # Errors
/// What is no statement that fills tables.
pub fn databases(script: &str, dialect: Dialect) -> Result<Vec<Database>, String> {
    let mut databases = Vec::new();
    for part in parts(script, dialect) {
        let mut written = Vec::new();
        for (_, text) in statements(part, dialect) {
            let first: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
            let first = first.to_ascii_uppercase();
            if LEFT_OUT.contains(&first.as_str()) {
                continue;
            }
            if !["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH", "SET", "PRAGMA"]
                .contains(&first.as_str())
            {
                let line = text.lines().next().unwrap_or_default();
                return Err(format!("it is no statement that fills a table: {line}"));
            }
            harmless(&text)?;
            written.push(text);
        }
        databases.push(Database { tables: Vec::new(), written: Some(written) });
    }
    Ok(databases)
}

/// The texts between the lines that begin a database. What stands before the first one belongs to none, unless there is no
/// such line.
fn parts(script: &str, dialect: Dialect) -> Vec<&str> {
    let parsers: [&dyn sqlparser::dialect::Dialect; 2] = [dialect.parser(), &GenericDialect {}];
    let tokens = parsers
        .iter()
        .find_map(|parser| Tokenizer::new(*parser, script).tokenize_with_location().ok());
    let lines = tokens.iter().flatten().filter_map(|token| match &token.token {
        Token::Whitespace(Whitespace::SingleLineComment { comment, prefix }) => {
            let number = comment.trim().strip_prefix("database ")?;
            let title = number.trim_start_matches(|c: char| c.is_ascii_digit());
            let is_number = title.len() < number.len();
            let is_title = !title.trim_start().starts_with(char::is_alphanumeric);
            (prefix == "--" && is_number && is_title).then_some(token.span.start.line as usize - 1)
        }
        _ => None,
    });
    let all = script.match_indices('\n').map(|(at, _)| at + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(all).collect();
    let mut cuts: Vec<usize> = lines.filter_map(|line| starts.get(line).copied()).collect();
    if cuts.is_empty() {
        return vec![script];
    }
    cuts.push(script.len());
    cuts.windows(2).map(|ends| &script[ends[0]..ends[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a text in a row would end a database, or the rows of two databases would be one.
    #[test]
    fn a_line_begins_a_database() {
        let script = "-- of a query\n-- database 0\n-- database 1\nINSERT INTO t VALUES ('a\n-- database 9\n');\n\
                      -- covers\nINSERT INTO u VALUES (1); COMMIT;\n-- database 2 - nobody\n-- database 7 is above\nSAVEPOINT x;\nDELETE FROM t;";
        let found = databases(script, Dialect::Sqlite).unwrap();
        let number = |database: &Database| database.written.as_ref().map_or(0, Vec::len);
        assert_eq!(found.iter().map(number).collect::<Vec<_>>(), [0, 2, 1]);
        let one = databases("INSERT INTO t VALUES (1);", Dialect::Sqlite).unwrap();
        assert_eq!(one.iter().map(number).collect::<Vec<_>>(), [1]);
        assert!(databases("SELECT 1", Dialect::Sqlite).is_err());
    }
}
