//! Names and comments, as Alloy takes them.

/// No sig and no field may be called so.
pub(super) const WORDS: &str = "abstract after all always and as assert before but check disj else enum eventually \
    exactly expect extends fact for fun historically iden iff implies in Int int let lone macro module no \
    none not once one open or pred private releases run seq set sig since some steps String sum this \
    triggered univ until var bool string Bool True False boolean";

/// A name that Alloy accepts.
pub(super) fn identifier(name: &str) -> String {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name: String = name.chars().map(|c| if is_letter(c) { c } else { '_' }).collect();
    let name = name.trim_matches('_').to_owned();
    match name.chars().next() {
        None => "empty".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{name}"),
        Some(_) => name,
    }
}

pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

pub(super) fn comment(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!("  -- {}", one_line(note)) }
}

pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
