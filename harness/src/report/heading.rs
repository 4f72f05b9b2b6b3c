//! The subject of a report.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::shard;
use crate::failure::FailedInput;

/// The question, and the programs that were asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportHeading {
    /// The program and its version.
    pub tool: String,
    /// The name of the spec's file.
    pub spec: String,
    /// The text that tells this question from every other one.
    pub question: String,
    /// In words: `exactly 1 Tree, 3 Node`.
    pub scope: String,
    /// The driver's command line.
    pub driver: Vec<String>,
    /// The other program's command line; empty if there is none.
    pub against: Vec<String>,
    /// (i, n), i from 1.
    pub shard: Option<(u32, u32)>,
    /// All other options that change the inputs that are tried: `seed`, `relabel`, `repeat`,
    /// `invariant`.
    pub options: Map<String, Value>,
    /// The declarations by which inputs are drawn: `types`, `enums`, …, as in a header of
    /// harness/1, and `ops`.
    pub declarations: Map<String, Value>,
    /// The words of a command that sends one input again, up to its key; the driver follows it. Empty if
    /// no command does.
    pub replay: Vec<String>,
}

/// The members of a record beside the declarations.
const OWN: [&str; 11] = [
    "kind", "format", "tool", "spec", "question", "scope", "driver", "against", "shard", "options",
    "replay",
];

impl ReportHeading {
    pub(super) fn record(&self) -> Map<String, Value> {
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        put("kind", json!("header"));
        put("format", json!("report/1"));
        put("tool", json!(self.tool));
        put("spec", json!(self.spec));
        put("question", json!(self.question));
        put("scope", json!(self.scope));
        put("driver", json!(self.driver));
        if !self.against.is_empty() {
            put("against", json!(self.against));
        }
        if let Some((part, of)) = self.shard {
            put("shard", json!(format!("{part}/{of}")));
        }
        if !self.options.is_empty() {
            put("options", json!(self.options));
        }
        put("replay", json!(self.replay));
        record.extend(self.declarations.clone());
        record
    }

    pub(super) fn read(record: &Value) -> Option<ReportHeading> {
        let text = |name: &str| record.get(name)?.as_str().map(str::to_owned);
        let words = |name: &str| -> Vec<String> {
            let words = record.get(name).and_then(Value::as_array).into_iter().flatten();
            words.filter_map(|word| word.as_str().map(str::to_owned)).collect()
        };
        let part = record.get("shard").and_then(Value::as_str);
        Some(ReportHeading {
            tool: text("tool")?,
            spec: text("spec")?,
            question: text("question")?,
            scope: text("scope")?,
            driver: words("driver"),
            against: words("against"),
            shard: match part {
                None => None,
                Some(text) => Some(shard(text)?),
            },
            options: record.get("options").and_then(Value::as_object).cloned().unwrap_or_default(),
            declarations: record
                .as_object()?
                .iter()
                .filter(|(name, _)| !OWN.contains(&name.as_str()))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            replay: words("replay"),
        })
    }

    /// The heading without the shard: all shards of a run share it.
    pub(super) fn whole(&self) -> ReportHeading {
        ReportHeading { shard: None, replay: Vec::new(), ..self.clone() }
    }

    /// True if there are other inputs, which this run does not try.
    pub(super) fn is_of_a_part(&self) -> bool {
        self.shard.is_some()
            || ["after", "replay"].iter().any(|one| self.options.contains_key(*one))
    }

    /// A command that shows a failure again: by its input alone, where that is enough.
    pub(super) fn replay(&self, failure: &FailedInput) -> String {
        let words = self.replay.iter().cloned().chain(["--op".to_owned(), failure.op.clone()]);
        let mut words: Vec<String> = words.collect();
        let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
        if failure.needs_others() {
            for name in ["relabel", "seed", "repeat", "fresh-every"] {
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

/// 16 hexadecimal digits of a text's SHA-256.
pub fn hash(text: impl AsRef<[u8]>) -> String {
    Sha256::digest(text)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
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
