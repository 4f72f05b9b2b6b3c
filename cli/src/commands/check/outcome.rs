//! The rows of the report: checked commands, files that cannot be read, parts that say nothing.

use korrel::question::check::{Expectation, Finding};
use korrel::question::conjuncts::ConjunctName;
use korrel_enumerate::Idleness;
use korrel_heapgraph::Header;
use korrel_lang::unroll::Steps;
use serde_json::{Value as Json, json};

use super::examples::ExamplesRow;
use super::verdict::{CommandVerdict, Mistake};

/// A file that cannot be asked anything.
pub struct BrokenFile {
    /// The file's name.
    pub spec: String,
    pub mistakes: Vec<Mistake>,
}

/// A command that was checked.
pub struct CommandRow {
    /// The file's name.
    pub spec: String,
    /// The command's place in its file, from 0.
    pub index: usize,
    pub label: String,
    /// The line and the column where it is written, from 1.
    pub place: (usize, usize),
    /// What keeps a command from having any instance.
    pub vacuous: Option<&'static str>,
    /// The number of states of the traces that were tried; `None` if instances are no traces.
    pub steps: Option<Steps>,
    /// The number of states with which Alloy finds a first trace.
    pub shortest: Option<u32>,
    /// The command as written, in one line.
    pub text: String,
    pub expected: Expectation,
    /// `None` if the command cannot be asked.
    pub found: Option<Finding>,
    pub verdict: CommandVerdict,
    pub mistakes: Vec<Mistake>,
    /// The shell command that lists the instances.
    pub find: String,
    /// The content of the first one, if it is one too many.
    pub first: Option<Json>,
    /// What it is drawn by.
    pub header: Header,
}

impl CommandRow {
    /// `file:line:column`.
    pub fn at(&self) -> String {
        format!("{}:{}:{}", self.spec, self.place.0, self.place.1)
    }

    /// The command, its label before it unless it says that itself.
    pub fn name(&self) -> String {
        named(&self.label, &self.text)
    }

    /// `  (1..10 states, 0..9 calls; the shortest: 2 states, 1 call)`.
    pub fn note(&self) -> String {
        let steps = self.steps.map(|steps| steps.to_string());
        let shortest = self.shortest.map(Steps::exactly);
        let shortest = shortest.map(|steps| format!("the shortest: {steps}"));
        let said = [steps, shortest, self.vacuous.map(str::to_owned)];
        let said: Vec<String> = said.into_iter().flatten().collect();
        if said.is_empty() { String::new() } else { format!("  ({})", said.join("; ")) }
    }

    /// `expected 5, found 3`, or the mistake.
    pub fn summary(&self) -> String {
        match self.found {
            Some(found) => format!("expected {}, found {found}", self.expected),
            None => self.mistakes.iter().map(Mistake::line).collect::<Vec<_>>().join("; "),
        }
    }
}

/// A command's text, its label before it unless it says that itself.
pub fn named(label: &str, text: &str) -> String {
    let is_said = label.contains('$') || text.split_whitespace().nth(1) == Some(label);
    if is_said { text.to_string() } else { format!("{label}: {text}") }
}

/// A part that says nothing.
pub struct VacuousRow {
    /// The file's name.
    pub spec: String,
    pub name: ConjunctName,
    pub idleness: Idleness,
    /// The claim is so within these integers; some computations leave them.
    pub overflows: bool,
}

impl VacuousRow {
    fn why(&self) -> &'static str {
        match self.idleness {
            Idleness::Fact(_) | Idleness::Goal(_) => "changes nothing",
            Idleness::Premise(_) if self.overflows => {
                "holds for want of instances within these integers"
            }
            Idleness::Premise(_) => "holds for want of instances",
        }
    }

    /// The line in the table.
    pub fn row(&self) -> String {
        let ConjunctName { name, at, text, .. } = &self.name;
        format!("{:<10}  {:<27}  {at} {name}: {text}", "vacuous", self.why())
    }

    pub fn record(&self) -> Json {
        let ConjunctName { name, at, text, .. } = &self.name;
        json!({
            "kind": "vacuity",
            "spec": self.spec,
            "at": at,
            "name": name,
            "text": text,
            "why": self.why(),
        })
    }
}

/// A row of the report, for one file, command, or predicate with examples.
pub enum ReportRow {
    Outcome(Box<CommandRow>),
    Examples(ExamplesRow),
    Broken(BrokenFile),
}
