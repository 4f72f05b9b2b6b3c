//! Regular expressions of PostgreSQL, as `~` takes them: which texts match, and a few that do.
//!
//! The problem: PostgreSQL's expressions (POSIX with Henry Spencer's additions) and those of Rust look alike and differ: `.`
//! and newlines, classes of letters, escapes, what a `{` means. The choice: a parser for what both mean alike of plain ASCII. It writes the
//! expression anew, so nothing passes that it does not know, and the crate `regex-lite` matches it in linear time. The same tree
//! gives texts that match. What is not known is an error, and the check is told as not said: look-ahead, back references,
//! classes by `[=a=]`, constraints such as `\y`, options such as `(?i)`, and whatever is beyond ASCII.
//!
//! Rejected: a matcher of our own, which is one more thing to prove. Source: PostgreSQL's manual, 9.7.3.

mod reader;

use regex_lite::{Regex, RegexBuilder};

use self::reader::Reader;

/// How often a part is repeated at most, as in PostgreSQL.
const MOST_REPEATED: u32 = 255;
/// A text that matches has at most so many characters.
const LONGEST: usize = 1000;

/// A regular expression.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    node: Node,
    ignores_case: bool,
}

#[derive(Clone, Debug)]
enum Node {
    Start,
    End,
    /// One of these characters.
    Class(Vec<char>),
    /// Any other than these.
    Other(Vec<char>),
    Each(Vec<Node>),
    Either(Vec<Node>),
    Repeated(Box<Node>, u32, Option<u32>),
}

type Read<T> = Result<T, String>;

impl Pattern {
    /// # Errors
    /// What of it is not known.
    pub fn read(text: &str, ignores_case: bool) -> Read<Pattern> {
        if !text.is_ascii() {
            return Err("characters beyond ASCII depend on the locale".to_owned());
        }
        if text.starts_with("***") || text.starts_with("(?") && !text.starts_with("(?:") {
            return Err("its options are not known".to_owned());
        }
        let mut reader = Reader { rest: text.chars().peekable(), depth: 0 };
        let node = reader.either()?;
        match reader.rest.next() {
            None => Ok(Pattern { node, ignores_case }),
            Some(other) => Err(format!("`{other}` is not known there")),
        }
    }

    /// What tells whether a text matches.
    ///
    /// # Errors
    /// An expression that is too large.
    pub fn matcher(&self) -> Read<Regex> {
        let mut text = String::new();
        self.node.write(&mut text);
        let mut builder = RegexBuilder::new(&text);
        builder.case_insensitive(self.ignores_case).dot_matches_new_line(true);
        builder.build().map_err(|_| "it is too large".to_owned())
    }

    /// Texts that match, perhaps: the shortest, and the longest as far as that has an end. `nth` chooses among characters.
    pub fn examples(&self, nth: usize) -> Vec<String> {
        [false, true]
            .into_iter()
            .filter_map(|is_long| {
                let mut text = String::new();
                self.node.example(nth, is_long, &mut text).then_some(text)
            })
            .collect()
    }
}

impl Node {
    /// As Rust writes it.
    fn write(&self, text: &mut String) {
        let chars = |chars: &[char]| -> String {
            chars.iter().map(|c| format!("\\x{:02x}", u32::from(*c))).collect()
        };
        match self {
            Node::Start => text.push('^'),
            Node::End => text.push('$'),
            Node::Class(class) => *text += &format!("[{}]", chars(class)),
            Node::Other(class) if class.is_empty() => text.push('.'),
            Node::Other(class) => *text += &format!("[^{}]", chars(class)),
            Node::Each(nodes) => nodes.iter().for_each(|node| node.write(text)),
            Node::Either(nodes) => {
                *text += "(?:";
                for (at, node) in nodes.iter().enumerate() {
                    if at > 0 {
                        text.push('|');
                    }
                    node.write(text);
                }
                text.push(')');
            }
            Node::Repeated(node, least, most) => {
                *text += "(?:";
                node.write(text);
                let most = most.map(|most| most.to_string()).unwrap_or_default();
                *text += &format!("){{{least},{most}}}");
            }
        }
    }

    /// Whether there is a text that matches, which is added.
    fn example(&self, nth: usize, is_long: bool, text: &mut String) -> bool {
        // Plain characters first, then any.
        let plain = || ('0'..='9').chain('a'..='z').chain('A'..='Z').chain(' '..='~');
        match self {
            Node::Start | Node::End => true,
            Node::Class(class) => {
                let known: Vec<char> = plain().filter(|c| class.contains(c)).collect();
                let some = if known.is_empty() { class } else { &known };
                text.extend(some.get(nth % some.len().max(1)));
                !some.is_empty()
            }
            Node::Other(class) => {
                let known: Vec<char> = plain().filter(|c| !class.contains(c)).collect();
                text.extend(known.get(nth % known.len().max(1)));
                !known.is_empty()
            }
            Node::Each(nodes) => nodes.iter().all(|node| node.example(nth, is_long, text)),
            Node::Either(nodes) => {
                nodes.get(nth % nodes.len()).is_some_and(|node| node.example(nth, is_long, text))
            }
            Node::Repeated(node, least, most) => {
                let times = if is_long { most.unwrap_or(least + 1) } else { *least };
                for _ in 0..times {
                    let before = text.len();
                    if before > LONGEST || !node.example(nth, is_long, text) {
                        return false;
                    }
                    if text.len() == before {
                        break;
                    }
                }
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        let pattern = Pattern::read(pattern, false).expect("it is known");
        pattern.matcher().expect("it is small").is_match(text)
    }

    /// If it failed, a row would be listed that PostgreSQL refuses, or one that it takes would be missing.
    #[test]
    fn what_matches() {
        for (pattern, yes, no) in [
            (r"^\d{11}$", "00000000000", "0000000000"),
            (r"^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$", "GBAYE0000351", "gbaye0000351"),
            (r"^T-?\d{3}.?\d{3}.?\d{3}[-.]?\d$", "T-034.524.680-1", "T-034.524.68-1"),
            ("a|b{2,}c?", "xbb", "b"),
            ("^[^]a-c-]$", "d", "-"),
            ("^[[:alpha:]_][[:alnum:]\\s]*$", "a 1\n", "1"),
            ("^.$", "\n", ""),
            ("{a", "x{a", "a"),
            ("^(a|)$", "", "b"),
            (r"^\.\\$", ".\\", "a\\"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(!matches(pattern, no), "{pattern} {no}");
        }
    }

    /// If it failed, an expression would be taken for one that it is not.
    #[test]
    fn what_is_not_known() {
        for pattern in [
            "(?i)a", "***=a", "(?=a)", r"(a)\1", r"\ya", "[[=a=]]", "a**", "*a", "a{1", "a{2,1}",
            "a{256}", "[z-a]", "[a", "(a", "a)", "ä", "^*", r"a\",
        ] {
            assert!(Pattern::read(pattern, false).is_err(), "{pattern}");
        }
    }

    /// If it failed, no value of a column would pass its check.
    #[test]
    fn examples_match() {
        for pattern in [
            r"^\d{15}[\dX]$",
            r"^T-?\d{3}.?\d{3}.?\d{3}[-.]?\d$",
            "^[A-Za-z0-9.~_-]{43,128}$",
            "^[^@ ]+@[^@ ]+[.](org|com)$",
        ] {
            for text in
                (0..3).flat_map(|nth| Pattern::read(pattern, false).expect("known").examples(nth))
            {
                assert!(matches(pattern, &text), "{pattern} {text}");
            }
        }
    }
}
