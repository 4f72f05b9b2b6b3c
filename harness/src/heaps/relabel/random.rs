//! SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).

pub(crate) struct SplitMix(u64);

impl SplitMix {
    pub fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below a bound, which is not 0. Any number as likely as another one but for a part in 2^64.
    pub fn below(&mut self, bound: u128) -> u128 {
        if let Ok(bound) = u64::try_from(bound) {
            return (u128::from(self.next()) * u128::from(bound)) >> 64;
        }
        ((u128::from(self.next()) << 64) | u128::from(self.next())) % bound
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u128 + 1) as usize);
        }
    }
}
