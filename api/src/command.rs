//! Commands of a spec.

use std::sync::Arc;

use korrel_lang::model;
use korrel_lang::spec::Spec;

use crate::asked::Query;
use crate::error::Error;
use crate::instances::Instances;
use crate::settings::Settings;

/// What is asked of a spec, and how.
#[derive(Clone, Debug)]
pub struct Command {
    asked: Query,
}

impl Command {
    pub(crate) fn new(spec: Arc<Spec>, command: model::Command) -> Command {
        Command { asked: Query { spec, command, settings: Settings::default() } }
    }

    /// The same within another scope, such as `5 but exactly 3 Node, 0..4 Int`.
    ///
    /// # Errors
    /// What is wrong with the scope.
    pub fn scope(self, scope: &str) -> Result<Command, Error> {
        let mut spec = Spec::clone(&self.asked.spec);
        let command = spec.with_scope(self.asked.command, "scope", scope)?;
        Ok(Command { asked: Query { spec: Arc::new(spec), command, ..self.asked } })
    }

    /// The same with other settings.
    pub fn with(self, settings: Settings) -> Command {
        Command { asked: Query { settings, ..self.asked } }
    }

    /// Starts the search in a thread of its own.
    pub fn instances(&self) -> Instances {
        Instances::new(self.asked.clone())
    }

    /// How many instances there are.
    ///
    /// # Errors
    /// As [`Instances`] gives them.
    pub fn count(&self) -> Result<u64, Error> {
        self.instances().try_fold(0, |count, heap| heap.map(|_| count + 1))
    }
}
