//! `find --complete HEAP`: heaps that are given in part, each completed in every way.
//!
//! Heaps come one after the other, from a file or from a program's output, and each is a question of its
//! own. A heap that does not fit the spec is reported, and the next one follows.

use std::path::Path;

use korrel::question::SpecCommand;
use korrel_enumerate::heap::{HeapCompletion, Schema};
use korrel_enumerate::{Problem, heap};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Step;
use korrel_translate::Question;
use serde_json::{Map, Value as Json, json};

use crate::commands::shared::question::{asked_by, can_verify, limited, meaning, overflow, ready};
use crate::commands::shared::statistics::Timing;
use crate::commands::stream::{StreamSubject, heading, identity, schema};
use crate::files::streams::StreamReading;
use crate::files::texts::{JsonText, Texts};
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::corpus::Corpus;

use super::output::PartedOutput;
use super::search::{PartedSearch, SearchSubject};

pub fn run(
    find: &FindFlags,
    heaps: &Path,
    corpus: Option<&Corpus>,
    report: &Reporter,
) -> Result<Exit, Error> {
    if find.question.spec == Path::new("-") && heaps == Path::new("-") {
        let message = "the spec and the heaps cannot both be read from standard input";
        return Err(Error::usage(message));
    }
    let mut timing = Timing::start();
    let stop = limited(Stop::new(), find.search.limits.timeout, find.search.limits.memory)?;
    let asked = asked_by(find, report)?;
    let schema = schema(&asked, &find.question, report)?;
    let mut texts = Texts::open(heaps)?;
    let header = header(&asked, find, heaps, &schema);
    timing.has_read();
    let mut output = PartedOutput::open(find, &asked, header, corpus, &stop, report)?;
    let (overflow, effort) = (overflow(find.question.overflow), stop.effort());
    let question = Question::new(&asked.spec.model, &asked.command, overflow, &effort);
    let question = ready(&asked.spec, question, &stop)?;
    report.cautions(&asked.spec, &question);
    let keys = find.keys || corpus.is_some();
    let search = PartedSearch::new(find, &asked, &schema, keys, &stop, report);
    output.frame.begin()?;
    let mut tally = CompletionTally::default();
    let (mut last_line, mut streams, mut is_misfit) = (0, StreamReading::default(), false);
    let mut step = Step::Exhausted;
    while step == Step::Exhausted && !is_misfit {
        if stop.is_raised() {
            step = Step::Stopped;
            break;
        }
        let Some(text) = texts.next()? else { break };
        let line = texts.begins_at();
        let is_second = line == last_line;
        match given(&schema, &question, &text, is_second) {
            Ok(GivenText::Header(header)) => {
                is_misfit = told(streams.header(&header), &texts, report);
            }
            Ok(GivenText::End(end)) => is_misfit = told(streams.end(&end), &texts, report),
            Ok(GivenText::Other) => is_misfit = told(streams.other(), &texts, report),
            Err(mistake) => {
                is_misfit = told(streams.instance(&text), &texts, report);
                last_line = line;
                tally.heaps += 1;
                tally.refused += 1;
                report.error(texts.error(mistake));
            }
            Ok(GivenText::Heap(completion)) => {
                is_misfit = told(streams.instance(&text), &texts, report);
                if is_misfit {
                    break;
                }
                last_line = line;
                tally.heaps += 1;
                let found = complete(&search, *completion, line, &mut output, timing)?;
                tally.without += u64::from(found == (0, Step::Exhausted));
                step = found.1;
            }
        }
    }
    drop(search);
    let is_cut = !is_misfit && streams.is_cut() && step == Step::Exhausted;
    let exit = match is_cut || is_misfit {
        true => output.end_cut(tally.told(), &stop, report)?,
        false => output.end(step, tally.told(), &stop, report)?,
    };
    if tally.heaps == 0 && step == Step::Exhausted {
        report.note("no heap was read: there is nothing to complete");
    }
    if is_cut {
        tell("the heaps have no end record: their stream was cut off");
    }
    streams.tell(report);
    match tally.refused {
        0 if !is_misfit => Ok(exit),
        _ => Ok(Exit::Usage),
    }
}

/// Reports that a stream of heaps is not as it declares.
fn told(read: Result<(), Diagnostic>, texts: &Texts, report: &Reporter) -> bool {
    let Err(mistake) = read else { return false };
    report.error(texts.error(mistake));
    true
}

/// A text among the heaps.
enum GivenText<'m> {
    Header(Json),
    End(Json),
    Other,
    Heap(Box<HeapCompletion<'m>>),
}

/// The numbers of heaps.
#[derive(Default)]
struct CompletionTally {
    heaps: u64,
    /// The number of heaps that nothing completes.
    without: u64,
    /// The number of heaps that do not fit the spec.
    refused: u64,
}

impl CompletionTally {
    fn told(&self) -> Map<String, Json> {
        let CompletionTally { heaps, without, refused } = self;
        let told = [("heaps", heaps), ("without", without), ("refused", refused)];
        told.into_iter().map(|(name, count)| (name.to_owned(), json!(count))).collect()
    }
}

fn header(asked: &SpecCommand, find: &FindFlags, heaps: &Path, schema: &Schema) -> String {
    let name = if heaps == Path::new("-") { "<stdin>".into() } else { heaps.display().to_string() };
    let identity = identity(asked, &find.question, StreamSubject::Parts("completions"));
    let command = asked.spec.text(&asked.command);
    let heading = heading(asked, find, &command, &identity);
    heap::header(schema, &heap::Heading { asks: Some(("complete", &json!(name))), ..heading })
}

/// The question for the completions of a heap, if the text is no other record of a stream.
fn given<'m>(
    schema: &Schema,
    question: &Question<'m>,
    text: &str,
    is_second: bool,
) -> Result<GivenText<'m>, Diagnostic> {
    // Of several traces in one text the first is told of: none can be completed.
    let heap = match JsonText::read_all(text, 0, &|_| schema.header())?.into_iter().next() {
        Some(JsonText::Header(header)) => return Ok(GivenText::Header(header)),
        Some(JsonText::End(end)) => return Ok(GivenText::End(end)),
        Some(JsonText::Other) | None => return Ok(GivenText::Other),
        Some(JsonText::Heap(heap)) => heap,
    };
    if is_second {
        let message = "another heap stands on this line, and `of` tells them apart by their lines";
        return Err(
            Diagnostic::new(code::HEAP, message).help("write each heap on a line of its own")
        );
    }
    let completion = heap.completion(schema, question)?;
    Ok(GivenText::Heap(Box::new(completion)))
}

/// Writes all instances that complete one heap.
fn complete(
    search: &PartedSearch<'_>,
    completion: HeapCompletion<'_>,
    line: usize,
    output: &mut PartedOutput,
    timing: Timing,
) -> Result<(u64, Step), Error> {
    let Some(question) = completion.question else { return Ok((0, Step::Exhausted)) };
    let problem = Problem::of(question, meaning(&search.find.question), &search.stop.effort());
    let problem = ready(&search.asked.spec, problem, search.stop)?;
    if search.find.verify {
        can_verify(search.asked, &problem)?;
    }
    let searched =
        SearchSubject { said: ("of", json!(line)), limit: None, names: Some(completion.names) };
    let outcome = search.part(&problem, searched, &mut output.frame, timing)?;
    Ok((outcome.count, outcome.step))
}
