//! JSON into a byte buffer, without a tree in between.

use korrel_lang::visible::{is_deceptive, visible_json};

/// A string, quoted and escaped.
pub fn string(out: &mut Vec<u8>, text: &str) {
    if text.contains(is_deceptive) {
        let json = serde_json::to_string(text).expect("texts are JSON");
        out.extend_from_slice(visible_json(&json).as_bytes());
    } else {
        serde_json::to_writer(out, text).expect("a buffer takes everything");
    }
}

pub fn integer(out: &mut Vec<u8>, number: i64) {
    serde_json::to_writer(out, &number).expect("a buffer takes everything");
}

/// `[…]`.
pub fn array<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (at, value) in items.into_iter().enumerate() {
        separate(out, at);
        item(out, value);
    }
    out.push(b']');
}

/// `{…}`.
pub fn object<K: AsRef<str>, T>(
    out: &mut Vec<u8>,
    entries: impl IntoIterator<Item = (K, T)>,
    item: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'{');
    members(out, 0, entries, item);
    out.push(b'}');
}

/// `"key":value,…` without braces, after `written` earlier members.
pub fn members<K: AsRef<str>, T>(
    out: &mut Vec<u8>,
    written: usize,
    entries: impl IntoIterator<Item = (K, T)>,
    mut item: impl FnMut(&mut Vec<u8>, T),
) {
    for (at, (key, value)) in entries.into_iter().enumerate() {
        separate(out, written + at);
        string(out, key.as_ref());
        out.push(b':');
        item(out, value);
    }
}

fn separate(out: &mut Vec<u8>, written: usize) {
    if written > 0 {
        out.push(b',');
    }
}
