//! Asking others about a beginning of the order, before the rest is decided.
//!
//! *Problem.* What is refused at a model may have been wrong at its beginning already: then all models that
//! begin so are looked for, one after the other, until a clause is learned that names the beginning alone.
//!
//! *Choice.* A caller that refuses models may name *checkpoints*, positions of the order. As soon as all
//! before one is assigned, and the next decision would be after it, the test is asked. The search
//! never goes into a beginning that the test refutes by a clause. (SAT modulo symmetries,
//! Kirchweger and Szeider 2021, and orderly generation, Read 1978.) A level says by its own
//! position which checkpoints were passed before it, so that nothing is remembered. The test is
//! asked again where the search comes back from a conflict.

use super::Enumerator;
use crate::{Lit, Var};

/// Judges beginnings of the order.
pub trait PrefixTest: Send + Sync {
    /// The checkpoints, ascending: how many positions of the order each beginning has.
    fn checkpoints(&self) -> &[usize];

    /// A clause that is false in the beginning up to this checkpoint, and that all models that are wanted satisfy.
    /// Only variables of the beginning have values.
    fn refute(&mut self, checkpoint: usize, value: &dyn Fn(Var) -> bool) -> Option<Vec<Lit>>;
}

impl Enumerator {
    /// Tests beginnings, too, from now on.
    pub fn test_prefixes(&mut self, test: Box<dyn PrefixTest>) {
        assert!(self.bounds.tail.is_none(), "beginnings have no numbers that are walked");
        self.prefix_test = Some(test);
    }

    /// Asks about the longest beginning that is complete now and was not when the last level was opened.
    /// Returns false if it is refuted. `position` is the next to be decided.
    pub(super) fn begins_well(&mut self, position: usize) -> bool {
        let Some(mut test) = self.prefix_test.take() else { return true };
        let passed = |position: usize| test.checkpoints().partition_point(|&end| end <= position);
        let (before, now) = (passed(self.top().position as usize), passed(position));
        let refuted = if now > before {
            test.refute(now - 1, &|var| self.values[var.positive().code()] > 0)
        } else {
            None
        };
        self.prefix_test = Some(test);
        let Some(clause) = refuted else { return true };
        self.statistics.refuted_prefixes += 1;
        self.forget_guidance();
        self.refute(&clause);
        false
    }
}
