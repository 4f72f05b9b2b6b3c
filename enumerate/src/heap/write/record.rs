//! The three records of heapgraph/1.

use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Model, TraceKind, VariableId};
use korrel_lang::tuples::TupleSet;
use korrel_lang::unroll::Steps;
use korrel_lang::visible::visible_json;
use serde_json::{Map, Value as Json, json};

use super::super::concretize::concretize;
use super::super::graph::HeapGraph;
use super::super::schema::Schema;
use super::graph::write_graph;
use super::id::{BEGIN, InstanceId, UNPLACED};
use super::tally::StreamTally;
use crate::regions::place::CubePlace;

/// The reason why a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Complete,
    Limit,
    Timeout,
    Memory,
    Interrupted,
    Error,
}

impl Status {
    pub fn named(name: &str) -> Option<Status> {
        let all = [
            Status::Complete,
            Status::Limit,
            Status::Timeout,
            Status::Memory,
            Status::Interrupted,
            Status::Error,
        ];
        all.into_iter().find(|status| status.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Status::Complete => "complete",
            Status::Limit => "limit",
            Status::Timeout => "timeout",
            Status::Memory => "memory",
            Status::Interrupted => "interrupted",
            Status::Error => "error",
        }
    }
}

/// The members of a header beside the declarations.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The program and its version.
    pub tool: &'a str,
    /// The name of the spec's file.
    pub spec: &'a str,
    /// The command's text.
    pub command: &'a str,
    /// The fingerprint that tells this question from every other one.
    pub question: &'a str,
    /// `full` or `none`.
    pub symmetry: &'a str,
    /// (i, n), i from 1.
    pub shard: Option<(u32, u32)>,
    /// Where the part begins, if the shard was split and what comes before it is another one's.
    pub from: Option<CubePlace>,
    /// The way in which the shards were cut, where there is a choice: `counts` or `cubes`.
    pub cut: Option<&'a str>,
    /// The key of the only instance that is asked for.
    pub key: Option<&'a str>,
    /// The instances are drawn at random.
    pub sample: Option<Draw<'a>>,
    /// The member that describes any question other than for all instances.
    pub asks: Option<(&'a str, &'a Json)>,
    /// The instances are traces.
    pub traces: Option<TraceHeading>,
}

impl<'a> Heading<'a> {
    /// That of a stream by itself, whose question nobody will ask again.
    pub fn plain(tool: &'a str, spec: &'a str, command: &'a str) -> Heading<'a> {
        Heading {
            tool,
            spec,
            command,
            question: "",
            symmetry: "full",
            shard: None,
            from: None,
            cut: None,
            key: None,
            sample: None,
            asks: None,
            traces: None,
        }
    }
}

/// What the header of traces says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceHeading {
    pub kind: TraceKind,
    pub steps: Steps,
}

impl TraceHeading {
    /// That of a command, or `None` if it is about one state.
    pub fn of(model: &Model, command: &Command) -> Option<TraceHeading> {
        Steps::of(model, command).map(|steps| TraceHeading { kind: command.traces, steps })
    }

    /// The word for them in records.
    pub fn name(&self) -> &'static str {
        if self.kind.are_beginnings() { "prefix" } else { "lasso" }
    }
}

/// The way in which instances are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    pub seed: u64,
    /// The expression whose value is an instance's weight. Without one all are alike.
    pub weight: Option<&'a str>,
}

