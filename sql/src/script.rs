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
    /// What of the statements the parser does not know.
    pub unsaid: Vec<Unsaid>,
}

/// Reads files in any of the dialects, the wanted one first.
///
/// # Errors
/// The first file that no dialect reads, and why.
pub(crate) fn script(files: &[String], dialect: Dialect) -> Result<Script, SqlMistake> {
    let mut script = Script::default();
    for (file, text) in files.iter().enumerate() {
        let (text, copies) = without_commands(text);
        let text = with_escapes(&text);
        let others = Dialect::ALL.into_iter().filter(|other| *other != dialect);
        let mut parsers: Vec<&dyn ParserDialect> = vec![dialect.parser(), &GenericDialect {}];
        parsers.extend(others.map(Dialect::parser));
        parsers.push(&MsSqlDialect {});
        let mut mistake = None;
        // A check that no dialect knows is left out, as long as the rest is known.
        let tries = [false, true].into_iter().flat_map(|is_last| {
            let each = parsers.iter().map(move |parser| (*parser, is_last));
            each.collect::<Vec<_>>()
        });
        let read = tries.into_iter().find_map(|(parser, is_last)| {
            match parsed(parser, file, &text, is_last) {
                Ok(read) => Some(read),
                Err(why) => {
                    mistake.get_or_insert(why);
                    None
                }
            }
        });
        let Some(read) = read else {
            return Err(SqlMistake { file, message: mistake.unwrap_or_default() });
        };
        script.statements.extend(read.statements);
        script.unread.extend(read.unread);
        script.unsaid.extend(read.unsaid);
        script.unread.extend(vec!["COPY".to_owned(); copies]);
    }
    Ok(script)
}

