//! Messages without their numbers, so that one bug is one group.

/// The sign for a number.
const BLANK: char = '#';

/// A message without its numbers and line breaks: `key # of #`. Digits in names stay: `E0027`.
pub(super) fn blanked(message: &str) -> String {
    let mut blanked = String::with_capacity(message.len());
    let mut rest = message.trim();
    while let Some(c) = rest.chars().next() {
        let is_in_name = blanked.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let digits = number(rest);
        if digits > 0 && !is_in_name {
            blanked.push(BLANK);
            rest = &rest[digits..];
        } else {
            blanked.push(if c.is_control() { ' ' } else { c });
            rest = &rest[c.len_utf8()..];
        }
    }
    blanked
}

/// The number of leading bytes that are a number: decimal, or an address as `0x7f3a`.
fn number(text: &str) -> usize {
    let length = |text: &str, is_digit: fn(&u8) -> bool| text.bytes().take_while(is_digit).count();
    if let Some(hex) = text.strip_prefix("0x") {
        return 2 + length(hex, u8::is_ascii_hexdigit);
    }
    match length(text, u8::is_ascii_digit) {
        0 => 0,
        whole => match text[whole..].strip_prefix('.').map(|rest| length(rest, u8::is_ascii_digit))
        {
            Some(fraction @ 1..) => whole + 1 + fraction,
            _ => whole,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::blanked;

    /// If this fails, one bug makes as many groups as there are inputs.
    #[test]
    fn numbers_are_blanked() {
        let cases = [
            ("KeyError: 3", "KeyError: #"),
            ("list index 12 of 7.5 at 0x7f3a", "list index # of # at #"),
            ("E0027: Node$12 and utf8", "E0027: Node$# and utf8"),
            ("ends with 3.\nmore", "ends with #. more"),
        ];
        for (message, expected) in cases {
            assert_eq!(blanked(message), expected);
        }
    }
}
