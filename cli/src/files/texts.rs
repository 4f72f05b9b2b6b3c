//! The JSON values in a file: one text each, and what each is in a stream. A document of Alloy's XML is a text, too, and
//! so is a line of graph6, sparse6 or digraph6.
//!
//! Values may stand on one line or go over many, so a text ends where all its brackets have closed; a
//! value without brackets ends with its line. A stream of any length is read value by value.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use korrel::question::evaluation::GivenHeap;
use korrel::stream::{StreamReading, is_own_record};
use korrel_heapgraph::Header;
use korrel_heapgraph::alloy::AlloyXml;
use korrel_heapgraph::graph6::{Graph, is_graph_line, without_heading};
use korrel_heapgraph::graphs::GraphType;
use korrel_heapgraph::itf::ItfTrace;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Value as Json, json};

use crate::files::read::unreadable;
use crate::messages::error::Error;

/// A longer value is no heap that could be judged.
const MAX_BYTES: usize = 64 << 20;
/// A document ends so.
const END_OF_XML: &[u8] = b"</alloy>";
/// The number of bytes read at once.
const BLOCK: u64 = 1 << 16;

/// Editors and shells of Windows put it before a text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub struct Texts {
    name: String,
    lines: Box<dyn BufRead>,
    /// The line at hand, and how much of it has been taken.
    buffer: Vec<u8>,
    taken: usize,
    /// The number of lines read, and of the first line of the last text.
    line: usize,
    first: usize,
}

impl Texts {
    /// # Errors
    /// A file that cannot be read.
    pub fn open(path: &Path) -> Result<Texts, Error> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "<stdin>".to_owned() } else { path.display().to_string() };
        let lines: Box<dyn BufRead> = if is_stdin {
            Box::new(std::io::stdin().lock())
        } else {
            let file = File::open(path).map_err(|error| unreadable(path, &error))?;
            Box::new(BufReader::with_capacity(BLOCK as usize, file))
        };
        Ok(Texts::new(name, lines))
    }

    /// `lines` are those of a file that is called so.
    pub fn new(name: String, lines: Box<dyn BufRead>) -> Texts {
        Texts { name, lines, buffer: Vec::new(), taken: 0, line: 0, first: 0 }
    }

    /// The next text, or `None` if there is none.
    ///
    /// # Errors
    /// A text that cannot be read, is not UTF-8, or is too long.
    pub fn next(&mut self) -> Result<Option<String>, Error> {
        Ok(self.next_or_own()?.map(Cow::into_owned))
    }

    /// The same; borrowed, it is an instance on a line as Korrel writes it, as [`is_own_record`] says.
    ///
    /// # Errors
    /// Like [`Texts::next`].
    pub fn next_or_own(&mut self) -> Result<Option<Cow<'_, str>>, Error> {
        loop {
            if self.taken >= self.buffer.len() && !self.read_line()? {
                return Ok(None);
            }
            if !self.buffer[self.taken..].trim_ascii().is_empty() {
                break;
            }
            self.taken = self.buffer.len();
        }
        if self.is_at_own_line() {
            (self.first, self.taken) = (self.line, self.buffer.len());
            let line = &self.buffer[..self.buffer.len() - 1];
            return Ok(Some(str::from_utf8(line).expect("it was looked at").into()));
        }
        Ok(self.other()?.map(Cow::Owned))
    }

    /// The next line, whatever it is, with its line break if it is short.
    ///
    /// # Errors
    /// A line that cannot be read.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, Error> {
        if !self.read_line()? {
            return Ok(None);
        }
        self.taken = self.buffer.len();
        Ok(Some(&self.buffer))
    }

    /// The next text, which is no instance on a line as Korrel writes it.
    fn other(&mut self) -> Result<Option<String>, Error> {
        if self.is_at_graph() {
            return self.graph().map(Some);
        }
        let mut text = Vec::new();
        let mut brackets = Brackets::default();
        let mut is_xml = false;
        while self.taken < self.buffer.len() || self.read_line()? {
            let byte = self.buffer[self.taken];
            self.taken += 1;
            if text.is_empty() && byte.is_ascii_whitespace() {
                continue;
            }
            if text.is_empty() {
                self.first = self.line;
                is_xml = byte == b'<';
            }
            text.push(byte);
            if text.len() > MAX_BYTES {
                return Err(self.too_large());
            }
            if is_xml && text.ends_with(END_OF_XML) || !is_xml && brackets.close_with(byte) {
                break;
            }
        }
        if text.is_empty() {
            return Ok(None);
        }
        let not_text = |_| self.error(Diagnostic::new(code::FILE, "this is not UTF-8"));
        String::from_utf8(text).map(Some).map_err(not_text)
    }

    /// True if the line at hand is an instance as Korrel writes it: its brackets need not be counted.
    fn is_at_own_line(&self) -> bool {
        let line = self.buffer.strip_suffix(b"\n").filter(|_| self.taken == 0);
        let line = line.filter(|line| line.ends_with(b"}"));
        line.and_then(|line| str::from_utf8(line).ok()).is_some_and(is_own_record)
    }

    /// True if a graph begins here: it stands on a line of its own.
    fn is_at_graph(&self) -> bool {
        let is_at_mark = self.line == 1 && self.taken == BYTE_ORDER_MARK.len();
        let line = str::from_utf8(self.buffer[self.taken..].trim_ascii_end());
        (self.taken == 0 || is_at_mark) && line.is_ok_and(is_graph)
    }

    /// The rest of the line.
    fn graph(&mut self) -> Result<String, Error> {
        self.first = self.line;
        let mut line = self.buffer.split_off(self.taken);
        while !line.ends_with(b"\n") && self.read_line()? {
            line.extend_from_slice(&self.buffer);
            if line.len() > MAX_BYTES {
                return Err(self.too_large());
            }
        }
        self.taken = self.buffer.len();
        let not_text = |_| self.error(Diagnostic::new(code::FILE, "this is not UTF-8"));
        Ok(String::from_utf8(line).map_err(not_text)?.trim_end().to_owned())
    }

    fn too_large(&self) -> Error {
        let message = format!("a heap is larger than {} MB", MAX_BYTES >> 20);
        self.error(Diagnostic::new(code::HEAP_TOO_LARGE, message))
    }

    /// True if there is another line, or part of one: a line without end is not read to its end.
    fn read_line(&mut self) -> Result<bool, Error> {
        let is_first = self.line == 0;
        if self.buffer.is_empty() || self.buffer.ends_with(b"\n") {
            self.line += 1;
        }
        self.buffer.clear();
        self.taken = 0;
        let read = self.lines.by_ref().take(BLOCK).read_until(b'\n', &mut self.buffer);
        let read = read.map_err(|error| unreadable(Path::new(&self.name), &error))?;
        if is_first && self.buffer.starts_with(BYTE_ORDER_MARK) {
            self.taken = BYTE_ORDER_MARK.len();
        }
        Ok(read > 0)
    }

    /// The line where the last text begins, from 1.
    pub fn begins_at(&self) -> usize {
        self.first
    }

    /// An error about the last text.
    pub fn error(&self, mut diagnostic: Diagnostic) -> Error {
        let message = format!("{}, line {}: {}", self.name, self.first, diagnostic.message);
        diagnostic.message = message.into();
        Error::File(diagnostic)
    }
}

