//! A search that does not end, of which a list that has become long makes one suspicious.

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Answer, Cdcl, Effort, Solver, Var};
use korrel_translate::{Endless, endless, free_cells};

use crate::problem::Problem;

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 5_000;

/// From so many instances on, or so many conflicts, a list is long, and the question costs little beside it.
pub const LONG: u64 = 1 << 14;

/// Tells once of a list that it has become long.
pub struct LongList {
    /// The number of instances at which that is looked at next; `None` once it was told.
    next: Option<u64>,
}

impl LongList {
    /// It tells nothing of a list that is not watched.
    pub fn new(is_watched: bool) -> LongList {
        LongList { next: is_watched.then_some(1) }
    }

    /// True once many instances were found, or the search for few of them was long; looked at where their number doubles.
    pub fn has_become_long(&mut self, count: u64, conflicts: impl FnOnce() -> u64) -> bool {
        let Some(next) = self.next.filter(|next| count >= *next) else { return false };
        let is_long = count >= LONG || conflicts() >= LONG;
        self.next = if is_long { None } else { Some(next.max(count) * 2) };
        is_long
    }
}

/// The warning that a list does not end: the bound of the fields that no formula mentions, else that of the cells that
/// an instance of the greatest sizes leaves free. `None` if that says nothing, or cannot be said in short.
pub fn never_ends(problem: &Problem<'_>, effort: &Effort) -> Option<Diagnostic> {
    let question = &problem.question;
    if let Some(warning) = endless(question) {
        return Some(warning);
    }
    let suspect = Endless::of(question)?;
    let cells = free_cells(question, &problem.symmetry, effort).ok()??;
    let mut search = Cdcl::with_clauses(&cells.cnf, effort.clone());
    search.limit_conflicts(CONFLICTS);
    if search.solve(&[]) != Answer::Satisfiable {
        return None;
    }
    let value = |input: u32| search.value(Var::new(input)).unwrap_or(false);
    let values: Vec<bool> = (0..cells.cnf.primary() as u32).map(value).collect();
    let enough = suspect.enough();
    (cells.of(&values, enough) >= enough).then(|| suspect.warning())
}
