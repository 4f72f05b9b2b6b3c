//! The command line that lists what `check` has counted.

use std::path::Path;

use korrel_lang::visible::is_deceptive;

use crate::flags::{CheckFlags, OverflowFlag};

/// `korrel find FILE INDEX`, with the flags that change what a spec means. `only_first`: one instance.
pub fn find(check: &CheckFlags, spec: &Path, index: usize, only_first: bool) -> String {
    let mut words = vec!["korrel".to_string(), "find".to_string()];
    let name = spec.display().to_string();
    // A name that looks like a flag.
    let is_flag = name.starts_with('-') && name != "-";
    words.push(quoted(&if is_flag { format!("./{name}") } else { name }));
    words.push(index.to_string());
    if only_first {
        words.extend(["-n".to_string(), "1".to_string()]);
    }
    if check.overflow == OverflowFlag::Wrap {
        words.extend(["--overflow".to_string(), "wrap".to_string()]);
    }
    for folder in &check.language.folders {
        words.extend(["-I".to_string(), quoted(&folder.display().to_string())]);
    }
    if check.language.strict_alloy {
        words.push("--strict-alloy".to_string());
    }
    words.join(" ")
}

/// As one word for a shell. What a terminal would obey is written in the manner of bash and zsh.
fn quoted(word: &str) -> String {
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
