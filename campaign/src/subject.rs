//! The operations, by name: `remove_pre` holds of the inputs of `remove`.

use korrel_enumerate::heap::{self, Heading, Schema};
use korrel_harness::report::{InputListing, hash_of};
use korrel_harness::{TestQuestion, TestedOperation};
use korrel_heapgraph::{Header, shapes};
use korrel_lang::model::Command;
use korrel_lang::parse::sizes_in_one_line;
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};
use serde_json::{Map, Value as Json, json};

use crate::error::CampaignError;
use crate::operations::{Operation, operation, operations};
use crate::scope::{InputSize, ScopePattern, unit};

/// The name of the program in records.
pub use korrel::stream::TOOL;

/// An operation, and where its inputs are from.
pub struct Subject {
    /// The operation's conditions in the spec.
    pub conditions: Operation,
    /// Its instances are the inputs.
    pub command: Command,
    pub size: InputSize,
    /// The same command. If the scope grows, it has the scope of an n. Its integers, and all that
    /// occur in the answer, are there when an answer is judged.
    pub judged: Command,
    /// The least and the greatest integer of that.
    pub integers: (i64, i64),
    pub schema: Schema,
    pub operation: TestedOperation,
    /// The members of a heapgraph/1 header that describe its inputs.
    pub header: Map<String, Json>,
    /// The same, read.
    pub types: Header,
    /// In words: `for exactly 1 List, 3 Node`.
    pub scope: String,
}

/// The size of inputs if no scope is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DefaultSize {
    #[default]
    Grows,
    /// The size of every predicate without a command.
    Three,
}

/// The operations that are asked about, and their inputs.
#[derive(Clone, Debug, Default)]
pub struct OperationChoice {
    /// The names of operations, or all of the spec if there is none.
    pub names: Vec<String>,
    /// A predicate of one parameter: it holds of the inputs' roots of its type, and must hold afterwards.
    pub invariant: Option<String>,
    /// The scope of the inputs, instead of that of the operations' commands.
    pub scope: Option<String>,
    /// The same, with a scope that names n.
    pub grow: Option<String>,
    pub unscoped: DefaultSize,
}

impl OperationChoice {
    /// The operations of these names, with the inputs that a report tells of.
    pub fn listed(names: Vec<String>, listing: &InputListing) -> OperationChoice {
        OperationChoice {
            names,
            invariant: listing.invariant.clone(),
            scope: listing.scope.clone(),
            grow: listing.grow.clone(),
            unscoped: DefaultSize::Grows,
        }
    }
}

/// The meaning of an overflow in the inputs that a report tells of.
pub fn overflow(listing: &InputListing) -> Overflow {
    if listing.wraps { Overflow::Wrap } else { Overflow::Forbid }
}

/// The operations that are asked about.
///
/// # Errors
/// There is no such operation, predicates that do not fit, or a scope that cannot be.
pub fn subjects(spec: &mut Spec, choice: &OperationChoice) -> Result<Vec<Subject>, CampaignError> {
    let invariant = choice.invariant.as_deref();
    let found = match choice.names.as_slice() {
        [] => operations(spec, invariant)?,
        names => {
            names.iter().map(|name| operation(spec, name, invariant)).collect::<Result<_, _>>()?
        }
    };
    found.into_iter().map(|conditions| subject(spec, choice, conditions)).collect()
}

/// # Errors
/// A scope that cannot be.
pub(crate) fn subject(
    spec: &mut Spec,
    choice: &OperationChoice,
    conditions: Operation,
) -> Result<Subject, CampaignError> {
    let command = conditions.command.clone();
    let own_scope = command.scope.span.filter(|_| conditions.is_scoped);
    let (command, size, scope) = match (&choice.grow, &choice.scope, own_scope) {
        (Some(pattern), ..) => grown(spec, command, ScopePattern::new(pattern))?,
        (_, Some(scope), _) => {
            let command = spec.with_scope(command, "--scope", scope)?;
            (command, InputSize::Fixed, sizes_in_one_line(scope))
        }
        (.., Some(span)) => {
            let scope = sizes_in_one_line(spec.sources.text(span));
            (command, InputSize::Fixed, scope)
        }
        _ if choice.unscoped == DefaultSize::Three => (command, InputSize::Fixed, "3".to_owned()),
        _ => grown(spec, command, ScopePattern::everything())?,
    };
    let judged = match &size {
        InputSize::Fixed => command.clone(),
        InputSize::Growing(pattern) => pattern.typical(spec, &command)?,
    };
    let scopes = Scopes::new(&spec.model, &judged, Overflow::Forbid);
    let integers = scopes.map_err(|mistake| CampaignError::about(spec, mistake))?.integers;
    let schema = Schema::of(spec, &command)?;
    let unit = unit(spec, &schema, &command, &size)?;
    let header = header(spec, &schema, &command, &scope);
    let types = schema.header();
    let operation = TestedOperation {
        parameters: types.roots.clone(),
        name: conditions.name.clone(),
        result: conditions
            .post
            .as_ref()
            .and_then(|post| Some(schema.declared_shape(&post.result.as_ref()?.shape))),
        judges: judges(spec, &conditions),
        unit,
    };
    Ok(Subject {
        conditions,
        command,
        size,
        judged,
        integers,
        schema,
        operation,
        header,
        types,
        scope,
    })
}

