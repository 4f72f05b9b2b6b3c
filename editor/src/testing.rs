//! Small specs with a bar at the cursor.

use korrel_lang::load::no_files;

use crate::analysis::Analysis;

/// The reading of a text without its first bar that stands directly before or behind a letter or a dot, and the offset of it.
pub(crate) fn marked(text: &str) -> (Analysis, u32) {
    let at = text.char_indices().filter(|(_, c)| *c == '|').map(|(at, _)| at).find(|&at| {
        let sides = [text[..at].chars().next_back(), text[at + 1..].chars().next()];
        !sides.contains(&Some(' ')) || !sides.iter().all(|side| *side == Some(' '))
    });
    let at = at.expect("there is a cursor");
    let text = format!("{}{}", &text[..at], &text[at + 1..]);
    (Analysis::new("spec.als", &text, false, &mut no_files), at as u32)
}
