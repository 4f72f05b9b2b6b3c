//! `korrel check`: every command of each file against what it expects.

use std::io::Write;
use std::path::{Path, PathBuf};

use korrel_enumerate::{Instances, Meaning, Problem, Search};
use korrel_lang::model::{Command, CommandKind, Expect};
use korrel_sat::Step;

use super::question::overflow;
use crate::arguments::Check;
use crate::exit::Exit;
use crate::memory;
use crate::spec::{Error, Reporter, Spec, chained};
use crate::stop::{Reason, Stop};

pub fn run(check: &Check, report: &Reporter) -> Result<Exit, Error> {
    let mut files = Vec::new();
    for path in &check.paths {
        let specs = specs_below(path)?;
        if specs.is_empty() {
            return Err(Spec::unreadable(path, &"there is no .als file in it"));
        }
        files.extend(specs);
    }
    let stop = Stop::new();
    stop.catch_interrupts();
    let mut table = Table::new(check, report);
    // A mistake in any of them is told before the first is searched.
    let specs = files
        .iter()
        .map(|file| Spec::load(file, &check.language))
        .collect::<Result<Vec<_>, _>>()?;
    for spec in &specs {
        report.warnings(spec);
        for command in &spec.model.commands {
            table.check(spec, command, &stop)?;
            if stop.is_raised() && stop.reason() == Reason::Interrupt {
                return Ok(Exit::Interrupted);
            }
        }
    }
    table.finish()
}

/// The file itself, or all `.als` files below a folder, by name.
fn specs_below(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let unreadable = |error: std::io::Error| Spec::unreadable(path, &error);
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    let mut specs = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            specs.extend(specs_below(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "als") {
            specs.push(entry);
        }
    }
    Ok(specs)
}

/// What was found of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// This many and no more.
    Exactly(u64),
    /// At least this many; more were not asked for.
    AtLeast(u64),
    /// At least this many when time ran out.
    Stopped(u64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Met,
    NotMet,
    Incomplete,
}

struct Table<'a> {
    check: &'a Check,
    report: &'a Reporter,
    verdicts: Vec<Verdict>,
}

impl<'a> Table<'a> {
    fn new(check: &'a Check, report: &'a Reporter) -> Table<'a> {
        Table { check, report, verdicts: Vec::new() }
    }

    fn check(&mut self, spec: &Spec, command: &Command, interrupt: &Stop) -> Result<(), Error> {
        if command.is_chained {
            return Err(spec.error(chained(command)));
        }
        let found = self.count(spec, command, interrupt)?;
        let verdict = verdict(command, found);
        self.verdicts.push(verdict);
        let mut out = std::io::stdout().lock();
        let word = match verdict {
            Verdict::Met => "ok",
            Verdict::NotMet => "FAILED",
            Verdict::Incomplete => "incomplete",
        };
        let text = spec.text(command, None);
        let (expected, found) = (expectation(command), describe(found));
        writeln!(
            out,
            "{word:<10}  expected {expected:<8}  found {found:<12}  {}: {text}",
            spec.name
        )?;
        Ok(())
    }

    /// Counts as far as the expectation needs it.
    fn count(&self, spec: &Spec, command: &Command, interrupt: &Stop) -> Result<Found, Error> {
        let meaning = Meaning { overflow: overflow(self.check.overflow), ..Meaning::default() };
        let problem = Problem::within(memory::budget(), &spec.model, command, meaning)
            .map_err(|d| spec.error(d))?;
        self.report.overflows(spec, &problem);
        let stop = interrupt.linked();
        if let Some(time) = self.check.timeout {
            stop.after(time);
        }
        let mut instances =
            Instances::new(&problem, Search::default(), stop.flag()).map_err(|d| spec.error(d))?;
        let enough = match command.expect {
            Some(Expect::Exactly(count)) => count + 1,
            _ => 1,
        };
        let mut count = 0;
        while count < enough {
            match instances.advance() {
                Step::Model => count += 1,
                Step::Exhausted => return Ok(Found::Exactly(count)),
                Step::Stopped => return Ok(Found::Stopped(count)),
            }
        }
        Ok(Found::AtLeast(count))
    }

    fn finish(self) -> Result<Exit, Error> {
        let number = |verdict| self.verdicts.iter().filter(|&&v| v == verdict).count();
        let (met, not_met, incomplete) =
            (number(Verdict::Met), number(Verdict::NotMet), number(Verdict::Incomplete));
        let mut summary = format!("{met} of {} commands as expected", self.verdicts.len());
        if not_met > 0 {
            summary += &format!(", {not_met} not");
        }
        if incomplete > 0 {
            summary += &format!(", {incomplete} incomplete");
        }
        self.report.note(&summary);
        Ok(match (not_met, incomplete) {
            (0, 0) => Exit::Success,
            (0, _) => Exit::Incomplete,
            _ => Exit::Failure,
        })
    }
}

fn verdict(command: &Command, found: Found) -> Verdict {
    let (least, most) = match found {
        Found::Exactly(count) => (count, Some(count)),
        Found::AtLeast(count) | Found::Stopped(count) => (count, None),
    };
    // A `check` without an expectation is expected to have no counterexample.
    let (from, to) = match (command.expect, command.kind) {
        (Some(Expect::Unsatisfiable), _) | (None, CommandKind::Check) => (0, Some(0)),
        (Some(Expect::Satisfiable), _) => (1, None),
        (Some(Expect::Exactly(count)), _) => (count, Some(count)),
        (None, CommandKind::Run) => (0, None),
    };
    if to.is_some_and(|to| least > to) || most.is_some_and(|most| most < from) {
        return Verdict::NotMet;
    }
    let is_certain = least >= from && (to.is_none() || most.is_some());
    if is_certain { Verdict::Met } else { Verdict::Incomplete }
}

fn expectation(command: &Command) -> String {
    match (command.expect, command.kind) {
        (Some(Expect::Unsatisfiable), _) | (None, CommandKind::Check) => "none".to_string(),
        (Some(Expect::Satisfiable), _) => "some".to_string(),
        (Some(Expect::Exactly(count)), _) => count.to_string(),
        (None, CommandKind::Run) => "anything".to_string(),
    }
}

fn describe(found: Found) -> String {
    match found {
        Found::Exactly(0) => "none".to_string(),
        Found::Exactly(count) => count.to_string(),
        Found::AtLeast(1) => "some".to_string(),
        Found::AtLeast(count) => format!("{count} or more"),
        Found::Stopped(count) => format!("{count} so far"),
    }
}
