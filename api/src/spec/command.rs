//! Commands of a spec.

use std::sync::Arc;

use korrel_lang::model;
use korrel_lang::spec::Spec;

use crate::error::Error;
use crate::search::instances::Instances;
use crate::search::{Query, on_a_large_stack, types};
use crate::settings::Settings;
use crate::typed::Values;

use super::types::Types;

/// What is asked of a spec, and how.
#[derive(Clone, Debug)]
pub struct Command {
    asked: Query,
}

impl Command {
    pub(crate) fn new(spec: Arc<Spec>, command: model::Command) -> Command {
        Command {
            asked: Query { spec, command, settings: Settings::default(), values: Values::new() },
        }
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

    /// The same whose atoms and integers stand for the caller's own values.
    ///
    /// # Errors
    /// Values that do not fit the spec.
    pub fn values(self, values: Values) -> Result<Command, Error> {
        let command = Command { asked: Query { values, ..self.asked } };
        command.types().map(|_| command)
    }

    /// What the heaps are made of: to write some without a search.
    ///
    /// # Errors
    /// Names in the spec that a reader of a heap would misread.
    pub fn types(&self) -> Result<Types, Error> {
        on_a_large_stack(|| types(&self.asked))?
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
