//! Quantifiers without their bar: `all n: Node some n.left`.

use std::ops::Range;

use super::level::opens;
use super::{Advice, BrokenText};
use crate::parse::Rule;

/// A bar that is missing, or stands as another sign.
pub(in crate::parse) fn missing(
    cut: &BrokenText<'_>,
    found: &str,
    wanted: &[Rule],
) -> Option<Advice> {
    let wants_bar = wanted.iter().any(|rule| matches!(rule, Rule::bar | Rule::body));
    let mut body = cut.at;
    // `Node some n.left` was read as far as an arrow with a multiplicity, `Node not n` as far as
    // a comparison.
    let before = cut.word(cut.at.checked_sub(1)?);
    let is_operator = matches!(before, "some" | "one" | "lone" | "set" | "not" | "!");
    let is_comma = before == "," && wanted.contains(&Rule::declaration);
    if is_operator && !wants_bar {
        body -= 1;
    }
    if !wants_bar && !is_operator && !is_comma {
        return None;
    }
    if let Some(advice) = instead(cut, body) {
        return Some(advice);
    }
    let start = quantifier(cut, body)?;
    let skipped = usize::from(matches!(found, ":" | "," | "." | ";"));
    let declared = start..body - usize::from(is_comma);
    let sign = if is_comma { cut.at - 1 } else { body };
    Some(without_bar(cut, declared, body + skipped, cut.range(sign)))
}

/// A sign in the place of the bar with which the set goes on: `some n: Node. n = n`, `all n: Node => some n.left`.
fn instead(cut: &BrokenText<'_>, end: usize) -> Option<Advice> {
    let quantifiers = quantifiers(cut, end).into_iter();
    quantifiers.rev().find_map(|start| {
        let sign = sign(cut, start, end)?;
        let place = cut.range(sign.start).start..cut.range(sign.end - 1).end;
        Some(without_bar(cut, start..sign.start, sign.end, place))
    })
}

/// `declared`: the quantifier and its variables; `body`: where the formula about them starts.
fn without_bar(
    cut: &BrokenText<'_>,
    declared: Range<usize>,
    body: usize,
    place: Range<usize>,
) -> Advice {
    let declared = cut.quoted(declared);
    let formula = cut.quoted(body..end(cut, body));
    let formula = if formula.is_empty() || formula.len() > 60 { "…" } else { &formula };
    Advice::help(format!("write `{declared} | {formula}`"))
        .message("a `|` is missing after the variables of a quantifier")
        .at(place, "the formula about them starts here")
}

/// The first sign behind the variables of a quantifier that stands for its bar: what follows is no part of a set.
fn sign(cut: &BrokenText<'_>, start: usize, end: usize) -> Option<Range<usize>> {
    let level = cut.level(start..end);
    let colon = level.iter().position(|&at| cut.word(at) == ":")?;
    let is_variable = |at: usize| {
        let declared = level[..colon].iter().skip(1);
        cut.is_name(at) && declared.clone().any(|&name| cut.word(name) == cut.word(at))
    };
    let begins_formula = |at: usize| {
        let quantity = matches!(cut.word(at), "some" | "lone" | "one" | "set");
        is_variable(at)
            || matches!(cut.word(at), "all" | "no" | "not" | "!")
            || quantity && (is_variable(at + 1) || cut.word(at + 2) == ":")
    };
    let adjoin = |at: usize| cut.range(at).end == cut.range(at + 1).start;
    level[colon + 1..].iter().find_map(|&at| {
        let (sign, stands_for_it) = match (cut.word(at), cut.word(at + 1)) {
            // `Node. n = n`, as in a sentence.
            (".", _) => (at..at + 1, begins_formula(at + 1) || !adjoin(at) && adjoin(at - 1)),
            ("-", ">") => (at..at + 2, begins_formula(at + 2)),
            ("=", ">") => (at..at + 2, true),
            ("implies", _) => (at..at + 1, true),
            _ => return None,
        };
        stands_for_it.then_some(sign)
    })
}

/// `all n in Node | …`, and other words for the colon.
pub(in crate::parse) fn colon(
    cut: &BrokenText<'_>,
    found: &str,
    wanted: &[Rule],
) -> Option<Advice> {
    let name = cut.at.checked_sub(1).filter(|&at| cut.is_name(at))?;
    let quantifier = cut.word(name.checked_sub(1)?);
    let is_quantifier = matches!(quantifier, "all" | "some" | "no" | "lone" | "one" | "sum");
    let is_colon = matches!(found, "in" | "of" | "from" | "=" | "∈" | "isa");
    if !is_quantifier || !is_colon || !wanted.contains(&Rule::colon) {
        return None;
    }
    let (name, set) = (cut.word(name), cut.word(cut.at + 1));
    if set == "=" {
        let value = cut.word(cut.at + 2);
        return Some(
            Advice::help(format!(
                "write `{quantifier} {name}: A | {name} = {value}`, for a sig `A`"
            ))
            .message(format!("the declaration of `{name}` is missing"))
            .at(cut.range(cut.at - 1), "which values does it take?"),
        );
    }
    Some(Advice::help(format!(
        "a variable is declared with a colon: `{quantifier} {name}: {set} | …`"
    )))
}

