//! A driver's answer to the header.

use serde_json::{Map, Value};

use super::shape::{Wrong, array, object, only, text};

/// More unanswered inputs than this are never sent: they must be kept, in case that they are sent again.
const MOST: u64 = 4096;

/// The message of a driver that is ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The number of inputs that it takes without having answered. It is at least 1.
    pub window: usize,
    /// The operations that it knows, or `None` if it takes any.
    pub ops: Option<Vec<String>>,
    /// Operations that need no state: they make one.
    pub constructors: Vec<String>,
    /// It keeps states, and goes back to them.
    pub snapshots: bool,
    /// It runs several clients at the same time.
    pub concurrent: bool,
}

impl Ready {
    /// # Errors
    /// Why the line is no such answer.
    pub(crate) fn parse(line: &[u8]) -> Result<Ready, String> {
        let record: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        read(&record).map_err(|wrong| wrong.to_string())
    }

    /// The operations among these that it does not know.
    pub(crate) fn unknown<'o>(&self, asked: impl Iterator<Item = &'o str>) -> Vec<String> {
        let Some(ops) = &self.ops else { return Vec::new() };
        let known = ops.iter().chain(&self.constructors);
        asked.filter(|op| !known.clone().any(|known| known == op)).map(str::to_owned).collect()
    }
}

fn read(record: &Value) -> Result<Ready, Wrong> {
    let record = object(record, "$")?;
    only(record, "$", &["ready", "window", "ops", "constructors", "snapshots", "concurrent"])?;
    match record.get("ready") {
        Some(Value::Bool(true)) => {}
        Some(other) => return Err(Wrong::new("$.ready", format!("must be true, but is {other}"))),
        None => return Err(Wrong::new("$.ready", "is missing")),
    }
    let window = match record.get("window") {
        None => 1,
        Some(window) => match window.as_u64() {
            Some(window @ 1..) => window.min(MOST),
            _ => return Err(Wrong::new("$.window", format!("must be 1 or more, but is {window}"))),
        },
    };
    let flag = |name: &str| match record.get(name) {
        None => Ok(false),
        Some(Value::Bool(told)) => Ok(*told),
        Some(other) => {
            let why = format!("must be true or false, but is {other}");
            Err(Wrong::new(format!("$.{name}"), why))
        }
    };
    let (snapshots, concurrent) = (flag("snapshots")?, flag("concurrent")?);
    let constructors = names(record, "constructors")?.unwrap_or_default();
    let (window, ops) = (window as usize, names(record, "ops")?);
    Ok(Ready { window, ops, constructors, snapshots, concurrent })
}

fn names(record: &Map<String, Value>, key: &str) -> Result<Option<Vec<String>>, Wrong> {
    let Some(names) = record.get(key) else { return Ok(None) };
    let names = array(names, &format!("$.{key}"))?.iter().enumerate();
    let name = |(at, name)| text(name, &format!("$.{key}[{at}]"));
    names.map(name).collect::<Result<Vec<_>, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a driver gets more than it can take, or is asked for something that it does not know.
    #[test]
    fn what_it_says() {
        let ready = Ready::parse(br#"{"ready":true,"window":64,"ops":["insert"]}"#).unwrap();
        assert_eq!(ready.window, 64);
        assert_eq!(ready.unknown(["insert", "remove"].into_iter()), ["remove"]);
        let made = Ready::parse(br#"{"ready":true,"ops":["add"],"constructors":["new"]}"#).unwrap();
        assert!(made.unknown(["new", "add"].into_iter()).is_empty());
        let plain = Ready::parse(br#"{"ready":true}"#).unwrap();
        assert_eq!(
            plain,
            Ready {
                window: 1,
                ops: None,
                constructors: Vec::new(),
                snapshots: false,
                concurrent: false
            }
        );
        assert!(plain.unknown(["remove"].into_iter()).is_empty());
    }

    /// If this fails, a driver's author does not learn what is wrong with the first line.
    #[test]
    fn what_it_must_not_say() {
        let complaint = |line: &str| Ready::parse(line.as_bytes()).unwrap_err();
        assert_eq!(complaint(r#"{"ready":1}"#), "$.ready: must be true, but is 1");
        assert_eq!(complaint("{}"), "$.ready: is missing");
        assert_eq!(
            complaint(r#"{"ready":true,"window":0}"#),
            "$.window: must be 1 or more, but is 0"
        );
        assert_eq!(
            complaint(r#"{"ready":true,"ops":[3]}"#),
            "$.ops[0]: must be a string, but is a number"
        );
        assert_eq!(
            complaint(r#"{"ready":true,"op":[]}"#),
            "$.op: no such key; there are ready, window, ops, constructors, snapshots, concurrent"
        );
        assert_eq!(
            complaint(r#"{"ready":true,"constructors":"new"}"#),
            "$.constructors: must be an array, but is a string"
        );
        assert!(complaint("Hello").contains("line 1 column 1"));
    }
}
