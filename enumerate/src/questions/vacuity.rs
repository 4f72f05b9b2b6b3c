//! A warning if a command has no instance whatever it asks for: a `check` holds only because nothing satisfies the
//! facts, or every trace ends.
//!
//! *Problem.* Facts that contradict each other have no instance, so no assertion has a
//! counterexample, and every `check` says that all is well. *Choice.* Where a check found nothing, the
//! facts and scopes are asked about by themselves, with a limit in conflicts: the same answer on
//! every machine. Facts that an instance satisfies mostly show one at once.
//!
//! *Rejected.* To ask before the check: most checks of a spec that is being written fail, and need no
//! excuse. To see whether the refutation used the assertion: even an assertion that it used may be needless.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, Formula, FormulaKind};
use korrel_sat::{Effort, is_refuted};
use korrel_translate::{Bounds, Question, Symmetry, TranslationFailure, parts};

use crate::questions::conflict::{Conflict, conflict};
use crate::questions::ends::{EndCondition, every_trace_ends};
use crate::questions::explanation::{contradiction, ends};
use crate::questions::quick::has_instance;

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 2_000;

/// The warning about a command without an instance that it has none whatever it asks for, or that every trace ends.
/// `None` if that is not so, as far as it can be said quickly, or a stop came first. Where a `run` expects no
/// instance, its own formula is no reason.
pub fn vacuous(question: &Question<'_>, is_wanted: bool, effort: &Effort) -> Option<Diagnostic> {
    match question.asked().1.kind {
        CommandKind::Check => match vacuity(question, effort).ok()?? {
            Vacuity::Ends => Some(ends(question)),
            Vacuity::Contradiction(found) => Some(contradiction(question, found.as_ref())),
        },
        CommandKind::Run => {
            let goal = is_wanted.then_some(EndCondition::Goal);
            let mut asked = goal.into_iter().chain([EndCondition::Nothing]);
            let is_so = |asked| every_trace_ends(question, asked, effort).unwrap_or(false);
            asked.any(is_so).then(|| ends(question))
        }
    }
}

/// The reason why a check holds, whatever it says.
enum Vacuity {
    /// These parts of the spec contradict each other.
    Contradiction(Option<Conflict>),
    /// The facts allow traces that end, and no others.
    Ends,
}

/// `None` if there is no such reason, as far as that can be said quickly, or a stop came first.
///
/// # Errors
/// A construct that cannot be translated.
fn vacuity(question: &Question<'_>, effort: &Effort) -> Result<Option<Vacuity>, Diagnostic> {
    let Question { model, command, scopes, .. } = question;
    if model.facts.is_empty() {
        return Ok(None);
    }
    let goal = Formula { kind: FormulaKind::Constant(true), span: command.span };
    let plain = Command { goal, parameters: Vec::new(), ..(*command).clone() };
    let bounds = match Bounds::new(model, &plain, scopes, effort) {
        Ok(bounds) => bounds,
        Err(TranslationFailure::Stopped) => return Ok(None),
        Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
    };
    let plain = Question {
        command: &plain,
        scopes: scopes.clone(),
        bounds,
        is_refuted: false,
        tried: None,
        all_tried: question.all_tried,
        ..*question
    };
    let is_refuted = Symmetry::new(&plain, true, Vec::new(), effort).and_then(|symmetry| {
        // Most systems begin, and a first state alone is seen at once.
        if let Some(first) = plain.in_one_state()
            && has_instance(&first, &symmetry, CONFLICTS, effort)? == Some(true)
        {
            return Ok(false);
        }
        let parts = parts(&plain, &symmetry, effort)?;
        Ok(is_refuted(&parts.cnf(0..parts.origins.len()), CONFLICTS, effort))
    });
    match is_refuted {
        Ok(true) if !effort.is_stopped() => {}
        Ok(_) | Err(TranslationFailure::Stopped) => return Ok(None),
        Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
    }
    if every_trace_ends(question, EndCondition::Nothing, effort).unwrap_or(false) {
        return Ok(Some(Vacuity::Ends));
    }
    Ok(Some(Vacuity::Contradiction(conflict(&plain, CONFLICTS, effort)?)))
}
