//! The parameters of a predicate about an operation: those of the operation, by name.

use korrel_enumerate::heap::{Member, Schema};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, Declaration, Expr, ExprKind, FunctionId, Model, Node, Value, VariableId,
};
use korrel_lang::states::one_state;

use super::Condition;

/// The parameter of a postcondition that stands for the returned value.
const RESULT: &str = "result";

/// The formula that must hold afterwards.
///
/// # Errors
/// A parameter that the operation has not, or a predicate that says nothing about the outcome.
pub(super) fn postcondition(
    model: &Model,
    command: &Command,
    predicate: FunctionId,
) -> Result<Condition, Diagnostic> {
    let condition = condition(model, command, predicate, true)?;
    let says_result = condition.result.as_ref().is_some_and(|result| {
        Node::Formula(&condition.formula)
            .descendants()
            .any(|node| node.variable().map(Relation::Variable) == Some(result.relation))
    });
    if says_result || model.second_state(Node::Formula(&condition.formula)).is_some() {
        return Ok(condition);
    }
    let function = &model.functions[predicate];
    let message = format!("`{}` speaks of the input alone", function.name);
    Err(Diagnostic::new(code::POSTCONDITION, message)
        .at(function.span, "nothing in it, or in what it calls, is read in the state afterwards")
        .help("`e'` is `e` afterwards, and `after F` says F of that state: `after acyclic[l]`"))
}

/// The condition under which the program must throw.
///
/// # Errors
/// A parameter that the operation has not, or a predicate about two states.
pub(super) fn throwing(
    model: &Model,
    command: &Command,
    predicate: FunctionId,
) -> Result<Condition, Diagnostic> {
    let condition = condition(model, command, predicate, false)?;
    match model.second_state(Node::Formula(&condition.formula)) {
        Some(span) => Err(one_state("a predicate `NAME_throws`").at(span, "it is about the input")),
        None => Ok(condition),
    }
}

fn condition(
    model: &Model,
    command: &Command,
    predicate: FunctionId,
    has_result: bool,
) -> Result<Condition, Diagnostic> {
    let function = &model.functions[predicate];
    let Value::Formula(formula) = &function.body else { unreachable!("it is a predicate") };
    let own = command.parameters.iter().flat_map(|declaration| &declaration.variables);
    let own: Vec<VariableId> = own.copied().collect();
    let (mut parameters, mut result) = (Vec::new(), None);
    for declaration in &function.parameters {
        for &variable in &declaration.variables {
            let name = &model.variables[variable].name;
            match own.iter().find(|own| model.variables[**own].name == *name) {
                Some(&own) => {
                    fits(model, predicate, variable, own)?;
                    parameters.push((variable, own));
                }
                None if has_result && name == RESULT => {
                    result = Some(member(model, declaration, variable));
                }
                None => return Err(unknown(model, predicate, variable, &own)),
            }
        }
    }
    Ok(Condition { predicate, formula: formula.clone(), parameters, result })
}

fn member(model: &Model, declaration: &Declaration, variable: VariableId) -> Member {
    let alone = declaration.only(|other| other == variable).expect("it declares the variable");
    Schema::parameter(model, &alone).expect("it is one parameter")
}

fn fits(
    model: &Model,
    predicate: FunctionId,
    variable: VariableId,
    own: VariableId,
) -> Result<(), Diagnostic> {
    let (there, here) = (&model.variables[variable], &model.variables[own]);
    if there.arity == here.arity {
        return Ok(());
    }
    let function = &model.functions[predicate];
    let message = format!("`{}` of `{}` is not that of the operation", there.name, function.name);
    let said = |columns: usize| format!("it has {columns} columns here");
    Err(Diagnostic::new(code::OPERATION, message)
        .at(there.span, said(there.arity))
        .related(here.span, said(here.arity)))
}

fn unknown(
    model: &Model,
    predicate: FunctionId,
    variable: VariableId,
    own: &[VariableId],
) -> Diagnostic {
    let (there, function) = (&model.variables[variable], &model.functions[predicate]);
    let names: Vec<String> =
        own.iter().map(|own| format!("`{}`", model.variables[*own].name)).collect();
    let help = match names.as_slice() {
        [] => "the operation has no parameters".to_owned(),
        names => format!("the parameters of the operation are {}", names.join(", ")),
    };
    let message = format!("the operation has no parameter `{}`", there.name);
    Diagnostic::new(code::OPERATION, message)
        .at(there.span, format!("`{}` has one", function.name))
        .help(help)
}

/// A variable as an expression.
pub(super) fn variable(model: &Model, variable: VariableId) -> Expr {
    let declared = &model.variables[variable];
    Expr { kind: ExprKind::Variable(variable), arity: declared.arity, span: declared.span }
}
