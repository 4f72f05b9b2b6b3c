//! The commands of one file, each counted as far as its expectation needs it.

use std::path::Path;

use korrel_enumerate::{Instances, Meaning, Problem, Strategy};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, Expect};
use korrel_lang::source::Sources;
use korrel_lang::spec::chained;
use korrel_sat::Step;
use korrel_translate::{Question, Untranslated, overflow_warnings, scope_warnings};
use serde_json::Value as Json;

use super::first::first;
use super::outcome::{BrokenFile, CheckedCommand, CommandVerdict, Expectation, Finding, Mistake};
use super::rerun;
use super::same::same_witnesses;
use super::update::{Edit, update};
use super::vacuity::{VacuousPart, vacuous_parts};
use crate::commands::shared::question::{AskedCommand, limited, overflow};
use crate::commands::shared::why::vacuous;
use crate::files::spec::load;
use crate::flags::CheckFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// The events that are reported of a file, in this order.
pub enum Event {
    /// A message for standard error.
    Message(String),
    Outcome(Box<CheckedCommand>),
    Broken(BrokenFile),
    /// A part that says nothing.
    Vacuous(VacuousPart),
    /// The file was replaced: its name, and the difference.
    Updated(String, String),
    /// A mistake that no command can be blamed for.
    Failed(Error),
}

/// Checks one file.
pub struct CheckedFile<'a> {
    pub path: &'a Path,
    pub check: &'a CheckFlags,
    pub report: &'a Reporter,
    pub interrupt: &'a Stop,
    /// Takes messages as they come.
    pub tell: &'a dyn Fn(Event),
}

/// A command's count, and its first instance if that is one too many.
struct CountedCommand {
    found: Finding,
    first: Option<Json>,
    /// There is no instance because nothing satisfies the facts.
    is_vacuous: bool,
}

impl CountedCommand {
    fn new(found: Finding, first: Option<Json>) -> CountedCommand {
        CountedCommand { found, first, is_vacuous: false }
    }
}

