//! Sets of small numbers.

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct CoverBits(Vec<u64>);

impl CoverBits {
    pub fn of(numbers: impl IntoIterator<Item = usize>) -> CoverBits {
        let mut bits = CoverBits::default();
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }

    pub fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|&number| self.has(number))
    }

    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    pub fn remove_all(&mut self, other: &CoverBits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }

    pub fn is_subset(&self, other: &CoverBits) -> bool {
        self.shared(other) == self.len()
    }

    /// The number of elements that are in both.
    pub fn shared(&self, other: &CoverBits) -> usize {
        self.0.iter().zip(&other.0).map(|(word, other)| (word & other).count_ones() as usize).sum()
    }
}
