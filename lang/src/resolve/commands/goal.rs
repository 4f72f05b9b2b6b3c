//! The goal of a command that names a predicate or an assertion.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{integer_atom, negated, truth};
use crate::model::{Declaration, Expr, Formula, FormulaKind, FunctionId, Value};
use crate::resolve::context::declared::DeclaredId;
use crate::resolve::context::notes::NameMeaning;
use crate::resolve::context::{ReportedMistake, Resolver, Result};
use crate::source::Span;

/// The goal of a command.
pub(crate) struct Goal {
    pub parameters: Vec<Declaration>,
    /// The meaning of their ranges.
    pub declared: Formula,
    /// That, and what is asked beside it.
    pub whole: Formula,
}

impl Goal {
    /// One without parameters.
    pub fn of(whole: Formula) -> Goal {
        Goal { parameters: Vec::new(), declared: truth(whole.span), whole }
    }
}

impl Resolver<'_> {
    /// The parameters of a predicate or function, free, with what their declarations say, and the
    /// predicate's body. For a function, that its value is as declared.
    pub(crate) fn run_goal(&mut self, name: &ast::Name) -> Result<Goal> {
        let declared = self.function_to_run(name)?;
        let named = self.function(declared)?;
        self.note(name.span, NameMeaning::Function(named));
        let id = self.function_to_unroll(declared)?;
        let function = self.model.functions[id].clone();
        let mut parts = self.declaration_facts(&function.parameters);
        let span = function.span;
        let declared = Formula { kind: FormulaKind::And(parts.clone()), span };
        parts.push(match function.body {
            Value::Formula(body) => body,
            Value::Relation(value) => self.is_as_declared(id, &value, span),
            Value::Integer(value) => self.is_as_declared(id, &integer_atom(value, span), span),
        });
        let whole = Formula { kind: FormulaKind::And(parts), span };
        Ok(Goal { parameters: function.parameters, declared, whole })
    }

    /// A function's value lies in the declared result.
    fn is_as_declared(&mut self, function: FunctionId, value: &Expr, span: Span) -> Formula {
        let result = self.signatures[&function].result.as_ref().expect("a function has a result");
        let range = result.0.clone();
        self.within(value, &range, span)
    }

    /// The one predicate or function of that name. One of the main module is preferred.
    fn function_to_run(&mut self, name: &ast::Name) -> Result<DeclaredId> {
        let declared = self.find_functions(&name.text);
        let own: Vec<DeclaredId> = declared
            .iter()
            .copied()
            .filter(|&id| self.functions[id].module == self.place.module)
            .collect();
        let declared = if own.is_empty() { declared } else { own };
        match declared.as_slice() {
            [one] => Ok(*one),
            [] if self.is_poisoned(&name.text) => Err(ReportedMistake),
            [] if !self.find_assertions(&name.text).is_empty() => {
                self.wrong_command(name, "an assertion", "check")
            }
            [] => {
                self.unknown("predicate", name, |state| state.functions.keys().cloned().collect())
            }
            several => self.overloaded(name, several),
        }
    }

    pub(crate) fn check_goal(&mut self, name: &ast::Name) -> Result<Goal> {
        let modules = self.find_assertions(&name.text);
        let own = modules.iter().find(|&&module| module == self.place.module);
        let Some(&module) = own.or(modules.first()) else {
            if self.is_poisoned(&name.text) {
                return Err(ReportedMistake);
            }
            if !self.find_functions(&name.text).is_empty() {
                return self.wrong_command(name, "a predicate", "run");
            }
            return self
                .unknown("assertion", name, |state| state.assertions.keys().cloned().collect());
        };
        let own_name = name.text.rsplit('/').next().expect("a name has a last part");
        let (formula, _) = &self.modules[module].assertions[own_name];
        Ok(Goal::of(negated(formula.clone())))
    }

    /// A name that is declared, but is what the other kind of command takes.
    fn wrong_command<T>(&mut self, name: &ast::Name, what: &str, command: &str) -> Result<T> {
        let wanted = if command == "check" { "predicate" } else { "assertion" };
        self.report(
            Diagnostic::new(code::UNKNOWN_NAME, format!("`{}` is no {wanted}", name.text))
                .at(name.span, format!("it is {what}"))
                .help(format!("write `{command} {}`", name.text)),
        )
    }

    fn overloaded<T>(&mut self, name: &ast::Name, declared: &[DeclaredId]) -> Result<T> {
        let mut diagnostic =
            Diagnostic::new(code::AMBIGUOUS, format!("`{}` is overloaded", name.text))
                .at(name.span, "which one is to be run?");
        for &id in declared {
            diagnostic = diagnostic.related(self.functions[id].ast.name.span, "one of them");
        }
        self.report(diagnostic.help(
            "rename one of them, or run a block whose arguments tell which is meant, as in \
             `run { some x: A | p[x] }`",
        ))
    }
}
