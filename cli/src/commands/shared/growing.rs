//! Scopes with the word n in them.

use korrel_lang::visible::visible;

use crate::messages::error::Error;

/// # Errors
/// A scope without n.
pub fn growing(scope: &str) -> Result<&str, Error> {
    if with_number(scope, 0) == with_number(scope, 1) {
        let scope = visible(scope);
        let message = format!("`{scope}`: nothing grows, for no number is written n");
        return Err(Error::usage(message));
    }
    Ok(scope)
}

/// The scope for this n.
pub fn with_number(scope: &str, n: u64) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '"');
    let (mut text, mut word) = (String::new(), String::new());
    for c in scope.chars().chain([' ']) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "n" => text.push_str(&n.to_string()),
            word => text.push_str(word),
        }
        word.clear();
        text.push(c);
    }
    text.truncate(text.len() - 1);
    text
}

#[cfg(test)]
mod tests {
    use super::{growing, with_number};

    /// If it failed, a sig with an n in its name could not grow, or n would stay.
    #[test]
    fn n_is_a_word() {
        assert_eq!(with_number("exactly n Node, 1..n Int", 3), "exactly 3 Node, 1..3 Int");
        assert_eq!(with_number("n", 0), "0");
        assert_eq!(with_number("4 but n n1, n A/n'", 2), "4 but 2 n1, 2 A/n'");
        assert!(growing("4 but n Node").is_ok() && growing("4 but 2 n1, 2 Node").is_err());
    }
}
