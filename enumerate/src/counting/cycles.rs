//! Cycle types: how a permutation of so many things can fall into cycles, and how many do.

use num_bigint::BigUint;

/// All ways to write each number as a sum, greatest parts first, one for each number at a time. The last one changes
/// first. There may be more than could be kept: 100 things have 190,569,292 cycle types.
pub struct CycleTypes {
    next: Option<Vec<Vec<usize>>>,
}

impl CycleTypes {
    pub fn of(numbers: impl IntoIterator<Item = usize>) -> CycleTypes {
        CycleTypes { next: Some(numbers.into_iter().map(whole).collect()) }
    }
}

impl Iterator for CycleTypes {
    type Item = Vec<Vec<usize>>;

    fn next(&mut self) -> Option<Vec<Vec<usize>>> {
        let types = self.next.take()?;
        let mut following = types.clone();
        // Those that are at their end begin anew, and the one before them goes on.
        if following.iter_mut().rev().any(advance) {
            self.next = Some(following);
        }
        Some(types)
    }
}

/// A number as one part.
fn whole(number: usize) -> Vec<usize> {
    if number == 0 { Vec::new() } else { vec![number] }
}

/// Goes to the next sum of the same number. Without one, goes to the first one and returns false.
fn advance(parts: &mut Vec<usize>) -> bool {
    let ones = parts.iter().rev().take_while(|&&part| part == 1).count();
    parts.truncate(parts.len() - ones);
    let Some(last) = parts.pop() else {
        *parts = whole(ones);
        return false;
    };
    let (part, mut rest) = (last - 1, last + ones);
    while rest > 0 {
        parts.push(part.min(rest));
        rest -= part.min(rest);
    }
    true
}

/// How many cycle types there are of each number of things from 0 to this one.
pub fn partitions(most: usize) -> Vec<u64> {
    let mut types = vec![0_u64; most + 1];
    types[0] = 1;
    for part in 1..=most {
        for number in part..=most {
            types[number] = types[number].saturating_add(types[number - part]);
        }
    }
    types
}

/// The number of permutations with cycles of these lengths, equal ones being neighbours: n! / ∏ (kᶜ
/// · c!) for c cycles of length k.
pub fn permutations(cycles: &[usize]) -> BigUint {
    let alike = cycles.chunk_by(|a, b| a == b);
    let symmetries: BigUint =
        alike.map(|c| BigUint::from(c[0]).pow(c.len() as u32) * factorial(c.len())).product();
    factorial(cycles.iter().sum()) / symmetries
}

pub fn factorial(number: usize) -> BigUint {
    (1..=number).map(BigUint::from).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a cycle type would be missing or weigh too much. OEIS A000041.
    #[test]
    fn all_permutations_are_there() {
        for (number, types) in [1, 1, 2, 3, 5, 7, 11, 15, 22, 30].into_iter().enumerate() {
            let partitions: Vec<_> = CycleTypes::of([number]).flatten().collect();
            assert_eq!(partitions.len(), types);
            assert_eq!(super::partitions(number)[number], types as u64);
            let all: BigUint = partitions.iter().map(|cycles| permutations(cycles)).sum();
            assert_eq!(all, factorial(number));
            assert_eq!(CycleTypes::of([number, 3, 0]).count(), types * 3);
        }
    }
}
