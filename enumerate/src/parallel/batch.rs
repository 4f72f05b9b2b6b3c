//! The texts of instances, on their way from the thread that found them to the one that takes them.
//!
//! *Problem.* Neighbours in the stream differ in little, often in the last few bytes of some hundred. Whole texts are written
//! once more than with one thread, and read by another processor. That alone takes as long as a walk from model to model.
//!
//! *Choice.* Of each text a batch holds what differs from the one before it: whoever writes knows how much it kept
//! (`heap/template`). The first text of a batch is whole, so that each batch can be read alone. Whoever takes keeps one
//! text, and changes its end.

use std::ops::ControlFlow;

/// Texts in order.
///
/// Invariant: each part keeps no more than the text before it has, the first one nothing, and the lengths of all are
/// that of `ends`.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The number of the shards' cube that they lie in.
    pub cube: u64,
    parts: Vec<Part>,
    ends: Vec<u8>,
}

/// One text: so many bytes of the one before it, and so many of its own.
#[derive(Clone, Copy, Debug)]
struct Part {
    kept: u32,
    own: u32,
}

impl Batch {
    /// Adds a text that begins with so many bytes of the one that was added before it, to this batch or to another.
    ///
    /// # Panics
    /// If it has 4 GB.
    #[inline]
    pub fn add(&mut self, kept: usize, text: &[u8]) {
        let kept = if self.parts.is_empty() { 0 } else { kept };
        let own = &text[kept..];
        let small = |length: usize| u32::try_from(length).expect("a line is shorter than 4 GB");
        self.parts.push(Part { kept: small(kept), own: small(own.len()) });
        self.ends.extend_from_slice(own);
    }

    /// The number of texts.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// The bytes that they take.
    #[inline]
    pub(super) fn size(&self) -> usize {
        self.ends.len()
    }

    /// Hands each text to `take` until it breaks. The first `skipped` are passed over.
    #[inline]
    pub fn texts(&self, skipped: usize, mut take: impl FnMut(&[u8]) -> ControlFlow<()>) {
        let (mut text, mut start) = (Vec::new(), 0);
        for (at, &Part { kept, own }) in self.parts.iter().enumerate() {
            let end = start + own as usize;
            text.truncate(kept as usize);
            text.extend_from_slice(&self.ends[start..end]);
            start = end;
            if at >= skipped && take(&text).is_break() {
                return;
            }
        }
    }

    /// The same memory for the instances of a cube.
    pub(super) fn reused(mut self, cube: u64) -> Batch {
        self.clear();
        Batch { cube, ..self }
    }

    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.ends.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(batch: &Batch, skipped: usize, most: usize) -> Vec<String> {
        let mut found = Vec::new();
        batch.texts(skipped, |text| {
            found.push(String::from_utf8(text.to_vec()).expect("it was one"));
            if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// If it failed, a line would end in another's, or a batch that is taken in between begin with nothing.
    #[test]
    fn texts_come_back_whole() {
        let all = ["ab1\n", "ab22\n", "ab22\n", "a\n", "\n", "abc\n"];
        let kept = [9, 2, 5, 1, 0, 0];
        for cut in 0..=all.len() {
            let (mut before, mut after) = (Batch::default(), Batch::default().reused(7));
            for (at, (&text, kept)) in all.iter().zip(kept).enumerate() {
                let batch = if at < cut { &mut before } else { &mut after };
                batch.add(kept, text.as_bytes());
            }
            let found = [texts(&before, 0, 9), texts(&after, 0, 9)].concat();
            assert_eq!(found, all, "cut after {cut}");
            assert_eq!(
                texts(&before, 2, 2),
                all[..cut].iter().skip(2).take(2).copied().collect::<Vec<_>>()
            );
        }
    }

    /// If it failed, the memory of a batch would be handed on with what it held.
    #[test]
    fn what_is_used_again_is_empty() {
        let mut batch = Batch::default();
        batch.add(0, b"one\n");
        let mut batch = batch.reused(3);
        assert_eq!((batch.count(), batch.size(), batch.cube), (0, 0, 3));
        batch.add(2, b"onto\n");
        assert_eq!(texts(&batch, 0, 9), ["onto\n"]);
    }
}
