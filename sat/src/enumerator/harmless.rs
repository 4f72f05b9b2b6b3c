//! Guards that may stay open at a model.
//!
//! *Problem.* A difference is in force once its guards are false, and nothing is done for a guard while numbers violate it. Clauses
//! would make the guard true then, and what follows could be a conflict: of `x < y or u < v` one gate must hold, and each
//! is open.
//!
//! *Choice.* Differences take the place of clauses only where all guards that are open may be true together. Take each of
//! them to be true, and in each clause that is left and has the negation of one, all other literals that are not
//! decided, and so on. If nothing is taken to be true and false, then whatever clauses would propagate from guards is among this.
//! It makes no clause false: of two literals of a clause that are open, one at least is taken to be true. (The clauses are Horn
//! after a renaming: Lewis 1978.) Guards of what a pointer reaches are of this kind, since a definition has one side
//! where a formula needs one (Plaisted, Greenbaum 1986).
//!
//! *Rejected.* To propagate to guards: it is needed nowhere else (`bounds.rs`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::ClauseRef;
use super::differences::GuardedDifference;
use super::rows::{Rows, SimplifiedFormula};
use crate::Lit;

/// The clauses that are left, as far as their literals may be open.
pub(super) struct OpenClauses {
    clauses: Vec<Vec<Lit>>,
    of: FxHashMap<Lit, Vec<usize>>,
}

impl OpenClauses {
    /// All clauses but those that are replaced, which are sorted.
    pub fn new(formula: &SimplifiedFormula<'_>, rows: &Rows, replaced: &[ClauseRef]) -> Self {
        let (mut clauses, mut of) = (Vec::<Vec<Lit>>::new(), FxHashMap::<_, Vec<_>>::default());
        formula.each(|clause, lits| {
            let open = lits.iter().copied().filter(|&lit| may_be_open(formula, rows, lit));
            let open: Vec<Lit> = open.collect();
            if open.len() > 1 && replaced.binary_search(&clause).is_err() {
                open.iter().for_each(|&lit| of.entry(lit).or_default().push(clauses.len()));
                clauses.push(open);
            }
        });
        Self { clauses, of }
    }

    /// True if these literals may be true together.
    pub fn allow(&self, literals: impl Iterator<Item = Lit>) -> bool {
        let (mut next, mut is_true) = (literals.collect::<Vec<Lit>>(), FxHashSet::default());
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

/// The guards of a difference that may be open at a model. What is decided, and thresholds, which cells determine, are not.
pub(super) fn open_guards<'d>(
    difference: &'d GuardedDifference,
    formula: &'d SimplifiedFormula<'_>,
    rows: &'d Rows,
) -> impl Iterator<Item = Lit> + 'd {
    difference.guards.iter().copied().filter(|&guard| may_be_open(formula, rows, guard))
}

fn may_be_open(formula: &SimplifiedFormula<'_>, rows: &Rows, lit: Lit) -> bool {
    !formula.is_decided(lit) && !rows.is_threshold(lit)
}
