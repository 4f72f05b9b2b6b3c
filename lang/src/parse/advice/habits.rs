//! Habits from other languages in texts that follow the grammar: `size(t)` is a name and, after it,
//! a formula in brackets. `if` and `is` are names. Where such a name turns out to mean nothing, this
//! tells what the user probably meant.

use std::ops::Range;

use super::calls::{closing, if_at, is_declared, known, receiver};
use super::{Advice, BrokenText};
use crate::code::{self, Code};

/// A habit that was recognised.
pub(crate) struct Habit {
    pub code: Code,
    pub message: String,
    pub place: Range<usize>,
    pub label: &'static str,
    pub help: String,
}

/// The habit behind a block in which a formula ends at `end` and the next one follows in its line.
/// `start` is where the formula starts.
pub(crate) fn habit(text: &str, start: usize, end: usize) -> Option<Habit> {
    let cut = BrokenText::new(text, end);
    let last = cut.at.checked_sub(1)?;
    let first = BrokenText::new(text, start).at;
    conditional(&cut, first, last)
        .or_else(|| (first == last).then(|| operator(&cut, first, first)).flatten())
        .or_else(|| call(&cut, last))
        .or_else(|| operator(&cut, first, last + 1))
}

fn conditional(cut: &BrokenText<'_>, first: usize, last: usize) -> Option<Habit> {
    let at = (first..=last + 1).find(|&at| cut.word(at) == "if")?;
    let help = if_at(cut, at).help?;
    let message = "there is no `if`".to_string();
    let code = code::UNKNOWN_NAME;
    Some(Habit { code, message, place: cut.range(at), label: "a conditional", help })
}

fn call(cut: &BrokenText<'_>, name: usize) -> Option<Habit> {
    let open = name + 1;
    if !cut.is_name(name) || cut.word(open) != "(" || cut.range(name).end != cut.range(open).start {
        return None;
    }
    let (called, close) = (cut.word(name), closing(cut, open)?);
    let receiver = receiver(cut, name);
    let arguments = cut.quoted(open + 1..close);
    let before = cut.quoted(receiver..name.saturating_sub(1).max(receiver));
    let known = known(called, &before, &arguments).filter(|_| !is_declared(cut, called));
    let help = match known {
        Some(known) => known,
        None if before.is_empty() => {
            format!("arguments stand in brackets: `{called}[{arguments}]`")
        }
        None => format!("arguments stand in brackets: `{called}[{before}, {arguments}]`"),
    };
    Some(Habit {
        code: code::ARGUMENTS,
        message: "a call has no round brackets".to_string(),
        place: cut.range(receiver).start..cut.range(close).end,
        label: "written as in other languages",
        help,
    })
}

/// A word that joins two expressions elsewhere.
fn operator(cut: &BrokenText<'_>, first: usize, at: usize) -> Option<Habit> {
    let word = cut.word(at);
    let last = at.checked_sub(1).filter(|&last| last >= first && cut.is_name(last));
    let left = last.map_or("a".to_string(), |last| cut.quoted(receiver(cut, last)..at));
    let right = cut.word(at + 1);
    let is_nothing = matches!(right, "null" | "nil" | "NULL" | "None" | "none" | "empty");
    let help = match word {
        "is" | "equals" | "eq" if is_nothing => format!("`no {left}` says that there is nothing"),
        "is" | "equals" | "eq" => "equality is written `a = b`".to_string(),
        "isnt" | "ne" => "inequality is written `a != b`".to_string(),
        "NOT" | "Not" => "negation is written `not a`".to_string(),
        "AND" | "And" => "conjunction is written `a and b`".to_string(),
        "OR" | "Or" => "disjunction is written `a or b`".to_string(),
        "xor" | "XOR" => "`not (a iff b)` says that exactly one holds".to_string(),
        "mod" | "MOD" => "the remainder is `rem[a, b]`".to_string(),
        "*" => format!("the product is written `mul[{left}, {right}]`"),
        "then" => "a conditional is written `c => a else b`".to_string(),
        "where" | "such" | "st" => "conditions are joined by `and`".to_string(),
        "contains" | "includes" | "has" => format!("membership is written `x in {left}`"),
        "subset" | "subsetof" | "isin" => "a subset is written `a in b`".to_string(),
        "union" => "the union is written `a + b`".to_string(),
        "intersect" | "intersection" => "the intersection is written `a & b`".to_string(),
        _ => return None,
    };
    let message = format!("there is no operator `{word}`");
    let code = code::UNKNOWN_NAME;
    Some(Habit { code, message, place: cut.range(at), label: "not declared anywhere", help })
}

