//! The question that a stream, or a count, answers: its schema, its header, and its identity.
//!
//! A stream is continued, or joined with others, only if it answers the same question. The name of a
//! file, the text of a command and the declarations do not tell that: a fact may have changed, or a
//! module that is opened. So the header holds a hash of all that the instances depend on, except for
//! the version of the program (and with it the built-in modules) and the part of a `--shard`, which
//! stand beside it. The path of the spec is no part of the question, nor is the way in which it is
//! searched.

use korrel_enumerate::heap::{self, Draw, Heading, Schema, TraceHeading};
use korrel_enumerate::{Certificate, Estimate, Shard};
use korrel_heapgraph::Header;
use korrel_heapgraph::hash::hash_of;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, StepEnd, TraceKind};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::visible::visible_json;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::answer::{EstimateAnswer, Number};
use crate::question::{NoAnswer, PartedQuestion, SpecCommand};
use crate::settings::{Settings, ShardCut};
use crate::spec::schema;
use crate::stream::CubePlace;

/// The program's name in records.
pub const TOOL: &str = concat!("korrel ", env!("CARGO_PKG_VERSION"));

/// The name of the way in which shards are cut (`enumerate/regions`). Another way gets another name:
/// shards of both make no whole.
const CELLS: &str = "cells";
const COUNTS: &str = "counts";

/// The subject of a question about a command.
#[derive(Clone, Debug)]
pub enum StreamSubject {
    /// All instances, one after the other, in the one order.
    Instances,
    /// The instance that has this key.
    Key(String),
    /// Instances drawn at random, uniformly or by the value of an expression.
    Drawn { seed: u64, weight: Option<String> },
    /// A question in parts, in words, and the header's member that describes it.
    Parts { words: String, asks: (&'static str, Json) },
}

impl StreamSubject {
    /// That of a question in parts.
    pub fn of(question: &dyn PartedQuestion) -> StreamSubject {
        StreamSubject::Parts { words: question.words(), asks: question.header() }
    }
}

/// A question whose answer is a stream or a count.
pub struct StreamQuestion<'a> {
    pub asked: &'a SpecCommand,
    pub settings: &'a Settings,
    subject: StreamSubject,
    has_own_steps: bool,
    schema: Schema,
    cut: Option<&'static str>,
}

impl<'a> StreamQuestion<'a> {
    /// `has_own_steps`: the number of states of a trace is not that of the command's text.
    ///
    /// # Errors
    /// Names that a reader of a heap would misread.
    pub fn new(
        asked: &'a SpecCommand,
        settings: &'a Settings,
        subject: StreamSubject,
        has_own_steps: bool,
    ) -> Result<StreamQuestion<'a>, Mistakes> {
        let SpecCommand { spec, command } = asked;
        let schema = match subject {
            // Parts are instances, and not counterexamples, whatever the command is. But completions are those of the command.
            StreamSubject::Parts { asks: (name, _), .. } if name != COMPLETE => {
                let command = Command { kind: CommandKind::Run, ..command.clone() };
                schema(spec, &command, settings)?
            }
            _ => schema(spec, command, settings)?,
        };
        Ok(StreamQuestion { asked, settings, subject, has_own_steps, schema, cut: None })
    }

