//! Names and comments, as Alloy takes them.

use pest::unicode::{LETTER, NUMBER};

/// No sig and no field may be called so.
pub const WORDS: &str = "abstract after all always and as assert before but check disj else enum eventually \
    exactly expect extends fact for fun historically iden iff implies in Int int let lone macro module no \
    none not once one open or pred private releases run seq set sig since some steps String sum this \
    triggered univ until var bool string Bool True False boolean";

/// A name that Alloy accepts: letters and digits of any script stay.
pub fn identifier(name: &str) -> String {
    let is_seen = |c: char| !matches!(c, '\u{115f}'..='\u{1160}' | '\u{3164}' | '\u{ffa0}');
    let is_kept = |c: char| c == '_' || ((LETTER(c) || NUMBER(c)) && is_seen(c));
    let kept: String = name.chars().map(|c| if is_kept(c) { c } else { '_' }).collect();
    let kept = kept.trim_matches('_').to_owned();
    match kept.chars().next() {
        None if name.is_empty() => "empty".to_owned(),
        None => "member".to_owned(),
        Some(first) if LETTER(first) => kept,
        Some(_) => format!("n{kept}"),
    }
}

/// The name in the source, where the spec has another one.
pub(super) fn renamed(name: &str, ident: &str) -> String {
    if name == ident { String::new() } else { format!("for {name:?}") }
}

/// With a capital at its beginning.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    // What has no single capital stays.
    let first = letters.next().map(|first| {
        let mut upper = first.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(one), None) => one,
            _ => first,
        }
    });
    first.into_iter().chain(letters).collect()
}

pub(super) fn comment(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!("  -- {}", one_line(note)) }
}

/// Without line breaks, so that a comment holds it.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
