//! Texts of old dumps of PostgreSQL, which say `SET standard_conforming_strings = off`: a backslash in a plain text is an escape.

/// The text with an `E` before each plain text that has escapes, as the parser knows them.
pub(crate) fn with_escapes(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let (mut rest, mut has_escapes) = (text, false);
    while let Some(first) = rest.chars().next() {
        let before = written.chars().next_back().unwrap_or(' ');
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '&' | '$');
        let length = match first {
            '\'' if is_word(before) => quoted(rest, '\'', before.eq_ignore_ascii_case(&'e')),
            '\'' => {
                let length = quoted(rest, '\'', has_escapes);
                let is_escaped = has_escapes && rest[..length].contains('\\');
                written.push_str(if is_escaped { "E" } else { "" });
                length
            }
            '"' => quoted(rest, '"', false),
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '$' if !is_word(before) => in_dollars(rest),
            _ => {
                if !is_word(before) {
                    has_escapes = setting(rest).unwrap_or(has_escapes);
                }
                first.len_utf8()
            }
        };
        written.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    written
}

/// The bytes of a text in quotes, with both of them.
fn quoted(text: &str, quote: char, has_escapes: bool) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' && has_escapes {
            chars.next();
        } else if c == quote && chars.next_if(|(_, next)| *next == quote).is_none() {
            return at + 1;
        }
    }
    text.len()
}

/// The bytes of `$tag$ … $tag$`.
fn in_dollars(text: &str) -> usize {
    let tag = text[1..].find('$').map(|end| &text[..end + 2]);
    let is_tag =
        |tag: &&str| tag[1..tag.len() - 1].chars().all(|c| c.is_alphanumeric() || c == '_');
    match tag.filter(is_tag) {
        Some(tag) => text[tag.len()..].find(tag).map_or(text.len(), |end| end + 2 * tag.len()),
        None => 1,
    }
}

/// Whether plain texts have escapes from here on.
fn setting(text: &str) -> Option<bool> {
    const NAME: &str = "standard_conforming_strings";
    let rest = text
        .get(NAME.len()..)
        .filter(|_| text.as_bytes()[..NAME.len()].eq_ignore_ascii_case(NAME.as_bytes()))?;
    let value = rest.split(';').next()?.trim_start();
    let value = match value.strip_prefix('=') {
        Some(value) => value,
        None => value.get(2..).filter(|_| value.as_bytes()[..2].eq_ignore_ascii_case(b"to"))?,
    };
    match value.trim().trim_matches('\'').to_ascii_lowercase().as_str() {
        "off" | "false" | "no" | "0" => Some(true),
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a dump would be cut at the wrong quote.
    #[test]
    fn texts_get_the_escapes_that_a_dump_means() {
        let dump = "COMMENT IS 'a\\'; SET standard_conforming_strings = off;\n\
            -- it's\nSELECT 'it\\'s', 'it''s', E'\\n', \"a'\", $$'$$, $t$ ' $t$;\n\
            set Standard_conforming_strings TO 'on'; SELECT '\\';";
        let read = "COMMENT IS 'a\\'; SET standard_conforming_strings = off;\n\
            -- it's\nSELECT E'it\\'s', 'it''s', E'\\n', \"a'\", $$'$$, $t$ ' $t$;\n\
            set Standard_conforming_strings TO 'on'; SELECT '\\';";
        assert_eq!(with_escapes(dump), read);
        for cut in ["'", "'\\", "$", "$a", "$a$", "\"", "/*", "--", "é'ü"] {
            let text = format!("SET standard_conforming_strings=off;{cut}");
            assert_eq!(with_escapes(&text).replace('E', ""), text.replace('E', ""));
        }
    }
}
