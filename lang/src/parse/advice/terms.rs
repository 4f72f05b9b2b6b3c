//! Terms as other languages write them, and what to type instead: `a % b`, `0 .. 2`, `xs[1:]`. Where the operands are
//! names, numbers, joins or stand in brackets, the text is theirs, or else letters stand for them.

use super::BrokenText;

/// The remedy for the term at which the parser gave up.
pub(super) fn foreign(cut: &BrokenText<'_>, found: &str) -> Option<String> {
    match found {
        "%" => Some(format!("the remainder is written {}", call(cut, "rem"))),
        "/" if !matches!(cut.word(cut.at + 1), "*" | "") => {
            Some(format!("the quotient is written {}", call(cut, "div")))
        }
        "." => range(cut),
        ":" => slice(cut),
        _ => None,
    }
}

/// `` `rem[a.x, 2]` ``, of the operands at both sides.
fn call(cut: &BrokenText<'_>, name: &str) -> String {
    let left = before(cut, cut.at).map(|start| bare(cut.quoted(start..cut.at)));
    let right = after(cut, cut.at + 1).map(|end| bare(cut.quoted(cut.at + 1..end)));
    match (left, right) {
        (Some(left), Some(right)) => format!("`{name}[{left}, {right}]`"),
        _ => format!("`{name}[a, b]`"),
    }
}

/// `0 .. 2`, which the parser reads as a join up to its second dot.
fn range(cut: &BrokenText<'_>) -> Option<String> {
    let is_double = cut.at > 1 && cut.word(cut.at - 1) == ".";
    let (low, high) = (before(cut, cut.at.checked_sub(1)?)?, after(cut, cut.at + 1)?);
    if !is_double {
        return None;
    }
    let (least, greatest) = (cut.quoted(low..cut.at - 1), cut.quoted(cut.at + 1..high));
    let open = low.checked_sub(1).filter(|open| cut.word(*open) == "{");
    let word =
        open.unwrap_or(low).checked_sub(1).filter(|word| matches!(cut.word(*word), "in" | "="));
    let value = word.and_then(|word| Some(cut.quoted(before(cut, word)?..word)));
    let set = format!("`{{ i: Int | {least} <= i and i <= {greatest} }}`");
    Some(match value {
        Some(value) => format!(
            "a range stands in a scope only; in a formula it is `{least} <= {value} and {value} <= {greatest}`"
        ),
        None => format!("a range stands in a scope only; the set of these numbers is {set}"),
    })
}

/// `xs[1:]`, `xs[:2]`, `xs[1:2]`.
fn slice(cut: &BrokenText<'_>) -> Option<String> {
    let open = (0..cut.at).rev().find(|at| matches!(cut.word(*at), "[" | "]" | "{" | "|"))?;
    let close =
        (cut.at + 1..cut.lexemes.len()).find(|at| matches!(cut.word(*at), "[" | "]" | "}"))?;
    let start = before(cut, open)?;
    let is_slice = cut.word(open) == "[" && cut.word(close) == "]";
    let is_end = |from: usize, to: usize| {
        from == to || (before(cut, to) == Some(from) || (cut.word(from) == "-" && from + 2 == to))
    };
    if !is_slice || start == open || !is_end(open + 1, cut.at) || !is_end(cut.at + 1, close) {
        return None;
    }
    let list = cut.quoted(start..open);
    let (from, to) = (cut.quoted(open + 1..cut.at), cut.quoted(cut.at + 1..close));
    let last = match to.parse::<i64>() {
        Ok(end) if end > 0 => (end - 1).to_string(),
        _ => format!("minus[{to}, 1]"),
    };
    let from_place = if from.is_empty() { "0" } else { &from };
    let text = match (&from[..], &to[..]) {
        ("1", "") => format!("{list}.rest"),
        ("" | "0", "-1") => format!("{list}.butlast"),
        (_, _) if from.starts_with('-') || to.starts_with('-') => return Some(PLACES.to_owned()),
        (_, "") => format!("{list}.subseq[{from_place}, {list}.lastIdx]"),
        _ => format!("{list}.subseq[{from_place}, {last}]"),
    };
    Some(format!(
        "a part of a sequence is written `{text}`; places count from 0, both ends included"
    ))
}

