//! `--grow`: inputs of n = 0, 1, 2, …, each once.

use std::collections::HashSet;

use crate::input::Input;
use crate::report::Grown;

/// A scope that depends on n.
pub trait Stages {
    /// Begins to list the inputs of this n. Returns false if there is no such n.
    fn begin(&mut self, n: u64) -> bool;

    /// The next input of n, or `None` after the last.
    fn next(&mut self) -> Option<Input>;

    /// True if it was stopped before the inputs of this n were all listed, or before this n was
    /// begun.
    fn is_cut(&self) -> bool {
        false
    }

    /// The key that tells an input from others, if inputs of smaller n may come again.
    fn key(&mut self, input: &Input) -> Option<String>;
}

/// The inputs of a growing scope, which has no end by itself.
pub struct Growing<'g> {
    stages: &'g mut dyn Stages,
    /// The n that is being listed.
    n: Option<u64>,
    seen: HashSet<(usize, String)>,
    is_over: bool,
    /// The number of inputs handed out to be tried.
    handed: u64,
    /// For each n whose inputs were handed out: the number of inputs before its first.
    before: Vec<(u64, u64)>,
}

impl<'g> Growing<'g> {
    pub fn new(stages: &'g mut dyn Stages) -> Growing<'g> {
        let (seen, before) = (HashSet::new(), Vec::new());
        Growing { stages, n: None, seen, is_over: false, handed: 0, before }
    }

    /// The n that is being listed.
    pub fn n(&self) -> Option<u64> {
        self.n
    }

    /// The input that was listed last is not to be tried.
    pub fn withhold(&mut self) {
        self.handed -= 1;
        self.before.pop_if(|(_, before)| *before == self.handed);
    }

    /// The extent that the run has reached once the first `tried` of the inputs handed out were
    /// tried.
    ///
    /// Listing is ahead of trying: as long as an input waits, its n is not complete.
    pub fn grown(&self, tried: u64) -> Grown {
        let Some(listing) = self.n else { return Grown::default() };
        let is_all_tried = tried == self.handed;
        if is_all_tried && self.is_over {
            return Grown { complete: listing.checked_sub(1), then: None };
        }
        let at = self.before.iter().rfind(|(_, before)| *before <= tried);
        let (n, before) = match at {
            Some(&(n, before)) if !is_all_tried || n == listing => (n, before),
            _ => (listing, tried),
        };
        Grown::within(n, tried - before)
    }

    fn hand_out(&mut self) {
        let n = self.n.expect("an input was listed");
        if self.before.last().is_none_or(|(last, _)| *last < n) {
            self.before.push((n, self.handed));
        }
        self.handed += 1;
    }

    fn is_new(&mut self, input: &Input) -> bool {
        self.stages.key(input).is_none_or(|key| self.seen.insert((input.op, key)))
    }
}

impl Iterator for Growing<'_> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            if self.is_over {
                return None;
            }
            let listed = if self.n.is_some() { self.stages.next() } else { None };
            match listed {
                Some(input) => {
                    if self.is_new(&input) {
                        self.hand_out();
                        return Some(input);
                    }
                }
                None if self.stages.is_cut() => return None,
                None => {
                    let n = self.n.map_or(0, |n| n + 1);
                    self.n = Some(n);
                    let is_begun = self.stages.begin(n);
                    self.is_over = !is_begun && !self.stages.is_cut();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use korrel_heapgraph::Record;

    use super::*;

    /// n has the inputs 0, 1, …, n.
    struct Upto(u64, u64);

    impl Stages for Upto {
        fn begin(&mut self, n: u64) -> bool {
            *self = Upto(n, 0);
            n < 4
        }

        fn next(&mut self) -> Option<Input> {
            self.1 += 1;
            let input = Input {
                op: 0,
                id: self.1 - 1,
                size: 0,
                heap: Record::written("{}".to_owned()),
                name: None,
            };
            (self.1 <= self.0 + 1).then_some(input)
        }

        fn key(&mut self, input: &Input) -> Option<String> {
            Some(input.id.to_string())
        }
    }

    /// If this fails, inputs are sent twice, or a run claims more than was tried.
    #[test]
    fn only_what_is_new() {
        let mut stages = Upto(0, 0);
        let mut growing = Growing::new(&mut stages);
        assert_eq!(growing.grown(0).to_string(), "nothing was tried");
        let ids: Vec<u64> = growing.by_ref().take(3).map(|input| input.id).collect();
        assert_eq!(ids, [0, 1, 2]);
        assert_eq!(growing.grown(3).to_string(), "COMPLETE to n = 1; n = 2: 1 input");
        assert_eq!(growing.by_ref().count(), 1);
        assert_eq!(growing.grown(4).to_string(), "COMPLETE to n = 3");
    }

    /// If this fails, a run that ends early claims to have tested an n that it has only listed.
    #[test]
    fn what_is_listed_and_not_tried_is_not_complete() {
        let mut stages = Upto(0, 0);
        let mut growing = Growing::new(&mut stages);
        assert_eq!(growing.by_ref().count(), 4);
        let grown = |tried| growing.grown(tried).to_string();
        assert_eq!(grown(0), "n = 0: 0 inputs");
        assert_eq!(grown(1), "COMPLETE to n = 0; n = 1: 0 inputs");
        assert_eq!(grown(3), "COMPLETE to n = 2; n = 3: 0 inputs");
    }

    /// If this fails, inputs that an earlier run has tried are waited for.
    #[test]
    fn what_is_withheld_is_not_to_be_tried() {
        let mut stages = Upto(0, 0);
        let mut growing = Growing::new(&mut stages);
        for _ in 0..2 {
            growing.next();
            growing.withhold();
        }
        assert_eq!(growing.grown(0).to_string(), "COMPLETE to n = 0; n = 1: 0 inputs");
        assert_eq!(growing.by_ref().count(), 2);
        assert_eq!(growing.grown(0).to_string(), "COMPLETE to n = 1; n = 2: 0 inputs");
        assert_eq!(growing.grown(1).to_string(), "COMPLETE to n = 2; n = 3: 0 inputs");
    }

    /// n has one input. The second n is cut off before it.
    struct CutStages(bool, u64);

    impl Stages for CutStages {
        fn begin(&mut self, n: u64) -> bool {
            *self = CutStages(true, n);
            true
        }

        fn next(&mut self) -> Option<Input> {
            let is_there = self.1 == 0 && std::mem::take(&mut self.0);
            let input =
                Input { op: 0, id: 0, size: 0, heap: Record::written("{}".to_owned()), name: None };
            is_there.then_some(input)
        }

        fn is_cut(&self) -> bool {
            self.1 == 1
        }

        fn key(&mut self, _: &Input) -> Option<String> {
            None
        }
    }

    /// If this fails, a run claims an n whose inputs have not been listed.
    #[test]
    fn what_is_cut_is_not_complete() {
        let mut stages = CutStages(true, 0);
        let mut growing = Growing::new(&mut stages);
        assert_eq!(growing.by_ref().count(), 1);
        assert_eq!(growing.grown(1).to_string(), "COMPLETE to n = 0; n = 1: 0 inputs");
    }
}
