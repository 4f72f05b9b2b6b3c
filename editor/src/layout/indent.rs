//! Lines: where they begin.
//!
//! A bracket that is still open at the end of its line moves what is in it by one step. A formula that goes on over several
//! lines moves by one step. Behind each `|` and `=>` that ends a line but the first it moves by one more, for what follows belongs
//! to it.

use super::space::{ends_operand, is_apart, is_infix};
use super::token::{LayoutToken, TokenKind};

/// The number of characters that a line has at the most, its comment aside.
pub(super) const WIDTH: usize = 120;
pub(super) const STEP: usize = 2;

/// Words with which a paragraph begins.
const PARAGRAPHS: [&str; 17] = [
    "module", "open", "enum", "sig", "abstract", "lone", "one", "some", "var", "private", "fact",
    "assert", "pred", "fun", "let", "run", "check",
];

/// What is between a bracket and its partner; at the bottom, the text.
struct BracketFrame {
    /// The bracket; empty at the bottom.
    opener: &'static str,
    /// Where the line of the bracket begins.
    line: usize,
    /// Where its own lines begin.
    indent: usize,
    /// Its lines are broken behind the bracket, so they are before its partner.
    is_broken: bool,
    /// The number of lines of the formula at hand that ended with a `|` or a `=>`.
    bodies: usize,
}

/// The text in lines.
pub(super) fn lines(tokens: &[LayoutToken<'_>]) -> String {
    let mut layout = IndentLayout {
        text: String::new(),
        frames: vec![BracketFrame { opener: "", line: 0, indent: 0, is_broken: true, bodies: 0 }],
        line: 0,
        waiting: Vec::new(),
        labels: Vec::new(),
        number: 0,
    };
    let mut code: Vec<&LayoutToken<'_>> = Vec::new();
    let mut last: Option<&LayoutToken<'_>> = None;
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        let breaks = layout.breaks(last, token);
        if token.is_comment() {
            layout.comment(token, last, breaks);
            last = Some(token);
            continue;
        }
        let closed = layout.close(token);
        match breaks > 0 || last.is_none() || !layout.waiting.is_empty() {
            true => {
                let goes_on = layout.goes_on(&code, token, [next, tokens.get(at + 2)]);
                let indent = match &closed {
                    Some(frame) => frame.line,
                    None => layout.indent(goes_on),
                };
                let is_command_over =
                    closed.is_none() && layout.frames.len() == 1 && goes_on.is_none();
                layout.put_comments(closed.map_or(indent, |frame| frame.line + STEP));
                layout.new_line(breaks, indent);
                if !is_command_over && let Some(label) = layout.labels.last_mut() {
                    label.is_alone &= label.number + 1 != layout.number;
                }
            }
            false => {
                let before = code.len().checked_sub(2).map(|at| code[at]);
                if let Some(left) = last
                    && (left.is_comment() || is_apart(before, left, token))
                {
                    layout.text.push(' ');
                }
            }
        }
        layout.text.push_str(token.text);
        layout.label(last, token, next);
        layout.open(token, next);
        code.push(token);
        last = Some(token);
    }
    layout.end()
}

/// The label of a command.
struct Label<'t> {
    /// Its line.
    number: usize,
    /// `run` or `check`.
    word: &'t str,
    /// The offset behind the colon.
    behind: usize,
    /// The number of its characters.
    length: usize,
    /// The offset behind the last token of the line.
    end: usize,
    /// The command ends in this line.
    is_alone: bool,
}

struct IndentLayout<'t> {
    text: String,
    frames: Vec<BracketFrame>,
    /// Where the line at hand begins.
    line: usize,
    /// Comments on lines of their own, each with the number of line breaks before it, until it is known where the next line
    /// begins.
    waiting: Vec<(usize, &'t str)>,
    /// The labels of commands.
    labels: Vec<Label<'t>>,
    /// The number of the line at hand.
    number: usize,
}

impl<'t> IndentLayout<'t> {
    fn frame(&mut self) -> &mut BracketFrame {
        self.frames.last_mut().expect("the bottom is never closed")
    }

    /// The number of line breaks before a token: two for a blank line.
    fn breaks(&mut self, last: Option<&LayoutToken<'_>>, token: &LayoutToken<'_>) -> usize {
        let depth = self.frames.len();
        let frame = self.frame();
        let most = token.breaks.min(2);
        let Some(last) = last else { return usize::from(token.is_comment()) };
        if last.kind == TokenKind::LineComment {
            return most.max(1);
        }
        // A brace stays with what it belongs to.
        if token.is("{") && depth == 1 && !last.is_comment() {
            return 0;
        }
        if token.is("}") && frame.opener == "{" {
            return usize::from(frame.is_broken && !last.is("{"));
        }
        if last.is("{") {
            return usize::from(frame.is_broken).min(most);
        }
        most
    }

    fn comment(&mut self, token: &LayoutToken<'t>, last: Option<&LayoutToken<'_>>, breaks: usize) {
        if breaks == 0 && last.is_some() {
            let spaces = token.spaces.max(1);
            self.text.extend(std::iter::repeat_n(' ', spaces));
            self.text.push_str(token.text.trim_end());
        } else {
            self.waiting.push((breaks, token.text.trim_end()));
        }
    }

