//! Specs of other languages, recognised by their beginnings. Their first syntax error would not say that.

use std::ops::Range;

use super::BrokenText;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

const TRACES: &str = "one spec in TLA+, in Quint and here: \
                      https://github.com/korrel/korrel/blob/main/docs/from/traces.md";

/// The mistake of a text that is no Alloy at all.
pub(in crate::parse) fn other(text: &str, file: FileId) -> Option<Diagnostic> {
    let (language, place, help) = module_of_tla(text)
        .map(|place| ("TLA+", place, TRACES))
        .or_else(|| quint(text).map(|place| ("Quint", place, TRACES)))
        .or_else(|| forge(text).map(|place| ("Forge", place, FORGE)))?;
    let span = Span { file, start: place.start as u32, end: place.end as u32 };
    let message = format!("this is {language}, not Alloy");
    Some(
        Diagnostic::new(code::SYNTAX, message).at(span, format!("{language} begins so")).help(help),
    )
}

const FORGE: &str = "leave this line out; a `test expect` is a `run … expect 1` or `expect 0` here, and no \
                     `inst`, `assert … is` or `example` is read";

/// `---- MODULE Lock ----`: a comment to Alloy.
fn module_of_tla(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        let name = bare.trim_start_matches('-').trim_start().strip_prefix("MODULE ");
        let is_named = |name: &str| name.ends_with("----") && !name.starts_with('-');
        if bare.starts_with("----") && name.is_some_and(is_named) {
            return Some(at..at + line.trim_end().len());
        }
        at += line.len();
    }
    None
}

/// `module lock {`.
fn quint(text: &str) -> Option<Range<usize>> {
    let cut = BrokenText::new(text, 0);
    let begins = cut.word(0) == "module" && cut.is_name(1) && cut.word(2) == "{";
    begins.then(|| cut.range(0).start..cut.range(2).end)
}

/// `#lang forge`.
fn forge(text: &str) -> Option<Range<usize>> {
    let at = text.find("#lang")?;
    let is_first = text[..at].lines().all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with("//") || line.starts_with("--")
    });
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    (is_first && text[at..end].contains("forge")).then(|| at..text[..end].trim_end().len())
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;
    use crate::source::Sources;

    fn message(text: &str) -> String {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", text);
        let mistakes = parse(&sources, file).expect_err(text);
        assert_eq!(mistakes.len(), 1, "{text}");
        mistakes[0].message.to_string()
    }

    /// If it failed, the message would be about the first word of another language, or a spec of Alloy's with a
    /// mistake would be taken for another language.
    #[test]
    fn languages_are_told_apart() {
        for (text, expected) in [
            ("---- MODULE Lock ----\nEXTENDS Naturals\n====\n", "this is TLA+, not Alloy"),
            (
                "(* a lock *)\n-------- MODULE Lock --------\nVARIABLE x\n",
                "this is TLA+, not Alloy",
            ),
            ("// a lock\nmodule lock {\n  var x: int\n}\n", "this is Quint, not Alloy"),
            ("#lang forge/temporal\n\nsig A {}\n", "this is Forge, not Alloy"),
            ("---- MODULE ----\nsig A { f lone A }", "unexpected `lone`"),
            ("module lock\nsig A { f lone A }", "unexpected `lone`"),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }
}
