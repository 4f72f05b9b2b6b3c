//! Commands and kept examples beside what is expected of them.

use std::fmt;

use korrel_heapgraph::{Header, counted};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::unroll::Steps;
use serde::Serialize;
use serde_json::Value as Json;

use korrel_enumerate::unbounded::{UnboundedMethod, UnboundedProof, UnboundedReach};

use crate::question::check::{Expectation, Finding, Unbounded, Verdict};

/// A record of what was checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CheckRecord {
    Command(Box<CheckedCommandAnswer>),
    Examples(ExamplesAnswer),
    /// A part of a spec that says nothing.
    Vacuity {
        spec: String,
        /// `file:line:column`.
        at: String,
        name: String,
        text: String,
        why: &'static str,
    },
    /// A file that cannot be asked anything.
    Error {
        spec: String,
        errors: Vec<MistakeAnswer>,
    },
    /// The changes that were made to a file.
    Update {
        spec: String,
        patch: String,
    },
    End(CheckTotals),
}

/// A command that was checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedCommandAnswer {
    pub spec: String,
    /// Its place among all commands, from 0.
    pub index: usize,
    pub label: String,
    /// `file:line:column`.
    pub at: String,
    #[serde(skip)]
    pub line: usize,
    /// In one line.
    pub command: String,
    pub verdict: VerdictAnswer,
    pub expected: Expectation,
    /// Missing if the command cannot be run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Finding>,
    /// The command line that lists the instances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find: Option<String>,
    /// The least and the greatest number of states of the traces that were tried. The greatest is null where all infinite
    /// traces were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<(u32, Option<u32>)>,
    /// The number of states with which Alloy finds a first trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<u32>,
    /// Of a command about traces of any number of states, where none was found: what is known of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unbounded: Option<AllTracesAnswer>,
    /// What keeps the command from having any instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
    /// The content of the first instance, if it is one too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Map<String, Json>>"))]
    pub first: Option<Json>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<MistakeAnswer>,
    /// By which the first instance is drawn.
    #[serde(skip)]
    pub header: Header,
}

/// What is known about all traces of a command, where none was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllTracesAnswer {
    /// There is none. Else it was stopped.
    pub proven: bool,
    /// graph or induction.
    pub method: &'static str,
    /// The number of states that were reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// The steps to the farthest state, or of the induction. If it was stopped: how far it had looked.
    pub depth: u64,
    /// What each state keeps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub invariant: Vec<String>,
    /// If it is proven: how many objects a trace has of each sig for which the scope says it, such as `at most 3 Client`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<String>,
    /// The same in words.
    #[serde(skip)]
    pub words: String,
}

impl From<&Unbounded> for AllTracesAnswer {
    fn from(unbounded: &Unbounded) -> AllTracesAnswer {
        let (proven, states, depth) = (true, None, 0);
        let (method, invariant) = ("graph", Vec::new());
        let (scope, words) = (Vec::new(), String::new());
        let none = AllTracesAnswer { proven, method, states, depth, invariant, scope, words };
        match unbounded {
            Unbounded::Proven(proof) => {
                let words = proof.told("none of any length");
                let none = AllTracesAnswer { scope: proof.scope.clone(), words, ..none };
                match proof.proof.clone() {
                    UnboundedProof::Graph { states, diameter } => {
                        AllTracesAnswer { states: Some(states), depth: diameter, ..none }
                    }
                    UnboundedProof::Induction { depth, invariant } => {
                        AllTracesAnswer { method: "induction", depth, invariant, ..none }
                    }
                }
            }
            Unbounded::Stopped(reach) => {
                let UnboundedReach { method, states, depth } = *reach;
                let method = match method {
                    UnboundedMethod::Induction => "induction",
                    UnboundedMethod::Auto | UnboundedMethod::Graph => "graph",
                };
                let words = format!("stopped: {reach}");
                AllTracesAnswer { proven: false, method, states, depth, words, ..none }
            }
        }
    }
}

