//! Specs, their commands, and the types of a command's heaps.

mod command;
mod parts;
mod reading;
mod types;

use std::sync::Arc;

use korrel_lang::code::Code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{ModuleText, OpenRequest, no_files};
use korrel_lang::source::Sources;

use crate::error::Error;
use crate::search::on_a_large_stack;
use crate::settings::Settings;

pub use command::{Command, Size};
pub use reading::{OutlineItem, OutlineKind, Reading, read, read_with_files, read_with_modules};
pub use types::Types;
pub(crate) use types::schema;

/// A spec that has no mistakes.
#[derive(Clone, Debug)]
pub struct Spec {
    inner: Arc<korrel_lang::spec::Spec>,
}

/// A spec that was read by the crate `korrel_lang`.
impl From<korrel_lang::spec::Spec> for Spec {
    fn from(spec: korrel_lang::spec::Spec) -> Spec {
        Spec { inner: Arc::new(spec) }
    }
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
    read_spec("spec.als", text, &mut no_files)
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
    read_spec(name, text, &mut found(&mut find))
}

/// Finds modules for the resolver.
trait Find: FnMut(&OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic> {}

impl<F: FnMut(&OpenRequest<'_>) -> Result<Option<ModuleText>, Diagnostic>> Find for F {}

/// Finds modules by their names alone.
fn found(find: &mut (impl FnMut(&str) -> Option<String> + Send)) -> impl Find + Send {
    |request: &OpenRequest<'_>| {
        let name = format!("{}.als", request.module);
        Ok(find(request.module).map(|text| ModuleText { name, text }))
    }
}

fn read_spec(name: &str, text: &str, find: &mut (impl Send + Find)) -> Result<Spec, Error> {
    let read = || korrel_lang::spec::Spec::read(name, text, false, find);
    let inner = Arc::new(on_a_large_stack(read)??);
    Ok(Spec { inner })
}

/// The long text of a message's code: its meaning, a wrong spec and the mended one, and the reason, as Markdown; `None`
/// for a code that does not exist.
///
/// ```
/// assert!(korrel::explain("E0006").is_some_and(|text| text.contains("```alloy")));
/// assert_eq!(korrel::explain("E9999"), None);
/// ```
pub fn explain(code: &str) -> Option<String> {
    Code::named(code).map(Code::text)
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

    /// The commands, in order, with these settings.
    pub(crate) fn each_command(&self, settings: &Settings) -> impl Iterator<Item = Command> {
        let command = |command: &korrel_lang::model::Command| {
            Command::new(Arc::clone(&self.inner), command.clone()).with(settings.clone())
        };
        self.inner.model.commands.iter().map(command)
    }

    /// The spec as Alloy, with all names resolved and all that declarations imply written out.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: one A } run {} for 2")?;
    /// let printed = spec.printed();
    /// assert_eq!(korrel::spec(&printed)?.command("0")?.count()?, spec.command("0")?.count()?);
    /// # Ok::<(), korrel::Error>(())
    /// ```
    pub fn printed(&self) -> String {
        korrel_lang::print::print(&self.inner.model)
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
