//! The commands of one file, each counted as far as its expectation needs it.

use std::cell::RefCell;
use std::path::Path;

use korrel::answer::{
    AllTracesAnswer, CheckRecord, CheckedCommandAnswer, MistakeAnswer, VerdictAnswer,
};
use korrel::question::SpecCommand;
use korrel::question::check::{CheckedCommand, Count, Expectation, Finding, check};
use korrel::question::conjuncts::{ConjunctName, predicate_of};
use korrel_enumerate::heap::Schema;
use korrel_enumerate::{Idleness, Meaning, idle_parts};
use korrel_heapgraph::Header;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, Expect};
use korrel_lang::source::{Sources, Span};
use korrel_lang::spec::Spec;
use korrel_lang::unroll::Steps;
use korrel_lang::visible::visible;
use serde_json::Value as Json;

use crate::commands::shared::question::{answered, limited, overflow};
use crate::files::read::load;
use crate::flags::{CheckFlags, OverflowFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;
use crate::messages::shell::quoted;

use super::examples::{beside, rows};
use super::update::update;

/// The events that are reported of a file, in this order.
pub enum Event {
    /// A message for standard error.
    Message(String),
    /// A remark in plain words.
    Note(String),
    Record(CheckRecord),
    /// A mistake that no command can be blamed for.
    Failed(Error),
}

/// Checks one file.
pub struct CheckedFile<'a> {
    pub path: &'a Path,
    /// The commands that are meant; none: all.
    pub names: &'a [String],
    pub check: &'a CheckFlags,
    pub report: &'a Reporter,
    pub interrupt: &'a Stop,
    /// Takes messages as they come.
    pub tell: &'a dyn Fn(Event),
    /// What was told of the spec, whatever the command.
    pub told: RefCell<Vec<Diagnostic>>,
}

