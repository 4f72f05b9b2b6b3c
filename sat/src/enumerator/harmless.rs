//! Guards that may stay open at a model.
//!
//! *Problem.* A difference is in force once its guards are false, and nothing is done for a guard while numbers violate it. Clauses
//! would make the guard true then, and what follows could be a conflict: of `x < y or u < v` one gate must hold, and each
//! is open.
//!
//! *Choice.* Differences take the place of clauses only where all guards that are open may be true together. Take each of
//! them to be true, and in each clause that is left and has the negation of one, all other literals that may be open, and so
//! on. If nothing is taken to be true and false, then whatever clauses would propagate from guards is among this.
//! It makes no clause false: of two literals of a clause that are open, one at least is taken to be true. (The clauses are Horn
//! after a renaming: Lewis 1978.) Guards of what a pointer reaches are of this kind, since a definition has one side
//! where a formula needs one (Plaisted, Greenbaum 1986).
//!
//! At a model nothing is open that is decided, that is a threshold, or that clauses define by both sides from such literals.
//!
//! *Rejected.* To propagate to guards: where it would be needed, the clauses stay, and cost a tenth more or less.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::ClauseRef;
use super::differences::GuardedDifference;
use super::rows::{Rows, SimplifiedFormula};
use crate::Lit;

/// The clauses that are left, as far as their literals may be open.
pub(super) struct OpenClauses {
    is_open: Vec<bool>,
    clauses: Vec<Vec<Lit>>,
    of: FxHashMap<Lit, Vec<usize>>,
}

impl OpenClauses {
    /// All clauses but those that are replaced, which are sorted.
    pub fn new(formula: &SimplifiedFormula<'_>, rows: &Rows, replaced: &[ClauseRef]) -> Self {
        let mut is_open = vec![false; formula.uses.len() / 2];
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        formula.each(|clause, lits| {
            let may_be_open = |lit: &&Lit| !formula.is_decided(**lit) && !rows.is_threshold(**lit);
            lits.iter().filter(may_be_open).for_each(|lit| is_open[lit.var().index()] = true);
            if replaced.binary_search(&clause).is_err() {
                clauses.push(lits.to_vec());
            }
        });
        close_defined(&clauses, &mut is_open);
        let mut of: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        clauses.iter_mut().for_each(|lits| lits.retain(|lit| is_open[lit.var().index()]));
        clauses.retain(|lits| lits.len() > 1);
        for (at, lits) in clauses.iter().enumerate() {
            lits.iter().for_each(|&lit| of.entry(lit).or_default().push(at));
        }
        Self { is_open, clauses, of }
    }

    /// True if the guards of these differences may be true together, as far as they may be open.
    pub fn allow<'d>(&self, differences: impl Iterator<Item = &'d GuardedDifference>) -> bool {
        let guards = differences.flat_map(|difference| difference.guards.iter().copied());
        let mut next: Vec<Lit> = guards.filter(|lit| self.is_open[lit.var().index()]).collect();
        let mut is_true = FxHashSet::default();
        while let Some(lit) = next.pop() {
            if is_true.contains(&!lit) {
                return false;
            }
            if is_true.insert(lit) {
                for &clause in self.of.get(&!lit).into_iter().flatten() {
                    next.extend(self.clauses[clause].iter().filter(|&&other| other != !lit));
                }
            }
        }
        true
    }
}

/// Closes the variables that clauses define from closed ones: a clause has one of their literals, and closed ones beside it, of
/// each of which another clause says that not both hold.
fn close_defined(clauses: &[Vec<Lit>], is_open: &mut [bool]) {
    let pairs = clauses.iter().filter(|lits| lits.len() == 2);
    let pairs: FxHashSet<(Lit, Lit)> =
        pairs.flat_map(|lits| [(lits[0], lits[1]), (lits[1], lits[0])]).collect();
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for lits in clauses {
            let mut open = lits.iter().filter(|lit| is_open[lit.var().index()]);
            let (Some(&lit), None) = (open.next(), open.next()) else { continue };
            let mut others = lits.iter().filter(|&&other| other != lit);
            if others.all(|&other| pairs.contains(&(!lit, !other))) {
                is_open[lit.var().index()] = false;
                is_changed = true;
            }
        }
    }
}
