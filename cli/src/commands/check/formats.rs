//! The formats of outcomes: a table for people, JSON lines, JUnit for build servers.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use korrel::answer::{ExpectedAnswer, FoundAnswer};
use korrel_harness::counted;
use korrel_lang::visible::visible;
use serde_json::{Map, Value as Json, json};

use crate::flags::CheckFormatFlag;
use crate::output::answer;

use super::drawing::drawing;
use super::examples::ExamplesRow;
use super::junit;
use super::outcome::{BrokenFile, CommandRow, ReportRow, VacuousRow};
use super::update::shown;
use super::verdict::{CommandVerdict, Mistake};

/// The number of commands by outcome; `mistaken` counts files, too, and predicates whose examples cannot be judged.
#[derive(Default)]
pub struct Totals {
    pub met: usize,
    pub updated: usize,
    pub not_met: usize,
    pub incomplete: usize,
    pub mistaken: usize,
    pub examples: ExampleTotals,
}

/// The number of kept examples, each once for every predicate that it names.
#[derive(Default)]
pub struct ExampleTotals {
    pub right: usize,
    pub wrong: usize,
}

/// Writes outcomes as they come, where the format allows it.
pub struct ReportWriter {
    format: CheckFormatFlag,
    totals: Totals,
    /// The rows for a format that is written at the end.
    rows: Vec<ReportRow>,
}

impl ReportWriter {
    pub fn new(format: CheckFormatFlag) -> ReportWriter {
        ReportWriter { format, totals: Totals::default(), rows: Vec::new() }
    }

    pub fn add(&mut self, outcome: CommandRow) -> io::Result<()> {
        *self.totals.of(outcome.verdict) += 1;
        match self.format {
            CheckFormatFlag::Text => lines(&row(&outcome))?,
            CheckFormatFlag::Json => answer(&record(&outcome))?,
            CheckFormatFlag::Junit => self.rows.push(ReportRow::Outcome(Box::new(outcome))),
        }
        Ok(())
    }

    /// Adds the examples of a predicate.
    pub fn add_examples(&mut self, row: ExamplesRow) -> io::Result<()> {
        match row.verdict {
            CommandVerdict::Mistaken => self.totals.mistaken += 1,
            _ => {
                self.totals.examples.wrong += row.wrong.len();
                self.totals.examples.right += row.good + row.bad - row.wrong.len();
            }
        }
        match self.format {
            CheckFormatFlag::Text => lines(&row.rows())?,
            CheckFormatFlag::Json => answer(&row.record())?,
            CheckFormatFlag::Junit => self.rows.push(ReportRow::Examples(row)),
        }
        Ok(())
    }

    /// A file that cannot be asked.
    pub fn add_broken(&mut self, broken: BrokenFile) -> io::Result<()> {
        self.totals.mistaken += 1;
        match self.format {
            CheckFormatFlag::Text => lines(&[broken_row(&broken)])?,
            CheckFormatFlag::Json => {
                let errors = mistakes(&broken.mistakes);
                answer(&json!({ "kind": "error", "spec": broken.spec, "errors": errors }))?;
            }
            CheckFormatFlag::Junit => self.rows.push(ReportRow::Broken(broken)),
        }
        Ok(())
    }

    /// Adds a part that says nothing.
    pub fn add_vacuous(&mut self, part: &VacuousRow) -> io::Result<()> {
        match self.format {
            CheckFormatFlag::Text => lines(&[part.row()]),
            CheckFormatFlag::Json => answer(&part.record()),
            // The format has no place for it; the warning has reported it.
            CheckFormatFlag::Junit => Ok(()),
        }
    }

    /// Adds the changes that were made to a file.
    pub fn add_patch(&mut self, spec: &str, patch: &str) -> io::Result<()> {
        match self.format {
            CheckFormatFlag::Text => io::stdout().lock().write_all(shown(patch).as_bytes()),
            CheckFormatFlag::Json => {
                answer(&json!({ "kind": "update", "spec": spec, "patch": patch }))
            }
            // Its form has no place for it.
            CheckFormatFlag::Junit => io::stderr().lock().write_all(shown(patch).as_bytes()),
        }
    }

