//! A query, as a user wrote it and as it is read.
//!
//! The engine gets the user's own text. What the parser makes of it only serves to learn which columns matter and what
//! order the rows have. A query that it does not read is asked all the same.

use sqlparser::ast::{Query, Statement};
use sqlparser::dialect::{Dialect as ParserDialect, GenericDialect};
use sqlparser::keywords::Keyword;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Location, Token, TokenWithSpan, Tokenizer};

use crate::compare::RowOrder;
use crate::dialect::Dialect;

/// One query.
#[derive(Clone, Debug)]
pub struct ReadQuery {
    text: String,
    parsed: Option<Query>,
}

impl ReadQuery {
    /// Reads a file with one query, or with one view, whose query is taken.
    ///
    /// # Errors
    /// What else stands there.
    pub fn new(text: &str, dialect: Dialect) -> Result<ReadQuery, String> {
        let found = statements(text, dialect);
        let [(statement, written)] = &found[..] else {
            return Err(match found.len() {
                0 => "there is no query in it".to_owned(),
                number => {
                    format!("there are {number} statements in it, and one query is asked for")
                }
            });
        };
        match statement {
            Some(Statement::Query(query)) => {
                Ok(ReadQuery { text: written.clone(), parsed: Some(Query::clone(query)) })
            }
            Some(Statement::CreateView(view)) => {
                let text = of_view(written, dialect).unwrap_or_else(|| view.query.to_string());
                Ok(ReadQuery { text, parsed: Some(Query::clone(&view.query)) })
            }
            None if is_query(written) => Ok(ReadQuery { text: written.clone(), parsed: None }),
            _ => {
                let first = written.split_whitespace().next().unwrap_or_default();
                Err(format!("it begins with {first}, which is neither a query nor a view"))
            }
        }
    }

    /// Without the semicolon.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn parsed(&self) -> Option<&Query> {
        self.parsed.as_ref()
    }

    /// Whether it ends with ORDER BY.
    pub fn is_ordered(&self) -> bool {
        self.parsed.as_ref().is_some_and(|query| query.order_by.is_some())
    }

    /// The order that it says.
    pub(crate) fn order(&self) -> RowOrder {
        self.parsed.as_ref().map(RowOrder::of).unwrap_or_default()
    }
}

fn is_query(text: &str) -> bool {
    let first: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
    ["SELECT", "WITH", "VALUES", "TABLE", "FROM"].contains(&first.to_ascii_uppercase().as_str())
}

/// The statements of a text, each with its own text from its first word on. One that the parser does not know is `None`.
pub(crate) fn statements(text: &str, dialect: Dialect) -> Vec<(Option<Statement>, String)> {
    let parsers: [&dyn ParserDialect; 2] = [dialect.parser(), &GenericDialect {}];
    let tokens = parsers
        .iter()
        .find_map(|parser| Tokenizer::new(*parser, text).tokenize_with_location().ok());
    let Some(tokens) = tokens else {
        let text = text.trim().trim_end_matches(';').trim_end();
        return if text.is_empty() { Vec::new() } else { vec![(None, text.to_owned())] };
    };
    let lines = Lines::new(text);
    let mut found = Vec::new();
    for part in tokens.split(|token| token.token == Token::SemiColon) {
        let said =
            |token: &&TokenWithSpan| !matches!(token.token, Token::Whitespace(_) | Token::EOF);
        let Some((first, last)) = part.iter().find(said).zip(part.iter().rfind(said)) else {
            continue;
        };
        let written = &text[lines.at(first.span.start)..lines.at(last.span.end)];
        let parsed = parsers.iter().find_map(|dialect| {
            let mut parser = Parser::new(*dialect).with_tokens_with_locations(part.to_vec());
            let statement = parser.parse_statement().ok()?;
            (parser.peek_token().token == Token::EOF).then_some(statement)
        });
        found.push((parsed, written.to_owned()));
    }
    found
}

/// What follows AS in `CREATE VIEW v (a, b) AS SELECT …`.
fn of_view(written: &str, dialect: Dialect) -> Option<String> {
    let tokens = Tokenizer::new(dialect.parser(), written).tokenize_with_location().ok()?;
    let is = |token: &TokenWithSpan, keyword| matches!(&token.token, Token::Word(word) if word.keyword == keyword);
    let from = tokens.iter().position(|token| is(token, Keyword::AS))?;
    let mut rest: Vec<&TokenWithSpan> = tokens[from + 1..]
        .iter()
        .filter(|token| !matches!(token.token, Token::Whitespace(_) | Token::EOF))
        .collect();
    // `WITH LOCAL CHECK OPTION`, `WITH NO DATA` say nothing of the query.
    let ends = |rest: &[&TokenWithSpan]| {
        rest.last().is_some_and(|last| is(last, Keyword::OPTION) || is(last, Keyword::DATA))
    };
    if ends(&rest)
        && let Some(with) = rest.iter().rposition(|token| is(token, Keyword::WITH))
    {
        rest.truncate(with);
    }
    let lines = Lines::new(written);
    let (first, last) = (rest.first()?, rest.last()?);
    Some(written[lines.at(first.span.start)..lines.at(last.span.end)].to_owned())
}

/// Where the lines of a text begin.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl Lines<'_> {
    fn new(text: &str) -> Lines<'_> {
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines { text, starts: std::iter::once(0).chain(after).collect() }
    }

    /// The byte at a place, which counts letters from 1.
    fn at(&self, place: Location) -> usize {
        let (line, column) = (place.line.max(1) as usize - 1, place.column.max(1) as usize - 1);
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let letter = self.text[start..].char_indices().nth(column);
        letter.map_or(self.text.len(), |(at, _)| start + at)
    }
}
