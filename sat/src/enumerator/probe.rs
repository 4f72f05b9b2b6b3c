//! Failed-literal probing: what does each primary variable imply on its own?
//!
//! A literal from which propagation alone reaches a conflict is false in every model. The
//! translator turns such fixed primaries into tighter bounds and translates again, which shrinks
//! every closure in the formula. Probing goes on until nothing new turns up. (Freeman 1995, and
//! Lynce, Marques-Silva 2003.)

use super::{Enumerator, Phase};
use crate::Lit;

impl Enumerator {
    /// The literals over the projection's order that hold in every model, as far as propagation
    /// of one literal at a time can tell, in the order of the projection. None if there is no
    /// model. Stops early, with what is known by then, when the stop flag is raised.
    ///
    /// # Panics
    /// After the first call of [`next`](crate::Models::next).
    pub fn probe(&mut self) -> Option<Vec<Lit>> {
        assert!(self.depth() == 0 && self.state != Phase::Model, "probe before the first model");
        self.settle();
        self.probe_all();
        let fixed = |lit: Lit| match self.value_of(lit) {
            0 => None,
            1 => Some(lit),
            _ => Some(!lit),
        };
        let order = &self.sequence[..self.projected];
        (self.state != Phase::Exhausted).then(|| order.iter().copied().filter_map(fixed).collect())
    }

    /// True if propagation alone finds that at most one of these literals holds. Not while the stop
    /// flag is raised.
    ///
    /// # Panics
    /// After the first call of [`next`](crate::Models::next).
    pub fn are_exclusive(&mut self, literals: &[Lit]) -> bool {
        assert!(self.depth() == 0 && self.state != Phase::Model, "probe before the first model");
        self.settle();
        self.state == Phase::Exhausted
            || literals
                .iter()
                .enumerate()
                .all(|(at, &lit)| !self.effort.is_stopped() && self.excludes(lit, &literals[..at]))
    }

    /// True if propagation alone finds that this literal does not hold.
    ///
    /// # Panics
    /// As [`Enumerator::are_exclusive`].
    pub fn refutes(&mut self, literal: Lit) -> bool {
        assert!(self.depth() == 0 && self.state != Phase::Model, "probe before the first model");
        self.settle();
        let refutes = self.state == Phase::Exhausted || self.contradicts(literal);
        self.backtrack(0);
        refutes
    }

    /// True if none of the others holds together with a literal. A literal that its propagation
    /// made false need not be tried.
    fn excludes(&mut self, lit: Lit, others: &[Lit]) -> bool {
        let depth = u32::from(self.value_of(lit) == 0);
        let excludes = self.contradicts(lit)
            || others.iter().all(|&other| {
                let contradicts = self.contradicts(other);
                self.backtrack(depth);
                contradicts
            });
        self.backtrack(0);
        excludes
    }

    /// True if a literal is false, or its decision leads to a conflict.
    fn contradicts(&mut self, lit: Lit) -> bool {
        match self.value_of(lit) {
            0 => {
                self.open_level(lit, 0, false);
                self.propagate().is_some()
            }
            value => value < 0,
        }
    }

    /// Probes both sides of every variable, in turns, until each was met since the last literal failed. A literal that
    /// follows from one that did not fail has no further consequences, and need not be probed itself in this turn. If it
    /// fails after a later failure, so does that one, which the next turn meets first.
    fn probe_all(&mut self) {
        let mut follows = vec![false; self.values.len()];
        let mut met = 0;
        while met < self.projected {
            follows.fill(false);
            for position in 0..self.projected {
                for lit in [self.sequence[position], !self.sequence[position]] {
                    if self.state == Phase::Exhausted || self.effort.is_stopped() {
                        return;
                    }
                    let is_open = self.value_of(lit) == 0 && !follows[lit.code()];
                    if is_open && self.probe_literal(lit, &mut follows) {
                        met = 0;
                    }
                }
                met += 1;
                if met == self.projected {
                    return;
                }
            }
        }
    }

    /// Returns true if this literal fails. Its negation then holds from now on. If not, the literals that
    /// follow from it are noted.
    fn probe_literal(&mut self, lit: Lit, follows: &mut [bool]) -> bool {
        let start = self.trail.len();
        self.open_level(lit, 0, false);
        let failed = self.propagate().is_some();
        if !failed {
            self.trail[start..].iter().for_each(|lit| follows[lit.code()] = true);
        }
        self.backtrack(0);
        if failed {
            self.assign(!lit, None, 0);
            self.settle();
        }
        failed
    }

    /// Propagates at the root.
    pub(super) fn settle(&mut self) {
        if self.state != Phase::Exhausted && self.propagate().is_some() {
            self.refute_all();
        }
    }
}

#[cfg(test)]
mod tests {

    use crate::{Cnf, Effort, Enumerator, Models, Projection, Step, Var};

    /// Literals that are taken to exclude one another when they do not would lose models. And asking
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
        assert!(search.are_exclusive(&[x[0], x[2]]));
        assert!(search.are_exclusive(&[x[2], x[3], x[0]]), "the formula itself refutes x3");
        assert!(!search.are_exclusive(&[x[0], x[1]]));
        assert!(!search.are_exclusive(&[x[2], x[0], x[1]]));
        assert!(!search.are_exclusive(&[!x[3], x[2]]));
        assert!(search.are_exclusive(&[!x[3], x[3]]));
        assert!(search.are_exclusive(&[x[0]]));
        assert!(search.refutes(x[3]) && !search.refutes(x[0]) && !search.refutes(!x[3]));
        let models = std::iter::from_fn(|| (search.next() == Step::Model).then_some(())).count();
        assert_eq!(models, 4, "of x0..x2: none, x1, x2, and x0 with x1");
    }

    /// A formula must not have models after a stop left some of its clauses out, even when the flag is lowered.
    #[test]
    fn a_formula_that_was_cut_has_no_models() {
        let mut cnf = Cnf::with_primary(1);
        cnf.add_clause([Var::new(0).positive()]);
        let effort = Effort::none();
        let projection = Projection::primary(&cnf);
        let mut search = Enumerator::new(&cnf, &projection, Default::default(), effort.clone());
        effort.go_on();
        assert_eq!(search.next(), Step::Stopped);
    }
}
