//! A text as it was read.

use korrel_lang::load::FindModule;
use korrel_lang::source::{FileId, Sources};
use korrel_lang::spec::{Reading, Spec};

/// A text, and all that could be read of it and of the modules that it opens.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(crate) reading: Reading,
}

/// The text itself is the first of the sources.
pub(crate) const MAIN: FileId = FileId(0);

impl Analysis {
    /// Reads a text called `name`; `find` gives the texts of the modules that are opened. `is_strict`: as Alloy reads it.
    pub fn new(name: &str, text: &str, is_strict: bool, find: &mut FindModule<'_>) -> Analysis {
        Analysis { reading: Reading::new(name, text, is_strict, find) }
    }

    /// The texts that spans point into.
    pub fn sources(&self) -> &Sources {
        &self.reading.sources
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.sources().get(MAIN).text
    }

    /// The spec, if it has no mistakes.
    pub fn spec(&self) -> Option<&Spec> {
        self.reading.spec.as_ref()
    }
}
