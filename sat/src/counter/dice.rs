//! Random numbers from a seed: the same ones on every machine.

use num_bigint::BigUint;

use super::components::mixed;

/// SplitMix64 (Steele, Lea, Flood 2014): 2⁶⁴ numbers of 64 bits, each once.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: mixed(seed ^ 0x6a09_e667_f3bc_c909) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.state)
    }

    /// A number below this one, which is not 0, all alike: others are thrown away.
    pub fn below(&mut self, bound: &BigUint) -> BigUint {
        assert!(*bound != BigUint::ZERO, "nothing is below 0");
        let bits = bound.bits();
        loop {
            let words = bits.div_ceil(32);
            let mut digits: Vec<u32> = (0..words).map(|_| (self.bits() >> 32) as u32).collect();
            if let Some(top) = digits.last_mut()
                && !bits.is_multiple_of(32)
            {
                *top &= (1 << (bits % 32)) - 1;
            }
            let number = BigUint::new(digits);
            if number < *bound {
                return number;
            }
        }
    }
}
