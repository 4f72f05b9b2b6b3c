//! A source of random numbers for tests.

use korrel_sat::{Lit, Var};

/// A deterministic generator (SplitMix64, Steele, Lea, Flood 2014): failures can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A literal over one of the first `variables` variables.
    pub fn lit(&mut self, variables: usize) -> Lit {
        Var::new(self.below(variables) as u32).lit(self.coin())
    }

    /// One to three literals over these variables, possibly with repetitions.
    pub fn clause(&mut self, variables: &[Var]) -> Vec<Lit> {
        let length = [1, 2, 2, 3, 3, 3, 3, 4][self.below(8)];
        let mut lit = || variables[self.below(variables.len())].lit(self.coin());
        (0..length).map(|_| lit()).collect()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
