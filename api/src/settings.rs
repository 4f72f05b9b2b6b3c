//! The settings for the answer of a command.

#[cfg(feature = "threads")]
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use korrel_enumerate::heap::StateForm;
use korrel_enumerate::unbounded::UnboundedMethod;
use korrel_enumerate::{Classes, Engine, Extras, Meaning, Shard, Strategy};
use korrel_sat::Effort;
use korrel_translate::Overflow;

/// The way in which instances are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The one that is probably the quickest.
    #[default]
    Auto,
    /// A list: each instance is found.
    List,
    /// The formula is taken apart, in at most a quarter of the memory that is allowed and a gigabyte. A spec whose
    /// models are not classes is refused.
    Compile,
    /// Burnside's lemma: the labellings that permutations leave as they are. The memory is that of [`Method::Compile`].
    Burnside,
}

/// The way in which the parts of a list are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardCut {
    /// Into cells of the space.
    Cells,
    /// Into equal numbers of instances where these can be counted, else into cells.
    Counts,
}

/// The settings for the answer of a command, whatever its scope.
///
/// ```
/// let settings = korrel::Settings::new().overflow(korrel::Overflow::Wrap).limit(100);
/// let spec = korrel::spec("sig A { r: set A } run {} for exactly 2 A")?;
/// assert_eq!(spec.command("0")?.with(settings.clone()).instances().count(), 10);
/// assert_eq!(spec.command("0")?.with(settings.every_labelling()).instances().count(), 16);
/// # Ok::<(), korrel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    pub(crate) overflow: Overflow,
    pub(crate) every_labelling: bool,
    pub(crate) ignore_parameters: bool,
    pub(crate) keys: bool,
    pub(crate) changes: bool,
    pub(crate) verify: bool,
    pub(crate) solver: Engine,
    pub(crate) shard: Option<(Shard, ShardCut)>,
    /// The translation is looked at, and nothing is searched.
    pub(crate) looks_only: bool,
    /// Each list can be proven: what stands for a class is its greatest labelling.
    pub(crate) certified: bool,
    pub(crate) method: Method,
    pub(crate) unbounded: UnboundedMethod,
    pub(crate) limit: Option<u64>,
    pub(crate) memory: Option<u64>,
    #[cfg(feature = "threads")]
    pub(crate) threads: usize,
    #[cfg(feature = "threads")]
    pub(crate) timeout: Option<Duration>,
    #[cfg(feature = "threads")]
    pub(crate) flag: Option<Arc<AtomicBool>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            overflow: Overflow::Forbid,
            every_labelling: false,
            ignore_parameters: false,
            keys: false,
            changes: false,
            verify: false,
            solver: Engine::default(),
            shard: None,
            looks_only: false,
            certified: false,
            method: Method::Auto,
            unbounded: UnboundedMethod::Auto,
            limit: None,
            memory: None,
            #[cfg(feature = "threads")]
            threads: 1,
            #[cfg(feature = "threads")]
            timeout: None,
            #[cfg(feature = "threads")]
            flag: None,
        }
    }
}

