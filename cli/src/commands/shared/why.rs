//! The reasons why nothing was found: the parts of the spec that contradict each other.

use std::time::Duration;

use korrel::question::{PosedQuestion, SpecCommand};
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

/// Returns the message for a command that has no instance. `is_told`: a warning has said why.
pub fn why(
    asked: &SpecCommand,
    posed: &PosedQuestion<'_>,
    searched: &SearchCost,
    is_told: bool,
    stop: &Stop,
) -> Diagnostic {
    let plain = posed.nothing();
    if is_told || asked.command.kind == CommandKind::Check {
        // An assertion that holds needs no excuse.
        return Diagnostic::note(plain);
    }
    let within = stop.linked();
    within.after(searched.time.saturating_add(MORE));
    let unexplained = unexplained(&plain);
    let last = unexplained.clone();
    within.instead(move |_| {
        // It points at no place.
        tell(format_args!("{}\n", last.render(&Sources::default(), false)));
        Exit::Failure
    });
    let found = posed.why_nothing(searched.conflicts, &within.effort());
    within.take_over();
    match found {
        Ok(Some(why)) => why,
        Err(_) => Diagnostic::note(plain),
        Ok(None) => unexplained,
    }
}

/// The message if the reasons are harder to find than it was to find that there is nothing.
fn unexplained(plain: &str) -> Diagnostic {
    Diagnostic::note(plain.to_owned())
        .help("finding out which facts contradict each other would take longer than the search did")
}
