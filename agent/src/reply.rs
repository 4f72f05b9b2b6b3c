//! The parts that several answers have in common: messages, instances, the reason why an answer is not whole.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use korrel::answer::{Message, Number};
use korrel::{Error, Heap};
use korrel_editor::Analysis;
use korrel_lang::visible::visible_lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::asking::{Begun, StopReason};

/// Nobody reads more, in bytes.
const LONGEST_REFUSAL: usize = 20_000;

/// The reason why there is no answer, as a text of one line or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolRefusal(String);

impl ToolRefusal {
    pub(crate) fn new(why: impl AsRef<str>) -> ToolRefusal {
        ToolRefusal(shortened(&visible_lines(why.as_ref()), LONGEST_REFUSAL))
    }

    /// The mistakes of a spec.
    pub(crate) fn of_diagnostics(analysis: &Analysis) -> ToolRefusal {
        let sources = analysis.sources();
        let all = analysis.diagnostics().iter().filter(|one| one.is_error());
        let all: Vec<String> = all.map(|one| one.render(sources, false)).collect();
        ToolRefusal::new(all.join("\n\n"))
    }

    /// An answer of which there is nothing, for it was stopped.
    pub(crate) fn stopped(begun: &Begun<'_>, advice: &str) -> ToolRefusal {
        ToolRefusal(format!("there is no answer yet: {}; {advice}", begun.why_stopped()))
    }

    /// An error of a search. `advice` is for one that was stopped.
    pub(crate) fn of(error: Error, begun: &Begun<'_>, advice: &str) -> ToolRefusal {
        match error {
            Error::Stopped => ToolRefusal::stopped(begun, advice),
            other => other.into(),
        }
    }
}

impl fmt::Display for ToolRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ToolRefusal {}

impl From<Error> for ToolRefusal {
    fn from(error: Error) -> ToolRefusal {
        ToolRefusal::new(error.to_string())
    }
}

/// A message that shows a line of a whole spec is of no use, in bytes.
const LONGEST_MESSAGE: usize = 4000;

/// A command's text in an answer, in bytes.
pub(crate) const LONGEST_COMMAND: usize = 1000;

/// The beginning of a text that is longer than so many bytes.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.len() > most {
        true => {
            let end = (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            format!("{}… ({} more bytes)\n", &text[..end], text.len() - end)
        }
        false => text.to_owned(),
    }
}

/// A message of which each text is short enough to be read.
pub(crate) fn message_said(sources: &korrel::Sources, diagnostic: &korrel::Diagnostic) -> Message {
    let mut message = Message::new(sources, diagnostic);
    for text in message.help.iter_mut().chain([&mut message.message, &mut message.text]) {
        *text = shortened(text, LONGEST_MESSAGE);
    }
    message
}

/// An instance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct InstanceReply {
    /// Its number among all instances of the command, from 0. Missing where it answers another question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Number>,
    /// Its shape, without the numbers and the names in it: the same for two instances that differ in these alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// As a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// As a heap graph: `roots` and `objects`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Json>>")]
    pub heap: Option<Json>,
}

/// How instances are shown.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InstanceForm {
    /// As a text.
    #[default]
    Drawing,
    /// As a heap graph: a JSON object with `roots` and `objects`.
    Json,
    Both,
}

/// The width of a drawing, in columns.
const WIDTH: usize = 100;
/// The bytes of all instances in an answer: more are not read.
pub(crate) const MOST_BYTES: usize = 200 << 10;

impl InstanceReply {
    pub fn of(heap: &Heap, shown: InstanceForm) -> InstanceReply {
        let drawing = || visible_lines(&heap.drawing(WIDTH)).into_owned();
        let (is_drawn, is_json) =
            (!matches!(shown, InstanceForm::Json), !matches!(shown, InstanceForm::Drawing));
        InstanceReply {
            id: None,
            kind: None,
            drawing: is_drawn.then(drawing),
            heap: is_json.then(|| heap.record().clone()),
        }
    }

    /// About how many bytes of an answer it takes.
    pub fn bytes(&self) -> usize {
        let json = self.heap.as_ref().map_or(0, |heap| heap.to_string().len());
        100 + self.drawing.as_ref().map_or(0, String::len) + json
    }

    /// All of it that is shown, for people.
    pub fn write(&self, text: &mut String) {
        if let Some(drawing) = &self.drawing {
            text.push_str(drawing);
        }
        if let Some(heap) = &self.heap {
            let _ = writeln!(text, "{heap}");
        }
    }
}

/// An answer that is not whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Cut {
    pub why: WhyCut,
    /// The question that asks for the rest, in words.
    pub go_on: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WhyCut {
    /// There is more than was asked for.
    Number,
    /// There is more than fits into one answer.
    Size,
    /// Thousands were passed over one after the other.
    Passed,
    Time,
    Memory,
    Cancelled,
}

impl Cut {
    pub fn new(why: WhyCut, go_on: impl Into<String>) -> Cut {
        Cut { why, go_on: go_on.into() }
    }

    /// A search that was stopped.
    pub fn stopped(begun: &Begun<'_>, go_on: impl Into<String>) -> Cut {
        let why = match begun.stopped() {
            StopReason::Cancelled => WhyCut::Cancelled,
            StopReason::Time => WhyCut::Time,
            StopReason::Memory => WhyCut::Memory,
        };
        Cut::new(why, go_on)
    }

    /// The last line of an answer for people.
    pub fn write(cut: Option<&Cut>, text: &mut String) {
        let Some(Cut { why, go_on }) = cut else { return };
        let why = match why {
            WhyCut::Number => "there is more than was asked for",
            WhyCut::Size => "there is more than fits into one answer",
            WhyCut::Passed => "thousands were passed over, and none of them is new",
            WhyCut::Time => "time ran out",
            WhyCut::Memory => "memory ran out",
            WhyCut::Cancelled => "the question was cancelled",
        };
        let _ = writeln!(text, "\nCUT: {why}. To go on: {go_on}");
    }
}

/// Instances of an answer that is not to become too large.
pub(crate) struct InstanceCollection {
    shown: InstanceForm,
    bytes: usize,
    is_full: bool,
}

impl InstanceCollection {
    pub fn new(shown: InstanceForm) -> InstanceCollection {
        InstanceCollection { shown, bytes: 0, is_full: false }
    }

    /// Adds an instance to those that are shown, unless there are too many.
    pub fn add(&mut self, heap: &Heap, to: &mut Vec<InstanceReply>) -> ControlFlow<()> {
        let said = InstanceReply::of(heap, self.shown);
        self.bytes += said.bytes();
        self.is_full |= self.bytes > MOST_BYTES;
        if self.is_full {
            return ControlFlow::Break(());
        }
        to.push(said);
        ControlFlow::Continue(())
    }

    /// The cut, if there were too many.
    pub fn cut(&self, go_on: &str) -> Option<Cut> {
        self.is_full.then(|| Cut::new(WhyCut::Size, go_on))
    }
}