impl CheckedFile<'_> {
    pub fn run(&self) {
        let spec = match load(self.path, &self.check.language) {
            Ok(spec) => spec,
            Err(error) => return self.broken(self.path.display().to_string(), error),
        };
        if !self.report.is_quiet() {
            self.messages(&spec.sources, &spec.warnings);
        }
        let command = spec.model.commands[0].clone();
        let mut asked = AskedCommand { spec, command };
        let (mut outcomes, mut edits) = (Vec::new(), Vec::new());
        for index in 0..asked.spec.model.commands.len() {
            asked.command = asked.spec.model.commands[index].clone();
            let outcome = match self.outcome(&asked, index) {
                Ok(outcome) => outcome,
                Err(other) => return (self.tell)(Event::Failed(other)),
            };
            if !self.check.update {
                (self.tell)(Event::Outcome(Box::new(outcome)));
                continue;
            }
            edits.extend(outcome.found.and_then(|found| Edit::new(&asked.command, found)));
            outcomes.push(outcome);
        }
        if self.check.update {
            self.update(&asked, outcomes, &edits);
        }
        if self.check.vacuity && !self.interrupt.is_raised() {
            self.vacuity(&asked);
        }
    }

    /// Reports the parts that say nothing; untranslatable ones were reported with their command.
    fn vacuity(&self, asked: &AskedCommand) {
        let limits = limited(self.interrupt.linked(), self.check.timeout, None);
        let found = limits.and_then(|stop| vacuous_parts(self.check, asked, &stop));
        match found {
            Ok(parts) => {
                for part in parts {
                    if !self.report.is_quiet() {
                        self.messages(&asked.spec.sources, &[part.warning()]);
                    }
                    (self.tell)(Event::Vacuous(part));
                }
            }
            Err(error) => match error.mistakes() {
                Ok((sources, mistakes)) => self.messages(&sources, &mistakes),
                Err(other) => (self.tell)(Event::Failed(other)),
            },
        }
    }

    /// Reports the commands' outcomes once it is known which edits could be written.
    fn update(&self, asked: &AskedCommand, mut outcomes: Vec<CheckedCommand>, edits: &[Edit]) {
        let updated = match edits {
            [] => None,
            _ => Some(update(self.path, &asked.spec, edits)),
        };
        if let Some(Ok(_)) = updated {
            for (outcome, command) in outcomes.iter_mut().zip(&asked.spec.model.commands) {
                let is_edited = outcome.found.is_some_and(|f| Edit::new(command, f).is_some());
                if is_edited {
                    outcome.verdict = CommandVerdict::Updated;
                }
            }
        }
        outcomes.into_iter().for_each(|outcome| (self.tell)(Event::Outcome(Box::new(outcome))));
        match updated {
            None => {}
            Some(Ok(patch)) => (self.tell)(Event::Updated(asked.spec.name.clone(), patch)),
            Some(Err(error)) => self.broken(asked.spec.name.clone(), error),
        }
    }

    /// A file that cannot be asked anything, or not be written.
    fn broken(&self, spec: String, error: Error) {
        match error.mistakes() {
            Ok(mistakes) => {
                let mistakes = self.mistakes(&mistakes.0, &mistakes.1);
                (self.tell)(Event::Broken(BrokenFile { spec, mistakes }));
            }
            Err(other) => (self.tell)(Event::Failed(other)),
        }
    }

    /// Tells of mistakes, and gives them back as they are reported.
    fn mistakes(&self, sources: &Sources, mistakes: &[Diagnostic]) -> Vec<Mistake> {
        self.messages(sources, mistakes);
        mistakes.iter().map(|one| mistake(sources, one)).collect()
    }

    fn outcome(&self, asked: &AskedCommand, index: usize) -> Result<CheckedCommand, Error> {
        let (spec, command) = (&asked.spec, &asked.command);
        let expected = Expectation::of(command);
        let (counted, mistakes) = match self.count(asked) {
            Ok(counted) => (Some(counted), Vec::new()),
            Err(error) => {
                let (sources, mistakes) = error.mistakes()?;
                (None, self.mistakes(&sources, &mistakes))
            }
        };
        let is_vacuous = counted.as_ref().is_some_and(|counted| counted.is_vacuous);
        let (found, first) = counted.map_or((None, None), |c| (Some(c.found), c.first));
        let verdict = found.map_or(CommandVerdict::Mistaken, |found| expected.verdict(found));
        let is_listed = found.is_some_and(|found| expected.is_none() && found.count() > 0);
        Ok(CheckedCommand {
            spec: spec.name.clone(),
            index,
            label: command.label.clone(),
            place: spec.sources.line_and_column(command.span),
            is_vacuous,
            text: spec.text(command, None),
            expected,
            found,
            verdict,
            mistakes,
            find: rerun::find(self.check, self.path, index, is_listed),
            first: first.filter(|_| verdict == CommandVerdict::NotMet),
        })
    }

    /// Counts as far as the expectation needs it; to the end if another count is to be written.
    fn count(&self, asked: &AskedCommand) -> Result<CountedCommand, Error> {
        let (spec, command) = (&asked.spec, &asked.command);
        if command.is_chained {
            return Err(Error::about(spec, chained(command)));
        }
        if self.interrupt.is_raised() {
            // The interrupt is noticed; only the commands that were not reached are still to be
            // listed.
            self.interrupt.take_over();
            return Ok(CountedCommand::new(Finding::Stopped(0), None));
        }
        let meaning = Meaning { overflow: overflow(self.check.overflow), ..Meaning::default() };
        let stop = limited(self.interrupt.linked(), self.check.timeout, None)?;
        let problem = match Problem::new(&spec.model, command, meaning, &stop.effort()) {
            Ok(problem) => problem,
            Err(Untranslated::Stopped) => {
                return Ok(CountedCommand::new(Finding::Stopped(0), None));
            }
            Err(Untranslated::Refused(diagnostic)) => return Err(Error::about(spec, *diagnostic)),
        };
        if !self.report.is_quiet() {
            let Question { model, command, scopes, bounds, .. } = &problem.question;
            self.messages(&spec.sources, &scope_warnings(model, command, scopes));
            self.messages(&spec.sources, &overflow_warnings(model, command, scopes, bounds));
        }
        // It does not matter which instance it is if nobody sees it.
        let is_any = self.enough(command) == 1 && !is_shown(command);
        let (strategy, effort) = (Strategy::default(), stop.effort());
        let instances = match is_any {
            true => Instances::any(&problem, strategy, None, effort),
            false => Instances::new(&problem, strategy, effort),
        };
        let mut instances = instances.map_err(|d| Error::about(spec, d))?;
        let (mut count, mut shown) = (0, None);
        while count < self.enough(command) {
            match instances.advance() {
                Step::Model => count += 1,
                Step::Exhausted => {
                    let warning = if count == 0 { vacuous(&problem, &stop) } else { None };
                    if !self.report.is_quiet() {
                        self.messages(&spec.sources, warning.as_slice());
                    }
                    let counted = CountedCommand::new(Finding::Exactly(count), shown);
                    return Ok(CountedCommand { is_vacuous: warning.is_some(), ..counted });
                }
                Step::Stopped => return Ok(CountedCommand::new(Finding::Stopped(count), shown)),
            }
            if count == 1 && is_shown(command) {
                shown = first(asked, &problem, &mut instances, &stop)?;
                let note = shown.as_ref().and_then(|f| same_witnesses(&spec.model, command, f));
                if !self.report.is_quiet() {
                    self.messages(&spec.sources, note.as_slice());
                }
            }
        }
        Ok(CountedCommand::new(Finding::AtLeast(count), shown))
    }

    /// The number of instances that decides.
    fn enough(&self, command: &Command) -> u64 {
        match command.expect {
            Some(Expect::Exactly(_)) if self.check.update => u64::MAX,
            _ => Expectation::of(command).enough(),
        }
    }

    fn messages(&self, sources: &Sources, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            (self.tell)(Event::Message(self.report.rendered(sources, diagnostic)));
        }
    }
}

/// True if the first instance tells something: a counterexample, or an instance where there should
/// be none.
fn is_shown(command: &Command) -> bool {
    command.kind == CommandKind::Check || Expectation::of(command).is_none()
}

fn mistake(sources: &Sources, diagnostic: &Diagnostic) -> Mistake {
    let at = diagnostic.place.as_ref().map(|(span, _)| {
        let (line, column) = sources.line_and_column(*span);
        format!("{}:{line}:{column}", sources.get(span.file).name)
    });
    Mistake {
        code: diagnostic.code.map_or("", |code| code.name()),
        message: diagnostic.message.to_string(),
        at,
    }
}