fn parsed(
    dialect: &dyn ParserDialect,
    file: usize,
    text: &str,
    is_last: bool,
) -> Result<Script, String> {
    let tokens = Tokenizer::new(dialect, text).tokenize_with_location();
    let tokens = tokens.map_err(|why| why.to_string())?;
    let mut script = Script::default();
    for part in tokens.split(|token| token.token == Token::SemiColon) {
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
    }
    Ok(script)
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

/// The tokens of `CREATE DOMAIN … NOT NULL`, with a check for `NOT NULL`, which the parser does not know there.
fn with_domain_checks(dialect: &dyn ParserDialect, part: &[TokenWithSpan]) -> Vec<TokenWithSpan> {
    let seen: Vec<(usize, &TokenWithSpan)> = part
        .iter()
        .enumerate()
        .filter(|(_, token)| !matches!(token.token, Token::Whitespace(_)))
        .collect();
    let word = |at: usize| match seen.get(at).map(|(_, token)| &token.token) {
        Some(Token::Word(word)) => Some(word.keyword),
        _ => None,
    };
    let is_domain = word(0) == Some(Keyword::CREATE) && word(1) == Some(Keyword::DOMAIN);
    let (mut depth, mut own) = (0, None);
    for at in 0..seen.len() {
        match seen[at].1.token {
            Token::LParen => depth += 1,
            Token::RParen => depth -= 1,
            _ if depth == 0
                && word(at) == Some(Keyword::NOT)
                && word(at + 1) == Some(Keyword::NULL) =>
            {
                own = Some((seen[at].0, seen[at + 1].0));
            }
            _ => {}
        }
    }
    let (true, Some((from, to))) = (is_domain, own) else { return part.to_vec() };
    let check = Tokenizer::new(dialect, "CHECK (VALUE IS NOT NULL)").tokenize_with_location();
    let check = check.expect("these are tokens");
    part[..from].iter().cloned().chain(check).chain(part[to + 1..].iter().cloned()).collect()
}

/// The tokens of a table with `CHECK (TRUE)` in place of each check that is not known, and the lines and texts of these.
fn without_unknown_checks(
    dialect: &dyn ParserDialect,
    part: &[TokenWithSpan],
) -> (Vec<TokenWithSpan>, Vec<(u64, String)>) {
    let seen: Vec<&TokenWithSpan> =
        part.iter().filter(|token| !matches!(token.token, Token::Whitespace(_))).collect();
    let (mut kept, mut unknown): (Vec<TokenWithSpan>, Vec<_>) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(token) = seen.get(at) {
        kept.push((*token).clone());
        at += 1;
        let is_check = matches!(&token.token, Token::Word(word) if word.keyword == Keyword::CHECK);
        if !is_check || seen.get(at).is_none_or(|next| next.token != Token::LParen) {
            continue;
        }
        let mut depth = 0;
        let end = seen[at..].iter().position(|token| {
            depth += match token.token {
                Token::LParen => 1,
                Token::RParen => -1,
                _ => 0,
            };
            depth == 0
        });
        let Some(end) = end.map(|end| at + end) else { continue };
        let inner: Vec<TokenWithSpan> =
            seen[at + 1..end].iter().map(|token| (*token).clone()).collect();
        let mut parser = Parser::new(dialect).with_tokens_with_locations(inner.clone());
        let why = match parser.parse_expr() {
            Ok(_) if parser.peek_token().token == Token::EOF => continue,
            Ok(_) => "this form of it is not known".to_owned(),
            Err(why) => {
                let why = why.to_string();
                let why = why.trim_start_matches("sql parser error: ");
                why.split(" at Line").next().unwrap_or(why).to_owned()
            }
        };
        let words: Vec<String> = inner.iter().map(|token| token.token.to_string()).collect();
        unknown.push((token.span.start.line, format!("CHECK ({}): {why}", words.join(" "))));
        let truth = Tokenizer::new(dialect, "(TRUE)").tokenize_with_location();
        kept.extend(truth.expect("these are tokens"));
        at = end + 1;
    }
    (kept, unknown)
}

/// The tokens of a table of SQLite, in which a type is any number of words (`BLOB SUB_TYPE TEXT`), with one word for each type:
/// the one by which SQLite tells what the column holds (sqlite.org/datatype3.html, 3.1).
fn with_short_types(part: &[TokenWithSpan]) -> Vec<TokenWithSpan> {
    const ENDS: [Keyword; 12] = [
        Keyword::CONSTRAINT,
        Keyword::PRIMARY,
        Keyword::NOT,
        Keyword::NULL,
        Keyword::UNIQUE,
        Keyword::CHECK,
        Keyword::DEFAULT,
        Keyword::COLLATE,
        Keyword::REFERENCES,
        Keyword::GENERATED,
        Keyword::AS,
        Keyword::FOREIGN,
    ];
    let is_space = |token: &TokenWithSpan| matches!(token.token, Token::Whitespace(_));
    let (mut kept, mut words, mut depth): (Vec<TokenWithSpan>, Vec<TokenWithSpan>, _) =
        (Vec::new(), Vec::new(), 0);
    // How many words of a column have been seen. Nothing, behind its type.
    let mut seen = None;
    for token in part.iter().filter(|token| !is_space(token)) {
        let word = match &token.token {
            Token::Word(word) => Some(word.keyword),
            _ => None,
        };
        match (seen, word) {
            (Some(0), Some(word)) if !ENDS.contains(&word) => {
                seen = Some(1);
                kept.push(token.clone());
                continue;
            }
            (Some(1), Some(word)) if !ENDS.contains(&word) => {
                words.push(token.clone());
                continue;
            }
            _ => {}
        }
        kept.extend(telling(&mut words));
        match token.token {
            Token::LParen => depth += 1,
            Token::RParen => depth -= 1,
            _ => {}
        }
        let begins = depth == 1 && matches!(token.token, Token::LParen | Token::Comma);
        seen = begins.then_some(0);
        kept.push(token.clone());
    }
    kept
}

/// The word of a type that tells most.
fn telling(words: &mut Vec<TokenWithSpan>) -> Option<TokenWithSpan> {
    let has = |token: &TokenWithSpan, parts: &[&str]| {
        let text = token.token.to_string().to_ascii_uppercase();
        parts.iter().any(|part| text.contains(part))
    };
    let best = words
        .iter()
        .position(|word| has(word, &["INT"]))
        .or_else(|| words.iter().position(|word| has(word, &["CHAR", "CLOB", "TEXT"])));
    let word = words.get(best.unwrap_or(0)).cloned();
    words.clear();
    word
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
