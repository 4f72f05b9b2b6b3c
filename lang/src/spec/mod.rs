//! A spec, read and resolved, and its commands.

mod begun;
mod extended;
mod outline;
mod reading;
mod select;
mod unasked;

use crate::diagnostic::Diagnostic;
use crate::load::{Dialect, FindModule, Program, load};
use crate::model::{Command, CommandKind, Model};
use crate::parse::literate::is_literate;
use crate::parse::strict::extensions;
use crate::parse::{in_one_line, sizes_in_one_line};
use crate::resolve::{ResolvedModel, default_command, resolve};
use crate::source::{FileId, Sources, Span};
use crate::visible::visible;
use crate::{ast, code};

pub use extended::ExtendedSpec;
pub use outline::{OutlineItem, OutlineKind, outline};
pub use reading::Reading;
pub use select::chained;

/// A spec that has no mistakes.
///
/// Invariant: the model has a command. A spec without any gets `run {}`.
#[derive(Clone, Debug)]
pub struct Spec {
    pub sources: Sources,
    /// Its name in messages and records.
    pub name: String,
    pub program: Program,
    pub model: Model,
    pub warnings: Vec<Diagnostic>,
    /// Predicates and assertions that no command runs.
    implicit: Vec<Command>,
}

/// The mistakes, and the texts that they point into.
#[derive(Clone, Debug)]
pub struct Mistakes {
    pub sources: Box<Sources>,
    /// Never none.
    pub diagnostics: Vec<Diagnostic>,
}

impl Spec {
    /// Reads a text and the modules that it opens, which `find` gives. `true` for the dialect: what Korrel
    /// adds to Alloy is refused.
    ///
    /// # Errors
    /// A mistake in a text that cannot be parsed, found or resolved.
    pub fn read(
        name: &str,
        text: impl Into<String>,
        dialect: impl Into<Dialect>,
        find: &mut FindModule<'_>,
    ) -> Result<Spec, Mistakes> {
        let mut sources = Sources::default();
        let file = sources.add(name, text);
        let mut program = match load(&mut sources, file, find) {
            Ok(program) => program,
            Err(diagnostics) => return Err(Mistakes::new(&sources, diagnostics)),
        };
        program.read_as(dialect.into());
        let refused = refusals(name, &sources, &program);
        if !refused.is_empty() {
            return Err(Mistakes::new(&sources, refused));
        }
        let resolved =
            resolve(&program).map_err(|diagnostics| Mistakes::new(&sources, diagnostics))?;
        Ok(Spec::of(name, sources, program, resolved))
    }

    fn of(name: &str, sources: Sources, program: Program, resolved: ResolvedModel) -> Spec {
        let ResolvedModel { mut model, warnings, implicit } = resolved;
        if model.commands.is_empty() {
            model.commands.push(default_command(Span { file: FileId(0), start: 0, end: 0 }));
        }
        Spec { sources, name: name.to_owned(), program, model, warnings, implicit }
    }

    /// A mistake in this spec, or in the question about it.
    pub fn mistake(&self, diagnostic: Diagnostic) -> Mistakes {
        self.mistakes(vec![diagnostic])
    }

    /// Several of them.
    pub fn mistakes(&self, diagnostics: Vec<Diagnostic>) -> Mistakes {
        Mistakes::new(&self.sources, diagnostics)
    }

    /// The texts of all modules that are not built in, the main one first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        // Texts of the command line, a scope for example, follow those of the modules.
        let modules = self.program.modules.iter().zip(self.sources.texts());
        modules.filter(|(module, _)| !module.is_library).map(|(_, text)| text)
    }

    /// A command in one line and without `expect`, within its scope, which may be another one than the spec writes.
    pub fn text(&self, command: &Command) -> String {
        self.text_within(command, self.sizes(command).as_deref())
    }

    /// The same as the spec writes it, whatever its scope is now.
    pub fn written_text(&self, command: &Command) -> String {
        let written = command.written.and_then(|written| written.scope);
        let scope = written.map(|span| sizes_in_one_line(self.sources.text(span)));
        self.text_within(command, scope.as_deref())
    }

    /// The same with a scope in words.
    pub fn text_within(&self, command: &Command, scope: Option<&str>) -> String {
        let subject = self.subject(command);
        match scope {
            Some(scope) => format!("{subject} for {scope}"),
            None => subject,
        }
    }

    /// The scope of a command in one line and without `for`.
    pub fn sizes(&self, command: &Command) -> Option<String> {
        // The resolver has no scope where that has a mistake.
        let written = || command.written.and_then(|written| written.scope);
        let span = command.scope.span.or_else(written)?;
        Some(sizes_in_one_line(self.sources.text(span)))
    }

    /// `run p`, `check { … }`.
    fn subject(&self, command: &Command) -> String {
        let word = match command.kind {
            CommandKind::Run => "run",
            CommandKind::Check => "check",
        };
        match command.written {
            Some(written) => in_one_line(self.sources.text(written.subject)),
            // A spec without commands.
            None if command.label.contains('$') => format!("{word} {{}}"),
            None => format!("{word} {}", command.label),
        }
    }
}

impl Mistakes {
    fn new(sources: &Sources, diagnostics: Vec<Diagnostic>) -> Mistakes {
        Mistakes { sources: Box::new(sources.clone()), diagnostics }
    }
}

/// The reasons why a program that can be parsed is no spec: it declares nothing, or adds to Alloy where that is
/// refused.
fn refusals(name: &str, sources: &Sources, program: &Program) -> Vec<Diagnostic> {
    if is_blank(&program.modules[0].ast) {
        let is_empty = sources.get(FileId(0)).text.trim().is_empty();
        let lack = if is_empty { "is empty" } else { "declares nothing" };
        let blank = Diagnostic::new(code::FILE, format!("`{}` {lack}", visible(name)));
        return vec![blank.help(match is_literate(name) {
            true => {
                "of a literate spec, what stands between the lines \"```alloy\" and \"```\" is read"
            }
            false => "a spec declares sigs and commands: `sig Node {} run {} for 3`",
        })];
    }
    if !program.is_strict {
        return Vec::new();
    }
    let is_of_traces = program.is_of_traces();
    let own = program.modules.iter().filter(|module| !module.is_library);
    own.flat_map(|module| extensions(&module.ast, is_of_traces)).collect()
}

/// Nothing but what every spec opens by itself.
fn is_blank(module: &ast::Module) -> bool {
    module.paragraphs.iter().all(|paragraph| match paragraph {
        ast::Paragraph::Open(open) => open.span.start == open.span.end,
        _ => false,
    })
}
