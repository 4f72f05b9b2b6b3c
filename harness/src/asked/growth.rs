//! `--grow`: inputs of n = 0, 1, 2, …, each once.

use std::collections::HashSet;

use crate::asked::input::Input;
use crate::report::Grown;

/// A scope that depends on n.
pub trait Stages {
    /// Begins to list the inputs of this n; false if there is no such n.
    fn begin(&mut self, n: u64) -> bool;

    /// The next input of n; `None` after the last.
    fn next(&mut self) -> Option<Input>;

    /// Whether it was stopped before the inputs of this n were all listed, or this n begun.
    fn is_cut(&self) -> bool {
        false
    }

    /// What tells an input from others, where inputs of smaller n may come again.
    fn key(&mut self, input: &Input) -> Option<String>;

    /// How many inputs n has, where that is cheap to know.
    fn total(&mut self) -> Option<u64>;
}

/// The inputs of a growing scope, which has no end by itself.
pub struct Growing<'g> {
    stages: &'g mut dyn Stages,
    /// The n that is being listed.
    n: Option<u64>,
    /// How many inputs of it were listed.
    listed: u64,
    seen: HashSet<(usize, String)>,
    is_over: bool,
}

impl<'g> Growing<'g> {
    pub fn new(stages: &'g mut dyn Stages) -> Growing<'g> {
        Growing { stages, n: None, listed: 0, seen: HashSet::new(), is_over: false }
    }

    /// How far it has come, once all that was listed was tried.
    pub fn grown(&mut self) -> Grown {
        let Some(n) = self.n else { return Grown::default() };
        let complete = n.checked_sub(1);
        if self.is_over {
            return Grown { complete, then: None };
        }
        let then = match self.stages.total() {
            Some(total @ 1..) => format!("{} %", (100 * self.listed / total).min(99)),
            _ => format!("{} inputs", self.listed),
        };
        Grown { complete, then: Some(then) }
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
                    self.listed += 1;
                    if self.is_new(&input) {
                        return Some(input);
                    }
                }
                None if self.stages.is_cut() => return None,
                None => {
                    let n = self.n.map_or(0, |n| n + 1);
                    (self.n, self.listed) = (Some(n), 0);
                    let is_begun = self.stages.begin(n);
                    self.is_over = !is_begun && !self.stages.is_cut();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
            let input = Input { op: 0, id: self.1 - 1, size: 0, heap: "{}".to_owned(), name: None };
            (self.1 <= self.0 + 1).then_some(input)
        }

        fn key(&mut self, input: &Input) -> Option<String> {
            Some(input.id.to_string())
        }

        fn total(&mut self) -> Option<u64> {
            Some(self.0 + 1)
        }
    }

    /// If this fails, inputs are sent twice, or a run claims more than was tried.
    #[test]
    fn only_what_is_new() {
        let mut stages = Upto(0, 0);
        let mut growing = Growing::new(&mut stages);
        assert_eq!(growing.grown().to_string(), "nothing was tried");
        let ids: Vec<u64> = growing.by_ref().take(3).map(|input| input.id).collect();
        assert_eq!(ids, [0, 1, 2]);
        assert_eq!(growing.grown().to_string(), "COMPLETE to n = 1; n = 2: 99 %");
        assert_eq!(growing.by_ref().count(), 1);
        assert_eq!(growing.grown().to_string(), "COMPLETE to n = 3");
    }

    /// n has one input; the second n is cut off before it.
    struct CutStages(bool, u64);

    impl Stages for CutStages {
        fn begin(&mut self, n: u64) -> bool {
            *self = CutStages(true, n);
            true
        }

        fn next(&mut self) -> Option<Input> {
            let is_there = self.1 == 0 && std::mem::take(&mut self.0);
            let input = Input { op: 0, id: 0, size: 0, heap: "{}".to_owned(), name: None };
            is_there.then_some(input)
        }

        fn is_cut(&self) -> bool {
            self.1 == 1
        }

        fn key(&mut self, _: &Input) -> Option<String> {
            None
        }

        fn total(&mut self) -> Option<u64> {
            None
        }
    }

    /// If this fails, a run claims an n whose inputs nobody has listed.
    #[test]
    fn what_is_cut_is_not_complete() {
        let mut stages = CutStages(true, 0);
        let mut growing = Growing::new(&mut stages);
        assert_eq!(growing.by_ref().count(), 1);
        assert_eq!(growing.grown().to_string(), "COMPLETE to n = 0; n = 1: 0 inputs");
    }
}
