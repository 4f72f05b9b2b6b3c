//! `korrel sql`: the smallest database on which queries are not what they should be, asked of a real engine.

mod process;
mod record;
mod shown;
mod sqlite;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use korrel::Settings;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::{visible, visible_lines};
use korrel_sql::client::{Client, harmless};
use korrel_sql::{
    Answer, Choices, Comparison, Dialect, Engine, EngineError, Judge, ReadQuery, Schema, Views,
};

use crate::commands::shared::question::limited;
use crate::files::read::read;
use crate::flags::{AnswerFormatFlag, SqlFlags, SqlQuestionFlag};
use crate::limits::{Stop, memory};
use crate::messages::error::{Error, shown as shown_path};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

use process::Process;
use record::record;
use sqlite::Sqlite;

pub fn run(flags: &SqlFlags, report: &Reporter) -> Result<Exit, Error> {
    let number = match flags.question {
        SqlQuestionFlag::Diff => 2,
        SqlQuestionFlag::Check => 1,
    };
    if flags.queries.len() != number {
        let what = if number == 2 { "two queries" } else { "one query" };
        let given = flags.queries.len();
        return Err(Error::usage(format!(
            "this question is about {what} and a schema, and there are {given} queries"
        )));
    }
    let stop = limited(Stop::new(), flags.limits.timeout, flags.limits.size.memory)?;
    let (command, dialect) = engine_of(&flags.engine);
    let files: Vec<&PathBuf> = std::iter::once(&flags.schema).chain(&flags.also).collect();
    let texts = files.iter().map(|file| text_of(file)).collect::<Result<Vec<String>, Error>>()?;
    let schema = Schema::read(&texts, dialect).map_err(|mistake| {
        wrong(files[mistake.file], &format!("it is not SQL: {}", mistake.message))
    })?;
    if schema.tables.is_empty() {
        return Err(wrong(files[0], "there is no table in it"));
    }
    let views = Views::read(&texts, schema.dialect);
    let queries = flags.queries.iter().map(|file| {
        let query = ReadQuery::new(&text_of(file)?, schema.dialect).map_err(|why| wrong(file, &why))?;
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
        rows,
        // One more than the rows of a column can hold.
        values: Choices::default().values.max(rows + 1),
        integers: flags.integers.clone(),
        texts: (!flags.texts.is_empty()).then(|| flags.texts.clone()),
    };
    let source = flags
        .schema
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let comparison = Comparison::new(&schema, &views, queries, &source, &choices);
    for unsaid in &comparison.spec.unsaid {
        let file = files.get(unsaid.file).map_or_else(String::new, |file| shown_path(file));
        report.note(&format!(
            "{file}:{}: not said in the spec: {}",
            unsaid.line,
            visible(&unsaid.text)
        ));
    }
    stop.heed(Stop::tell);
    let mut engine: Box<dyn Engine> = match command {
        None => Box::new(Sqlite::new(&stop).map_err(|error| told(error, flags))?),
        Some(command) => Box::new(Process::new(command, schema.dialect, &stop)),
    };
    let mut judge = Judge::new(&comparison);
    let created = engine.create(&texts, &schema);
    let created = created.map_err(|error| Ending::Engine(error).at(&judge, 0));
    let found = created.and_then(|()| search(&comparison, &mut judge, &mut *engine, &stop));
    stop.take_over();
    let rows = match found {
        Ok(()) => None,
        Err(Ending::Stopped(rows)) => Some(rows),
        Err(Ending::Engine(error)) => return Err(told(error, flags)),
        Err(Ending::Search(error)) => return Err(error),
    };
    ended(flags, &judge.answer(), rows, &stop)
}

/// Why a search has no whole answer.
enum Ending {
    /// All databases with fewer rows were tried.
    Stopped(usize),
    Engine(EngineError),
    Search(Error),
}

/// Tries the databases, the smallest first, until a difference is found or all are tried.
fn search(
    comparison: &Comparison,
    judge: &mut Judge<'_>,
    engine: &mut dyn Engine,
    stop: &Stop,
) -> Result<(), Ending> {
    let spec = korrel::spec(&comparison.spec.text).map_err(broken)?;
    let command = spec.command("database").map_err(broken)?;
    let whole = command.scope_text().unwrap_or_default();
    let settings = Settings::new().memory(memory::of_a_translation()).until(stop.shared_flag());
    let (mut total, mut is_over) = (0, false);
    for sizes in comparison.sizes() {
        total = sizes.iter().sum();
        let scoped = command.clone().scope(&comparison.scope(&whole, &sizes)).map_err(broken)?;
        let mut broke = Ok(());
        let listed = scoped.with(settings.clone()).each(|heap| {
            let state = heap.heap().map_err(|error| error.to_string());
            let database = state.and_then(|heap| comparison.spec.layout.database(&heap.state));
            let added = match database {
                Err(why) => Err(Ending::Search(Error::Internal(why))),
                Ok(database) => judge.add(database, engine).map_err(Ending::Engine),
            };
            let (flow, ended) = match added {
                Ok(flow) => (flow, Ok(())),
                Err(ending) => (ControlFlow::Break(()), Err(ending)),
            };
            is_over |= flow.is_break();
            broke = ended;
            flow
        });
        broke.map_err(|ending| ending.at(judge, total))?;
        match listed {
            Ok(()) if is_over => return Ok(()),
            Ok(()) => {}
            Err(korrel::Error::Stopped) => {
                return Err(Ending::Engine(EngineError::Stopped).at(judge, total));
            }
            Err(error) => return Err(broken(error)),
        }
    }
    judge.ask(engine).map(|_| ()).map_err(|error| Ending::Engine(error).at(judge, total))
}

impl Ending {
    /// The same; a stop says what was tried. `rows`: those of the databases that were listed last.
    fn at(self, judge: &Judge<'_>, rows: usize) -> Ending {
        match self {
            Ending::Engine(EngineError::Stopped) => {
                Ending::Stopped(judge.rows_waiting().unwrap_or(rows))
            }
            other => other,
        }
    }
}

fn broken(error: korrel::Error) -> Ending {
    Ending::Search(match error {
        korrel::Error::Spec(mistakes) => mistakes.into(),
        other => Error::Internal(other.to_string()),
    })
}

/// Writes the answer. `rows`: a search that was stopped had tried all databases with fewer rows in all.
fn ended(
    flags: &SqlFlags,
    found: &Answer,
    rows: Option<usize>,
    stop: &Stop,
) -> Result<Exit, Error> {
    if let Some(messages) =
        found.failures.as_ref().filter(|_| rows.is_none() && found.difference.is_none())
    {
        let told = flags
            .queries
            .iter()
            .zip(messages)
            .map(|(file, why)| format!("`{}`: {why}", shown_path(file)));
        let message = format!(
            "the engine refuses each query on every database: {}",
            told.collect::<Vec<_>>().join("; ")
        );
        return Err(Error::File(Diagnostic::new(code::FILE, message)));
    }
    if let (0, Some((_, refusal)), None) = (found.databases, &found.first_refused, rows) {
        let message = format!(
            "the engine took none of {} databases, so nothing was asked: {}",
            found.refused, refusal.message
        );
        let mistake = Diagnostic::new(code::FILE, message);
        return Err(Error::File(mistake.help(format!("the statement is: {}", refusal.statement))));
    }
    match flags.answer.format {
        AnswerFormatFlag::Json => answer(&record(flags, found, rows))?,
        AnswerFormatFlag::Text => {
            let text = text(flags, found, rows);
            std::io::stdout().lock().write_all(visible_lines(&text).as_bytes())?;
        }
    }
    Ok(match (&found.difference, rows) {
        (Some(_), _) => Exit::Failure,
        (None, None) => Exit::Success,
        (None, Some(_)) => stop.tell(),
    })
}

fn text(flags: &SqlFlags, found: &Answer, rows: Option<usize>) -> String {
    let names: Vec<String> = flags.queries.iter().map(|file| shown_path(file)).collect();
    let mut text = match (&found.difference, rows) {
        (Some(difference), _) => shown::difference(difference, &names),
        (None, rows) => {
            let same = match flags.question {
                SqlQuestionFlag::Diff => "the same",
                SqlQuestionFlag::Check => "empty",
            };
            let number = shown::counted(found.databases as usize, "database");
            match rows {
                None => format!(
                    "COMPLETE: {same} on all {number} with up to {} in each table\n",
                    shown::counted(usize::from(flags.rows), "row")
                ),
                Some(rows) => format!(
                    "UNDECIDED: {same} on {number}, and on all with fewer than {} in all\n",
                    shown::counted(rows, "row")
                ),
            }
        }
    };
    if let Some(refused) = shown::refused(found) {
        text += &format!("\n{refused}");
    }
    text
}

/// The command of an engine, and its dialect. Nothing of both: SQLite inside the program, or what the schema says.
fn engine_of(engine: &str) -> (Option<&str>, Option<Dialect>) {
    match engine {
        "sqlite" => (None, Some(Dialect::Sqlite)),
        "postgres" => (Some("psql -X"), Some(Dialect::Postgres)),
        command => (Some(command), Client::of(command).dialect()),
    }
}

fn told(error: EngineError, flags: &SqlFlags) -> Error {
    match error {
        EngineError::Schema(refusal) => {
            let why = format!("the engine refuses the schema: {}", refusal.message);
            let mistake =
                Diagnostic::new(code::FILE, format!("`{}`: {why}", shown_path(&flags.schema)));
            Error::File(mistake.help(format!("the statement is: {}", refusal.statement)))
        }
        EngineError::Lost(why) => {
            Error::File(Diagnostic::new(code::FILE, format!("the engine: {why}")))
        }
        EngineError::Stopped => Error::Stopped,
    }
}

fn text_of(file: &Path) -> Result<String, Error> {
    read(file, &file.display().to_string()).map_err(Error::File)
}

fn wrong(file: &Path, why: &str) -> Error {
    Error::File(Diagnostic::new(code::FILE, format!("`{}`: {why}", shown_path(file))))
}
