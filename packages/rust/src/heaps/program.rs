//! The program `korrel`, started and read.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use korrel_heapgraph::Header;
use korrel_heapgraph::typed::{Codec, TypedHeap, Values};
use serde_json::Value as Json;

use super::error::{Error, Message, told};
use super::heap::{Heap, Origin};
use super::inputs::Inputs;
use super::listing;
use super::settings::{Overflow, Settings};

const NAME: &str = "korrel";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const INSTALL: &str = "`cargo install --locked korrel` installs it, and from a clone `cargo install --locked --path cli`; \
    $KORREL may name another one, and the feature `library` of korrel-test needs none";

/// A search in the program.
pub(crate) struct ProgramListing {
    child: Child,
    lines: BufReader<ChildStdout>,
    /// Standard error is read meanwhile, so that the program never waits for us to do it.
    said: Option<JoinHandle<Vec<u8>>>,
    messages: Vec<Message>,
    program: PathBuf,
    values: Values,
    /// Known from the header on.
    types: Option<(Arc<Codec>, Arc<Drawer>)>,
    count: u64,
    limit: Option<u64>,
    /// Nothing more is written to standard output.
    is_over: bool,
}

impl ProgramListing {
    /// Starts the program that is named, else the one on the path.
    pub fn new(inputs: &Inputs, named: Option<PathBuf>) -> Result<ProgramListing, Error> {
        let program = found(named)?;
        let mut command = Command::new(&program);
        command.args(arguments(inputs)).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| not_started(&program, &error))?;
        let lines = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let mut errors = child.stderr.take().expect("it is a pipe");
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            // What cannot be read was not said.
            let _ = errors.read_to_end(&mut said);
            said
        });
        let (values, limit) = (inputs.values.clone(), inputs.limit);
        let (said, messages, is_over) = (Some(said), Vec::new(), false);
        Ok(ProgramListing {
            child,
            lines,
            said,
            messages,
            program,
            values,
            types: None,
            count: 0,
            limit,
            is_over,
        })
    }

    fn line(&mut self) -> Result<String, Error> {
        let mut line = String::new();
        let length = self.lines.read_line(&mut line);
        if length.map_err(|error| self.wrong(&error.to_string()))? == 0 {
            self.is_over = true;
            return Err(self.failed());
        }
        line.truncate(line.trim_end().len());
        Ok(line)
    }

    fn opened(&mut self, line: String) -> Result<(), Error> {
        let header = serde_json::from_str(&line).ok();
        let types = header.and_then(|header: Json| Header::read(&header).ok());
        let types = types.ok_or_else(|| self.wrong("it has written another header"))?;
        let codec = Arc::new(Codec::new(types, &self.values)?);
        let drawer = Arc::new(Drawer { program: self.program.clone(), header: line });
        self.types = Some((codec, drawer));
        Ok(())
    }

    /// # Errors
    /// The end came before all instances had.
    fn ended(&mut self, end: &Json) -> Result<(), Error> {
        match end["status"].as_str() {
            Some("complete" | "limit") if end["count"] == self.count => Ok(()),
            Some("complete" | "limit") => Err(self.wrong("lines of it were lost")),
            Some("timeout" | "memory" | "interrupted") => Err(Error::Stopped),
            _ => Err(self.failed()),
        }
    }

    /// The reason why the program has ended without an end record.
    fn failed(&mut self) -> Error {
        let code = self.child.wait().ok().and_then(|status| status.code());
        self.hear();
        let about_spec = self.messages.iter().any(|one| one.severity == "error");
        match code {
            Some(2) if about_spec => Error::Refused(std::mem::take(&mut self.messages)),
            Some(3) => Error::Stopped,
            _ => self.wrong(&told(&self.messages)),
        }
    }

    /// It may search for long before it writes again, and would not notice that nobody reads.
    fn kill(&mut self) {
        // One that has ended cannot be killed, and needs not.
        let _ = self.child.kill();
    }

    fn wrong(&self, why: &str) -> Error {
        Error::Program(format!("`{}` failed: {why}", self.program.display()))
    }

    /// Waits until the program has said all.
    fn hear(&mut self) {
        let Some(said) = self.said.take() else { return };
        let said = said.join().unwrap_or_default();
        let mut text = Vec::new();
        for line in String::from_utf8_lossy(&said).lines() {
            match serde_json::from_str::<Json>(line) {
                Ok(record) if record["kind"] == "message" => {
                    self.messages.push(Message::read(&record));
                }
                _ => text.push(line.to_owned()),
            }
        }
        // Flags are read before the form of messages is known.
        if !text.is_empty() {
            self.messages.push(Message::of("error", &text.join("\n")));
        }
    }
}

