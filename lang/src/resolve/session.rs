//! Expressions that do not stand in the spec, but are asked about it.

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::load::Program;
use crate::model::{Declaration, FunctionId, Model, Value, VariableId};
use crate::resolve::context::node::{Callee, PendingNode};
use crate::resolve::context::place::Local;
use crate::resolve::context::{Resolver, Result};
use crate::resolve::settled;
use crate::source::{FileId, Sources};

/// A resolved spec in which further expressions can be resolved, as if they stood in the main
/// module.
///
/// Invariant: every id that [`resolve`](crate::resolve::resolve) gives for the same program means the same
/// in the model here.
pub struct ExpressionSession<'p> {
    resolver: Resolver<'p>,
}

/// The value of an expression, and the warnings about it.
pub type ResolvedValue = (Value, Vec<Diagnostic>);

impl<'p> ExpressionSession<'p> {
    /// # Errors
    /// As [`resolve`](crate::resolve::resolve).
    pub fn new(
        program: &'p Program,
    ) -> std::result::Result<ExpressionSession<'p>, Vec<Diagnostic>> {
        let mut resolver = Resolver::new(program);
        resolver.resolve_all();
        settled(std::mem::take(&mut resolver.diagnostics))?;
        Ok(ExpressionSession { resolver })
    }

    /// Takes the text of a file that expressions come from, so that messages can quote it.
    pub fn read(&mut self, sources: &Sources, file: FileId) {
        self.resolver.asked.insert(file, sources.get(file).text.clone());
    }

    /// Resolves an expression in which the variables of `parameters` are in scope. A predicate or
    /// function by its name alone stands for its call with the variables that are called as its
    /// parameters are.
    ///
    /// # Errors
    /// The mistakes in it. The session can go on.
    pub fn resolve(
        &mut self,
        parameters: &[Declaration],
        expr: &ast::Expr,
    ) -> std::result::Result<ResolvedValue, Vec<Diagnostic>> {
        let value: Result<Value> = self.resolver.scoped(|resolver| {
            for &variable in parameters.iter().flat_map(|declaration| &declaration.variables) {
                let name = resolver.model.variables[variable].name.clone();
                resolver.bring_into_scope(&name, variable);
            }
            let value = resolver.asked(expr)?;
            resolver.refuse_temporal(&value)?;
            let (value, _) = resolver.with_states(value, None)?;
            Ok(value)
        });
        if let Ok(value) = &value {
            let found = self.resolver.pitfalls_of(value);
            self.resolver.add_pitfalls(found);
        }
        let said = settled(std::mem::take(&mut self.resolver.diagnostics))?;
        Ok((value.expect("a mistake has been reported"), said))
    }

    /// The atoms that expressions have named, and the variables that stand for them.
    pub fn atoms(&self) -> &[(String, VariableId)] {
        &self.resolver.atoms
    }

    /// The model, with what the expressions brought with them.
    pub fn into_model(self) -> Model {
        self.resolver.model
    }
}

impl Resolver<'_> {
    fn asked(&mut self, expr: &ast::Expr) -> Result<Value> {
        let mut node = self.node(expr)?;
        if let PendingNode::Partial(partial) = &node
            && let Callee::Function(function) = partial.callee
            && partial.arguments.is_empty()
            && let Some(arguments) = self.arguments_by_name(function)
        {
            for argument in arguments {
                node = self.apply(argument, node, expr.span)?;
            }
        }
        match node {
            PendingNode::Choice(choice) if choice.relations.is_empty() => {
                self.formula_of(PendingNode::Choice(choice)).map(Value::Formula)
            }
            node => self.value(node).map(|(value, _)| value),
        }
    }

    /// The variables in scope that are called as a function's parameters are, if all are there.
    fn arguments_by_name(&mut self, function: FunctionId) -> Option<Vec<PendingNode>> {
        let function = &self.model.functions[function];
        let span = function.span;
        let parameters = function.parameters.iter().flat_map(|d| &d.variables);
        let variable = |parameter: &VariableId| {
            let wanted = &self.model.variables[*parameter].name;
            match *self.place.local(wanted)? {
                Local::Variable(variable) => Some(variable),
                Local::Node(_) => None,
            }
        };
        let variables: Option<Vec<_>> = parameters.map(variable).collect();
        Some(variables?.into_iter().map(|variable| self.local(variable, span)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::load::{load, no_files};
    use crate::model::{ExprKind, FormulaKind};
    use crate::parse::parse_expression;
    use crate::resolve::resolve;

    const SPEC: &str = "open util/ordering[N] as o
        sig N { to: lone N }
        pred p[a: N, s: set N] { a in s }
        pred q { some N }
        fun f[a: N]: set N { a.to }
        run p for 2";

    /// The value of each expression, as far as `show` tells, or the code of its first mistake.
    fn asked(expressions: &[&str], show: fn(&Model, Value) -> String) -> Vec<String> {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", SPEC);
        let program = load(&mut sources, file, &mut no_files).expect("it can be parsed");
        let model = resolve(&program).expect("it can be resolved").model;
        let mut session = ExpressionSession::new(&program).expect("it can be resolved");
        let parameters = &model.commands[0].parameters;
        let mut answers = Vec::new();
        for text in expressions {
            let file = sources.add("expression", *text);
            let expr = parse_expression(&sources, file).expect("it can be parsed");
            answers.push(session.resolve(parameters, &expr).map_err(|mistakes| mistakes[0].code));
        }
        let model = session.into_model();
        let shown = |answer: std::result::Result<ResolvedValue, Option<Code>>| match answer {
            Ok((value, _)) => show(&model, value),
            Err(code) => code.expect("a mistake has a code").to_string(),
        };
        answers.into_iter().map(shown).collect()
    }

    fn kind(model: &Model, value: Value) -> String {
        match value {
            Value::Integer(_) => "number".to_string(),
            Value::Relation(expr) => match expr.kind {
                ExprKind::Variable(variable) => model.variables[variable].name.clone(),
                ExprKind::Call(_, arguments) => format!("call of {}", arguments.len()),
                _ => format!("arity {}", expr.arity),
            },
            Value::Formula(formula) => match formula.kind {
                FormulaKind::Call(function, arguments) => {
                    format!("{} of {}", model.functions[function].name, arguments.len())
                }
                _ => "formula".to_string(),
            },
        }
    }

    /// If this failed, an expression on the command line would mean something else than in the spec,
    /// or one mistake would spoil the expressions after it.
    #[test]
    fn expressions_mean_what_they_mean_in_the_spec() {
        let cases = [
            ("a", "a"),
            ("p[a, s]", "p of 2"),
            ("p", "p of 2"),
            ("q", "q of 0"),
            ("f", "call of 1"),
            ("p[a]", "E0010"),
            ("N <: to", "arity 2"),
            ("o/next", "call of 0"),
            ("#N", "number"),
            ("some x: N | x in s", "formula"),
            ("b", "E0006"),
            ("s", "s"),
        ];
        let found = asked(&cases.map(|(text, _)| text), kind);
        assert_eq!(found, cases.map(|(_, meaning)| meaning));
    }

    /// If this failed, the values of an instance of the one model would be read as those of other
    /// variables of the other.
    #[test]
    fn ids_are_those_of_the_resolved_spec() {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", SPEC);
        let program = load(&mut sources, file, &mut no_files).expect("it can be parsed");
        let model = resolve(&program).expect("it can be resolved").model;
        let again = ExpressionSession::new(&program).expect("it can be resolved").into_model();
        assert_eq!(format!("{again:?}"), format!("{model:?}"));
    }
}
