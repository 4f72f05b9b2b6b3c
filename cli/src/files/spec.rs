//! Reads a spec and says what is wrong with it.

use std::io::IsTerminal;
use std::path::Path;

use korrel_enumerate::Problem;
use korrel_lang::ast;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::{Program, load};
use korrel_lang::model::{Command, CommandKind, Model};
use korrel_lang::parse::strict::{extensions, scope_extensions};
use korrel_lang::parse::{in_one_line, parse_scope};
use korrel_lang::resolve::{default_command, resolve, resolve_scope};
use korrel_lang::similar::most_similar;
use korrel_lang::source::{Sources, Span};
use korrel_lang::visible::visible;
use korrel_translate::{Question, overflow_warnings, scope_warnings};

use crate::files::read::{find, read, with_similar_files};
use crate::flags::arguments::{Global, Language, When};
use crate::messages::exit::Exit;
use crate::messages::tell::{tell, tell_rendered};

/// Why a command came to nothing.
pub enum Error {
    /// Mistakes in a spec.
    Spec(Box<Sources>, Vec<Diagnostic>),
    /// Standard output cannot be written.
    Output(std::io::Error),
    /// A bug in Korrel, as a message.
    Internal(String),
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        Error::Output(error)
    }
}

/// So many mistakes, and so many warnings, are told at once; who reads more of them?
const MOST: usize = 100;

/// Prints messages on standard error.
pub struct Reporter {
    color: bool,
    quiet: bool,
}

impl Reporter {
    pub fn new(global: &Global) -> Reporter {
        let color = match global.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                std::io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        Reporter { color, quiet: global.quiet }
    }

    pub fn error(&self, error: Error) -> Exit {
        match error {
            Error::Spec(sources, diagnostics) => {
                self.diagnostics(&sources, &diagnostics);
                Exit::Usage
            }
            // The reader has had enough.
            Error::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Success,
            Error::Output(error) => {
                tell(format_args!("error: cannot write to standard output: {error}"));
                Exit::Usage
            }
            Error::Internal(message) => {
                tell(format_args!("internal error: {message}"));
                tell("This is a bug in Korrel; please report it with the spec.");
                Exit::Internal
            }
        }
    }

    /// Warnings, unless they are not wanted.
    pub fn remarks(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        if !self.quiet {
            self.diagnostics(sources, diagnostics);
        }
    }

    /// The first ones of each severity.
    pub fn diagnostics(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        let mut told = [0_usize; 3];
        for diagnostic in diagnostics {
            let number = &mut told[diagnostic.severity() as usize];
            *number += 1;
            if *number <= MOST {
                tell_rendered(self.rendered(sources, diagnostic));
            }
        }
        let rest = told.iter().map(|number| number.saturating_sub(MOST)).sum::<usize>();
        if rest > 0 {
            tell(format_args!("{rest} more messages are left out"));
        }
    }

    /// A message as it is told.
    pub fn rendered(&self, sources: &Sources, diagnostic: &Diagnostic) -> String {
        format!("{}\n", diagnostic.render(sources, self.color))
    }

    pub fn warnings(&self, spec: &Spec) {
        self.remarks(&spec.sources, &spec.warnings);
    }

    /// Where a command's integers can overflow, and its scope is not as it says, unless that is not
    /// wanted.
    pub fn cautions(&self, spec: &Spec, problem: &Problem<'_>) {
        if !self.quiet {
            let Question { model, command, scopes, bounds } = &problem.question;
            self.diagnostics(&spec.sources, &scope_warnings(model, command, scopes));
            self.diagnostics(&spec.sources, &overflow_warnings(model, command, scopes, bounds));
        }
    }

    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// An answer about a spec.
    pub fn diagnostic(&self, spec: &Spec, diagnostic: &Diagnostic) {
        self.diagnostics(&spec.sources, std::slice::from_ref(diagnostic));
    }

    /// A remark, unless it is not wanted.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }
}

