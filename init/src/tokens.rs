//! Words and signs, as the languages have them that look like C: enough to read declarations and to pass over code.

use std::rc::Rc;

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    Word(&'t str),
    /// Without its quotes, escapes as they are written.
    Text(&'t str),
    Number(&'t str),
    /// `=>`.
    Arrow,
    Sign(char),
}

/// A cursor over the tokens of a text.
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    /// Each with its line. Copies of the cursor share them.
    all: Rc<[(Token<'t>, usize)]>,
    at: usize,
}

impl<'t> Tokens<'t> {
    /// Comments are left out.
    pub fn of(text: &'t str) -> Tokens<'t> {
        let mut all = Vec::new();
        let (mut rest, mut line) = (text, 1);
        while let Some(first) = rest.chars().next() {
            let (token, length) = next(rest, first);
            let (piece, after) = rest.split_at(length);
            all.extend(token.map(|token| (token, line)));
            line += piece.matches('\n').count();
            rest = after;
        }
        Tokens { all: all.into(), at: 0 }
    }

    pub fn peek(&self) -> Option<Token<'t>> {
        self.ahead(0)
    }

    pub fn ahead(&self, by: usize) -> Option<Token<'t>> {
        self.all.get(self.at + by).map(|(token, _)| *token)
    }

    pub fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// True if the next token is the first one of its line.
    pub fn begins_line(&self) -> bool {
        let line = |at: usize| self.all.get(at).map(|(_, line)| *line);
        self.at == 0 || line(self.at) != line(self.at - 1)
    }

    /// The line of the next token, or of the last one.
    pub fn line(&self) -> usize {
        self.all.get(self.at).or(self.all.last()).map_or(1, |(_, line)| *line)
    }

    pub fn is(&self, sign: char) -> bool {
        self.peek() == Some(Token::Sign(sign))
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.peek() == Some(Token::Word(word))
    }

    /// Takes the sign if it is next.
    pub fn take(&mut self, sign: char) -> bool {
        let is_next = self.is(sign);
        self.at += usize::from(is_next);
        is_next
    }

    pub fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        self.at += usize::from(is_next);
        is_next
    }

    pub fn word(&mut self) -> Option<&'t str> {
        let Some(Token::Word(word)) = self.peek() else { return None };
        self.at += 1;
        Some(word)
    }

    /// Passes over the next token. If it opens a bracket, passes over all up to the one that closes it.
    pub fn pass(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.next() {
                Some(Token::Sign('(' | '[' | '{')) => depth += 1,
                Some(Token::Sign(')' | ']' | '}')) => depth = depth.saturating_sub(1),
                None => return,
                Some(_) => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Passes over all up to one of these signs. Brackets are passed over as wholes, and one that closes ends it.
    pub fn pass_to(&mut self, signs: &[char]) {
        while let Some(token) = self.peek() {
            match token {
                Token::Sign(sign) if signs.contains(&sign) => return,
                Token::Sign(')' | ']' | '}') => return,
                _ => self.pass(),
            }
        }
    }
}

/// The token at the beginning of a text, if there is one, and the length of what it takes.
fn next(text: &str, first: char) -> (Option<Token<'_>>, usize) {
    let until = |end: &str, from: usize| {
        text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
    };
    match first {
        '/' if text.starts_with("//") => (None, text.find('\n').unwrap_or(text.len())),
        '/' if text.starts_with("/*") => (None, until("*/", 2)),
        '=' if text.starts_with("=>") => (Some(Token::Arrow), 2),
        '"' | '\'' | '`' => quoted(text, first),
        _ if first.is_whitespace() => (None, first.len_utf8()),
        _ if is_of_word(first) => {
            let length = text.find(|c: char| !is_of_word(c)).unwrap_or(text.len());
            let word = &text[..length];
            let is_number = first.is_ascii_digit();
            (Some(if is_number { Token::Number(word) } else { Token::Word(word) }), length)
        }
        sign => (Some(Token::Sign(sign)), sign.len_utf8()),
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// A text in quotes. One that is never closed ends with its line, for so do those of the languages.
fn quoted(text: &str, quote: char) -> (Option<Token<'_>>, usize) {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' if quote != '`' => return (Some(Token::Text(&text[1..at])), at),
            _ if c == quote => return (Some(Token::Text(&text[1..at])), at + 1),
            _ => {}
        }
    }
    (Some(Token::Text(&text[1..])), text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, code between declarations would hide some of them, or a text that ends early would end the
    /// program.
    #[test]
    fn pieces() {
        let mut tokens = Tokens::of("a1 /* { */ => 'it\\'s' // }\n {(x]} \"open");
        assert_eq!(tokens.next(), Some(Token::Word("a1")));
        assert_eq!(tokens.next(), Some(Token::Arrow));
        assert_eq!(tokens.next(), Some(Token::Text("it\\'s")));
        assert!(tokens.begins_line() && tokens.is('{'));
        tokens.pass();
        assert_eq!((tokens.line(), tokens.next()), (2, Some(Token::Text("open"))));
        assert_eq!(tokens.next(), None);
        tokens.pass();
        tokens.pass_to(&[';']);
        assert_eq!(Tokens::of("").line(), 1);
        assert_eq!(Tokens::of("'é").peek(), Some(Token::Text("é")));
    }
}
