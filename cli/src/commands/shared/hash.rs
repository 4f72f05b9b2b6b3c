//! Hashes that distinguish texts.

use sha2::{Digest, Sha256};

/// The first 16 hexadecimal digits of a SHA-256.
pub fn hash<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        // The length first: else two texts could be cut elsewhere and be the same.
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
