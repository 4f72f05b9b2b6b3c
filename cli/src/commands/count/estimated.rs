//! `--estimate`: about how many instances there are.

use std::io::Write;
use std::time::Duration;

use korrel::Step;
use korrel::answer::EstimateAnswer;
use korrel::question::PosedQuestion;
use korrel::stream::{Status, StreamQuestion};

use crate::commands::shared::question::answered;
use crate::commands::stream::status;
use crate::flags::{CountFlags, CountFormatFlag, SolverFlag};
use crate::limits::{Reason, Stop};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

/// The time for an estimate, if no flag gives another: whoever asks for a rough number does not wait for minutes.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// # Errors
/// A construct that cannot be translated; a solver that does not stream.
pub fn run(
    count: &CountFlags,
    question: &StreamQuestion<'_>,
    posed: &PosedQuestion<'_>,
    stop: &Stop,
) -> Result<Exit, Error> {
    if count.question.solver != SolverFlag::Enumerator {
        return Err(Error::usage(
            "`--solver` cannot be combined with `--estimate`, which does not list",
        ));
    }
    let estimate = answered(posed.estimate(), stop)?;
    stop.take_over();
    let Some(estimate) = estimate else { return Ok(ending(count, question)(stop)) };
    let mut out = std::io::stdout();
    match count.answer.format {
        CountFormatFlag::Text => writeln!(out, "{}", EstimateAnswer::from(&estimate))?,
        CountFormatFlag::Json => writeln!(out, "{}", question.estimate_record(Ok(&estimate)))?,
    }
    Ok(Exit::Success)
}

/// The ending if the count was stopped: nothing is estimated, and a record gives the reason.
pub fn ending(
    count: &CountFlags,
    question: &StreamQuestion<'_>,
) -> impl FnOnce(&Stop) -> Exit + Send + 'static + use<> {
    let is_json = count.answer.format == CountFormatFlag::Json;
    let stopped = [Status::Interrupted, Status::Timeout, Status::Memory];
    let records = stopped.map(|status| (status, question.estimate_record(Err(status))));
    let is_ours = count.search.limits.timeout.is_none();
    move |stop| {
        let status = status(Step::Stopped, stop);
        if let Some((_, record)) = records.iter().find(|(own, _)| is_json && *own == status) {
            // If it cannot be written, nobody reads it.
            let _ = writeln!(std::io::stdout(), "{record}");
        }
        let exit = stop.tell();
        if is_ours && stop.reason() == Reason::Timeout {
            let seconds = TIMEOUT.as_secs();
            tell(format_args!(
                "help: there is no estimate within {seconds} s; `--timeout 5m` gives it more, and a smaller scope is \
                 estimated sooner"
            ));
        }
        exit
    }
}
