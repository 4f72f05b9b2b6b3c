//! The regions between two places of the one order, each with a common beginning.

use korrel_sat::Lit;

/// The prefixes of all that comes from `first` on, which is a value of each literal of the order, and before
/// `end`, in order. Without `end`: to the last one.
pub fn between(order: &[Lit], first: &[Lit], end: Option<&[Lit]>) -> Vec<Vec<Lit>> {
    // Before this position both begin alike.
    let parted = end.map(|end| first.iter().zip(end).position(|(a, b)| a != b));
    let begin = match parted {
        // There is nothing between a place and itself.
        Some(None) => return Vec::new(),
        Some(Some(at)) => at + 1,
        None => 0,
    };
    let beside = |place: &[Lit], at: usize| [&place[..at], &[!place[at]]].concat();
    let is_first = |place: &[Lit], at: usize| place[at] == order[at];
    let mut prefixes = vec![first.to_vec()];
    let after = (begin..order.len()).rev().filter(|&at| is_first(first, at));
    prefixes.extend(after.map(|at| beside(first, at)));
    if let Some(end) = end {
        let before = (begin..order.len()).filter(|&at| !is_first(end, at));
        prefixes.extend(before.map(|at| beside(end, at)));
    }
    prefixes
}

#[cfg(test)]
mod tests {
    use korrel_sat::{Lit, Var};

    use super::between;

    /// If it failed, a shard would lose instances at its ends, or share them with the next one.
    #[test]
    fn intervals_hold_what_lies_between() {
        let order: Vec<Lit> = (0..4).map(|at| Var::new(at).lit(at % 2 == 0)).collect();
        let place = |number: usize| -> Vec<Lit> {
            let holds = |at: usize| number >> (3 - at) & 1 == 0;
            (0..4).map(|at| if holds(at) { order[at] } else { !order[at] }).collect()
        };
        for first in 0..16 {
            for end in first..=16 {
                let last = (end < 16).then(|| place(end));
                let prefixes = between(&order, &place(first), last.as_deref());
                let within = |prefix: &Vec<Lit>| {
                    (0..16).filter(|&at| place(at).starts_with(prefix)).collect()
                };
                let found: Vec<Vec<usize>> = prefixes.iter().map(within).collect();
                assert!(found.concat().into_iter().eq(first..end), "{first}..{end}: {found:?}");
            }
        }
    }
}