const PLACES: &str = "a part of a sequence is written `s.subseq[a, b]`, from place a to place b; places count from 0, the last one is \
                      `s.lastIdx`";

/// A text without the round brackets around all of it.
fn bare(text: String) -> String {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let mut depth = 0_i32;
    let is_one = inner.is_some_and(|inner| {
        inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        })
    });
    match inner {
        Some(inner) if is_one => inner.to_owned(),
        _ => text,
    }
}

/// The first lexeme of the term that ends before a lexeme: names and numbers with dots between, brackets after them.
pub(super) fn before(cut: &BrokenText<'_>, end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        let last = at.checked_sub(1)?;
        at = match cut.word(last) {
            ")" | "]" => {
                let open = opening(cut, last)?;
                // The expression before square brackets is joined with the ones in them.
                if cut.word(last) == "]" { before(cut, open)? } else { open }
            }
            word if word.starts_with(is_of_a_name) => last,
            _ => return None,
        };
        match at.checked_sub(1) {
            // Two dots are a range.
            Some(dot) if cut.word(dot) == "." && dot > 0 && cut.word(dot - 1) != "." => at = dot,
            _ => return Some(at),
        }
    }
}

/// One past the last lexeme of the term that begins there.
fn after(cut: &BrokenText<'_>, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at = match cut.word(at) {
            "(" => super::calls::closing(cut, at)? + 1,
            word if word.starts_with(is_of_a_name) => at + 1,
            _ => return None,
        };
        while cut.word(at) == "[" {
            at = super::calls::closing(cut, at)? + 1;
        }
        if cut.word(at) != "." {
            return Some(at);
        }
        at += 1;
    }
}

/// The bracket that opens what one closes.
pub(super) fn opening(cut: &BrokenText<'_>, close: usize) -> Option<usize> {
    let mut depth = 0;
    (0..=close).rev().find(|at| {
        match cut.word(*at) {
            ")" | "]" => depth += 1,
            "(" | "[" => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;
    use crate::source::Sources;

    /// If this fails, the text to type is another term than the one that was meant, or none.
    #[test]
    fn terms_are_written_anew() {
        for (formula, expected) in [
            ("(a.x) % 2 = 0", "`rem[a.x, 2]`"),
            ("a.x % b.y[c] = 0", "`rem[a.x, b.y[c]]`"),
            ("(a.x + b) % (c) = 0", "`rem[a.x + b, c]`"),
            ("(a) + (b) % c = 0", "`rem[b, c]`"),
            ("a.x / 2 = 0", "`div[a.x, 2]`"),
            ("-1 % ~r = 0", "`rem[a, b]`"),
            ("a.x in 0 .. 2", "`0 <= a.x and a.x <= 2`"),
            ("a.x in {0..2}", "`0 <= a.x and a.x <= 2`"),
            ("some 0..n", "`{ i: Int | 0 <= i and i <= n }`"),
            ("some a.xs[1:]", "`a.xs.rest`"),
            ("some a.xs[:-1]", "`a.xs.butlast`"),
            ("some a.xs[2:]", "`a.xs.subseq[2, a.xs.lastIdx]`"),
            ("some a.xs[:2]", "`a.xs.subseq[0, 1]`"),
            ("some a.xs[1:n]", "`a.xs.subseq[1, minus[n, 1]]`"),
            ("some a.xs[-2:]", "`s.lastIdx`"),
        ] {
            let mut sources = Sources::default();
            let file = sources.add("spec.als", format!("run {{ {formula} }}"));
            let mistakes = parse(&sources, file).expect_err(formula);
            let help = mistakes[0].help.join("; ");
            assert!(help.contains(expected), "{formula}: {help}");
        }
    }
}
