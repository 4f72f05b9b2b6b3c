//! What of the user's files is handed on to a client. A client takes some lines for commands to itself, and
//! `\!` runs a program.

/// Without lines for the client, and without the data of `COPY … FROM stdin;`.
pub(super) fn without_commands(text: &str) -> String {
    let mut is_data = false;
    let mut kept = String::new();
    for line in text.lines() {
        let upper = line.trim_end().to_ascii_uppercase();
        if is_data {
            is_data = line.trim_end() != "\\.";
        } else if upper.starts_with("COPY ") && upper.ends_with("FROM STDIN;") {
            is_data = true;
        } else if !line.starts_with(['\\', '.']) {
            kept += line;
        }
        kept.push('\n');
    }
    kept
}

/// Whether a client may take a part of the statement for a command to itself: a backslash outside of quotes.
pub(super) fn is_command(statement: &str) -> bool {
    use sqlparser::dialect::PostgreSqlDialect;
    use sqlparser::tokenizer::{Token, Tokenizer};
    let tokens = Tokenizer::new(&PostgreSqlDialect {}, statement).tokenize();
    match tokens {
        Ok(tokens) => tokens.contains(&Token::Backslash),
        Err(_) => statement.contains('\\'),
    }
}

pub(super) fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Whether a query can be handed to a client.
///
/// # Errors
/// A command to the client itself.
pub fn harmless(query: &str) -> Result<(), String> {
    let has_command = is_command(query) || query.lines().any(|line| line.starts_with(['.', '\\']));
    match has_command {
        true => Err(format!("a command to the client is not handed on: {}", first_line(query))),
        false => Ok(()),
    }
}
