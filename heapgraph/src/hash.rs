//! Hashes by which texts are told apart: questions, programs, states.

use sha2::{Digest, Sha256};

/// 16 hexadecimal digits of a text's SHA-256.
pub fn hash(text: impl AsRef<[u8]>) -> String {
    Sha256::digest(text)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A hash that tells sequences of texts apart.
pub fn hash_of<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut bytes = Vec::new();
    for text in texts {
        // The length first: else two texts could be cut elsewhere and be the same.
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    hash(&bytes)
}
