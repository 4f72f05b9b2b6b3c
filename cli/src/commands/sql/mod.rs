//! `korrel sql`: small databases that show something of queries, asked of a real engine.

mod certificate;
mod comparing;
mod process;
mod record;
mod search;
mod shown;
mod sqlite;
mod suite;

use std::path::{Path, PathBuf};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;
use korrel_sql::client::{Client, harmless};
use korrel_sql::{Choices, Comparison, Dialect, Engine, EngineError, ReadQuery, Schema, Tally};

use crate::commands::shared::question::limited;
use crate::files::read::read;
use crate::flags::{SqlFlags, SqlQuestionFlag};
use crate::limits::Stop;
use crate::messages::error::{Error, shown as shown_path};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

use process::Process;
use sqlite::Sqlite;

pub fn run(flags: &SqlFlags, report: &Reporter) -> Result<Exit, Error> {
    let number = if flags.question == SqlQuestionFlag::Diff { 2 } else { 1 };
    if flags.queries.len() != number {
        let what = if number == 2 { "two queries" } else { "one query" };
        let given = flags.queries.len();
        return Err(Error::usage(format!(
            "this question is about {what} and a schema, and there are {given} queries"
        )));
    }
    let is_suite = matches!(flags.question, SqlQuestionFlag::Cover | SqlQuestionFlag::Mutants);
    if flags.against.is_some() && !is_suite {
        return Err(Error::usage("`--against` goes with cover and with mutants".to_owned()));
    }
    if flags.mutants && is_suite {
        return Err(Error::usage("`--mutants` goes with diff and with check".to_owned()));
    }
    let stop = limited(Stop::new(), flags.limits.timeout, flags.limits.size.memory)?;
    let asked = Asked::new(flags, report, stop)?;
    match is_suite {
        true => suite::run(&asked),
        false => comparing::run(&asked),
    }
}

/// What a command line asks, and what stands in its files.
struct Asked<'f> {
    flags: &'f SqlFlags,
    report: &'f Reporter,
    stop: Stop,
    files: Vec<&'f PathBuf>,
    texts: Vec<String>,
    schema: Schema,
    queries: Vec<ReadQuery>,
    choices: Choices,
    /// What the schema is called.
    source: String,
    /// Nothing: SQLite inside the program.
    command: Option<&'f str>,
}

