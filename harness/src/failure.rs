//! An input that fails, and why.

use serde_json::{Map, Value, json};

use crate::input::Name;
use crate::protocol::Throw;

/// One failing input.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub op: String,
    pub name: Name,
    pub id: u64,
    pub size: u64,
    /// At least one; the first is the one that it is grouped by.
    pub causes: Vec<Cause>,
    /// The input: `{"roots":{…},"objects":{…}}`.
    pub pre: Value,
    /// As answered.
    pub post: Option<Value>,
    pub result: Option<Value>,
    pub throw: Option<Throw>,
    /// What the other program answered: `post`, `result`, `throw`.
    pub other: Option<Value>,
    /// The last of the driver's standard error, where the driver ended.
    pub stderr: String,
    /// It fails in so many of so many runs.
    pub rate: Option<(u32, u32)>,
    /// So many labellings fail of so many that were tried.
    pub labellings: Option<(u64, u64)>,
    /// The inputs that the driver had been sent and had not answered, as text: `remove 3-9, 12`.
    pub company: Option<String>,
    /// The inputs that the driver had answered before.
    pub after: Option<String>,
    pub is_known: bool,
}

/// Why it fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// By this failures are grouped: numbers in messages are blanked.
    pub text: String,
    /// Where the violated conjunct stands.
    pub at: Option<String>,
    /// What is to be said of this input.
    pub details: Vec<String>,
}

impl Cause {
    pub(crate) fn plain(text: impl Into<String>) -> Cause {
        Cause { text: text.into(), at: None, details: Vec::new() }
    }

    /// A message of the program's, whose numbers are blanked.
    pub(crate) fn message(text: &str) -> Cause {
        let blanked = blanked(text);
        let details = if blanked == text { Vec::new() } else { vec![text.to_owned()] };
        Cause { text: blanked, at: None, details }
    }

    pub(crate) fn with(mut self, details: impl IntoIterator<Item = String>) -> Cause {
        self.details.extend(details);
        self
    }
}

impl Failure {
    /// The line of a report.
    pub(crate) fn record(&self) -> Value {
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        put("kind", json!("failure"));
        put("op", json!(self.op));
        put("key", json!(self.name.to_string()));
        put("id", json!(self.id));
        put("size", json!(self.size));
        put("causes", self.causes.iter().map(Cause::record).collect());
        if self.is_known {
            put("known", json!(true));
        }
        if let Some((failed, of)) = self.rate {
            put("rate", json!([failed, of]));
        }
        if let Some((failed, of)) = self.labellings {
            put("labellings", json!([failed, of]));
        }
        put("pre", self.pre.clone());
        let throw = self.throw.as_ref();
        let throw = throw.map(|throw| json!({ "type": throw.ty, "message": throw.message }));
        let answered = [
            ("post", &self.post),
            ("result", &self.result),
            ("throw", &throw),
            ("other", &self.other),
        ];
        for (name, value) in answered {
            if let Some(value) = value {
                put(name, value.clone());
            }
        }
        for (name, inputs) in [("company", &self.company), ("after", &self.after)] {
            if let Some(inputs) = inputs {
                put(name, json!(inputs));
            }
        }
        if !self.stderr.is_empty() {
            put("stderr", json!(self.stderr));
        }
        Value::Object(record)
    }

    pub(crate) fn read(record: &Value) -> Option<Failure> {
        let text = |name: &str| record.get(name).and_then(Value::as_str).map(str::to_owned);
        let pair = |name: &str| {
            let pair = record.get(name)?;
            Some((pair.get(0)?.as_u64()?, pair.get(1)?.as_u64()?))
        };
        let throw = |throw: &Value| {
            let text = |name: &str| throw.get(name).and_then(Value::as_str).map(str::to_owned);
            Some(Throw { ty: text("type")?, message: text("message")? })
        };
        let causes: Option<Vec<Cause>> =
            record.get("causes")?.as_array()?.iter().map(Cause::read).collect();
        let number = |number: u64| u32::try_from(number).ok();
        Some(Failure {
            op: text("op")?,
            name: Name::parse(&text("key")?)?,
            id: record.get("id")?.as_u64()?,
            size: record.get("size")?.as_u64()?,
            causes: causes.filter(|causes| !causes.is_empty())?,
            pre: record.get("pre")?.clone(),
            post: record.get("post").cloned(),
            result: record.get("result").cloned(),
            throw: record.get("throw").and_then(throw),
            other: record.get("other").cloned(),
            stderr: text("stderr").unwrap_or_default(),
            rate: pair("rate").and_then(|(failed, of)| Some((number(failed)?, number(of)?))),
            labellings: pair("labellings"),
            company: text("company"),
            after: text("after"),
            is_known: record.get("known").is_some(),
        })
    }
}

impl Cause {
    fn record(&self) -> Value {
        let mut record = Map::new();
        record.insert("cause".to_owned(), json!(self.text));
        if let Some(at) = &self.at {
            record.insert("at".to_owned(), json!(at));
        }
        if !self.details.is_empty() {
            record.insert("details".to_owned(), json!(self.details));
        }
        Value::Object(record)
    }

    fn read(record: &Value) -> Option<Cause> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let details = record.get("details").and_then(Value::as_array).into_iter().flatten();
        Some(Cause {
            text: text(record.get("cause")?)?,
            at: record.get("at").and_then(text),
            details: details.filter_map(text).collect(),
        })
    }
}

/// The sign for a number.
const BLANK: char = '#';

/// A message without its numbers and line breaks: `key # of #`. Digits in names stay: `E0027`.
fn blanked(message: &str) -> String {
    let mut blanked = String::with_capacity(message.len());
    let mut rest = message.trim();
    while let Some(c) = rest.chars().next() {
        let is_in_name = blanked.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let digits = number(rest);
        if digits > 0 && !is_in_name {
            blanked.push(BLANK);
            rest = &rest[digits..];
        } else {
            blanked.push(if c.is_control() { ' ' } else { c });
            rest = &rest[c.len_utf8()..];
        }
    }
    blanked
}

/// How many bytes of it are a number: decimal, or an address as `0x7f3a`.
fn number(text: &str) -> usize {
    let length = |text: &str, is_digit: fn(&u8) -> bool| text.bytes().take_while(is_digit).count();
    if let Some(hex) = text.strip_prefix("0x") {
        return 2 + length(hex, u8::is_ascii_hexdigit);
    }
    match length(text, u8::is_ascii_digit) {
        0 => 0,
        whole => match text[whole..].strip_prefix('.').map(|rest| length(rest, u8::is_ascii_digit))
        {
            Some(fraction @ 1..) => whole + 1 + fraction,
            _ => whole,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::blanked;

    /// If this fails, one bug makes as many groups as there are inputs.
    #[test]
    fn numbers_are_blanked() {
        let cases = [
            ("KeyError: 3", "KeyError: #"),
            ("list index 12 of 7.5 at 0x7f3a", "list index # of # at #"),
            ("E0027: Node$12 and utf8", "E0027: Node$# and utf8"),
            ("ends with 3.\nmore", "ends with #. more"),
        ];
        for (message, expected) in cases {
            assert_eq!(blanked(message), expected);
        }
    }
}