/// The number of open brackets, except those in strings.
#[derive(Default)]
struct Brackets {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Brackets {
    /// True if a value ends with this byte.
    fn close_with(&mut self, byte: u8) -> bool {
        if self.is_escaped {
            self.is_escaped = false;
            return false;
        }
        match byte {
            b'\\' if self.in_string => self.is_escaped = true,
            b'"' => self.in_string = !self.in_string,
            _ if self.in_string => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            b'\n' => return self.depth == 0,
            _ => {}
        }
        false
    }
}

/// The header that declares the values of what has none with it: a document of Alloy's, or a graph.
pub type GivenHeader<'h> = &'h dyn Fn(Option<&AlloyXml>) -> Header;

/// One JSON value: part of a stream, or a heap.
pub enum JsonText {
    Header(Json),
    End(Json),
    Heap(GivenHeap),
    /// A record of an unknown kind.
    Other,
}

impl JsonText {
    /// The records of a text: one, or the traces of an array in the Informal Trace Format. Alloy's XML and
    /// a graph have the form that `header` declares for them. That it is an instance of a predicate is its truth.
    ///
    /// # Errors
    /// A text that is no JSON, and no XML of Alloy.
    pub fn read_all(
        text: &str,
        number: u64,
        header: GivenHeader<'_>,
    ) -> Result<Vec<JsonText>, Diagnostic> {
        if AlloyXml::is_one(text) {
            let document = alloy_xml(text)?;
            let mut record = document.record_of(&header(Some(&document)));
            // A command without a name has one of Alloy's own, `run$1`.
            if let Some((name, true)) = document.command().filter(|(name, _)| !name.contains('$')) {
                record["truth"] = json!({ name: true });
            }
            let text = record.to_string();
            return Ok(vec![JsonText::Heap(GivenHeap::new(record, &text, number))]);
        }
        if is_graph(text) {
            let edges = GraphType::of(&header(None), None).map_err(|why| {
                let message = format!("a graph is no whole instance of this spec: {why}");
                Diagnostic::new(code::FILE, message).help("give the heaps as JSON")
            })?;
            let record = edges.record(&graph(text)?);
            let text = record.to_string();
            return Ok(vec![JsonText::Heap(GivenHeap::new(record, &text, number))]);
        }
        let is_array = text.trim_start().starts_with('[');
        let traces = match serde_json::from_str(text) {
            Ok(Json::Array(traces)) if is_array && traces.iter().all(ItfTrace::is_one) => traces,
            _ => return JsonText::read(text, number).map(|record| vec![record]),
        };
        let trace = |(json, number): (Json, u64)| {
            let text = json.to_string();
            GivenHeap::new(json, &text, number)
        };
        let mut heaps: Vec<GivenHeap> = traces.into_iter().zip(number..).map(trace).collect();
        // Of the whole text, for a name that stands twice is gone once it is read.
        heaps.first_mut().into_iter().for_each(|first| first.stands_in(text));
        Ok(heaps.into_iter().map(JsonText::Heap).collect())
    }

