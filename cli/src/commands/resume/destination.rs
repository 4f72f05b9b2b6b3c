//! The destination of the stream: standard output, a file, a corpus, or the writer that draws it.

use std::io::IsTerminal;

use korrel::DrawnFunctions;
use korrel::stream::StreamQuestion;
use korrel_draw::Hints;
use korrel_lang::model::TraceKind;

use crate::files::theme::{ThemeFile, tell_of_neighbour};
use crate::flags::{FindFlags, FormatFlag, IdsFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;
use crate::output::canvas::{
    Canvas, Paper, no_ids, no_lane, no_lanes, no_projection, no_projections, no_values,
};
use crate::output::corpus::Corpus;
use crate::output::databases::DatabaseWriter;
use crate::output::expressions::Expressions;
use crate::output::ids::TextIds;
use crate::output::lines::Lines;
use crate::output::rows;

use super::{SavedStream, graphs};

pub fn lines(
    question: &StreamQuestion<'_>,
    find: &FindFlags,
    saved: Option<&SavedStream>,
    corpus: Option<&Corpus>,
    (stop, report): (&Stop, &Reporter),
) -> Result<Lines, Error> {
    let is_of_traces = is_of_traces(question);
    let refused = no_ids(&find.drawing)
        .or_else(|| no_lanes(&find.drawing, is_of_traces))
        .or_else(|| no_values(&find.drawing))
        .or_else(|| no_projections(&find.drawing));
    if let Some(message) = refused {
        return Err(Error::usage(message));
    }
    if let Some(corpus) = corpus.filter(|_| !find.search.dry_run) {
        return Ok(Lines::on(corpus.open()?, false));
    }
    let file = saved.map(SavedStream::writer).transpose()?;
    let is_terminal = file.is_none() && std::io::stdout().is_terminal();
    let is_drawn = find.drawing.format.is_some_and(|format| format != FormatFlag::Json);
    if is_drawn && !find.search.dry_run {
        if find.drawing.format.is_some_and(FormatFlag::is_table) {
            no_table(question, find, is_terminal)?;
        }
        if let Some(format) = find.drawing.format.and_then(FormatFlag::of_graphs) {
            graphs::check(question, find, format, stop, report)?;
        }
        let paper = match file {
            Some(file) => Paper::file(file, report),
            None => Paper::output(report),
        };
        let canvas = canvas(question, find, paper, report)?;
        return Ok(Lines::on(Box::new(canvas), is_terminal));
    }
    if find.drawing.ids == IdsFlag::Text && !find.search.dry_run {
        let out = file.unwrap_or_else(|| Box::new(std::io::stdout()));
        return Ok(Lines::on(Box::new(TextIds::on(out)), is_terminal));
    }
    Ok(file.map_or_else(Lines::stdout, |file| Lines::on(file, is_terminal)))
}

/// # Errors
/// What is no table: rows of traces and of parts, and bytes on a terminal.
fn no_table(
    question: &StreamQuestion<'_>,
    find: &FindFlags,
    is_terminal: bool,
) -> Result<(), Error> {
    rows::are_there()?;
    let message = if is_of_traces(question) {
        "a row is a heap of one state, and this command is about traces: there are `--format itf` and json"
    } else if find.asking.is_parted() {
        "a table has no column for the parts of a question: there is `--format json`"
    } else if is_terminal {
        "a table is no text for a terminal: write it by `-o FILE`, or into a pipe"
    } else {
        return Ok(());
    };
    Err(Error::usage(message))
}

fn is_of_traces(question: &StreamQuestion<'_>) -> bool {
    question.asked.spec.model.is_temporal(&question.asked.command)
}

/// The writer that draws the stream.
fn canvas(
    question: &StreamQuestion<'_>,
    find: &FindFlags,
    paper: Paper,
    report: &Reporter,
) -> Result<Canvas, Error> {
    let drawing = &find.drawing;
    let is_alone = find.amount.limit == Some(1) || find.id.is_some() || find.key.is_some();
    if drawing.format == Some(FormatFlag::AlloyXml) && !is_alone {
        let message =
            "Alloy's viewer takes one instance at a time: choose one by `-n 1`, `--id` or `--key`";
        return Err(Error::usage(message));
    }
    let is_of_traces = is_of_traces(question);
    let asked = question.asked;
    match drawing.format {
        Some(FormatFlag::AlloyPredicate) if is_of_traces => {
            let message = "such a predicate is written of one state, and this command is about \
                           traces: there are `--format alloy-xml`, itf, json and drawings";
            return Err(Error::usage(message));
        }
        Some(FormatFlag::AlloyXml) if asked.command.traces != TraceKind::Lassos => {
            let message =
                "Alloy writes infinite traces: leave `--prefixes` out, or use `--format itf`";
            return Err(Error::usage(message));
        }
        Some(FormatFlag::Itf) if !is_of_traces => {
            let message = "`--format itf` is for traces, and this command is about one state";
            return Err(Error::usage(message));
        }
        _ => {}
    }
    if !drawing.lanes.is_empty() || !drawing.project.is_empty() {
        let types = question.types();
        let mistake = no_lane(&types, drawing).or_else(|| no_projection(&types, drawing));
        mistake.map_or(Ok(()), |mistake| Err(Error::Usage(mistake)))?;
    }
    // The first text is that of the spec itself.
    let text = asked.spec.texts().next().unwrap_or_default();
    let databases = match drawing.format {
        Some(FormatFlag::Sql) => Some(DatabaseWriter::of(text)?),
        Some(FormatFlag::Csv) => Some(DatabaseWriter::of(text)?.in_folder(find)?),
        _ => None,
    };
    let values = match drawing.format.and_then(FormatFlag::of_graphs) {
        // It names the edges.
        Some(_) => Expressions::none(),
        None => Expressions::new(&asked.spec, &asked.command, &drawing.by, report)?,
    };
    let canvas = Canvas::new(drawing, paper, values);
    let hints = hints(question, find, report)?;
    let functions = DrawnFunctions::of(&asked.spec, &asked.command, &hints);
    let canvas = canvas.hinted(hints).showing(functions);
    if let Some(databases) = databases {
        return Ok(canvas.in_tables(databases));
    }
    let is_alloy =
        matches!(drawing.format, Some(FormatFlag::AlloyXml | FormatFlag::AlloyPredicate));
    if !is_alloy {
        return Ok(canvas);
    }
    Ok(canvas.in_alloy(question.alloy()?))
}

/// What the spec says of drawings, then each theme, and then the flags.
fn hints(
    question: &StreamQuestion<'_>,
    find: &FindFlags,
    report: &Reporter,
) -> Result<Hints, Error> {
    use FormatFlag::{Dot, Html, Svg};
    let drawing = &find.drawing;
    // The first text is that of the spec itself.
    let mut hints = Hints::read(question.asked.spec.texts().next().unwrap_or_default());
    for path in drawing.themes() {
        let mut theme = ThemeFile::told(path, report)?;
        theme.tell_unknown([&question.types()], report);
        hints = hints.then(theme.hints());
    }
    let is_picture = matches!(drawing.format, Some(Svg | Html | Dot));
    if is_picture && drawing.themes().next().is_none() {
        tell_of_neighbour(&find.question.spec, report);
    }
    Ok(hints.projecting(&drawing.project))
}
