use std::collections::VecDeque;
use std::rc::Rc;

use super::tape::Tape;

/// All inputs that draws make, smallest first.
///
/// An input is a path in the tree of its draws: at each one of several places, 0 is the simplest. Its size is the sum of the places. Every
/// path is a prefix that ends in a place other than 0, and zeros behind it; so a run of that prefix shows the path and, with the
/// numbers of values that it has met, all paths that go on from it: a 1 at each later draw, each then a 2, and so on. Each path
/// comes once, and nothing is run for its prefix alone. A queue of two sizes is enough, no longer than three times what was run. A path is kept as
/// the one that it goes on from and its last place, so that a long one takes no more memory than a short one. (The tree of
/// choices is that of SmallCheck, Runciman, Naylor and Lindblad 2008.)
#[derive(Default)]
pub(super) struct Search {
    now: VecDeque<Next>,
    next: VecDeque<Next>,
    begun: bool,
    /// All inputs of a smaller size were made.
    pub(super) size: u128,
    pub(super) widest: u128,
    pub(super) long: bool,
    /// The draws of a prefix are others than before: a strategy that is not the same from run to run.
    pub(super) fickle: bool,
    /// A pool of interchangeable values was drawn from.
    pub(super) pooled: bool,
    /// The most draws of an input.
    pub(super) draws: usize,
}

/// A path that has been run, up to a draw, and another place there.
#[derive(Clone)]
pub(super) struct Next {
    from: Rc<Path>,
    at: usize,
    place: u128,
}

struct Path {
    /// None for the path of zeros.
    last: Option<Next>,
    /// The numbers of values of all its draws.
    sizes: Rc<[u128]>,
    /// The draws of lengths, and the lengths.
    lengths: Box<[(usize, usize)]>,
}

impl Search {
    /// The tape of the next input, and where it goes on from, which [`Search::done`] wants back.
    pub(super) fn next(&mut self) -> Option<(Tape, Option<Next>)> {
        if !std::mem::replace(&mut self.begun, true) {
            return Some((Tape::of(Vec::new()), None));
        }
        let next = self.take()?;
        Some((Tape::of(next.prefix()), Some(next)))
    }

    /// An input is drawn.
    pub(super) fn done(&mut self, tape: Tape, last: Option<Next>) {
        self.widest = self.widest.max(tape.widest);
        self.long |= tape.long;
        self.pooled |= tape.is_pooled();
        self.draws = self.draws.max(tape.sizes.len());
        let (before, first) =
            last.as_ref().map_or((None, 0), |next| (Some(&next.from.sizes), next.at + 1));
        self.fickle |= before.is_some_and(|sizes| !tape.sizes.starts_with(&sizes[..first]));
        let same = before.filter(|sizes| ***sizes == *tape.sizes);
        let sizes = same.cloned().unwrap_or_else(|| tape.sizes.into());
        let lengths = tape.lengths.into();
        later(&mut self.next, &Rc::new(Path { last, sizes, lengths }), first);
    }

    /// No input is left, and none was left out.
    pub(super) fn is_complete(&self) -> bool {
        self.begun && self.waiting() == 0 && !self.long && !self.fickle
    }

    /// How many paths are known and were not run yet.
    pub(super) fn waiting(&self) -> usize {
        self.now.len() + self.next.len()
    }

    /// All inputs whose lists are no longer than this were made. None if that cannot be said of any length.
    pub(super) fn whole_lists(&self) -> Option<usize> {
        let left = self.now.iter().chain(&self.next).map(Next::shortest).min();
        left.filter(|_| !self.long && !self.fickle)?.checked_sub(1)
    }

    fn take(&mut self) -> Option<Next> {
        if self.now.is_empty() {
            if self.next.is_empty() {
                return None;
            }
            std::mem::swap(&mut self.now, &mut self.next);
            self.size += 1;
        }
        let next = self.now.pop_front()?;
        if next.place == 1 {
            later(&mut self.now, &next.from, next.at + 1);
        }
        if next.place + 1 < next.from.sizes[next.at] {
            self.next.push_back(Next { place: next.place + 1, ..next.clone() });
        }
        Some(next)
    }
}

/// A 1 at the first draw from a place on that has another value.
fn later(queue: &mut VecDeque<Next>, from: &Rc<Path>, first: usize) {
    let at = (first..from.sizes.len()).find(|at| from.sizes[*at] > 1);
    queue.extend(at.map(|at| Next { from: from.clone(), at, place: 1 }));
}

impl Next {
    /// All inputs that are made by this path and what follows from it have a list of this length, or a longer one. What goes on from a path
    /// has its lengths up to the last place; this one is the least that the others there have.
    fn shortest(&self) -> usize {
        let Path { sizes, lengths, .. } = &*self.from;
        // Behind a 1 wait the later draws of the same path.
        let last = if self.place == 1 { sizes.len() } else { self.at + 1 };
        let at = (self.at..last).filter(|at| sizes[*at] > 1);
        let place = usize::try_from(self.place).unwrap_or(usize::MAX);
        let all = at.map(|at| {
            let before = lengths.iter().take_while(|(draw, _)| *draw <= at);
            let grown = |(draw, length): &(usize, usize)| {
                if *draw == at { length.saturating_add(place) } else { *length }
            };
            before.map(grown).max().unwrap_or(0)
        });
        all.min().unwrap_or(0)
    }

    /// Its places: each path goes on behind the last place of the one that it goes on from.
    fn prefix(&self) -> Vec<u128> {
        let mut places = vec![0; self.at + 1];
        let mut last = Some(self);
        while let Some(next) = last {
            places[next.at] = next.place;
            last = next.from.last.as_ref();
        }
        places
    }
}

#[cfg(test)]
mod tests {
    //! The vectors of choices that the engines of all languages share: packages/choices/README.md.

    use super::*;

    /// What follows each value of a choice; at the end of an input there is none.
    type Tree = Option<Vec<Node>>;

    #[derive(serde::Deserialize)]
    #[serde(transparent)]
    struct Node(Tree);

    #[derive(serde::Deserialize)]
    struct Vector {
        name: String,
        tree: Tree,
        again: Option<Tree>,
        inputs: Vec<Vec<Vec<u128>>>,
    }

    /// If this failed, an input would be left out, or COMPLETE be said of other inputs than were tried.
    #[test]
    fn draws_are_those_of_the_vectors() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../choices/trees.jsonl");
        let text = std::fs::read_to_string(file).expect("the vectors lie beside the packages");
        for line in text.lines() {
            let vector: Vector = serde_json::from_str(line).expect("a line is a vector");
            let Vector { name, tree, again, inputs } = vector;
            let (mut search, mut found) = (Search::default(), Vec::new());
            while let Some((mut tape, last)) = search.next() {
                let later = again.as_ref().filter(|_| found.len() >= 2);
                let (mut at, mut places) = (later.unwrap_or(&tree), Vec::new());
                while let Some(values) = at {
                    let place = tape.place(values.len() as u128).expect("there are values");
                    places.push(place);
                    at = &values[usize::try_from(place).expect("it is one of them")].0;
                }
                found.push(places);
                search.done(tape, last);
            }
            assert_eq!(search.is_complete(), again.is_none(), "{name}");
            if again.is_none() {
                let size = |places: &Vec<u128>| places.iter().sum::<u128>();
                assert!(found.is_sorted_by_key(size), "{name}");
                found.sort_by_key(|places| (size(places), places.clone()));
                assert_eq!(found, inputs.concat(), "{name}");
            }
        }
    }
}
