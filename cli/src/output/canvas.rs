//! A stream that is drawn as it is written.
//!
//! The search for instances writes records and knows no formats. A canvas receives the records and draws
//! each one. So everything that a stream can do (threads, limits, one instance of many, an end however
//! the program ends) its drawings can do, too.

use std::io::{self, IsTerminal, Write};

use korrel::{AlloyWriter, DrawnFunctions};
use korrel_draw::{
    DrawnInstance, Hints, Page, PageEntry, RowNames, Theme, dot, html, lane_names, lanes,
    lanes_svg, svg, table, text,
};
use korrel_heapgraph::itf::ItfTrace;
use korrel_heapgraph::{Header, Heap, is_trace};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::similar::most_similar;
use korrel_lang::visible::visible_json;
use serde_json::Value as Json;

use crate::flags::{DrawingFlags, FormatFlag, IdsFlag};
use crate::messages::reporter::Reporter;
use crate::output::databases::DatabaseWriter;
use crate::output::expressions::Expressions;
use crate::output::graphs::GraphWriter;
use crate::output::ids::TextIds;
use crate::output::rows::RowWriter;

pub struct Canvas {
    out: Box<dyn Write + Send>,
    format: FormatFlag,
    page: Page,
    theme: Theme,
    /// The sigs whose objects have a lane each; none where frames are drawn.
    lanes: Vec<String>,
    expressions: Expressions,
    /// How instances are drawn.
    hints: Hints,
    /// Those that the hints speak of.
    functions: DrawnFunctions,
    /// For Alloy's formats only.
    alloy: Option<AlloyWriter>,
    /// For SQL only.
    databases: Option<DatabaseWriter>,
    /// For graphs only.
    graphs: Option<GraphWriter>,
    /// For tables only.
    rows: Option<RowWriter>,
    header: Header,
    /// A line that is not whole yet.
    line: Vec<u8>,
    /// The entries that are drawn only at the end: pictures and pages hold all instances.
    entries: Vec<PageEntry>,
    drawn: u64,
}

/// The surface that instances are drawn on.
pub struct Paper {
    pub out: Box<dyn Write + Send>,
    /// The width in columns, if no flag sets it; 80 without a terminal, so that files do not depend on
    /// the machine that writes them.
    pub width: usize,
    pub is_colored: bool,
}

impl Paper {
    /// Standard output.
    pub fn output(report: &Reporter) -> Paper {
        let size = terminal_size::terminal_size_of(io::stdout());
        let width = size.map_or(80, |(width, _)| usize::from(width.0).max(20));
        let is_colored = report.colors(io::stdout().is_terminal());
        Paper { out: Box::new(io::stdout()), width, is_colored }
    }

    pub fn file(file: Box<dyn Write + Send>, report: &Reporter) -> Paper {
        Paper { out: file, width: 80, is_colored: report.colors(false) }
    }
}

impl Canvas {
    pub fn new(flags: &DrawingFlags, paper: Paper, expressions: Expressions) -> Canvas {
        let width = flags.width.map_or(paper.width, usize::from);
        let has_text_ids = flags.format == Some(FormatFlag::Json) && flags.ids == IdsFlag::Text;
        Canvas {
            out: if has_text_ids { Box::new(TextIds::on(paper.out)) } else { paper.out },
            format: flags.format.unwrap_or(FormatFlag::Text),
            page: Page { width, is_colored: paper.is_colored },
            theme: flags.colors(),
            lanes: flags.lanes.clone(),
            expressions,
            hints: Hints::default(),
            functions: DrawnFunctions::default(),
            alloy: None,
            databases: None,
            graphs: flags
                .format
                .and_then(FormatFlag::of_graphs)
                .map(|format| GraphWriter::new(format, &flags.by)),
            rows: flags.format.and_then(|format| RowWriter::new(format, flags.ids)),
            header: Header::default(),
            line: Vec::new(),
            entries: Vec::new(),
            drawn: 0,
        }
    }

    /// Draws as these hints say.
    pub fn hinted(self, hints: Hints) -> Canvas {
        Canvas { hints, ..self }
    }

    /// Draws the values of these functions, too.
    pub fn showing(self, functions: DrawnFunctions) -> Canvas {
        Canvas { functions, ..self }
    }

    /// Adds the data that Alloy's formats need.
    pub fn in_alloy(self, alloy: AlloyWriter) -> Canvas {
        Canvas { alloy: Some(alloy), ..self }
    }

    /// Adds what tables the sigs are.
    pub fn in_tables(self, databases: DatabaseWriter) -> Canvas {
        Canvas { databases: Some(databases), ..self }
    }

    /// Draws a record.
    ///
    /// # Errors
    /// A malformed record, or an error of the paper.
    pub fn record(&mut self, line: &str) -> io::Result<()> {
        self.bytes(line.as_bytes())
    }

