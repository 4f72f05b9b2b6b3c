//! The programs under test, and the plans of their runs.

use std::ffi::OsString;

use korrel_harness::{DriverCommand, DriverLimits, InputName, Plan, Relabel};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use super::inputs::Replay;
use crate::commands::shared::question::at_most;
use crate::flags::{DriverFlags, TestFlags};
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// The words between the driver and the program that it is compared with.
pub(super) const AGAINST: [&str; 2] = ["--against", "--"];

/// # Errors
/// A program is missing.
pub fn plan(
    test: &TestFlags,
    budget: Option<std::time::Duration>,
    replay: &Replay,
    report: &Reporter,
) -> Result<Plan, Error> {
    let (driver, against) = programs(&test.driver)?;
    let inputs = &test.inputs;
    if inputs.lazy && against.is_some() {
        let message =
            "--lazy and --against do not go together: what the other program reads is not known";
        return Err(Error::usage(message.to_owned()));
    }
    Ok(Plan {
        against,
        repeat: inputs.repeat.into(),
        relabel: match replay {
            // The input is sent as listed, and under that labelling: they must agree.
            Replay::Name(InputName { labelling: Some(labelling), .. }) => {
                inputs.relabel.map(|_| Relabel::Only(*labelling))
            }
            _ => inputs.relabel,
        },
        relabel_only_judged: test.judging.relabel_judge,
        seed: inputs.seed,
        stop_after: test.outcome.stop_after.map(Into::into),
        give_up_after: test.outcome.give_up_after(),
        budget,
        keys: inputs.keyed.keys,
        coverage: test.outcome.select,
        answers: inputs.lazy,
        // Otherwise the failure that is asked for could not be shown.
        has_spoken: !matches!(replay, Replay::No),
        ..plain(driver, &test.drivers, report)
    })
}

/// The plan by which one program is tested.
///
/// # Errors
/// A missing program.
pub fn plan_of(words: &[OsString], flags: &DriverFlags, report: &Reporter) -> Result<Plan, Error> {
    let driver = DriverCommand::new(words.iter())
        .ok_or_else(|| missing("the driver is missing: `-- DRIVER ARGS…`"))?;
    Ok(plain(driver, flags, report))
}

/// The plan without anything that only one command has.
fn plain(driver: DriverCommand, flags: &DriverFlags, report: &Reporter) -> Plan {
    Plan {
        limits: limits(flags),
        workers: at_most(flags.drivers, report),
        #[cfg(target_os = "linux")]
        is_supervised: korrel_harness::can_supervise(),
        ..Plan::new(driver)
    }
}

fn missing(message: &str) -> Error {
    Error::Usage(Diagnostic::new(code::DRIVER, message))
}

/// The limits of a driver.
fn limits(drivers: &DriverFlags) -> DriverLimits {
    DriverLimits {
        answer: drivers.timeout,
        start: drivers.start_timeout,
        memory: drivers.driver_memory,
        ..DriverLimits::default()
    }
}

/// The driver, and the program after `--against --`.
fn programs(words: &[OsString]) -> Result<(DriverCommand, Option<DriverCommand>), Error> {
    let at = words.windows(2).position(|two| two == AGAINST);
    let (driver, other) = match at {
        Some(at) => (&words[..at], Some(&words[at + 2..])),
        None => (words, None),
    };
    let command = |words: &[OsString], what: &str| {
        DriverCommand::new(words.iter()).ok_or_else(|| {
            missing(&format!("{what} is missing: `-- DRIVER ARGS… --against -- OTHER ARGS…`"))
        })
    };
    let against = other.map(|words| command(words, "the program after `--against --`"));
    Ok((command(driver, "the driver")?, against.transpose()?))
}
