//! The statements of SQL files that are about tables, types and indexes, in the order in which they stand.
//!
//! What else stands in a dump (functions, grants, data) has forms that no parser knows all of, so it need not be read.

use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect as ParserDialect, GenericDialect, MsSqlDialect, SQLiteDialect};
use sqlparser::keywords::Keyword;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};

use crate::dialect::Dialect;
use crate::quotes::with_escapes;
use crate::tokens::{with_domain_checks, with_short_types, without_unknown_checks};
use crate::unsaid::{SqlMistake, Unsaid};

/// A statement, and where it begins.
pub(crate) struct Placed {
    pub file: usize,
    pub line: u64,
    pub statement: Statement,
}

#[derive(Default)]
pub(crate) struct Script {
    pub statements: Vec<Placed>,
    /// The other statements, by what they are called: `CREATE VIEW`.
    pub unread: Vec<String>,
    /// The triggers, each with its name.
    pub triggers: Vec<Unsaid>,
    /// What of the statements the parser does not know.
    pub unsaid: Vec<Unsaid>,
}

/// Reads files. The wanted dialect comes first, and each statement that it does not know is read in another one.
///
/// # Errors
/// The first file that no dialect reads, and why.
pub(crate) fn script(files: &[String], dialect: Dialect) -> Result<Script, SqlMistake> {
    let others = Dialect::ALL.into_iter().filter(|other| *other != dialect);
    let mut parsers: Vec<&dyn ParserDialect> = vec![dialect.parser(), &GenericDialect {}];
    parsers.extend(others.map(Dialect::parser));
    parsers.push(&MsSqlDialect {});
    let mut script = Script::default();
    for (file, text) in files.iter().enumerate() {
        let (text, copies) = without_commands(text);
        let text = with_escapes(&text);
        let mut mistake = None;
        // Another dialect may see the ends of texts, and so of statements, elsewhere.
        let read = (0..parsers.len()).find_map(|first| {
            let read = parsed(&parsers, first, file, &text);
            read.map_err(|why| mistake.get_or_insert(why)).ok()
        });
        let Some(read) = read else {
            return Err(SqlMistake { file, message: mistake.unwrap_or_default() });
        };
        script.add(read);
        script.unread.extend(vec!["COPY".to_owned(); copies]);
    }
    Ok(script)
}

impl Script {
    fn add(&mut self, other: Script) {
        self.statements.extend(other.statements);
        self.unread.extend(other.unread);
        self.triggers.extend(other.triggers);
        self.unsaid.extend(other.unsaid);
    }
}

/// The statements of a text as one of the parsers parts them, each read by this one or by the first other one that knows it.
fn parsed(
    parsers: &[&dyn ParserDialect],
    first: usize,
    file: usize,
    text: &str,
) -> Result<Script, String> {
    let tokens = tokens(parsers[first], text)?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let others = (0..parsers.len()).filter(|at| *at != first);
    let order: Vec<usize> = std::iter::once(first).chain(others).collect();
    let mut script = Script::default();
    for part in tokens.split(|token| token.token == Token::SemiColon) {
        let mut mistake = None;
        // A check that no dialect knows is left out, as long as the rest is known.
        let tries =
            [false, true].into_iter().flat_map(|is_last| order.iter().map(move |at| (at, is_last)));
        let read = tries.into_iter().find_map(|(at, is_last)| {
            let parser = parsers[*at];
            let read = if *at == first {
                statement(parser, file, part, is_last)
            } else {
                again(parser, &lines, part).and_then(|part| statement(parser, file, &part, is_last))
            };
            read.map_err(|why| mistake.get_or_insert(why)).ok()
        });
        script.add(read.ok_or_else(|| mistake.unwrap_or_default())?);
    }
    Ok(script)
}

fn tokens(dialect: &dyn ParserDialect, text: &str) -> Result<Vec<TokenWithSpan>, String> {
    Tokenizer::new(dialect, text).tokenize_with_location().map_err(|why| why.to_string())
}