/// The first line.
pub fn header(schema: &Schema, heading: &Heading<'_>) -> String {
    let &Heading {
        tool,
        spec,
        command,
        question,
        symmetry,
        shard,
        from,
        cut,
        key,
        sample,
        asks,
        traces,
    } = heading;
    let mut record = Map::new();
    let mut put = |key: &str, value: Json| record.insert(key.to_owned(), value);
    put("kind", json!("header"));
    put("format", json!("heapgraph/1"));
    put("tool", json!(tool));
    put("spec", json!(spec));
    put("command", json!(command));
    put("question", json!(question));
    put("symmetry", json!(symmetry));
    if let Some(traces) = traces {
        put("traces", json!(traces.name()));
        put("steps", json!([traces.steps.least, traces.steps.greatest]));
        if traces.kind == TraceKind::Maximal {
            put("maximal", json!(true));
        }
    }
    if let Some((part, of)) = shard {
        put("shard", json!(format!("{part}/{of}")));
    }
    if let Some(from) = from {
        put("from", from.json());
    }
    if let Some(cut) = cut {
        put("cut", json!(cut));
    }
    if let Some(key) = key {
        put("key", json!(key));
    }
    if let Some(Draw { seed, weight }) = sample {
        let mut draw = json!({ "seed": seed });
        if let Some(weight) = weight {
            draw["weight"] = json!(weight);
        }
        put("sample", draw);
    }
    if let Some((name, what)) = asks {
        put(name, what.clone());
    }
    for (key, value) in schema.header().declarations() {
        put(key, value);
    }
    visible_json(&Json::Object(record).to_string()).into_owned()
}

/// Begins an instance's line with its id. Its body follows.
#[inline]
pub fn begin_record(out: &mut Vec<u8>, id: &InstanceId) {
    out.extend_from_slice(BEGIN);
    out.extend_from_slice(id.digits());
}

/// Begins the line of an instance that has no place in an order. Its body follows.
pub fn begin_unplaced(out: &mut Vec<u8>) {
    out.extend_from_slice(UNPLACED);
}

/// Writes what follows the id in an instance's line, without the line break.
pub fn record_body(out: &mut Vec<u8>, heap: &HeapGraph<'_>, key: Option<&str>) {
    out.push(b',');
    if let Some(key) = key {
        out.extend_from_slice(key_member(key).as_bytes());
    }
    write_graph(out, heap);
    out.push(b'}');
}

/// The member that says a record's key, and the comma after it.
pub fn key_member(key: &str) -> String {
    format!("\"key\":\"{key}\",")
}

/// True if the body of a record, which is written with keys, has this one.
pub fn has_key(body: &[u8], key: &str) -> bool {
    body.strip_prefix(b",").is_some_and(|body| body.starts_with(key_member(key).as_bytes()))
}

/// Writes an instance's line, without the line break, after what `out` holds already.
pub fn instance_record(
    out: &mut Vec<u8>,
    schema: &Schema,
    model: &Model,
    instance: &Instance,
    id: u64,
    witnesses: &[(VariableId, TupleSet)],
) {
    begin_record(out, &id.into());
    record_body(out, &concretize(schema, model, instance, witnesses), None);
}

/// The last line: why the stream ended, after which instances.
pub fn end(status: Status, tally: &StreamTally) -> String {
    end_with(status, tally, &Map::new())
}

/// The same with what else the stream has told.
pub fn end_with(status: Status, tally: &StreamTally, told: &Map<String, Json>) -> String {
    let (status, count, digest) = (status.name(), tally.count(), tally.digest());
    let mut record = json!({ "kind": "end", "status": status, "count": count, "digest": digest });
    if tally.dead_ends() > 0 {
        record["dead_ends"] = json!(tally.dead_ends());
    }
    for (name, what) in told {
        record[name] = what.clone();
    }
    visible_json(&record.to_string()).into_owned()
}

/// The last line of a shard: also how many instances lie in which cube, in order. By that shards are
/// put together. `until`: the first place that is another one's, if the shard was split.
pub fn end_of_shard(
    status: Status,
    tally: &StreamTally,
    cubes: &[(u64, u64)],
    until: Option<CubePlace>,
) -> String {
    let mut told = Map::from_iter([("cubes".to_owned(), json!(cubes))]);
    told.extend(until.map(|until| ("until".to_owned(), until.json())));
    end_with(status, tally, &told)
}
