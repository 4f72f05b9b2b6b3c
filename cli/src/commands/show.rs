//! `korrel show`: instances as drawings, of a command or of a stream.

use korrel::stream::StreamReading;
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::Path;

use korrel::stream::InstanceId;
use korrel_draw::Hints;
use korrel_heapgraph::Header;
use korrel_heapgraph::alloy::AlloyXml;
use korrel_heapgraph::graphs::GraphType;
use korrel_heapgraph::itf::ItfTrace;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;
use serde_json::{Value as Json, json};

use super::find;
use crate::files::read::unreadable;
use crate::files::texts::{BYTE_ORDER_MARK, Texts, alloy_xml, graph, is_graph};
use crate::files::theme::ThemeFile;
use crate::flags::{
    AmountFlags, AskingFlags, ClassesFlags, DrawingFlags, FindFlags, FormatFlag, KeyFlags,
    ShowFlags, StreamFlags, UnboundedMethodFlag,
};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::canvas::{
    Canvas, Paper, no_ids, no_lane, no_lanes, no_projection, no_projections, no_values,
};
use crate::output::expressions::Expressions;
use crate::output::rows;

pub fn run(show: &ShowFlags, report: &Reporter) -> Result<Exit, Error> {
    let path = &show.question.spec;
    let is_input = path == Path::new("-");
    let mut reader: Box<dyn BufRead> = if is_input {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(path).map_err(|error| unreadable(path, &error))?;
        Box::new(BufReader::new(file))
    };
    // A record begins with a brace, an array of traces with a bracket, Alloy's XML with `<`, and no spec does. Nor is its
    // first line a graph. This look takes no bytes from the reader.
    let start = reader.fill_buf().map_err(|error| unreadable(path, &error))?;
    let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    let line = start.split(|byte| *byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    let line = line.and_then(|line| str::from_utf8(line.trim_ascii_end()).ok());
    if matches!(first, Some(b'{' | b'[' | b'<')) || line.is_some_and(is_graph) {
        let name = if is_input { "<stdin>".to_owned() } else { path.display().to_string() };
        return stream(show, Texts::new(name, reader), report);
    }
    drop(reader);
    find::run(&as_find(show), report)
}

/// A page of more instances is nothing that a browser opens, and takes all memory before it is written.
const PAGE: u64 = 1000;

/// The flags of `find` that list the instances and draw them.
fn as_find(show: &ShowFlags) -> FindFlags {
    let drawing = drawing(show);
    let is_page = drawing.format == Some(FormatFlag::Html);
    let most = if is_page && show.model.is_none() { PAGE } else { 1 };
    let is_one = show.id.is_some() || show.key.is_some();
    FindFlags {
        question: show.question.clone(),
        search: show.search.clone(),
        asking: AskingFlags::default(),
        classes: ClassesFlags::default(),
        amount: AmountFlags { limit: show.amount.limit.or((!is_one || !is_page).then_some(most)) },
        is_cut: most == PAGE && !is_one && show.amount.limit.is_none(),
        any: show.model.is_some(),
        after: None,
        corpus: None,
        stream: StreamFlags { keyed: KeyFlags { keys: is_page }, ..StreamFlags::default() },
        maximal: false,
        method: UnboundedMethodFlag::Auto,
        changes: false,
        naming: show.naming.clone(),
        key: show.key.clone(),
        id: show.id.clone(),
        drawing,
        proof: None,
        certify: None,
        output: None,
        resume: false,
        model: show.model.clone(),
    }
}

fn drawing(show: &ShowFlags) -> DrawingFlags {
    let format = show.drawing.format.or(Some(FormatFlag::Text));
    DrawingFlags { format, ..show.drawing.clone() }
}

/// Draws the output of `find`.
fn stream(show: &ShowFlags, mut texts: Texts, report: &Reporter) -> Result<Exit, Error> {
    let is_of_graphs = show.drawing.format.and_then(FormatFlag::of_graphs).is_some();
    if show.question.command.is_some() || !(is_of_graphs || show.drawing.by.is_empty()) {
        let message = "a stream has no commands, and no spec to evaluate expressions in";
        return Err(Error::usage(message));
    }
    if show.naming.actions.is_some() {
        let message = "the steps of a stream have their names already; `--actions` needs the spec";
        return Err(Error::usage(message));
    }
    if show.model.is_some() {
        return Err(Error::usage("`--model` is a solver's answer about a spec; this is a stream"));
    }
    let drawing = drawing(show);
    if let Some(FormatFlag::AlloyXml | FormatFlag::AlloyPredicate) = drawing.format {
        let message = "Alloy's notation needs the spec: `korrel show SPEC --id N`";
        return Err(Error::usage(message));
    }
    if let Some(FormatFlag::Sql | FormatFlag::Csv) = drawing.format {
        let message =
            "which sig is which table stands in the spec: `korrel find SPEC --format sql`";
        return Err(Error::usage(message));
    }
    if drawing.format.is_some_and(FormatFlag::is_table) {
        rows::are_there()?;
        if std::io::stdout().is_terminal() {
            let message = "a table is no text for a terminal: write it into a file or a pipe";
            return Err(Error::usage(message));
        }
    }
    let is_page = drawing.format == Some(FormatFlag::Html);
    let limit = match show.amount.limit {
        _ if show.id.is_some() || show.key.is_some() => 1,
        Some(0) => u64::MAX,
        Some(limit) => limit,
        None if is_page => u64::MAX,
        None => 1,
    };
    if let Some(message) =
        no_projections(&drawing).or_else(|| no_values(&drawing)).or_else(|| no_ids(&drawing))
    {
        return Err(Error::usage(message));
    }
    let told = drawing.themes().map(|path| ThemeFile::told(path, report));
    let mut themes: Vec<ThemeFile> = told.collect::<Result<_, _>>()?;
    let hints = themes.iter().fold(Hints::default(), |hints, theme| hints.then(theme.hints()));
    let canvas = Canvas::new(&drawing, Paper::output(report), Expressions::none());
    let mut canvas = canvas.hinted(hints.projecting(&drawing.project));
    let mut fits = |header: &Json| fits(&drawing, &mut themes, header, report);
    let (mut drawn, mut traces, mut has_header) = (0, 0, false);
    // The status of a stream that ended before all was found.
    let mut early = None;
    let mut streams = StreamReading::default();
    while let Some(text) = texts.next()? {
        if AlloyXml::is_one(&text) {
            traces += 1;
            if drawn < limit && is_wanted_trace(show, traces - 1) {
                drawn += 1;
                let (header, record) =
                    alloy_xml(&text).map_err(|mistake| texts.error(mistake))?.record();
                fits(&header)?;
                for record in [header, record] {
                    canvas.record(&record.to_string()).map_err(|error| undrawn(&texts, error))?;
                }
            }
            continue;
        }
        if is_graph(&text) {
            let given = graph(&text).map_err(|mistake| texts.error(mistake))?;
            traces += 1;
            if drawn < limit && is_wanted_trace(show, traces - 1) {
                drawn += 1;
                let edges = GraphType::unnamed();
                let (header, mut record) = (edges.header(), edges.record(&given));
                fits(&header)?;
                record["id"] = json!(traces - 1);
                for record in [header, record] {
                    canvas.record(&record.to_string()).map_err(|error| undrawn(&texts, error))?;
                }
            }
            continue;
        }
        let record: Json = serde_json::from_str(&text).map_err(|error| refused(&texts, &error))?;
        if record.is_array() || ItfTrace::is_one(&record) {
            for trace in ItfTrace::read_all(&record).map_err(|error| refused(&texts, &error))? {
                traces += 1;
                if drawn == limit || !is_wanted_trace(show, traces - 1) {
                    continue;
                }
                drawn += 1;
                let (header, _) = trace.record().map_err(|error| refused(&texts, &error))?;
                fits(&header)?;
                canvas.itf(&trace).map_err(|error| undrawn(&texts, error))?;
            }
            continue;
        }
        let kind = record["kind"].as_str();
        let fit = match kind {
            Some("header") => {
                has_header = true;
                streams.header(&record)
            }
            Some("end") => streams.end(&record),
            None | Some("instance") => streams.instance(&text),
            Some(_) => streams.other(),
        };
        fit.map_err(|mistake| texts.error(mistake))?;
        match kind {
            Some("header") => fits(&record)?,
            Some("end") => {
                let status = record["status"].as_str().unwrap_or("unknown");
                let is_whole = matches!(status, "complete" | "limit");
                early = early.or_else(|| (!is_whole).then(|| status.to_owned()));
                continue;
            }
            // A reader passes over records that it does not know, unless they hold a heap.
            Some(kind) if kind != "instance" && !record["objects"].is_object() => continue,
            _ if !has_header => return Err(refused(&texts, &"no header came before it")),
            _ if !is_wanted(show, &text, &record) => continue,
            _ if drawn == limit => break,
            _ => drawn += 1,
        }
        canvas.record(&text).map_err(|error| undrawn(&texts, error))?;
    }
    report.notes(streams.remark());
    let end = StreamEnd::of(&streams, early, drawn == limit);
    canvas.record(&json!({ "kind": "end", "status": end.status(), "count": drawn }).to_string())?;
    report.notes(end.remark().as_deref());
    if drawn == 0 {
        report.note("the stream has no such instance");
    }
    Ok(match (&end, drawn) {
        (StreamEnd::Cut | StreamEnd::Early(_), _) => Exit::Incomplete,
        (_, 0) => Exit::Failure,
        _ => Exit::Success,
    })
}

/// How what was drawn of a stream ends.
enum StreamEnd {
    Whole,
    /// All was drawn that was asked for, and there may be more.
    Limit,
    /// Its end record is missing.
    Cut,
    /// Its end record says that it ended before all was found, and why.
    Early(String),
}

impl StreamEnd {
    /// `early` is the first status of that kind.
    fn of(streams: &StreamReading, early: Option<String>, is_limited: bool) -> StreamEnd {
        match early {
            _ if is_limited => StreamEnd::Limit,
            Some(status) => StreamEnd::Early(status),
            None if streams.is_cut() => StreamEnd::Cut,
            None => StreamEnd::Whole,
        }
    }

    fn status(&self) -> &str {
        match self {
            StreamEnd::Whole => "complete",
            StreamEnd::Limit => "limit",
            StreamEnd::Cut => "truncated",
            StreamEnd::Early(status) => status,
        }
    }

    /// The reason why there may be instances that were asked for and not drawn.
    fn remark(&self) -> Option<String> {
        match self {
            StreamEnd::Whole | StreamEnd::Limit => None,
            StreamEnd::Cut => Some("the stream has no end record: it was cut off".to_owned()),
            StreamEnd::Early(status) => {
                let status = visible(status);
                Some(format!(
                    "the stream ends with the status `{status}`: there may be more instances"
                ))
            }
        }
    }
}

fn is_wanted(show: &ShowFlags, line: &str, record: &Json) -> bool {
    let id = || InstanceId::of_record(line.as_bytes());
    show.id.as_ref().is_none_or(|wanted| id().as_ref() == Some(wanted))
        && show.key.as_ref().is_none_or(|key| record["key"].as_str() == Some(key))
}

/// Traces in another format have no ids: they are counted, from 0.
fn is_wanted_trace(show: &ShowFlags, number: u64) -> bool {
    show.key.is_none() && show.id.as_ref().is_none_or(|wanted| *wanted == number.into())
}

/// Warns of what themes say of names that the records of this header do not have.
///
/// # Errors
/// Lanes and projections that they do not have.
fn fits(
    drawing: &DrawingFlags,
    themes: &mut [ThemeFile],
    header: &Json,
    report: &Reporter,
) -> Result<(), Error> {
    if let Some(message) = no_lanes(drawing, header.get("traces").is_some()) {
        return Err(Error::usage(message));
    }
    // A header that cannot be read is refused where it is drawn.
    let Ok(header) = Header::read(header) else { return Ok(()) };
    themes.iter_mut().for_each(|theme| theme.tell_unknown([&header], report));
    let mistake = no_lane(&header, drawing).or_else(|| no_projection(&header, drawing));
    mistake.map_or(Ok(()), |mistake| Err(Error::Usage(mistake)))
}

fn undrawn(texts: &Texts, error: std::io::Error) -> Error {
    match error.kind() {
        std::io::ErrorKind::Other => refused(texts, &error),
        _ => Error::Output(error),
    }
}

/// A line that cannot be drawn.
fn refused(texts: &Texts, why: &dyn std::fmt::Display) -> Error {
    let help = "a stream is what `korrel find` writes: a header, then an instance a line";
    texts.error(Diagnostic::new(code::FILE, why.to_string()).help(help))
}
