//! Failed-literal probing: what does each primary variable imply on its own?
//!
//! A literal from which propagation alone reaches a conflict is false in every model. The
//! translator turns such fixed primaries into tighter bounds and translates again, which shrinks
//! every closure in the formula. Probing goes on until nothing new turns up. (Freeman 1995; Lynce,
//! Marques-Silva 2003.)

use std::sync::atomic::Ordering;

use super::{Enumerator, State};
use crate::Lit;

impl Enumerator {
    /// The literals over the projection's order that hold in every model, as far as propagation
    /// of one literal at a time can tell, in the order of the projection; none if there is no
    /// model. Stops early, with what is known by then, when the stop flag is raised.
    ///
    /// # Panics
    /// After the first call of [`next`](crate::Models::next).
    pub fn probe(&mut self) -> Option<Vec<Lit>> {
        assert!(self.depth() == 0 && self.state != State::Model, "probe before the first model");
        self.settle();
        while self.probe_each() {}
        let fixed = |lit: Lit| match self.value_of(lit) {
            0 => None,
            1 => Some(lit),
            _ => Some(!lit),
        };
        let order = &self.sequence[..self.projected];
        (self.state != State::Exhausted).then(|| order.iter().copied().filter_map(fixed).collect())
    }

    /// Whether propagation alone finds that these literals do not hold together.
    ///
    /// # Panics
    /// After the first call of [`next`](crate::Models::next).
    pub fn refutes(&mut self, literals: &[Lit]) -> bool {
        assert!(self.depth() == 0 && self.state != State::Model, "probe before the first model");
        self.settle();
        if self.state == State::Exhausted {
            return true;
        }
        let refuted = literals.iter().any(|&lit| match self.value_of(lit) {
            0 => {
                self.open_level(lit, 0, false);
                self.propagate().is_some()
            }
            value => value < 0,
        });
        self.backtrack(0);
        refuted
    }

    /// Probes both sides of every variable once; whether anything new was fixed.
    fn probe_each(&mut self) -> bool {
        let mut found = false;
        for position in 0..self.projected {
            for lit in [self.sequence[position], !self.sequence[position]] {
                if self.state == State::Exhausted || self.stop.load(Ordering::Relaxed) {
                    return false;
                }
                found |= self.value_of(lit) == 0 && self.probe_literal(lit);
            }
        }
        found
    }

    /// Whether this literal fails; its negation then holds from now on.
    fn probe_literal(&mut self, lit: Lit) -> bool {
        self.open_level(lit, 0, false);
        let failed = self.propagate().is_some();
        self.backtrack(0);
        if failed {
            self.assign(!lit, None, 0);
            self.settle();
        }
        failed
    }

    /// Propagates at the root.
    pub(super) fn settle(&mut self) {
        if self.state != State::Exhausted && self.propagate().is_some() {
            self.refute_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cnf, Enumerator, Models, Projection, Step, Var};

    /// Literals that are taken to exclude one another when they do not would lose models; and asking
    /// must leave no trace.
    #[test]
    fn refuted_by_propagation() {
        let mut cnf = Cnf::with_primary(4);
        let x: Vec<_> = (0..4).map(|var| Var::new(var).positive()).collect();
        cnf.add_clause([!x[0], x[1]]);
        cnf.add_clause([!x[1], !x[2]]);
        cnf.add_clause([!x[3]]);
        let mut search = Enumerator::new(
            &cnf,
            &Projection::primary(&cnf),
            Default::default(),
            Default::default(),
        );
        assert!(search.refutes(&[x[0], x[2]]));
        assert!(search.refutes(&[x[2], x[0]]));
        assert!(search.refutes(&[x[3]]), "the formula itself does");
        assert!(!search.refutes(&[x[0], x[1]]));
        assert!(!search.refutes(&[!x[3], x[2]]));
        let models = std::iter::from_fn(|| (search.next() == Step::Model).then_some(())).count();
        assert_eq!(models, 4, "of x0..x2: none, x1, x2, and x0 with x1");
    }
}
