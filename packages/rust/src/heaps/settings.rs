//! The settings of a search.

use std::time::Duration;

/// The effect of an integer overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// Instances in which arithmetic overflows are left out.
    #[default]
    Forbid,
    /// Integers wrap around.
    Wrap,
}

/// The settings of a search, whatever its scope.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Settings {
    pub(crate) overflow: Overflow,
    pub(crate) every_labelling: bool,
    pub(crate) ignore_parameters: bool,
    pub(crate) keys: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) timeout: Option<Duration>,
}

impl Settings {
    /// One of each isomorphism class, parameters are roots, overflow is forbidden; one thread, no keys and no limit.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Sets the effect of an integer overflow.
    pub fn overflow(self, overflow: Overflow) -> Settings {
        Settings { overflow, ..self }
    }

    /// Lists all labellings of each instance, not only one of each isomorphism class.
    pub fn every_labelling(self) -> Settings {
        Settings { every_labelling: true, ..self }
    }

    /// The command's parameters are witnesses, not part of an instance.
    pub fn ignore_parameters(self) -> Settings {
        Settings { ignore_parameters: true, ..self }
    }

    /// Each record has its key, which all labellings of the instance share.
    pub fn keys(self) -> Settings {
        Settings { keys: true, ..self }
    }

    /// The number of threads that search; 0 and 1 are one thread. The instances and their order are the same.
    pub fn threads(self, threads: usize) -> Settings {
        Settings { threads: Some(threads.max(1)), ..self }
    }

    /// The search ends with [`Error::Stopped`](crate::Error::Stopped) after this time.
    pub fn timeout(self, timeout: Duration) -> Settings {
        Settings { timeout: Some(timeout), ..self }
    }
}
