//! The order of numbers and names as text.

use std::cmp::Ordering;

/// The order of numbers as they stand at the end of an id, before its quotation mark: 0, 1, 10, 11,
/// 2.
pub fn by_spelling(a: u32, b: u32) -> Ordering {
    if a < 10 && b < 10 {
        return a.cmp(&b);
    }
    let (a, b) = (a.to_string(), b.to_string());
    a.cmp(&b)
}

/// A JSON string without its closing quotation mark.
pub fn quoted(text: &str) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(text).expect("a buffer takes everything");
    bytes.pop();
    bytes
}