/// The predicates of the spec that judge it.
fn judges(spec: &Spec, conditions: &Operation) -> Vec<String> {
    let predicates = [&conditions.post, &conditions.throws].into_iter().flatten();
    let predicates = predicates.map(|condition| condition.predicate);
    let predicates =
        predicates.chain(conditions.invariant.iter().map(|invariant| invariant.predicate));
    predicates
        .map(|predicate| format!("{}: {}", spec.name, spec.model.functions[predicate].name))
        .collect()
}

fn grown(
    spec: &mut Spec,
    command: Command,
    pattern: ScopePattern,
) -> Result<(Command, InputSize, String), CampaignError> {
    pattern.typical(spec, &command)?;
    let scope = format!("{} for n = 0, 1, 2, …", pattern.text());
    Ok((command, InputSize::Growing(pattern), scope))
}

/// The question to a driver of these operations.
pub fn question(subjects: &[Subject]) -> TestQuestion {
    let operations = subjects.iter().map(|subject| subject.operation.clone()).collect();
    let types = subjects.first().expect("there is an operation").types.clone();
    TestQuestion { declarations: declarations(subjects), types, operations }
}

/// The declarations by which a reader of a report can draw inputs.
pub fn declared(subjects: &[Subject]) -> Map<String, Json> {
    let mut declared = declarations(subjects);
    // They stand in the report's own words.
    declared.retain(|name, _| !["tool", "spec"].contains(&name.as_str()));
    let ops = subjects.iter().map(|subject| {
        let operation = &subject.operation;
        (operation.name.clone(), json!({ "parameters": shapes(&operation.parameters) }))
    });
    declared.insert("ops".to_owned(), Json::Object(ops.collect()));
    declared
}

/// The hash of all that the inputs and the verdicts depend on. It does not depend on how inputs are sent.
pub fn question_hash(listing: &InputListing, spec: &Spec, subjects: &[Subject]) -> String {
    let overflow = match overflow(listing) {
        Overflow::Forbid => "forbid",
        Overflow::Wrap => "wrap",
    };
    let invariant = listing.invariant.as_deref().unwrap_or("");
    let commands = subjects.iter().flat_map(|subject| {
        [subject.operation.name.clone(), spec.written_text(&subject.command), subject.scope.clone()]
    });
    let commands: Vec<String> = commands.collect();
    let texts = ["test", overflow, invariant].into_iter();
    hash_of(texts.chain(commands.iter().map(String::as_str)).chain(spec.texts()))
}

/// The scope of all operations, in words.
pub fn scope_text(subjects: &[Subject]) -> String {
    match subjects {
        [first, rest @ ..] if rest.iter().all(|subject| subject.scope == first.scope) => {
            first.scope.clone()
        }
        several => {
            let scopes = several.iter().map(|one| format!("{}: {}", one.operation.name, one.scope));
            scopes.collect::<Vec<_>>().join("; ")
        }
    }
}

/// The part of a header of harness/1 that all operations share.
fn declarations(subjects: &[Subject]) -> Map<String, Json> {
    const OWN: [&str; 6] = ["kind", "format", "command", "question", "symmetry", "roots"];
    let header = &subjects.first().expect("there is an operation").header;
    let shared = header.iter().filter(|(name, _)| !OWN.contains(&name.as_str()));
    shared.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The members of a heapgraph/1 header that describe a command's heaps. A given scope replaces the command's own.
fn header(spec: &Spec, schema: &Schema, command: &Command, scope: &str) -> Map<String, Json> {
    let command = spec.text_within(command, Some(scope));
    let heading = Heading::plain(TOOL, &spec.name, &command);
    let header = serde_json::from_str(&heap::header(schema, &heading));
    let Ok(Json::Object(header)) = header else { unreachable!("a header is an object") };
    header
}
