//! The labellings of an input that are sent.

use std::collections::BTreeSet;

use super::random::SplitMix;

/// The labellings that `--relabel` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relabel {
    /// This many others, or all if there are fewer.
    Some(u64),
    All,
    /// This one.
    Only(u128),
}

/// The numbers of so many labellings, ascending. One of them is sent anyway.
pub(crate) fn choose(
    relabel: Relabel,
    count: u128,
    sent: Option<u128>,
    seed: u64,
    input: (usize, u64),
) -> LabellingNumbers {
    let others = count - u128::from(sent.is_some());
    let numbers = match relabel {
        Relabel::Some(wanted) if u128::from(wanted) < others => {
            // Floyd's way of drawing without putting back.
            let mut random = SplitMix::new(seed);
            let mut random = SplitMix::new(random.next() ^ (input.0 as u64));
            let mut random = SplitMix::new(random.next() ^ input.1);
            let mut drawn = BTreeSet::new();
            for most in others - u128::from(wanted)..others {
                let one = random.below(most + 1);
                drawn.insert(if drawn.contains(&one) { most } else { one });
            }
            ObjectNumbers::Drawn(drawn.into_iter().collect::<Vec<_>>().into_iter())
        }
        Relabel::Only(labelling) => {
            let only = ObjectNumbers::Drawn(vec![labelling].into_iter());
            return LabellingNumbers { numbers: only, sent: None };
        }
        Relabel::Some(_) | Relabel::All => ObjectNumbers::All(0..others),
    };
    LabellingNumbers { numbers, sent }
}

/// Numbers of labellings.
pub(crate) struct LabellingNumbers {
    /// The numbers among those that are not sent anyway.
    numbers: ObjectNumbers,
    sent: Option<u128>,
}

enum ObjectNumbers {
    Drawn(std::vec::IntoIter<u128>),
    All(std::ops::Range<u128>),
}

impl Iterator for LabellingNumbers {
    type Item = u128;

    fn next(&mut self) -> Option<u128> {
        let number = match &mut self.numbers {
            ObjectNumbers::Drawn(drawn) => drawn.next(),
            ObjectNumbers::All(all) => all.next(),
        };
        number.map(|number| number + u128::from(self.sent.is_some_and(|sent| sent <= number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a run cannot be repeated, or sends a labelling twice.
    #[test]
    fn a_choice_is_distinct_and_repeatable() {
        let draw = |seed, id| choose(Relabel::Some(7), 20, None, seed, (0, id)).collect::<Vec<_>>();
        let drawn = draw(1, 4);
        assert!(drawn.len() == 7 && drawn.is_sorted() && drawn.iter().all(|&one| one < 20));
        assert_eq!(drawn, draw(1, 4));
        assert!(drawn != draw(2, 4) && drawn != draw(1, 5));
        let chosen = |relabel, count, sent| choose(relabel, count, sent, 1, (0, 0));
        let all = |sent| chosen(Relabel::Some(20), 6, sent).collect::<Vec<_>>();
        assert_eq!(all(None), [0, 1, 2, 3, 4, 5]);
        assert_eq!(chosen(Relabel::Some(5), u128::MAX, None).count(), 5);
        // The labelling that is sent anyway is not among them, unless it is asked for.
        assert_eq!((all(Some(0)), all(Some(2))), (vec![1, 2, 3, 4, 5], vec![0, 1, 3, 4, 5]));
        assert_eq!(chosen(Relabel::All, 1, Some(0)).count(), 0);
        assert_eq!(chosen(Relabel::Only(2), 6, Some(2)).collect::<Vec<_>>(), [2]);
    }
}
