//! The description at the head of a stream: its schema and its header.
//!
//! A question's identity, which distinguishes it from every other one.
//!
//! A stream is continued, or joined with others, only if it answers the same question. The name of a
//! file, the text of a command and the declarations do not tell that: a fact may have changed, or a
//! module that is opened. So the header holds a hash of all that the instances depend on, except for
//! the version of the program (and with it the built-in modules) and the part of a `--shard`, which
//! stand beside it. The path of the spec is no part of the question, nor is the way in which it is
//! searched.

use korrel::question::SpecCommand;
use korrel_enumerate::heap::{self, Heading, Schema, TraceHeading};
use korrel_enumerate::shown_variables;
use korrel_harness::report::hash_of;
use korrel_lang::model::TraceKind;
use serde_json::Value as Json;

use crate::flags::{FindFlags, OverflowFlag, QuestionFlags};
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

use super::TOOL;

pub fn header(asked: &SpecCommand, find: &FindFlags, cut: Option<&str>, schema: &Schema) -> String {
    let command = asked.spec.text(&asked.command);
    let key = find.key.as_deref();
    let kind = key.map_or(StreamSubject::Instances, StreamSubject::Key);
    let question = identity(asked, &find.question, kind);
    heap::header(schema, &Heading { cut, ..heading(asked, find, &command, &question) })
}

/// The members of the header beside the declarations.
pub fn heading<'a>(
    asked: &'a SpecCommand,
    find: &'a FindFlags,
    command: &'a str,
    question: &'a str,
) -> Heading<'a> {
    Heading {
        question,
        symmetry: find.question.symmetry.name(),
        shard: find.search.shard.map(|shard| (shard.part, shard.of)),
        key: find.key.as_deref(),
        traces: TraceHeading::of(&asked.spec.model, &asked.command),
        ..Heading::plain(TOOL, &asked.spec.name, command)
    }
}

/// The schema of a command's records, with the witnesses of a `check`. It warns of actions that name no step.
pub fn schema(
    asked: &SpecCommand,
    question: &QuestionFlags,
    report: &Reporter,
) -> Result<Schema, Error> {
    let schema = Schema::of(&asked.spec, &asked.command)?;
    report.remarks(&asked.spec.sources, &schema.unnamed);
    let shown = shown_variables(&asked.spec.model, &asked.command);
    let schema = schema.with_witnesses(&asked.spec.model, &shown);
    Ok(if question.ignore_parameters { schema.ignoring_parameters() } else { schema })
}

/// The subject of a question about a command.
#[derive(Clone, Copy, Debug)]
pub enum StreamSubject<'a> {
    /// All instances, one after the other, in the one order.
    Instances,
    /// The instance that has this key.
    Key(&'a str),
    /// Another question, in words.
    Parts(&'a str),
}

/// The header's member for each question in parts, and the flag that asks it.
const PARTED: [(&str, &str); 7] = [
    ("graph", "explore"),
    ("complete", "find --complete"),
    ("near_miss", "find --near-miss"),
    ("cover", "find --cover"),
    ("distinct_by", "find --distinct-by"),
    ("diff", "diff"),
    ("choose", "choose"),
];

/// The reason why a stream is neither continued nor joined with others, if it answers a question in
/// parts.
pub fn asks_in_parts(header: &Json) -> Option<String> {
    let (_, asks) = PARTED.iter().find(|(member, _)| header.get(member).is_some())?;
    Some(format!("answers `korrel {asks}`, a question in parts"))
}

/// The same of a question that has no flags of its own but for overflow.
pub fn identity_of(
    asked: &SpecCommand,
    command: &str,
    words: &str,
    overflow: OverflowFlag,
) -> String {
    let strict = asked.spec.program.is_strict.then_some("strict");
    let parts = [words, command, overflow.name()];
    hash_of(parts.into_iter().chain(strict).chain(asked.spec.texts()))
}

pub fn identity(asked: &SpecCommand, question: &QuestionFlags, kind: StreamSubject<'_>) -> String {
    let command = asked.spec.text(&asked.command);
    let kind = match kind {
        StreamSubject::Instances => "instances".to_owned(),
        StreamSubject::Key(key) => format!("key {key}"),
        StreamSubject::Parts(words) => words.to_owned(),
    };
    let symmetry = question.symmetry.name();
    let overflow = question.overflow.name();
    let parameters = if question.ignore_parameters { "ignored" } else { "shown" };
    let parts = [&kind[..], &command, symmetry, overflow, parameters];
    let strict = asked.spec.program.is_strict.then_some("strict");
    let steps = asked.command.scope.steps.filter(|_| question.steps.is_some());
    let steps = steps.map(|steps| format!("steps {}..{}", steps.min, steps.max));
    let prefixes = match asked.command.traces {
        TraceKind::Lassos => None,
        TraceKind::Prefixes | TraceKind::Openings => Some("prefixes"),
        TraceKind::Maximal => Some("maximal"),
    };
    let functions = &asked.spec.model.functions;
    let actions = asked.command.actions.as_ref().map(|actions| {
        let names = actions.iter().map(|&action| &functions[action].name[..]);
        format!("actions {}", names.collect::<Vec<_>>().join(","))
    });
    let traces = steps.as_deref().into_iter().chain(prefixes).chain(actions.as_deref());
    hash_of(parts.into_iter().chain(strict).chain(traces).chain(asked.spec.texts()))
}