/// `fact acyclic: { … }`, `sig Node: { … }`.
pub(in crate::parse) fn colon(cut: &BrokenText<'_>, found: &str) -> Option<Advice> {
    let name = cut.at.checked_sub(1).filter(|_| found == ":")?;
    let word = name.checked_sub(1)?;
    let what = match cut.word(word) {
        "fact" => "a fact",
        "assert" => "an assertion",
        "pred" if cut.word(cut.at + 1) == "{" => "a predicate",
        "sig" if cut.word(cut.at + 1) == "{" => "a sig",
        _ => return None,
    };
    let head = cut.quoted(word..cut.at);
    Some(
        Advice::help(format!("drop the colon: `{head} {{ … }}`"))
            .message(format!("{what} has no colon behind its name"))
            .at(cut.range(cut.at), "this one"),
    )
}

/// `all disjoint a, b: A`, as Alloy 4 and 5 took it. Behind `some`, which begins formulas, too, the parser gives up behind the
/// names.
pub(in crate::parse) fn disjoint(cut: &BrokenText<'_>) -> Option<Advice> {
    let mut before = (0..cut.at).rev();
    let word = before.find(|&at| cut.word(at) == "disjoint" || !cut.is_name(at))?;
    if cut.word(word) != "disjoint" {
        return None;
    }
    Some(
        Advice::help("write `disj`, in all the file by `korrel fmt --from alloy5 FILE`")
            .message("`disjoint` is written `disj`")
            .at(cut.range(word), "a word of Alloy 4"),
    )
}

// Semicolons, which end what has an end of its own here.

/// A semicolon at the place where the parser gave up, or just before.
pub(in crate::parse) fn needless(cut: &BrokenText<'_>, found: &str) -> Option<Advice> {
    if found == ";" {
        let joined = cut.word(cut.at.wrapping_sub(1));
        let help = match joined {
            "&" | "and" | "||" | "or" | ">" => {
                "drop the `;`: a formula is missing after the operator"
            }
            _ if is_field(cut, cut.at + 1) => FIELDS,
            _ => "drop the `;`: what stands in a row needs nothing between",
        };
        return Some(at_semicolon(cut, cut.at, help));
    }
    let before = cut.at.checked_sub(1)?;
    if cut.word(before) == ";" {
        return Some(at_semicolon(cut, before, FORMULAS));
    }
    // `f = a; g: B` reads on to the second colon.
    let field = before.checked_sub(1).filter(|&at| found == ":" && cut.word(at) == ";")?;
    Some(at_semicolon(cut, field, FIELDS))
}

/// The remedy for a semicolon between fields.
const FIELDS: &str = "fields are separated by commas, not by `;`";

/// True if `var f, g: e` begins there, and not a command with its label.
fn is_field(cut: &BrokenText<'_>, first: usize) -> bool {
    let is_name = |at: &usize| cut.is_name(*at) || cut.word(*at) == ",";
    let after = (first..).find(|at| !is_name(at)).expect("a text ends");
    after > first && cut.word(after) == ":" && !matches!(cut.word(after + 1), "run" | "check")
}

/// The remedy for a semicolon between formulas.
pub(crate) const FORMULAS: &str = "drop the `;`: formulas that follow each other are and-ed";

fn at_semicolon(cut: &BrokenText<'_>, at: usize, help: &str) -> Advice {
    let advice = Advice::help(help).message("unexpected `;`");
    advice.at(cut.range(at), "it ends nothing")
}