    /// The same without a tree where it becomes a row; `show` has made one to choose the lines.
    fn bytes(&mut self, line: &[u8]) -> io::Result<()> {
        if let Some(rows) = &mut self.rows
            && rows.add_line(line)?
        {
            return Ok(());
        }
        let line = std::str::from_utf8(line).map_err(io::Error::other)?;
        let record: Json = serde_json::from_str(line)?;
        match record["kind"].as_str() {
            Some("header") => {
                self.header = Header::read(&record).map_err(io::Error::other)?;
                if let Some(rows) = &mut self.rows {
                    rows.begin(&mut self.out, &self.header, line)?;
                }
                self.graphs.as_mut().map_or(Ok(()), |graphs| graphs.of(&self.header))
            }
            Some("end") => {
                let is_whole = matches!(record["status"].as_str(), Some("complete" | "limit"));
                self.databases.as_mut().map_or(Ok(()), |databases| databases.end(is_whole))?;
                self.rows.as_mut().map_or(Ok(()), |rows| rows.end(line, is_whole))?;
                self.finish()
            }
            _ if self.format == FormatFlag::Itf => self.trace(&record),
            _ if self.databases.is_some() => self.database(&record),
            _ if self.graphs.is_some() => self.graph(&record),
            _ if self.rows.is_some() => {
                let rows = self.rows.as_mut().expect("it is there");
                rows.add(&self.header, line, &record)
            }
            _ => self.instance(line, record),
        }
    }

    fn line(&mut self, line: &[u8]) -> io::Result<()> {
        self.bytes(line.strip_suffix(b"\r").unwrap_or(line))
    }

    fn instance(&mut self, line: &str, record: Json) -> io::Result<()> {
        let instance = DrawnInstance::read(&self.header, &record).map_err(io::Error::other)?;
        let instance = self.functions.told_in(instance, line);
        // What is not drawn by hints has the names of the spec.
        let is_bare = match self.format {
            FormatFlag::Text => !self.lanes.is_empty(),
            format => format == FormatFlag::Table,
        };
        let none = Hints::default();
        let hints = if is_bare { &none } else { &self.hints };
        let names = || RowNames::new(&self.header, &instance, hints);
        let mut drawing = match self.format {
            FormatFlag::Text if !self.lanes.is_empty() => {
                lanes(&self.header, &instance, &self.lanes, &self.page)
            }
            FormatFlag::Text => text(&self.header, &instance, &self.page, &self.hints),
            FormatFlag::Table => table(&self.header, &instance, &self.page),
            FormatFlag::Dot => dot(&self.header, &instance, &self.hints),
            FormatFlag::Json => format!("{line}\n"),
            FormatFlag::Itf | FormatFlag::Sql | FormatFlag::Csv => {
                unreachable!("they are no drawings")
            }
            FormatFlag::Graph6 | FormatFlag::Sparse6 | FormatFlag::Digraph6 => {
                unreachable!("they are no drawings")
            }
            FormatFlag::Parquet | FormatFlag::Arrow => unreachable!("they are no drawings"),
            FormatFlag::AlloyXml | FormatFlag::AlloyPredicate => self.solution(&record)?,
            FormatFlag::Svg | FormatFlag::Html => {
                let values = self.expressions.values(line, names);
                self.entries.push(PageEntry { instance, record, values });
                return Ok(());
            }
        };
        if let FormatFlag::Text | FormatFlag::Table = self.format {
            drawing += &self.expressions.told(line, names);
        }
        // A blank line between two.
        if self.drawn > 0 && self.format != FormatFlag::Json {
            self.out.write_all(b"\n")?;
        }
        self.drawn += 1;
        self.out.write_all(drawing.as_bytes())
    }

    /// Writes a trace for other tools.
    fn trace(&mut self, record: &Json) -> io::Result<()> {
        if !is_trace(record) {
            return Err(io::Error::other(
                "only traces are written so: the command is about one heap",
            ));
        }
        self.itf(&ItfTrace::of(&self.header, record).map_err(io::Error::other)?)
    }

    /// Draws a trace that another program has written, or writes it again.
    ///
    /// # Errors
    /// As [`Canvas::record`].
    pub fn itf(&mut self, trace: &ItfTrace) -> io::Result<()> {
        if self.format == FormatFlag::Itf {
            return writeln!(self.out, "{}", visible_json(&trace.json().to_string()));
        }
        let (header, record) = trace.record().map_err(io::Error::other)?;
        self.record(&header.to_string())?;
        self.record(&record.to_string())
    }

    fn database(&mut self, record: &Json) -> io::Result<()> {
        let databases = self.databases.as_mut().expect("SQL is given it");
        self.out.write_all(databases.text(&self.header, record)?.as_bytes())
    }

    fn graph(&mut self, record: &Json) -> io::Result<()> {
        let graphs = self.graphs.as_ref().expect("graphs are given it");
        let heap = Heap::read(&self.header, record).map_err(io::Error::other)?;
        writeln!(self.out, "{}", graphs.line(&self.header, &heap)?)
    }

