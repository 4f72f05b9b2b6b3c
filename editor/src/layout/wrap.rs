//! Lines that are too long.
//!
//! All lines that are too long are broken by one group of gaps each, and the text is laid out again, until nothing can be
//! broken any more. So what comes out is laid out already: the next time changes nothing.

use std::ops::Range;

use super::gaps::{Gap, Gaps};
use super::indent::{self, WIDTH};
use super::token::{self, LayoutToken};

/// A line that begins further in is not broken: there is little to be gained, and the text would grow with the square of its depth.
const FURTHEST: usize = WIDTH / 2;

/// Lays a text out; `gaps` and `tight` are those of its tokens: the places where a line may be broken, and the tokens that
/// stand without spaces.
pub(super) fn wrapped(text: &str, gaps: &Gaps, tight: &[bool]) -> String {
    let mut tokens = token::tokens(text);
    begin_paragraphs(&mut tokens, &gaps.paragraphs);
    open_braces(&mut tokens, &gaps.braces);
    let mut laid_out = lines(tokens, tight);
    loop {
        let mut tokens = token::tokens(&laid_out);
        // Where another text has come out, the caller will see it.
        if tokens.len() != tight.len() || !break_long_lines(&laid_out, &mut tokens, &gaps.before) {
            return laid_out;
        }
        let broken = lines(tokens, tight);
        // A break that the layout takes back would come again for ever.
        if broken == laid_out {
            return broken;
        }
        laid_out = broken;
    }
}

/// A paragraph begins a line, with the comment before it.
fn begin_paragraphs(tokens: &mut [LayoutToken<'_>], paragraphs: &[usize]) {
    for &at in paragraphs.iter().filter(|at| **at > 0) {
        if tokens[at].breaks == 0 && !tokens[at - 1].is_comment() {
            tokens[at].breaks = 1;
        }
    }
}

/// A block that takes several lines begins behind the line of its brace.
fn open_braces(tokens: &mut [LayoutToken<'_>], braces: &[usize]) {
    for &open in braces {
        let brace = tokens.get(open).filter(|token| token.is("{"));
        let Some(close) = brace.and_then(|brace| brace.partner) else { continue };
        if tokens[open + 1..=close].iter().any(|token| token.breaks > 0) && close > open + 1 {
            let first = &mut tokens[open + 1];
            first.breaks = first.breaks.max(1);
        }
    }
}

fn lines(mut tokens: Vec<LayoutToken<'_>>, tight: &[bool]) -> String {
    tokens.iter_mut().zip(tight).for_each(|(token, is_tight)| token.is_tight = *is_tight);
    indent::lines(&tokens)
}

/// Breaks each line that is too long by one group. False if there is none that can be broken.
fn break_long_lines(text: &str, tokens: &mut [LayoutToken<'_>], gaps: &[Option<Gap>]) -> bool {
    let starts: Vec<usize> =
        (0..tokens.len()).filter(|at| *at == 0 || tokens[*at].breaks > 0).collect();
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    let mut breaks: Vec<usize> = Vec::new();
    for line in starts.iter().zip(ends).map(|(start, end)| *start..end) {
        let line = WrappedLine::new(text, tokens, line);
        if line.width > WIDTH && line.indent < FURTHEST {
            breaks.extend(line.breaks(tokens, gaps));
        }
    }
    breaks.iter().for_each(|at| tokens[*at].breaks = 1);
    !breaks.is_empty()
}

struct WrappedLine<'t> {
    text: &'t str,
    tokens: Range<usize>,
    /// Where its physical line begins in the text.
    start: usize,
    indent: usize,
    /// Up to its last token that is no comment.
    width: usize,
}

impl<'t> WrappedLine<'t> {
    fn new(text: &'t str, tokens: &[LayoutToken<'_>], line: Range<usize>) -> WrappedLine<'t> {
        let first = tokens[line.start].start;
        let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
        let last = tokens[line.clone()].iter().rfind(|token| !token.is_comment());
        let end = last.map_or(start, |last| last.start + last.text.len());
        let width = text[start..end].lines().map(|part| part.chars().count()).max().unwrap_or(0);
        WrappedLine { text, tokens: line, start, indent: first - start, width }
    }

    /// The tokens before which the line is broken.
    fn breaks(&self, tokens: &[LayoutToken<'_>], gaps: &[Option<Gap>]) -> Vec<usize> {
        let inside = self.tokens.start + 1..self.tokens.end;
        let Some(first) = inside.clone().filter_map(|at| gaps[at]).min() else { return Vec::new() };
        let places = inside.filter(|at| gaps[*at].is_some_and(|gap| gap.group == first.group));
        if first.is_filled { self.filled(tokens, places) } else { places.collect() }
    }

    /// Those of the places that leave as much as fits in each line.
    fn filled(
        &self,
        tokens: &[LayoutToken<'_>],
        places: impl Iterator<Item = usize>,
    ) -> Vec<usize> {
        let mut breaks: Vec<usize> = Vec::new();
        let (mut start, mut indent) = (self.start, 0);
        let mut last: Option<usize> = None;
        let ends = |at: usize| tokens[at - 1].start + tokens[at - 1].text.len();
        let end = ends(self.tokens.end);
        for (place, end) in places.map(|at| (Some(at), ends(at))).chain([(None, end)]) {
            if indent + self.text[start..end].chars().count() > WIDTH
                && let Some(at) = last.take()
            {
                breaks.push(at);
                (start, indent) = (tokens[at].start, self.indent + indent::STEP);
            }
            last = place;
        }
        breaks
    }
}
