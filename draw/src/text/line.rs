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

    /// The same in lines that are at most so wide, which is a column at least. It is looked at once, however long
    /// it is.
    fn broken(self, most: usize) -> Vec<Line> {
        let (mut lines, mut left) = (vec![Line::default()], most);
        for (style, text) in self.spans {
            let mut rest = &text[..];
            loop {
                let (kept, after) = rest.split_at(cut_at(rest, left));
                let last = lines.last_mut().expect("there is a line");
                last.spans.push((style, kept.to_owned()));
                if after.is_empty() {
                    left = left.saturating_sub(width(kept));
                    break;
                }
                rest = after;
                lines.push(Line::default());
                left = most;
            }
        }
        lines
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
    text[..cut_at(text, most)].to_owned()
}

/// Where it ends.
fn cut_at(text: &str, most: usize) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if width(&text[..next]) > most {
            break;
        }
        end = next;
    }
    end
}

pub fn width(text: &str) -> usize {
    text.width()
}

/// The colours are the terminal's own, so that they fit its theme.
fn ansi(style: Style) -> Option<String> {
    // Blue, magenta, cyan, green, yellow. Red is for what changed.
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
    for (at, piece) in pieces.into_iter().enumerate() {
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
        for (at, part) in piece.broken(most - indent).into_iter().enumerate() {
            if at > 0 {
                lines.push(Line::new(Style::Faint, &" ".repeat(indent)));
            }
            lines.last_mut().expect("there is a line").append(part);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a text of some megabytes would take minutes, or would lose letters where its lines break.
    #[test]
    fn a_long_text_is_broken_in_one_go() {
        let text = "0123456789".repeat(200_000);
        let lines = flow(Line::default(), vec![Line::new(Style::Value, &text)], " ", 2, 82);
        assert_eq!(lines.len(), 25_000);
        let told: String =
            lines.iter().flat_map(|line| &line.spans).map(|(_, text)| text.trim()).collect();
        assert!(told == text);
    }
}