    /// The completions of the heaps of a file of this name.
    ///
    /// # Errors
    /// Like [`StreamQuestion::new`].
    pub fn of_completions(
        asked: &'a SpecCommand,
        settings: &'a Settings,
        heaps: &str,
        has_own_steps: bool,
    ) -> Result<StreamQuestion<'a>, Mistakes> {
        let asks = (COMPLETE, json!(heaps));
        let subject = StreamSubject::Parts { words: "completions".to_owned(), asks };
        StreamQuestion::new(asked, settings, subject, has_own_steps)
    }

    /// The same with the way in which its shard is cut, which depends on a count.
    ///
    /// # Errors
    /// A construct that cannot be translated; a stop.
    pub fn cut(self, effort: &Effort) -> Result<StreamQuestion<'a>, NoAnswer> {
        let cut = match self.settings.shard {
            None => None,
            Some((_, ShardCut::Cells)) => Some(CELLS),
            Some((_, ShardCut::Counts)) => {
                let posed = self.asked.posed(self.settings, effort)?;
                Some(if posed.open()?.is_cut_by_counts() { COUNTS } else { CELLS })
            }
        };
        Ok(StreamQuestion { cut, ..self })
    }

    /// The schema of the records.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The declarations.
    pub fn types(&self) -> Header {
        self.schema.header()
    }

    /// The warnings of actions that name no step.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.schema.unnamed
    }

    /// The header of the stream.
    pub fn header(&self) -> String {
        self.header_of(self.settings.shard.map(|(shard, _)| shard), self.cut, None)
    }

    /// The header of the stream of a queue's part, which begins at this place of a shard.
    pub fn header_of_part(&self, shard: Shard, from: CubePlace) -> String {
        let from = Some(from).filter(|&from| from > CubePlace::default());
        self.header_of(Some(shard), Some(CELLS), from)
    }

    fn header_of(
        &self,
        shard: Option<Shard>,
        cut: Option<&str>,
        from: Option<CubePlace>,
    ) -> String {
        let SpecCommand { spec, command } = self.asked;
        let (text, question) = (spec.text(command), self.identity());
        let mut heading = Heading {
            question: &question,
            symmetry: self.symmetry(),
            shard: shard.map(|shard| (shard.part, shard.of)),
            from,
            cut,
            traces: TraceHeading::of(&spec.model, command),
            ..Heading::plain(TOOL, &spec.name, &text)
        };
        match &self.subject {
            StreamSubject::Instances => {}
            StreamSubject::Key(key) => heading.key = Some(key),
            StreamSubject::Drawn { seed, weight } => {
                heading.sample = Some(Draw { seed: *seed, weight: weight.as_deref() });
            }
            StreamSubject::Parts { asks: (name, what), .. } => heading.asks = Some((name, what)),
        }
        heap::header(&self.schema, &heading)
    }

    fn symmetry(&self) -> &'static str {
        if self.settings.every_labelling { "none" } else { "full" }
    }

    /// The hash that tells it from every other question.
    fn identity(&self) -> String {
        let SpecCommand { spec, command } = self.asked;
        let kind = match &self.subject {
            StreamSubject::Instances | StreamSubject::Drawn { .. } => "instances".to_owned(),
            StreamSubject::Key(key) => format!("key {key}"),
            StreamSubject::Parts { words, .. } => words.clone(),
        };
        let text = spec.text(command);
        let parameters = if self.settings.ignore_parameters { "ignored" } else { "shown" };
        let overflow = overflow_name(self.settings.overflow);
        let parts = [&kind[..], &text, self.symmetry(), overflow, parameters];
        let strict = spec.program.is_strict.then_some("strict");
        let recursion = recursion_of(spec);
        let steps = command.scope.steps.filter(|_| self.has_own_steps);
        let steps = steps.map(|steps| match steps.end {
            StepEnd::Bounded => format!("steps {}..{}", steps.min, steps.max),
            _ => format!("steps {}..", steps.min),
        });
        let prefixes = match command.traces {
            TraceKind::Lassos => None,
            TraceKind::Prefixes | TraceKind::Openings | TraceKind::Refuting => Some("prefixes"),
            TraceKind::Maximal => Some("maximal"),
        };
        let functions = &spec.model.functions;
        let actions = command.actions.as_ref().map(|actions| {
            let names = actions.iter().map(|&action| &functions[action].name[..]);
            format!("actions {}", names.collect::<Vec<_>>().join(","))
        });
        let begins = command.begins.as_ref().map(|record| format!("begins {record}"));
        let traces = steps.as_deref().into_iter().chain(prefixes).chain(actions.as_deref());
        let traces = traces.chain(begins.as_deref());
        let dialect = strict.into_iter().chain(recursion.as_deref());
        hash_of(parts.into_iter().chain(dialect).chain(traces).chain(spec.texts()))
    }

    /// The record of a count of the instances.
    pub fn count_record(&self, count: &BigUint) -> String {
        self.count_record_of(self.settings.shard.map(|(shard, _)| shard), self.cut, count)
    }

    /// The record of a count of the instances of a queue's part, which lies in this shard.
    pub fn count_record_of_part(&self, shard: Shard, count: &BigUint) -> String {
        self.count_record_of(Some(shard), Some(CELLS), count)
    }

    fn count_record_of(&self, shard: Option<Shard>, cut: Option<&str>, count: &BigUint) -> String {
        let mut record = self.record("count");
        if let Some(shard) = shard {
            record["shard"] = json!(format!("{}/{}", shard.part, shard.of));
        }
        if let Some(cut) = cut {
            record["cut"] = json!(cut);
        }
        record["count"] = json!(Number::from(count));
        visible_json(&record.to_string()).into_owned()
    }

    /// The record of an estimate of their number, or of the reason why there is none.
    pub fn estimate_record(&self, estimate: Result<&Estimate, heap::Status>) -> String {
        let mut record = self.record("estimate");
        match estimate.map(|estimate| json!(EstimateAnswer::from(estimate))) {
            Ok(Json::Object(members)) => {
                members.into_iter().for_each(|(name, value)| record[name] = value);
            }
            Ok(_) => unreachable!("a struct is an object"),
            Err(status) => record["status"] = json!(status.name()),
        }
        visible_json(&record.to_string()).into_owned()
    }

    /// What a certificate of the list is about, or of the count if there is a number: its `problem.json`.
    pub fn problem(&self, certificate: &Certificate<'_>, number: Option<&BigUint>) -> String {
        let record = self.record("certificate");
        let names = ["format", "tool", "spec", "command", "question"].into_iter();
        let of_question = names.map(|name| (name.to_owned(), record[name].clone()));
        let members = of_question.chain(certificate.statement(number)).collect();
        visible_json(&Json::Object(members).to_string()).into_owned()
    }

    /// The members of a record that name its question.
    fn record(&self, kind: &str) -> Json {
        let SpecCommand { spec, command } = self.asked;
        let mut record = json!({
            "kind": kind,
            "format": format!("{kind}/1"),
            "tool": TOOL,
            "spec": spec.name,
            "command": spec.text(command),
            "question": self.identity(),
            "symmetry": self.symmetry(),
        });
        if let Some(traces) = TraceHeading::of(&spec.model, command) {
            record["traces"] = json!(traces.name());
            record["steps"] = json!([traces.steps.least, traces.steps.greatest]);
            if traces.kind == TraceKind::Maximal {
                record["maximal"] = json!(true);
            }
        }
        record
    }
}

