//! The reasons why nothing was found: the parts of the spec that contradict each other.

use std::time::Duration;

use korrel_enumerate::ask::SpecCommand;
use korrel_enumerate::{Problem, conflict, explained, explained_vacuity, nothing, vacuity};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::CommandKind;
use korrel_lang::source::Sources;

use crate::limits::Stop;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

/// The cost of the search that found nothing.
pub struct SearchCost {
    pub time: Duration,
    pub conflicts: u64,
}

/// The time, beyond that of the search, that the reasons may take; with the time that it takes to
/// stop, it is a second.
const MORE: Duration = Duration::from_millis(700);

/// Returns the message for a command that has no instance.
pub fn why(
    asked: &SpecCommand,
    problem: &Problem<'_>,
    searched: &SearchCost,
    stop: &Stop,
) -> Diagnostic {
    let plain = nothing(asked.command.kind);
    if asked.command.kind == CommandKind::Check {
        // An assertion that holds needs no excuse.
        return Diagnostic::note(plain);
    }
    let within = stop.linked();
    within.after(searched.time.saturating_add(MORE));
    within.instead(|_| {
        // It points at no place.
        tell(format_args!("{}\n", unexplained().render(&Sources::default(), false)));
        Exit::Failure
    });
    let found = conflict(&problem.question, searched.conflicts, &within.effort());
    within.take_over();
    match found {
        Ok(Some(conflict)) => explained(&asked.spec.model, &asked.command, &conflict),
        Err(_) => Diagnostic::note(plain),
        Ok(None) => unexplained(),
    }
}

/// The message if the reasons are harder to find than it was to find that there is nothing.
fn unexplained() -> Diagnostic {
    Diagnostic::note(nothing(CommandKind::Run))
        .help("finding out which facts contradict each other would take longer than the search did")
}

/// A warning if a check without a counterexample has none because nothing satisfies the facts.
pub fn vacuous(problem: &Problem<'_>, stop: &Stop) -> Option<Diagnostic> {
    if problem.question.command.kind != CommandKind::Check {
        return None;
    }
    let origins = vacuity(&problem.question, &stop.effort()).ok()??;
    Some(explained_vacuity(&problem.question, &origins))
}
