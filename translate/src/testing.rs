//! Helpers that the tests of this crate share.

/// A small deterministic generator (SplitMix64: Steele, Lea, Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` − 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn bools(&mut self, count: usize) -> Vec<bool> {
        (0..count).map(|_| self.below(2) == 1).collect()
    }
}

/// All assignments of this many inputs. In the k-th, input i has bit i of k.
pub fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u64 << count).map(move |row| (0..count).map(|i| row >> i & 1 == 1).collect())
}
