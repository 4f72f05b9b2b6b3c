//! A test that runs over all inputs.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::heap::Heap;
use crate::settings::Settings;
use crate::spec::{Command, spec_with_modules};
use crate::typed::Values;

/// Runs a test on every instance of a command of a spec file, smallest first: one `#[test]`, whatever their
/// number. See [`Inputs`] for scopes, limits and values.
///
/// ```
/// korrel::for_each_input("../specs/binary_tree.als", "repOk", |heap| {
///     assert!(heap.ids("Node").count() <= 3);
/// });
/// ```
///
/// # Panics
/// On the first input on which the test does, which is among the smallest; with its key, by which
/// `korrel find --key` and other runs find it again. And where nothing was proven: there is no input, or the
/// search ended before all had come.
#[track_caller]
pub fn for_each_input(spec: impl AsRef<Path>, command: &str, test: impl FnMut(&Heap)) {
    Inputs::of(spec, command).each(test);
}

/// The instances of a command of a spec file, as inputs of tests.
///
/// ```
/// let lists = korrel::Inputs::of("../specs/singly_linked_list.als", "repOk").scope("4").limit(100);
/// lists.each(|heap| assert!(heap.ids("Node").count() <= 4));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Inputs {
    spec: PathBuf,
    command: String,
    scope: Option<String>,
    limit: Option<u64>,
    settings: Settings,
    values: Values,
}

impl Inputs {
    /// The inputs of a command, by its label, number or predicate. Modules that the spec opens lie
    /// beside it.
    pub fn of(spec: impl AsRef<Path>, command: &str) -> Inputs {
        Inputs {
            spec: spec.as_ref().to_owned(),
            command: command.to_owned(),
            scope: None,
            limit: None,
            settings: Settings::new(),
            values: Values::new(),
        }
    }

    /// Within another scope, such as `5 but exactly 3 Node`.
    pub fn scope(self, scope: &str) -> Inputs {
        Inputs { scope: Some(scope.to_owned()), ..self }
    }

    /// Limits the number of inputs. A test that has run on all of these passes, and says that there
    /// may be more.
    pub fn limit(self, limit: u64) -> Inputs {
        Inputs { limit: Some(limit), ..self }
    }

    /// Threads, time and what else a search has.
    pub fn with(self, settings: Settings) -> Inputs {
        Inputs { settings, ..self }
    }

    /// Sets the values that atoms and integers stand for.
    pub fn values(self, values: Values) -> Inputs {
        Inputs { values, ..self }
    }

    /// # Errors
    /// A file that cannot be read, or what is wrong with the spec, the scope or the values.
    pub fn command(&self) -> Result<Command, Error> {
        let name = self.spec.display().to_string();
        let unreadable = |error| Error::File(format!("cannot read `{name}`: {error}"));
        let text = std::fs::read_to_string(&self.spec).map_err(unreadable)?;
        let folder = self.spec.parent().unwrap_or(Path::new("")).to_owned();
        let module =
            |module: &str| std::fs::read_to_string(folder.join(format!("{module}.als"))).ok();
        let command = spec_with_modules(&name, &text, module)?.command(&self.command)?;
        let command = match &self.scope {
            Some(scope) => command.scope(scope)?,
            None => command,
        };
        let settings = match self.limit {
            Some(limit) => self.settings.clone().limit(limit),
            None => self.settings.clone(),
        };
        command.with(settings).values(self.values.clone())
    }

    /// Runs a test on each; how many there were.
    ///
    /// # Panics
    /// As [`for_each_input`] does.
    #[track_caller]
    pub fn each(&self, mut test: impl FnMut(&Heap)) -> u64 {
        let command = self.command().unwrap_or_else(|error| panic!("{error}"));
        let mut tried = 0;
        for heap in command.instances() {
            let heap = heap.unwrap_or_else(|error| {
                panic!("{self}: incomplete: {tried} inputs passed, then: {error}")
            });
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| test(&heap))) {
                self.fail(&heap, tried, &*panic);
            }
            tried += 1;
        }
        assert!(tried > 0, "{self}: there is no input, so nothing was tested");
        if self.limit == Some(tried) {
            eprintln!("note: {self}: a limit of {tried} inputs; there may be more");
        }
        tried
    }

    #[track_caller]
    fn fail(&self, heap: &Heap, passed: u64, panic: &(dyn Any + Send)) -> ! {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let (key, shown) = (heap.find_key(), heap.shown());
        let scope = self.scope.as_ref().map(|scope| format!(" --scope '{scope}'"));
        panic!(
            "{self}: input {} fails, after {passed} that pass: {}\n\n{shown}\n\nkey: {key}\n\
             shown by: korrel show {self}{} --key {key}",
            heap.id(),
            text.unwrap_or("a panic without a text"),
            scope.unwrap_or_default(),
        )
    }
}

impl std::fmt::Display for Inputs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.spec.display(), self.command)
    }
}
