//! The history of a program of several clients: when each call began and ended, and what came of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shape::{Wrong, array, object, only, text};

/// A call in a history.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryCall {
    /// Numbers of one counter for all clients: a call that ends before another one begins has the lesser number.
    pub from: u64,
    pub to: u64,
    pub result: Option<Value>,
    pub throw: Option<Throw>,
}

/// The exception that the code under test threw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Throw {
    #[serde(rename = "type")]
    pub ty: String,
    pub message: String,
}

/// Reads the calls of each client, one after the other.
pub(super) fn history(value: &Value) -> Result<Vec<Vec<HistoryCall>>, Wrong> {
    let client = |(client, calls): (usize, &Value)| {
        let path = format!("$.history[{client}]");
        let mut found: Vec<HistoryCall> = Vec::new();
        for (at, value) in array(calls, &path)?.iter().enumerate() {
            let path = format!("{path}[{at}]");
            let call = call(value, &path)?;
            if let Some(before) = found.last()
                && before.to >= call.from
            {
                let why = format!(
                    "must be more than {}, for a client's calls follow one another",
                    before.to
                );
                return Err(Wrong::new(format!("{path}.from"), why));
            }
            found.push(call);
        }
        Ok(found)
    };
    array(value, "$.history")?.iter().enumerate().map(client).collect()
}

fn call(value: &Value, path: &str) -> Result<HistoryCall, Wrong> {
    let call = object(value, path)?;
    only(call, path, &["from", "to", "result", "throw"])?;
    let number = |name: &str| match call.get(name) {
        None => Err(Wrong::new(format!("{path}.{name}"), "is missing")),
        Some(number) => number.as_u64().ok_or_else(|| {
            Wrong::new(
                format!("{path}.{name}"),
                format!("must be a number from 0, but is {number}"),
            )
        }),
    };
    let (from, to) = (number("from")?, number("to")?);
    if to < from {
        return Err(Wrong::new(
            format!("{path}.to"),
            format!("must be {from} or more, but is {to}"),
        ));
    }
    let result = call.get("result").cloned();
    let throw = call.get("throw").map(throw).transpose()?;
    Ok(HistoryCall { from, to, result, throw })
}

pub(super) fn throw(value: &Value) -> Result<Throw, Wrong> {
    let throw = object(value, "$.throw")?;
    only(throw, "$.throw", &["type", "message"])?;
    let Some(ty) = throw.get("type") else { return Err(Wrong::new("$.throw.type", "is missing")) };
    let message = match throw.get("message") {
        None | Some(Value::Null) => String::new(),
        Some(message) => text(message, "$.throw.message")?,
    };
    Ok(Throw { ty: text(ty, "$.throw.type")?, message })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::history;

    /// If it failed, an impossible history would be judged, or its author would not learn what is wrong.
    #[test]
    fn what_a_history_must_not_be() {
        let wrong = |value| history(&value).unwrap_err().to_string();
        assert_eq!(wrong(json!([[{ "from": 1 }]])), "$.history[0][0].to: is missing");
        assert_eq!(
            wrong(json!([[{ "from": 3, "to": 2 }]])),
            "$.history[0][0].to: must be 3 or more, but is 2"
        );
        assert_eq!(
            wrong(json!([[], [{ "from": 0, "to": 4 }, { "from": 3, "to": 5 }]])),
            "$.history[1][1].from: must be more than 4, for a client's calls follow one another"
        );
        assert!(wrong(json!([[{ "from": 0, "to": -1 }]])).contains("must be a number from 0"));
        let right = history(&json!([[{ "from": 0, "to": 2, "result": null }], []]));
        assert_eq!(right.map(|clients| clients.len()), Ok(2));
    }
}
