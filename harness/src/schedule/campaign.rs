//! Searches that choose their inputs, and learn from the answers.

use crate::input::Input;
use crate::outcome::Done;
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