impl CheckedFile<'_> {
    pub fn run(&self) {
        let mut spec = match load(self.path, &self.check.language) {
            Ok(spec) => spec,
            Err(error) => return self.broken(self.path.display().to_string(), error),
        };
        self.remarks(&spec.sources, &spec.warnings);
        let commands = match self.commands(&mut spec) {
            Ok(commands) => commands,
            Err(error) => return self.broken(self.path.display().to_string(), error),
        };
        let (mut rows, mut edits) = (Vec::new(), Vec::new());
        for (index, command) in &commands {
            let index = *index;
            let row = match self.row(&spec, command, index) {
                Ok(row) => row,
                Err(other) => return (self.tell)(Event::Failed(other)),
            };
            if !self.check.update {
                self.record(CheckRecord::Command(Box::new(row)));
                continue;
            }
            edits.extend(row.found.and_then(|found| found.correction(command)));
            rows.push(row);
        }
        if self.check.update {
            self.update(&spec, rows, &edits);
        }
        let given = self.check.examples.as_deref();
        for file in given.map(Path::to_path_buf).into_iter().chain(beside(self.path)) {
            self.examples(&spec, &file);
        }
        if self.check.vacuity && !self.interrupt.is_raised() {
            self.vacuity(&spec);
        }
    }

    /// The commands that are meant, with their indices, in the scope that is meant.
    fn commands(&self, spec: &mut Spec) -> Result<Vec<(usize, Command)>, Error> {
        let all = spec.model.commands.iter().cloned().enumerate();
        let mut commands: Vec<(usize, Command)> = all.collect();
        let is_called = |name: &String, (index, command): &(usize, Command)| {
            command.label == *name || name.parse() == Ok(*index)
        };
        for name in self.names {
            if !commands.iter().any(|command| is_called(name, command)) {
                spec.command(Some(name))?;
                return Err(no_command(name));
            }
        }
        if !self.names.is_empty() {
            commands.retain(|command| self.names.iter().any(|name| is_called(name, command)));
        }
        for (_, command) in &mut commands {
            if let Some(scope) = &self.check.scope {
                *command = spec.with_scope(command.clone(), "--scope", scope)?;
            }
            if let Some(steps) = &self.check.steps {
                *command = spec.with_steps(command.clone(), "--steps", steps)?;
            }
            if (&self.check.scope, &self.check.steps) != (&None, &None) {
                command.expect = elsewhere(command);
            }
        }
        Ok(commands)
    }

    /// Reports what the predicates say of kept examples. A heap is judged in one go, whatever the limit of time.
    fn examples(&self, spec: &Spec, file: &Path) {
        let tell = |sources: &Sources, mistakes: &[Diagnostic]| self.mistakes(sources, mistakes);
        let warn = &mut |sources: &Sources, found: &[Diagnostic]| self.remarks(sources, found);
        match rows(spec, file, &tell, warn) {
            Ok((rows, remarks)) => {
                if !self.report.is_quiet() {
                    remarks.into_iter().for_each(|remark| (self.tell)(Event::Note(remark)));
                }
                rows.into_iter().for_each(|row| self.record(CheckRecord::Examples(row)));
            }
            Err(error) => self.broken(file.display().to_string(), error),
        }
    }

    /// Reports the parts that say nothing; untranslatable ones were reported with their command.
    fn vacuity(&self, spec: &Spec) {
        let commands = spec.model.commands.iter().filter(|command| !command.is_chained);
        let commands: Vec<Command> = commands.cloned().collect();
        let own = &self.check.limits;
        let limits = limited(self.interrupt.linked(), own.timeout, own.size.memory);
        let found = limits.and_then(|stop| {
            let parts = idle_parts(&spec.model, &commands, self.meaning(), &stop.effort());
            parts.map_err(|diagnostic| Error::about(spec, diagnostic))
        });
        let parts = match found {
            Ok(parts) => parts.unwrap_or_default(),
            Err(error) => {
                return match error.mistakes() {
                    Ok((sources, mistakes)) => self.messages(&sources, &mistakes),
                    Err(other) => (self.tell)(Event::Failed(other)),
                };
            }
        };
        for part in parts {
            self.remarks(&spec.sources, &[part.warning(spec, &commands)]);
            let name = match part.idleness {
                Idleness::Fact(at) => spec.model.facts[at].name.clone(),
                Idleness::Goal(at) => {
                    let command = commands[at].clone();
                    predicate_of(&SpecCommand { spec: spec.clone(), command })
                }
                Idleness::Premise(at) => commands[at].label.clone(),
            };
            let ConjunctName { name, at, text, .. } =
                ConjunctName::new(spec, &part.conjunct, &name);
            let why = match part.idleness {
                Idleness::Fact(_) | Idleness::Goal(_) => "changes nothing",
                Idleness::Premise(_) if part.overflows => {
                    "holds for want of instances within these integers"
                }
                Idleness::Premise(_) => "holds for want of instances",
            };
            self.record(CheckRecord::Vacuity { spec: spec.name.clone(), at, name, text, why });
        }
    }

    /// Reports the commands' outcomes once it is known which edits could be written.
    fn update(&self, spec: &Spec, mut rows: Vec<CheckedCommandAnswer>, edits: &[(Span, String)]) {
        let updated = match edits {
            [] => None,
            _ => Some(update(self.path, spec, edits)),
        };
        if let Some(Ok(_)) = updated {
            for (row, command) in rows.iter_mut().zip(&spec.model.commands) {
                if row.found.is_some_and(|found| found.correction(command).is_some()) {
                    row.verdict = VerdictAnswer::Updated;
                    row.find = None;
                }
            }
        }
        rows.into_iter().for_each(|row| self.record(CheckRecord::Command(Box::new(row))));
        match updated {
            None => {}
            Some(Ok(patch)) => self.record(CheckRecord::Update { spec: spec.name.clone(), patch }),
            Some(Err(error)) => self.broken(spec.name.clone(), error),
        }
    }

    fn record(&self, record: CheckRecord) {
        (self.tell)(Event::Record(record));
    }

    /// A file that cannot be asked anything, or not be written.
    fn broken(&self, spec: String, error: Error) {
        match error.mistakes() {
            Ok((sources, mistakes)) => {
                let errors = self.mistakes(&sources, &mistakes);
                self.record(CheckRecord::Error { spec, errors });
            }
            Err(other) => (self.tell)(Event::Failed(other)),
        }
    }

    /// Tells of mistakes, and gives them back as they are reported.
    fn mistakes(&self, sources: &Sources, mistakes: &[Diagnostic]) -> Vec<MistakeAnswer> {
        self.messages(sources, mistakes);
        mistakes.iter().map(|one| MistakeAnswer::new(sources, one)).collect()
    }

    fn row(
        &self,
        spec: &Spec,
        command: &Command,
        index: usize,
    ) -> Result<CheckedCommandAnswer, Error> {
        let (checked, errors) = match self.checked(spec, command) {
            Ok(checked) => (Some(checked), Vec::new()),
            Err(error) => {
                let (sources, mistakes) = error.mistakes()?;
                (None, self.mistakes(&sources, &mistakes))
            }
        };
        let expected = Expectation::of(command);
        let found = checked.as_ref().map(|checked| checked.found);
        let verdict = checked.as_ref().map(|checked| VerdictAnswer::from(checked.verdict()));
        let verdict = verdict.unwrap_or(VerdictAnswer::Error);
        let is_listed = found.is_some_and(|found| expected.is_none() && found.count() > 0);
        let vacuous = checked.as_ref().and_then(|checked| checked.vacuous.as_ref());
        let note = vacuous.map(|warning| match warning.code {
            Some(code::ENDS) => "every trace ends",
            _ => "the facts have no instance",
        });
        let shortest = checked.as_ref().and_then(|checked| checked.shortest);
        let unbounded = checked.as_ref().and_then(|checked| checked.unbounded.as_ref());
        let unbounded = unbounded.map(AllTracesAnswer::from);
        let first = checked.and_then(|checked| checked.first);
        let header = match &first {
            Some(_) => {
                Schema::of(spec, command).map_or_else(|_| Header::default(), |it| it.header())
            }
            None => Header::default(),
        };
        let is_failed = verdict == VerdictAnswer::Failed;
        let (line, column) = spec.sources.line_and_column(command.span);
        let steps = found.and_then(|_| Steps::of(&spec.model, command));
        Ok(CheckedCommandAnswer {
            spec: spec.name.clone(),
            index,
            label: command.label.clone(),
            at: format!("{}:{line}:{column}", spec.name),
            line,
            command: spec.text(command),
            verdict,
            expected,
            found,
            find: is_failed.then(|| self.find(index, command.scope.is_endless(), is_listed)),
            steps: steps.map(|steps| (steps.least, steps.greatest)),
            shortest,
            unbounded,
            note,
            first: first.filter(|_| is_failed).map(content),
            errors,
            header,
        })
    }

    /// Counts as far as the expectation needs it; to the end if another count is to be written.
    fn checked(&self, spec: &Spec, command: &Command) -> Result<CheckedCommand, Error> {
        if self.interrupt.is_raised() && !command.is_chained {
            // The interrupt is noticed; only the commands that were not reached are still to be
            // listed.
            self.interrupt.take_over();
            let (expected, found) = (Expectation::of(command), Finding::Stopped(0));
            return Ok(CheckedCommand::of(expected, found));
        }
        let own = &self.check.limits;
        let stop = limited(self.interrupt.linked(), own.timeout, own.size.memory)?;
        let count = if self.check.update { Count::All } else { Count::Enough };
        let warn = &mut |warning: &Diagnostic| {
            if self.is_told(warning) {
                return;
            }
            self.remarks(&spec.sources, std::slice::from_ref(warning));
        };
        let named = match self.check.naming.names().filter(|_| spec.model.is_temporal(command)) {
            Some(names) => &spec.with_actions(command.clone(), &names)?,
            None => command,
        };
        let way = (count, self.check.method.into());
        answered(check(spec, named, self.meaning(), way, &stop.effort(), warn), &stop)
    }

    /// True of a warning about the spec that another command has brought up.
    fn is_told(&self, warning: &Diagnostic) -> bool {
        let of_spec =
            [code::NO_STRINGS, code::ALL_INTEGERS, code::UNASKED, code::UNTAKEN, code::DEAD_END];
        if !warning.code.is_some_and(|code| of_spec.contains(&code)) {
            return false;
        }
        let mut told = self.told.borrow_mut();
        let place = |warning: &Diagnostic| warning.place.as_ref().map(|(span, _)| *span);
        // That states have no next one is a matter of the spec, wherever it is asked.
        let is_same = |old: &Diagnostic| match warning.code {
            Some(code::DEAD_END) => old.message == warning.message,
            _ => place(old) == place(warning),
        };
        let is_told = told.iter().any(|old| old.code == warning.code && is_same(old));
        if !is_told {
            told.push(warning.clone());
        }
        is_told
    }

    fn meaning(&self) -> Meaning {
        Meaning { overflow: overflow(self.check.overflow), ..Meaning::default() }
    }

    /// `korrel find FILE INDEX`, with the flags that change what a spec means: the command line that lists what was
    /// counted. `only_first`: one instance. `is_endless`: whichever, of traces of any number of states.
    fn find(&self, index: usize, is_endless: bool, only_first: bool) -> String {
        let CheckFlags { overflow, language, .. } = self.check;
        let mut words = vec!["korrel".to_string(), "find".to_string()];
        let name = self.path.display().to_string();
        // A name that looks like a flag.
        let is_flag = name.starts_with('-') && name != "-";
        words.push(quoted(&if is_flag { format!("./{name}") } else { name }));
        words.push(index.to_string());
        if is_endless {
            words.push("--any".to_string());
        } else if only_first {
            words.extend(["-n".to_string(), "1".to_string()]);
        }
        for (flag, value) in [("--scope", &self.check.scope), ("--steps", &self.check.steps)] {
            if let Some(value) = value {
                words.extend([flag.to_string(), quoted(value)]);
            }
        }
        if *overflow == OverflowFlag::Wrap {
            words.extend(["--overflow".to_string(), "wrap".to_string()]);
        }
        for folder in &language.folders {
            words.extend(["-I".to_string(), quoted(&folder.display().to_string())]);
        }
        if language.strict_alloy {
            words.push("--strict-alloy".to_string());
        }
        if let Some(depth) = language.recursion {
            words.extend(["--recursion".to_string(), depth.to_string()]);
        }
        words.join(" ")
    }

    /// Warnings, unless they are not wanted.
    fn remarks(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        if !self.report.is_quiet() {
            self.messages(sources, diagnostics);
        }
    }

    fn messages(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            (self.tell)(Event::Message(self.report.rendered(sources, diagnostic)));
        }
    }
}

/// A predicate or an assertion that no command is about.
fn no_command(name: &str) -> Error {
    let message = format!("no command of the spec is about `{}`", visible(name));
    let help = format!("`korrel find SPEC {}` asks about it", visible(name));
    Error::File(Diagnostic::new(code::COMMAND, message).help(help))
}

/// What a command expects in another scope than its own: a number is that of its own scope.
fn elsewhere(command: &Command) -> Option<Expect> {
    match (command.expect, command.kind) {
        (Some(Expect::Exactly(1..)), CommandKind::Check) => Some(Expect::Satisfiable),
        (Some(Expect::Exactly(1..)), CommandKind::Run) => None,
        (expect, _) => expect,
    }
}

/// A record without its number.
fn content(mut record: Json) -> Json {
    if let Some(members) = record.as_object_mut() {
        members.shift_remove("kind");
        members.shift_remove("id");
    }
    record
}
