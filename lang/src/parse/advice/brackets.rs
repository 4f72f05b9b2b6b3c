//! Brackets that are never closed. The parser stops far after them: at the next paragraph.
//!
//! The text does not tell which of several open brackets lacks its other half, but people indent: a
//! `}` that begins a line closes the bracket that a line of the same indentation opened (as rustc
//! guesses, too).

use super::{Advice, BrokenText};
use crate::parse::lexeme::Lexeme;

/// The bracket that is still open where a paragraph starts, another bracket closes, or the text
/// ends.
pub(in crate::parse) fn forgotten(cut: &BrokenText<'_>, found: &str) -> Option<Advice> {
    let (open, suspect) = open_at(cut);
    let &innermost = open.last()?;
    let is_other_half = matches!(found, "}" | ")" | "]") && found != other(cut.word(innermost));
    let is_body = found == "{" && cut.word(innermost) != "{";
    let is_end = found.is_empty() || cut.starts_paragraph(cut.at);
    if !is_end && !is_other_half && !is_body {
        return None;
    }
    let bracket = suspect.filter(|_| is_end).unwrap_or(innermost);
    let (sign, closing) = (cut.word(bracket), other(cut.word(bracket)));
    let behind = match found {
        "" => "the text ends without it".to_string(),
        found => format!("a `{closing}` is missing before `{found}`"),
    };
    Some(Advice {
        message: Some(format!("`{sign}` is never closed")),
        place: Some((cut.range(bracket), format!("this `{sign}` is still open"))),
        related: Some((cut.range(cut.at), behind)),
        help: Some(format!("write the `{closing}` that belongs to it")),
    })
}

/// The brackets that are open, and one that was closed by what looks like another's half.
fn open_at(cut: &BrokenText<'_>) -> (Vec<usize>, Option<usize>) {
    let (mut open, mut suspect) = (Vec::new(), None);
    for index in 0..cut.at {
        if cut.lexemes[index].0 != Lexeme::Sign {
            continue;
        }
        match cut.word(index) {
            "{" | "(" | "[" => open.push(index),
            "}" | ")" | "]" => {
                let Some(bracket) = open.pop() else { continue };
                let own = indentation(cut, index);
                let is_first = own.is_some_and(|_| cut.begins_line(index));
                if is_first && own < indentation(cut, bracket) && suspect.is_none() {
                    suspect = Some(bracket);
                }
                // A bracket of its own level shows that all was well so far.
                if open.is_empty() {
                    suspect = None;
                }
            }
            _ => {}
        }
    }
    (open, suspect)
}

fn other(bracket: &str) -> &'static str {
    match bracket {
        "{" => "}",
        "(" => ")",
        _ => "]",
    }
}

/// The indentation of the line of a lexeme.
fn indentation(cut: &BrokenText<'_>, index: usize) -> Option<usize> {
    let line = &cut.text[cut.line(index)..];
    line.find(|c: char| !c.is_whitespace())
}
