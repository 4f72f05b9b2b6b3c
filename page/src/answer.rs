//! What the page is told, and how that is written.

use std::sync::Arc;

use korrel::answer::{ConjunctAnswer, CountRow, Message, Number, ViewAnswer};
use korrel::{Answer as HeapAnswer, Error, Size, Sources, Steps, View, WatchedInstance};
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use crate::drawn::{InstanceLook, PageDrawing};
use crate::report::PageReport;

/// An answer, as the page reads it: an object whose member `answer` says which one it is.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum Answer {
    Spec(PageText),
    /// What a look has found so far.
    View(Box<PageLook>),
    Instances {
        found: Vec<PageInstance>,
    },
    Forked {
        /// The trace that goes another way, if there is one.
        found: Option<PageInstance>,
        /// The ways that were seen, its own included.
        seen: Vec<String>,
        /// What is said if there is none.
        end: Option<String>,
    },
    Values {
        /// One value, or of a trace one in each state.
        values: Vec<PageValue>,
    },
    /// The number of instances by the value of an expression.
    Holding {
        rows: Vec<CountRow>,
        all: Number,
    },
    Judged {
        ticks: Vec<Tick>,
        /// The messages about facts.
        facts: Vec<Json>,
        /// Missing if it cannot be drawn.
        drawn: Option<PageDrawing>,
    },
    Compared {
        /// What only the left one and only the right one of two formulas allow.
        sides: [ComparedSide; 2],
    },
    Records {
        lines: Vec<String>,
    },
    Report {
        /// The report of `korrel test` that is shown beside the spec, if there is one.
        #[serde(serialize_with = "shared")]
        report: Option<Arc<PageReport>>,
    },
    Refused {
        /// They say why there is no answer.
        messages: Vec<Json>,
    },
}

fn shared<S: Serializer>(report: &Option<Arc<PageReport>>, to: S) -> Result<S::Ok, S::Error> {
    report.as_deref().serialize(to)
}

/// What there is to know of a text without a search.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageText {
    pub version: u64,
    pub name: String,
    pub text: String,
    /// The text has no mistakes. If it has, the commands are those of the last text that had none.
    pub is_good: bool,
    /// The sigs that drawings are projected over unless the page says otherwise, and the places of the objects.
    pub projected: Vec<(String, usize)>,
    /// As `--messages json` writes them.
    pub diagnostics: Vec<Json>,
    pub entries: Vec<SpecEntry>,
}

/// A command that can be asked.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecEntry {
    pub wanted: String,
    pub name: String,
    pub text: String,
    pub is_check: bool,
    pub sizes: Vec<PageSize>,
    /// The number of states of its traces, if it is about traces.
    pub steps: Option<PageSize>,
}

/// What is counted, the least number, and the greatest if there is one.
#[derive(Clone, Debug, Serialize)]
pub struct PageSize(String, i64, Option<i64>);

impl From<Size> for PageSize {
    fn from(Size { of, least, greatest }: Size) -> PageSize {
        PageSize(of, least, Some(greatest))
    }
}

impl From<Steps> for PageSize {
    fn from(Steps { least, greatest }: Steps) -> PageSize {
        PageSize("steps".to_owned(), least.into(), greatest.map(i64::from))
    }
}

/// What a look has found.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageLook {
    /// Instances are drawings.
    #[serde(flatten)]
    view: ViewAnswer<Json>,
    warnings: Vec<Message>,
    why: Option<Message>,
    is_listed: bool,
}

impl PageLook {
    pub(crate) fn new(view: &View, sources: &Sources, look: &InstanceLook) -> PageLook {
        let drawn = |header: &str, one: &WatchedInstance| {
            let mut drawn = look.drawing_of(header, &one.record)?.0;
            drawn["key"] = one.key.as_str().into();
            Some(drawn)
        };
        PageLook {
            view: ViewAnswer::new(view, drawn),
            warnings: view.warnings.iter().map(|one| Message::new(sources, one)).collect(),
            why: view.why.as_ref().map(|why| Message::new(sources, why)),
            is_listed: view.listed.is_some(),
        }
    }
}

/// What only one of two formulas allows: how many, and the smallest.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedSide {
    pub count: u64,
    pub first: Option<PageInstance>,
}

/// An instance that was found.
#[derive(Clone, Debug)]
pub struct PageInstance {
    /// Its number, or `None` of one that was drawn at random.
    pub id: Option<String>,
    /// Its shape: see `Request::Kind`.
    pub kind: String,
    pub key: Option<String>,
    pub drawn: PageDrawing,
}

/// A drawing that has the number and the key beside it.
impl Serialize for PageInstance {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut json = self.drawn.0.clone();
        json["id"] = json!(self.id);
        json["kind"] = json!(self.kind);
        json["key"] = json!(self.key);
        json.serialize(to)
    }
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub struct PageValue(HeapAnswer);

/// A conjunct, and whether it holds.
#[derive(Clone, Debug, Serialize)]
pub struct Tick {
    #[serde(flatten)]
    pub conjunct: ConjunctAnswer,
    /// `None`: it cannot be told here.
    pub value: Option<PageValue>,
}

impl PageValue {
    pub(crate) fn of(answer: &HeapAnswer) -> PageValue {
        PageValue(answer.clone())
    }

    /// True of a formula that holds, or `None` of what is no formula.
    pub fn holds(&self) -> Option<bool> {
        match &self.0 {
            HeapAnswer::Formula(violations) => Some(violations.is_empty()),
            _ => None,
        }
    }
}

impl Serialize for PageValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let json = match &self.0 {
            HeapAnswer::Relation(tuples) => json!({ "tuples": tuples }),
            // Not every reader keeps each digit of a large number.
            HeapAnswer::Integer(number) => json!({ "number": number.map(|n| n.to_string()) }),
            HeapAnswer::Answered => json!({ "answered": true }),
            HeapAnswer::Formula(violations) => {
                let why = violations.iter().map(
                    |one| json!({ "text": one.text, "state": one.state, "bindings": one.bindings }),
                );
                json!({ "holds": violations.is_empty(), "why": why.collect::<Vec<_>>() })
            }
        };
        json.serialize(to)
    }
}

impl Answer {
    pub(crate) fn refused(why: &str) -> Answer {
        let message = json!({ "message": why, "text": why, "help": [], "places": [] });
        Answer::Refused { messages: vec![message] }
    }

    pub(crate) fn of_error(error: &Error) -> Answer {
        match error.messages() {
            none if none.is_empty() => match error {
                Error::Stopped => Answer::refused(
                    "this takes too long, or too much memory: a smaller scope may do",
                ),
                other => Answer::refused(&other.to_string()),
            },
            messages => Answer::Refused { messages },
        }
    }

    pub fn json(&self) -> Json {
        serde_json::to_value(self).expect("an answer is JSON")
    }
}
