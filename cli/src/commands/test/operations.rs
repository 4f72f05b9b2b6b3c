//! Which operations there are, by name: `remove_pre` is what `remove` takes.

use korrel_enumerate::heap::{self, Heading, Schema};
use korrel_harness::Operation;
use korrel_lang::ast::Paragraph;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind};
use korrel_lang::parse::in_one_line;
use korrel_lang::spec::Spec;
use serde_json::{Map, Value as Json};

use super::scope::{Pattern, Size, unit};
use crate::commands::find::TOOL;
use crate::flags::testing::InputFlags;
use crate::messages::error::Error;

/// An operation, and where its inputs are from.
pub struct Subject {
    /// Its instances are the inputs.
    pub command: Command,
    pub size: Size,
    pub schema: Schema,
    pub operation: Operation,
    /// What a heapgraph/1 header says of its inputs.
    pub header: Map<String, Json>,
    /// In words: `for exactly 1 List, 3 Node`.
    pub scope: String,
}

/// What ends the name of a precondition.
const PRE: &str = "_pre";

/// The operations that are asked for, else all of the spec.
///
/// # Errors
/// There is no such operation; a scope that cannot be.
pub fn subjects(spec: &mut Spec, flags: &InputFlags) -> Result<Vec<Subject>, Error> {
    let named = match flags.ops.as_slice() {
        [] => all(spec)?,
        ops => ops.iter().map(|op| named(spec, op)).collect::<Result<_, _>>()?,
    };
    named.into_iter().map(|(name, command)| subject(spec, flags, name, command)).collect()
}

/// All that have a precondition; where none has, what the first `run` asks for.
fn all(spec: &Spec) -> Result<Vec<(String, Command)>, Error> {
    let names: Vec<String> =
        predicates(spec).filter_map(|name| Some(name.strip_suffix(PRE)?.to_owned())).collect();
    if !names.is_empty() {
        return names.iter().map(|name| named(spec, name)).collect();
    }
    let run = spec.model.commands.iter().find(|command| command.kind == CommandKind::Run);
    let run = run.ok_or_else(|| Error::about(spec, nothing()))?;
    Ok(vec![(label(run).to_owned(), run.clone())])
}

fn predicates(spec: &Spec) -> impl Iterator<Item = &str> {
    spec.program.modules[0].ast.paragraphs.iter().filter_map(|paragraph| match paragraph {
        Paragraph::Function(function) if function.result.is_none() => {
            Some(function.name.text.as_str())
        }
        _ => None,
    })
}

fn nothing() -> Diagnostic {
    Diagnostic::new(code::COMMAND, "the spec has no operation to test").help(
        "an operation is a predicate of what it takes: `pred remove_pre[t: Tree, k: Int] { … }`",
    )
}

/// An unnamed `run { … }` is called `run`.
fn label(command: &Command) -> &str {
    command.label.split('$').next().expect("a split has a first part")
}

/// The operation of a name, by its precondition or by a command.
fn named(spec: &Spec, name: &str) -> Result<(String, Command), Error> {
    let precondition = format!("{name}{PRE}");
    let name_of_command = match predicates(spec).any(|predicate| predicate == precondition) {
        true => precondition,
        false => name.to_owned(),
    };
    if let Some(command) = run_of(spec, &name_of_command) {
        return Ok((name.to_owned(), command.clone()));
    }
    let command = spec.command(Some(&name_of_command)).map_err(|mistakes| {
        let operations: Vec<&str> =
            predicates(spec).filter_map(|name| name.strip_suffix(PRE)).collect();
        match operations.is_empty() {
            true => Error::from(mistakes),
            false => {
                let message = format!("there is no operation `{name}`");
                let help = format!("there are: {}", operations.join(", "));
                Error::about(spec, Diagnostic::new(code::COMMAND, message).help(help))
            }
        }
    })?;
    match command.kind {
        CommandKind::Run => Ok((name.to_owned(), command)),
        CommandKind::Check => {
            let message = format!("`{name}` is an assertion, and no operation");
            Err(Error::about(spec, Diagnostic::new(code::COMMAND, message)))
        }
    }
}

/// The first command that runs a predicate.
fn run_of<'s>(spec: &'s Spec, predicate: &str) -> Option<&'s Command> {
    let runs = || spec.model.commands.iter().filter(|command| command.kind == CommandKind::Run);
    let subject = format!("run {predicate}");
    let is_subject = |command: &&Command| {
        let written = command.written.map(|written| spec.sources.text(written.subject));
        written.is_some_and(|written| in_one_line(written) == subject)
    };
    runs().find(|command| command.label == predicate).or_else(|| runs().find(is_subject))
}

fn subject(
    spec: &mut Spec,
    flags: &InputFlags,
    name: String,
    command: Command,
) -> Result<Subject, Error> {
    let own_scope = command.written.and_then(|written| written.scope);
    let (command, size, scope) = match (&flags.grow, &flags.scope, own_scope) {
        (Some(pattern), ..) => grown(spec, command, Pattern::new(pattern))?,
        (_, Some(scope), _) => {
            let command = spec.with_scope(command, "--scope", scope)?;
            (command, Size::Fixed, in_one_line(scope))
        }
        (.., Some(span)) => {
            let scope = in_one_line(spec.sources.text(span));
            (command, Size::Fixed, scope.trim_start_matches("for ").to_owned())
        }
        _ => grown(spec, command, Pattern::everything())?,
    };
    let schema = Schema::of(spec, &command)?;
    let unit = unit(spec, &schema, &command, &size)?;
    let header = header(spec, &schema, &command);
    let operation = Operation {
        parameters: header["roots"].as_object().cloned().unwrap_or_default(),
        name,
        result: None,
        judges: Vec::new(),
        unit,
    };
    Ok(Subject { command, size, schema, operation, header, scope })
}

fn grown(
    spec: &mut Spec,
    command: Command,
    pattern: Pattern,
) -> Result<(Command, Size, String), Error> {
    pattern.check(spec, &command)?;
    let scope = format!("{} for n = 0, 1, 2, …", pattern.text());
    Ok((command, Size::Growing(pattern), scope))
}

fn header(spec: &Spec, schema: &Schema, command: &Command) -> Map<String, Json> {
    let command = spec.text(command, None);
    let heading = Heading {
        tool: TOOL,
        spec: &spec.name,
        command: &command,
        question: "",
        symmetry: "full",
        shard: None,
        key: None,
    };
    let header = serde_json::from_str(&heap::header(schema, &heading));
    let Ok(Json::Object(header)) = header else { unreachable!("a header is an object") };
    header
}

/// What a header of harness/1 says of the spec: what all operations share.
pub fn declarations(subjects: &[Subject]) -> Map<String, Json> {
    const OWN: [&str; 6] = ["kind", "format", "command", "question", "symmetry", "roots"];
    let header = &subjects.first().expect("there is an operation").header;
    let shared = header.iter().filter(|(name, _)| !OWN.contains(&name.as_str()));
    shared.map(|(name, value)| (name.clone(), value.clone())).collect()
}
