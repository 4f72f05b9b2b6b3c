//! Keys that stand twice in one JSON object.
//!
//! A JSON reader keeps one of two equal keys and forgets the other: of two objects with one id, half
//! a heap would be judged. The tree that it gives no longer shows that, so the text is read again.

use std::collections::BTreeSet;

use super::HeapError;

/// An array or an object that is open.
enum OpenBracket {
    Array {
        index: usize,
    },
    Object {
        keys: BTreeSet<String>,
        key: String,
        /// The next string is a key.
        expects_key: bool,
    },
}

/// The keys of one object that are equal, each but the first, of a text that is JSON.
pub fn repeats(text: &str) -> Vec<HeapError> {
    let mut open: Vec<OpenBracket> = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let end = if byte == b'"' { end_of_string(text, at) } else { at + 1 };
        match byte {
            b'"' => {
                if let Some(OpenBracket::Object { keys, key, expects_key: expects @ true }) =
                    open.last_mut()
                {
                    *expects = false;
                    *key = serde_json::from_str(&text[at..end]).expect("a key is a JSON string");
                    if !keys.insert(key.clone()) {
                        let message = "occurs twice".to_owned();
                        found.push(HeapError { path: path(&open), message });
                    }
                }
            }
            b'{' => {
                let (keys, key) = (BTreeSet::new(), String::new());
                open.push(OpenBracket::Object { keys, key, expects_key: true });
            }
            b'[' => open.push(OpenBracket::Array { index: 0 }),
            b'}' | b']' => drop(open.pop()),
            b',' => match open.last_mut() {
                Some(OpenBracket::Array { index }) => *index += 1,
                Some(OpenBracket::Object { expects_key, .. }) => *expects_key = true,
                None => {}
            },
            _ => {}
        }
        at = end;
    }
    found
}

/// Behind the quote that closes the string which begins at a place.
fn end_of_string(text: &str, start: usize) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start + 1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn path(open: &[OpenBracket]) -> String {
    let mut path = String::new();
    for frame in open {
        match frame {
            OpenBracket::Array { index } => path += &format!("[{index}]"),
            OpenBracket::Object { key, .. } => {
                let dot = if path.is_empty() { "" } else { "." };
                path += &format!("{dot}{key}");
            }
        }
    }
    path
}
