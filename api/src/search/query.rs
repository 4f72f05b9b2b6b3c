//! The question that a search answers.

use std::sync::Arc;

use korrel_enumerate::Meaning;
use korrel_heapgraph::typed::Values;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;

use crate::question::{NoAnswer, PosedQuestion, SpecCommand};
use crate::settings::Settings;

/// A command of a spec, and how it is to be answered.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub spec: Arc<Spec>,
    pub command: Command,
    pub settings: Settings,
    pub values: Values,
}

impl Query {
    /// The spec and the command, to be asked in other words.
    pub fn command(&self) -> SpecCommand {
        SpecCommand { spec: Spec::clone(&self.spec), command: self.command.clone() }
    }

    /// The question, ready to be answered.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large; a construct that cannot be translated; a stop.
    pub fn posed(&self, effort: &Effort) -> Result<PosedQuestion<'_>, NoAnswer> {
        PosedQuestion::new(&self.spec, &self.command, &self.settings, effort)
    }

    pub fn meaning(&self) -> Meaning {
        self.settings.meaning()
    }
}
