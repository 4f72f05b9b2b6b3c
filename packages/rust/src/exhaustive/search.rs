use std::collections::VecDeque;
use std::rc::Rc;

use super::tape::Tape;

/// All inputs that draws make, smallest first.
///
/// An input is a path in the tree of its draws: at each one of several places, 0 is the simplest. Its size is the sum of the places. Every
/// path is a prefix that ends in a place other than 0, and zeros behind it; so a run of that prefix shows the path and, with the
/// numbers of values that it has met, all paths that go on from it: a 1 at each later draw, each then a 2, and so on. Each path
/// comes once, and nothing is run for its prefix alone. A queue of two sizes is enough, no longer than three times what was run. (The tree of
/// choices is that of SmallCheck, Runciman, Naylor and Lindblad 2008.)
#[derive(Default)]
pub(super) struct Search {
    now: VecDeque<Beside>,
    next: VecDeque<Beside>,
    begun: bool,
    /// All inputs of a smaller size were made.
    pub(super) size: u128,
    pub(super) widest: u128,
    pub(super) long: bool,
    /// The draws of a prefix are others than before: a strategy that is not the same from run to run.
    pub(super) fickle: bool,
}

/// A path that has been run up to a draw, and another place there.
struct Beside {
    path: Rc<Path>,
    at: usize,
    place: u128,
}

struct Path {
    places: Vec<u128>,
    sizes: Vec<u128>,
}

impl Search {
    /// The tape of the next input, and the sizes of its prefix, which [`Search::done`] wants back.
    pub(super) fn next(&mut self) -> Option<(Tape, Vec<u128>)> {
        let (prefix, sizes) = self.prefix()?;
        Some((Tape::of(prefix), sizes))
    }

    /// An input is drawn.
    pub(super) fn done(&mut self, tape: Tape, known: &[u128]) {
        self.widest = self.widest.max(tape.widest);
        self.long |= tape.long;
        self.fickle |= !tape.sizes.starts_with(known);
        let path = Rc::new(Path { places: tape.places, sizes: tape.sizes });
        later(&mut self.next, &path, known.len());
    }

    /// No input is left, and none was left out.
    pub(super) fn is_complete(&self) -> bool {
        self.begun && self.now.is_empty() && self.next.is_empty() && !self.long && !self.fickle
    }

    fn prefix(&mut self) -> Option<(Vec<u128>, Vec<u128>)> {
        if !std::mem::replace(&mut self.begun, true) {
            return Some((Vec::new(), Vec::new()));
        }
        if self.now.is_empty() {
            if self.next.is_empty() {
                return None;
            }
            std::mem::swap(&mut self.now, &mut self.next);
            self.size += 1;
        }
        let Beside { path, at, place } = self.now.pop_front()?;
        if place == 1 {
            later(&mut self.now, &path, at + 1);
        }
        let mut prefix = path.places[..at].to_vec();
        prefix.push(place);
        let sizes = path.sizes[..=at].to_vec();
        if place + 1 < path.sizes[at] {
            self.next.push_back(Beside { path, at, place: place + 1 });
        }
        Some((prefix, sizes))
    }
}

/// A 1 at the first draw from a place on that has another value.
fn later(queue: &mut VecDeque<Beside>, path: &Rc<Path>, from: usize) {
    let at = (from..path.sizes.len()).find(|at| path.sizes[*at] > 1);
    queue.extend(at.map(|at| Beside { path: path.clone(), at, place: 1 }));
}
