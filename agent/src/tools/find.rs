//! `find`: the instances of a command, from one of them on: all, or one of each kind.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::ControlFlow;

use korrel::answer::{Message, Number};
use korrel::{BigUint, Command, Error};
use korrel_page::kind_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::{Asking, Begun};
use crate::given::CommandArgument;
use crate::reply::{
    Cut, InstanceForm, InstanceReply, LONGEST_COMMAND, MOST_BYTES, ToolRefusal, WhyCut,
    message_said, shortened,
};
use crate::tool::{Question, ToolReply};

/// More instances are not read at once.
const MOST: u64 = 200;
/// So many are shown unless another number is asked for.
const FEW: u64 = 5;
/// The most that are passed over in search of another kind. Whoever looks for more waits for ever.
const PASSED: u64 = 20_000;
/// An instance of a greater number is asked for by nobody.
const DIGITS: usize = 1000;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Find {
    #[serde(flatten)]
    of: CommandArgument,
    /// The id of the first instance, which is its number from 0, in decimal digits: `next` of the answer before, or any other one.
    #[serde(default)]
    from: Option<String>,
    /// How many (5 if it is missing, 200 at most).
    #[serde(default)]
    #[schemars(range(min = 1, max = 200))]
    limit: Option<u64>,
    #[serde(default)]
    show: InstanceForm,
    /// One of each kind: instances of a shape that was shown already are passed over.
    #[serde(default)]
    one_of_each_kind: bool,
    /// The kinds that were seen before, as instances have them; they are passed over.
    #[serde(default)]
    seen: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct FindReply {
    /// The command as it was asked, in one line.
    command: String,
    /// Smallest first, one of each isomorphism class; of a `check` these are counterexamples.
    instances: Vec<InstanceReply>,
    /// There is no instance after these.
    complete: bool,
    /// The id of the next instance in digits, to be given as `from`. Missing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// The reason why there is none at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_none: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

impl Question for Find {
    type Answer = FindReply;
    const NAME: &'static str = "find";
    const TITLE: &'static str = "Find instances";
    const DESCRIPTION: &'static str = "Find instances of a command, smallest first, one of each isomorphism class: drawn as \
        text, or as JSON heap graphs. `from` begins at any number, `one_of_each_kind` passes over those of a shape that was shown. \
        Look at a few to see whether the spec means what it should: a wrong instance is a fact that is missing, a missing one a fact \
        that is too strong.";

    fn answer(self, asking: &Asking) -> Result<FindReply, ToolRefusal> {
        let begun = self.of.spec.begin(asking);
        let command = self.of.read(&begun)?;
        let first = number(self.from.as_deref().unwrap_or("0"))?;
        let mut search = InstanceSearch {
            found: Vec::new(),
            at: first.clone(),
            bytes: 0,
            cut: None,
            kinds: self.seen.iter().cloned().collect(),
            is_of_kinds: self.one_of_each_kind || !self.seen.is_empty(),
            most: self.limit.unwrap_or(FEW).clamp(1, MOST),
            passed: 0,
            shown: self.show,
        };
        let ended = command.each_from(&first, |heap| search.take(&heap));
        match ended {
            Err(Error::Stopped) => search.stop(&begun),
            other => other?,
        }
        let is_empty = search.found.is_empty() && search.cut.is_none();
        let why_none = match is_empty && first == BigUint::ZERO && self.seen.is_empty() {
            true => why_none(&command, &begun),
            false => None,
        };
        let next = search.cut.is_some().then(|| search.at.to_string());
        Ok(FindReply {
            command: shortened(&command.text(), LONGEST_COMMAND),
            instances: search.found,
            complete: search.cut.is_none(),
            next,
            why_none,
            cut: search.cut,
        })
    }
}

/// # Errors
/// A text that is no number.
fn number(text: &str) -> Result<BigUint, ToolRefusal> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number && text.len() <= DIGITS);
    number.ok_or_else(|| ToolRefusal::new("`from` is the id of an instance, in decimal digits"))
}

fn why_none(command: &Command, begun: &Begun<'_>) -> Option<Message> {
    // It is an extra: a stop leaves it out.
    let why = command.clone().with(begun.settings()).why_empty().ok()??;
    Some(message_said(command.sources(), &why))
}

struct InstanceSearch {
    found: Vec<InstanceReply>,
    /// The number of the next instance.
    at: BigUint,
    bytes: usize,
    cut: Option<Cut>,
    kinds: BTreeSet<String>,
    is_of_kinds: bool,
    most: u64,
    passed: u64,
    shown: InstanceForm,
}

impl InstanceSearch {
    fn take(&mut self, heap: &korrel::Heap) -> ControlFlow<()> {
        // One more than is shown tells whether there is more.
        if self.found.len() as u64 >= self.most {
            return self.end(WhyCut::Number);
        }
        if self.passed >= PASSED {
            return self.end(WhyCut::Passed);
        }
        let kind = kind_of(heap);
        if !self.is_of_kinds || !self.kinds.contains(&kind) {
            let said = InstanceReply {
                id: Some(Number(self.at.clone())),
                kind: Some(kind.clone()),
                ..InstanceReply::of(heap, self.shown)
            };
            self.bytes += said.bytes();
            if self.bytes > MOST_BYTES && !self.found.is_empty() {
                return self.end(WhyCut::Size);
            }
            self.found.push(said);
            if self.is_of_kinds {
                self.kinds.insert(kind);
            }
        } else {
            self.passed += 1;
        }
        self.at += 1_u32;
        ControlFlow::Continue(())
    }

    fn end(&mut self, why: WhyCut) -> ControlFlow<()> {
        self.cut = Some(Cut::new(why, self.go_on()));
        ControlFlow::Break(())
    }

    fn stop(&mut self, begun: &Begun<'_>) {
        self.cut = Some(Cut::stopped(begun, self.go_on()));
    }

    fn go_on(&self) -> String {
        let kinds =
            if self.is_of_kinds { ", with the kinds that were shown as `seen`" } else { "" };
        format!("ask from \"{}\" on{kinds}", self.at)
    }
}

impl ToolReply for FindReply {
    fn write(&self, text: &mut String) {
        let FindReply { command, instances, .. } = self;
        let _ = match (instances.len(), self.complete) {
            (0, true) => writeln!(text, "`{command}` has no instance here"),
            (shown, true) => writeln!(text, "the last {shown} of `{command}`"),
            (shown, false) => writeln!(text, "{shown} of `{command}`; there may be more"),
        };
        for one in instances {
            let id = one.id.as_ref().map(ToString::to_string).unwrap_or_default();
            let kind = one.kind.as_deref().unwrap_or_default();
            let _ = writeln!(text, "\nid {id}   (kind {kind})");
            one.write(text);
        }
        if let Some(why) = &self.why_none {
            text.push_str(&why.text);
        }
        Cut::write(self.cut.as_ref(), text);
    }
}