impl<'f> Asked<'f> {
    fn new(flags: &'f SqlFlags, report: &'f Reporter, stop: Stop) -> Result<Asked<'f>, Error> {
        let (command, dialect) = engine_of(&flags.engine);
        let files: Vec<&PathBuf> = std::iter::once(&flags.schema).chain(&flags.also).collect();
        let texts =
            files.iter().map(|file| text_of(file)).collect::<Result<Vec<String>, Error>>()?;
        let schema = Schema::read(&texts, dialect).map_err(|mistake| {
            wrong(files[mistake.file], &format!("it is not SQL: {}", mistake.message))
        })?;
        if schema.tables.is_empty() {
            return Err(wrong(files[0], "there is no table in it"));
        }
        let queries = flags.queries.iter().map(|file| {
            let query =
                ReadQuery::new(&text_of(file)?, schema.dialect).map_err(|why| wrong(file, &why))?;
            if query.parsed().is_none() {
                report.note(&format!(
                    "{}: the query is not understood, so the values of each column that it may mention are told apart",
                    shown_path(file)
                ));
            }
            if command.is_some() {
                harmless(query.text()).map_err(|why| wrong(file, &why))?;
            }
            Ok(query)
        });
        let queries = queries.collect::<Result<Vec<ReadQuery>, Error>>()?;
        let rows = usize::from(flags.rows);
        let choices = Choices {
            least_rows: 0,
            rows,
            // One more than the rows of a column can hold.
            values: Choices::default().values.max(rows + 1),
            integers: flags.integers.clone(),
            texts: (!flags.texts.is_empty()).then(|| flags.texts.clone()),
        };
        let name = flags.schema.file_name();
        let source = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Asked { flags, report, stop, files, texts, schema, queries, choices, source, command })
    }

    /// The databases on which the queries are tried.
    fn comparison(&self) -> Comparison {
        let queries: Vec<&ReadQuery> = self.queries.iter().collect();
        let comparison = Comparison::new(&self.schema, &queries, &self.source, &self.choices);
        self.unsaid(&comparison).iter().for_each(|what| self.report.note(what));
        comparison
    }

    /// What the files say and the databases do not heed.
    fn unsaid(&self, comparison: &Comparison) -> Vec<String> {
        let place = |file: usize, line| {
            let file = self.files.get(file).map_or_else(String::new, |file| shown_path(file));
            format!("{file}:{line}")
        };
        let unsaid = comparison.spec.unsaid.iter().map(|unsaid| {
            let at = place(unsaid.file, unsaid.line);
            format!("{at}: not said in the spec: {}", visible(&unsaid.text))
        });
        let triggers = self.schema.triggers.iter().map(|trigger| {
            let at = place(trigger.file, trigger.line);
            format!("{at}: {}: triggers are off", visible(&trigger.text))
        });
        unsaid.chain(triggers).collect()
    }

    fn engine(&self) -> Result<Box<dyn Engine>, Error> {
        Ok(match self.command {
            None => Box::new(Sqlite::new(&self.stop).map_err(|error| self.told(error))?),
            Some(command) => Box::new(Process::new(command, self.schema.dialect, &self.stop)),
        })
    }

    fn told(&self, error: EngineError) -> Error {
        match error {
            EngineError::Schema(refusal) => {
                let why = format!("the engine refuses the schema: {}", refusal.message);
                let file = shown_path(&self.flags.schema);
                let mistake = Diagnostic::new(code::FILE, format!("`{file}`: {why}"));
                Error::File(mistake.help(format!("the statement is: {}", refusal.statement)))
            }
            EngineError::Lost(why) => {
                Error::File(Diagnostic::new(code::FILE, format!("the engine: {why}")))
            }
            EngineError::Stopped => Error::Stopped,
        }
    }

    /// These queries fail on every database, each with this message.
    fn failing<'m>(&self, failures: impl IntoIterator<Item = (usize, &'m str)>) -> Error {
        let one = |(at, why): (usize, &str)| {
            format!("`{}`: {}", shown_path(&self.flags.queries[at]), visible(why))
        };
        let told: Vec<String> = failures.into_iter().map(one).collect();
        let what = if told.len() > 1 { "each query" } else { "the query" };
        let message = format!("the engine refuses {what} on every database: {}", told.join("; "));
        Error::File(Diagnostic::new(code::FILE, message))
    }

    /// One result has more columns than the other.
    fn of_other_widths(&self, widths: &[Vec<String>; 2]) -> Error {
        let told = self.flags.queries.iter().zip(widths).map(|(file, columns)| {
            let number = shown::counted(columns.len(), "column");
            format!("`{}` returns {number} ({})", shown_path(file), visible(&columns.join(", ")))
        });
        let told = told.collect::<Vec<String>>().join(", and ");
        let message = format!("the results have different numbers of columns: {told}");
        Error::File(Diagnostic::new(code::FILE, message))
    }

    /// Why what is true of all databases that were tried is undecided: the engine refused some, or none has a row of a table.
    /// `is_whole`: all were tried.
    fn doubts(&self, comparison: &Comparison, tally: &Tally, is_whole: bool) -> Vec<String> {
        let mut doubts = comparison.rowless(&self.schema, tally, is_whole);
        if let Some(refusal) = &tally.last_refused {
            let first = tally.first_refused.as_ref().map_or(refusal, |(_, refusal)| refusal);
            doubts.push(format!(
                "{} not asked: the engine refuses {}, first by: {}",
                shown::were(tally.refused as usize, "database"),
                if tally.refused == 1 { "it" } else { "them" },
                first.message
            ));
        }
        doubts
    }

    /// # Errors
    /// An engine that took no database.
    fn has_answers(&self, tally: &Tally) -> Result<(), Error> {
        let (0, Some((_, refusal))) = (tally.databases, &tally.first_refused) else {
            return Ok(());
        };
        let message = format!(
            "the engine took none of {} databases, so nothing was asked: {}",
            tally.refused, refusal.message
        );
        let mistake = Diagnostic::new(code::FILE, message);
        Err(Error::File(mistake.help(format!("the statement is: {}", refusal.statement))))
    }
}

/// The command of an engine, and its dialect. Nothing of both: SQLite inside the program, or what the schema says.
fn engine_of(engine: &str) -> (Option<&str>, Option<Dialect>) {
    match engine {
        "sqlite" => (None, Some(Dialect::Sqlite)),
        "postgres" => (Some("psql -X"), Some(Dialect::Postgres)),
        command => (Some(command), Client::of(command).dialect()),
    }
}

fn text_of(file: &Path) -> Result<String, Error> {
    read(file, &file.display().to_string()).map_err(Error::File)
}

fn wrong(file: &Path, why: &str) -> Error {
    Error::File(Diagnostic::new(code::FILE, format!("`{}`: {why}", shown_path(file))))
}
