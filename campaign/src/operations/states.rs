//! The state of a program between calls, on which its operations work.

use korrel_enumerate::heap::{Member, Schema, Shape, Sort};
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, Declaration, Formula, FormulaKind, FunctionId, SigId, VariableId,
};
use korrel_lang::spec::{Mistakes, Spec};

use super::find::{of_roots, operation, predicate};
use super::{Invariant, Operation};

/// States as instances of a command. Its parameter is the root: that of `invariant`, which then is asked of
/// each state. Without one it is the first object that an operation takes. Without a root all objects are the
/// state.
///
/// # Errors
/// No such predicate, or one that is no invariant.
pub fn states(
    spec: &Spec,
    operations: &[Operation],
    invariant: Option<&str>,
) -> Result<Operation, Mistakes> {
    let Some(name) = invariant else { return Ok(plain(spec, operations)) };
    let predicate = predicate(spec, name).map_err(|mistake| spec.mistake(mistake))?;
    let own = operation(spec, name, None)?;
    let invariant = match spec.model.functions[predicate].parameters.is_empty() {
        true => of_everything(spec, predicate),
        false => of_roots(spec, &own.command, name)?,
    };
    Ok(Operation { post: None, throws: None, invariant: Some(invariant), ..own })
}

/// An operation that makes a state of nothing, and that the spec does not mention.
///
/// # Panics
/// If there is no other operation.
pub fn constructor(name: &str, operations: &[Operation]) -> Operation {
    let command = without_goal(&operations[0].command, Vec::new());
    let is_scoped = operations[0].is_scoped;
    Operation {
        name: name.to_owned(),
        command,
        is_scoped,
        post: None,
        throws: None,
        invariant: None,
    }
}

/// The root of a state, and the sig of its object.
pub fn state_root(states: &Operation, schema: &Schema) -> Option<(VariableId, SigId)> {
    let parameters = || states.command.parameters.iter().flat_map(|one| &one.variables);
    let is_own = |member: &&Member| {
        parameters().any(|parameter| Relation::Variable(*parameter) == member.relation)
    };
    let root = schema.roots.iter().find(is_own)?;
    let Relation::Variable(variable) = root.relation else { return None };
    Some((variable, object_of(root)?))
}

/// The invariant of a spec whose root is a `one` sig: the predicate needs no parameter.
fn of_everything(spec: &Spec, predicate: FunctionId) -> Invariant {
    let span = spec.model.functions[predicate].span;
    Invariant {
        predicate,
        formula: Formula { kind: FormulaKind::Call(predicate, Vec::new()), span },
    }
}

fn plain(spec: &Spec, operations: &[Operation]) -> Operation {
    let first = operations.iter().find_map(|operation| {
        let receiver = receiver(spec, operation)?;
        Some((operation, receiver))
    });
    let (of, parameters) = match first {
        Some((of, receiver)) => (of, vec![receiver]),
        None => (&operations[0], Vec::new()),
    };
    Operation {
        command: without_goal(&of.command, parameters),
        ..constructor(&of.name, operations)
    }
}

/// The first parameter that is one object.
fn receiver(spec: &Spec, operation: &Operation) -> Option<Declaration> {
    operation.command.parameters.iter().find_map(|declaration| {
        let is_object = |variable: &VariableId| {
            let alone = declaration.only(|other| other == *variable)?;
            object_of(&Schema::parameter(&spec.model, &alone)?).map(|_| alone)
        };
        declaration.variables.iter().find_map(is_object)
    })
}

/// The sig of a parameter that is one object.
fn object_of(member: &Member) -> Option<SigId> {
    match &member.shape {
        Shape::One(column) => match column.sorts[..] {
            [Sort::Object(sig)] => Some(sig),
            _ => None,
        },
        _ => None,
    }
}

fn without_goal(command: &Command, parameters: Vec<Declaration>) -> Command {
    let goal = Formula { kind: FormulaKind::And(Vec::new()), span: command.goal.span };
    Command { goal, parameters, expect: None, ..command.clone() }
}
