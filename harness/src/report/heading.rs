//! What a report is about.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// What was asked, of whom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// The program and its version.
    pub tool: String,
    /// The name of the spec's file.
    pub spec: String,
    /// What tells this question from every other one.
    pub question: String,
    /// In words: `exactly 1 Tree, 3 Node`.
    pub scope: String,
    /// The driver's command line.
    pub driver: Vec<String>,
    /// That of the other program; empty if there is none.
    pub against: Vec<String>,
    /// (i, n), i from 1.
    pub shard: Option<(u32, u32)>,
    /// Whatever else changes what is tried: `seed`, `relabel`, `repeat`, `invariant`.
    pub options: Map<String, Value>,
    /// The words of a command that sends one input again, up to its key; the driver follows it.
    pub replay: Vec<String>,
}

impl Heading {
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
        record
    }

    pub(super) fn read(record: &Value) -> Option<Heading> {
        let text = |name: &str| record.get(name)?.as_str().map(str::to_owned);
        let words = |name: &str| -> Vec<String> {
            let words = record.get(name).and_then(Value::as_array).into_iter().flatten();
            words.filter_map(|word| word.as_str().map(str::to_owned)).collect()
        };
        let shard = record.get("shard").and_then(Value::as_str);
        Some(Heading {
            tool: text("tool")?,
            spec: text("spec")?,
            question: text("question")?,
            scope: text("scope")?,
            driver: words("driver"),
            against: words("against"),
            shard: match shard {
                None => None,
                Some(shard) => {
                    let (part, of) = shard.split_once('/')?;
                    Some((part.parse().ok()?, of.parse().ok()?))
                }
            },
            options: record.get("options").and_then(Value::as_object).cloned().unwrap_or_default(),
            replay: words("replay"),
        })
    }

    /// Without the shard: what all shards of a run share.
    pub(super) fn whole(&self) -> Heading {
        Heading { shard: None, replay: Vec::new(), ..self.clone() }
    }

    /// Whether there are other inputs, which this run does not try.
    pub(super) fn is_of_a_part(&self) -> bool {
        self.shard.is_some()
            || ["after", "replay"].iter().any(|one| self.options.contains_key(*one))
    }

    /// A command that sends this input again.
    pub(super) fn replay(&self, op: &str, name: &str) -> String {
        let words = self.replay.iter().map(String::as_str);
        let words = words.chain(["--op", op, "--replay", name, "--"]);
        let words = words.chain(self.driver.iter().map(String::as_str));
        let separators: &[&str] = if self.against.is_empty() { &[] } else { &["--against", "--"] };
        let words = words.chain(separators.iter().copied());
        let words = words.chain(self.against.iter().map(String::as_str));
        let words: Vec<String> = words.map(quoted).collect();
        words.join(" ")
    }

    /// A hash of the driver's command line.
    pub(super) fn driver_hash(&self) -> String {
        hash(&json!([self.driver, self.against]).to_string())
    }
}

/// 16 hexadecimal digits of a text's SHA-256.
pub(super) fn hash(text: &str) -> String {
    Sha256::digest(text)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=+,@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
