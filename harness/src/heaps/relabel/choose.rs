//! Which labellings of an input are sent.

use std::collections::BTreeSet;

use super::random::SplitMix;

/// What `--relabel` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relabel {
    /// So many others, or all where there are fewer.
    Some(u64),
    All,
    /// This one.
    Only(u128),
}

/// The numbers of the labellings, ascending.
pub(crate) fn choose(relabel: Relabel, count: u128, seed: u64, input: (usize, u64)) -> Chosen {
    match relabel {
        Relabel::Some(wanted) if u128::from(wanted) < count => {
            // Floyd's way of drawing without putting back.
            let mut random = SplitMix::new(seed);
            let mut random = SplitMix::new(random.next() ^ (input.0 as u64));
            let mut random = SplitMix::new(random.next() ^ input.1);
            let mut drawn = BTreeSet::new();
            for most in count - u128::from(wanted)..count {
                let one = random.below(most + 1);
                drawn.insert(if drawn.contains(&one) { most } else { one });
            }
            Chosen::Drawn(drawn.into_iter().collect::<Vec<_>>().into_iter())
        }
        Relabel::Only(labelling) => Chosen::Drawn(vec![labelling].into_iter()),
        Relabel::Some(_) | Relabel::All => Chosen::All(0..count),
    }
}

/// Numbers of labellings.
pub(crate) enum Chosen {
    Drawn(std::vec::IntoIter<u128>),
    All(std::ops::Range<u128>),
}

impl Iterator for Chosen {
    type Item = u128;

    fn next(&mut self) -> Option<u128> {
        match self {
            Chosen::Drawn(drawn) => drawn.next(),
            Chosen::All(all) => all.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a run cannot be repeated, or sends a labelling twice.
    #[test]
    fn a_choice_is_distinct_and_repeatable() {
        let draw = |seed, id| choose(Relabel::Some(7), 20, seed, (0, id)).collect::<Vec<_>>();
        let drawn = draw(1, 4);
        assert!(drawn.len() == 7 && drawn.is_sorted() && drawn.iter().all(|&one| one < 20));
        assert_eq!(drawn, draw(1, 4));
        assert!(drawn != draw(2, 4) && drawn != draw(1, 5));
        assert_eq!(choose(Relabel::Some(20), 6, 1, (0, 0)).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(choose(Relabel::Some(5), u128::MAX, 1, (0, 0)).count(), 5);
    }
}