    /// The word before, if a line that begins with a token is no beginning of its own. `code`: the tokens so far; `next`: the two
    /// tokens behind it.
    fn goes_on<'c>(
        &self,
        code: &[&'c LayoutToken<'c>],
        token: &LayoutToken<'_>,
        next: [Option<&LayoutToken<'_>>; 2],
    ) -> Option<&'c LayoutToken<'c>> {
        let last = *code.last()?;
        let is_label = next[0].is_some_and(|next| next.is(":")) && next[1].is_some_and(is_command);
        let goes_on = match self.frames.len() {
            1 if !ends_operand(last) => true,
            1 => !PARAGRAPHS.contains(&token.text) && !is_label,
            _ => {
                let opens =
                    last.kind == TokenKind::Sign && matches!(last.text, "{" | "(" | "[" | ",");
                !opens && (!ends_operand(last) || is_infix(token, next[0]))
            }
        };
        goes_on.then_some(last)
    }

    /// Where a line begins that goes on after a token, or does not.
    fn indent(&mut self, goes_on: Option<&LayoutToken<'_>>) -> usize {
        let frame = self.frame();
        match goes_on.map(|last| last.text) {
            None => {
                frame.bodies = 0;
                frame.indent + if frame.is_broken { 0 } else { STEP }
            }
            Some("|" | "=>" | "implies" | "else") => {
                frame.bodies += 1;
                frame.indent + STEP * frame.bodies
            }
            // The lines of a body begin below each other.
            Some(_) => frame.indent + STEP * frame.bodies.max(1),
        }
    }

    fn put_comments(&mut self, indent: usize) {
        for (breaks, comment) in std::mem::take(&mut self.waiting) {
            self.new_line(breaks, indent);
            self.text.push_str(comment);
        }
    }

    fn new_line(&mut self, breaks: usize, indent: usize) {
        if !self.text.is_empty() {
            let breaks = breaks.max(1);
            self.number += breaks;
            self.text.extend(std::iter::repeat_n('\n', breaks));
        }
        self.line = indent;
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// Leaves the brackets that a token closes.
    fn close(&mut self, token: &LayoutToken<'_>) -> Option<BracketFrame> {
        let closes = token.kind == TokenKind::Sign && matches!(token.text, "}" | ")" | "]");
        (closes && self.frames.len() > 1).then(|| self.frames.pop())?
    }

    fn open(&mut self, token: &LayoutToken<'_>, next: Option<&LayoutToken<'_>>) {
        let opener = match token.text {
            "{" => "{",
            "(" => "(",
            "[" => "[",
            _ => return,
        };
        if token.kind != TokenKind::Sign {
            return;
        }
        let is_broken =
            next.is_some_and(|next| next.breaks > 0 || next.kind == TokenKind::LineComment);
        let line = self.line;
        // What begins on the line of its bracket goes on from there.
        let indent = if is_broken { line + STEP } else { line };
        self.frames.push(BracketFrame { opener, line, indent, is_broken, bodies: 0 });
    }

    /// Takes note of a label of which a token is the colon, and of what the line of one holds.
    fn label(
        &mut self,
        last: Option<&LayoutToken<'_>>,
        token: &LayoutToken<'_>,
        next: Option<&LayoutToken<'t>>,
    ) {
        let end = self.text.len();
        if let Some(word) = next.filter(|next| is_command(next)).map(|next| next.text)
            && token.is(":")
            && self.frames.len() == 1
        {
            let length = last.map_or(0, |label| label.text.chars().count());
            let number = self.number;
            self.labels.push(Label { number, word, behind: end, length, end, is_alone: true });
        } else if let Some(label) = self.labels.last_mut().filter(|one| one.number == self.number) {
            label.end = end;
        }
    }

    /// Commands with labels that stand in a row of lines, one in each, begin below each other: those of one kind. A line that
    /// this would make too long is left out.
    fn align_labels(&mut self) {
        let labels = std::mem::take(&mut self.labels);
        let belong = |above: &Label<'_>, below: &Label<'_>| {
            above.number + 1 == below.number
                && above.word == below.word
                && above.is_alone
                && below.is_alone
        };
        for row in labels.chunk_by(belong).collect::<Vec<_>>().into_iter().rev() {
            self.align(row);
        }
    }

    fn align(&mut self, row: &[Label<'_>]) {
        let longest = row.iter().map(|label| label.length).max().unwrap_or(0);
        let width =
            |label: &Label<'_>| longest + 1 + self.text[label.behind..label.end].chars().count();
        if let Some(at) = row.iter().position(|label| width(label) > WIDTH) {
            self.align(&row[at + 1..]);
            return self.align(&row[..at]);
        }
        for label in row.iter().rev() {
            self.text.insert_str(label.behind, &" ".repeat(longest - label.length));
        }
    }

    fn end(mut self) -> String {
        self.put_comments(0);
        self.align_labels();
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}

fn is_command(token: &LayoutToken<'_>) -> bool {
    token.is("run") || token.is("check")
}
