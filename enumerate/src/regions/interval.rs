//! The regions between two places of an order, each with a common beginning.

use korrel_sat::Lit;

/// The prefixes of all that comes from where `first` begins on, and before `end` begins, in order. Both are literals of the
/// first variables of the order. Without `end`: to the last one.
pub fn between(order: &[Lit], first: &[Lit], end: Option<&[Lit]>) -> Vec<Vec<Lit>> {
    let beside = |place: &[Lit], at: usize| [&place[..at], &[!place[at]]].concat();
    let is_first = |place: &[Lit], at: usize| place[at] == order[at];
    // Before this position both begin alike.
    let parted = end.map(|end| first.iter().zip(end).position(|(a, b)| a != b));
    let begin = match parted {
        // What begins like the first place, or nothing, if that is where the end is.
        Some(None) => first.len(),
        Some(Some(at)) if is_first(first, at) => at + 1,
        // The end comes first.
        Some(Some(_)) => return Vec::new(),
        None => 0,
    };
    let mut prefixes = Vec::new();
    if parted != Some(None) {
        prefixes.push(first.to_vec());
        let after = (begin..first.len()).rev().filter(|&at| is_first(first, at));
        prefixes.extend(after.map(|at| beside(first, at)));
    }
    if let Some(end) = end {
        let before = (begin..end.len()).filter(|&at| !is_first(end, at));
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
        let place = |number: usize, length: usize| -> Vec<Lit> {
            let holds = |at: usize| number >> (3 - at) & 1 == 0;
            (0..length).map(|at| if holds(at) { order[at] } else { !order[at] }).collect()
        };
        // All beginnings of what begins there.
        let places = |number: usize| -> Vec<Vec<Lit>> {
            let shortest = 4 - number.trailing_zeros().min(4) as usize;
            (shortest..=4).map(|length| place(number, length)).collect()
        };
        for (first, end) in (0..16).flat_map(|first| (0..=16).map(move |end| (first, end))) {
            let ends =
                if end < 16 { places(end).into_iter().map(Some).collect() } else { vec![None] };
            for (begin, last) in places(first).iter().flat_map(|b| ends.iter().map(move |e| (b, e)))
            {
                let prefixes = between(&order, begin, last.as_deref());
                let within = |prefix: &Vec<Lit>| {
                    (0..16).filter(|&at| place(at, 4).starts_with(prefix)).collect()
                };
                let found: Vec<Vec<usize>> = prefixes.iter().map(within).collect();
                assert!(
                    found.concat().into_iter().eq(first..end),
                    "{begin:?}..{last:?}: {found:?}"
                );
            }
        }
    }
}
