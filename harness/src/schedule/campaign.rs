//! Searches that choose their inputs, and learn from the answers.

use crate::failure::FailedInput;
use crate::input::Input;
use crate::protocol::{Breach, Coverage, Reply};
use crate::report::Collector;

/// A search for inputs: it gives them out, and learns their outcomes.
pub trait Campaign {
    /// True if keys of inputs that pass are wanted, too.
    fn wants_keys(&self) -> bool {
        false
    }

    fn next(&mut self) -> Supply;

    /// Learns an outcome. Outcomes come in the order of the inputs. Returns true if a failure counts for
    /// `stop_after`.
    fn done(&mut self, done: Done) -> bool;

    /// Runs from time to time.
    fn tick(&mut self) {}
}

/// The supply of inputs at a moment.
pub enum Supply {
    Input(Input),
    /// The outcome of an input that needs not be sent.
    Covered(Box<Done>),
    /// Nothing as long as inputs that were given out are not done.
    Later,
    Nothing,
}

/// An input that was tried.
#[derive(Clone, Debug)]
pub struct Done {
    /// Counts the inputs of a run.
    pub(crate) number: u64,
    pub op: usize,
    pub id: u64,
    pub size: u64,
    pub outcome: InputOutcome,
    /// Its key, where that was asked for.
    pub key: Option<String>,
    /// Labellings that were tried, and that failed.
    pub labellings: (u64, u64),
    /// True if the driver has given its opinion.
    pub is_judged_by_driver: bool,
    /// The coverage of the first sending.
    pub coverage: Option<Coverage>,
    /// The answer to the input as it was listed, if that was asked for.
    pub answer: Option<Reply>,
    /// The program that wrote a line that is no answer, and the line.
    pub(crate) breach: Option<(usize, Box<Breach>)>,
    /// A behaviour that was made before under other names.
    pub is_renamed: bool,
    /// It was not sent: the answer to another input is carried over.
    pub is_covered: bool,
}

/// The outcome of an input.
#[derive(Clone, Debug)]
pub enum InputOutcome {
    Passed,
    Skipped(String),
    Failed(Box<FailedInput>),
}

/// Inputs that do not depend on the outcomes of others, and the collector of their outcomes.
pub struct ListedInputs<'l, 'c> {
    pub inputs: &'l mut dyn Iterator<Item = Input>,
    pub collector: &'l mut Collector<'c>,
}

impl Campaign for ListedInputs<'_, '_> {
    fn wants_keys(&self) -> bool {
        self.collector.wants_keys()
    }

    fn next(&mut self) -> Supply {
        self.inputs.next().map_or(Supply::Nothing, Supply::Input)
    }

    fn done(&mut self, done: Done) -> bool {
        self.collector.done(done)
    }

    fn tick(&mut self) {
        self.collector.tick();
    }
}