impl listing::AnyListing for ProgramListing {
    fn next(&mut self) -> Result<Option<Heap>, Error> {
        loop {
            self.codec()?;
            let line = self.line()?;
            let (codec, drawer) = self.types.clone().expect("the header was read");
            let heap = TypedHeap::new(codec, line);
            let heap = heap.map_err(|error| self.wrong(&format!("no JSON: {error}")))?;
            match heap.record()["kind"].as_str() {
                None | Some("instance") if self.limit == Some(self.count) => return Ok(None),
                None | Some("instance") => {
                    self.count += 1;
                    return Ok(Some(Heap(Origin::Program(heap, drawer))));
                }
                Some("end") => {
                    self.is_over = true;
                    return self.ended(heap.record()).map(|()| None);
                }
                Some(_) => {}
            }
        }
    }

    fn codec(&mut self) -> Result<Arc<Codec>, Error> {
        loop {
            match &self.types {
                Some((codec, _)) => return Ok(Arc::clone(codec)),
                None => {
                    let header = self.line()?;
                    self.opened(header)?;
                }
            }
        }
    }

    fn told(&mut self) -> Vec<Message> {
        if !self.is_over {
            self.kill();
        }
        // Whatever it ends with, its output has said it.
        let _ = self.child.wait();
        self.hear();
        std::mem::take(&mut self.messages)
    }
}

impl Drop for ProgramListing {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

/// `korrel find …`
fn arguments(inputs: &Inputs) -> Vec<OsString> {
    let Settings { overflow, every_labelling, ignore_parameters, keys, threads, timeout } =
        &inputs.settings;
    let mut words = vec!["find".to_owned(), "--messages=json".to_owned()];
    // To the program 0 is no limit.
    words.extend(inputs.limit.map(|limit| format!("--limit={}", limit.max(1))));
    words.extend(inputs.scope.as_ref().map(|scope| format!("--scope={scope}")));
    words.extend(threads.map(|threads| format!("--threads={threads}")));
    words.extend(timeout.map(|time| format!("--timeout={}ms", time.as_millis().max(1))));
    let flags = [
        (*overflow == Overflow::Wrap, "--overflow=wrap"),
        (*every_labelling, "--symmetry=none"),
        (*ignore_parameters, "--ignore-parameters"),
        (*keys, "--keys"),
    ];
    words.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| (*flag).to_owned()));
    words.push("--".to_owned());
    let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    words.push(inputs.spec.clone().into());
    words.push(inputs.command.clone().into());
    words
}

/// Draws the heaps of a stream.
pub(crate) struct Drawer {
    program: PathBuf,
    /// The first line of the stream.
    header: String,
}

impl Drawer {
    /// # Errors
    /// The program cannot be started, or does not draw.
    pub fn draw(&self, heap: &TypedHeap, width: usize) -> io::Result<String> {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let mut child = Command::new(&self.program)
            .args(["show", "--format=text", "--color=never", "--quiet"])
            .args([&format!("--width={width}"), "--", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut input = child.stdin.take().expect("it is a pipe");
        writeln!(input, "{}\n{}", self.header, heap.json())?;
        drop(input);
        let drawing = child.wait_with_output()?;
        if !drawing.status.success() {
            return Err(io::Error::other("`korrel show` fails"));
        }
        // The first line has the id and the key.
        let drawing = String::from_utf8_lossy(&drawing.stdout);
        Ok(drawing.split_once('\n').map(|(_, drawing)| drawing.to_owned()).unwrap_or_default())
    }
}

/// The program, of this version.
pub(crate) fn found(named: Option<PathBuf>) -> Result<PathBuf, Error> {
    /// What each program says of itself, which is asked once.
    static CHECKED: Mutex<BTreeMap<PathBuf, Result<(), Error>>> = Mutex::new(BTreeMap::new());
    let program = named.unwrap_or_else(|| NAME.into());
    let mut checked = CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = checked.entry(program.clone()).or_insert_with(|| check(&program));
    fits.clone().map(|()| program)
}

/// The program and this crate are of one 0.x: what the one asks, the other knows.
fn check(program: &Path) -> Result<(), Error> {
    let run = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let run = run.map_err(|error| not_started(program, &error))?;
    let said = String::from_utf8_lossy(&run.stdout);
    let shown = program.display();
    let Some(version) = said.trim().strip_prefix("korrel ") else {
        return Err(Error::Program(format!("`{shown}` is not korrel: {INSTALL}")));
    };
    let series =
        |version: &str| version.splitn(3, '.').take(2).map(str::to_owned).collect::<Vec<_>>();
    if series(version) != series(VERSION) {
        let message =
            format!("`{shown}` is korrel {version}, and korrel-test needs {VERSION}: {INSTALL}");
        return Err(Error::Program(message));
    }
    Ok(())
}

fn not_started(program: &Path, error: &io::Error) -> Error {
    let shown = program.display();
    Error::Program(match error.kind() {
        io::ErrorKind::NotFound => format!("there is no program `{shown}`: {INSTALL}"),
        _ => format!("`{shown}` cannot be started: {error}"),
    })
}
