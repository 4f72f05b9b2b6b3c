//! Scopes, written again with other words in them.

use korrel_lang::ast::ScopeClause;
use korrel_lang::parse::parse_scope;
use korrel_lang::source::{Sources, Span};

/// A scope with other texts at some of its places; `None` if it is no scope.
pub fn rewritten(
    scope: &str,
    edits: impl FnOnce(&ScopeClause) -> Vec<(Span, String)>,
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
