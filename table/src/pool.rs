//! Texts, each of them once.
//!
//! The same ids and names come again in each row. So a text is stored once for a group of rows, and a column holds codes.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Invariant: code 0 is the empty text, `ends` has the end of each text in `bytes`, and `slots` leads to each text.
#[derive(Clone, Debug)]
pub struct Pool {
    ends: Vec<usize>,
    bytes: Vec<u8>,
    /// The code of a text, or [`FREE`], where its hash leads, or behind. A power of two, of which half are free.
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Pool {
    pub fn new() -> Pool {
        Pool { ends: vec![0], bytes: Vec::new(), slots: vec![FREE; 64] }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of bytes that the texts take, about.
    pub fn size(&self) -> usize {
        self.bytes.len() + self.ends.len() * 16
    }

    pub fn get(&self, code: u32) -> &[u8] {
        let code = code as usize;
        let begin = code.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[begin..self.ends[code]]
    }

    /// The code of a text.
    pub fn code(&mut self, text: &[u8]) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let mut at = self.slot(text);
        loop {
            match self.slots[at] {
                FREE => break,
                code if self.get(code) == text => return code,
                _ => at = (at + 1) % self.slots.len(),
            }
        }
        let code = self.ends.len() as u32;
        self.slots[at] = code;
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        code
    }

    fn slot(&self, text: &[u8]) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(text);
        hasher.finish() as usize % self.slots.len()
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; self.slots.len() * 2];
        for code in 1..self.ends.len() as u32 {
            let mut at = self.slot(self.get(code));
            while self.slots[at] != FREE {
                at = (at + 1) % self.slots.len();
            }
            self.slots[at] = code;
        }
    }
}