    /// Adds it, which has this text, to those that were read of a file.
    ///
    /// # Errors
    /// A record that does not fit those before it.
    pub fn read_in(&self, streams: &mut StreamReading, text: &str) -> Result<(), Diagnostic> {
        match self {
            JsonText::Header(header) => streams.header(header),
            JsonText::End(end) => streams.end(end),
            JsonText::Other => streams.other(),
            JsonText::Heap(_) => streams.instance(text),
        }
    }

    /// # Errors
    /// A text that is no JSON.
    pub fn read(text: &str, number: u64) -> Result<JsonText, Diagnostic> {
        let json: Json = serde_json::from_str(text).map_err(|error| no_json(text, &error))?;
        Ok(match json.get("kind").and_then(Json::as_str) {
            Some("header") => JsonText::Header(json),
            Some("end") => JsonText::End(json),
            None | Some("instance" | "input") => JsonText::Heap(GivenHeap::new(json, text, number)),
            Some(_) => JsonText::Other,
        })
    }
}

/// # Errors
/// A text that is no XML of Alloy.
pub fn alloy_xml(text: &str) -> Result<AlloyXml, Diagnostic> {
    AlloyXml::read(text).map_err(|error| {
        Diagnostic::new(code::FILE, format!("this is no XML of Alloy: {error}"))
            .help("Alloy's viewer, Sterling and `korrel show --format alloy-xml` write it")
    })
}

/// The words that specs begin with.
const WORDS: [&str; 17] = [
    "sig", "abstract", "one", "lone", "some", "module", "open", "enum", "fact", "pred", "fun",
    "run", "check", "assert", "private", "let", "var",
];

/// True if a line, or the beginning of one, is meant as a graph.
pub fn is_graph(line: &str) -> bool {
    is_graph_line(line) && !WORDS.contains(&line)
}

/// # Errors
/// A line that is no graph.
pub fn graph(line: &str) -> Result<Graph, Diagnostic> {
    Graph::read(without_heading(line)).map_err(|error| {
        Diagnostic::new(code::FILE, format!("this is no graph: {error}"))
            .help("a line is in graph6, or after `:` in sparse6, or after `&` in digraph6; a heap is a JSON object")
    })
}

fn no_json(text: &str, error: &serde_json::Error) -> Diagnostic {
    let word = text.split_whitespace().next().unwrap_or("");
    if WORDS.contains(&word)
        || word.starts_with("//")
        || word.starts_with("--")
        || word.starts_with("/*")
    {
        let message = "this is a spec; a heap is JSON";
        let help = "the spec comes first: `korrel eval SPEC --heap HEAPS`";
        return Diagnostic::new(code::FILE, message).help(help);
    }
    Diagnostic::new(code::FILE, format!("this is not JSON: {error}"))
        .help("a heap is a JSON object with `roots` and `objects`, as `korrel find` writes it")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &'static str) -> Vec<String> {
        let lines = Box::new(input.as_bytes());
        let mut texts = Texts::new("heaps".to_owned(), lines);
        let next = || texts.next().unwrap_or_else(|_| panic!("{input} can be read"));
        std::iter::from_fn(next).collect()
    }

    /// If this failed, a heap that is written over several lines would be cut, or two heaps would be
    /// read as one.
    #[test]
    fn a_text_ends_where_its_brackets_close() {
        assert_eq!(all("{}\n[]\n"), ["{}", "[]"]);
        assert_eq!(all("{} {\"a\":{}}[]\t{\n}\n{}"), ["{}", "{\"a\":{}}", "[]", "{\n}", "{}"]);
        assert_eq!(all("\n\n{\n \"a\": [\n1]}\n  \n3"), ["{\n \"a\": [\n1]}", "3"]);
        assert_eq!(all("{\"}\\\"\": 1,\n\"b\": 2}"), ["{\"}\\\"\": 1,\n\"b\": 2}"]);
        assert_eq!(all("{\"a\": 1"), ["{\"a\": 1"]);
        assert_eq!(all(" \n"), Vec::<String>::new());
        assert_eq!(all("\nDQc\n{}\n:Fa@x^\r\n&DI?AO?"), ["DQc", "{}", ":Fa@x^", "&DI?AO?"]);
        let long = "~".repeat(1 << 17);
        assert_eq!(all(format!("{long}\n{{}}").leak()), [&long, "{}"]);
        let xml = "<alloy>\n<a b=\"{\"/>\n</alloy>";
        assert_eq!(all("<alloy>\n<a b=\"{\"/>\n</alloy>\n\n<alloy/>"), [xml, "<alloy/>"]);
    }
}
