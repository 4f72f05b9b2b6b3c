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
