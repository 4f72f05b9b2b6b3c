//! Hashes that distinguish texts.

use korrel_harness::report;

/// The first 16 hexadecimal digits of a SHA-256.
pub fn hash<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut bytes = Vec::new();
    for text in texts {
        // The length first: else two texts could be cut elsewhere and be the same.
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    report::hash(&bytes)
}
