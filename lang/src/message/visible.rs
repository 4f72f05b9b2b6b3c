//! Characters that deceive: a terminal obeys them, or they hide, or they turn around the text
//! beside them.
//!
//! A spec that somebody else wrote can hold them in comments, strings, names and the names of its files.
//! Every program that shows text to people makes such characters visible: as `\u{1b}`, or, where each character must
//! keep its column, as a sign of one column. Rejected: to show letters and marks of the Basic Latin
//! block only, which would make messages about specs in most languages unreadable.
//!
//! Sources: Unicode 16, `Default_Ignorable_Code_Point` and `Bidi_Control` (UAX #44). ECMA-48, the
//! control functions in C0 and C1. Boucher and Anderson, *Trojan Source*, USENIX Security 2023.

use std::borrow::Cow;
use std::fmt::Write;

/// True if a character shows as nothing, or does something instead. Line breaks and tabs do as
/// well.
#[inline]
pub fn is_deceptive(c: char) -> bool {
    match c.is_ascii() {
        true => c.is_ascii_control(),
        false => is_deceptive_elsewhere(c),
    }
}

fn is_deceptive_elsewhere(c: char) -> bool {
    c.is_control()
        || matches!(c,
        // Soft hyphen, joiners, fillers, vowel separators, variation selectors.
        '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
        // Marks, embeddings, overrides and isolates of direction, and zero-width characters.
        | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        // Line and paragraph separators, annotations, shorthand and music controls, tags.
        | '\u{2028}'..='\u{2029}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text of one line, each deceptive character as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, is_deceptive)
}

/// A text of several lines. Line breaks and tabs stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, is_deceptive_in_lines)
}

#[inline]
fn is_deceptive_in_lines(c: char) -> bool {
    is_deceptive(c) && !matches!(c, '\n' | '\t')
}

fn replaced(text: &str, is_replaced: impl Fn(char) -> bool + Copy) -> Cow<'_, str> {
    if !text.contains(is_replaced) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_replaced(c) {
            write!(shown, "\\u{{{:x}}}", u32::from(c)).expect("strings take all");
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// JSON text, with deceptive characters as `\u001b`. They occur in its strings only, so it stays the
/// same value.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_deceptive) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_deceptive(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(shown, "\\u{unit:04x}").expect("strings take all");
            }
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// A source text in which each deceptive character is one of one column, and where its places went.
///
/// A byte order mark at the start becomes a space: it is no attempt at anything.
pub(crate) struct VisibleSource<'t> {
    pub text: Cow<'t, str>,
    /// The distance by which places after these have moved.
    moved: Vec<(usize, isize)>,
}

impl VisibleSource<'_> {
    pub(crate) fn new(source: &str) -> VisibleSource<'_> {
        // Renderers turn tabs into spaces, and know the ends of lines.
        let is_kept = |c: char| !is_deceptive(c) || matches!(c, '\n' | '\t' | '\r');
        let mut shown = VisibleSource { text: Cow::Borrowed(source), moved: Vec::new() };
        if source.chars().all(is_kept) {
            return shown;
        }
        let mut text = String::with_capacity(source.len());
        for (at, c) in source.char_indices() {
            match c {
                _ if is_kept(c) => text.push(c),
                '\u{feff}' if at == 0 => text.push(' '),
                '\0'..'\u{20}' => text.push(char::from_u32(0x2400 + c as u32).expect("a picture")),
                '\u{7f}' => text.push('␡'),
                _ => text.push(char::REPLACEMENT_CHARACTER),
            }
            let behind = at + c.len_utf8();
            let distance = text.len() as isize - behind as isize;
            if shown.moved.last().map_or(0, |(_, distance)| *distance) != distance {
                shown.moved.push((behind, distance));
            }
        }
        shown.text = Cow::Owned(text);
        shown
    }

    /// The position in the shown text of a place of the source.
    pub(crate) fn place(&self, at: usize) -> usize {
        let before = self.moved.partition_point(|(behind, _)| *behind <= at);
        let distance = before.checked_sub(1).map_or(0, |last| self.moved[last].1);
        at.checked_add_signed(distance).expect("it lies in the text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a name in a message moves the cursor, or reads backwards.
    #[test]
    fn what_deceives_is_shown() {
        assert_eq!(visible("a\u{1b}[2J\u{9b}2K\u{202e}b"), "a\\u{1b}[2J\\u{9b}2K\\u{202e}b");
        assert_eq!(visible("one\ntwo"), "one\\u{a}two");
        assert_eq!(visible_lines("one\n\ttwo\r"), "one\n\ttwo\\u{d}");
        assert!(matches!(visible("Straße, 木, é, наст"), Cow::Borrowed(_)));
    }

    /// If this fails, data would change on their way through the output.
    #[test]
    fn json_stays_the_same_value() {
        let json = "{\"\u{7f}\u{202e}\":\"\u{e0041}\u{9b}\\n木\"}";
        let shown = visible_json(json);
        assert_eq!(shown, "{\"\\u007f\\u202e\":\"\\udb40\\udc41\\u009b\\n木\"}");
    }

    /// If this fails, a message underlines something else, or panics.
    #[test]
    fn places_follow_the_text() {
        let source = "\u{feff}a\u{1b}b\u{9b}c\r\nd\u{e0041}e木f";
        let shown = VisibleSource::new(source);
        assert_eq!(shown.text, " a␛b\u{fffd}c\r\nd\u{fffd}e木f");
        for (at, c) in source.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            assert!(shown.text[shown.place(at)..].starts_with(c), "{c}");
        }
        assert_eq!(shown.place(source.len()), shown.text.len());
    }
}
