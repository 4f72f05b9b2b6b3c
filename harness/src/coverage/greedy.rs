//! A greedy cover: again and again, the input that covers most of the rest.

use super::bits::CoverBits;

/// Indices of sets that cover everything that any of them covers, in the order in which they are
/// taken. Among equals the first is taken.
pub(super) fn greedy(sets: &[CoverBits], mut left: CoverBits) -> Vec<usize> {
    let mut taken = Vec::new();
    while !left.is_empty() {
        let gain = |at: &usize| (sets[*at].shared(&left), std::cmp::Reverse(*at));
        let best = (0..sets.len()).max_by_key(gain).expect("something is left to cover");
        left.remove_all(&sets[best]);
        taken.push(best);
    }
    taken
}
