//! A failure as a line of a report, and back.

use serde_json::{Map, Value, json};

use super::{FailedInput, FailureCause};
use crate::input::InputName;
use crate::protocol::Throw;

impl FailedInput {
    /// The line of a report.
    pub(crate) fn record(&self) -> Value {
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        put("kind", json!("failure"));
        put("op", json!(self.op));
        put("key", json!(self.name.to_string()));
        put("id", json!(self.id));
        put("size", json!(self.size));
        put("causes", self.causes.iter().map(FailureCause::record).collect());
        if self.is_known {
            put("known", json!(true));
        }
        if self.is_confirmed {
            put("confirmed", json!(true));
        }
        if let Some((failed, of)) = self.rate {
            put("rate", json!([failed, of]));
        }
        if let Some((failed, of)) = self.labellings {
            put("labellings", json!([failed, of]));
        }
        if !self.calls.is_empty() {
            put("calls", json!(self.calls));
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

    pub(crate) fn read(record: &Value) -> Option<FailedInput> {
        let text = |name: &str| record.get(name).and_then(Value::as_str).map(str::to_owned);
        let pair = |name: &str| {
            let pair = record.get(name)?;
            Some((pair.get(0)?.as_u64()?, pair.get(1)?.as_u64()?))
        };
        let throw = |throw: &Value| {
            let text = |name: &str| throw.get(name).and_then(Value::as_str).map(str::to_owned);
            Some(Throw { ty: text("type")?, message: text("message")? })
        };
        let causes: Option<Vec<FailureCause>> =
            record.get("causes")?.as_array()?.iter().map(FailureCause::read).collect();
        let number = |number: u64| u32::try_from(number).ok();
        Some(FailedInput {
            op: text("op")?,
            name: InputName::parse(&text("key")?)?,
            id: record.get("id")?.as_u64()?,
            size: record.get("size")?.as_u64()?,
            causes: causes.filter(|causes| !causes.is_empty())?,
            calls: record.get("calls").and_then(Value::as_array).cloned().unwrap_or_default(),
            checked: None,
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
            is_confirmed: record.get("confirmed").is_some(),
            is_known: record.get("known").is_some(),
        })
    }
}

impl FailureCause {
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

    fn read(record: &Value) -> Option<FailureCause> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let details = record.get("details").and_then(Value::as_array).into_iter().flatten();
        Some(FailureCause {
            text: text(record.get("cause")?)?,
            at: record.get("at").and_then(text),
            details: details.filter_map(text).collect(),
        })
    }
}