    fn solution(&self, record: &Json) -> io::Result<String> {
        let alloy = self.alloy.as_ref().expect("Alloy's formats are given it");
        let drawn = match self.format {
            FormatFlag::AlloyXml => alloy.xml(record),
            _ => alloy.predicate(record),
        };
        drawn.map_err(io::Error::other)
    }

    fn finish(&mut self) -> io::Result<()> {
        let entries = std::mem::take(&mut self.entries);
        let drawing = match self.format {
            FormatFlag::Html => {
                let expressions = &self.expressions.texts;
                html(&self.header, &entries, expressions, &self.lanes, self.theme, &self.hints)
            }
            FormatFlag::Svg if !entries.is_empty() => {
                let instances: Vec<DrawnInstance> =
                    entries.into_iter().map(|entry| entry.instance).collect();
                match &self.lanes[..] {
                    [] => svg(&self.header, &instances, self.theme, &self.hints),
                    lanes => lanes_svg(&self.header, &instances, lanes, self.theme),
                }
            }
            _ => String::new(),
        };
        self.out.write_all(drawing.as_bytes())
    }
}

/// The first sig of `--lanes` that the heaps of this header do not have.
pub fn no_lane(header: &Header, flags: &DrawingFlags) -> Option<Diagnostic> {
    let known = lane_names(header);
    let unknown = flags.lanes.iter().find(|sig| !known.contains(sig))?;
    let message = format!("`--lanes {unknown}`: there is no sig of this name in the traces");
    let mistake = Diagnostic::new(code::UNKNOWN_NAME, message);
    Some(match (most_similar(unknown, &known), &known[..]) {
        (Some(similar), _) => mistake.help(format!("did you mean `{similar}`?")),
        (None, []) => mistake.help("they have variables only, and no objects"),
        (None, _) => mistake.help(format!("there are {}", known.join(", "))),
    })
}

/// The reason why `--lanes` has no place in this format, or in records that are no traces.
pub fn no_lanes(flags: &DrawingFlags, is_of_traces: bool) -> Option<&'static str> {
    match flags.format {
        _ if flags.lanes.is_empty() => None,
        Some(FormatFlag::Text | FormatFlag::Svg | FormatFlag::Html) => (!is_of_traces).then_some(
            "`--lanes` draws traces, and there are none: the instances are of one state",
        ),
        _ => Some("`--lanes` is drawn in `--format text`, svg and html"),
    }
}

/// The first sig of `--project` that the heaps of this header do not have.
pub fn no_projection(header: &Header, flags: &DrawingFlags) -> Option<Diagnostic> {
    let known: Vec<String> = header.types.iter().map(|ty| ty.name.clone()).collect();
    let (unknown, _) = flags.project.iter().find(|(sig, _)| !known.contains(sig))?;
    let message = format!("`--project {unknown}`: there are no objects of a sig of this name");
    let mistake = Diagnostic::new(code::UNKNOWN_NAME, message);
    Some(match most_similar(unknown, &known) {
        Some(similar) => mistake.help(format!("did you mean `{similar}`?")),
        None => mistake.help(format!("there are {}", known.join(", "))),
    })
}

/// The reason why `--project` has no place in this format.
pub fn no_projections(flags: &DrawingFlags) -> Option<&'static str> {
    use FormatFlag::{Dot, Html, Svg, Text};
    let is_drawn = matches!(flags.format, Some(Text | Svg | Dot | Html));
    (!flags.project.is_empty() && (!is_drawn || !flags.lanes.is_empty()))
        .then_some("`--project` is drawn in `--format text`, svg, dot and html, and not as lanes")
}

/// The reason why `--ids text` has no place in this format.
pub fn no_ids(flags: &DrawingFlags) -> Option<&'static str> {
    let has_ids = flags.format.is_none_or(|format| format == FormatFlag::Json || format.is_table());
    (flags.ids == IdsFlag::Text && !has_ids)
        .then_some("`--ids text` is for `--format json`, parquet and arrow")
}

/// The reason why `--by` has no place in this format.
pub fn no_values(flags: &DrawingFlags) -> Option<&'static str> {
    if flags.format.and_then(FormatFlag::of_graphs).is_some() {
        return (flags.by.len() > 1)
            .then_some("a graph has one relation: give `--by` once, with its name");
    }
    let is_shown =
        matches!(flags.format, Some(FormatFlag::Text | FormatFlag::Table | FormatFlag::Html));
    (!flags.by.is_empty() && !is_shown)
        .then_some("`--by` is shown in `--format text`, table and html, and names the edges of graphs; `korrel eval` writes JSON")
}

/// Takes records.
impl Write for Canvas {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut begin = 0;
        for end in memchr::memchr_iter(b'\n', bytes) {
            let line = &bytes[begin..end];
            begin = end + 1;
            if self.line.is_empty() {
                self.line(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.line);
                whole.extend_from_slice(line);
                self.line(&whole)?;
            }
        }
        self.line.extend_from_slice(&bytes[begin..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
