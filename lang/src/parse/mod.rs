//! From text to [`ast::Module`].
//!
//! The grammar is a PEG (grammar.pest); it leaves expressions flat, and [`expression`] folds them by
//! precedence. Rejected: one grammar rule for each of the eighteen levels of precedence, which
//! costs eighteen calls for each name and a stack overflow for each hundred brackets.

mod expression;
mod message;
mod paragraph;
#[cfg(test)]
mod tests;

use pest::Parser;
use pest::iterators::Pair;

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};

#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
struct Grammar;

/// How deeply expressions may be nested, counting the length of operator chains.
pub const MAX_DEPTH: usize = 2_000;

/// How deeply brackets and quantifiers may be nested.
const MAX_NESTING: usize = 500;

/// The stack that parsing to [`MAX_NESTING`] needs at the most; reserved only when it is needed.
const STACK: usize = 64 << 20;

/// Parses one file.
///
/// # Errors
/// One diagnostic: what was found, and what would have been expected there.
pub fn parse(sources: &Sources, file: FileId) -> Result<ast::Module, Diagnostic> {
    let text = sources.get(file).text.as_str();
    message::check_nesting(text, file, MAX_NESTING)?;
    stacker::maybe_grow(STACK, STACK, || {
        let mut pairs = Grammar::parse(Rule::file, text)
            .map_err(|error| message::syntax_error(text, file, message::FILE, error))?;
        let root = pairs.next().expect("the rule `file` yields one pair");
        Builder::new(file).module(root)
    })
}

/// Parses a scope by itself: `5 but exactly 3 Node, 0..4 Int`.
///
/// # Errors
/// One diagnostic, as [`parse`].
pub fn parse_scope(sources: &Sources, file: FileId) -> Result<ast::Scope, Diagnostic> {
    let text = sources.get(file).text.as_str();
    let mut pairs = Grammar::parse(Rule::lone_scope, text)
        .map_err(|error| message::syntax_error(text, file, "scope", error))?;
    let root = pairs.next().expect("the rule `lone_scope` yields one pair");
    Builder::new(file).scope(root)
}

/// Turns pest's pairs into the tree.
struct Builder {
    file: FileId,
    /// How deeply the expression at hand is nested.
    depth: usize,
    /// `seq` has been met.
    has_sequences: bool,
}

impl Builder {
    fn new(file: FileId) -> Builder {
        Builder { file, depth: 0, has_sequences: false }
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span { file: self.file, start: span.start() as u32, end: trimmed_end(&span) }
    }

    fn name(&mut self, pair: &Pair<'_, Rule>) -> ast::Name {
        let text = pair.as_str().trim_end();
        self.has_sequences |= text.starts_with("seq/");
        ast::Name { text: text.to_string(), span: self.span(pair) }
    }

    /// A number of the language: 32 bits.
    fn number(&self, pair: &Pair<'_, Rule>) -> Result<i64, Diagnostic> {
        let number = self.count(pair)?;
        i32::try_from(number).map(i64::from).map_err(|_| self.too_large(pair, 32))
    }

    fn too_large(&self, pair: &Pair<'_, Rule>, bits: u32) -> Diagnostic {
        let message = format!("the number {} is too large", pair.as_str());
        Diagnostic::error(code::NUMBER, message)
            .at(self.span(pair), format!("does not fit in {bits} bits"))
    }

    /// A number of instances: 64 bits.
    fn count(&self, pair: &Pair<'_, Rule>) -> Result<i64, Diagnostic> {
        let text = pair.as_str().replace('_', "");
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text.as_str()),
        };
        let (radix, digits) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
            (Some(digits), _) => (16, digits),
            (_, Some(digits)) => (2, digits),
            _ => (10, digits),
        };
        i64::from_str_radix(&format!("{sign}{digits}"), radix).map_err(|_| self.too_large(pair, 64))
    }
}

/// pest ends a pair behind the white space that its last optional part looked at.
fn trimmed_end(span: &pest::Span<'_>) -> u32 {
    let text = span.as_str();
    let mut end = text.len();
    loop {
        let trimmed = text[..end].trim_end();
        let line = trimmed.rfind('\n').map_or(0, |at| at + 1);
        match comment_start(&trimmed[line..]) {
            Some(at) if !trimmed.is_empty() => end = line + at,
            _ if trimmed.ends_with("*/") => end = trimmed.rfind("/*").unwrap_or(0),
            _ => return (span.start() + trimmed.len()) as u32,
        }
    }
}

/// Where a line comment starts in a line, strings aside.
fn comment_start(line: &str) -> Option<usize> {
    let mut in_string = false;
    let bytes = line.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'"' => in_string = !in_string,
            b'-' | b'/' if !in_string && bytes.get(at + 1) == Some(&bytes[at]) => return Some(at),
            _ => {}
        }
    }
    None
}