/// The tokens of a statement in another dialect.
fn again(
    dialect: &dyn ParserDialect,
    lines: &[&str],
    part: &[TokenWithSpan],
) -> Result<Vec<TokenWithSpan>, String> {
    let (Some(first), Some(last)) = (part.first(), part.last()) else { return Ok(Vec::new()) };
    let (start, end) = (first.span.start, last.span.end);
    let columns = |line: u64| match line {
        _ if line == start.line && line == end.line => start.column..end.column,
        _ if line == start.line => start.column..u64::MAX,
        _ if line == end.line => 1..end.column,
        _ => 1..u64::MAX,
    };
    let text: String = (start.line..=end.line)
        .flat_map(|line| {
            let columns = columns(line);
            let chars = lines.get(line as usize - 1).into_iter().flat_map(|line| line.chars());
            (1..).zip(chars).filter(move |(at, _)| columns.contains(at)).map(|(_, c)| c)
        })
        .collect();
    let mut tokens = tokens(dialect, &text)?;
    for token in &mut tokens {
        token.span.start.line += start.line - 1;
        token.span.end.line += start.line - 1;
    }
    Ok(tokens)
}

/// Reads one statement.
///
/// # Errors
/// Why the parser does not know a `CREATE TABLE`.
fn statement(
    dialect: &dyn ParserDialect,
    file: usize,
    part: &[TokenWithSpan],
    is_last: bool,
) -> Result<Script, String> {
    let mut script = Script::default();
    let words = part.iter().filter_map(|token| match &token.token {
        Token::Word(word) => Some(word.keyword),
        _ => None,
    });
    let words: Vec<Keyword> = words.take(4).collect();
    let is_wanted = matches!(words.first(), Some(Keyword::CREATE | Keyword::ALTER))
        && words.iter().any(|word| {
            matches!(word, Keyword::TABLE | Keyword::TYPE | Keyword::DOMAIN | Keyword::INDEX)
        })
        || words.starts_with(&[Keyword::DROP, Keyword::TABLE])
        || words.starts_with(&[Keyword::DROP, Keyword::INDEX]);
    let first = part.iter().find(|token| !matches!(token.token, Token::Whitespace(_)));
    let line = first.map_or(1, |token| token.span.start.line);
    let trigger = trigger(part).map(|text| Unsaid { file, line, text });
    script.triggers.extend(trigger);
    let part = with_domain_checks(dialect, part);
    let mut parser = Parser::new(dialect).with_tokens_with_locations(part.clone());
    let mut read = parser.parse_statement();
    if read.is_err() && is_wanted && dialect.is::<SQLiteDialect>() {
        let part = with_short_types(&part);
        parser = Parser::new(dialect).with_tokens_with_locations(part);
        read = parser.parse_statement();
    }
    if read.is_err() && is_last && words.starts_with(&[Keyword::CREATE, Keyword::TABLE]) {
        let (part, unknown) = without_unknown_checks(dialect, &part);
        parser = Parser::new(dialect).with_tokens_with_locations(part);
        read = parser.parse_statement();
        let told = unknown.into_iter().map(|(line, text)| Unsaid { file, line, text });
        script.unsaid.extend(told.filter(|_| read.is_ok()));
    }
    match read {
        Ok(statement) if is_wanted => {
            script.statements.push(Placed { file, line, statement });
            if let Some(rest) = rest(&mut parser) {
                script.unsaid.push(Unsaid { file, line, text: format!("what follows {rest}") });
            }
        }
        // Types of other kinds than enums have forms of their own.
        Err(why) if words.starts_with(&[Keyword::CREATE, Keyword::TABLE]) => {
            return Err(why.to_string());
        }
        Err(why) if is_wanted && may_forbid(&part) => {
            let name = named(&part).unwrap_or_default();
            let why = why.to_string();
            let why = why.strip_prefix("sql parser error: ").unwrap_or(&why);
            let text = format!("{name}: this form of it is not known: {why}");
            script.unsaid.push(Unsaid { file, line, text });
        }
        _ => script.unread.extend(named(&part)),
    }
    Ok(script)
}

