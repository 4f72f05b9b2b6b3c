//! From text to [`ast::Module`].
//!
//! The grammar is a PEG (crate `grammar`). It leaves expressions flat, and `expression` folds them by
//! precedence. Rejected: one grammar rule for each of the eighteen levels of precedence, which
//! costs eighteen calls for each name and a stack overflow for each hundred brackets.

mod advice;
#[cfg(test)]
mod alloy_tests;
mod depth;
mod expression;
#[cfg(test)]
mod grammar_tests;
mod lexeme;
pub mod literate;
mod paragraph;
mod recover;
mod rules;
pub mod strict;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use korrel_grammar::{Grammar, Rule};
use pest::Parser;
use pest::iterators::Pair;

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};

pub(crate) use advice::containers::container;
pub(crate) use advice::habits::FORMULAS as BETWEEN_FORMULAS;
pub(crate) use advice::habits::{Habit, habit};
pub use depth::MAX_DEPTH;
pub(crate) use lexeme::first;
pub use lexeme::{Lexeme, in_one_line, lexemes, sizes_in_one_line};

use advice::message;
use lexeme::TextGaps;

/// The limit on the nesting of brackets and quantifiers. It is lower where the stack is the host's,
/// like [`MAX_DEPTH`].
const MAX_NESTING: usize = if cfg!(target_family = "wasm") { 150 } else { 500 };

/// The stack that parsing needs, at the most, for each level of nesting, and for what has none.
const STACK_OF_LEVEL: usize = 128 << 10;
const STACK_OF_ROW: usize = 4 << 20;

/// Parses one file.
///
/// # Errors
/// One diagnostic for each paragraph that is wrong: the text that was found, and the text that
/// would have been expected there.
pub fn parse(sources: &Sources, file: FileId) -> Result<ast::Module, Vec<Diagnostic>> {
    let (module, mistakes) = parse_partly(sources, file);
    if mistakes.is_empty() { Ok(module) } else { Err(mistakes) }
}

/// Parses what can be parsed of one file: the paragraphs without a mistake, and the mistakes in the others.
pub fn parse_partly(sources: &Sources, file: FileId) -> (ast::Module, Vec<Diagnostic>) {
    let source = sources.get(file);
    let code = match literate::is_literate(&source.name) {
        true => literate::code(&source.text, file).map(Cow::Owned),
        false => Ok(Cow::Borrowed(source.text.as_str())),
    };
    let read = |text: Cow<'_, str>| {
        let levels = message::nesting(&text, file, MAX_NESTING)?;
        Ok(with_stack(levels, || recover::module(&text, file)))
    };
    code.and_then(read).unwrap_or_else(|mistake| (ast::Module::default(), vec![mistake]))
}

/// Parses a scope by itself: `5 but exactly 3 Node, 0..4 Int`.
///
/// # Errors
/// One diagnostic.
pub fn parse_scope(sources: &Sources, file: FileId) -> Result<ast::ScopeClause, Diagnostic> {
    let text = sources.get(file).text.as_str();
    let root = root(Rule::lone_scope, text, file, message::SCOPE)?;
    TreeBuilder::new(text, file).scope(root)
}

/// A scope with other texts at some of its places, or `None` if it is no scope.
pub fn rewritten(
    scope: &str,
    edits: impl FnOnce(&ast::ScopeClause) -> Vec<(Span, String)>,
) -> Option<String> {
    let mut sources = Sources::default();
    let file = sources.add("scope", scope);
    let clause = parse_scope(&sources, file).ok()?;
    let (mut text, mut at) = (String::new(), 0);
    for (span, edit) in edits(&clause) {
        text += &scope[at..span.start as usize];
        text += &edit;
        at = span.end as usize;
    }
    Some(text + &scope[at..])
}

/// Parses a scope in which sizes are the variable `n`, as in `exactly n Node, 1..n Int`, for one n.
///
/// # Errors
/// One diagnostic, and a scope without the variable, too.
pub fn parse_pattern(
    sources: &Sources,
    file: FileId,
    n: u64,
) -> Result<ast::ScopeClause, Diagnostic> {
    let text = sources.get(file).text.as_str();
    let root = root(Rule::lone_pattern, text, file, message::PATTERN)?;
    let has_variable = root.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::variable);
    let mut builder = TreeBuilder::new(text, file);
    if !has_variable {
        return Err(Diagnostic::new(code::SCOPE_VALUE, "nothing grows")
            .at(builder.span(&root), "no number in it is written `n`")
            .help("as in `exactly n Node, 1..n Int`"));
    }
    builder.variable = Some(n);
    builder.scope(root)
}

/// Parses an expression or a formula by itself: `no t.root.left & t.root.right`.
///
/// # Errors
/// One diagnostic.
pub fn parse_expression(sources: &Sources, file: FileId) -> Result<ast::Expr, Diagnostic> {
    let mut exprs = expressions(Rule::lone_expr, message::EXPRESSION, sources, file)?;
    Ok(exprs.pop().expect("it holds an expression"))
}

/// Parses expressions with commas between them: `p, q[a, b], all x, y: A | x = y`. A comma that the
/// grammar has within an expression separates nothing. There may be none.
///
/// # Errors
/// One diagnostic.
pub fn parse_expressions(sources: &Sources, file: FileId) -> Result<Vec<ast::Expr>, Diagnostic> {
    expressions(Rule::lone_exprs, message::EXPRESSIONS, sources, file)
}

