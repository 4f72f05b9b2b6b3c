//! The subject of a report.

use korrel_heapgraph::Header;
use korrel_heapgraph::hash::hash;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::shard;
use crate::failure::FailedInput;
use crate::members::is_default;

/// The question, and the programs that were asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportHeading {
    /// The program and its version.
    pub tool: String,
    /// The name of the spec's file.
    pub spec: String,
    /// The text that tells this question from every other one.
    pub question: String,
    /// The scope in words: `exactly 1 Tree, 3 Node`.
    pub scope: String,
    /// The driver's command line.
    #[serde(default)]
    pub driver: Vec<String>,
    /// The other program's command line. Empty if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub against: Vec<String>,
    /// The shard i of n, i from 1. Without it, the run is of all inputs.
    #[serde(default, with = "shards", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub shard: Option<(u32, u32)>,
    /// All other options that change the inputs that are tried: `seed`, `relabel`, `repeat`, `after`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Map<String, Value>,
    /// The listing of its inputs, as data, if a command lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listing: Option<InputListing>,
    /// The words of a command that sends one input again, up to its key. The driver follows it. Empty if
    /// no command does.
    #[serde(default)]
    pub replay: Vec<String>,
    /// The declarations by which inputs are drawn: `types`, `enums`, …, as in a header of
    /// harness/1, and `ops`.
    #[serde(flatten)]
    pub declarations: Map<String, Value>,
}

/// `3/7`.
mod shards {
    use super::*;

    pub fn serialize<S: Serializer>(part: &Option<(u32, u32)>, to: S) -> Result<S::Ok, S::Error> {
        part.map(|(part, of)| format!("{part}/{of}")).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<(u32, u32)>, D::Error> {
        let text = String::deserialize(from)?;
        shard(&text).map(Some).ok_or_else(|| D::Error::custom("it is no shard"))
    }
}

impl ReportHeading {
    /// The header of an operation's states, or `None` if they are not of objects.
    pub fn header(&self, op: &str) -> Option<Header> {
        let parameters = self.declarations.get("ops")?.get(op)?.get("parameters")?;
        let mut header = self.declarations.clone();
        header.insert("format".to_owned(), "heapgraph/1".into());
        header.insert("roots".to_owned(), parameters.clone());
        Header::read(&Value::Object(header)).ok()
    }
}

/// The settings that determine the inputs of a report, beside its operations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputListing {
    /// The path of the spec's file, as it was given, where `-` is standard input.
    pub spec: String,
    /// The folders in which opened modules are looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub strict_alloy: bool,
    /// The depth to which calls that lead to themselves are unrolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recursion: Option<u32>,
    /// The scope that replaces those of the operations' commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The scope that names n.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grow: Option<String>,
    /// The predicate that holds of the inputs' roots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// Integers wrap around: `wrap`.
    #[serde(rename = "overflow", default, with = "wraps", skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub wraps: bool,
}

/// `wrap`.
mod wraps {
    use super::*;

    pub fn serialize<S: Serializer>(_: &bool, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str("wrap")
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<bool, D::Error> {
        Ok(String::deserialize(from)? == "wrap")
    }
}

impl ReportHeading {
    pub(super) fn read(record: &Value) -> Option<ReportHeading> {
        let mut heading = ReportHeading::deserialize(record).ok()?;
        heading.declarations.retain(|name, _| !["kind", "format"].contains(&name.as_str()));
        Some(heading)
    }

    /// The heading without the shard, and without paths: all shards of a run share it.
    pub(super) fn whole(&self) -> ReportHeading {
        ReportHeading { shard: None, listing: None, replay: Vec::new(), ..self.clone() }
    }

    /// True if there are other inputs, which this run does not try.
    pub fn is_of_a_part(&self) -> bool {
        self.shard.is_some()
            || ["after", "replay"].iter().any(|one| self.options.contains_key(*one))
    }