/// `CREATE TRIGGER t`, if a statement creates one.
fn trigger(part: &[TokenWithSpan]) -> Option<String> {
    let words = part.iter().filter_map(|token| match &token.token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    let mut words = words.peekable();
    use Keyword::{CONSTRAINT, CREATE, EXISTS, IF, NOT, OR, REPLACE, TEMP, TEMPORARY, TRIGGER};
    words.next_if(|word| word.keyword == CREATE)?;
    let before = [CONSTRAINT, OR, REPLACE, TEMP, TEMPORARY];
    while words.next_if(|word| before.contains(&word.keyword)).is_some() {}
    words.next_if(|word| word.keyword == TRIGGER)?;
    let name = words.find(|word| ![IF, NOT, EXISTS].contains(&word.keyword))?;
    Some(format!("CREATE TRIGGER {name}"))
}

/// Whether a statement can make rows invalid.
fn may_forbid(part: &[TokenWithSpan]) -> bool {
    let words = part.iter().filter_map(|token| match &token.token {
        Token::Word(word) => Some(word.keyword),
        _ => None,
    });
    let words: Vec<Keyword> = words.collect();
    let is_idle = matches!(words.get(1), Some(Keyword::INDEX | Keyword::TYPE));
    !is_idle && !words.contains(&Keyword::OWNER)
}

/// What a parser has left over, as far as it fits a line.
fn rest(parser: &mut Parser) -> Option<String> {
    let words: Vec<String> = std::iter::from_fn(|| match parser.next_token().token {
        Token::EOF => None,
        token => Some(token.to_string()),
    })
    .take(8)
    .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// What a statement is called: `CREATE VIEW`, `INSERT`. Statements that only set something up are passed
/// over in silence.
fn named(part: &[TokenWithSpan]) -> Option<String> {
    const PASSED: [&str; 10] =
        ["SET", "USE", "BEGIN", "COMMIT", "START", "PRAGMA", "SELECT", "LOCK", "UNLOCK", "PRINT"];
    let words = part.iter().filter_map(|token| match &token.token {
        Token::Word(word) => Some(word.value.to_ascii_uppercase()),
        _ => None,
    });
    let words: Vec<String> = words.take(4).collect();
    let first = words.first().filter(|first| !PASSED.contains(&first.as_str()))?;
    let kind = match first.as_str() {
        "CREATE" | "ALTER" | "DROP" => words.iter().skip(1).find(|word| {
            !matches!(
                word.as_str(),
                "OR" | "REPLACE" | "UNIQUE" | "TEMPORARY" | "MATERIALIZED" | "DEFINER"
            )
        }),
        _ => None,
    };
    Some(kind.map_or_else(|| first.clone(), |kind| format!("{first} {kind}")))
}

/// A text without the lines that are for `psql` (`\restrict`) and without each `COPY … FROM stdin;` and its data, which
/// end with a line `\.`, and the number of these. A line `GO`, which parts statements for SQL Server's programs,
/// becomes a `;`. Lines keep their numbers.
fn without_commands(text: &str) -> (String, usize) {
    let (mut is_data, mut copies) = (false, 0);
    let mut lines = String::new();
    for line in text.lines() {
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_uppercase).collect();
        if is_data {
            is_data = line.trim_end() != "\\.";
        } else if is_copy(&words) {
            is_data = true;
            copies += 1;
        } else if matches!(&words[..], [go] | [go, _] if go.trim_end_matches(';') == "GO") {
            lines.push(';');
        } else if !line.starts_with('\\') {
            lines += line;
        }
        lines.push('\n');
    }
    (lines, copies)
}

/// `COPY t (a, b) FROM stdin;`
fn is_copy(words: &[String]) -> bool {
    let from = words.iter().position(|word| word == "FROM");
    let source = from.and_then(|at| words.get(at + 1));
    words.first().is_some_and(|word| word == "COPY")
        && source.is_some_and(|source| source.trim_end_matches(';') == "STDIN")
        && words.last().is_some_and(|last| last.ends_with(';'))
}

/// The dialect that words of the files speak for: SQLite, if none does.
pub(crate) fn guessed(files: &[String]) -> Dialect {
    const SIGNS: [(Dialect, &[&str]); 4] = [
        (Dialect::Sqlite, &["AUTOINCREMENT", "WITHOUT ROWID", "PRAGMA ", ") STRICT"]),
        (Dialect::Mysql, &["AUTO_INCREMENT", "ENGINE=", "ENGINE =", "UNSIGNED", "`"]),
        (
            Dialect::Postgres,
            &[
                "SERIAL",
                "::",
                "JSONB",
                "ALTER TABLE ONLY",
                "AS IDENTITY",
                "CREATE TYPE",
                "CREATE DOMAIN",
                "FROM STDIN",
                "TIMESTAMPTZ",
                "NULLS NOT DISTINCT",
                "PLPGSQL",
                "BYTEA",
                "CHARACTER VARYING",
            ],
        ),
        (Dialect::Duckdb, &["HUGEINT", "STRUCT(", "USING SAMPLE"]),
    ];
    let text = files.join("\n").to_ascii_uppercase();
    let number = |signs: &[&str]| signs.iter().filter(|sign| text.contains(**sign)).count();
    // Of several with as many signs the first.
    let most = SIGNS.iter().rev().max_by_key(|(_, signs)| number(signs));
    most.filter(|(_, signs)| number(signs) > 0).map_or(Dialect::Sqlite, |(dialect, _)| *dialect)
}