/// True if the shards of this header, or count, were cut by their numbers of instances.
pub fn is_cut_by_counts(header: &Json) -> bool {
    header["cut"] == COUNTS
}

/// The header's member that names the heaps that are completed.
const COMPLETE: &str = "complete";

/// The header's member for each question in parts, and the flag that asks it.
const PARTED: [(&str, &str); 7] = [
    ("graph", "explore"),
    (COMPLETE, "find --complete"),
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

/// The header of a stream whose question has no settings but perhaps for overflow. `asks`: the words that tell it from every other one, and
/// the member that describes it; without them nobody will ask it again.
pub(crate) fn plain_header(
    asked: &SpecCommand,
    schema: &Schema,
    asks: Option<(&str, Overflow, (&str, &Json))>,
) -> String {
    let SpecCommand { spec, command } = asked;
    let (text, identity) =
        (spec.text(command), asks.map(|(words, overflow, _)| identity_of(asked, words, overflow)));
    let heading = Heading {
        question: identity.as_deref().unwrap_or_default(),
        asks: asks.map(|(_, _, asks)| asks),
        traces: TraceHeading::of(&spec.model, command),
        ..Heading::plain(TOOL, &spec.name, &text)
    };
    heap::header(schema, &heading)
}

/// The hash that tells a question from every other one that has no settings but for overflow.
pub fn identity_of(asked: &SpecCommand, words: &str, overflow: Overflow) -> String {
    let SpecCommand { spec, command } = asked;
    let text = spec.text(command);
    let parts = [words, &text, overflow_name(overflow)];
    let strict = spec.program.is_strict.then_some("strict");
    let recursion = recursion_of(spec);
    let dialect = strict.into_iter().chain(recursion.as_deref());
    hash_of(parts.into_iter().chain(dialect).chain(spec.texts()))
}

/// The depth of recursion, if somebody has asked for one.
fn recursion_of(spec: &Spec) -> Option<String> {
    spec.program.recursion.map(|depth| format!("recursion {depth}"))
}

fn overflow_name(overflow: Overflow) -> &'static str {
    match overflow {
        Overflow::Forbid => "forbid",
        Overflow::Wrap => "wrap",
    }
}
