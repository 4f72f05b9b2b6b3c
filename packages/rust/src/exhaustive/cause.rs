//! The cause of a failure: its message without what varies from input to input, and its place.

/// Why an input fails.
pub(super) struct Failing {
    pub(super) why: String,
    pub(super) cause: String,
}

impl Failing {
    /// By a message, and the place of a panic.
    pub(super) fn of(why: String, place: Option<String>) -> Failing {
        let (said, own) = placed(&why);
        let first = said.trim_start().lines().next().unwrap_or_default();
        let place = own.map(str::to_owned).or(place);
        let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
        Failing { cause: format!("{}{place}", general(first).trim_end()), why }
    }
}

/// A message that ends in ` at FILE:LINE`, as that of `prop_assert!` does, without this place, and the place.
fn placed(why: &str) -> (&str, Option<&str>) {
    let split = why.rsplit_once(" at ").filter(|(_, place)| {
        let line = place.rsplit_once(':').map_or("", |(_, line)| line);
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    });
    split.map_or((why, None), |(said, place)| (said, Some(place)))
}

/// A text with `#` for each number, `"…"` for each quoted text and `'…'` for each character. Several of them with commas between are one.
fn general(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let is_word = made.ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let (length, sign) = match next {
            '"' => (quoted(rest), "\"…\""),
            '\'' => (character(rest), "'…'"),
            _ => (number(rest, is_word), "#"),
        };
        let Some(length) = length else {
            made.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        rest = &rest[length..];
        if sign == "#" && made.ends_with('-') {
            made.pop();
        }
        let is_next = made.strip_suffix(", ").is_some_and(|before| before.ends_with(sign));
        if is_next {
            made.truncate(made.len() - 2);
        } else {
            made.push_str(sign);
        }
    }
    made
}

/// The length of the quoted text that this begins with. One that does not end takes all.
fn quoted(text: &str) -> Option<usize> {
    let mut is_escaped = true; // the first quote does not end it
    for (at, next) in text.char_indices() {
        if next == '"' && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = at == 0 || next == '\\' && !is_escaped;
    }
    Some(text.len())
}

/// The length of the character that this begins with, as `{:?}` writes it. An apostrophe is none.
fn character(text: &str) -> Option<usize> {
    let inner = &text[1..];
    let first = inner.chars().next()?;
    let length = match (first, inner.strip_prefix("\\u{")) {
        ('\'', _) => return None,
        (_, Some(code)) => 3 + code.find('}')? + 1,
        ('\\', None) => 1 + inner[1..].chars().next()?.len_utf8(),
        _ => first.len_utf8(),
    };
    inner[length..].starts_with('\'').then_some(length + 2)
}

/// The length of the number that this begins with: `12`, `0.5`, `1e-7`, and outside of a word `inf` and `NaN`.
fn number(text: &str, is_word: bool) -> Option<usize> {
    let digits = |from: usize| {
        let rest = &text.as_bytes()[from..];
        from + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits(0);
    if whole == 0 {
        let named = ["inf", "NaN"].into_iter().find(|name| text.starts_with(name))?;
        let is_whole = !text[named.len()..].starts_with(|next: char| next.is_alphanumeric());
        return (!is_word && is_whole).then_some(named.len());
    }
    let mut end = whole;
    if text[end..].starts_with('.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if let Some(power) = text[end..].strip_prefix('e') {
        let from = end + 1 + usize::from(power.starts_with(['-', '+']));
        if digits(from) > from {
            end = digits(from);
        }
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, one fault would be many causes, or two places one.
    #[test]
    fn causes_are_messages_without_what_varies() {
        let cause = |why: &str, place: Option<&str>| {
            Failing::of(why.to_owned(), place.map(str::to_owned)).cause
        };
        assert_eq!(cause("got [1, 2, -30], want \"a\\\"b\"", None), "got [#], want \"…\"");
        assert_eq!(cause("index 3 of 17", Some("a.rs:12")), "index # of # at a.rs:12");
        assert_eq!(cause("it: 5\n  left: 1\n right: 2\n at b.rs:7", None), "it: # at b.rs:7");
        assert_eq!(cause("", None), "");
        assert_eq!(cause("got 'x', want '\\u{301}' or '\\''", None), "got '…', want '…' or '…'");
        assert_eq!(cause("it doesn't, but can't", None), "it doesn't, but can't");
        assert_eq!(cause("Some(-0.0) of [1e21, 5e-324, -inf, NaN]", None), "Some(#) of [#]");
        assert_eq!(cause("info of NaNs in 1..3, éa", None), "info of NaNs in #..#, éa");
    }
}
