//! The JSON values in a file, one text each.
//!
//! Values need not stand on a line each, so a text ends where all its brackets have closed and the
//! line does. A stream of any length is read value by value.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::spec::{Error, Spec};

/// A longer value is no heap that could be judged.
const MAX_BYTES: usize = 64 << 20;

pub struct Texts {
    name: String,
    lines: Box<dyn BufRead>,
    /// How many lines have been read, and the first one of the last text.
    line: usize,
    first: usize,
}

impl Texts {
    /// # Errors
    /// A file that cannot be read.
    pub fn open(path: &Path) -> Result<Texts, Error> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "<stdin>".to_owned() } else { path.display().to_string() };
        let lines: Box<dyn BufRead> = if is_stdin {
            Box::new(std::io::stdin().lock())
        } else {
            let file = File::open(path).map_err(|error| Spec::unreadable(path, &error))?;
            Box::new(BufReader::new(file))
        };
        Ok(Texts { name, lines, line: 0, first: 0 })
    }

    /// The next text; `None` if there is none.
    ///
    /// # Errors
    /// What cannot be read, is not UTF-8, or too long.
    pub fn next(&mut self) -> Result<Option<String>, Error> {
        let mut text = Vec::new();
        let mut brackets = Brackets::default();
        loop {
            let start = text.len();
            // A line without end is not read to its end.
            let most = (MAX_BYTES + 1).saturating_sub(start) as u64;
            let read = self.lines.by_ref().take(most).read_until(b'\n', &mut text);
            let read = read.map_err(|error| Spec::unreadable(Path::new(&self.name), &error))?;
            self.line += 1;
            if text.iter().all(u8::is_ascii_whitespace) && read > 0 {
                text.clear();
                continue;
            }
            if start == 0 {
                self.first = self.line;
            }
            text[start..].iter().for_each(|&byte| brackets.see(byte));
            if text.len() > MAX_BYTES {
                let message = format!("a heap is larger than {} MB", MAX_BYTES >> 20);
                return Err(self.error(Diagnostic::error(code::FILE, message)));
            }
            if read == 0 || brackets.is_closed() {
                break;
            }
        }
        if text.is_empty() {
            return Ok(None);
        }
        let not_text = |_| self.error(Diagnostic::error(code::FILE, "this is not UTF-8"));
        String::from_utf8(text).map(Some).map_err(not_text)
    }

    /// An error about the last text.
    pub fn error(&self, mut diagnostic: Diagnostic) -> Error {
        let message = format!("{}, line {}: {}", self.name, self.first, diagnostic.message);
        diagnostic.message = message.into();
        Error::Spec(Box::default(), vec![diagnostic])
    }
}

/// How many brackets are open, those in strings aside.
#[derive(Default)]
struct Brackets {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Brackets {
    fn see(&mut self, byte: u8) {
        if self.is_escaped {
            self.is_escaped = false;
            return;
        }
        match byte {
            b'\\' if self.in_string => self.is_escaped = true,
            b'"' => self.in_string = !self.in_string,
            b'{' | b'[' if !self.in_string => self.depth += 1,
            b'}' | b']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    fn is_closed(&self) -> bool {
        self.depth == 0 && !self.in_string
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &'static str) -> Vec<String> {
        let lines = Box::new(input.as_bytes());
        let mut texts = Texts { name: "heaps".to_owned(), lines, line: 0, first: 0 };
        let next = || texts.next().unwrap_or_else(|_| panic!("{input} can be read"));
        std::iter::from_fn(next).collect()
    }

    /// If this failed, a heap that is written over several lines would be cut, or two heaps would be
    /// read as one.
    #[test]
    fn a_text_ends_where_its_brackets_close() {
        assert_eq!(all("{}\n[]\n"), ["{}\n", "[]\n"]);
        assert_eq!(all("\n\n{\n \"a\": [\n1]}\n  \n3"), ["{\n \"a\": [\n1]}\n", "3"]);
        assert_eq!(all("{\"}\\\"\": 1,\n\"b\": 2}"), ["{\"}\\\"\": 1,\n\"b\": 2}"]);
        assert_eq!(all("{\"a\": 1"), ["{\"a\": 1"]);
        assert_eq!(all(" \n"), Vec::<String>::new());
    }
}
