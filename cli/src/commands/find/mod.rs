//! `korrel find`: every instance, as JSON lines.

mod after;
mod identity;
mod left;
mod printer;
mod proof;
mod saved;

use std::io::IsTerminal;
use std::path::PathBuf;

use korrel_enumerate::heap::{self, Heading, Schema, Status};
use korrel_enumerate::{Instances, shown_variables};
use korrel_sat::Step;
use korrel_translate::Contents;

use self::after::ContinueAfter;
pub use self::after::refuse;
pub use self::identity::{StreamSubject, identity};
use self::left::FileStream;
use self::printer::RecordPrinter;
use self::proof::ProofFile;
use self::saved::{OutputPlace, Saved};
use super::eval::{Expressions, Solutions};
use super::shared::question::{Asked, limited, threads};
use super::shared::statistics::{self, Timing};
use super::shared::why::{SearchCost, vacuous, why};
use crate::flags::{FindFlags, FormatFlag, SymmetryFlag};
use crate::limits::stop::{Reason, Stop};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::canvas::{Canvas, Paper};
use crate::output::corpus::Corpus;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;
use korrel_enumerate::{Extras, Records};

/// What the program calls itself in records.
pub const TOOL: &str = concat!("korrel ", env!("CARGO_PKG_VERSION"));

pub fn run(find: &FindFlags, report: &Reporter) -> Result<Exit, Error> {
    let corpus = find.corpus.as_deref().map(Corpus::at);
    let ended = search(find, corpus.as_ref(), report);
    if let Some(summary) = corpus.as_ref().and_then(Corpus::summary) {
        report.note(&summary);
    }
    ended.map_err(|error| match (error, &find.output, &corpus) {
        (Error::Output(error), Some(path), _) => Error::unwritable(path, &error),
        (error, _, Some(corpus)) => corpus.blamed(error),
        (error, ..) => error,
    })
}

