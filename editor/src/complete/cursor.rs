//! The place where somebody types, and texts that parse there.

use korrel_lang::parse::{Lexeme, lexemes};

/// Stands at the cursor while the text is read.
pub(super) const PLACEHOLDER: &str = "korrelCompletes";

/// What may be missing behind the cursor, before the brackets that are still open.
const ENDINGS: [&str; 5] =
    ["", " | some none", ": univ | some none", " in univ", " => some none else some none"];

/// The kind of name that can stand at the cursor.
pub(super) enum CursorPlace {
    Any,
    /// Behind a dot.
    Member,
    /// Behind `extends`, or in a scope.
    Sig,
    /// Behind `run` or `check`.
    Goal,
    /// Behind `open`.
    Module,
}

/// The place where somebody types.
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Where the name begins that is typed, and where it ends, which may be behind the cursor.
    pub(super) start: usize,
    end: usize,
}

impl<'t> Cursor<'t> {
    /// `None` within a comment or a string.
    pub(super) fn new(text: &'t str, offset: usize) -> Option<Cursor<'t>> {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let within = lexemes(text).find(|(_, range)| range.start < offset && offset <= range.end);
        if let Some((lexeme, range)) = within {
            let words = &text[range.clone()];
            let is_line = words.starts_with("--") || words.starts_with("//");
            let is_comment = is_line || (words.starts_with("/*") && offset < range.end);
            let is_string = lexeme == Lexeme::String && offset < range.end;
            if (lexeme == Lexeme::Gap && is_comment) || is_string {
                return None;
            }
        }
        let start = offset
            - text[..offset]
                .chars()
                .rev()
                .take_while(|c| is_letter(*c))
                .map(char::len_utf8)
                .sum::<usize>();
        let end = offset
            + text[offset..]
                .chars()
                .take_while(|c| is_letter(*c))
                .map(char::len_utf8)
                .sum::<usize>();
        Some(Cursor { text, start, end })
    }

    pub(super) fn place(&self) -> CursorPlace {
        let words: Vec<&str> = lexemes(&self.text[..self.start])
            .filter(|(lexeme, _)| *lexeme != Lexeme::Gap)
            .map(|(_, range)| &self.text[range])
            .collect();
        let line = words.iter().rev().take(12);
        match words.last().copied() {
            Some(".") if words.len() < 2 || words[words.len() - 2] != "." => CursorPlace::Member,
            Some("open") => CursorPlace::Module,
            Some("run" | "check") => CursorPlace::Goal,
            Some("extends" | "exactly") => CursorPlace::Sig,
            // A size, in a scope.
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                match line.clone().any(|word| matches!(*word, "for" | "but")) {
                    true => CursorPlace::Sig,
                    false => CursorPlace::Any,
                }
            }
            _ => CursorPlace::Any,
        }
    }

    /// The texts that are tried: with the name at the cursor, and then with what follows in the paragraph cut off and closed.
    pub(super) fn texts(&self) -> Vec<String> {
        let begun = format!("{}{PLACEHOLDER}", &self.text[..self.start]);
        let rest = &self.text[self.end..];
        let mut texts = vec![format!("{begun}{rest}")];
        let next = begins_paragraph(self.text, self.end);
        let closers = self.closers();
        for ending in ENDINGS {
            texts.push(format!("{begun}{ending}{closers}\n{}", &self.text[next..]));
        }
        // The range of a field.
        texts.push(format!("{begun}: univ {closers}\n{}", &self.text[next..]));
        texts
    }

    /// The brackets that close those that are open at the cursor, in its paragraph.
    fn closers(&self) -> String {
        let from = lexemes(&self.text[..self.start])
            .filter(|(lexeme, range)| {
                *lexeme == Lexeme::Word && starts_paragraph(self.text, range.start)
            })
            .map(|(_, range)| range.start)
            .last()
            .unwrap_or(0);
        let mut open: Vec<&str> = Vec::new();
        for (lexeme, range) in lexemes(&self.text[from..self.start]) {
            match (lexeme, &self.text[from..][range]) {
                (Lexeme::Sign, "{") => open.push("}"),
                (Lexeme::Sign, "(") => open.push(")"),
                (Lexeme::Sign, "[") => open.push("]"),
                (Lexeme::Sign, "}" | ")" | "]") => drop(open.pop()),
                _ => {}
            }
        }
        open.into_iter().rev().map(|closer| format!(" {closer}")).collect()
    }
}

/// Where the next paragraph begins behind an offset, as far as can be told without parsing: a line that begins with a word
/// that begins one.
fn begins_paragraph(text: &str, offset: usize) -> usize {
    let lines = text[offset..].match_indices('\n').map(|(at, _)| offset + at + 1);
    lines.into_iter().find(|&at| starts_paragraph(text, at)).unwrap_or(text.len())
}

fn starts_paragraph(text: &str, at: usize) -> bool {
    const WORDS: [&str; 14] = [
        "open", "enum", "sig", "abstract", "var", "private", "fact", "assert", "pred", "fun",
        "let", "run", "check", "one sig",
    ];
    let begins_line = at == 0 || text[..at].ends_with('\n');
    let is_word = |word: &str| {
        let rest = text[at..].strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    begins_line && WORDS.iter().any(|word| is_word(word))
}
