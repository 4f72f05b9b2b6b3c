//! The states of a behaviour, one after the other.

use crate::instance::Instance;

/// An infinite trace that ends in a loop, or the beginning of a trace.
///
/// Invariant: there is a state. All are over one universe, and agree on what is not `var` and on the parameters. The
/// loop begins at a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub states: Vec<Instance>,
    /// The state that follows the last one, or `None` in a beginning, of which nothing more is known.
    pub back: Option<usize>,
}

impl Trace {
    /// The number of steps: in a loop the last state has one, too.
    pub fn steps(&self) -> usize {
        self.states.len() - usize::from(self.back.is_none())
    }

    /// True of a beginning, and of the least lasso of an infinite trace: the loop is no shorter word some times
    /// over, and the state before the loop is not its last one, so that it begins no earlier.
    pub fn is_least(&self) -> bool {
        let Some(back) = self.back else { return true };
        let (before, word) = self.states.split_at(back);
        let repeats = |period: usize| word.chunks(period).all(|part| *part == word[..period]);
        let mut shorter = (1..word.len()).filter(|period| word.len().is_multiple_of(*period));
        !shorter.any(repeats) && before.last() != word.last()
    }
}