fn expressions(
    rule: Rule,
    what: &str,
    sources: &Sources,
    file: FileId,
) -> Result<Vec<ast::Expr>, Diagnostic> {
    let text = &with_atoms(&sources.get(file).text);
    with_stack(message::nesting(text, file, MAX_NESTING)?, || {
        let root = root(rule, text, file, what)?;
        let mut builder = TreeBuilder::new(text, file);
        builder.exprs(root).map_err(|mistake| message::better(text, mistake))
    })
}

/// Reserves no more than the text can need: where `ulimit -v` is low, more cannot be had.
fn with_stack<T>(nesting: usize, work: impl FnOnce() -> T) -> T {
    let needed = STACK_OF_ROW + nesting * STACK_OF_LEVEL;
    stacker::maybe_grow(needed, needed, work)
}

/// Stands for `$` in the name of an atom, `Node$0`: a sign of names that is as long.
pub(crate) const ATOM: char = '"';

/// The text with the atoms of a heap as names. No spec has any, so the grammar knows none.
fn with_atoms(text: &str) -> String {
    let mut named = String::with_capacity(text.len());
    let mut is_named = false;
    for (lexeme, range) in lexemes(text) {
        let is_counted = text[range.end..].starts_with(|c: char| c.is_ascii_digit());
        match &text[range] {
            "$" if is_named && is_counted => named.push(ATOM),
            other => named.push_str(other),
        }
        is_named = lexeme == Lexeme::Word;
    }
    named
}

/// The pair of a rule that spans the whole text.
fn root<'t>(
    rule: Rule,
    text: &'t str,
    file: FileId,
    what: &str,
) -> Result<Pair<'t, Rule>, Diagnostic> {
    let mut pairs = Grammar::parse(rule, text)
        .map_err(|error| message::syntax_error(text, file, what, error))?;
    Ok(pairs.next().expect("the rule of a whole text yields one pair"))
}

/// Turns pest's pairs into the tree.
struct TreeBuilder<'t> {
    text: &'t str,
    file: FileId,
    gaps: TextGaps,
    /// The nesting of the expression at hand.
    depth: usize,
    /// The levels of the highest expression built, since somebody began to measure.
    highest: usize,
    /// `seq` has been met.
    has_sequences: bool,
    /// `sig$`, `A$` or the like has been met.
    names_meta: bool,
    /// The marks of states that have been met.
    marks: Vec<ast::StateMark>,
    /// The operators on states that have been met.
    temporal: Vec<Span>,
    /// The notations that Alloy does not read and that have been met.
    additions: Vec<ast::Addition>,
    /// The value of `n`, in a pattern of a scope.
    variable: Option<u64>,
}

impl TreeBuilder<'_> {
    fn new(text: &str, file: FileId) -> TreeBuilder<'_> {
        TreeBuilder {
            text,
            file,
            gaps: TextGaps::new(text),
            depth: 0,
            highest: 0,
            has_sequences: false,
            names_meta: false,
            marks: Vec::new(),
            temporal: Vec::new(),
            additions: Vec::new(),
            variable: None,
        }
    }

    /// pest ends a pair after the gap that its last optional part looked at. A span does not.
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        let end = self.gaps.trimmed_end(span.start()..span.end());
        Span { file: self.file, start: span.start() as u32, end: end as u32 }
    }

    fn name(&mut self, pair: &Pair<'_, Rule>) -> ast::Name {
        let text = pair.as_str().trim_end();
        self.has_sequences |= text.starts_with("seq/");
        let span = self.span(pair);
        if pair.as_rule() != Rule::scope_type && text.split('/').any(|part| part == "steps") {
            self.additions.push(ast::Addition { kind: ast::AdditionKind::Steps, span });
        }
        ast::Name { text: text.to_string(), span }
    }

    /// A number of the language: 32 bits.
    fn number(&self, pair: &Pair<'_, Rule>) -> Result<i64, Diagnostic> {
        let number = self.count(pair)?;
        i32::try_from(number).map(i64::from).map_err(|_| self.too_large(pair, pair.as_str(), 32))
    }

    fn too_large(&self, pair: &Pair<'_, Rule>, number: &str, bits: u32) -> Diagnostic {
        let message = format!("the number {number} is too large");
        let greatest = i64::MAX >> (64 - bits);
        Diagnostic::new(code::NUMBER, message)
            .at(self.span(pair), format!("does not fit in {bits} bits"))
            .help(format!("the greatest number that can be written here is {greatest}"))
    }

    /// A number of instances: 64 bits.
    fn count(&self, pair: &Pair<'_, Rule>) -> Result<i64, Diagnostic> {
        let text = pair.as_str().replace('_', "");
        let (sign, digits) = match text.strip_prefix('-') {
            // After the sign there may be a gap.
            Some(digits) => ("-", digits.rsplit_once("*/").map_or(digits, |(_, digits)| digits)),
            None => ("", text.as_str()),
        };
        let digits = digits.split_whitespace().next_back().unwrap_or(digits);
        let (radix, digits) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
            (Some(digits), _) => (16, digits),
            (_, Some(digits)) => (2, digits),
            _ => (10, digits),
        };
        i64::from_str_radix(&format!("{sign}{digits}"), radix)
            .map_err(|_| self.too_large(pair, pair.as_str(), 64))
    }
}

/// Panics for a rule that the grammar puts where the builder takes none: a mistake of ours, which
/// the test of all places finds. If it were passed over, or taken for another one, a spec would be
/// read as something that it does not say.
fn unmapped(rule: Rule) -> ! {
    panic!("the grammar puts a {rule:?} where nothing maps it")
}
