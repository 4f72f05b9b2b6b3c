//! Signs that stand before a term here, and behind it or around it elsewhere: `n.next*`, `|A|`, `n: A | …`.

use super::terms::before;
use super::{Advice, BrokenText};

/// `n.next*`, `n.next+`: a closure as grammars and regular expressions write it, directly behind a name.
pub(super) fn behind(cut: &BrokenText<'_>) -> Option<Advice> {
    let is_negated = matches!(cut.word(cut.at.checked_sub(1)?), "!" | "not")
        && matches!(cut.word(cut.at), "=" | "in" | "<" | ">");
    let sign = cut.at.checked_sub(1 + usize::from(is_negated))?;
    let operand = sign.checked_sub(1)?;
    let closure = match cut.word(sign) {
        "*" => "*",
        "+" | "^" => "^",
        _ => return None,
    };
    let is_adjacent = cut.range(operand).end == cut.range(sign).start;
    // `+=` is an assignment elsewhere.
    let is_assignment = cut.word(cut.at) == "=" && cut.range(sign).end == cut.range(cut.at).start;
    if !is_adjacent || is_assignment {
        return None;
    }
    let start = before(cut, sign)?;
    // `a[i]*` is `*(a[i])`, which nobody means by it.
    let last = match cut.word(operand) {
        ")" => super::terms::opening(cut, operand)?,
        _ if cut.is_name(operand) => operand,
        _ => return None,
    };
    let whole = format!("{}{closure}{}", cut.quoted(start..last), cut.quoted(last..sign));
    let place = cut.range(start).start..cut.range(sign).end;
    Some(
        Advice::help(format!("write `{whole}`"))
            .message("a closure stands before the relation")
            .at(place, "the sign stands behind it"),
    )
}

/// `|A| = 3`.
pub(super) fn bars(cut: &BrokenText<'_>, found: &str) -> Option<Advice> {
    if found != "|" || !begins_formula(cut, cut.at) {
        return None;
    }
    let close = (cut.at + 1..cut.lexemes.len())
        .take_while(|at| {
            cut.is_name(*at) || matches!(cut.word(*at), "." | "^" | "*" | "~" | "(" | ")")
        })
        .last()?
        + 1;
    if cut.word(close) != "|" {
        return None;
    }
    let inside = cut.quoted(cut.at + 1..close);
    let place = cut.range(cut.at).start..cut.range(close).end;
    let number = if inside.contains(char::is_whitespace) {
        format!("#({inside})")
    } else {
        format!("#{inside}")
    };
    Some(
        Advice::help(format!("write `{number}`"))
            .message("the number of elements is written with `#`")
            .at(place, "bars stand behind the variables of a quantifier"),
    )
}

/// `n: A | …` without a quantifier.
pub(super) fn unquantified(cut: &BrokenText<'_>, found: &str) -> Option<Advice> {
    let name = cut.at.checked_sub(1).filter(|at| found == ":" && cut.is_name(*at))?;
    // `x := y` is a value of other languages.
    if cut.word(cut.at + 1) == "=" || !begins_formula(cut, name) {
        return None;
    }
    let variable = cut.word(name);
    Some(
        Advice::help(format!("write `all {variable}` or `some {variable}`"))
            .message(format!("a quantifier is missing before `{variable}`"))
            .at(cut.range(name), "it is declared here, for all or for some?"),
    )
}

/// A formula begins there, as the sign or the word before it tells.
fn begins_formula(cut: &BrokenText<'_>, at: usize) -> bool {
    const BEFORE: [&str; 13] = [
        "{",
        "(",
        "|",
        "||",
        "and",
        "or",
        "not",
        "!",
        "implies",
        "iff",
        "always",
        "eventually",
        "after",
    ];
    let Some(before) = at.checked_sub(1) else { return false };
    let arrow = before > 0 && cut.word(before) == ">" && cut.word(before - 1) == "=";
    BEFORE.contains(&cut.word(before)) || arrow
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;
    use crate::source::Sources;

    fn help(text: &str) -> String {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", text);
        let mistakes = parse(&sources, file).expect_err(text);
        mistakes[0].help.join("; ")
    }

    /// If it failed, a user who writes a sign behind a term would read that an expression is missing.
    #[test]
    fn signs_behind_and_around_terms() {
        for (text, expected) in [
            ("run { all n: A | n.next* = n }", "write `n.*next`"),
            ("run { some next* }", "write `*next`"),
            ("run { all n: A | n.next^ != n }", "write `n.^next`"),
            ("run { all n: A | n.next^ not in n }", "write `n.^next`"),
            ("run { some n: A | n in n.next+ }", "write `n.^next`"),
            ("run { some n: A | some n.(left + right)* and n = n }", "write `n.*(left + right)`"),
            ("run { some n: A | some n.next.prev*.key }", "write `n.next.*prev`"),
            ("run { |A| = 3 }", "write `#A`"),
            ("run { some A and |A.f| = 3 }", "write `#A.f`"),
            ("run { n: A | some n }", "write `all n` or `some n`"),
            ("run { some A => n: A | some n }", "write `all n` or `some n`"),
        ] {
            assert_eq!(help(text), expected, "{text}");
        }
    }

    /// If it failed, a sum that is not finished yet would be taken for a closure.
    #[test]
    fn unfinished_terms_are_none_of_these() {
        for text in [
            "run { some A + }",
            "run { some A +\n}",
            "run { a[i]* = b }",
            "run { a.x += 1 }",
            "run { #A = 3+ }",
        ] {
            assert!(!help(text).contains("write"), "{text}: {}", help(text));
        }
    }
}
