//! A text cut up, as far as it can be without the grammar: comments, strings, and the rest.
//!
//! The parser has no need of it. It serves what must be known before parsing (how deep the brackets
//! are) or after (where an expression ends, the comment after it aside). One pass over the text: to
//! look backwards from the end of each expression instead is quadratic where many comments stand in
//! a line, and cannot tell a comment from a string that looks like one.

use std::ops::Range;

use pest::unicode::{LETTER, MARK, NUMBER};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lexeme {
    /// White space, or a comment.
    Gap,
    /// A string, its quotes included.
    String,
    /// A name, a keyword or a number.
    Word,
    /// One character. `||` and `::` are one, too.
    Sign,
}

/// The lexemes of a text, in order, without anything between them.
pub fn lexemes(text: &str) -> impl Iterator<Item = (Lexeme, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let first = text[at..].chars().next()?;
        let (lexeme, length) = lexeme(&text[at..], first);
        at += length;
        Some((lexeme, at - length..at))
    })
}

/// The text with one space for each stretch of white space and comments, and none at the ends. The
/// contents of a string stay as they are.
pub fn in_one_line(text: &str) -> String {
    let mut line = String::new();
    for (lexeme, range) in lexemes(text) {
        match lexeme {
            Lexeme::Gap if line.is_empty() || line.ends_with(' ') => {}
            Lexeme::Gap => line.push(' '),
            Lexeme::String | Lexeme::Word | Lexeme::Sign => line.push_str(&text[range]),
        }
    }
    line.truncate(line.trim_end_matches(' ').len());
    line
}

/// A scope in one line, without the `for` that it may begin with.
pub fn sizes_in_one_line(scope: &str) -> String {
    let line = in_one_line(scope);
    // No scope begins with a name.
    line.strip_prefix("for").map_or(line.clone(), |sizes| sizes.trim_start().to_owned())
}

/// The first place of a sign in a text, comments and strings aside.
pub(crate) fn first(sign: &str, text: &str) -> Option<usize> {
    let mut signs = lexemes(text).filter(|(lexeme, _)| *lexeme == Lexeme::Sign);
    signs.find(|(_, range)| &text[range.clone()] == sign).map(|(_, range)| range.start)
}

/// The places of the white space and the comments.
///
/// Invariant: they ascend, and no two adjoin.
pub(super) struct TextGaps(Vec<Range<usize>>);

impl TextGaps {
    pub(super) fn new(text: &str) -> TextGaps {
        let mut gaps: Vec<Range<usize>> = Vec::new();
        for (_, range) in lexemes(text).filter(|(lexeme, _)| *lexeme == Lexeme::Gap) {
            match gaps.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => gaps.push(range),
            }
        }
        TextGaps(gaps)
    }

    /// The end of a stretch of text without the gap that it may end in.
    pub(super) fn trimmed_end(&self, stretch: Range<usize>) -> usize {
        let behind = self.0.partition_point(|gap| gap.start < stretch.end);
        match behind.checked_sub(1).map(|at| &self.0[at]) {
            Some(gap) if stretch.end <= gap.end => gap.start.max(stretch.start),
            _ => stretch.end,
        }
    }
}

/// The first lexeme of a text that is not empty, and its length.
fn lexeme(rest: &str, first: char) -> (Lexeme, usize) {
    if let Some(length) = comment(rest) {
        return (Lexeme::Gap, length);
    }
    match first {
        ' ' | '\t' | '\r' | '\n' | '\u{0c}' | '\u{feff}' | '\u{00a0}' => {
            (Lexeme::Gap, first.len_utf8())
        }
        '"' => (Lexeme::String, string(rest)),
        _ if is_word(first) => {
            (Lexeme::Word, rest.find(|c| !is_word(c) && c != '"').unwrap_or(rest.len()))
        }
        '|' if rest.starts_with("||") => (Lexeme::Sign, 2),
        ':' if rest.starts_with("::") => (Lexeme::Sign, 2),
        _ => (Lexeme::Sign, first.len_utf8()),
    }
}

/// The length of a comment. One that is never closed is a mistake that the parser will find. Here
/// it takes the rest, lest each of many be looked for to the end of the text.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("--") || rest.starts_with("//") {
        return Some(rest.find(['\n', '\r']).unwrap_or(rest.len()));
    }
    let inside = rest.strip_prefix("/*")?;
    Some(inside.find("*/").map_or(rest.len(), |length| length + 4))
}

/// The length of a string, which goes to the end of the line if it is not closed there.
fn string(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            '\n' => return at,
            _ => {}
        }
    }
    rest.len()
}

fn is_word(c: char) -> bool {
    c == '_' || LETTER(c) || NUMBER(c) || MARK(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let shown = lexemes(text).map(|(lexeme, range)| {
            let letter = match lexeme {
                Lexeme::Gap => 'g',
                Lexeme::String => 's',
                Lexeme::Word => 'w',
                Lexeme::Sign => '.',
            };
            format!("{letter}{}", range.len())
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    /// If this fails, brackets in strings and comments count as nesting, or messages underline
    /// comments.
    #[test]
    fn comments_and_strings_are_told_apart() {
        for (text, expected) in [
            ("a -- b\nc", "w1 g1 g4 g1 w1"),
            ("-- a\rb", "g4 g1 w1"),
            ("/* // */x", "g8 w1"),
            ("\"//\"(", "s4 .1"),
            ("x\"//(", "w2 g3"),
            ("\"\\\"/*\"", "s6"),
            ("\"a (\nb", "s4 g1 w1"),
            ("/* (", "g4"),
            ("|||", ".2 .1"),
            ("é\u{301}\"\u{a0}→", "w5 g2 .3"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    /// If this fails, a place in a message ends within a comment or too early.
    #[test]
    fn a_stretch_ends_before_the_gap() {
        let text = "a b /* // */ -- c\n d";
        let gaps = TextGaps::new(text);
        for (stretch, end) in [(0..1, 1), (0..3, 3), (0..4, 3), (0..18, 3), (2..19, 3), (0..20, 20)]
        {
            assert_eq!(gaps.trimmed_end(stretch.clone()), end, "{stretch:?}");
        }
        assert_eq!(gaps.trimmed_end(10..12), 10, "an empty stretch in a comment");
    }

    /// If this fails, a message underlines a comment, or quotes a part of one.
    #[test]
    fn a_sign_is_not_sought_in_comments() {
        assert_eq!(first(";", "/* ; */ \";\" ;;"), Some(12));
        assert_eq!(first(":", "-- a: b"), None);
    }

    /// If this fails, a message gives the scope of a command with two words `for`, or without its first letters.
    #[test]
    fn a_scope_begins_with_its_sizes() {
        for scope in ["for\n3 but  2 A", "3 but 2 A", "for/**/3 but // B\n2 A "] {
            assert_eq!(sizes_in_one_line(scope), "3 but 2 A", "{scope}");
        }
    }
}
