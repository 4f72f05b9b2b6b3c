//! Semantic tokens: what each word is, as far as it is known.

use korrel_lang::parse::{Lexeme, lexemes};
use korrel_lang::source::Span;

use crate::analysis::Analysis;
use crate::names::{DeclaredKind, MAIN};
use crate::words::is_keyword;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemanticKind {
    Comment,
    String,
    Number,
    Keyword,
    Operator,
    /// A name, by what it stands for.
    Name(DeclaredKind),
}

/// A stretch of a text, within one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    pub span: Span,
    pub kind: SemanticKind,
    /// The name is declared here.
    pub is_declaration: bool,
    /// The thing belongs to a built-in module.
    pub is_built_in: bool,
}

impl Analysis {
    /// The tokens, in order. A name that nothing is known of has none.
    pub fn semantic_tokens(&self) -> Vec<SemanticToken> {
        let text = self.text();
        let mut tokens = Vec::new();
        for (lexeme, range) in lexemes(text) {
            let words = &text[range.clone()];
            let span = Span { file: MAIN, start: range.start as u32, end: range.end as u32 };
            let plain = |kind| {
                Some(SemanticToken { span, kind, is_declaration: false, is_built_in: false })
            };
            let token = match lexeme {
                Lexeme::Gap if words.starts_with(['-', '/']) => plain(SemanticKind::Comment),
                Lexeme::Gap => None,
                Lexeme::String => plain(SemanticKind::String),
                Lexeme::Sign if "{}()[],.:@".contains(words) => None,
                Lexeme::Sign => plain(SemanticKind::Operator),
                Lexeme::Word if words.starts_with(|c: char| c.is_ascii_digit()) => {
                    plain(SemanticKind::Number)
                }
                Lexeme::Word => self.name_token(span).or_else(|| match is_keyword(words) {
                    true => plain(SemanticKind::Keyword),
                    false => None,
                }),
            };
            tokens.extend(token);
        }
        tokens.into_iter().flat_map(|token| by_line(text, token)).collect()
    }

    fn name_token(&self, span: Span) -> Option<SemanticToken> {
        let names = self.names();
        let token = |declared: &crate::names::DeclaredName, is_declaration| SemanticToken {
            span,
            kind: SemanticKind::Name(declared.kind),
            is_declaration,
            is_built_in: self.is_built_in(declared.span.file),
        };
        if let Some(declared) = names.declared.get(&span) {
            return Some(token(declared, true));
        }
        let place = names.uses.get(&span)?.first()?;
        names.declared.get(place).map(|declared| token(declared, false))
    }
}

/// A comment of several lines is a token in each.
fn by_line(text: &str, token: SemanticToken) -> Vec<SemanticToken> {
    let mut at = token.span.start;
    let words = &text[token.span.start as usize..token.span.end as usize];
    let lines = words.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len() as u32;
        let end = start + line.trim_end_matches(['\n', '\r']).len() as u32;
        SemanticToken { span: Span { start, end, ..token.span }, ..token }
    });
    lines.filter(|token| token.span.start < token.span.end).collect()
}

#[cfg(test)]
mod tests {
    use korrel_lang::spec::OutlineKind;

    use super::*;
    use crate::testing::marked;

    /// If it failed, an editor would paint a field as a variable, or a built-in function as the user's own.
    #[test]
    fn names_are_painted_by_what_they_stand_for() {
        let (analysis, _) =
            marked("|sig A { f: A } -- c\npred p[a: A] { some a.f and plus[1, 2] = 3 }");
        let tokens = analysis.semantic_tokens();
        let shown = |wanted: &str| {
            let found = tokens.iter().filter(|one| analysis.sources().text(one.span) == wanted);
            found.map(|one| (one.kind, one.is_declaration)).collect::<Vec<_>>()
        };
        let name = |kind| SemanticKind::Name(DeclaredKind::Item(kind));
        let variable = SemanticKind::Name(DeclaredKind::Variable);
        use OutlineKind as D;
        assert_eq!(
            shown("A"),
            [(name(D::Sig), true), (name(D::Sig), false), (name(D::Sig), false)]
        );
        assert_eq!(shown("f"), [(name(D::Field), true), (name(D::Field), false)]);
        assert_eq!(shown("a"), [(variable, true), (variable, false)]);
        assert_eq!(shown("-- c"), [(SemanticKind::Comment, false)]);
        assert_eq!(shown("some"), [(SemanticKind::Keyword, false)]);
    }
}
