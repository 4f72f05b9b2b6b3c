//! All that the person who serves an agent allows: limits, files, drivers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use korrel::Settings;
use korrel_harness::DriverCommand;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{ModuleText, OpenRequest};

/// Opens specs that are given by their paths.
pub trait Files: Send + Sync {
    /// The text of a spec.
    ///
    /// # Errors
    /// The reason why it is not read, in one sentence.
    fn spec(&self, path: &str) -> Result<ModuleText, String>;

    /// The text of a module that such a spec opens, or `None` if there is none.
    ///
    /// # Errors
    /// A file that cannot be read.
    fn module(&self, request: &OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic>;
}

/// No path is opened.
pub struct NoFiles;

impl Files for NoFiles {
    fn spec(&self, _: &str) -> Result<ModuleText, String> {
        Err("no file is read here: give the text as `spec`".to_owned())
    }

    fn module(&self, _: &OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> {
        Ok(None)
    }
}

/// The greatest cost of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerLimits {
    pub time: Duration,
    /// In bytes, of a formula and of a count.
    pub memory: u64,
}

impl Default for AnswerLimits {
    fn default() -> AnswerLimits {
        AnswerLimits { time: Duration::from_secs(30), memory: 1 << 30 }
    }
}

/// One question's surroundings.
#[derive(Clone)]
pub struct Asking {
    pub limits: AnswerLimits,
    /// Ends the answer once it is raised.
    pub flag: Arc<AtomicBool>,
    /// The flag is raised because memory runs out.
    pub is_out_of_memory: Arc<AtomicBool>,
    pub files: Arc<dyn Files>,
    /// The programs that may be run, by the names that an agent calls them by.
    pub drivers: Arc<BTreeMap<String, DriverCommand>>,
    /// Drivers are started by the program that runs: see `korrel_harness::Plan`.
    pub is_supervised: bool,
}

/// The limits as they are, no file and no driver.
impl Default for Asking {
    fn default() -> Asking {
        Asking {
            limits: AnswerLimits::default(),
            flag: Arc::default(),
            is_out_of_memory: Arc::default(),
            files: Arc::new(NoFiles),
            drivers: Arc::default(),
            is_supervised: false,
        }
    }
}

impl Asking {
    /// The time that a question may take which asks for so many seconds.
    pub fn time(&self, seconds: Option<u64>) -> Duration {
        seconds.map_or(self.limits.time, |own| self.limits.time.min(Duration::from_secs(own)))
    }
}

/// A question that has begun, and the limits of its answer.
pub(crate) struct Begun<'a> {
    pub asking: &'a Asking,
    limits: AnswerLimits,
    since: Instant,
}

/// The reason why an answer was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    Cancelled,
    Time,
    Memory,
}

impl Begun<'_> {
    /// The limits are those of the server, or narrower ones.
    pub fn new(asking: &Asking, seconds: Option<u64>, megabytes: Option<u64>) -> Begun<'_> {
        let narrow = |limit: u64, wanted: Option<u64>| wanted.map_or(limit, |own| own.min(limit));
        let bytes = megabytes.map(|wanted| wanted.saturating_mul(1 << 20));
        let memory = narrow(asking.limits.memory, bytes);
        Begun {
            asking,
            limits: AnswerLimits { time: asking.time(seconds), memory },
            since: Instant::now(),
        }
    }

    /// The limits that are left for the next search.
    pub fn settings(&self) -> Settings {
        Settings::new()
            .timeout(self.left())
            .memory(self.limits.memory)
            .until(Arc::clone(&self.asking.flag))
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.limits.time.saturating_sub(self.since.elapsed())
    }

    pub fn memory(&self) -> u64 {
        self.limits.memory
    }

    /// True if no other search is to begin.
    pub fn is_over(&self) -> bool {
        self.left().is_zero() || self.asking.flag.load(Ordering::Relaxed)
    }

    /// The reason why a search that was stopped was.
    pub fn stopped(&self) -> StopReason {
        match () {
            () if self.asking.is_out_of_memory.load(Ordering::Relaxed) => StopReason::Memory,
            () if self.asking.flag.load(Ordering::Relaxed) => StopReason::Cancelled,
            () if self.left().is_zero() => StopReason::Time,
            () => StopReason::Memory,
        }
    }

    /// The same in words.
    pub fn why_stopped(&self) -> String {
        match self.stopped() {
            StopReason::Cancelled => "the question was cancelled".to_owned(),
            StopReason::Time => format!("{} s are over", self.limits.time.as_secs()),
            StopReason::Memory => format!("{} MB are not enough", self.limits.memory >> 20),
        }
    }
}
