//! Lines of styled text, and how wide they are.

use korrel_lang::visible::visible;
use unicode_width::UnicodeWidthStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// The name of an object: the place of its type gives the colour.
    Object(usize),
    /// Names of fields, and the lines of the drawing.
    Faint,
    Value,
    Changed,
    Title,
}

/// Invariant: no span holds a line break or another deceptive character.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    spans: Vec<(Style, String)>,
}

impl Line {
    pub fn new(style: Style, text: &str) -> Line {
        let mut line = Line::default();
        line.push(style, text);
        line
    }

    pub fn push(&mut self, style: Style, text: &str) {
        self.spans.push((style, visible(text).into_owned()));
    }

    pub fn append(&mut self, mut other: Line) {
        self.spans.append(&mut other.spans);
    }

    /// The same after this.
    pub fn after(mut self, prefix: &str) -> Line {
        self.spans.insert(0, (Style::Faint, prefix.to_owned()));
        self
    }

    pub fn width(&self) -> usize {
        self.spans.iter().map(|(_, text)| width(text)).sum()
    }

    /// The line, at most so wide, with an ellipsis where it ends early.
    pub fn cut(self, most: usize) -> Line {
        if self.width() <= most {
            return self;
        }
        let mut left = most.saturating_sub(1);
        let mut cut = Line::default();
        for (style, text) in self.spans {
            let text = cut_text(&text, left);
            left -= width(&text);
            cut.spans.push((style, text));
        }
        cut.spans.push((Style::Faint, "…".to_owned()));
        cut
    }

    /// Keeps this many columns, and returns what follows them.
    fn split_off(&mut self, at: usize) -> Line {
        let mut left = at;
        for (place, (style, text)) in self.spans.iter_mut().enumerate() {
            if width(text) > left {
                let kept = cut_text(text, left);
                let rest = text[kept.len()..].to_owned();
                *text = kept;
                let mut spans = vec![(*style, rest)];
                spans.extend(self.spans.drain(place + 1..));
                return Line { spans };
            }
            left -= width(text);
        }
        Line::default()
    }

    pub fn write(&self, out: &mut String, is_colored: bool) {
        let last = self.spans.iter().rposition(|(_, text)| !text.trim_end().is_empty());
        for (at, (style, text)) in self.spans.iter().enumerate().take(last.map_or(0, |at| at + 1)) {
            let text = if Some(at) == last { text.trim_end() } else { text };
            match ansi(*style) {
                Some(code) if is_colored && !text.is_empty() => {
                    *out += &format!("\u{1b}[{code}m{text}\u{1b}[0m");
                }
                _ => *out += text,
            }
        }
        out.push('\n');
    }
}

/// The longest start of a text that is at most so wide.
fn cut_text(text: &str, most: usize) -> String {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if width(&text[..next]) > most {
            break;
        }
        end = next;
    }
    text[..end].to_owned()
}

pub fn width(text: &str) -> usize {
    text.width()
}

/// The colours are the terminal's own, so that they fit its theme.
fn ansi(style: Style) -> Option<String> {
    // Blue, magenta, cyan, green, yellow; red is for what changed.
    const HUES: [u8; 5] = [34, 35, 36, 32, 33];
    match style {
        Style::Plain => None,
        Style::Value => None,
        Style::Object(ty) => Some(format!("1;{}", HUES[ty % HUES.len()])),
        Style::Faint => Some("2".to_owned()),
        Style::Changed => Some("1;31".to_owned()),
        Style::Title => Some("1".to_owned()),
    }
}

/// Pieces one after the other, with a break between two where a line would be wider than `most`, and inside
/// of one only if it alone is wider.
pub fn flow(first: Line, pieces: Vec<Line>, gap: &str, indent: usize, most: usize) -> Vec<Line> {
    let most = most.max(indent + 16);
    let mut lines = vec![first];
    for (at, mut piece) in pieces.into_iter().enumerate() {
        let last = lines.last_mut().expect("there is a line");
        let is_fresh = at == 0 || last.width() <= indent;
        let room = most.saturating_sub(last.width() + if is_fresh { 0 } else { width(gap) });
        if piece.width() <= room {
            last.push(Style::Faint, if is_fresh { "" } else { gap });
            last.append(piece);
            continue;
        }
        if last.width() > indent {
            lines.push(Line::new(Style::Faint, &" ".repeat(indent)));
        }
        while piece.width() > most - indent {
            let rest = piece.split_off(most - indent);
            lines.last_mut().expect("there is a line").append(piece);
            lines.push(Line::new(Style::Faint, &" ".repeat(indent)));
            piece = rest;
        }
        lines.last_mut().expect("there is a line").append(piece);
    }
    lines
}
