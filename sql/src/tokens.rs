//! Tokens of statements, rewritten where the parser does not know a form that engines know.

use sqlparser::dialect::Dialect as ParserDialect;
use sqlparser::keywords::Keyword;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};

/// The tokens of `CREATE DOMAIN … NOT NULL`, with a check for `NOT NULL`, which the parser does not know there.
pub(crate) fn with_domain_checks(
    dialect: &dyn ParserDialect,
    part: &[TokenWithSpan],
) -> Vec<TokenWithSpan> {
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
pub(crate) fn without_unknown_checks(
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
pub(crate) fn with_short_types(part: &[TokenWithSpan]) -> Vec<TokenWithSpan> {
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
