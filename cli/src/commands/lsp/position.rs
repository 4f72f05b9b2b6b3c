//! Places as the protocol counts them: lines from 0, and in a line units of UTF-16.

use korrel_lang::source::Span;
use serde_json::{Value as Json, json};

/// The lines of a text.
pub struct TextLines<'t> {
    text: &'t str,
    /// The offset at which each line begins.
    starts: Vec<usize>,
}

impl<'t> TextLines<'t> {
    pub fn new(text: &'t str) -> TextLines<'t> {
        let bytes = text.as_bytes();
        let ends_line = |at: usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let after = (0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at + 1);
        TextLines { text, starts: std::iter::once(0).chain(after).collect() }
    }

    /// `{ "line": 0, "character": 4 }`.
    pub fn position(&self, offset: usize) -> Json {
        let (line, character) = self.place(offset);
        json!({ "line": line, "character": character })
    }

    /// The line and the number of units before an offset.
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = &self.text[self.starts[line]..offset];
        (line, before.encode_utf16().count())
    }

    pub fn range(&self, span: Span) -> Json {
        self.range_of(span.start as usize, span.end as usize)
    }

    pub fn range_of(&self, start: usize, end: usize) -> Json {
        json!({ "start": self.position(start), "end": self.position(end) })
    }

    /// The offset of a position. One beyond its line is the line's end, one beyond the text the text's end.
    pub fn offset(&self, position: &Json) -> usize {
        let number =
            |name: &str| position[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let Some(&start) = self.starts.get(number("line")) else { return self.text.len() };
        let line = &self.text[start..];
        let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
        let mut units = number("character");
        for (at, c) in line.char_indices() {
            if units < c.len_utf16() {
                return start + at;
            }
            units -= c.len_utf16();
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, an edit behind a letter beyond ASCII would change another place than the user sees.
    #[test]
    fn units_are_those_of_utf_16() {
        let text = "a\u{e9}\u{1d538}b\r\nc\rd\n";
        let lines = TextLines::new(text);
        for (line, character, offset) in [
            (0, 0, 0),
            (0, 2, 3),
            (0, 3, 3),
            (0, 4, 7),
            (0, 9, 8),
            (1, 0, 10),
            (2, 1, 13),
            (3, 0, 14),
            (9, 9, 14),
        ] {
            let position = json!({ "line": line, "character": character });
            assert_eq!(lines.offset(&position), offset, "{position}");
        }
        for offset in [0, 1, 3, 7, 10, 12, 13, 14] {
            assert_eq!(lines.offset(&lines.position(offset)), offset);
        }
    }
}
