//! Numbers of things in messages.

use std::fmt::Display;

/// `1 instance`, `2 instances`. Of `pair of values` the first word is counted.
pub fn counted(number: impl Display, one: &str) -> String {
    format!("{number} {}", noun(&number, one))
}

/// The noun that goes with so many: `instance`, `instances`.
pub fn noun(number: impl Display, one: &str) -> String {
    if number.to_string() == "1" {
        return one.to_owned();
    }
    let (head, rest) = one.find(" of ").map_or((one, ""), |at| one.split_at(at));
    let many = match head.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{head}s"),
    };
    format!("{many}{rest}")
}

/// The verb that goes with so many: `is`, `are`.
pub fn verb<'w>(number: impl Display, one: &'w str, more: &'w str) -> &'w str {
    if number.to_string() == "1" { one } else { more }
}

#[cfg(test)]
mod tests {
    use super::counted;

    /// If it failed, a message would say `1 instances`.
    #[test]
    fn one_is_one_and_others_are_many() {
        let told = [(0, "heap"), (1, "heap"), (2, "key"), (3, "pair of values"), (4, "query")];
        let told = told.map(|(number, one)| counted(number, one));
        assert_eq!(told, ["0 heaps", "1 heap", "2 keys", "3 pairs of values", "4 queries"]);
    }
}