fn search(find: &FindFlags, corpus: Option<&Corpus>, report: &Reporter) -> Result<Exit, Error> {
    let mut timing = Timing::start();
    let stop = limited(Stop::new(), find.search.timeout, find.search.memory)?;
    let asked = Asked::load(&find.question, report)?;
    let schema = schema(&asked, find)?;
    let header = header(&asked, find, &schema);
    let after = find.after.as_ref().map(|given| ContinueAfter::new(given, &header)).transpose()?;
    let proof = find.proof.as_deref().map(ProofFile::new).transpose()?;
    let limit = match find.key.is_some() || find.id.is_some() {
        true => Some(1),
        false => (find.limit > 0).then_some(find.limit),
    };
    let stream = FileStream {
        header: &header,
        first_id: after.as_ref().map_or(0, ContinueAfter::first_id),
        has_keys: find.keys,
        limit,
    };
    let saved = match &find.output {
        None => None,
        Some(path) => match Saved::open(path, find, &stream, report)? {
            OutputPlace::Whole(exit) => return Ok(exit),
            OutputPlace::Open(saved) => Some(saved),
        },
    };
    let after = saved.as_ref().and_then(Saved::after).or(after);
    timing.has_read();

    let lines = lines(&asked, find, saved.as_ref(), corpus, report)?;
    let is_bare = find.bare || corpus.is_some();
    let header = (!is_bare).then_some(header);
    let mut frame = match &saved {
        Some(saved) => saved.frame(lines, header),
        None => StreamFrame::new(lines, header),
    };
    let part = proof.as_ref().map(ProofFile::part);
    if find.search.dry_run {
        stop.heed(ending_without_stream(part));
    } else {
        stop.heed(ending(&frame, corpus.cloned(), part));
    }
    let problem = asked.problem(&find.question, report, &stop)?;
    if find.verify {
        asked.can_verify(&problem)?;
    }
    let mut instances = asked.instances(&problem, &find.question, &find.search, &stop)?;
    if find.search.dry_run {
        stop.take_over();
        if stop.is_raised() {
            return Ok(stop.tell());
        }
        statistics::dry_run(&problem, instances.translation())?;
        return Ok(Exit::Success);
    }
    if let (Some(_), Some(stream)) = (find.search.shard, instances.stream()) {
        let saved = saved.as_ref().map(|saved| saved.cubes(&schema, stream));
        frame.tell_cubes(saved.transpose()?.unwrap_or_default());
    }
    let resumed = resume(&schema, after.as_ref(), &mut instances)?;
    let skip = find.id.unwrap_or(resumed);
    let keys = find.keys || find.key.is_some() || corpus.is_some();
    let extras = Extras { verify: find.verify, keys, ..Extras::default() };
    let records = Records::new(&problem, &schema, extras, &mut instances, &stop.effort())
        .map_err(|diagnostic| Error::about(&asked.spec, diagnostic))?;
    timing.has_translated();

    // Instances that are to be passed over may be more than there are.
    if skip == 0 {
        frame.begin()?;
    }
    let progress = Progress::start(find.search.progress);
    let mut printer = RecordPrinter {
        records,
        frame: &mut frame,
        progress: &progress,
        skip,
        next: find.id.or(after.as_ref().map(ContinueAfter::first_id)).unwrap_or(0),
        wanted: find.key.as_deref(),
        limit,
    };
    let ended = printer.run(&mut instances, threads(&find.search, report));
    stop.take_over();
    let missing = printer.skip;
    drop(progress);
    if find.search.stats {
        statistics::print(&problem, Some(&instances), frame.count(), timing);
    }
    let status = status(ended?, &stop);
    if let (Some(after), Status::Complete, 1..) = (&after, status, missing) {
        return Err(after.beyond(missing));
    }
    frame.end(status)?;
    if let Some(saved) = &saved {
        saved.end(status, frame.count(), report)?;
    }
    if let Status::Interrupted | Status::Timeout | Status::Memory = status {
        // A bare stream has no record to say it.
        return Ok(if is_bare { stop.tell() } else { stop.exit() });
    }
    let is_partial = find.search.shard.is_some() || find.after.is_some();
    if frame.count() > 0 || is_partial {
        return Ok(Exit::Success);
    }
    if let Some(key) = &find.key {
        report.note(&format!("no instance has the key {key}"));
        return Ok(Exit::Failure);
    }
    if let Some(id @ 1..) = find.id {
        report.note(&format!("no instance has the id {id}"));
        return Ok(Exit::Failure);
    }
    let searched =
        SearchCost { time: timing.since_read(), conflicts: instances.statistics().conflicts };
    drop(instances);
    if let Some(proof) = proof {
        // No record says any more why the program ends.
        stop.instead(ending_without_stream(Some(proof.part())));
        let break_symmetry = find.question.symmetry == SymmetryFlag::Full;
        let contents = Contents { break_symmetry, ..Contents::default() };
        if !proof.write(&asked, &problem, contents, &stop)? {
            stop.take_over();
            return Ok(stop.tell());
        }
    }
    if !report.is_quiet() {
        report.remarks(&asked.spec.sources, vacuous(&problem, &stop).as_slice());
        let why = why(&asked, &problem, &searched, &stop);
        report.diagnostics(&asked.spec.sources, &[why]);
    }
    Ok(Exit::Failure)
}

/// Where the stream goes.
fn lines(
    asked: &Asked,
    find: &FindFlags,
    saved: Option<&Saved>,
    corpus: Option<&Corpus>,
    report: &Reporter,
) -> Result<Lines, Error> {
    if let Some(corpus) = corpus.filter(|_| !find.search.dry_run) {
        return Ok(Lines::on(corpus.open()?, false));
    }
    let file = saved.map(Saved::writer).transpose()?;
    let is_terminal = file.is_none() && std::io::stdout().is_terminal();
    let is_drawn = find.drawing.format.is_some_and(|format| format != FormatFlag::Json);
    if is_drawn && !find.search.dry_run {
        let paper = match file {
            Some(file) => Paper::file(file, report),
            None => Paper::output(report),
        };
        let canvas = canvas(asked, find, paper, report)?;
        return Ok(Lines::on(Box::new(canvas), is_terminal));
    }
    Ok(file.map_or_else(Lines::stdout, |file| Lines::on(file, is_terminal)))
}

