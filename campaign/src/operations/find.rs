//! Operations by name: `remove_pre`, `remove_post` and `remove_throws` are about `remove`. So are
//! `p_post` and `p_throws` about a plain `run p`.

use std::collections::BTreeSet;

use korrel_enumerate::heap::Schema;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, FunctionId, Value};
use korrel_lang::similar::most_similar;
use korrel_lang::spec::{Mistakes, Spec};

use super::invariant::{invariant, restricted};
use super::parameters::{postcondition, throwing};
use super::{Invariant, Operation};

pub(super) const PRE: &str = "_pre";
const POST: &str = "_post";
pub(super) const THROWS: &str = "_throws";

/// All operations of a spec, in order of declaration: those of which it says what an input is or
/// what must hold afterwards. If there are none, its `run` commands of predicates.
///
/// # Errors
/// No operation, or predicates that do not fit together.
pub fn operations(spec: &Spec, invariant: Option<&str>) -> Result<Vec<Operation>, Mistakes> {
    let mut names = declared(spec);
    if names.is_empty() {
        let is_plain = |command: &&Command| {
            command.kind == CommandKind::Run && predicate(spec, &command.label).is_ok()
        };
        names.extend(spec.model.commands.iter().filter(is_plain).map(|c| c.label.clone()));
        names.dedup();
    }
    if names.is_empty() {
        let message = "the spec has no operation";
        let help =
            "`pred NAME_pre` says what its inputs are, `pred NAME_post` what must hold afterwards";
        return Err(spec.mistake(Diagnostic::new(code::OPERATION, message).help(help)));
    }
    names.iter().map(|name| operation(spec, name, invariant)).collect()
}

/// The operation of a name.
///
/// # Errors
/// No such operation, or predicates that do not fit together.
pub fn operation(spec: &Spec, name: &str, invariant: Option<&str>) -> Result<Operation, Mistakes> {
    let (command, is_scoped) = inputs(spec, name)?;
    if spec.model.is_temporal(&command) {
        let message = format!("the inputs of `{name}` would be traces");
        let help = "a postcondition reads the state afterwards without `var`, by `'` and `after`";
        let diagnostic = Diagnostic::new(code::TEMPORAL, message)
            .at(command.span, "something in the spec changes, or this speaks of several states");
        return Err(spec.mistake(diagnostic.help(help)));
    }
    let condition = |ending: &str| optional(spec, &format!("{name}{ending}"));
    let (post, throws) = (condition(POST)?, condition(THROWS)?);
    let post = post.map(|predicate| postcondition(&spec.model, &command, predicate));
    let throws = throws.map(|predicate| throwing(&spec.model, &command, predicate));
    let checked = |diagnostic| spec.mistake(diagnostic);
    let (post, throws) = (post.transpose().map_err(checked)?, throws.transpose().map_err(checked)?);
    let invariant = invariant.map(|name| of_roots(spec, &command, name)).transpose()?;
    let command = match &invariant {
        Some(invariant) => restricted(command, invariant),
        None => command,
    };
    Ok(Operation { name: name.to_owned(), command, is_scoped, post, throws, invariant })
}

pub(super) fn of_roots(spec: &Spec, command: &Command, name: &str) -> Result<Invariant, Mistakes> {
    let predicate = predicate(spec, name).map_err(|mistake| spec.mistake(mistake))?;
    let schema = Schema::of(spec, command)?;
    invariant(&spec.model, &schema, predicate).map_err(|mistake| spec.mistake(mistake))
}

/// The names that stand before an ending, in order of declaration. One with an input of its own
/// needs nothing more. Otherwise there must be the predicate of that name.
pub fn declared(spec: &Spec) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for name in predicates(spec).map(|(_, name)| name) {
        let base =
            match (name.strip_suffix(PRE), name.strip_suffix(POST), name.strip_suffix(THROWS)) {
                (Some(base), ..) => Some(base),
                (_, Some(base), _) | (.., Some(base)) => {
                    Some(base).filter(|base| predicate(spec, base).is_ok())
                }
                _ => None,
            };
        names.extend(base.filter(|base| seen.insert(*base)).map(str::to_owned));
    }
    names
}

