//! `korrel check`: every command of each file against what it expects.

mod formats;
mod outcome;

use std::path::{Path, PathBuf};

use korrel_enumerate::{Instances, Meaning, Problem, Search};
use korrel_lang::model::Command;
use korrel_sat::Step;

use super::question::{limited, overflow};
use crate::arguments::Check;
use crate::exit::Exit;
use crate::memory;
use crate::spec::{Error, Reporter, Spec, chained};
use crate::stop::{Reason, Stop};
use formats::Writer;
use outcome::{Expectation, Found, Outcome};

pub fn run(check: &Check, report: &Reporter) -> Result<Exit, Error> {
    let stop = Stop::new();
    let mut files = Vec::new();
    for path in &check.paths {
        let specs = specs_below(path)?;
        if specs.is_empty() {
            return Err(Spec::unreadable(path, &"there is no .als file in it"));
        }
        files.extend(specs);
    }
    let mut table = Table::new(check, report);
    // A mistake in any of them is told before the first is searched.
    let specs = files
        .iter()
        .map(|file| Spec::load(file, &check.language))
        .collect::<Result<Vec<_>, _>>()?;
    stop.heed(Stop::tell);
    for spec in &specs {
        report.warnings(spec);
        for index in 0..spec.model.commands.len() {
            table.check(spec, index, &stop)?;
        }
    }
    // The report lists all commands, those that were not reached as incomplete.
    let exit = table.finish()?;
    let is_interrupted = stop.is_raised() && stop.reason() == Reason::Interrupt;
    Ok(if is_interrupted { Exit::Interrupted } else { exit })
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

struct Table<'a> {
    check: &'a Check,
    report: &'a Reporter,
    writer: Writer,
}

impl<'a> Table<'a> {
    fn new(check: &'a Check, report: &'a Reporter) -> Table<'a> {
        Table { check, report, writer: Writer::new(check.format) }
    }

    fn check(&mut self, spec: &Spec, index: usize, interrupt: &Stop) -> Result<(), Error> {
        let command = &spec.model.commands[index];
        if command.is_chained {
            return Err(spec.error(chained(command)));
        }
        let found = self.count(spec, command, interrupt)?;
        let expected = Expectation::of(command);
        self.writer.add(Outcome {
            spec: spec.name.clone(),
            index,
            label: command.label.clone(),
            text: spec.text(command, None),
            expected,
            found,
            verdict: expected.verdict(found),
        })?;
        Ok(())
    }

    /// Counts as far as the expectation needs it.
    fn count(&self, spec: &Spec, command: &Command, interrupt: &Stop) -> Result<Found, Error> {
        if interrupt.is_raised() {
            return Ok(Found::Stopped(0));
        }
        let meaning = Meaning { overflow: overflow(self.check.overflow), ..Meaning::default() };
        let stop = limited(interrupt.linked(), self.check.timeout, None)?;
        let budget = memory::budget().until(&stop.flag());
        let problem =
            Problem::within(budget, &spec.model, command, meaning).map_err(|d| spec.error(d))?;
        self.report.overflows(spec, &problem);
        let mut instances =
            Instances::new(&problem, Search::default(), stop.flag()).map_err(|d| spec.error(d))?;
        let enough = Expectation::of(command).enough();
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
        let [met, not_met, incomplete] = self.writer.finish()?;
        let all = met + not_met + incomplete;
        let mut summary = format!("{met} of {all} commands as expected");
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
