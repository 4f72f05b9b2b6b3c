//! `--estimate`: about how many instances there are.

use std::io::Write;
use std::time::Duration;

use korrel::answer::EstimateAnswer;
use korrel::question::SpecCommand;
use korrel_enumerate::{Estimate, Problem};
use korrel_harness::counted;
use korrel_lang::visible::visible_json;
use korrel_sat::Step;
use korrel_sat::counter::Dice;
use serde_json::{Value as Json, json};

use crate::commands::shared::question::instances;
use crate::commands::stream::status;
use crate::flags::{CountFlags, CountFormatFlag, SolverFlag};
use crate::limits::{Reason, Stop};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

use super::about;

/// The time for an estimate, if no flag gives another: whoever asks for a rough number does not wait for minutes.
pub const TIMEOUT: Duration = Duration::from_secs(10);
/// Always the same one: an estimate is told in the same words again.
const SEED: u64 = 1;
/// # Errors
/// A construct that cannot be translated; a solver that does not stream.
pub fn run(
    count: &CountFlags,
    asked: &SpecCommand,
    problem: &Problem<'_>,
    stop: &Stop,
) -> Result<Exit, Error> {
    if count.question.solver != SolverFlag::Enumerator {
        return Err(Error::usage(
            "`--solver` cannot be combined with `--estimate`, which does not list",
        ));
    }
    let mut instances = instances(asked, problem, &count.question, &count.search, stop)?;
    let estimate = match instances.stream() {
        Some(stream) => stream.estimate(&mut Dice::new(SEED)),
        // The translation shows already that there is no instance.
        None => Some(Estimate { number: 0.0, error: 0.0, runs: 1, least: 0 }),
    };
    stop.take_over();
    let Some(estimate) = estimate.filter(|_| !stop.is_raised()) else {
        return Ok(ending(count, asked)(stop));
    };
    let mut out = std::io::stdout();
    match count.format {
        CountFormatFlag::Text => writeln!(out, "{}", text(&estimate))?,
        CountFormatFlag::Json => writeln!(out, "{}", record(count, asked, &estimate))?,
    }
    Ok(Exit::Success)
}

/// The ending if the count was stopped: nothing is estimated, and a record gives the reason.
pub fn ending(
    count: &CountFlags,
    asked: &SpecCommand,
) -> impl FnOnce(&Stop) -> Exit + Send + 'static + use<> {
    let record = (count.format == CountFormatFlag::Json).then(|| about(count, asked, "estimate"));
    let is_ours = count.search.limits.timeout.is_none();
    move |stop| {
        if let Some(mut record) = record {
            record["status"] = json!(status(Step::Stopped, stop).name());
            // If it cannot be written, nobody reads it.
            let _ = writeln!(std::io::stdout(), "{}", visible_json(&record.to_string()));
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

fn record(count: &CountFlags, asked: &SpecCommand, estimate: &Estimate) -> String {
    let mut record = about(count, asked, "estimate");
    if let (Json::Object(record), Json::Object(members)) =
        (&mut record, json!(EstimateAnswer::from(estimate)))
    {
        record.extend(members);
    }
    visible_json(&record.to_string()).into_owned()
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
