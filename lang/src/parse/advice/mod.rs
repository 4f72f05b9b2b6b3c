//! Advice about a text that does not parse, where more is known than the token at the place where
//! the parser gave up: the mistake is often before it.

mod bars;
mod brackets;
mod calls;
mod closures;
pub(super) mod containers;
pub(super) mod habits;
mod hint;
pub(super) mod languages;
mod level;
pub(super) mod message;
mod scopes;
mod terms;

use std::ops::Range;

use crate::parse::Rule;
use crate::parse::lexeme::{Lexeme, lexemes};

/// A mistake that has been recognised.
#[derive(Default)]
pub(super) struct Advice {
    /// Instead of "unexpected `x`".
    pub message: Option<String>,
    /// Instead of the place where the parser gave up.
    pub place: Option<(Range<usize>, String)>,
    /// Another place that matters, and its label.
    pub related: Option<(Range<usize>, String)>,
    pub help: Option<String>,
}

impl Advice {
    pub(in crate::parse) fn help(help: impl Into<String>) -> Advice {
        Advice { help: Some(help.into()), ..Advice::default() }
    }

    pub(in crate::parse) fn at(mut self, place: Range<usize>, label: impl Into<String>) -> Advice {
        self.place = Some((place, label.into()));
        self
    }

    pub(in crate::parse) fn message(mut self, message: impl Into<String>) -> Advice {
        self.message = Some(message.into());
        self
    }
}

/// `text[at..]` starts with the token that was `found`.
pub(super) fn advice(text: &str, at: usize, found: &str, wanted: &[Rule]) -> Option<Advice> {
    let cut = BrokenText::new(text, at);
    scopes::mended(&cut)
        .or_else(|| closures::behind(&cut))
        .or_else(|| closures::bars(&cut, found))
        .or_else(|| bars::foreign(&cut, found))
        .or_else(|| containers::worded(&cut, found))
        .or_else(|| closures::unquantified(&cut, found))
        .or_else(|| habits::colon(&cut, found))
        .or_else(|| habits::disjoint(&cut))
        .or_else(|| (found == ";").then(|| bars::missing(&cut, found, wanted)).flatten())
        .or_else(|| habits::needless(&cut, found))
        .or_else(|| calls::conditional(&cut))
        .or_else(|| calls::round(&cut))
        .or_else(|| brackets::forgotten(&cut, found))
        .or_else(|| bars::missing(&cut, found, wanted))
        .or_else(|| bars::colon(&cut, found, wanted))
        .or_else(|| terms::foreign(&cut, found).map(Advice::help))
        .or_else(|| hint::hint(text, at, found, wanted).map(Advice::help))
}

/// A text in words and signs, and where the parser gave up.
pub(in crate::parse) struct BrokenText<'t> {
    pub(in crate::parse) text: &'t str,
    /// The lexemes without the gaps.
    pub lexemes: Vec<(Lexeme, Range<usize>)>,
    /// The index of the first lexeme that is not before that place.
    pub at: usize,
    /// A name that is a number, in scopes that grow.
    pub variable: &'static str,
}

impl<'t> BrokenText<'t> {
    pub(in crate::parse) fn new(text: &'t str, place: usize) -> BrokenText<'t> {
        let lexemes: Vec<_> = lexemes(text).filter(|(kind, _)| *kind != Lexeme::Gap).collect();
        let at = lexemes.partition_point(|(_, range)| range.end <= place);
        BrokenText { text, lexemes, at, variable: "" }
    }

    /// The text of a lexeme, or none after the last.
    pub(in crate::parse) fn word(&self, index: usize) -> &'t str {
        self.lexemes.get(index).map_or("", |(_, range)| &self.text[range.clone()])
    }

    pub(in crate::parse) fn is_name(&self, index: usize) -> bool {
        matches!(self.lexemes.get(index), Some((Lexeme::Word, _)))
            && self.word(index).starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    pub(in crate::parse) fn range(&self, index: usize) -> Range<usize> {
        let end = self.text.len();
        self.lexemes.get(index).map_or(end..end, |(_, range)| range.clone())
    }

    /// The text from one lexeme up to another, in one line.
    pub(in crate::parse) fn quoted(&self, lexemes: Range<usize>) -> String {
        if lexemes.is_empty() {
            return String::new();
        }
        let written = &self.text[self.range(lexemes.start).start..self.range(lexemes.end - 1).end];
        written.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The start of the line of a lexeme.
    pub(in crate::parse) fn line(&self, index: usize) -> usize {
        self.text[..self.range(index).start].rfind('\n').map_or(0, |at| at + 1)
    }

    /// True if nothing but a gap stands before it in its line.
    pub(in crate::parse) fn begins_line(&self, index: usize) -> bool {
        self.text[self.line(index)..self.range(index).start].trim().is_empty()
    }

    /// True if a paragraph begins there.
    pub(in crate::parse) fn starts_paragraph(&self, index: usize) -> bool {
        const WORDS: [&str; 9] =
            ["module", "open", "sig", "enum", "fact", "assert", "run", "check", "abstract"];
        let word = self.word(index);
        let is_sig = ["one", "lone", "some", "private", "var"].contains(&word) && {
            let next = (index..).find(|&at| {
                !["one", "lone", "some", "private", "var", "abstract"].contains(&self.word(at))
            });
            next.is_some_and(|next| self.word(next) == "sig")
        };
        let is_definition = ["pred", "fun"].contains(&word) && self.word(index + 1) != "/";
        is_sig || is_definition || WORDS.contains(&word)
    }
}
