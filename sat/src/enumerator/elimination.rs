//! Gates that nobody decides, resolved away once a listing is long.
//!
//! *Problem.* Of what is propagated for one model after another, most are gates: variables that the translation made, that
//! pass on what their inputs imply.
//!
//! *Choice.* Once a search has propagated so much that it pays, its clauses are given to the general search's
//! preprocessing (`cdcl/simplify`): subsumption, strengthening, and elimination of variables that nobody decides (Eén,
//! Biere, SatELite, SAT 2005). What is left has the same models over the variables that are decided. A resolvent propagates
//! what its two clauses did through the variable that is gone, so that nothing is missed. The search goes on where it is:
//! the new clauses are watched as its assignment demands, and old ones stay as reasons, for guidance, and nowhere else.
//! What is learned later may have a variable that is gone. Nothing speaks of it then but what is learned, all of which
//! follows from the formula.
//!
//! Disjoint sets of 6 take half the time, and Korat's acyclic graphs of 7 two thirds.
//!
//! *Rejected.* To do so at the beginning: it takes longer than the first instances. Vivification of what is left: it finds
//! as many shorter clauses as there are, and they take a tenth more time. Without the clauses that follow from others by
//! a conflict it gains as much, but what they propagate would be missed.

use rustc_hash::FxHashMap;

use super::Enumerator;
use super::clauses::ClauseRef;
use crate::{Cdcl, Lit, Solver};

/// So many clauses may be added for a variable. With 16 connected graphs of 9 nodes have seven times the literals.
const MORE: usize = 4;

impl Enumerator {
    /// Eliminates gates if the search is long. The list of models stays the same, but more may be refuted by propagation
    /// alone. Nothing may be told of this search.
    pub fn eliminating(mut self) -> Self {
        assert!(!self.is_told(), "what is eliminated is not told");
        let literals: usize = self.watched_formula().iter().map(|&c| self.clauses.len(c)).sum();
        self.eliminate_at = Some(literals as u64 * self.options.eliminate_after);
        self
    }

    #[inline]
    pub(super) fn elimination_is_due(&self) -> bool {
        self.eliminate_at.is_some_and(|at| self.statistics.propagations >= at)
    }

    /// Replaces the clauses of the formula that are watched.
    pub(super) fn eliminate(&mut self) {
        self.eliminate_at = None;
        let mut solver = Cdcl::new(self.effort.clone());
        let decided = self.sequence.iter();
        let numbers = self.bounds.cells.iter().chain(&self.bounds.guards);
        decided.chain(numbers).for_each(|lit| solver.freeze(lit.var()));
        let mut given: FxHashMap<Vec<Lit>, ClauseRef> = FxHashMap::default();
        for clause in self.watched_formula() {
            let lits = self.clauses.lits(clause);
            let mut lits: Vec<Lit> = lits.filter(|&lit| !self.holds_for_good(!lit)).collect();
            if lits.iter().any(|&lit| self.holds_for_good(lit)) {
                continue;
            }
            solver.add_clause(&lits);
            lits.sort_unstable();
            given.insert(lits, clause);
        }
        let Some(left) = solver.simplified(MORE) else { return };
        let clauses = &self.clauses;
        for list in &mut self.watches {
            list.retain(|watch| clauses.is_movable(watch.clause()));
        }
        for lits in left {
            let clause = given.get(&lits).copied().unwrap_or_else(|| {
                let clause = self.clauses.push(&lits, 0);
                self.clauses.push_simplified(clause);
                clause
            });
            self.watch_here(clause);
        }
    }

    fn holds_for_good(&self, lit: Lit) -> bool {
        self.value_of(lit) > 0 && self.level_of(lit) == 0
    }

    /// The clauses of the formula that are watched.
    fn watched_formula(&self) -> Vec<ClauseRef> {
        let watched = self.watches.iter().flatten().map(|watch| watch.clause());
        let mut clauses: Vec<_> = watched.filter(|&c| !self.clauses.is_movable(c)).collect();
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    }

    /// Watches a clause by those of its literals that are false last. If it may have a conclusion, that is drawn next.
    fn watch_here(&mut self, clause: ClauseRef) {
        let (values, level) = (&self.values, &self.level);
        let rank = |&code: &u32| rank(values[code as usize], level[code as usize / 2]);
        let codes = self.clauses.codes_mut(clause);
        codes.sort_by_cached_key(|code| (std::cmp::Reverse(rank(code)), *code));
        let is_settled = codes.get(1).is_some_and(|&second| values[second as usize] >= 0);
        self.watch(clause);
        if !is_settled {
            self.unsettled.push(clause);
        }
    }

