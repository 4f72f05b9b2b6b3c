//! Cycle types: how a permutation of so many things can fall into cycles, and how many do.

use num_bigint::BigUint;

/// All ways to write a number as a sum, greatest parts first.
pub fn partitions(number: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    extend(number, number, &mut Vec::new(), &mut found);
    found
}

fn extend(rest: usize, most: usize, parts: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if rest == 0 {
        found.push(parts.clone());
        return;
    }
    for part in (1..=most.min(rest)).rev() {
        parts.push(part);
        extend(rest - part, part, parts, found);
        parts.pop();
    }
}

/// How many permutations have cycles of these lengths, of which equal ones are neighbours: n! /
/// ∏ (kᶜ · c!) for c cycles of length k.
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
            let partitions = partitions(number);
            assert_eq!(partitions.len(), types);
            let all: BigUint = partitions.iter().map(|cycles| permutations(cycles)).sum();
            assert_eq!(all, factorial(number));
        }
    }
}
