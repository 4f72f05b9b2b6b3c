//! The operations, by name: `remove_pre` holds of the inputs of `remove`.

pub mod scope;

use korrel_enumerate::heap::Schema;
use korrel_enumerate::operations::{Operation as AskedCommand, operation, operations};
use korrel_harness::{TestQuestion, TestedOperation};
use korrel_heapgraph::Header;
use korrel_lang::model::Command;
use korrel_lang::parse::sizes_in_one_line;
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};
use serde_json::{Map, Value as Json};

use self::scope::{ScopePattern, Size, unit};
use crate::commands::shared::header::header;
use crate::flags::InputFlags;
use crate::messages::error::Error;

/// An operation, and where its inputs are from.
pub struct Subject {
    /// The operation's conditions in the spec.
    pub asked: AskedCommand,
    /// Its instances are the inputs.
    pub command: Command,
    pub size: Size,
    /// The same command; if the scope grows, it has the scope of an n. Its integers, and all that
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unscoped {
    Grows,
    /// The size of every predicate without a command.
    Three,
}

/// The operations that are asked for, else all of the spec.
///
/// # Errors
/// There is no such operation; predicates that do not fit; a scope that cannot be.
pub fn subjects(
    spec: &mut Spec,
    flags: &InputFlags,
    invariant: Option<&str>,
    unscoped: Unscoped,
) -> Result<Vec<Subject>, Error> {
    let found = match flags.ops.as_slice() {
        [] => operations(spec, invariant)?,
        ops => ops.iter().map(|op| operation(spec, op, invariant)).collect::<Result<_, _>>()?,
    };
    found.into_iter().map(|asked| subject(spec, flags, asked, unscoped)).collect()
}

/// # Errors
/// A scope that cannot be.
pub fn subject(
    spec: &mut Spec,
    flags: &InputFlags,
    asked: AskedCommand,
    unscoped: Unscoped,
) -> Result<Subject, Error> {
    let command = asked.command.clone();
    let own_scope = command.scope.span.filter(|_| asked.is_scoped);
    let (command, size, scope) = match (&flags.grow, &flags.scope, own_scope) {
        (Some(pattern), ..) => grown(spec, command, ScopePattern::new(pattern))?,
        (_, Some(scope), _) => {
            let command = spec.with_scope(command, "--scope", scope)?;
            (command, Size::Fixed, sizes_in_one_line(scope))
        }
        (.., Some(span)) => {
            let scope = sizes_in_one_line(spec.sources.text(span));
            (command, Size::Fixed, scope)
        }
        _ if unscoped == Unscoped::Three => (command, Size::Fixed, "3".to_owned()),
        _ => grown(spec, command, ScopePattern::everything())?,
    };
    let judged = match &size {
        Size::Fixed => command.clone(),
        Size::Growing(pattern) => pattern.typical(spec, &command)?,
    };
    let scopes = Scopes::new(&spec.model, &judged, Overflow::Forbid);
    let integers = scopes.map_err(|mistake| Error::about(spec, mistake))?.integers;
    let schema = Schema::of(spec, &command)?;
    let unit = unit(spec, &schema, &command, &size)?;
    let header = header(spec, &schema, &command, Some(&scope));
    let types = schema.header();
    let operation = TestedOperation {
        parameters: types.roots.clone(),
        name: asked.name.clone(),
        result: asked
            .post
            .as_ref()
            .and_then(|post| Some(schema.declared_shape(&post.result.as_ref()?.shape))),
        judges: judges(spec, &asked),
        unit,
    };
    Ok(Subject { asked, command, size, judged, integers, schema, operation, header, types, scope })
}

/// The predicates of the spec that judge it.
fn judges(spec: &Spec, asked: &AskedCommand) -> Vec<String> {
    let conditions = [&asked.post, &asked.throws].into_iter().flatten();
    let predicates = conditions.map(|condition| condition.predicate);
    let predicates = predicates.chain(asked.invariant.iter().map(|invariant| invariant.predicate));
    predicates
        .map(|predicate| format!("{}: {}", spec.name, spec.model.functions[predicate].name))
        .collect()
}

fn grown(
    spec: &mut Spec,
    command: Command,
    pattern: ScopePattern,
) -> Result<(Command, Size, String), Error> {
    pattern.typical(spec, &command)?;
    let scope = format!("{} for n = 0, 1, 2, …", pattern.text());
    Ok((command, Size::Growing(pattern), scope))
}

/// The question to a driver of these operations.
pub fn question(subjects: &[Subject]) -> TestQuestion {
    let operations = subjects.iter().map(|subject| subject.operation.clone()).collect();
    let types = subjects.first().expect("there is an operation").types.clone();
    TestQuestion { declarations: declarations(subjects), types, operations }
}

/// The part of a header of harness/1 that all operations share.
pub fn declarations(subjects: &[Subject]) -> Map<String, Json> {
    const OWN: [&str; 6] = ["kind", "format", "command", "question", "symmetry", "roots"];
    let header = &subjects.first().expect("there is an operation").header;
    let shared = header.iter().filter(|(name, _)| !OWN.contains(&name.as_str()));
    shared.map(|(name, value)| (name.clone(), value.clone())).collect()
}
