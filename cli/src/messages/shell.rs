//! Text that can be typed into a shell.

use korrel_lang::visible::is_deceptive;

/// Quotes a text as one word for a shell. Characters that a terminal would obey are written in the
/// manner of bash and zsh.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    if !word.contains(is_deceptive) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut quoted = "$'".to_string();
    for c in word.chars() {
        match c {
            '\'' | '\\' => quoted.extend(['\\', c]),
            _ if is_deceptive(c) => quoted += &format!("\\U{:08x}", u32::from(c)),
            _ => quoted.push(c),
        }
    }
    quoted + "'"
}

#[cfg(test)]
mod tests {
    use super::quoted;

    /// If this fails, the line that is shown names another file, or does something else.
    #[test]
    fn words_of_a_shell() {
        for (word, expected) in [
            ("specs/tree.als", "specs/tree.als"),
            ("Bäume.als", "Bäume.als"),
            ("", "''"),
            ("my specs/a.als", "'my specs/a.als'"),
            ("it's; rm *", r"'it'\''s; rm *'"),
            ("a\u{1b}'\\\n", r"$'a\U0000001b\'\\\U0000000a'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
