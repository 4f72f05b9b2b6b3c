//! Translating again under what probing has found out.
//!
//! Where propagation alone shows that a cell can not hold, or must, the cell becomes a bound, and the
//! spec is translated again: matrices lose entries, closures shrink, and gates that were made for
//! nothing are not made. With the discovery predicate half of all pointers go, since an atom can
//! only point to those that it, or one before it, discovers first. Repeated while it finds anything.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Enumerator;
use korrel_translate::{Options, Translation};

use crate::problem::Problem;

/// The third time has never paid by much.
const ROUNDS: usize = 3;

/// A translation within the tightest bounds that probing finds.
///
/// # Errors
/// A construct that cannot be translated.
pub fn tightened(
    problem: &Problem<'_>,
    options: Options,
    stop: &Arc<AtomicBool>,
) -> Result<Translation, Diagnostic> {
    let mut translation = problem.translate(options)?;
    for _ in 0..ROUNDS {
        let (cnf, projection) = (&translation.cnf, &translation.projection);
        let mut search = Enumerator::new(cnf, projection, Default::default(), Arc::clone(stop));
        // Without any model there is nothing to be made cheaper.
        let Some(fixed) = search.probe() else { break };
        let is_cell = |lit: &korrel_sat::Lit| lit.var().index() < translation.cells.len();
        let known: Vec<_> = fixed
            .into_iter()
            .filter(is_cell)
            .map(|lit| (&translation.cells[lit.var().index()], lit.is_positive()))
            .collect();
        if known.is_empty() {
            break;
        }
        let bounds = translation.bounds.tightened(known);
        translation = problem.translate_within(&bounds, options)?;
    }
    Ok(translation)
}