    /// Writes the end, and returns the totals.
    pub fn finish(self) -> io::Result<Totals> {
        match self.format {
            CheckFormatFlag::Text => {}
            CheckFormatFlag::Json => answer(&self.totals.record())?,
            CheckFormatFlag::Junit => junit::write(&self.rows, &mut io::stdout().lock())?,
        }
        Ok(self.totals)
    }
}

fn lines(lines: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    lines.iter().try_for_each(|line| writeln!(out, "{}", visible(line)))
}

/// The verdict first, so that a failure can be found by eye and by `grep`. Below it how to see more.
fn row(outcome: &CommandRow) -> Vec<String> {
    let word = match outcome.verdict {
        CommandVerdict::NotMet => "FAILED",
        CommandVerdict::Mistaken => "ERROR",
        other => other.word(),
    };
    let found = outcome.found.map_or("–".to_string(), |found| found.to_string());
    let CommandRow { spec, expected, place: (line, _), index, .. } = outcome;
    let name = outcome.name();
    let note = outcome.note();
    let row = format!(
        "{word:<10}  expected {expected:<8}  found {found:<12}  {spec}:{line} [{index}] {name}{note}"
    );
    let mut lines = vec![row];
    if outcome.verdict == CommandVerdict::NotMet {
        lines.push(format!("    {}", outcome.find));
        let first = outcome.first.iter().flat_map(|first| drawing(first, &outcome.header));
        lines.extend(first.map(|line| format!("    {line}")));
    }
    lines
}

fn broken_row(broken: &BrokenFile) -> String {
    let mistakes = counted(broken.mistakes.len(), "mistake");
    format!("{:<10}  {}: {mistakes}", "ERROR", broken.spec)
}

fn record(outcome: &CommandRow) -> Json {
    let mut record = Map::new();
    let mut put = |key: &str, value: Json| record.insert(key.to_owned(), value);
    put("kind", json!("command"));
    put("spec", json!(outcome.spec));
    put("index", json!(outcome.index));
    put("label", json!(outcome.label));
    put("at", json!(outcome.at()));
    put("command", json!(outcome.text));
    put("verdict", json!(outcome.verdict.word()));
    put("expected", json!(ExpectedAnswer::from(outcome.expected)));
    if let Some(found) = outcome.found {
        put("found", json!(FoundAnswer::from(found)));
    }
    if outcome.verdict == CommandVerdict::NotMet {
        put("find", json!(outcome.find));
    }
    if let Some(steps) = outcome.steps {
        put("steps", json!([steps.least, steps.greatest]));
    }
    if let Some(states) = outcome.shortest {
        put("shortest", json!(states));
    }
    if let Some(note) = outcome.vacuous {
        put("note", json!(note));
    }
    if let Some(first) = &outcome.first {
        put("first", first.clone());
    }
    if !outcome.mistakes.is_empty() {
        put("errors", mistakes(&outcome.mistakes));
    }
    Json::Object(record)
}

fn mistakes(mistakes: &[Mistake]) -> Json {
    mistakes.iter().map(Mistake::record).collect()
}

impl Totals {
    fn of(&mut self, verdict: CommandVerdict) -> &mut usize {
        match verdict {
            CommandVerdict::Met => &mut self.met,
            CommandVerdict::Updated => &mut self.updated,
            CommandVerdict::NotMet => &mut self.not_met,
            CommandVerdict::Incomplete => &mut self.incomplete,
            CommandVerdict::Mistaken => &mut self.mistaken,
        }
    }

    fn record(&self) -> Json {
        let Totals { met, updated, not_met, incomplete, mistaken, examples } = self;
        let mut end =
            json!({ "kind": "end", "ok": met, "failed": not_met, "incomplete": incomplete });
        for (key, count) in [("updated", updated), ("errors", mistaken)] {
            if *count > 0 {
                end[key] = json!(count);
            }
        }
        let ExampleTotals { right, wrong } = examples;
        if right + wrong > 0 {
            end["examples"] = json!({ "right": right, "wrong": wrong });
        }
        end
    }
}

impl Display for Totals {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Totals { met, updated, not_met, incomplete, mistaken, examples } = self;
        let all = met + updated + not_met + incomplete + mistaken;
        write!(f, "{met} of {} as expected", counted(all, "command"))?;
        let others = [
            (updated, "updated"),
            (not_met, "not"),
            (incomplete, "incomplete"),
            (mistaken, "with mistakes"),
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
