//! The parser of what PostgreSQL's and Rust's expressions mean alike.

use std::iter::Peekable;
use std::str::Chars;

use super::{MOST_REPEATED, Node, Read};

/// A regular expression that is read from the left.
pub(super) struct Reader<'t> {
    pub(super) rest: Peekable<Chars<'t>>,
    pub(super) depth: usize,
}

impl Reader<'_> {
    fn is_next(&mut self, wanted: char) -> bool {
        self.rest.next_if_eq(&wanted).is_some()
    }

    pub(super) fn either(&mut self) -> Read<Node> {
        self.depth += 1;
        if self.depth > 50 {
            return Err("it is too deep".to_owned());
        }
        let mut branches = vec![self.each()?];
        while self.is_next('|') {
            branches.push(self.each()?);
        }
        self.depth -= 1;
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Either(branches) })
    }

    fn each(&mut self) -> Read<Node> {
        let mut nodes = Vec::new();
        while let Some(&next) = self.rest.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            self.rest.next();
            let atom = self.atom(next)?;
            nodes.push(self.repeated(atom)?);
        }
        Ok(Node::Each(nodes))
    }

    fn atom(&mut self, first: char) -> Read<Node> {
        match first {
            '^' => Ok(Node::Start),
            '$' => Ok(Node::End),
            '.' => Ok(Node::Other(Vec::new())),
            '[' => self.class(),
            '(' => {
                if self.is_next('?') && !self.is_next(':') {
                    return Err("look-ahead is not known".to_owned());
                }
                let inner = self.either()?;
                if self.is_next(')') { Ok(inner) } else { Err("a `)` is missing".to_owned()) }
            }
            '\\' => self.escape(),
            '*' | '+' | '?' => Err(format!("`{first}` repeats nothing")),
            '{' if self.rest.peek().is_some_and(char::is_ascii_digit) => {
                Err("`{` repeats nothing".to_owned())
            }
            other => Ok(Node::Class(vec![other])),
        }
    }

    fn repeated(&mut self, atom: Node) -> Read<Node> {
        let (least, most) = match self.rest.peek().copied() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') if self.rest.clone().nth(1).is_some_and(|c| c.is_ascii_digit()) => {
                self.rest.next();
                let least = self.number()?;
                let most = match self.is_next(',') {
                    false => Some(least),
                    true if self.rest.peek() == Some(&'}') => None,
                    true => Some(self.number()?),
                };
                if self.rest.peek() != Some(&'}') || most.is_some_and(|most| most < least) {
                    return Err("a repetition is not known".to_owned());
                }
                (least, most)
            }
            _ => return Ok(atom),
        };
        self.rest.next();
        // Whether it prefers few makes no difference to whether it matches.
        self.is_next('?');
        let is_again = match self.rest.peek() {
            Some('{') => self.rest.clone().nth(1).is_some_and(|c| c.is_ascii_digit()),
            next => matches!(next, Some('*' | '+' | '?')),
        };
        if is_again || matches!(atom, Node::Start | Node::End) {
            return Err("a repetition of a repetition or of a place is not known".to_owned());
        }
        Ok(Node::Repeated(Box::new(atom), least, most))
    }

    fn number(&mut self) -> Read<u32> {
        let mut number = 0;
        while let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(10)) {
            self.rest.next();
            number = number * 10 + digit;
            if number > MOST_REPEATED {
                return Err(format!("more than {MOST_REPEATED} repetitions are not known"));
            }
        }
        Ok(number)
    }

    fn escape(&mut self) -> Read<Node> {
        match self.rest.next() {
            Some('A') => Ok(Node::Start),
            Some('Z') => Ok(Node::End),
            Some(letter @ ('D' | 'W' | 'S')) => {
                Ok(Node::Other(shorthand(letter.to_ascii_lowercase()).expect("it is a class")))
            }
            Some(other) => self.escaped(other).map(Node::Class),
            None => Err("a `\\` at its end is not known".to_owned()),
        }
    }

    /// The characters of an escape, in brackets or not.
    fn escaped(&self, of: char) -> Read<Vec<char>> {
        match of {
            'n' => Ok(vec!['\n']),
            't' => Ok(vec!['\t']),
            'r' => Ok(vec!['\r']),
            other if !other.is_ascii_alphanumeric() => Ok(vec![other]),
            other => shorthand(other).ok_or_else(|| format!("`\\{other}` is not known")),
        }
    }

    /// `[a-z_]`, after its first bracket.
    fn class(&mut self) -> Read<Node> {
        let is_other = self.is_next('^');
        let mut chars: Vec<char> = Vec::new();
        let mut is_first = true;
        loop {
            let open = || "a `]` is missing".to_owned();
            let next = self.rest.next().ok_or_else(open)?;
            if next == ']' && !is_first {
                break;
            }
            is_first = false;
            let own = match next {
                '[' if matches!(self.rest.peek(), Some(':' | '=' | '.')) => self.named()?,
                '\\' => {
                    let of = self.rest.next().ok_or_else(open)?;
                    self.escaped(of)?
                }
                other => vec![other],
            };
            let is_range = self.rest.peek() == Some(&'-')
                && self.rest.clone().nth(1).is_some_and(|c| c != ']');
            if !is_range {
                chars.extend(own);
                continue;
            }
            self.rest.next();
            let (&[from], Some(to)) = (&own[..], self.rest.next()) else {
                return Err("a range of classes is not known".to_owned());
            };
            let to = match to {
                '[' => return Err("a range to `[` is not known".to_owned()),
                '\\' => match self.rest.next() {
                    Some(of) if !of.is_ascii_alphanumeric() => of,
                    _ => return Err("a range to a class is not known".to_owned()),
                },
                other => other,
            };
            if to < from {
                return Err(format!("the range {from}-{to} is empty"));
            }
            chars.extend(from..=to);
        }
        chars.sort_unstable();
        chars.dedup();
        Ok(if is_other { Node::Other(chars) } else { Node::Class(chars) })
    }

    /// `[:digit:]`, after its first bracket.
    fn named(&mut self) -> Read<Vec<char>> {
        let name: String = self.rest.by_ref().take_while(|c| *c != ']').collect();
        let is: fn(&char) -> bool = match name.as_str() {
            ":alpha:" => char::is_ascii_alphabetic,
            ":digit:" => char::is_ascii_digit,
            ":alnum:" => char::is_ascii_alphanumeric,
            ":upper:" => char::is_ascii_uppercase,
            ":lower:" => char::is_ascii_lowercase,
            ":punct:" => char::is_ascii_punctuation,
            ":xdigit:" => char::is_ascii_hexdigit,
            ":space:" => return Ok(shorthand('s').expect("it is a class")),
            _ => return Err(format!("[{name}] is not known")),
        };
        Ok(ascii().filter(is).collect())
    }
}

pub(super) fn ascii() -> impl Iterator<Item = char> {
    (0..128_u8).map(char::from)
}

/// `\d`, `\w` and `\s`, of ASCII.
fn shorthand(letter: char) -> Option<Vec<char>> {
    match letter {
        'd' => Some(('0'..='9').collect()),
        'w' => Some(ascii().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect()),
        's' => Some(vec!['\t', '\n', '\u{b}', '\u{c}', '\r', ' ']),
        _ => None,
    }
}
