//! Lines of text, and the numbers in them.

use std::io::{self, BufRead, Read};

use crate::Unproven;

/// A line with more bytes than this is refused.
const LONGEST: u64 = 1 << 28;

/// The lines of a file, one after the other.
pub(crate) struct Lines<R> {
    reader: R,
    file: &'static str,
    number: u64,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, file: &'static str) -> Lines<R> {
        Lines { reader, file, number: 0, line: Vec::new() }
    }

    /// Goes to the next line. Says whether there is one.
    pub(crate) fn advance(&mut self) -> Result<bool, Unproven> {
        self.line.clear();
        self.number += 1;
        let read = (&mut self.reader).take(LONGEST).read_until(b'\n', &mut self.line);
        match read {
            Ok(0) => Ok(false),
            Ok(LONGEST_READ) => Err(self.refuse("the line is too long")),
            Ok(_) => Ok(true),
            Err(error) => Err(match error.kind() {
                io::ErrorKind::InvalidInput
                | io::ErrorKind::InvalidData
                | io::ErrorKind::UnexpectedEof => self.refuse(format!("not gzip: {error}")),
                _ => Unproven::unreadable(self.file, &error),
            }),
        }
    }

    /// The line, without the line feed.
    pub(crate) fn line(&self) -> &[u8] {
        self.line.strip_suffix(b"\n").unwrap_or(&self.line)
    }

    /// The line, with the line feed if it has one.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.line
    }

    /// The line is at fault.
    pub(crate) fn refuse(&self, why: impl Into<String>) -> Unproven {
        Unproven::at(self.file, self.number, why)
    }
}

const LONGEST_READ: usize = LONGEST as usize;

/// Appends the numbers of a text in which one space stands between two.
pub(crate) fn numbers(text: &[u8], to: &mut Vec<i32>) -> Result<(), String> {
    for word in text.split(|&byte| byte == b' ') {
        to.push(number(word).ok_or_else(|| format!("`{}` is no number", lossy(word)))?);
    }
    Ok(())
}

/// A number in decimal, without a plus and without needless zeros. It is above the least `i32`.
pub(crate) fn number(word: &[u8]) -> Option<i32> {
    let (digits, is_negative) = match word.strip_prefix(b"-") {
        Some(digits) => (digits, true),
        None => (word, false),
    };
    let is_plain = match digits {
        [b'0'] => !is_negative,
        [first, ..] => *first != b'0' && digits.len() <= 10,
        [] => false,
    };
    if !is_plain {
        return None;
    }
    let mut number = 0i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i64::from(digit - b'0');
    }
    i32::try_from(number).ok().map(|number| if is_negative { -number } else { number })
}

/// The beginning of a text of any bytes, for a message.
pub(crate) fn lossy(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(60)]).into_owned();
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::{number, numbers};

    #[test]
    fn numbers_have_one_form() {
        assert_eq!(number(b"-2147483647"), Some(-2_147_483_647));
        assert_eq!(number(b"0"), Some(0));
        for word in
            ["", "-", "-0", "01", "+1", "1 ", "2147483648", "99999999999999", "1e1", "\u{661}"]
        {
            assert_eq!(number(word.as_bytes()), None, "{word}");
        }
        let mut found = Vec::new();
        assert!(numbers(b"1 -2 0", &mut found).is_ok());
        assert_eq!(found, [1, -2, 0]);
        assert!(numbers(b"1  2", &mut found).is_err());
        assert!(numbers(b"1 2\r", &mut found).is_err());
    }
}
