//! Which command of a spec is meant.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::parse::parse_scope;
use korrel_lang::parse::strict::scope_extensions;
use korrel_lang::resolve::resolve_scope;
use korrel_lang::similar::most_similar;

use super::spec::Spec;
use crate::messages::error::Error;

impl Spec {
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
}

/// A command that Korrel cannot run.
pub fn chained(command: &Command) -> Diagnostic {
    Diagnostic::new(code::UNSUPPORTED, "a chain of commands cannot be run")
        .at(command.span, "Alloy would search for an instance that extends that of the one before")
        .help("write it as a command of its own, without `=>`")
}
