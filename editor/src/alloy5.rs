//! A spec of Alloy 4 or 5 in the notation of Alloy 6.
//!
//! *Problem.* Until Alloy 6 a prime was a letter: `pred push[s, s': Stack]`. Now it is an operator, ten words of time are
//! keywords, and `disjoint` is `disj` only. Such a text cannot be parsed, so no tree tells what is a name. *Choice.* The text is
//! cut into words and signs, which is enough: in those versions each prime right behind a word belongs to it, and each of the
//! words is a name. What is renamed is renamed everywhere, and nothing is renamed to a name that is there. *Rejected.* To read both
//! languages: `s'` would mean two things, by what else is in the file.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::parse::{Lexeme, lexemes};
use korrel_lang::source::{FileId, Sources, Span};
use korrel_lang::spec::Mistakes;

/// The text in the notation of Alloy 6.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModernText {
    pub text: String,
    /// Each old word with the new one.
    pub renamed: BTreeMap<String, String>,
}

/// The words that have become keywords since.
const KEYWORDS: [&str; 12] = [
    "after",
    "always",
    "before",
    "eventually",
    "historically",
    "once",
    "releases",
    "since",
    "steps",
    "triggered",
    "until",
    "var",
];

/// Rewrites what Alloy 6 reads otherwise, or refuses: primes in names, words that are keywords now, `disjoint`.
///
/// # Errors
/// A text that is of Alloy 6 already, or a new name that the text has.
pub fn from_alloy5(name: &str, text: &str) -> Result<ModernText, Mistakes> {
    let words = words(text);
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    if let Some(place) = changing(text, &words) {
        let message = "this is a spec of Alloy 6: its primes are no part of names";
        let diagnostic = Diagnostic::new(code::SYNTAX, message)
            .at(span(file, &place), "`var` says what changes, since Alloy 6")
            .help("leave `--from alloy5` out");
        return Err(Mistakes { sources: Box::new(sources), diagnostics: vec![diagnostic] });
    }
    let known: BTreeMap<&str, &Range<usize>> =
        words.iter().rev().map(|place| (&text[place.clone()], place)).collect();
    let is_named_disjoint = declares(text, &words, "disjoint");
    let (mut renamed, mut clashes) = (BTreeMap::new(), Vec::new());
    let mut taken = BTreeSet::new();
    for (word, place) in &known {
        let new = match *word {
            "disjoint" if !is_named_disjoint => "disj".to_owned(),
            word if KEYWORDS.contains(&word) => format!("{word}_"),
            word if word.contains('\'') => without_primes(word),
            _ => continue,
        };
        let other = known.get(new.as_str()).filter(|_| new != "disj");
        if other.is_some() || (new != "disj" && !taken.insert(new.clone())) {
            let diagnostic =
                Diagnostic::new(code::DUPLICATE, format!("`{word}` cannot become `{new}`"))
                    .at(span(file, place), "a name that Alloy 6 does not read")
                    .help("rename one of them first");
            clashes.push(match other {
                Some(other) => diagnostic.related(span(file, other), "this name is there already"),
                None => diagnostic,
            });
        }
        renamed.insert((*word).to_owned(), new);
    }
    if !clashes.is_empty() {
        return Err(Mistakes { sources: Box::new(sources), diagnostics: clashes });
    }
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for place in words {
        if let Some(word) = renamed.get(&text[place.clone()]) {
            new += &text[at..place.start];
            new += word;
            at = place.end;
        }
    }
    new += &text[at..];
    Ok(ModernText { text: new, renamed })
}

fn span(file: FileId, place: &Range<usize>) -> Span {
    Span { file, start: place.start as u32, end: place.end as u32 }
}

/// `s'` is `s_next`, `s''` is `s_next_next`; a prime within a name is `_`.
fn without_primes(word: &str) -> String {
    let stem = word.trim_end_matches('\'');
    stem.replace('\'', "_") + &"_next".repeat(word.len() - stem.len())
}

/// The places of words, with the primes in them.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (lexeme, place) in lexemes(text) {
        let is_prime = lexeme == Lexeme::Sign && &text[place.clone()] == "'";
        let is_number = text[place.clone()].starts_with(|c: char| c.is_ascii_digit());
        match words.last_mut() {
            Some(last) if last.end == place.start && (is_prime || lexeme == Lexeme::Word) => {
                last.end = place.end;
            }
            _ if lexeme == Lexeme::Word && !is_number => words.push(place),
            _ => {}
        }
    }
    words
}

/// The place of a `var` that says what changes: `var sig`, `sig A { var f: … }`.
fn changing(text: &str, words: &[Range<usize>]) -> Option<Range<usize>> {
    let pairs = words.windows(2).filter(|pair| {
        &text[pair[0].clone()] == "var" && text[pair[0].end..pair[1].start].trim().is_empty()
    });
    let is_meant = |pair: &&[Range<usize>]| {
        let next = &text[pair[1].clone()];
        let before = text[..pair[0].start].trim_end();
        matches!(next, "sig" | "abstract" | "one" | "lone" | "some" | "private")
            || before.ends_with(['{', ','])
    };
    pairs.into_iter().find(is_meant).map(|pair| pair[0].clone())
}

/// True if a paragraph, a field or a variable is called so.
fn declares(text: &str, words: &[Range<usize>], name: &str) -> bool {
    let mut before = "";
    words.iter().any(|place| {
        let word = &text[place.clone()];
        let is_declared = matches!(before, "pred" | "fun" | "sig" | "let" | "enum")
            || text[place.end..].trim_start().starts_with(':');
        before = word;
        word == name && is_declared
    })
}

#[cfg(test)]
mod tests {
    use super::from_alloy5;

    /// If it failed, a spec of Alloy 4 or 5 would be rewritten to another one, or not to one of Alloy 6.
    #[test]
    fn forms_of_old_versions() {
        for (old, new) in [
            ("pred p[b, b': B] { b'.f = b.f }", "pred p[b, b_next: B] { b_next.f = b.f }"),
            ("some b'': B | b''.f", "some b_next_next: B | b_next_next.f"),
            ("sig A'B {} -- it's one", "sig A_B {} -- it's one"),
            ("all disjoint a, b: A | a.after = b", "all disj a, b: A | a.after_ = b"),
            (
                "pred disjoint[a: A] {} fact { disjoint[A] }",
                "pred disjoint[a: A] {} fact { disjoint[A] }",
            ),
            ("sig var { steps: set since }", "sig var_ { steps_: set since_ }"),
            ("run p for 3 but 2 A // b'", "run p for 3 but 2 A // b'"),
            ("fact { a.name = \"b'\" and 2' }", "fact { a.name = \"b'\" and 2' }"),
        ] {
            assert_eq!(from_alloy5("a.als", old).expect(old).text, new, "{old}");
        }
    }

    /// If it failed, two names would become one, or operators of Alloy 6 would become letters.
    #[test]
    fn what_cannot_be_rewritten() {
        for (text, expected) in [
            ("pred p[b, b', b_next: B] {}", "`b'` cannot become `b_next`"),
            ("pred p[b'c, b_c: B] {}", "`b'c` cannot become `b_c`"),
            ("pred p[b'c', b_c': B] {}", "`b_c'` cannot become `b_c_next`"),
            ("var sig A {} fact { A' = A }", "this is a spec of Alloy 6"),
            ("sig A { f: A, var g: A }", "this is a spec of Alloy 6"),
        ] {
            let mistakes = from_alloy5("a.als", text).expect_err(text);
            let message = mistakes.diagnostics[0].message.to_string();
            assert!(message.starts_with(expected), "{text}: {message}");
        }
    }
}
