//! From a [`Program`] to a [`Model`]: names become ids, types are checked, and declarations become
//! facts.
//!
//! Order: modules and their sigs, then fields (a range may use the fields before it), then
//! predicates and functions (each when it is first called, so that the kind of its value is known
//! there), then facts and commands. A paragraph with an error is left out and the next one is
//! tried, so that one run reports as many independent mistakes as it can.

mod calls;
mod commands;
mod context;
mod declare;
mod express;
mod finish;
mod meta;
mod names;
mod noted;
mod pitfalls;
mod report;
mod session;
#[cfg(test)]
mod traces_tests;
mod types;

use crate::diagnostic::Diagnostic;
use crate::load::Program;
use crate::model::{Command, Model};

pub use commands::default_command;
pub(crate) use commands::scopes::check_steps;
pub use commands::scopes::resolve_scope;
pub use context::notes::{NameMeaning, Notes, ValuedExpression};
pub use noted::{NotedProgram, resolve_noting};
pub use session::ExpressionSession;

use context::Resolver;

/// A model, and what should be said about it all the same.
#[derive(Debug)]
pub struct ResolvedModel {
    pub model: Model,
    /// The predicates and assertions that could be run or checked by name although no command does.
    pub implicit: Vec<Command>,
    pub warnings: Vec<Diagnostic>,
}

/// Resolves a parsed spec.
///
/// # Errors
/// Every mistake that is independent of the others, in the order of the source.
pub fn resolve(program: &Program) -> Result<ResolvedModel, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(program);
    let implicit = resolver.resolve_all();
    resolver.look_for_pitfalls(&implicit);
    let mistakes = resolver.model.commands.iter().filter_map(|c| c.scope.mistake.as_deref());
    let warnings = settled(resolver.diagnostics).map_err(|mut reported| {
        reported.extend(mistakes.cloned());
        settled(reported).expect_err("there are errors in it")
    })?;
    Ok(ResolvedModel { model: resolver.model, implicit, warnings })
}

/// Diagnostics in the order of the source, each once, and an error if one of them is. Warnings are about a
/// spec without mistakes: beside one they may only follow from it.
fn settled(mut diagnostics: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let has_error = diagnostics.iter().any(Diagnostic::is_error);
    diagnostics.retain(|diagnostic| diagnostic.is_error() || !has_error);
    diagnostics.sort_by_key(|d| d.place.as_ref().map(|(span, _)| (span.file, span.start)));
    diagnostics.dedup();
    if has_error { Err(diagnostics) } else { Ok(diagnostics) }
}

impl Resolver<'_> {
    /// Resolves the whole program. Commands are those that are only implied.
    fn resolve_all(&mut self) -> Vec<Command> {
        self.declare_modules();
        self.declare_sigs();
        self.resolve_fields();
        self.declare_meta();
        self.resolve_functions();
        self.check_states();
        self.resolve_facts();
        self.resolve_commands();
        self.refuse_states();
        self.implicit_commands()
    }

    /// Adds warnings about formulas that hardly anybody means. A tree that is left out in part is not looked at.
    fn look_for_pitfalls(&mut self, implicit: &[Command]) {
        if !self.diagnostics.iter().any(Diagnostic::is_error) {
            let found = self.pitfalls(implicit);
            self.add_pitfalls(found);
        }
    }

    /// Adds pitfalls. A remark of the same place says less.
    fn add_pitfalls(&mut self, found: Vec<Diagnostic>) {
        let place = |d: &Diagnostic| d.place.as_ref().map(|(span, _)| *span);
        self.diagnostics.retain(|old| {
            old.code != Some(crate::code::EMPTY) || found.iter().all(|new| place(new) != place(old))
        });
        self.diagnostics.extend(found);
    }
}
