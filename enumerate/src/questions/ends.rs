//! Tells whether every trace ends, so that none goes on for ever.
//!
//! *Problem.* A spec that says what each step does, and not what happens when nothing happens, may have no infinite
//! trace: each behaviour reaches a state that no step leaves. Then a `run` finds nothing and every `check` holds. That
//! nothing was found does not say so: the shortest loop may have more states than the scope. *Choice.* Two questions
//! about beginnings. Is there one? Can any have as many states as the scope has, if every promise about the future may
//! be kept later? If the first is so and the second is not, no trace goes on for ever over these atoms, whatever its
//! loop were, for each would begin so. Both have a limit in conflicts, the same on every machine.
//!
//! *Rejected.* To take what `--prefixes` lists for the second question: it wants `eventually F` to come true within the
//! states that there are, and so may have nothing long of a system that goes on.

use korrel_lang::model::{Command, CommandKind, Formula, FormulaKind, TraceKind, Unrolling};
use korrel_lang::unroll::Steps;
use korrel_sat::Effort;
use korrel_translate::{Question, Symmetry, TranslationFailure};

use super::quick::has_instance;

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 20_000;

/// The formula that traces satisfy beside the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndCondition {
    Goal,
    Nothing,
}

/// True if no trace goes on for ever, and some end. False if it is not so, or is too hard to say.
///
/// # Errors
/// A construct that cannot be translated, or a stop.
pub(crate) fn every_trace_ends(
    question: &Question<'_>,
    asked: EndCondition,
    effort: &Effort,
) -> Result<bool, TranslationFailure> {
    let (model, command) = question.asked();
    let Some((_, greatest)) = Steps::tried(model, command) else { return Ok(false) };
    if command.traces != TraceKind::Lassos {
        return Ok(false);
    }
    let has = |traces: TraceKind, least: u32| {
        has_beginning(question, asked, traces, (least, greatest), effort)
    };
    let goes_on = has(TraceKind::Openings, greatest)?;
    Ok(goes_on == Some(false) && has(TraceKind::Prefixes, 1)? == Some(true))
}

/// Tells whether there is a beginning of so many states. Returns `None` if that is too hard to say.
fn has_beginning(
    question: &Question<'_>,
    asked: EndCondition,
    traces: TraceKind,
    (min, max): (u32, u32),
    effort: &Effort,
) -> Result<Option<bool>, TranslationFailure> {
    let (model, command) = question.asked();
    let unrolled = Unrolling::default();
    let scope = command.scope.with_steps(min, max, command.span);
    let command = Command { traces, unrolled, scope, ..command.clone() };
    let command = match asked {
        EndCondition::Goal => command,
        EndCondition::Nothing => {
            let goal = Formula { kind: FormulaKind::Constant(true), span: command.span };
            Command { goal, parameters: Vec::new(), kind: CommandKind::Run, ..command }
        }
    };
    let question = Question::new(model, &command, question.overflow, effort)?;
    let symmetry = Symmetry::new(&question, true, Vec::new(), effort)?;
    has_instance(&question, &symmetry, CONFLICTS, effort)
}
