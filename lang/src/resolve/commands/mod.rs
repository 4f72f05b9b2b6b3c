//! Commands: the goal of each, its scope, and the expected result.

mod goal;
pub(crate) mod scopes;

use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{negated, truth};
use crate::model::{Command, CommandKind, CommandSpans, Expect, Scope, Sig};
use crate::resolve::commands::goal::Goal;
use crate::resolve::commands::scopes::{check_steps, resolve_scope};
use crate::resolve::context::notes::NameMeaning;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn resolve_commands(&mut self) {
        // Only the main module's: those of others are theirs.
        let ast = self.modules[self.place.module].ast;
        for paragraph in &ast.paragraphs {
            if let Paragraph::Command(command) = paragraph {
                // A mistake has been reported.
                let _ = self.command(command);
            }
        }
    }

    fn command(&mut self, command: &ast::Command) -> Result<()> {
        let (kind, label) = (command.kind, self.label(command));
        let (goal, scope) = (self.goal(command), self.command_scope(command));
        let expect = command.expect.map(|expect| self.expect(expect)).transpose();
        if goal.is_err() || expect.is_err() {
            self.diagnostics.extend(scope.mistake.as_deref().cloned());
        }
        let (Goal { parameters, declared, whole }, expect) = (goal?, expect?);
        let written = Some(written(command));
        let (is_chained, span) = (command.is_chained, command.span);
        let mut command = Command {
            parameters,
            declared,
            scope,
            expect,
            is_chained,
            written,
            span,
            ..Command::unwritten(kind, label, whole)
        };
        if let Err(mistake) = check_steps(&self.model, &command) {
            command.scope.mistake = Some(Box::new(mistake));
        }
        self.model.commands.push(command);
        Ok(())
    }

    fn goal(&mut self, command: &ast::Command) -> Result<Goal> {
        match (&command.target, command.kind) {
            (ast::Target::Block(body), CommandKind::Run) => Ok(Goal::of(self.formula(body)?)),
            (ast::Target::Block(body), CommandKind::Check) => {
                Ok(Goal::of(negated(self.formula(body)?)))
            }
            (ast::Target::Name(name), CommandKind::Run) => self.run_goal(name),
            (ast::Target::Name(name), CommandKind::Check) => self.check_goal(name),
        }
    }

    /// A mistake in it is kept with it: as in Alloy, it fails no other command.
    fn command_scope(&mut self, command: &ast::Command) -> Scope {
        let Some(scope) = &command.scope else { return Scope::default() };
        let paths = self.with_paths(scope);
        resolve_scope(&self.model, &paths).unwrap_or_else(|mistake| Scope {
            span: Some(scope.span),
            mistake: Some(Box::new(mistake)),
            ..Scope::default()
        })
    }

    /// The scope with each sig by its path, where it is named by an alias or belongs to an opened
    /// module.
    fn with_paths(&mut self, scope: &ast::ScopeClause) -> ast::ScopeClause {
        let mut scope = scope.clone();
        for part in scope.sigs.iter_mut().filter(|part| part.sig.text != "steps") {
            if let [sig] = self.find_sigs(&part.sig.text).as_slice()
                && *sig > Sig::STRING
            {
                let sig = *sig;
                self.note(part.sig.span, NameMeaning::Sig(sig));
                let path = &self.model.sigs[sig].path;
                // The word by itself is that of a scope.
                part.sig.text = if path == "steps" { "this/steps".into() } else { path.clone() };
            }
        }
        scope
    }

    fn label(&self, command: &ast::Command) -> String {
        match (&command.label, &command.target) {
            (Some(label), _) => label.text.clone(),
            (None, ast::Target::Name(name)) => name.text.clone(),
            (None, ast::Target::Block(_)) => {
                let word = match command.kind {
                    CommandKind::Run => "run",
                    CommandKind::Check => "check",
                };
                format!("{word}${}", self.model.commands.len())
            }
        }
    }

    fn expect(&mut self, expect: ast::ExpectClause) -> Result<Expect> {
        let Ok(count) = u64::try_from(expect.count) else {
            return self.report(
                Diagnostic::new(code::SCOPE_VALUE, "`expect` takes a number of instances")
                    .at(expect.span, "it cannot be negative")
                    .help("`expect 0`: there is none; `expect 1`: there is at least one"),
            );
        };
        Ok(match count {
            0 if !expect.is_count => Expect::Unsatisfiable,
            1 if !expect.is_count => Expect::Satisfiable,
            count => Expect::Exactly(count),
        })
    }

    /// One for each predicate that is not overloaded, and each assertion, in order of the source.
    pub(crate) fn implicit_commands(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        let ast = self.modules[self.place.module].ast;
        for paragraph in &ast.paragraphs {
            let (kind, name) = match paragraph {
                Paragraph::Function(f) if f.result.is_none() => (CommandKind::Run, &f.name),
                Paragraph::Assertion(ast::Fact { name: Some(name), .. }) => {
                    (CommandKind::Check, name)
                }
                _ => continue,
            };
            let module = &self.modules[self.place.module];
            let is_resolved = match kind {
                CommandKind::Run => matches!(module.functions[&name.text].as_slice(),
                    [only] if self.functions[*only].id.is_some()),
                CommandKind::Check => module.assertions.contains_key(&name.text),
            };
            if !is_resolved {
                continue;
            }
            let goal = match kind {
                CommandKind::Run => self.run_goal(name),
                CommandKind::Check => self.check_goal(name),
            };
            let Ok(Goal { parameters, declared, whole }) = goal else { continue };
            let span = name.span;
            let command = Command::unwritten(kind, name.text.clone(), whole);
            commands.push(Command { parameters, declared, span, ..command });
        }
        commands
    }
}

/// A command that the spec does not write: `run {}`.
pub fn default_command(span: Span) -> Command {
    Command::unwritten(CommandKind::Run, "run$0".to_string(), truth(span))
}

fn written(command: &ast::Command) -> CommandSpans {
    CommandSpans {
        subject: command.subject,
        scope: command.scope.as_ref().map(|scope| scope.span),
        expected: command.expect.map(|expect| expect.number),
        is_count: command.expect.is_some_and(|expect| expect.is_count),
    }
}
