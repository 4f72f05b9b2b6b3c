//! The task of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::command::{DriverCommand, DriverLimits};
use crate::heaps::relabel::Relabel;
use crate::input::TestedOperation;
use crate::oracle::Oracles;
use korrel_heapgraph::Header;

/// The question: the spec's side.
#[derive(Clone, Debug)]
pub struct TestQuestion {
    /// The members of a heapgraph/1 header: `tool`, `spec`, `types`, `enums`, ….
    pub declarations: Map<String, Value>,
    /// The same, read.
    pub types: Header,
    pub operations: Vec<TestedOperation>,
}

/// The way in which it is asked: the driver's side.
#[derive(Clone, Debug)]
pub struct Plan {
    pub driver: DriverCommand,
    /// A second program, whose answers must be the same.
    pub against: Option<DriverCommand>,
    pub limits: DriverLimits,
    /// Drivers side by side. At least 1.
    pub workers: usize,
    /// The number of times that each input is sent. At least 1.
    pub repeat: u32,
    pub relabel: Option<Relabel>,
    /// Labellings are judged, and need not agree.
    pub relabel_only_judged: bool,
    pub seed: u64,
    /// The greatest number of failures. Known ones are not counted.
    pub stop_after: Option<u64>,
    /// Nothing more is tried if each of so many first inputs ends the driver by one cause.
    pub give_up_after: Option<u64>,
    /// No input is begun after this time.
    pub budget: Option<Duration>,
    /// Inputs carry their keys.
    pub keys: bool,
    /// The coverage of inputs is kept.
    pub coverage: bool,
    /// Failures have what a test of them asserts.
    pub checks: bool,
    /// The watcher gets the answers, too.
    pub answers: bool,
    /// The driver has answered before: a line that is no answer is a failure of its input from the first one on.
    pub has_spoken: bool,
    /// Each driver is started by the program that runs, which calls `supervised` first of all: then nothing that a
    /// driver starts outlives the run. On Linux only.
    pub is_supervised: bool,
}

impl Plan {
    /// One driver, each input once.
    pub fn new(driver: DriverCommand) -> Plan {
        Plan {
            driver,
            against: None,
            limits: DriverLimits::default(),
            workers: 1,
            repeat: 1,
            relabel: None,
            relabel_only_judged: false,
            seed: 0,
            stop_after: None,
            give_up_after: None,
            budget: None,
            keys: false,
            coverage: false,
            answers: false,
            checks: false,
            has_spoken: false,
            is_supervised: false,
        }
    }
}

/// All that a run needs beside its inputs.
#[derive(Clone, Copy)]
pub struct TestRun<'r> {
    pub plan: &'r Plan,
    pub question: &'r TestQuestion,
    pub oracles: &'r dyn Oracles,
    pub stops: &'r Stops<'r>,
}

/// The reasons that end a run before its inputs do.
pub struct Stops<'r> {
    /// The user's: raised from outside.
    outside: &'r AtomicBool,
    /// There is nothing more to be known.
    own: AtomicBool,
    deadline: Option<Instant>,
    /// Gets the message that no more inputs are wanted: a thread that waits for one may wait long.
    enough: Option<&'r (dyn Fn() + Sync)>,
}

impl<'r> Stops<'r> {
    pub fn new(outside: &'r AtomicBool, deadline: Option<Instant>) -> Stops<'r> {
        Stops { outside, own: AtomicBool::new(false), deadline, enough: None }
    }

    /// The same. This is called as soon as no more inputs are wanted.
    pub fn telling(self, enough: &'r (dyn Fn() + Sync)) -> Stops<'r> {
        Stops { enough: Some(enough), ..self }
    }

    pub(crate) fn abort(&self) {
        self.own.store(true, Ordering::Relaxed);
        if let Some(enough) = self.enough {
            enough();
        }
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.is_raised_outside() || self.is_late()
    }

    pub(crate) fn is_raised_outside(&self) -> bool {
        self.outside.load(Ordering::Relaxed)
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
