//! The question that a search answers.

use std::sync::Arc;

use korrel_enumerate::{Classes, Meaning, Strategy};
use korrel_heapgraph::typed::Values;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_translate::TranslationFailure;

use crate::error::Error;
use crate::question::SpecCommand;
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

    /// The reason why something was not translated.
    pub fn unanswered(&self, untranslated: TranslationFailure) -> Error {
        match untranslated {
            TranslationFailure::Stopped => Error::Stopped,
            TranslationFailure::Refused(mistake) => self.spec.mistake(*mistake).into(),
        }
    }

    /// The number of threads that search. Without the feature `threads` there is one.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        return self.settings.threads;
        #[cfg(not(feature = "threads"))]
        1
    }

    pub fn meaning(&self) -> Meaning {
        let Settings { overflow, ignore_parameters, .. } = self.settings;
        Meaning { overflow, ignore_parameters }
    }

    pub fn classes(&self) -> Classes {
        if self.settings.every_labelling { Classes::Labelled } else { Classes::Isomorphism }
    }

    pub fn strategy(&self) -> Strategy {
        Strategy { classes: self.classes(), ..Strategy::default() }
    }
}
