//! The description at the head of a stream: its schema and its header.

use korrel_enumerate::heap::{self, Heading, Schema};
use korrel_enumerate::shown_variables;

use super::TOOL;
use super::identity::{StreamSubject, identity};
use crate::commands::shared::question::AskedCommand;
use crate::flags::{FindFlags, QuestionFlags};
use crate::messages::error::Error;

pub fn header(
    asked: &AskedCommand,
    find: &FindFlags,
    cut: Option<&str>,
    schema: &Schema,
) -> String {
    let command = asked.spec.text(&asked.command, find.question.scope.as_deref());
    let key = find.key.as_deref();
    let kind = key.map_or(StreamSubject::Instances, StreamSubject::Key);
    let question = identity(asked, &find.question, kind);
    heap::header(schema, &Heading { cut, ..heading(asked, find, &command, &question) })
}

/// The members of the header beside the declarations.
pub fn heading<'a>(
    asked: &'a AskedCommand,
    find: &'a FindFlags,
    command: &'a str,
    question: &'a str,
) -> Heading<'a> {
    Heading {
        tool: TOOL,
        spec: &asked.spec.name,
        command,
        question,
        symmetry: find.question.symmetry.name(),
        shard: find.search.shard.map(|shard| (shard.part, shard.of)),
        cut: None,
        key: find.key.as_deref(),
        sample: None,
        asks: None,
    }
}

/// The schema of a command's records, with the witnesses of a `check`.
pub fn schema(asked: &AskedCommand, question: &QuestionFlags) -> Result<Schema, Error> {
    let schema = Schema::of(&asked.spec, &asked.command)?;
    let shown = shown_variables(&asked.spec.model, &asked.command);
    let schema = schema.with_witnesses(&asked.spec.model, &shown);
    Ok(if question.ignore_parameters { schema.ignoring_parameters() } else { schema })
}
