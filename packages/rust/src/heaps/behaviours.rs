//! A test that makes all calls of a spec's behaviours, or of traces, against a program that keeps its state.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use super::driver::Driver;
use super::error::Error;
use super::program::found;

/// Set in the process that is the driver.
const SERVES: &str = "KORREL_SERVES";

/// All behaviours of a spec's command, or the traces of files, as a test.
///
/// A test of its own, with `harness = false` in Cargo.toml, is test and driver in one:
///
/// ```no_run
/// use korrel_test::Behaviours;
/// use korrel_test::driver::{Driver, Machine};
/// use serde_json::json;
///
/// fn main() -> std::process::ExitCode {
///     Behaviours::of("tests/queue.als", "behaviours").main(|| {
///         let queue = Machine::new(|_| Ok(Vec::new()))
///             .action("put", |jobs: &mut Vec<String>, args| Ok(jobs.push(args.get("j")?)))
///             .action("take", |jobs, _| Ok(jobs.remove(0)))
///             .state(|jobs| json!({ "Queue": { "first": jobs.get(0), "second": jobs.get(1) } }))
///             .snapshots(Clone::clone);
///         Driver::new().machine(queue)
///     })
/// }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Behaviours {
    asked: Vec<OsString>,
    program: Option<PathBuf>,
}

/// How a run ended: a report of what was tried, or of what fails.
type RunReport = Result<String, String>;

impl Behaviours {
    /// The behaviours of a command of traces, by its label, number or predicate.
    pub fn of(spec: impl AsRef<Path>, command: &str) -> Behaviours {
        let words = [spec.as_ref().into(), "--traces".into(), command.into()];
        Behaviours { asked: words.into(), program: None }
    }

    /// The traces in files of the Informal Trace Format, which Quint and Apalache write.
    pub fn traces(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Behaviours {
        let files = files.into_iter().map(|file| file.as_ref().as_os_str().to_owned());
        Behaviours {
            asked: [OsString::from("--itf")].into_iter().chain(files).collect(),
            program: None,
        }
    }

    /// The number of states, `6`, or the least and the greatest: k states are k − 1 calls.
    pub fn steps(self, steps: &str) -> Behaviours {
        self.flag(&format!("--steps={steps}"))
    }

    /// Within another scope.
    pub fn scope(self, scope: &str) -> Behaviours {
        self.flag(&format!("--scope={scope}"))
    }

    /// Another flag of `korrel test`, with its value: `--timeout=1s`.
    pub fn flag(mut self, flag: &str) -> Behaviours {
        self.asked.push(flag.into());
        self
    }

    /// Names the program that makes the calls, whatever `$KORREL` says.
    pub fn program(self, program: impl AsRef<Path>) -> Behaviours {
        Behaviours { program: Some(program.as_ref().to_owned()), ..self }
    }

    /// Makes all calls of a driver that is a program of its own, such as an example; returns the report.
    ///
    /// # Panics
    /// With the report, where a call fails; and where not all calls were made.
    #[track_caller]
    pub fn check(&self, driver: impl AsRef<Path>, arguments: &[&str]) -> String {
        let told = self.run(driver.as_ref(), arguments).unwrap_or_else(|error| panic!("{error}"));
        told.unwrap_or_else(|report| panic!("\n{report}"))
    }

    /// The whole `main` of a test with `harness = false`, which is its own driver.
    pub fn main(self, driver: impl FnOnce() -> Driver) -> ExitCode {
        if std::env::var_os(SERVES).is_some() {
            return match driver().serve() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => failed(&error.to_string()),
            };
        }
        if std::env::args().any(|word| word == "--list") {
            println!("behaviours: test");
            return ExitCode::SUCCESS;
        }
        let this = std::env::current_exe().map_err(|error| Error::Program(error.to_string()));
        match this.and_then(|this| self.run(&this, &[])) {
            Ok(Ok(report)) => {
                println!("{report}");
                ExitCode::SUCCESS
            }
            Ok(Err(report)) => failed(&report),
            Err(error) => failed(&error.to_string()),
        }
    }

    fn run(&self, driver: &Path, arguments: &[&str]) -> Result<RunReport, Error> {
        let named = self.program.clone().or_else(|| std::env::var_os("KORREL").map(Into::into));
        let program = found(named)?;
        let mut command = Command::new(&program);
        command.arg("test").args(&self.asked).args(["--color", "never"]);
        if let Some(key) = std::env::var_os("KORREL_REPLAY") {
            command.arg("--replay").arg(key);
        }
        command.arg("--").arg(driver).args(arguments);
        let run = command.env(SERVES, "1").stdin(Stdio::null()).output();
        let run = run.map_err(|error| Error::Program(format!("{}: {error}", program.display())))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        let (report, told) = (text(&run.stdout), text(&run.stderr));
        match run.status.code() {
            Some(0) => Ok(Ok(report)),
            Some(1) => Ok(Err(report)),
            Some(3) => Ok(Err(format!("not all calls were made\n{report}\n{told}"))),
            _ => Err(Error::Program(told)),
        }
    }
}

fn failed(report: &str) -> ExitCode {
    eprintln!("{report}");
    ExitCode::FAILURE
}
