//! Names of tables and columns in comments, which are one line each. A name in quotes may have line breaks.

/// The name with `\u{a}` for a line break, and so for what else is no letter, sign or space.
pub fn in_a_line(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (at, c) in name.char_indices() {
        if c.is_control() || name[at..].starts_with(ESCAPE) {
            out += &format!("{ESCAPE}{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// The name that a line has.
pub fn of_a_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(ESCAPE) {
        out += before;
        let escaped = after.split_once('}');
        let read = escaped.and_then(|(digits, after)| {
            Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, after))
        });
        rest = match read {
            Some((c, after)) => {
                out.push(c);
                after
            }
            None => {
                out += ESCAPE;
                after
            }
        };
    }
    out + rest
}

const ESCAPE: &str = "\\u{";

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a spec that `init` writes would have half a name outside of its comment, or a database another name.
    #[test]
    fn a_name_is_read_as_it_was_written() {
        for name in ["plain", "\"a\nb\"", "\"\\u{a}\r\n\"", "\\\\u{", "\\u{zz}", "\"\u{85}é日\""]
        {
            let line = in_a_line(name);
            assert!(!line.chars().any(char::is_control), "{line}");
            assert_eq!(of_a_line(&line), name);
        }
        assert_eq!(in_a_line("a\nb"), "a\\u{a}b");
    }
}
