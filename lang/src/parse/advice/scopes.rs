//! Scopes as newcomers write them: without commas, without `but`, with other ranges.
//!
//! The text after `for` is read again, leniently, and written as it should be.

use super::{Advice, BrokenText};

/// One part of a scope.
struct ScopePart {
    exactly: bool,
    least: String,
    most: Option<String>,
    sig: Option<String>,
}

/// The faults of a scope.
#[derive(Default)]
struct Faults {
    /// Parts without a comma between them.
    comma: bool,
    /// A range that is not written `1..5`, as it should be.
    range: Option<String>,
    /// The number after the sig.
    order: bool,
}

/// The scope that was meant, where the parser gave up in one.
pub(in crate::parse) fn mended(cut: &BrokenText<'_>) -> Option<Advice> {
    let start = start(cut)?;
    let (parts, faults) = parts(cut, start)?;
    let text = written(&parts);
    let plain = parts.iter().filter(|part| part.sig.is_none()).count();
    if plain > 1 || (plain == 1 && parts[0].sig.is_some()) {
        return None;
    }
    let word = if cut.word(start.saturating_sub(1)) == "for" { "for " } else { "" };
    let text = format!("`{word}{text}`");
    let (label, help) = match faults {
        Faults { range: Some(range), .. } => {
            ("a range is written with two dots", format!("a range is `{range}`: {text}"))
        }
        Faults { order: true, .. } => {
            ("the number stands first", format!("the number stands first: {text}"))
        }
        _ if plain == 1 && parts.len() > 1 && !has_but(cut, start) => (
            "`but` is missing before the scopes of single sigs",
            format!("`but` stands after the scope of all sigs: {text}"),
        ),
        Faults { comma: true, .. } => (
            "a comma is missing between two scopes",
            format!("scopes are separated by commas: {text}"),
        ),
        _ => return None,
    };
    Some(Advice::help(help).at(cut.range(cut.at), label))
}

/// The first lexeme of the scope that the parser gave up in: after `for`, or of the whole text.
fn start(cut: &BrokenText<'_>) -> Option<usize> {
    let is_part = |index: usize| {
        let word = cut.word(index);
        cut.is_name(index) && !cut.starts_paragraph(index)
            || is_number(cut, index)
            || matches!(word, "," | "." | "-" | ":" | ";" | "[" | "/" | "=" | "&" | "…")
    };
    let mut at = cut.at.min(cut.lexemes.len());
    // The place itself may be the number of a range.
    while at > 0 && is_part(at - 1) {
        if cut.word(at - 1) == "for" {
            return Some(at);
        }
        at -= 1;
    }
    // `--scope` has no `for`. A number does not begin a file.
    (at == 0 && is_number(cut, 0) || cut.word(0) == "exactly").then_some(0)
}

fn has_but(cut: &BrokenText<'_>, start: usize) -> bool {
    cut.word(start + 1) == "but" || (cut.word(start + 4) == "but" && cut.word(start + 1) == ".")
}

fn parts(cut: &BrokenText<'_>, start: usize) -> Option<(Vec<ScopePart>, Faults)> {
    let (mut parts, mut faults) = (Vec::<ScopePart>::new(), Faults::default());
    let mut at = start;
    loop {
        let before = at;
        while matches!(cut.word(at), "," | ";" | "and" | "but" | "&" | "with") {
            at += 1;
        }
        let separator = cut.quoted(before..at);
        let is_over = at >= cut.lexemes.len()
            || cut.word(at) == "expect"
            || cut.starts_paragraph(at)
            || cut.word(at + 1) == ":" && cut.is_name(at);
        if is_over {
            break;
        }
        let is_right =
            separator == "," || separator == "but" && parts.len() == 1 && parts[0].sig.is_none();
        faults.comma |= !parts.is_empty() && !is_right;
        let (part, next) = part(cut, at, &mut faults)?;
        parts.push(part);
        at = next;
    }
    (!parts.is_empty() && at >= cut.at.min(cut.lexemes.len())).then_some((parts, faults))
}

fn part(cut: &BrokenText<'_>, mut at: usize, faults: &mut Faults) -> Option<(ScopePart, usize)> {
    let exactly = cut.word(at) == "exactly";
    at += usize::from(exactly);
    if cut.is_name(at) && !is_end(cut, at) && !is_number(cut, at) {
        // `Node 3`, `Node = 3`.
        let sig = cut.word(at).to_string();
        let number = at + 1 + usize::from(matches!(cut.word(at + 1), "=" | ":"));
        let least = number_at(cut, number)?;
        faults.order = true;
        return Some((ScopePart { exactly, least, most: None, sig: Some(sig) }, number + 1));
    }
    let bracket = cut.word(at) == "[";
    at += usize::from(bracket);
    let least = number_at(cut, at)?;
    at += 1;
    let first = at;
    while matches!(cut.word(at), "." | "-" | ":" | "to" | "…") || cut.word(at) == "," && bracket {
        at += 1;
    }
    let mut most = None;
    if at > first {
        most = Some(number_at(cut, at)?);
        at += 1;
    }
    at += usize::from(bracket && cut.word(at) == "]");
    let is_written = cut.quoted(first..at.saturating_sub(1)) == ".." && !bracket;
    let sig = (cut.is_name(at) && !is_end(cut, at)).then(|| {
        at += 1;
        while cut.word(at) == "/" && cut.is_name(at + 1) {
            at += 2;
        }
        cut.word(at - 1).to_string()
    });
    let part = ScopePart { exactly, least, most, sig };
    if part.most.is_some() && !is_written {
        faults.range = Some(part.to_string());
    }
    Some((part, at))
}

/// True if a word is not one of a scope's names.
fn is_end(cut: &BrokenText<'_>, at: usize) -> bool {
    matches!(cut.word(at), "but" | "and" | "exactly" | "expect" | "with" | "for")
        || cut.starts_paragraph(at)
}

fn number_at(cut: &BrokenText<'_>, at: usize) -> Option<String> {
    let word = cut.word(at);
    let is_whole = word == cut.variable || word.bytes().all(|byte| byte.is_ascii_digit());
    (is_whole && !word.is_empty()).then(|| word.to_string())
}

/// True if a number begins there, as far as can be told.
fn is_number(cut: &BrokenText<'_>, at: usize) -> bool {
    let word = cut.word(at);
    word.starts_with(|c: char| c.is_ascii_digit()) || !word.is_empty() && word == cut.variable
}

fn written(parts: &[ScopePart]) -> String {
    let texts: Vec<String> = parts.iter().map(ScopePart::to_string).collect();
    match (parts[0].sig.is_none(), texts.split_first()) {
        (true, Some((all, rest))) if !rest.is_empty() => format!("{all} but {}", rest.join(", ")),
        _ => texts.join(", "),
    }
}

impl std::fmt::Display for ScopePart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ScopePart { exactly, least, most, sig } = self;
        f.write_str(if *exactly { "exactly " } else { "" })?;
        f.write_str(least)?;
        if let Some(most) = most {
            write!(f, "..{most}")?;
        }
        if let Some(sig) = sig {
            write!(f, " {sig}")?;
        }
        Ok(())
    }
}