/// The examples of one file under one predicate.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExamplesAnswer {
    pub spec: String,
    pub file: String,
    /// The predicate by its name, or a formula.
    pub predicate: String,
    pub verdict: VerdictAnswer,
    pub good: usize,
    pub bad: usize,
    pub wrong: Vec<WrongExample>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<MistakeAnswer>,
}

/// An example that is accepted and must not be, or the other way round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongExample {
    /// The line in its file, from 1.
    pub line: usize,
    pub expected: bool,
    pub found: bool,
    /// The conjuncts that refuse it.
    pub violated: Vec<ExampleRefusal>,
    /// Without its number and its truth.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, Json>"))]
    pub example: Json,
    #[serde(skip)]
    pub header: Header,
}

/// A conjunct that refuses an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleRefusal {
    /// `file:line:column`.
    pub at: String,
    pub text: String,
    /// `n = Node$0`.
    #[serde(rename = "for")]
    pub bindings: String,
}

/// A mistake in a file or a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MistakeAnswer {
    /// Its code, such as `E0006`.
    pub code: &'static str,
    pub message: String,
    /// `file:line:column`.
    pub at: Option<String>,
}

/// The number of commands by verdict. The errors are those of files and examples, too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckTotals {
    pub ok: usize,
    pub failed: usize,
    pub incomplete: usize,
    #[serde(skip_serializing_if = "is_zero")]
    pub updated: usize,
    #[serde(skip_serializing_if = "is_zero")]
    pub errors: usize,
    #[serde(skip_serializing_if = "ExampleTotals::is_empty")]
    pub examples: ExampleTotals,
}

/// The number of kept examples, each once for every predicate that it names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleTotals {
    pub right: usize,
    pub wrong: usize,
}

/// The numbers that a command expects and gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumbersAnswer {
    pub expected: Expectation,
    pub found: Finding,
}

/// The comparison of what a command gives with what it expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerdictAnswer {
    Ok,
    Failed,
    /// It was stopped before that was known.
    Incomplete,
    /// The number behind `expect` was replaced.
    Updated,
    /// It cannot be run.
    Error,
}

/// The number of instances that were found, as far as the expectation needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundAnswer {
    pub count: u64,
    /// There are no others.
    pub exact: bool,
}

impl From<Finding> for FoundAnswer {
    fn from(finding: Finding) -> FoundAnswer {
        FoundAnswer { count: finding.count(), exact: matches!(finding, Finding::Exactly(_)) }
    }
}

impl From<Verdict> for VerdictAnswer {
    fn from(verdict: Verdict) -> VerdictAnswer {
        match verdict {
            Verdict::Met => VerdictAnswer::Ok,
            Verdict::NotMet => VerdictAnswer::Failed,
            Verdict::Incomplete => VerdictAnswer::Incomplete,
        }
    }
}

impl VerdictAnswer {
    pub fn name(self) -> &'static str {
        match self {
            VerdictAnswer::Ok => "ok",
            VerdictAnswer::Failed => "failed",
            VerdictAnswer::Incomplete => "incomplete",
            VerdictAnswer::Updated => "updated",
            VerdictAnswer::Error => "error",
        }
    }
}

/// `expected none, found 5`.
impl fmt::Display for NumbersAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl CheckedCommandAnswer {
    /// The command, its label before it unless it says that itself.
    pub fn name(&self) -> String {
        named(&self.label, &self.command)
    }

    /// `  (1..10 states, 0..9 calls; the shortest: 2 states, 1 call)`.
    pub fn remark(&self) -> String {
        // Of all infinite traces more is said.
        let steps = self.steps.filter(|(_, greatest)| greatest.is_some());
        let steps = steps.map(|(least, greatest)| Steps { least, greatest }.to_string());
        let shortest = self.shortest.map(Steps::exactly);
        let shortest = shortest.map(|steps| format!("the shortest: {steps}"));
        let unbounded = self.unbounded.as_ref().map(|all| all.words.clone());
        let said = [steps, shortest, unbounded, self.note.map(str::to_owned)];
        let said: Vec<String> = said.into_iter().flatten().collect();
        if said.is_empty() { String::new() } else { format!("  ({})", said.join("; ")) }
    }

