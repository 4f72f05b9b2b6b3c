//! A test that runs over all inputs.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use korrel_heapgraph::typed::Values;

use super::error::{Error, told};
use super::heap::Heap;
use super::listing::Instances;
use super::settings::Settings;

/// Runs a test on every instance of a command of a spec file, smallest first: one `#[test]`, whatever their
/// number. See [`Inputs`] for scopes, limits and values.
///
/// ```
/// korrel_test::for_each_input("../../specs/binary_tree.als", "repOk", |heap| {
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
/// use korrel_test::Inputs;
///
/// let lists = Inputs::of("../../specs/singly_linked_list.als", "repOk").scope("4").limit(100);
/// lists.each(|heap| assert!(heap.ids("Node").count() <= 4));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Inputs {
    pub(crate) spec: PathBuf,
    pub(crate) command: String,
    pub(crate) scope: Option<String>,
    pub(crate) limit: Option<u64>,
    pub(crate) settings: Settings,
    pub(crate) values: Values,
    pub(crate) program: Option<PathBuf>,
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
            program: None,
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

    /// Names the program that searches, whatever `$KORREL` says and whether or not the search is built in.
    pub fn program(self, program: impl AsRef<Path>) -> Inputs {
        Inputs { program: Some(program.as_ref().to_owned()), ..self }
    }

    /// Starts the search.
    pub fn instances(&self) -> Instances {
        Instances::new(self)
    }

    /// Runs a test on each; how many there were.
    ///
    /// # Panics
    /// As [`for_each_input`] does.
    #[track_caller]
    pub fn each(&self, mut test: impl FnMut(&Heap)) -> u64 {
        let (mut instances, mut tried) = (self.instances(), 0);
        for heap in &mut instances {
            let heap = heap.unwrap_or_else(|error| match (error, tried) {
                (Error::Stopped, _) => {
                    panic!("{self}: incomplete: {tried} inputs passed, then: {}", Error::Stopped)
                }
                (error, 0) => panic!("{error}"),
                (error, _) => panic!("{self}: incomplete: {tried} inputs passed, then: {error}"),
            });
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| test(&heap))) {
                self.fail(&heap, tried, &*panic);
            }
            tried += 1;
        }
        let told = told(instances.messages());
        assert!(tried > 0, "{self}: there is no input, so nothing was tested\n{told}");
        if !told.is_empty() {
            eprintln!("{told}");
        }
        if self.limit == Some(tried) {
            eprintln!("note: {self}: a limit of {tried} inputs; there may be more");
        }
        tried
    }

    #[track_caller]
    fn fail(&self, heap: &Heap, passed: u64, panic: &(dyn Any + Send)) -> ! {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let (key, shown) = (self.key(heap), heap.report());
        let scope = self.scope.as_ref().map(|scope| format!(" --scope '{scope}'"));
        panic!(
            "{self}: input {} fails, after {passed} that pass: {}\n\n{shown}\n\nkey: {key}\n\
             shown by: korrel show {self}{} --key {key}",
            heap.id(),
            text.unwrap_or("a panic without a text"),
            scope.unwrap_or_default(),
        )
    }

    /// The key of one of the inputs. Keys cost time, so they are found only now, in a second search that ends there.
    fn key(&self, heap: &Heap) -> String {
        let id = heap.id();
        let again = || {
            let keyed = self.clone().with(self.settings.clone().keys()).limit(id + 1);
            let found = keyed.instances().last()?.ok()?;
            (found.id() == id).then(|| found.key().map(str::to_owned)).flatten()
        };
        heap.key().map(str::to_owned).or_else(again).unwrap_or_else(|| "unknown".to_owned())
    }
}

impl std::fmt::Display for Inputs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.spec.display(), self.command)
    }
}