    /// Draws the conclusions of clauses that came while literals had values: also where another reason has done so at a
    /// higher level, since nothing would when that is undone. Returns a clause that is violated, and looks at it again next
    /// time: what is learned from one need not be what another one says.
    pub(super) fn settle_simplified(&mut self) -> Option<ClauseRef> {
        while let Some(&clause) = self.unsettled.last() {
            let rank = |lit: &Lit| rank(self.value_of(*lit), self.level_of(*lit));
            let mut lits: Vec<Lit> = self.clauses.lits(clause).collect();
            lits.sort_by_key(|lit| std::cmp::Reverse(rank(lit)));
            if self.value_of(lits[0]) < 0 {
                return Some(clause);
            }
            self.unsettled.pop();
            match lits.get(1) {
                Some(&second) if self.value_of(second) >= 0 => {}
                second => {
                    let asserting = second.map_or(0, |&second| self.level_of(second));
                    self.imply_late(lits[0], clause, asserting);
                }
            }
        }
        None
    }
}

/// The greater, the later a literal is false, as far as is known.
fn rank(value: i8, level: u32) -> (i8, i64) {
    match value {
        1 => (1, -i64::from(level)),
        0 => (0, 0),
        _ => (-1, i64::from(level)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counter::Dice;
    use crate::enumerator::{Options, Phase};
    use crate::{Cnf, Effort, Projection, Var};

    /// Clauses over some variables that are decided, and gates of them.
    fn formula(dice: &mut Dice) -> Cnf {
        let decided = 4 + dice.bits() % 8;
        let mut cnf = Cnf::with_primary(decided as u32);
        let mut lit = |below: u64| Var::new((dice.bits() % below) as u32).lit(dice.bits() & 1 == 0);
        for variables in decided..decided * 3 {
            let [a, b, gate] = [lit(variables), lit(variables), cnf.fresh().positive()];
            [vec![!gate, a], vec![!gate, b], vec![gate, !a, !b]]
                .into_iter()
                .for_each(|clause| cnf.add_clause(clause));
        }
        (0..decided).for_each(|_| cnf.add_clause((0..3).map(|_| lit(decided * 3))));
        cnf
    }

    impl Enumerator {
        /// A clause that has a conclusion which is not drawn, of those that are watched.
        fn missed(&self) -> Option<Vec<Lit>> {
            let watched = self.watches.iter().flatten().map(|watch| watch.clause());
            let is_learned = |clause: &ClauseRef| self.clauses.lbd(*clause) > 0;
            let is_missed = |clause: ClauseRef| {
                let open = self.clauses.lits(clause).filter(|&lit| self.value_of(lit) == 0);
                open.count() < 2 && self.clauses.lits(clause).all(|lit| self.value_of(lit) <= 0)
            };
            let found = watched.filter(|clause| !is_learned(clause)).find(|&c| is_missed(c));
            found.map(|clause| self.clauses.lits(clause).collect())
        }

        /// Lists all models, and looks at each decision whether something was missed. Returns their number.
        fn list_without_a_miss(&mut self) -> u64 {
            while self.state != Phase::Exhausted {
                if let Some(conflict) = self.propagate().or_else(|| self.settle_simplified()) {
                    self.resolve(conflict);
                } else if self.propagated == self.trail.len() {
                    assert_eq!(self.missed(), None);
                    if self.clauses.reduction_is_due {
                        self.reduce();
                    }
                    if self.elimination_is_due() {
                        self.eliminate();
                    } else if !self.decide() {
                        self.statistics.models += 1;
                        self.flip();
                    }
                }
            }
            self.statistics.models
        }
    }

    /// Whenever clauses are replaced, and whatever is forgotten or not learned: a conclusion that is missed would let a
    /// gate go without a value, so that something is listed that is no model.
    #[test]
    fn nothing_is_missed() {
        let mut dice = Dice::new(5);
        for _ in 0..250 {
            let cnf = formula(&mut dice);
            let options = Options {
                learn: !dice.bits().is_multiple_of(3),
                reduce_at: [0, 3, 1000][dice.bits() as usize % 3],
                guide_after: None,
                ..Options::default()
            };
            let projection = Projection::primary(&cnf);
            let search = || Enumerator::new(&cnf, &projection, options, Effort::default());
            let mut plain = search();
            let models = plain.list_without_a_miss();
            let mut engine = search();
            engine.eliminate_at = Some(dice.bits() % (plain.statistics.propagations + 1));
            assert_eq!(engine.list_without_a_miss(), models);
        }
    }
}
