//! A text as tokens, each with what stood before it.

use korrel_lang::parse::{Lexeme, lexemes};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name with its path, a keyword, a number, a string.
    Word,
    Sign,
    LineComment,
    BlockComment,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LayoutToken<'t> {
    pub text: &'t str,
    /// Where it begins in the text.
    pub start: usize,
    pub kind: TokenKind,
    /// The number of line breaks before it.
    pub breaks: usize,
    /// The number of spaces before it, or 1 for a tab.
    pub spaces: usize,
    /// The number of the bracket that belongs to this one.
    pub partner: Option<usize>,
    /// It stands without spaces.
    pub is_tight: bool,
}

impl LayoutToken<'_> {
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, TokenKind::LineComment | TokenKind::BlockComment)
    }

    pub fn is(&self, text: &str) -> bool {
        !self.is_comment() && self.text == text
    }
}

/// Signs of several characters, the longest first.
const SIGNS: [&str; 15] =
    [">>>", "<=>", "=>", "=<", "<=", ">=", "->", "++", "<:", ":>", "<<", ">>", "&&", "||", ".."];

pub(super) fn tokens(text: &str) -> Vec<LayoutToken<'_>> {
    let mut tokens: Vec<LayoutToken<'_>> = Vec::new();
    let (mut breaks, mut spaces) = (0, 0);
    let mut lexemes = lexemes(text).peekable();
    while let Some((lexeme, range)) = lexemes.next() {
        let start = range.start;
        let mut end = range.end;
        let kind = match lexeme {
            Lexeme::Gap if text[range.clone()].starts_with("/*") => TokenKind::BlockComment,
            Lexeme::Gap if text[range.clone()].starts_with(['-', '/']) => TokenKind::LineComment,
            Lexeme::Gap => {
                match &text[range] {
                    "\n" | "\r" => (breaks, spaces) = (breaks + 1, 0),
                    _ => spaces += 1,
                }
                continue;
            }
            Lexeme::Word | Lexeme::String => TokenKind::Word,
            Lexeme::Sign => TokenKind::Sign,
        };
        match kind {
            TokenKind::Sign => {
                let sign = SIGNS.iter().find(|sign| text[start..].starts_with(**sign));
                if let Some(sign) = sign {
                    end = start + sign.len();
                    while lexemes.next_if(|(_, next)| next.start < end).is_some() {}
                }
                if &text[start..end] == "@" {
                    end = end_of_path(text, end, &mut lexemes);
                }
            }
            TokenKind::Word if lexeme == Lexeme::Word => {
                end = end_of_path(text, end, &mut lexemes);
            }
            _ => {}
        }
        let kind = if text[start..end].starts_with('@') { TokenKind::Word } else { kind };
        let text = &text[start..end];
        tokens.push(LayoutToken {
            text,
            start,
            kind,
            breaks,
            spaces,
            partner: None,
            is_tight: false,
        });
        (breaks, spaces) = (0, 0);
    }
    join_brackets(&mut tokens);
    tokens
}

fn join_brackets(tokens: &mut [LayoutToken<'_>]) {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].text {
            _ if tokens[at].kind != TokenKind::Sign => {}
            "{" | "(" | "[" => open.push(at),
            "}" | ")" | "]" => {
                if let Some(partner) = open.pop() {
                    (tokens[partner].partner, tokens[at].partner) = (Some(at), Some(partner));
                }
            }
            _ => {}
        }
    }
}

/// The end of `b/c` behind `a/`, or of `a/b` behind `@`: no gap is within a path.
fn end_of_path(
    text: &str,
    mut end: usize,
    lexemes: &mut std::iter::Peekable<impl Iterator<Item = (Lexeme, std::ops::Range<usize>)>>,
) -> usize {
    let continues = |at: usize| {
        let rest = &text[at..];
        let rest =
            if text[..at].ends_with(['@', '/']) { Some(rest) } else { rest.strip_prefix('/') };
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '_'))
    };
    while continues(end) {
        let Some((_, next)) = lexemes.next() else { break };
        end = next.end;
    }
    end
}
