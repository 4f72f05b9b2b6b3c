//! `find --complete HEAP`: heaps that are given in part, each completed in every way.
//!
//! Heaps come one after the other, from a file or from a program's output, and each is a question of its
//! own. A heap that does not fit the spec is reported, and the next one follows.

use korrel::stream::StreamReading;
use std::path::Path;

use korrel::Step;
use korrel::question::PartOutcome;
use korrel::question::completing::{Completing, Completion};
use korrel::stream::StreamQuestion;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Map, Value as Json, json};

use crate::commands::shared::question::{answered, asked_by, limited, listed};
use crate::commands::shared::statistics::Timing;
use crate::files::texts::{JsonText, Texts};
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::corpus::Corpus;

use super::output::PartedOutput;
use super::search::PartedSearch;

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
    let stop = limited(Stop::new(), find.search.limits.timeout, find.search.limits.size.memory)?;
    let asked = asked_by(find, report)?;
    let settings = listed(find, corpus.is_some(), report);
    let name = if heaps == Path::new("-") { "<stdin>".into() } else { heaps.display().to_string() };
    let has_own_steps = find.question.steps.is_some();
    let question = StreamQuestion::of_completions(&asked, &settings, &name, has_own_steps)?;
    report.remarks(&asked.spec.sources, question.warnings());
    let mut texts = Texts::open(heaps)?;
    timing.has_read();
    let mut output = PartedOutput::open(find, &question, corpus, &stop, report)?;
    let completing = Completing::new(&asked.spec, &asked.command, &settings, &stop.effort());
    let completing = answered(completing, &stop)?;
    report.cautions(&asked.spec, || completing.cautions());
    let search = PartedSearch::new(find, &question, &stop);
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
        match given(&question, &completing, &text, is_second) {
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
                let outcome = match answered(completing.posed(*completion), &stop)? {
                    Some(posed) => {
                        let said = ("of", json!(line));
                        search.part(&posed, &said, None, &mut output.frame, timing)?
                    }
                    None => PartOutcome::of(0, Step::Exhausted),
                };
                tally.without += u64::from(outcome.is_nothing());
                step = outcome.step;
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
    report.notes(streams.remark());
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
    Heap(Box<Completion<'m>>),
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

/// The question for the completions of a heap, if the text is no other record of a stream.
fn given<'m>(
    question: &StreamQuestion<'_>,
    completing: &Completing<'m>,
    text: &str,
    is_second: bool,
) -> Result<GivenText<'m>, Diagnostic> {
    // Of several traces in one text the first is told of: none can be completed.
    let heap = match JsonText::read_all(text, 0, &|_| question.types())?.into_iter().next() {
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
    Ok(GivenText::Heap(Box::new(completing.of(heap, question.schema())?)))
}