/// `forall n in Node: some n.next`: a quantifier in words of other languages.
pub(in crate::parse) fn foreign(cut: &BrokenText<'_>, found: &str) -> Option<Advice> {
    let is_colon = |at: usize| matches!(cut.word(at), ":" | "in" | "of" | "from" | "∈");
    // The parser gives up behind the names, or behind `n in Node`, which it takes for a formula.
    let opened = cut.open_before(cut.at)?;
    let word = (opened + 1..cut.at).rev().find(|&at| word_of_quantifier(cut.word(at)).is_some())?;
    let quantifier = word_of_quantifier(cut.word(word))?;
    let colon = (word + 1..=cut.at).find(|&at| is_colon(at))?;
    let has_names = colon > word + 1
        && (word + 1..colon).all(|at| cut.is_name(at) || cut.word(at) == ",")
        && !matches!(cut.word(word + 1), "exactly");
    let set = colon + 1;
    let bar = (set..cut.lexemes.len().min(set + 20))
        .take_while(|&at| !matches!(cut.word(at), "{" | "}"))
        .find(|&at| matches!(cut.word(at), ":" | "|" | ","));
    let gives_up_here = matches!(found, ":" | "," | "|" | "in" | "∈") || cut.at == word + 1;
    if !has_names || !gives_up_here || !cut.is_name(set) {
        return None;
    }
    let names = cut.quoted(word + 1..colon);
    let mut place = cut.range(word);
    let written = match bar {
        Some(bar) => {
            let end = end(cut, bar + 1);
            let formula = cut.quoted(bar + 1..end);
            let is_whole = !formula.is_empty() && formula.len() <= 60;
            if is_whole {
                // An editor puts what is written in the place of what is marked.
                place.end = cut.range(end - 1).end;
            }
            let formula = if is_whole { &formula } else { "…" };
            format!("{quantifier} {names}: {} | {formula}", cut.quoted(set..bar))
        }
        None => format!("{quantifier} {names}: {} | …", cut.word(set)),
    };
    Some(
        Advice::help(format!("write `{written}`"))
            .message(format!("there is no quantifier `{}`", cut.word(word)))
            .at(place, format!("`{}` is `{quantifier}`", cut.word(word))),
    )
}

/// The quantifier that a word of another language stands for.
fn word_of_quantifier(word: &str) -> Option<&'static str> {
    Some(match word {
        "forall" | "foreach" | "every" | "each" | "for" | "∀" => "all",
        "exists" | "exist" | "∃" => "some",
        _ => return None,
    })
}

/// The quantifier whose declarations end there.
fn quantifier(cut: &BrokenText<'_>, end: usize) -> Option<usize> {
    let last = quantifiers(cut, end).pop()?;
    let is_bar = |&at: &usize| cut.word(at) == "|";
    (!cut.level(last..end).iter().any(is_bar)).then_some(last)
}

/// The quantifiers before that place, on its level of brackets, whose bar is missing. The bars behind one belong to
/// those within it.
fn quantifiers(cut: &BrokenText<'_>, end: usize) -> Vec<usize> {
    let start = cut.open_before(end).map_or(0, |open| open + 1);
    let is_name = |at: usize| cut.is_name(at) && matches!(cut.word(at + 1), ":" | ",");
    let mut has_colon = false;
    let mut bars = 0_usize;
    let mut found = Vec::new();
    for index in cut.level(start..end).into_iter().rev() {
        match cut.word(index) {
            "|" => bars += 1,
            ":" => has_colon = true,
            "let" => bars = bars.saturating_sub(1),
            "all" | "no" | "some" | "lone" | "one" | "sum"
                if has_colon && (is_name(index + 1) || cut.word(index + 1) == "disj") =>
            {
                match bars.checked_sub(1) {
                    Some(left) => bars = left,
                    None => found.push(index),
                }
                has_colon = false;
            }
            _ => {}
        }
    }
    found.reverse();
    found
}

/// The latest end of the formula that starts there.
fn end(cut: &BrokenText<'_>, start: usize) -> usize {
    let ends_line = |index: usize| {
        let gap = cut.range(index).end..cut.range(index + 1).start;
        cut.text[gap].contains('\n')
    };
    let end = cut.level_end(start);
    let mut level = cut.level(start..end).into_iter();
    level.find(|&at| !opens(cut.word(at)) && ends_line(at)).map_or(end, |last| last + 1)
}
