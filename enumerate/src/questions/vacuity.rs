//! A warning if a `check` holds only because nothing satisfies the facts.
//!
//! *Problem.* Facts that contradict each other have no instance, so no assertion has a
//! counterexample, and every `check` says that all is well. *Choice.* Where a check found nothing, the
//! facts and scopes are asked about by themselves, with a limit in conflicts: the same answer on
//! every machine. Facts that an instance satisfies mostly show one at once.
//!
//! *Rejected.* To ask before the check: most checks of a spec that is being written fail, and need no
//! excuse. To see whether the refutation used the assertion: one that it used may still be needless.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Formula, FormulaKind};
use korrel_sat::{Effort, is_refuted};
use korrel_translate::{Bounds, Origin, Question, Symmetry, Untranslated, parts};

use crate::questions::conflict::conflict;

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 2_000;

/// The parts of the spec that contradict each other whatever a command asks for; `None` if they do
/// not, as far as that can be said quickly, or a stop came first.
///
/// # Errors
/// A construct that cannot be translated.
pub fn vacuity(
    question: &Question<'_>,
    effort: &Effort,
) -> Result<Option<Vec<Origin>>, Diagnostic> {
    let Question { model, command, scopes, .. } = question;
    if model.facts.is_empty() {
        return Ok(None);
    }
    let goal = Formula { kind: FormulaKind::Constant(true), span: command.span };
    let plain = Command { goal, parameters: Vec::new(), ..(*command).clone() };
    let bounds = match Bounds::new(model, &plain, scopes, effort) {
        Ok(bounds) => bounds,
        Err(Untranslated::Stopped) => return Ok(None),
        Err(Untranslated::Refused(diagnostic)) => return Err(*diagnostic),
    };
    let plain = Question {
        command: &plain,
        scopes: scopes.clone(),
        bounds,
        is_refuted: false,
        ..*question
    };
    let symmetry = Symmetry::new(&plain, true, Vec::new(), effort);
    let parts = match symmetry.and_then(|symmetry| parts(&plain, &symmetry, effort)) {
        Ok(parts) => parts,
        Err(Untranslated::Stopped) => return Ok(None),
        Err(Untranslated::Refused(diagnostic)) => return Err(*diagnostic),
    };
    let all = parts.cnf(0..parts.origins.len());
    if !is_refuted(&all, CONFLICTS, effort) || effort.is_stopped() {
        return Ok(None);
    }
    let found = conflict(&plain, CONFLICTS, effort)?;
    Ok(Some(found.map_or(Vec::new(), |conflict| conflict.origins)))
}