impl Settings {
    /// One of each isomorphism class, parameters are roots, overflow is forbidden; one thread, no keys and no limits.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// The settings by which an instance is this.
    pub(crate) fn of(Meaning { overflow, ignore_parameters }: Meaning) -> Settings {
        Settings { overflow, ignore_parameters, ..Settings::default() }
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

    /// The way in which [`Command::count`](crate::Command::count) and `count_by` count. Each that answers gives the same
    /// number; one whose memory does not suffice ends with [`Error::Stopped`](crate::Error::Stopped).
    pub fn method(self, method: Method) -> Settings {
        Settings { method, ..self }
    }

    /// The engine that decides about traces of any number of states: `1.. steps`. The answers are the same.
    pub fn unbounded(self, unbounded: UnboundedMethod) -> Settings {
        Settings { unbounded, ..self }
    }

    /// The number of threads that list instances; 0 and 1 are one thread. The instances and their order are the same.
    /// Draws, and parts that end at a number of instances, take one thread.
    ///
    /// Needs the feature `threads`, which is on unless it is left out.
    #[cfg(feature = "threads")]
    pub fn threads(self, threads: usize) -> Settings {
        Settings { threads, ..self }
    }

    /// Limits the number of instances that are handed on, in all; of [`Command::diff`](crate::Command::diff), on each
    /// side. Numbers of instances have no limit: `count`, `count_by`, and those of the sides of `diff`.
    pub fn limit(self, limit: u64) -> Settings {
        Settings { limit: Some(limit), ..self }
    }

    /// An answer ends with [`Error::Stopped`](crate::Error::Stopped) after this time, which runs from the call on.
    ///
    /// Needs the feature `threads`.
    #[cfg(feature = "threads")]
    pub fn timeout(self, timeout: Duration) -> Settings {
        Settings { timeout: Some(timeout), ..self }
    }

    /// A formula that would take more bytes than this is refused, and a count takes a quarter of them at the most. What
    /// the search itself takes is not limited.
    pub fn memory(self, bytes: u64) -> Settings {
        Settings { memory: Some(bytes), ..self }
    }

    /// An answer ends with [`Error::Stopped`](crate::Error::Stopped) once the flag is raised.
    ///
    /// Needs the feature `threads`.
    #[cfg(feature = "threads")]
    pub fn until(self, flag: Arc<AtomicBool>) -> Settings {
        Settings { flag: Some(flag), ..self }
    }

    /// The states of a trace are written by what changed, all but the first.
    #[doc(hidden)]
    pub fn changes(self) -> Settings {
        Settings { changes: true, ..self }
    }

    /// The evaluator judges each instance first.
    #[doc(hidden)]
    pub fn verify(self) -> Settings {
        Settings { verify: true, ..self }
    }

    /// The engine that lists. The instances are the same.
    #[doc(hidden)]
    pub fn solver(self, solver: Engine) -> Settings {
        Settings { solver, ..self }
    }

    /// Only this part of the list.
    #[doc(hidden)]
    pub fn shard(self, shard: Shard, cut: ShardCut) -> Settings {
        Settings { shard: Some((shard, cut)), ..self }
    }

    /// The translation is looked at, and nothing is searched.
    #[doc(hidden)]
    pub fn looks_only(self) -> Settings {
        Settings { looks_only: true, ..self }
    }

    /// Lists are to be proven (`PosedQuestion::certified`). What stands for a class is its greatest labelling, so it may
    /// be another one than in other lists.
    pub fn certified(self) -> Settings {
        Settings { certified: true, ..self }
    }

    /// What an instance is.
    #[doc(hidden)]
    pub fn meaning(&self) -> Meaning {
        let Settings { overflow, ignore_parameters, .. } = *self;
        Meaning { overflow, ignore_parameters }
    }

    /// The instances that count as different.
    pub(crate) fn classes(&self) -> Classes {
        if self.every_labelling { Classes::Labelled } else { Classes::Isomorphism }
    }

    /// The way to search. Whoever only looks does not ask first.
    pub(crate) fn strategy(&self) -> Strategy {
        Strategy {
            engine: self.solver,
            classes: self.classes(),
            asks_first: !self.looks_only,
            ..Strategy::default()
        }
    }

    /// What is done beside writing.
    pub(crate) fn extras(&self) -> Extras {
        let form = if self.changes { StateForm::Changes } else { StateForm::Whole };
        Extras { verify: self.verify, keys: self.keys, form, ..Extras::default() }
    }

    /// The number of threads that list. Without the feature `threads` there is one.
    pub(crate) fn thread_count(&self) -> usize {
        #[cfg(feature = "threads")]
        return self.threads;
        #[cfg(not(feature = "threads"))]
        1
    }

    /// The limits on the cost of an answer.
    pub(crate) fn effort(&self) -> Effort {
        self.memory.map_or_else(Effort::default, Effort::within)
    }
}
