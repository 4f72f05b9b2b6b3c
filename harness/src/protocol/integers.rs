//! Integers that a reader of JSON cannot hold.

/// True if a text of JSON has an integer, written as one, that is neither an `i64` nor a `u64`.
pub(super) fn has_long_integer(json: &[u8]) -> bool {
    let mut rest = json;
    while let [first, after @ ..] = rest {
        rest = match first {
            b'"' => after_string(after),
            b'-' | b'0'..=b'9' => {
                let (number, after) = rest.split_at(number(rest));
                if is_long(number) {
                    return true;
                }
                after
            }
            _ => after,
        };
    }
    false
}

fn after_string(mut rest: &[u8]) -> &[u8] {
    loop {
        rest = match rest {
            [b'\\', _, after @ ..] => after,
            [b'"', after @ ..] => return after,
            [_, after @ ..] => after,
            [] => return rest,
        }
    }
}

/// The number of leading bytes that are a number's.
fn number(text: &[u8]) -> usize {
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    text.iter().take_while(|byte| is_of_number(byte)).count()
}

fn is_long(number: &[u8]) -> bool {
    let number = str::from_utf8(number).expect("its bytes are ASCII");
    let is_integer = !number.contains(['.', 'e', 'E']);
    is_integer && number.parse::<i64>().is_err() && number.parse::<u64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, two integers are taken for the same float, or a float or a string is refused.
    #[test]
    fn only_integers_are_too_long() {
        for long in
            ["18446744073709551616", "[1,-9223372036854775809]", r#"{"a\\":99999999999999999999}"#]
        {
            assert!(has_long_integer(long.as_bytes()), "{long}");
        }
        let short = [
            "18446744073709551615",
            "-9223372036854775808",
            "1e300",
            "99999999999999999999.0",
            r#"["99999999999999999999","\"99999999999999999999"]"#,
        ];
        short.iter().for_each(|short| assert!(!has_long_integer(short.as_bytes()), "{short}"));
    }
}
