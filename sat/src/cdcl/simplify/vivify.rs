//! Vivification: propagation shows which literals of a clause are superfluous (Piette, Hamadi, Saïs 2008, and Luo and
//! others 2017).
//!
//! The literals are denied one after the other. Where that leads to a conflict, or to one of the others, those that
//! it took are a clause by themselves. Clauses are tried in an order in which many begin alike, so that decisions
//! can be kept from one to the next. The good ones of the learned clauses are tried, each once.

use crate::Lit;
use crate::cdcl::Cdcl;
use crate::cdcl::clauses::{ClauseRef, GOOD_GLUE};

impl Cdcl<'_> {
    /// Tries clauses as far as a limit of ticks goes. Returns false if the clauses are refuted.
    pub(super) fn vivify(&mut self, ticks: u64) -> bool {
        let limit = self.ticks + ticks;
        for (lits, clause) in self.schedule() {
            if self.ticks > limit || self.effort.is_stopped() {
                break;
            }
            self.clauses.set_vivified(clause, true);
            if let Some(shorter) = self.vivified(&lits, clause)
                && !self.replace(clause, &shorter)
            {
                return false;
            }
        }
        self.backtrack(0);
        self.close_up();
        true
    }

    /// The clauses to try, with their literals, those first that most clauses have.
    fn schedule(&self) -> Vec<(Vec<Lit>, ClauseRef)> {
        let is_wanted = |clause: &ClauseRef| {
            !self.clauses.is_dead(*clause)
                && self.clauses.len(*clause) > 2
                && self.clauses.glue(*clause) <= GOOD_GLUE
                && !self.clauses.is_vivified(*clause)
        };
        let wanted: Vec<ClauseRef> =
            self.clauses.learned.iter().copied().filter(is_wanted).collect();
        let mut counts = vec![0u32; self.values.len()];
        for &clause in &wanted {
            self.clauses.lits(clause).for_each(|lit| counts[lit.code()] += 1);
        }
        let rank = |lit: &Lit| (std::cmp::Reverse(counts[lit.code()]), *lit);
        let in_order = |&clause: &ClauseRef| {
            let mut lits: Vec<Lit> = self.clauses.lits(clause).collect();
            lits.sort_by_key(rank);
            (lits, clause)
        };
        let mut schedule: Vec<_> = wanted.iter().map(in_order).collect();
        schedule.sort_by(|(a, _), (b, _)| a.iter().map(rank).cmp(b.iter().map(rank)));
        schedule
    }

    /// A part of the clause that follows as well, or none if all of it is needed.
    fn vivified(&mut self, lits: &[Lit], clause: ClauseRef) -> Option<Vec<Lit>> {
        self.keep_common(lits, clause);
        if lits.iter().any(|&lit| self.value_of(lit) > 0 && self.level_of(lit) == 0) {
            return None;
        }
        for &lit in lits {
            match self.value_of(lit) {
                0 => {
                    self.open_level(!lit);
                    if let Some(conflict) = self.propagate_without(clause) {
                        let part = self.part_behind(lits, None, conflict);
                        // The next clause must not begin with a conflict.
                        self.backtrack(self.depth() - 1);
                        return part;
                    }
                }
                1 => {
                    let reason = self.reason_of(lit).expect("only denials are decided");
                    return self.part_behind(lits, Some(lit), reason);
                }
                _ => {}
            }
        }
        let decided = |&lit: &Lit| self.level_of(lit) > 0 && self.reason_of(lit).is_none();
        let left: Vec<Lit> = lits.iter().copied().filter(decided).collect();
        (left.len() < lits.len()).then_some(left)
    }

    /// Goes back to where the decisions are denials of the first literals, and nothing follows from the clause.
    fn keep_common(&mut self, lits: &[Lit], clause: ClauseRef) {
        let decided = self.levels[1..].iter().map(|&start| self.trail[start as usize]);
        let common =
            decided.zip(lits).take_while(|&(decided, &lit)| decided == !lit).count() as u32;
        let implied = lits.iter().filter(|&&lit| self.reason_of_true(lit) == Some(clause));
        let lowest = implied.map(|&lit| self.level_of(lit).saturating_sub(1)).min();
        self.backtrack(lowest.map_or(common, |lowest| lowest.min(common)));
    }

    fn reason_of_true(&self, lit: Lit) -> Option<ClauseRef> {
        if self.value_of(lit) > 0 { self.reason_of(lit) } else { None }
    }

    /// The literals whose denials lead to a violated clause, or to a reason of one of them.
    fn part_behind(
        &mut self,
        lits: &[Lit],
        implied: Option<Lit>,
        clause: ClauseRef,
    ) -> Option<Vec<Lit>> {
        let behind: Vec<Lit> =
            self.clauses.lits(clause).filter(|&lit| Some(lit) != implied).collect();
        let decisions = self.decisions_behind(behind.into_iter());
        let is_part = |lit: &Lit| Some(*lit) == implied || decisions.contains(&!*lit);
        let part: Vec<Lit> = lits.iter().copied().filter(is_part).collect();
        (part.len() < lits.len()).then_some(part)
    }

    /// Puts a shorter clause into the place of a longer one. Returns false if the clauses are refuted.
    fn replace(&mut self, clause: ClauseRef, shorter: &[Lit]) -> bool {
        self.backtrack(0);
        self.trace.add(shorter);
        match *shorter {
            [] => self.refute(),
            [unit] => {
                self.assign(unit, None);
                return self.settle();
            }
            _ => {
                let glue = self.clauses.glue(clause).min(shorter.len() as u32 - 1);
                let stored = self.learn(shorter, glue);
                self.clauses.set_used(stored, self.clauses.used(clause));
                self.clauses.set_vivified(stored, true);
            }
        }
        self.delete(clause);
        !self.is_refuted
    }
}