    /// `expected 5, found 3`, or the mistake.
    pub fn summary(&self) -> String {
        match self.found {
            Some(found) => NumbersAnswer { expected: self.expected, found }.to_string(),
            None => MistakeAnswer::lines(&self.errors).join("; "),
        }
    }
}

/// A command's text, its label before it unless it says that itself.
pub fn named(label: &str, text: &str) -> String {
    let is_said = label.contains('$') || text.split_whitespace().nth(1) == Some(label);
    if is_said { text.to_owned() } else { format!("{label}: {text}") }
}

impl ExamplesAnswer {
    pub fn all(&self) -> usize {
        self.good + self.bad
    }

    pub fn right(&self) -> usize {
        self.all() - self.wrong.len()
    }

    /// `2 of 5 examples wrong`, or the mistakes.
    pub fn summary(&self) -> String {
        match self.verdict {
            VerdictAnswer::Error => MistakeAnswer::lines(&self.errors).join("; "),
            _ => format!("{} of {} wrong", self.wrong.len(), counted(self.all(), "example")),
        }
    }

    /// `list.examples.jsonl: acyclic (2 good, 3 bad)`.
    pub fn name(&self) -> String {
        let ExamplesAnswer { file, predicate, good, bad, .. } = self;
        format!("{file}: {predicate} ({good} good, {bad} bad)")
    }
}

impl MistakeAnswer {
    pub fn new(sources: &Sources, diagnostic: &Diagnostic) -> MistakeAnswer {
        MistakeAnswer {
            code: diagnostic.code.map_or("", |code| code.name()),
            message: diagnostic.message.to_string(),
            at: diagnostic.place.as_ref().map(|(span, _)| sources.place(*span)),
        }
    }

    /// `[E0006] there is no sig B`, of each.
    pub fn lines(all: &[MistakeAnswer]) -> Vec<String> {
        all.iter().map(|one| format!("[{}] {}", one.code, one.message)).collect()
    }
}

impl CheckTotals {
    /// Counts what a record tells of.
    pub fn add(&mut self, record: &CheckRecord) {
        match record {
            CheckRecord::Command(command) => *self.of(command.verdict) += 1,
            CheckRecord::Error { .. } => self.errors += 1,
            CheckRecord::Examples(ExamplesAnswer { verdict: VerdictAnswer::Error, .. }) => {
                self.errors += 1;
            }
            CheckRecord::Examples(examples) => {
                self.examples.wrong += examples.wrong.len();
                self.examples.right += examples.right();
            }
            CheckRecord::Vacuity { .. } | CheckRecord::Update { .. } | CheckRecord::End(_) => {}
        }
    }

    fn of(&mut self, verdict: VerdictAnswer) -> &mut usize {
        match verdict {
            VerdictAnswer::Ok => &mut self.ok,
            VerdictAnswer::Updated => &mut self.updated,
            VerdictAnswer::Failed => &mut self.failed,
            VerdictAnswer::Incomplete => &mut self.incomplete,
            VerdictAnswer::Error => &mut self.errors,
        }
    }
}

impl ExampleTotals {
    fn is_empty(&self) -> bool {
        self.right + self.wrong == 0
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// `3 of 4 commands as expected, 1 not; 5 of 5 examples right`.
impl fmt::Display for CheckTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckTotals { ok, failed, incomplete, updated, errors, examples } = self;
        let all = ok + updated + failed + incomplete + errors;
        write!(f, "{ok} of {} as expected", counted(all, "command"))?;
        let others = [
            (updated, "updated"),
            (failed, "not"),
            (incomplete, "incomplete"),
            (errors, "with mistakes"),
        ];
        others
            .iter()
            .filter(|(count, _)| **count > 0)
            .try_for_each(|(count, word)| write!(f, ", {count} {word}"))?;
        let ExampleTotals { right, wrong } = examples;
        match right + wrong {
            0 => Ok(()),
            all => write!(f, "; {right} of {} right", counted(all, "example")),
        }
    }
}
