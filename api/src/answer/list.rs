//! The questions that a spec offers.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, SigId, Sizes};
use korrel_lang::spec::{OutlineItem, OutlineKind, Spec, outline};
use korrel_lang::unroll::Steps;
use korrel_translate::{Overflow, Scopes};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::question::check::Expectation;

/// The record of a question that a spec offers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ListRecord {
    Command(CommandRecord),
    Named(NamedRecord),
}

/// A command.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandRecord {
    /// `command`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "command")))]
    pub kind: &'static str,
    pub spec: String,
    /// Its place among all commands, from 0.
    pub index: usize,
    pub label: String,
    /// `file:line:column`.
    pub at: String,
    /// In one line and without `expect`.
    pub command: String,
    /// The number behind `expect`, or in words: `none`, `some`.
    pub expected: Option<String>,
    /// The least and the greatest number of atoms of each sig, and the least and the greatest integer; null if the scope has
    /// a mistake.
    pub scopes: Option<Map<String, Json>>,
    /// The least and the greatest number of states of a trace. The greatest is null where they are all infinite traces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<(u32, Option<u32>)>,
}

/// A predicate or an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedRecord {
    /// `predicate` or `assertion`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["predicate", "assertion"])))]
    pub kind: &'static str,
    pub spec: String,
    pub name: String,
    /// `file:line:column`.
    pub at: String,
    pub text: String,
}

impl ListRecord {
    /// The commands of a spec, then its predicates and the assertions that have a name, and beside them the mistakes in scopes.
    pub fn all(spec: &Spec) -> (Vec<ListRecord>, Vec<Diagnostic>) {
        let (mut records, mut mistakes) = (Vec::new(), Vec::new());
        for (index, command) in spec.model.commands.iter().enumerate() {
            let scopes = Scopes::new(&spec.model, command, Overflow::Forbid);
            let scopes = scopes.map_err(|mistake| mistakes.push(mistake)).ok();
            let scopes = scopes.map(|scopes| sizes(spec, &scopes));
            records.push(ListRecord::Command(CommandRecord::new(spec, index, command, scopes)));
        }
        for item in outline(&spec.sources, &spec.program.modules[0].ast) {
            let kind = match item.kind {
                OutlineKind::Predicate => "predicate",
                OutlineKind::Assertion if !item.name.is_empty() => "assertion",
                _ => continue,
            };
            records.push(ListRecord::Named(NamedRecord::new(spec, kind, &item)));
        }
        (records, mistakes)
    }
}

impl CommandRecord {
    fn new(
        spec: &Spec,
        index: usize,
        command: &Command,
        scopes: Option<Map<String, Json>>,
    ) -> CommandRecord {
        let steps = Steps::of(&spec.model, command);
        CommandRecord {
            kind: "command",
            spec: spec.name.clone(),
            index,
            label: command.label.clone(),
            at: spec.sources.place(command.span),
            command: spec.text(command),
            expected: command.expect.map(|_| Expectation::of(command).to_string()),
            scopes,
            steps: steps.map(|steps| (steps.least, steps.greatest)),
        }
    }
}

impl NamedRecord {
    fn new(spec: &Spec, kind: &'static str, item: &OutlineItem) -> NamedRecord {
        NamedRecord {
            kind,
            spec: spec.name.clone(),
            name: item.name.clone(),
            at: spec.sources.place(item.span),
            text: item.text.clone(),
        }
    }
}

/// The least and the greatest number of atoms of each sig; the least and the greatest integer.
fn sizes(spec: &Spec, scopes: &Scopes) -> Map<String, Json> {
    let size = |(sig, sizes): (SigId, Sizes)| {
        (spec.model.sigs[sig].path.clone(), json!([sizes.min, sizes.max]))
    };
    let sizes = scopes.stated(&spec.model).into_iter().map(size);
    let integers = ("Int".to_owned(), json!([scopes.integers.0, scopes.integers.1]));
    sizes.chain([integers]).collect()
}