    /// True if its inputs are calls within behaviours: none of them is asked for by its operation.
    fn is_of_behaviours(&self) -> bool {
        self.declarations.contains_key("behaviours")
    }

    /// A command that shows a failure again: by its input alone, where that is enough.
    pub fn replay(&self, failure: &FailedInput) -> String {
        let mut words = self.replay.clone();
        if !self.is_of_behaviours() {
            words.extend(["--op".to_owned(), failure.op.clone()]);
        }
        let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
        if failure.needs_others() {
            for name in ["relabel", "seed", "repeat"] {
                self.options
                    .get(name)
                    .into_iter()
                    .for_each(|given| add(&format!("--{name}"), plain(given)));
            }
        } else {
            if failure.is_disagreement() {
                // The labelling is sent beside the input as it was listed.
                add("--relabel", "1".to_owned());
            }
            failure.rate.into_iter().for_each(|(_, runs)| add("--repeat", runs.to_string()));
            add("--replay", failure.name.to_string());
        }
        self.driven(words)
    }

    /// A command that tries the same inputs and writes such a report in JSON, or `None` if the heading tells of none.
    pub fn again(&self) -> Option<String> {
        let mut words = self.replay.clone();
        let ops = self.declarations.get("ops").and_then(Value::as_object);
        let ops = ops.filter(|_| !self.is_of_behaviours()).into_iter().flat_map(Map::keys);
        words.extend(ops.flat_map(|op| ["--op".to_owned(), op.clone()]));
        for (name, given) in &self.options {
            words.push(format!("--{name}"));
            words.extend((*given != true).then(|| plain(given)));
        }
        words.extend(["--format", "json"].map(str::to_owned));
        (!self.replay.is_empty()).then(|| self.driven(words))
    }

    /// The words of a command, and the programs that it starts.
    fn driven(&self, mut words: Vec<String>) -> String {
        words.push("--".to_owned());
        words.extend(self.driver.iter().cloned());
        if !self.against.is_empty() {
            words.extend(["--against", "--"].map(str::to_owned));
            words.extend(self.against.iter().cloned());
        }
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// A hash of the driver's command line.
    pub(super) fn driver_hash(&self) -> String {
        hash(json!([self.driver, self.against]).to_string())
    }
}

/// A value as it was given.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=+,@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The texts of an array, or none if there is no array.
pub(super) fn strings(record: &Value, name: &str) -> Vec<String> {
    let values = record.get(name).and_then(Value::as_array).into_iter().flatten();
    values.filter_map(|value| value.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{merge, read};
    use super::*;

    fn listing(spec: &str) -> InputListing {
        InputListing {
            spec: spec.to_owned(),
            folders: vec!["lib".to_owned(), "a b".to_owned()],
            strict_alloy: true,
            recursion: Some(2),
            scope: Some("3 A".to_owned()),
            grow: Some("n A".to_owned()),
            invariant: Some("valid".to_owned()),
            wraps: true,
        }
    }

    /// If this fails, a command that reads a report lists other inputs than those it is about.
    #[test]
    fn how_inputs_are_listed_is_read_as_it_was_written() {
        for listing in [Some(listing("f.als")), Some(InputListing::default()), None] {
            let heading = ReportHeading { listing, ..ReportHeading::default() };
            let record = serde_json::to_value(&heading).expect("it is JSON");
            assert_eq!(ReportHeading::read(&record), Some(heading));
        }
    }

    /// If this fails, machines that have the spec at different places cannot share the work.
    #[test]
    fn shards_may_have_the_spec_at_different_places() {
        let shard = |part: u32, spec: &str| {
            let text = read::tests::report(Some(&format!("{part}/2")), 1);
            let mut report = read::read(&text).expect("it is a report");
            report.heading.listing = Some(listing(spec));
            report
        };
        let whole = merge::merge(vec![shard(2, "two/f.als"), shard(1, "one/f.als")]);
        let listed = whole.expect("they are of one run").heading.listing;
        assert_eq!(listed, Some(listing("one/f.als")));
    }
}
