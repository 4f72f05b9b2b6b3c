//! `--estimate`: about how many instances there are.

use std::io::Write;
use std::time::Duration;

use korrel::answer::EstimateAnswer;
use korrel::question::Posed;
use korrel::stream::{Status, StreamQuestion};
use korrel::{Estimate, Step};
use korrel_harness::counted;

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
    posed: &Posed<'_>,
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
        CountFormatFlag::Text => writeln!(out, "{}", text(&estimate))?,
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

fn text(estimate: &Estimate) -> String {
    if estimate.runs == 1 {
        return format!("{:.0}: all were found, none is estimated", estimate.number);
    }
    let EstimateAnswer { low, high, .. } = EstimateAnswer::from(estimate);
    format!(
        "about {} (95 %: {} to {}), an estimate of {}",
        rounded(estimate.number),
        rounded(low),
        rounded(high),
        counted(estimate.runs, "run")
    )
}

/// Three digits: there is no more to be known.
fn rounded(number: f64) -> String {
    if number < 1000.0 {
        return format!("{number:.0}");
    }
    if number >= 1e15 {
        return format!("{number:.2e}");
    }
    let unit = 10f64.powi(number.log10().floor() as i32 - 2);
    format!("{:.0}", (number / unit).round() * unit)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    /// If it failed, an estimate would look as if it were exact, or be off by a power of ten.
    #[test]
    fn three_digits_are_told() {
        let told = [0.4, 999.4, 1000.0, 123_456.0, 99_950.0, 8.82e25].map(rounded);
        assert_eq!(told, ["0", "999", "1000", "123000", "100000", "8.82e25"]);
    }
}
