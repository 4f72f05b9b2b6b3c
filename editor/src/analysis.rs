//! A text as it was read.

use std::cell::OnceCell;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{Dialect, FindModule};
use korrel_lang::source::{FileId, Sources};
use korrel_lang::spec::{OutlineItem, Reading, Spec};

use crate::names::{MAIN, Names};

/// A text, and all that could be read of it and of the modules that it opens.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(crate) reading: Reading,
    dialect: Dialect,
    /// Made when somebody asks.
    names: OnceCell<Names>,
}

impl Analysis {
    /// Reads a text called `name`; `find` gives the texts of the modules that are opened. `true` for the
    /// dialect: as Alloy reads it.
    pub fn new(
        name: &str,
        text: &str,
        dialect: impl Into<Dialect>,
        find: &mut FindModule<'_>,
    ) -> Analysis {
        let dialect = dialect.into();
        let reading = Reading::new(name, text, dialect, find);
        Analysis { reading, dialect, names: OnceCell::new() }
    }

    /// The texts that spans point into.
    pub fn sources(&self) -> &Sources {
        &self.reading.sources
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.sources().get(MAIN).text
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.sources().get(MAIN).name
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The spec, if it has no mistakes.
    pub fn spec(&self) -> Option<&Spec> {
        self.reading.spec.as_ref()
    }

    /// The mistakes in the text and in the modules that it opens; where there are none, the warnings.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.reading.diagnostics
    }

    /// The declarations and commands of the text, in order.
    pub fn symbols(&self) -> Vec<OutlineItem> {
        self.reading.outline()
    }

    pub(crate) fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(&self.reading))
    }

    /// The text is the one that was read, and no module.
    pub fn is_main(&self, file: FileId) -> bool {
        file == MAIN
    }

    /// The text belongs to a built-in module.
    pub fn is_built_in(&self, file: FileId) -> bool {
        let module = self.reading.program().modules.get(file.0 as usize);
        module.is_some_and(|module| module.is_library)
    }
}
