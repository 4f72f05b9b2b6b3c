//! `korrel eval`: judges given heaps by a spec.

use korrel::stream::StreamReading;
use std::path::Path;

use korrel::question::evaluation::Evaluation;
use korrel_harness::{counted, verb};

use crate::files::read::load;
use crate::files::texts::{GivenHeader, JsonText, Texts};
use crate::flags::EvalFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

use super::shared::question::limited;

pub fn run(eval: &EvalFlags, report: &Reporter) -> Result<Exit, Error> {
    if eval.spec == Path::new("-") && eval.heap == Path::new("-") {
        let message = "the spec and the heaps cannot both be read from standard input";
        return Err(Error::usage(message));
    }
    // A heap is judged in one go; a limit stops the program between two lines. It is watched for as
    // long as the flag is held.
    let _flag = limited(Stop::unheeded(), eval.limits.timeout, eval.limits.size.memory)?;
    let spec = load(&eval.spec, &eval.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let command = spec.command(eval.command.as_deref())?;
    let warn = &mut |sources: &_, found: &[_]| report.remarks(sources, found);
    let evaluation = Evaluation::new(&spec, &command, &eval.expressions, warn)?;
    let mut texts = Texts::open(&eval.heap)?;
    let mut keys = eval.keyed.keys.then(|| evaluation.keys());
    let mut tally = EvalTally::default();
    let header: GivenHeader<'_> = &|_| evaluation.schema().header();
    while let Some(text) = texts.next()? {
        let records =
            JsonText::read_all(&text, tally.heaps, header).map_err(|error| texts.error(error))?;
        for record in records {
            let fit = record.read_in(&mut tally.streams, &text);
            fit.map_err(|mistake| texts.error(mistake))?;
            match record {
                JsonText::Header(_) | JsonText::End(_) => {}
                JsonText::Other => tally.others += 1,
                JsonText::Heap(heap) => {
                    let judgement = evaluation.judge(&heap, keys.as_mut());
                    answer(&evaluation.record(&heap, &judgement))?;
                    let found = evaluation.diagnostics(&heap, &judgement);
                    report.diagnostics(&evaluation.spec().sources, &found);
                    tally.add(judgement.holds());
                }
            }
        }
    }
    Ok(tally.finish(report))
}

/// A tally of the records read so far.
#[derive(Default)]
struct EvalTally {
    streams: StreamReading,
    heaps: u64,
    /// Records of other kinds.
    others: u64,
    failed: u64,
    /// Heaps that were too large.
    unknown: u64,
}

impl EvalTally {
    fn add(&mut self, holds: Option<bool>) {
        self.heaps += 1;
        self.failed += u64::from(holds == Some(false));
        self.unknown += u64::from(holds.is_none());
    }

    fn finish(self, report: &Reporter) -> Exit {
        let EvalTally { streams, heaps, others, failed, unknown } = self;
        let (is_cut, has_begun) = (streams.is_cut(), heaps > 0 || !streams.is_outside());
        let satisfy = verb(heaps, "satisfies", "satisfy");
        let all = counted(heaps, "heap");
        let mut summary = format!("{} of {all} {satisfy} the spec", heaps - failed - unknown);
        if unknown > 0 {
            summary += &format!(", {unknown} too large to be judged");
        }
        report.note(&summary);
        if others > 0 {
            let were = verb(others, "was", "were");
            report
                .note(&format!("{} of another kind {were} passed over", counted(others, "record")));
        }
        report.notes(streams.remark());
        if is_cut {
            report.note("the stream has no end record: it was cut off");
        }
        if !has_begun {
            report.note("neither a heap nor a header was read: nothing has been judged");
        }
        match (failed, is_cut || !has_begun || unknown > 0) {
            (0, false) => Exit::Success,
            (0, true) => Exit::Incomplete,
            _ => Exit::Failure,
        }
    }
}
