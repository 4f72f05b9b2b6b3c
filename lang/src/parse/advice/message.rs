//! The message about a text that does not parse.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::calls;
use super::scopes;
use super::{Advice, BrokenText, advice};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::parse::Rule;
use crate::parse::lexeme::{Lexeme, lexemes};
use crate::parse::rules::{Role, role};
use crate::source::{FileId, Span};

/// The depth to which brackets and quantifiers are nested. Refuses those deeper than the limit.
pub(in crate::parse) fn nesting(
    text: &str,
    file: FileId,
    limit: usize,
) -> Result<usize, Diagnostic> {
    // Bars of quantifiers nest until the bracket around them closes.
    let mut open: Vec<usize> = vec![0];
    let (mut depth, mut deepest) = (0, 0);
    for (_, sign) in lexemes(text).filter(|(lexeme, _)| *lexeme == Lexeme::Sign) {
        match &text[sign.clone()] {
            "(" | "[" | "{" => open.push(0),
            ")" | "]" | "}" => depth -= close(&mut open),
            "|" => {
                *open.last_mut().expect("one level is always open") += 1;
                depth += 1;
            }
            _ => {}
        }
        deepest = deepest.max(depth + open.len());
        if deepest > limit {
            let span = Span { file, start: sign.start as u32, end: sign.end as u32 };
            return Err(Diagnostic::new(code::TOO_DEEP, "nested too deeply")
                .at(span, format!("more than {limit} levels of brackets and quantifiers"))
                .help("name a part of it by a predicate or a function"));
        }
    }
    Ok(deepest)
}

fn close(open: &mut Vec<usize>) -> usize {
    if open.len() > 1 { open.pop().expect("more than one level is open") } else { 0 }
}

/// The kinds of texts, each by the name that it has in messages.
pub(in crate::parse) const FILE: &str = "file";
pub(in crate::parse) const SCOPE: &str = "scope";
pub(in crate::parse) const PATTERN: &str = "scope for each n";
pub(in crate::parse) const EXPRESSION: &str = "expression";
pub(in crate::parse) const EXPRESSIONS: &str = "list of expressions";

/// The place where the parser gave up.
pub(in crate::parse) fn place(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((start, _)) => start,
    }
}

/// Says which text was found, and what the grammar would have taken there.
pub(in crate::parse) fn syntax_error(
    text: &str,
    file: FileId,
    what: &str,
    error: Error<Rule>,
) -> Diagnostic {
    let at = place(&error);
    let found = token_at(text, at);
    let span = Span { file, start: at as u32, end: (at + found.len()) as u32 };
    let ErrorVariant::ParsingError { positives, .. } = error.variant else {
        return Diagnostic::new(code::TOO_DEEP, "nested too deeply")
            .at(span, "too many levels for the parser");
    };
    let message = match found {
        "" => format!("the {what} ends too early"),
        token => format!("unexpected `{token}`"),
    };
    let diagnostic = Diagnostic::new(code::SYNTAX, message).at(span, expected(&positives));
    let known = match what {
        SCOPE => scopes::mended(&BrokenText::new(text, at)),
        PATTERN => scopes::mended(&BrokenText { variable: "n", ..BrokenText::new(text, at) }),
        _ => advice(text, at, found, &positives),
    };
    match known {
        Some(advice) => advised(diagnostic, advice, file),
        None if what == SCOPE => diagnostic.help("as in `5 but exactly 3 Node, 0..4 Int`"),
        None if what == PATTERN => diagnostic.help("as in `exactly n Node, 1..n Int`"),
        None => diagnostic,
    }
}

/// The same mistake, of a text that follows the grammar, seen from where it began.
pub(in crate::parse) fn better(text: &str, mistake: Diagnostic) -> Diagnostic {
    match &mistake.place {
        Some((span, _)) if text[span.start as usize..].starts_with("else") => {
            let (file, cut) = (span.file, BrokenText::new(text, span.start as usize));
            match calls::conditional(&cut) {
                Some(advice) => advised(Diagnostic { help: Vec::new(), ..mistake }, advice, file),
                None => mistake,
            }
        }
        _ => mistake,
    }
}

fn advised(mut diagnostic: Diagnostic, advice: Advice, file: FileId) -> Diagnostic {
    let span = |range: std::ops::Range<usize>| Span {
        file,
        start: range.start as u32,
        end: range.end as u32,
    };
    let Advice { message, place, related, help } = advice;
    diagnostic.message = message.map_or(diagnostic.message, Into::into);
    if let Some((range, label)) = place {
        diagnostic = diagnostic.at(span(range), label);
    }
    if let Some((range, label)) = related {
        diagnostic = diagnostic.related(span(range), label);
    }
    diagnostic.help.extend(help);
    diagnostic
}

/// The word or the sign at a place.
fn token_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
    let word = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    if word > 0 {
        return &rest[..word];
    }
    const SIGNS: [&str; 14] =
        ["<=>", ">>>", "=>", "->", "<=", "=<", ">=", "++", "<:", ":>", "&&", "||", "<<", ">>"];
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => &rest[..sign.len()],
        None => &rest[..rest.chars().next().map_or(0, char::len_utf8)],
    }
}

/// "expected a block or a scope", without what could stand almost anywhere.
fn expected(rules: &[Rule]) -> String {
    let mut phrases: Vec<&str> = rules.iter().filter_map(|rule| phrase(*rule)).collect();
    phrases.sort_unstable();
    phrases.dedup();
    match phrases.as_slice() {
        [] => "this cannot follow what stands before it".to_string(),
        [one] => format!("expected {one}"),
        [most @ .., last] => format!("expected {} or {last}", most.join(", ")),
    }
}

/// The phrase for a rule in a message, or `None` for those that would only lengthen it.
fn phrase(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the end of the file",
        Rule::lone_scope | Rule::lone_pattern => "a number",
        Rule::arrow => "`->`",
        Rule::open_brace => "`{`",
        Rule::identifier | Rule::path => "a name",
        Rule::number => "a number",
        Rule::variable => "`n`",
        Rule::string => "a string",
        Rule::block => "a block `{ … }`",
        Rule::body | Rule::bar => "`|`",
        Rule::close_brace => "`}`",
        Rule::close_bracket => "`]`",
        Rule::close_paren => "`)`",
        Rule::colon => "`:`",
        Rule::defined_as => "`=`",
        Rule::file
        | Rule::sig_decl
        | Rule::fact
        | Rule::predicate
        | Rule::function
        | Rule::command => "a paragraph (`sig`, `fact`, `pred`, `fun`, `assert`, `run`, `check`)",
        Rule::k_sig => "`sig`",
        Rule::fields | Rule::field => "a field",
        Rule::declaration => "a declaration `x: e`",
        Rule::parameters => "parameters `[ … ]`",
        Rule::scope => "a scope `for …`",
        Rule::sizes | Rule::growing_sizes | Rule::size_pattern => "a size",
        Rule::sig_scope | Rule::sig_pattern | Rule::scope_type => "a sig",
        Rule::expr
        | Rule::body_expr
        | Rule::range
        | Rule::operand
        | Rule::primary
        | Rule::constant => "an expression",
        rule if matches!(role(rule), Role::Constant(_)) => "an expression",
        Rule::infix | Rule::i_join | Rule::i_compare => "an operator",
        Rule::command_target => "the name of a predicate or assertion, or a block `{ … }`",
        _ => return None,
    })
}