/// The command for an operation's inputs, and whether it says how large they are.
fn inputs(spec: &Spec, name: &str) -> Result<(Command, bool), Mistakes> {
    let pre = format!("{name}{PRE}");
    let pre = match optional(spec, &pre)? {
        Some(_) => pre,
        None if predicate(spec, name).is_ok() => name.to_owned(),
        None => return Err(spec.mistake(no_operation(spec, name))),
    };
    match asked(spec, &pre) {
        Some(command) => Ok((command.clone(), command.scope.span.is_some())),
        None => Ok((spec.command(Some(&pre))?, false)),
    }
}

/// The command that says how large an operation's inputs are: the first that runs their predicate, and has no label.
fn asked<'s>(spec: &'s Spec, pre: &str) -> Option<&'s Command> {
    let mut commands = spec.model.commands.iter().filter(|command| is_run(command));
    commands.find(|command| command.label == pre)
}

fn is_run(command: &Command) -> bool {
    command.kind == CommandKind::Run && !command.is_chained
}

/// The other commands of an operation's inputs, which are not asked. One that has a label and an `expect` is there
/// for its number.
pub fn left_out<'s>(
    spec: &'s Spec,
    operation: &'s Operation,
) -> impl Iterator<Item = &'s Command> + 's {
    let pre = operation.command.label.as_str();
    let asked = asked(spec, pre).map(|command| command.span);
    let runs_it = move |command: &Command| {
        let subject = command.written.map_or("", |written| spec.sources.text(written.subject));
        subject.split_whitespace().last() == Some(pre)
    };
    spec.model.commands.iter().filter(move |command| {
        let is_own = command.label == pre || command.expect.is_none() && runs_it(command);
        is_run(command) && is_own && Some(command.span) != asked
    })
}

fn no_operation(spec: &Spec, name: &str) -> Diagnostic {
    let known = declared(spec);
    let diagnostic =
        Diagnostic::new(code::OPERATION, format!("there is no operation `{name}` in the spec"));
    match most_similar(name, &known) {
        Some(similar) => diagnostic.help(format!("did you mean `{similar}`?")),
        None if known.is_empty() => diagnostic.help(format!("declare `pred {name}_pre[…]`")),
        None => diagnostic.help(format!("there are: {}", known.join(", "))),
    }
}

/// The predicates of the main module, by name.
pub(super) fn predicates(spec: &Spec) -> impl Iterator<Item = (FunctionId, &str)> {
    let main = spec.model.functions.iter().filter(|(_, function)| {
        let is_predicate = matches!(function.body, Value::Formula(_));
        is_predicate && spec.sources.get(function.span.file).name == spec.name
    });
    main.map(|(id, function)| (id, function.name.as_str()))
}

pub(super) fn optional(spec: &Spec, name: &str) -> Result<Option<FunctionId>, Mistakes> {
    match predicates(spec).any(|(_, known)| known == name) {
        true => predicate(spec, name).map(Some).map_err(|mistake| spec.mistake(mistake)),
        false => Ok(None),
    }
}

/// The one predicate of a name.
pub(super) fn predicate(spec: &Spec, name: &str) -> Result<FunctionId, Diagnostic> {
    let found: Vec<FunctionId> =
        predicates(spec).filter(|(_, known)| *known == name).map(|(id, _)| id).collect();
    let span = |id: FunctionId| spec.model.functions[id].span;
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Diagnostic::new(code::OPERATION, format!("there is no predicate `{name}`"))),
        [first, second, ..] => {
            let message = format!("two predicates are called `{name}`");
            Err(Diagnostic::new(code::OPERATION, message)
                .at(span(*first), "one of them")
                .related(span(*second), "the other")
                .help("rename one: an operation is found by its name"))
        }
    }
}
