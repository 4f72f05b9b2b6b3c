//! An input that fails, and why.

mod blank;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::blank::blanked;
use crate::driver::{BAD_REPLY, NO_REPLY, OUT_OF_TURN};
use crate::input::InputName;
use crate::members::{given, is_default};
use crate::protocol::{Reply, Throw};

/// One failing input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedInput {
    pub op: String,
    #[serde(rename = "key")]
    pub name: InputName,
    pub id: u64,
    pub size: u64,
    /// At least one. The failure is grouped by the first.
    pub causes: Vec<FailureCause>,
    #[serde(rename = "known", default, skip_serializing_if = "is_default")]
    pub is_known: bool,
    /// It failed in a fresh process, and is the first of its group to do so.
    #[serde(rename = "confirmed", default, skip_serializing_if = "is_default")]
    pub is_confirmed: bool,
    /// The number of runs in which it fails, and the number of all runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<(u32, u32)>,
    /// The number of labellings that fail, and the number that were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labellings: Option<(u64, u64)>,
    /// The calls of the behaviour, if it is one. The last of them fails.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Value>,
    /// What a test of the calls makes and asserts, where tests are wanted.
    #[serde(skip)]
    pub checked: Option<Box<CheckedBehaviour>>,
    /// The input, or the state before the last call: `{"roots":{…},"objects":{…}}`. Null if it is not made of objects.
    pub pre: Value,
    /// The state as answered.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub post: Option<Value>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<Throw>,
    /// The other program's answer: `post`, `result`, `throw`.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub other: Option<Value>,
    /// The inputs that the driver had been sent and had not answered, as text: `remove 3-9, 12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The inputs that the driver had answered before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The last of the driver's standard error, where the driver ended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stderr: String,
}

impl FailedInput {
    /// Reads the record of one.
    pub(crate) fn read(record: &Value) -> Option<FailedInput> {
        FailedInput::deserialize(record).ok().filter(|failure| !failure.causes.is_empty())
    }

    /// The state before the operation with the one after it as `post`, if there is one, or `None` if the input is not
    /// made of objects.
    pub fn states(&self) -> Option<Value> {
        let mut states = self.pre.as_object()?.clone();
        states.extend(self.post.iter().map(|post| ("post".to_owned(), post.clone())));
        Some(Value::Object(states))
    }
}

/// What a test of a behaviour makes and asserts, beside its calls.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedBehaviour {
    /// The members of the request that begins it.
    pub beginning: Map<String, Value>,
    /// The calls, each with `op` and `args`, as they are sent.
    pub calls: Vec<Value>,
    /// For each call but the last one, whether it threw.
    pub threw: Vec<bool>,
    /// The right ends of the last call, where they are known.
    pub right: Option<RightEnds>,
}

/// All ways in which a call may end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RightEnds {
    pub throws: bool,
    /// States, each with the result if there is one. Objects that the program knows are called as there, new ones
    /// in any way.
    pub ends: Vec<(Value, Option<Value>)>,
    /// The names of the objects that the program knows.
    pub known: Vec<String>,
    /// For each type of which something is seen, the fields that are.
    pub seen: Vec<(String, Vec<String>)>,
    /// The subset sigs and relations that are seen.
    pub beside: Vec<String>,
}

impl RightEnds {
    /// Puts other names in the place of those of objects.
    pub(crate) fn rename(&mut self, name: impl Fn(&Value) -> Value) {
        for (state, result) in &mut self.ends {
            *state = name(state);
            result.iter_mut().for_each(|result| *result = name(result));
        }
        for known in &mut self.known {
            if let Value::String(sent) = name(&Value::from(known.as_str())) {
                *known = sent;
            }
        }
    }
}

/// The reason why it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureCause {
    /// Failures are grouped by this text: numbers in messages are blanked.
    #[serde(rename = "cause")]
    pub text: String,
    /// The place of the violated conjunct.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The details of this input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

/// Begins a cause by which two labellings were told apart.
pub(crate) const DISAGREEMENT: &str = "labellings differ: ";

/// True if the cause is that the driver wrote a line that is no reply.
pub fn is_breach(cause: &str) -> bool {
    [NO_REPLY, OUT_OF_TURN].contains(&cause) || cause.starts_with(BAD_REPLY)
}

/// True if the cause is that the driver ended, or never answered: it may say nothing of the code under test.
pub(crate) fn is_end_of_driver(cause: &str) -> bool {
    is_hang(cause) || ["crash: ", "the driver ended "].iter().any(|one| cause.starts_with(one))
}

/// True if the cause is that the driver never answered.
pub(crate) fn is_hang(cause: &str) -> bool {
    cause.starts_with("no answer within ")
}

impl FailedInput {
    /// One to which there is an answer.
    pub fn answered(
        op: String,
        name: InputName,
        (id, size): (u64, u64),
        causes: Vec<FailureCause>,
        pre: Value,
        reply: &Reply,
    ) -> FailedInput {
        FailedInput {
            op,
            name,
            id,
            size,
            causes,
            calls: Vec::new(),
            checked: None,
            pre,
            post: reply.post.as_ref().map(|post| post.whole().clone()),
            result: reply.result.clone(),
            throw: reply.throw.clone(),
            other: None,
            stderr: String::new(),
            rate: None,
            labellings: None,
            company: None,
            after: None,
            is_confirmed: false,
            is_known: false,
        }
    }

    /// True if its input alone does not show it.
    pub(crate) fn needs_others(&self) -> bool {
        self.company.is_some() || self.after.is_some()
    }

    /// True if its answer differs from the answer to another labelling.
    pub(crate) fn is_disagreement(&self) -> bool {
        self.causes.iter().any(|cause| cause.text.starts_with(DISAGREEMENT))
    }
}

impl FailureCause {
    pub(crate) fn plain(text: impl Into<String>) -> FailureCause {
        FailureCause { text: text.into(), at: None, details: Vec::new() }
    }

    /// A message of the program's, whose numbers are blanked.
    pub fn message(text: &str) -> FailureCause {
        let blanked = blanked(text);
        let details = if blanked == text { Vec::new() } else { vec![text.to_owned()] };
        FailureCause { text: blanked, at: None, details }
    }

    pub(crate) fn with(mut self, details: impl IntoIterator<Item = String>) -> FailureCause {
        self.details.extend(details);
        self
    }
}
