//! Commands and their scopes.

use super::formulas::{negated, truth};
use super::scopes::resolve_scope;
use super::{Reported, Resolver, Result};
use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Command, CommandKind, Declaration, Expect, Formula, FormulaKind, Scope, Value};
use crate::source::Span;

impl Resolver<'_> {
    pub(super) fn resolve_commands(&mut self) {
        let module = self.module;
        for paragraph in &module.paragraphs {
            if let Paragraph::Command(command) = paragraph {
                // A mistake has been reported.
                let _ = self.command(command);
            }
        }
    }

    fn command(&mut self, command: &ast::Command) -> Result<()> {
        if command.is_chained {
            self.unsupported("a chain of commands", command.span);
            return Err(Reported);
        }
        let (parameters, goal) = match (&command.target, command.kind) {
            (ast::Target::Block(body), ast::CommandKind::Run) => (Vec::new(), self.formula(body)?),
            (ast::Target::Block(body), ast::CommandKind::Check) => {
                (Vec::new(), negated(self.formula(body)?))
            }
            (ast::Target::Name(name), ast::CommandKind::Run) => self.run_goal(name)?,
            (ast::Target::Name(name), ast::CommandKind::Check) => self.check_goal(name)?,
        };
        let kind = match command.kind {
            ast::CommandKind::Run => CommandKind::Run,
            ast::CommandKind::Check => CommandKind::Check,
        };
        let label = self.label(command);
        let scope = match &command.scope {
            Some(scope) => match resolve_scope(&self.model, scope) {
                Ok(scope) => scope,
                Err(diagnostic) => return self.report(diagnostic),
            },
            None => Scope::default(),
        };
        let expect = command.expect.map(|expect| self.expect(expect)).transpose()?;
        let span = command.span;
        self.model.commands.push(Command { kind, label, parameters, goal, scope, expect, span });
        Ok(())
    }

    fn label(&self, command: &ast::Command) -> String {
        match (&command.label, &command.target) {
            (Some(label), _) => label.text.clone(),
            (None, ast::Target::Name(name)) => name.text.clone(),
            (None, ast::Target::Block(_)) => {
                let word = match command.kind {
                    ast::CommandKind::Run => "run",
                    ast::CommandKind::Check => "check",
                };
                format!("{word}${}", self.model.commands.len())
            }
        }
    }

    /// One for each predicate that is not overloaded, and each assertion, in order of the source.
    pub(super) fn implicit_commands(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        for paragraph in &self.module.paragraphs {
            let (kind, name) = match paragraph {
                Paragraph::Function(f) if f.result.is_none() => (CommandKind::Run, &f.name),
                Paragraph::Assertion(ast::Fact { name: Some(name), .. }) => {
                    (CommandKind::Check, name)
                }
                _ => continue,
            };
            let is_resolved = match kind {
                CommandKind::Run => matches!(self.functions.get(&name.text).map(Vec::as_slice),
                    Some([state]) if state.id.is_some()),
                CommandKind::Check => self.assertions.contains_key(&name.text),
            };
            if !is_resolved {
                continue;
            }
            let goal = match kind {
                CommandKind::Run => self.run_goal(name),
                CommandKind::Check => self.check_goal(name),
            };
            let Ok((parameters, goal)) = goal else { continue };
            let label = name.text.clone();
            let (scope, expect, span) = (Scope::default(), None, name.span);
            commands.push(Command { kind, label, parameters, goal, scope, expect, span });
        }
        commands
    }

    /// The parameters of a predicate, free, and its body with what their declarations say.
    fn run_goal(&mut self, name: &ast::Name) -> Result<(Vec<Declaration>, Formula)> {
        let count = self.functions.get(&name.text).map_or(0, Vec::len);
        match count {
            0 if self.poisoned.contains(&name.text) => return Err(Reported),
            0 => {
                let known = self.functions.keys().cloned().collect();
                return self.unknown("predicate", name, known);
            }
            1 => {}
            _ => {
                return self.report(
                    Diagnostic::error(code::AMBIGUOUS, format!("`{}` is overloaded", name.text))
                        .at(name.span, "which one is to be run?")
                        .help("run a block that calls it: `run { some x: A | p[x] }`"),
                );
            }
        }
        let id = self.function(&name.text, 0, name.span)?;
        let function = self.model.functions[id].clone();
        let mut parts = self.declaration_facts(&function.parameters);
        if let Value::Formula(body) = function.body {
            parts.push(body);
        }
        let goal = Formula { kind: FormulaKind::And(parts), span: function.span };
        Ok((function.parameters, goal))
    }

    fn check_goal(&mut self, name: &ast::Name) -> Result<(Vec<Declaration>, Formula)> {
        match self.assertions.get(&name.text) {
            Some((formula, _)) => Ok((Vec::new(), negated(formula.clone()))),
            None if self.poisoned.contains(&name.text) => Err(Reported),
            None => {
                let known = self.assertions.keys().cloned().collect();
                self.unknown("assertion", name, known)
            }
        }
    }

    fn expect(&mut self, expect: ast::Expect) -> Result<Expect> {
        let Ok(count) = u64::try_from(expect.count) else {
            return self.report(
                Diagnostic::error(code::SCOPE_VALUE, "`expect` takes a number of instances")
                    .at(expect.span, "it cannot be negative"),
            );
        };
        Ok(match count {
            0 => Expect::Unsatisfiable,
            1 if !expect.is_count => Expect::Satisfiable,
            count => Expect::Exactly(count),
        })
    }
}

/// A command that the spec does not write: `run {}`.
pub fn default_command(span: Span) -> Command {
    Command {
        kind: CommandKind::Run,
        label: "run$0".to_string(),
        parameters: Vec::new(),
        goal: truth(span),
        scope: Scope::default(),
        expect: None,
        span,
    }
}
