//! `korrel sql diff` and `check`: the smallest database on which results are not as they should be.

use std::io::Write;

use korrel_lang::visible::visible_lines;
use korrel_sql::{Difference, Differing, Judge, Tally};

use crate::flags::{SqlFlags, SqlFormatFlag, SqlQuestionFlag};
use crate::messages::error::{Error, shown as shown_path};
use crate::messages::exit::Exit;
use crate::output::answer;

use super::certificate::Certificate;
use super::record::comparison;
use super::search::{Ending, search};
use super::{Asked, shown};

pub fn run(asked: &Asked<'_>) -> Result<Exit, Error> {
    let stop = &asked.stop;
    let comparison = asked.comparison();
    if let ([left, right], [a, b]) = (&asked.queries[..], &asked.flags.queries[..])
        && left.is_ordered() != right.is_ordered()
    {
        asked.report.note(&format!(
            "only {} ends with ORDER BY, so the rows are compared in any order",
            shown_path(if left.is_ordered() { a } else { b })
        ));
    }
    let mutants = match asked.flags.mutants {
        true => Some(Certificate::mutants(asked)?),
        false => None,
    };
    stop.heed(crate::limits::Stop::tell);
    let mut engine = asked.engine()?;
    let mut judge = Judge::new(Differing::new(&asked.queries));
    let created = engine.create(&asked.texts, &asked.schema);
    let created = created.map_err(|error| Ending::Engine(error).at(&judge, 0));
    let found = created.and_then(|()| search(&comparison, &mut judge, &mut *engine, stop));
    let rows = match found {
        Ok(()) => None,
        Err(Ending::Stopped(rows)) => Some(rows),
        Err(ending) => return Err(ending.told(asked)),
    };
    let (differing, tally) = judge.finish();
    if let Some(widths) = &differing.widths {
        return Err(asked.of_other_widths(widths));
    }
    if differing.difference.is_none() && !differing.failures().is_empty() {
        return Err(asked.failing(differing.failures()));
    }
    if rows.is_none() {
        asked.has_answers(&tally)?;
    }
    let mut doubts = asked.doubts(&comparison, &tally, rows.is_none());
    let hidden = differing.hidden_keys().into_iter();
    doubts.extend(hidden.map(|(at, key)| shown::hidden_key(&asked.flags.queries[at], key)));
    let certificate = match (mutants, &differing.difference, rows) {
        (Some(mutants), None, None) if doubts.is_empty() => {
            Some(Certificate::new(asked, &comparison, mutants, &mut *engine)?)
        }
        _ => None,
    };
    let is_silent =
        differing.difference.is_none() && differing.is_silent() && asked.queries.len() > 1;
    if is_silent {
        asked.report.note(
            "neither query returns a row on any of these databases, so that they are the same says little",
        );
    }
    if differing.difference.is_none() && rows.is_none() && doubts.is_empty() {
        asked.report.note(&visible_lines(&shown::tried(&comparison, asked.flags.rows)));
    }
    stop.take_over();
    let tried = comparison.values().iter().map(ToString::to_string).collect();
    let found = differing.difference;
    let unsaid = asked.unsaid(&comparison);
    ended(asked, &Compared { found, tally, rows, doubts, unsaid, tried, is_silent, certificate })
}

/// What came of a comparison.
pub struct Compared {
    pub found: Option<Difference>,
    pub tally: Tally,
    /// The search was stopped, and had tried all databases with fewer rows in all.
    pub rows: Option<usize>,
    /// Why it is undecided whether there is a difference, beside that.
    pub doubts: Vec<String>,
    /// What the files say and the databases do not heed.
    pub unsaid: Vec<String>,
    /// The values that columns which matter held.
    pub tried: Vec<String>,
    /// No query returned a row.
    pub is_silent: bool,
    pub certificate: Option<Certificate>,
}

/// Writes the answer.
fn ended(asked: &Asked<'_>, compared: &Compared) -> Result<Exit, Error> {
    let flags = asked.flags;
    let text = || text(flags, compared);
    match (flags.answer.format, &compared.found) {
        (SqlFormatFlag::Json, _) => answer(&comparison(flags, compared))?,
        (SqlFormatFlag::Sql, Some(found)) => {
            let mut script = shown::script(&found.database, 0, asked.schema.dialect, &[]);
            for (file, result) in flags.queries.iter().zip(&found.results) {
                script += &shown::expected(file, result);
            }
            std::io::stdout().lock().write_all(script.as_bytes())?;
        }
        (SqlFormatFlag::Sql, None) => {
            let lines = shown::commented(&text());
            std::io::stdout().lock().write_all(lines.as_bytes())?;
        }
        (SqlFormatFlag::Text, _) => {
            std::io::stdout().lock().write_all(visible_lines(&text()).as_bytes())?;
        }
    }
    let is_stopped = compared.certificate.as_ref().is_some_and(|told| told.is_stopped);
    Ok(match (&compared.found, compared.rows) {
        (Some(_), _) => Exit::Failure,
        (None, None) if is_stopped => asked.stop.tell(),
        (None, None) if compared.doubts.is_empty() => Exit::Success,
        (None, None) => Exit::Incomplete,
        (None, Some(_)) => {
            if compared.doubts.is_empty() {
                asked.report.note(
                    "fewer rows, or fewer values, make fewer databases: `--rows 1`, `--integers 0..1`",
                );
            }
            asked.stop.tell()
        }
    })
}

fn text(flags: &SqlFlags, compared: &Compared) -> String {
    let tally = &compared.tally;
    let names: Vec<String> = flags.queries.iter().map(|file| shown_path(file)).collect();
    let up_to = shown::counted(usize::from(flags.rows), "row");
    let mut text = match (&compared.found, compared.rows) {
        (Some(difference), _) => shown::difference(difference, &names),
        (None, rows) => {
            let same = if flags.question == SqlQuestionFlag::Diff { "the same" } else { "empty" };
            let number = shown::counted(tally.databases as usize, "database");
            let told = match rows {
                None if compared.doubts.is_empty() => {
                    format!("COMPLETE: {same} on all {number} with up to {up_to} in each table\n")
                }
                Some(rows) if compared.doubts.is_empty() => format!(
                    "UNDECIDED: {same} on {number}, and on all with fewer than {} in all\n",
                    shown::counted(rows, "row")
                ),
                None => format!("UNDECIDED: {same} on the {number} that could be asked, but\n"),
                Some(rows) => format!(
                    "UNDECIDED: {same} on {number}, those with fewer than {} in all that could be asked among them, but\n",
                    shown::counted(rows, "row")
                ),
            };
            told + &shown::doubts(&compared.doubts)
        }
    };
    if let Some(certificate) = &compared.certificate {
        text += &certificate.text(&flags.queries[0], &up_to);
    }
    if let Some(refused) = shown::refused(tally) {
        text += &format!("\n{refused}");
    }
    text
}
