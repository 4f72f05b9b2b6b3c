//! `check --vacuity`: the parts that say nothing within the scopes of a file's commands.

use korrel_enumerate::{IdlePart, Idleness, Meaning, idle_parts};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::source::Span;
use korrel_lang::spec::Spec;
use serde_json::{Value as Json, json};

use crate::commands::shared::conjuncts::{ConjunctName, predicate_of};
use crate::commands::shared::question::{AskedCommand, overflow};
use crate::commands::shared::undecided::{ADVICE, WITHIN};
use crate::flags::CheckFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// A part that says nothing.
pub struct VacuousPart {
    /// The file's name.
    spec: String,
    name: ConjunctName,
    idleness: Idleness,
    span: Span,
    /// The claim is so within these integers; some computations leave them.
    overflows: bool,
    /// The text of the command, for a check.
    command: Option<String>,
}

/// The parts of a file that say nothing; none if it was stopped.
///
/// # Errors
/// A part that cannot be translated.
pub fn vacuous_parts(
    check: &CheckFlags,
    asked: &AskedCommand,
    stop: &Stop,
) -> Result<Vec<VacuousPart>, Error> {
    let spec = &asked.spec;
    let commands = spec.model.commands.iter().filter(|command| !command.is_chained);
    let commands: Vec<Command> = commands.cloned().collect();
    let meaning = Meaning { overflow: overflow(check.overflow), ..Meaning::default() };
    let parts = idle_parts(&spec.model, &commands, meaning, &stop.effort());
    let parts = parts.map_err(|diagnostic| Error::about(spec, diagnostic))?;
    Ok(parts.unwrap_or_default().into_iter().map(|part| named(spec, &commands, part)).collect())
}

fn named(spec: &Spec, commands: &[Command], part: IdlePart) -> VacuousPart {
    let of = |command: &Command| {
        predicate_of(&AskedCommand { spec: spec.clone(), command: command.clone() })
    };
    let IdlePart { conjunct, idleness, overflows } = part;
    let (name, command) = match idleness {
        Idleness::Fact(at) => (spec.model.facts[at].name.clone(), None),
        Idleness::Goal(at) => (of(&commands[at]), None),
        Idleness::Premise(at) => {
            let command = &commands[at];
            (command.label.clone(), Some(spec.text(command, None)))
        }
    };
    VacuousPart {
        spec: spec.name.clone(),
        name: ConjunctName::new(spec, &conjunct, &name),
        idleness,
        overflows,
        span: conjunct.span,
        command,
    }
}

impl VacuousPart {
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

    pub fn warning(&self) -> Diagnostic {
        let warning = |message: &str| match self.overflows {
            true => Diagnostic::new(code::IDLE, format!("{message} {WITHIN}")).help(ADVICE),
            false => Diagnostic::new(code::IDLE, message.to_owned()),
        };
        match (&self.command, self.idleness) {
            (Some(text), _) => warning("this check holds for want of instances")
                .at(self.span, "nothing within the scope satisfies what this supposes")
                .help(format!("it is part of `{text}`")),
            (None, Idleness::Fact(_)) => {
                warning("a part of a fact changes nothing within the scopes")
                    .at(self.span, "the other facts imply it")
            }
            (None, _) => warning("a conjunct changes nothing within the scopes")
                .at(self.span, "the facts and the other conjuncts imply it"),
        }
    }
}
