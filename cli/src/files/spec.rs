//! Reads a spec and says what is wrong with it.

use std::path::Path;

use korrel_lang::ast;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{Program, load};
use korrel_lang::model::{Command, CommandKind, Model};
use korrel_lang::parse::in_one_line;
use korrel_lang::parse::strict::extensions;
use korrel_lang::resolve::{default_command, resolve};
use korrel_lang::source::{Sources, Span};
use korrel_lang::visible::visible;

use crate::files::read::{find, read};
use crate::flags::arguments::Language;
use crate::messages::error::Error;

/// A spec, read and resolved.
pub struct Spec {
    pub sources: Sources,
    /// As it is called in records: the file's name as given.
    pub name: String,
    pub program: Program,
    /// Korrel's extensions are refused.
    pub(super) is_strict: bool,
    pub model: Model,
    pub warnings: Vec<Diagnostic>,
    /// Predicates and assertions that no command runs.
    pub(super) implicit: Vec<Command>,
}

impl Spec {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// What cannot be read, parsed or resolved.
    pub fn load(path: &Path, language: &Language) -> Result<Spec, Error> {
        let name = path.display().to_string();
        let name = if name == "-" { "<stdin>".to_string() } else { name };
        let mut sources = Sources::default();
        let fail = |sources: &Sources, ds| Err(Error::Spec(Box::new(sources.clone()), ds));
        let text = read(path, &name).map_err(Error::File)?;
        if text.trim_start().starts_with(['{', '[']) {
            return Err(Error::File(json_for_spec(&name)));
        }
        let file = sources.add(&name, text);
        let program =
            match load(&mut sources, file, &mut |request| find(request, &language.folders)) {
                Ok(program) => program,
                Err(mistakes) => return fail(&sources, mistakes),
            };
        if is_blank(&program.modules[0].ast) {
            let is_blank = sources.get(file).text.trim().is_empty();
            let lack = if is_blank { "is empty" } else { "declares nothing" };
            let empty = Diagnostic::new(code::FILE, format!("`{}` {lack}", visible(&name)))
                .help("a spec declares sigs and commands: `sig Node {} run {} for 3`");
            return Err(Error::File(empty));
        }
        if language.strict_alloy {
            let own = program.modules.iter().filter(|module| !module.is_library);
            let found: Vec<Diagnostic> = own.flat_map(|module| extensions(&module.ast)).collect();
            if !found.is_empty() {
                return fail(&sources, found);
            }
        }
        let resolved = match resolve(&program) {
            Ok(resolved) => resolved,
            Err(diagnostics) => return fail(&sources, diagnostics),
        };
        let mut spec = Spec {
            sources,
            name,
            is_strict: language.strict_alloy,
            program,
            model: resolved.model,
            warnings: resolved.warnings,
            implicit: resolved.implicit,
        };
        if spec.model.commands.is_empty() {
            spec.model.commands.push(default_command(Span { file, start: 0, end: 0 }));
        }
        Ok(spec)
    }

    /// An error about this spec.
    pub fn error(&self, diagnostic: Diagnostic) -> Error {
        Error::Spec(Box::new(self.sources.clone()), vec![diagnostic])
    }

    /// The texts of all modules that are not built in, the main one first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        // Texts of the command line, a scope for example, follow those of the modules.
        let modules = self.program.modules.iter().zip(self.sources.texts());
        modules.filter(|(module, _)| !module.is_library).map(|(_, text)| text)
    }

    /// A command as written, in one line and without `expect`; with the scope that replaces its own.
    pub fn text(&self, command: &Command, scope: Option<&str>) -> String {
        let own_scope = command.written.and_then(|written| written.scope);
        let scope = match scope {
            Some(scope) => {
                let scope = in_one_line(scope);
                let sizes = scope.strip_prefix("for ").unwrap_or(&scope);
                Some(format!("for {sizes}"))
            }
            None => own_scope.map(|span| in_one_line(self.sources.text(span))),
        };
        let subject = self.subject(command);
        scope.map_or(subject.clone(), |scope| format!("{subject} {scope}"))
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

/// A heap where a spec belongs: no spec starts with a bracket.
fn json_for_spec(name: &str) -> Diagnostic {
    let message = format!("`{}` is JSON; the spec comes first", visible(name));
    Diagnostic::new(code::FILE, message)
        .help("heaps follow `--heap`, as in `korrel eval list.als --heap heaps.jsonl`")
}

/// Nothing but what every spec opens by itself.
fn is_blank(module: &ast::Module) -> bool {
    module.paragraphs.iter().all(|paragraph| match paragraph {
        ast::Paragraph::Open(open) => open.span.start == open.span.end,
        _ => false,
    })
}