/// A spec, read and resolved.
pub struct Spec {
    pub sources: Sources,
    /// As it is called in records: the file's name as given.
    pub name: String,
    pub program: Program,
    /// Korrel's extensions are refused.
    is_strict: bool,
    pub model: Model,
    pub warnings: Vec<Diagnostic>,
    /// Predicates and assertions that no command runs.
    implicit: Vec<Command>,
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
        let text = match read(path, &name) {
            Ok(text) => text,
            Err(diagnostic) => return fail(&sources, vec![diagnostic]),
        };
        if text.trim_start().starts_with(['{', '[']) {
            return fail(&sources, vec![json_for_spec(&name)]);
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
            return fail(&sources, vec![empty]);
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

    /// A file or a folder that cannot be read.
    pub fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Error {
        let message = format!("cannot read `{}`: {error}", visible(&path.display().to_string()));
        let diagnostic = Diagnostic::new(code::FILE, message);
        Error::Spec(Box::default(), vec![with_similar_files(diagnostic, path)])
    }

    /// A file that cannot be written.
    pub fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> Error {
        let message = format!("cannot write `{}`: {error}", shown(path));
        Error::Spec(Box::default(), vec![Diagnostic::new(code::FILE, message)])
    }

    /// The command of a name, an index, or the first one; with another scope if one is given.
    ///
    /// # Errors
    /// No such command, several of them, or a scope that is wrong.
    pub fn command(&mut self, wanted: Option<&str>, scope: Option<&str>) -> Result<Command, Error> {
        let mut command = match self.select(wanted) {
            Ok(command) => command.clone(),
            Err(diagnostic) => return Err(self.error(diagnostic)),
        };
        if command.is_chained {
            return Err(self.error(chained(&command)));
        }
        if let Some(scope) = scope {
            let file = self.sources.add("--scope", scope);
            let parsed = parse_scope(&self.sources, file);
            if let (true, Ok(scope)) = (self.is_strict, &parsed)
                && let Some(extension) = scope_extensions(scope).pop()
            {
                return Err(self.error(extension));
            }
            match parsed.and_then(|scope| resolve_scope(&self.model, &scope)) {
                Ok(scope) => command.scope = scope,
                Err(diagnostic) => return Err(self.error(diagnostic)),
            }
        }
        Ok(command)
    }

    fn select(&self, wanted: Option<&str>) -> Result<&Command, Diagnostic> {
        let commands = &self.model.commands;
        let Some(wanted) = wanted else { return Ok(&commands[0]) };
        if let Ok(index) = wanted.parse::<usize>() {
            return commands.get(index).ok_or_else(|| self.no_index(index));
        }
        let fitting: Vec<usize> =
            (0..commands.len()).filter(|&at| commands[at].label == wanted).collect();
        match fitting.as_slice() {
            [one] => Ok(&commands[*one]),
            [] => self
                .implicit
                .iter()
                .find(|command| command.label == wanted)
                .ok_or_else(|| self.no_command(wanted)),
            several => Err(self.several_commands(wanted, several)),
        }
    }

    fn no_index(&self, index: usize) -> Diagnostic {
        let last = self.model.commands.len() - 1;
        Diagnostic::new(code::COMMAND, format!("there is no command {index}"))
            .help(format!("commands are numbered from 0; the last one is {last}"))
    }

    /// Each with its index and as it is written.
    fn several_commands(&self, wanted: &str, several: &[usize]) -> Diagnostic {
        let message = format!("{} commands are called `{wanted}`", several.len());
        let diagnostic = Diagnostic::new(code::COMMAND, message).help("name one by its index:");
        several.iter().fold(diagnostic, |diagnostic, &index| {
            let text = self.text(&self.model.commands[index], None);
            diagnostic.help(format!("{index}: `{text}`"))
        })
    }

    fn no_command(&self, wanted: &str) -> Diagnostic {
        let commands = self.model.commands.iter().chain(&self.implicit);
        let mut names: Vec<String> = commands.map(|command| command.label.clone()).collect();
        names.sort_unstable();
        names.dedup();
        let message = format!("there is no command, predicate or assertion `{wanted}`");
        let diagnostic = Diagnostic::new(code::COMMAND, message);
        let begun = || names.iter().find(|name| wanted.len() > 1 && name.starts_with(wanted));
        match most_similar(wanted, &names).or_else(begun) {
            Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
            None => diagnostic.help(format!("there are: {}", names.join(", "))),
        }
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

/// A file's name in a message.
pub fn shown(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

/// A heap where a spec belongs: no spec starts with a bracket.
fn json_for_spec(name: &str) -> Diagnostic {
    let message = format!("`{}` is JSON; the spec comes first", visible(name));
    Diagnostic::new(code::FILE, message)
        .help("heaps stand behind `--heap`, as in `korrel eval list.als --heap heaps.jsonl`")
}

/// Nothing but what every spec opens by itself.
fn is_blank(module: &ast::Module) -> bool {
    module.paragraphs.iter().all(|paragraph| match paragraph {
        ast::Paragraph::Open(open) => open.span.start == open.span.end,
        _ => false,
    })
}

pub fn chained(command: &Command) -> Diagnostic {
    Diagnostic::new(code::UNSUPPORTED, "a chain of commands cannot be run")
        .at(command.span, "Alloy would search for an instance that extends that of the one before")
        .help("write it as a command of its own, without `=>`")
}
