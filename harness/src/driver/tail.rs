//! The last of what a driver writes to standard error.

/// The number of bytes that are kept.
const KEPT: usize = 64 << 10;

#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Tail {
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        // The bytes are cut only now and then, so that they are not moved often.
        if self.bytes.len() > 2 * KEPT {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.bytes.len() > KEPT {
            self.bytes.drain(..self.bytes.len() - KEPT);
            self.is_cut = true;
        }
    }

    /// The text that is kept. Bytes that are no text are replaced.
    pub fn text(&mut self) -> String {
        self.cut();
        let text = String::from_utf8_lossy(&self.bytes);
        match self.is_cut {
            true => format!("…{}", text.trim_start_matches('\u{fffd}')),
            false => text.into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Tail};

    /// If this fails, a driver that writes without end takes all memory, or its last words are lost.
    #[test]
    fn the_last_is_kept() {
        let mut tail = Tail::default();
        for _ in 0..5 * KEPT {
            tail.add(b"x");
        }
        tail.add(b"last words");
        assert!(tail.bytes.capacity() <= 8 * KEPT);
        let text = tail.text();
        assert!(text.len() <= KEPT + 3 && text.starts_with('…') && text.ends_with("last words"));
    }
}
