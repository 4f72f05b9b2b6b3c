//! The choice of a command of a spec.

use crate::ast::ScopeClause;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Command, FunctionId, Scope, TraceKind, Unrolling};
use crate::parse::strict::scope_extensions;
use crate::parse::{parse_pattern, parse_scope};
use crate::resolve::{check_steps, resolve_scope};
use crate::similar::most_similar;
use crate::source::Span;
use crate::visible::visible;

use super::{Mistakes, Spec};

impl Spec {
    /// The command of a label, an index, or the first one. A predicate or an assertion that no
    /// command runs is one by its name.
    ///
    /// # Errors
    /// No such command, several of them, or one that cannot be run.
    pub fn command(&self, wanted: Option<&str>) -> Result<Command, Mistakes> {
        let command = self.select(wanted).map_err(|mistake| self.mistake(mistake))?;
        if command.is_chained {
            return Err(self.mistake(chained(command)));
        }
        Ok(command.clone())
    }

    /// A command with another scope. `name` is what messages call its text.
    ///
    /// # Errors
    /// A scope that is wrong.
    pub fn with_scope(
        &mut self,
        command: Command,
        name: &str,
        scope: &str,
    ) -> Result<Command, Mistakes> {
        let file = self.sources.add(name, scope);
        self.scoped(command, parse_scope(&self.sources, file))
    }

    /// A command with another range of states of its traces. `name` is what messages call its text.
    ///
    /// # Errors
    /// A range that is wrong, or a command that is not about traces.
    pub fn with_steps(
        &mut self,
        command: Command,
        name: &str,
        steps: &str,
    ) -> Result<Command, Mistakes> {
        let text = format!("{} steps", steps.trim());
        let whole = text.len() as u32;
        let file = self.sources.add(name, text);
        let is_alone = |scope: &ScopeClause| scope.default.is_none() && scope.sigs.len() == 1;
        let parsed = parse_scope(&self.sources, file).ok().filter(is_alone).ok_or_else(|| {
            Diagnostic::new(code::SCOPE_VALUE, "this is no number of states")
                .at(Span { file, start: 0, end: whole }, "a number, or the least and the greatest")
                .help("as in `6`, which is 1 to 6, `3..6` or `exactly 4`")
        });
        let scope = parsed.and_then(|scope| resolve_scope(&self.model, &scope));
        let steps = scope.map_err(|diagnostic| self.mistake(diagnostic))?.steps;
        let mut scope = Scope { steps, ..command.scope.clone() };
        // Else the command would be told in the scope that it was written with.
        let text = scope.text(&self.model, &[]);
        let end = text.len() as u32;
        scope.span = Some(Span { file: self.sources.add(name, text), start: 0, end });
        let command = Command { scope, unrolled: Unrolling::default(), ..command };
        match check_steps(&self.model, &command) {
            Ok(()) => Ok(command),
            Err(diagnostic) => Err(self.mistake(diagnostic)),
        }
    }

    /// A command that asks for beginnings of traces.
    ///
    /// # Errors
    /// A command that is not about traces.
    pub fn with_prefixes(&self, command: Command) -> Result<Command, Mistakes> {
        self.of_traces(&command, "beginnings are those of traces", "--prefixes")?;
        Ok(Command { traces: TraceKind::Prefixes, unrolled: Unrolling::default(), ..command })
    }

    /// A command that asks for the beginnings of traces that are no beginning of another one within the scope.
    ///
    /// # Errors
    /// A command that is not about traces.
    pub fn with_maximal(&self, command: Command) -> Result<Command, Mistakes> {
        let command = self.with_prefixes(command)?;
        Ok(Command { traces: TraceKind::Maximal, ..command })
    }

    /// A command whose steps are called by these predicates, in this order.
    ///
    /// # Errors
    /// A name that no predicate has, or a predicate of two states, or a command that is not about traces.
    pub fn with_actions(&self, command: Command, names: &[&str]) -> Result<Command, Mistakes> {
        self.of_traces(&command, "actions name the steps of traces", "--actions")?;
        let mut actions = Vec::new();
        for name in names {
            let called = self.model.predicates().filter(|(_, other)| other.name == **name);
            let mut called: Vec<FunctionId> = called.map(|(id, _)| id).collect();
            if called.is_empty() {
                return Err(self.mistake(self.no_predicate(name)));
            }
            called.retain(|id| !actions.contains(id));
            called.sort_by_key(|id| self.model.functions[*id].span);
            if let Some(id) = called.iter().find(|&&id| self.model.is_of_two_states(id)) {
                let message = format!("`{name}` is a postcondition, and names no step");
                let diagnostic = Diagnostic::new(code::TEMPORAL, message)
                    .at(self.model.functions[*id].span, "a backtick says: before the operation")
                    .help("name a predicate that speaks of the next state by `'` or `after`");
                return Err(self.mistake(diagnostic));
            }
            actions.extend(called);
        }
        Ok(Command { actions: Some(actions), ..command })
    }

    /// # Errors
    /// A command that is not about traces: `what` says that this flag is for these.
    pub fn of_traces(
        &self,
        command: &Command,
        what: &'static str,
        flag: &str,
    ) -> Result<(), Mistakes> {
        match self.model.is_temporal(command) {
            true => Ok(()),
            false => Err(self.mistake(
                Diagnostic::new(code::TEMPORAL, what)
                    .at(command.span, "this command is about one state")
                    .help(format!("declare by `var` what changes, or ask without `{flag}`")),
            )),
        }
    }

    /// The same of a scope in which sizes are the variable `n`, for one n.
    ///
    /// # Errors
    /// A scope that is wrong for this n, or has no variable.
    pub fn with_pattern(
        &mut self,
        command: Command,
        name: &str,
        pattern: &str,
        n: u64,
    ) -> Result<Command, Mistakes> {
        let file = self.sources.add(name, pattern);
        self.scoped(command, parse_pattern(&self.sources, file, n))
    }

    fn scoped(
        &self,
        command: Command,
        parsed: Result<ScopeClause, Diagnostic>,
    ) -> Result<Command, Mistakes> {
        if let (true, Ok(scope)) = (self.program.is_strict, &parsed)
            && let Some(extension) = scope_extensions(scope).pop()
        {
            return Err(self.mistake(extension));
        }
        let scope = parsed.and_then(|scope| resolve_scope(&self.model, &scope));
        let scoped =
            scope.map(|scope| Command { scope, unrolled: Unrolling::default(), ..command });
        let checked =
            scoped.and_then(|command| check_steps(&self.model, &command).map(|()| command));
        checked.map_err(|diagnostic| self.mistake(diagnostic))
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
            let text = self.text(&self.model.commands[index]);
            diagnostic.help(format!("{index}: `{text}`"))
        })
    }

    fn no_predicate(&self, wanted: &str) -> Diagnostic {
        let mut names: Vec<String> =
            self.model.predicates().map(|(_, function)| function.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        let message = format!("there is no predicate `{}`", visible(wanted));
        let diagnostic = Diagnostic::new(code::UNKNOWN_NAME, message);
        match most_similar(wanted, &names) {
            Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
            None if names.is_empty() => diagnostic,
            None => diagnostic.help(format!("there are: {}", names.join(", "))),
        }
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
