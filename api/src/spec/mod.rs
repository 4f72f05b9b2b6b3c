//! Specs, their commands, and the types of a command's heaps.

mod command;
mod types;

use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{FindModule, ModuleText, OpenRequest, no_files};
use korrel_lang::source::Sources;

use crate::error::Error;
use crate::search::on_a_large_stack;

pub use command::Command;
pub use types::Types;

/// A spec that has no mistakes.
#[derive(Clone, Debug)]
pub struct Spec {
    inner: Arc<korrel_lang::spec::Spec>,
}

/// Reads a spec that opens no modules but built-in ones.
///
/// ```
/// let error = korrel::spec("sig A { r: B }").expect_err("there is no B");
/// assert!(error.to_string().contains("spec.als:1:12"), "{error}");
/// ```
///
/// # Errors
/// A mistake in the text.
pub fn spec(text: &str) -> Result<Spec, Error> {
    read("spec.als", text, &mut no_files)
}

/// Reads a spec called `name`. `find` gives the text of a module that it opens by this name, or
/// that another such module opens; built-in modules need none.
///
/// # Errors
/// A mistake in the text, or in one of these modules.
pub fn spec_with_modules(
    name: &str,
    text: &str,
    mut find: impl FnMut(&str) -> Option<String> + Send,
) -> Result<Spec, Error> {
    let mut found = |request: &OpenRequest<'_>| -> Result<Option<ModuleText>, Diagnostic> {
        let name = format!("{}.als", request.module);
        Ok(find(request.module).map(|text| ModuleText { name, text }))
    };
    read(name, text, &mut found)
}

fn read(
    name: &str,
    text: &str,
    find: &mut (impl Send + FnMut(&OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic>),
) -> Result<Spec, Error> {
    let read = || {
        let find: &mut FindModule<'_> = find;
        korrel_lang::spec::Spec::read(name, text, false, find)
    };
    let inner = Arc::new(on_a_large_stack(read)??);
    Ok(Spec { inner })
}

impl Spec {
    /// A command by its label, its number from 0, or the name of a predicate or an assertion.
    ///
    /// # Errors
    /// There is none, or several, or it cannot be run.
    pub fn command(&self, wanted: &str) -> Result<Command, Error> {
        let command = self.inner.command(Some(wanted))?;
        Ok(Command::new(Arc::clone(&self.inner), command))
    }

    /// The labels of all commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        self.inner.model.commands.iter().map(|command| command.label.as_str())
    }

    /// The mistakes that the spec probably has.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.inner.warnings
    }

    /// The texts that the spans of diagnostics point into.
    pub fn sources(&self) -> &Sources {
        &self.inner.sources
    }

    /// A diagnostic as a text of several lines that shows its places.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        diagnostic.render(self.sources(), false)
    }
}
