//! The input that a driver gets, and its operation.

use std::fmt::{self, Display, Formatter};

use korrel_heapgraph::{Member, Record, Shape};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An operation: a method under test.
#[derive(Clone, Debug)]
pub struct TestedOperation {
    pub name: String,
    pub parameters: Vec<Member>,
    /// The shape of its result, where that is declared: `set Node`.
    pub result: Option<Shape>,
    /// The predicates of the spec that judge it, for people: `list.als: mergeSort_post`. Empty if
    /// none does.
    pub judges: Vec<String>,
    pub unit: Unit,
}

/// The unit in which the size of an input is counted, for people.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "(String, u64)", from = "(String, u64)")]
pub struct Unit {
    pub name: String,
    /// The number of objects that are in every input and not counted: for a tree with 5 nodes, 1.
    pub apart: u64,
}

/// The unit if several sigs vary.
const OBJECTS: &str = "objects";

impl Default for Unit {
    fn default() -> Unit {
        Unit { name: OBJECTS.to_owned(), apart: 0 }
    }
}

/// The unit of a behaviour's size, each of whose calls is an input.
const CALLS: &str = "calls";

/// The unit of a program's size.
const PROGRAM_CALLS: &str = "calls in all";

impl From<Unit> for (String, u64) {
    fn from(Unit { name, apart }: Unit) -> (String, u64) {
        (name, apart)
    }
}

impl From<(String, u64)> for Unit {
    fn from((name, apart): (String, u64)) -> Unit {
        Unit { name, apart }
    }
}

impl Unit {
    /// The unit of programs of several clients.
    pub fn programs() -> Unit {
        Unit { name: PROGRAM_CALLS.to_owned(), apart: 0 }
    }

    /// The unit of behaviours.
    pub fn calls() -> Unit {
        Unit { name: CALLS.to_owned(), apart: 0 }
    }

    /// The word for an input that is measured so.
    pub fn noun(&self) -> &'static str {
        match self.name.as_str() {
            CALLS => "call",
            PROGRAM_CALLS => "program",
            _ => "input",
        }
    }

    /// A size in words: `5 Node`.
    pub fn text(&self, size: u64) -> String {
        self.range(size, size)
    }

    /// Sizes in words: `2..4 Node`.
    pub fn range(&self, least: u64, greatest: u64) -> String {
        let least = least.saturating_sub(self.apart);
        match greatest.saturating_sub(self.apart) {
            1 if least == 1 && self.name == OBJECTS => "1 object".to_owned(),
            1 if least == 1 && self.name == CALLS => "1 call".to_owned(),
            greatest if greatest == least => format!("{least} {}", self.name),
            greatest => format!("{least}..{greatest} {}", self.name),
        }
    }
}

/// An input of an operation.
#[derive(Clone, Debug)]
pub struct Input {
    /// The operation's index among those of the run.
    pub op: usize,
    /// Counts the inputs of the operation.
    pub id: u64,
    /// The number of its objects.
    pub size: u64,
    /// `{"roots":{…},"objects":{…}}`, and `sets` and `relations` where there are any.
    pub heap: Record,
    /// Its name where that is known already, as that of an input that is replayed is.
    pub name: Option<InputName>,
}

/// The name of an input in reports and corpora.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
pub struct InputName {
    pub key: String,
    /// The number of its labelling of the canonical form. With `None` it is as it was listed.
    pub labelling: Option<u128>,
}

impl InputName {
    /// `9f2c41d07ab3e815`, `9f2c41d07ab3e815:3`.
    pub fn parse(text: &str) -> Option<InputName> {
        let (key, labelling) = match text.split_once(':') {
            None => (text, None),
            Some((key, labelling)) => (key, Some(labelling.parse().ok()?)),
        };
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| InputName { key: key.to_ascii_lowercase(), labelling })
    }
}

impl From<InputName> for String {
    fn from(name: InputName) -> String {
        name.to_string()
    }
}

impl TryFrom<String> for InputName {
    type Error = &'static str;

    fn try_from(text: String) -> Result<InputName, &'static str> {
        InputName::parse(&text).ok_or("it is no key")
    }
}

impl Display for InputName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)?;
        self.labelling.map_or(Ok(()), |labelling| write!(f, ":{labelling}"))
    }
}

/// The request's line, with its line break.
pub(crate) fn request(id: u64, operation: &str, key: Option<&str>, heap: &Record) -> Vec<u8> {
    let inside = heap.text().strip_prefix('{').expect("a heap is a JSON object");
    let key = key.map_or(String::new(), |key| format!("\"key\":\"{key}\","));
    let op = Value::from(operation);
    format!("{{\"kind\":\"input\",\"id\":{id},\"op\":{op},{key}{inside}\n").into_bytes()
}