/// What draws the stream.
fn canvas(
    asked: &Asked,
    find: &FindFlags,
    paper: Paper,
    report: &Reporter,
) -> Result<Canvas, Error> {
    let drawing = &find.drawing;
    let is_alone = find.limit == 1 || find.id.is_some() || find.key.is_some();
    if drawing.format == Some(FormatFlag::AlloyXml) && !is_alone {
        let message =
            "Alloy's viewer takes one instance at a time: choose one by `-n 1`, `--id` or `--key`";
        return Err(Error::usage(message));
    }
    let values = Expressions::new(asked, &drawing.by, report)?;
    let canvas = Canvas::new(drawing, paper, values);
    let is_alloy =
        matches!(drawing.format, Some(FormatFlag::AlloyXml | FormatFlag::AlloyPredicate));
    if !is_alloy {
        return Ok(canvas);
    }
    let scope = find.question.scope.as_deref();
    let schema = schema(asked, find)?;
    let solutions = Solutions::new(&asked.spec, &asked.command, scope, schema)?;
    Ok(canvas.with_solutions(solutions))
}

/// How the stream is ended if whoever writes it does not look at the flag.
fn ending(
    frame: &StreamFrame,
    corpus: Option<Corpus>,
    part: Option<PathBuf>,
) -> impl FnOnce(&Stop) -> Exit + Send + 'static {
    let (is_bare, last_words) = (frame.is_bare(), frame.last_words());
    move |stop| {
        last_words(status(Step::Stopped, stop));
        remove(part);
        if let Some(summary) = corpus.and_then(|corpus| corpus.summary()) {
            tell(summary);
        }
        // A bare stream has no record to say it.
        if is_bare { stop.tell() } else { stop.exit() }
    }
}

/// How the program ends where there is no stream, or none any more.
fn ending_without_stream(part: Option<PathBuf>) -> impl FnOnce(&Stop) -> Exit + Send + 'static {
    move |stop| {
        remove(part);
        stop.tell()
    }
}

/// A proof that is not whole.
fn remove(part: Option<PathBuf>) {
    if let Some(part) = part {
        // If it cannot be removed, its name says that it is no whole proof.
        let _ = std::fs::remove_file(part);
    }
}

/// Why a stream ended.
pub fn status(step: Step, stop: &Stop) -> Status {
    match step {
        Step::Model => Status::Limit,
        Step::Exhausted => Status::Complete,
        Step::Stopped => match stop.reason() {
            Reason::Interrupt => Status::Interrupted,
            Reason::Timeout => Status::Timeout,
            Reason::Memory => Status::Memory,
        },
    }
}

/// What an instance that does not fit tells.
const CHANGED: &str = "the spec or the flags have changed since that stream was written";

/// Goes on where an earlier stream was left; how many instances are then still to be passed over.
fn resume(
    schema: &Schema,
    after: Option<&ContinueAfter>,
    instances: &mut Instances<'_>,
) -> Result<u64, Error> {
    match after {
        None => Ok(0),
        Some(after) => match (after, instances.stream()) {
            (ContinueAfter::Record(path, record), Some(stream)) => {
                stream.resume_after(schema, record).map(|()| 0).map_err(|errors| {
                    let id = &record["id"];
                    let why = format!("its instance {id} does not fit: {}", errors[0]);
                    refuse(path, &why, CHANGED)
                })
            }
            // The other engines find all instances first in any case.
            _ => Ok(after.first_id()),
        },
    }
}

fn header(asked: &Asked, find: &FindFlags, schema: &Schema) -> String {
    let command = asked.spec.text(&asked.command, find.question.scope.as_deref());
    let symmetry = match find.question.symmetry {
        SymmetryFlag::Full => "full",
        SymmetryFlag::None => "none",
    };
    let shard = find.search.shard.map(|shard| (shard.part, shard.of));
    let key = find.key.as_deref();
    let kind = key.map_or(StreamSubject::Instances, StreamSubject::Key);
    let heading = Heading {
        tool: TOOL,
        spec: &asked.spec.name,
        command: &command,
        question: &identity(asked, &find.question, kind),
        symmetry,
        shard,
        key,
        sample: None,
    };
    heap::header(schema, &heading)
}

fn schema(asked: &Asked, find: &FindFlags) -> Result<Schema, Error> {
    let schema = Schema::of(&asked.spec, &asked.command)?;
    let shown = shown_variables(&asked.spec.model, &asked.command);
    let schema = schema.with_witnesses(&asked.spec.model, &shown);
    Ok(if find.question.ignore_parameters { schema.ignoring_parameters() } else { schema })
}
