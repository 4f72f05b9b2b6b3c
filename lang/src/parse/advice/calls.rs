//! Calls in round brackets, `t.size()` and `less(a, b)`, and `if … then … else …`.

use super::{Advice, BrokenText};

/// A call in whose round brackets the parser gave up.
pub(in crate::parse) fn round(cut: &BrokenText<'_>) -> Option<Advice> {
    let open = cut.open_before(cut.at).filter(|&open| cut.word(open) == "(")?;
    let name =
        open.checked_sub(1).filter(|&name| cut.is_name(name) && !is_keyword(cut.word(name)))?;
    // `size(t)` is written without a gap. `p (q)` may be two formulas.
    if cut.range(name).end != cut.range(open).start {
        return None;
    }
    let found = cut.word(cut.at);
    let is_empty = found == ")" && open + 1 == cut.at;
    if !is_empty && found != "," {
        return None;
    }
    let close = closing(cut, open)?;
    let receiver = receiver(cut, name);
    let called = cut.word(name);
    let is_declared = is_declared(cut, called);
    let arguments = cut.quoted(open + 1..close);
    let before = cut.quoted(receiver..name.saturating_sub(1).max(receiver));
    let help = match (is_declared, known(called, &before, &arguments)) {
        (false, Some(known)) => known,
        _ if receiver == name && is_empty => format!("leave the brackets out: `{called}`"),
        _ if receiver == name => format!("arguments stand in brackets: `{called}[{arguments}]`"),
        _ if is_empty => {
            format!("arguments stand in brackets: `{called}[{before}]`, or `{before}.{called}`")
        }
        _ => format!("arguments stand in brackets: `{called}[{before}, {arguments}]`"),
    };
    let place = cut.range(receiver).start..cut.range(close).end;
    let message = "a call has no round brackets";
    Some(Advice::help(help).message(message).at(place, "written as in other languages"))
}

/// True if the text declares a function or a predicate of that name.
pub(in crate::parse) fn is_declared(cut: &BrokenText<'_>, name: &str) -> bool {
    let declares = |at: usize| matches!(cut.word(at), "fun" | "pred" | "let");
    let names = |at: usize| (at + 1..at + 4).any(|at| cut.word(at) == name);
    (0..cut.lexemes.len()).any(|at| declares(at) && names(at))
}

/// The Alloy form of a method that collections have elsewhere.
pub(crate) fn known(method: &str, receiver: &str, arguments: &str) -> Option<String> {
    if receiver.is_empty() {
        return match method {
            "abs" => Some(format!(
                "the absolute value is `({arguments} < 0 => negate[{arguments}] else {arguments})`"
            )),
            "size" | "length" | "len" | "count" => Some(format!(
                "the number of elements is `#{arguments}`; a function is called as `{method}[{arguments}]`"
            )),
            _ => None,
        };
    }
    Some(match method {
        "size" | "length" | "count" | "len" => {
            format!("the number of elements is `#{receiver}`")
        }
        "contains" | "has" | "includes" => {
            format!("membership is written `{arguments} in {receiver}`")
        }
        "isEmpty" | "empty" => format!("emptiness is written `no {receiver}`"),
        "equals" => format!("equality is written `{receiver} = {arguments}`"),
        _ => return None,
    })
}

/// `if` where a conditional is meant, as far back as its formula begins.
pub(in crate::parse) fn conditional(cut: &BrokenText<'_>) -> Option<Advice> {
    let found = cut.word(cut.at);
    if !matches!(found, "else" | "?" | "then" | "if") {
        return None;
    }
    if found == "?" {
        // `next: Node?`
        let ends_a_field = matches!(cut.word(cut.at + 1), "," | "}" | "]");
        return (!ends_a_field).then(|| Advice::help("a conditional is written `c => a else b`"));
    }
    let start = (0..=cut.at).rev().find(|&at| cut.word(at) == "if")?;
    Some(if_at(cut, start))
}

/// The advice for the conditional that starts there.
pub(in crate::parse) fn if_at(cut: &BrokenText<'_>, start: usize) -> Advice {
    let advice =
        Advice::default().message("there is no `if`").at(cut.range(start), "a conditional");
    let help = match rewritten(cut, start) {
        Some(text) => format!("a conditional is written `c => a else b`: `{text}`"),
        None => "a conditional is written `c => a else b`".to_string(),
    };
    Advice { help: Some(help), ..advice }
}

fn rewritten(cut: &BrokenText<'_>, start: usize) -> Option<String> {
    let end = cut.level_end(start + 1);
    let parts = cut.level(start + 1..end);
    let level = |word: &str| parts.iter().copied().find(|&at| cut.word(at) == word);
    let otherwise = level("else");
    let braces = level("{").filter(|_| level("then").is_none());
    let (condition, then) = match (level("then"), braces) {
        (Some(then), _) => (start + 1..then, then + 1..otherwise.unwrap_or(end)),
        (None, Some(brace)) => {
            (start + 1..brace, brace..otherwise.unwrap_or(closing(cut, brace)? + 1))
        }
        (None, None) => return None,
    };
    let (condition, then) = (cut.quoted(condition), cut.quoted(then));
    let otherwise = otherwise.map(|at| format!(" else {}", cut.quoted(at + 1..end)));
    let text = format!("{condition} => {then}{}", otherwise.unwrap_or_default());
    (text.len() <= 100).then_some(text)
}

pub(in crate::parse) fn closing(cut: &BrokenText<'_>, open: usize) -> Option<usize> {
    let end = cut.level_end(open + 1);
    (end < cut.lexemes.len()).then_some(end)
}

/// The start of `a.b.name`.
pub(in crate::parse) fn receiver(cut: &BrokenText<'_>, name: usize) -> usize {
    let mut start = name;
    while start >= 2 && cut.word(start - 1) == "." && cut.is_name(start - 2) {
        start -= 2;
    }
    start
}

fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 30] = [
        "all", "no", "some", "lone", "one", "set", "not", "and", "or", "implies", "iff", "else",
        "in", "let", "disj", "run", "check", "open", "sum", "int", "always", "after", "seq",
        "fact", "pred", "fun", "assert", "for", "but", "exactly",
    ];
    WORDS.contains(&word)
}
