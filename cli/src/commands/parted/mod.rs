//! Questions that are asked part by part: near misses, covers, one instance for each value, completions.

mod complete;
mod output;
mod search;

use korrel::Step;
use korrel::question::{Cover, Distinct, NearMisses, NoAnswer, PartedQuestion, SpecCommand};
use korrel::stream::StreamSubject;

use crate::commands::shared::question::{answered, asked_by, caution, limited, listed, streamed};
use crate::commands::shared::statistics::Timing;
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::corpus::Corpus;

use self::output::PartedOutput;
use self::search::PartedSearch;

pub fn run(find: &FindFlags, corpus: Option<&Corpus>, report: &Reporter) -> Result<Exit, Error> {
    if let Some(heaps) = &find.asking.complete {
        return complete::run(find, heaps, corpus, report);
    }
    let mut timing = Timing::start();
    let stop = limited(Stop::new(), find.search.limits.timeout, find.search.limits.size.memory)?;
    let mut question = question(find, &asked_by(find, report)?)?;
    let (asked, settings) = (question.asked().clone(), listed(find, corpus.is_some(), report));
    let subject = StreamSubject::of(&*question);
    let stream = streamed(&asked, &settings, &find.question, subject, report)?;
    timing.has_read();
    let mut output = PartedOutput::open(find, &stream, corpus, &stop, report)?;
    let whole = SpecCommand { command: question.whole(), ..asked.clone() };
    caution(&whole, &settings, report, &stop)?;
    let most = find.amount.most();
    let (meaning, effort) = (settings.meaning(), stop.effort());
    let search = PartedSearch::new(find, &stream, &stop);
    let parts = question.parts(meaning, most, &effort);
    timing.has_translated();
    let (step, outcomes) = match parts {
        Err(NoAnswer::Stopped) => (Step::Stopped, Vec::new()),
        parts => search.parts(&answered(parts, &stop)?, &mut output.frame, timing)?,
    };
    drop(search);
    let conclusion = answered(question.conclusion(&outcomes, meaning, &effort), &stop)?;
    let exit = output.end(step, conclusion.members(), &stop, report)?;
    conclusion.remarks().iter().for_each(|remark| report.note(remark));
    Ok(exit)
}

fn question(find: &FindFlags, asked: &SpecCommand) -> Result<Box<dyn PartedQuestion>, Error> {
    let flags = &find.asking;
    if let Some(predicate) = &flags.near_miss {
        let each = (flags.per_conjunct > 0).then_some(flags.per_conjunct);
        return Ok(Box::new(NearMisses::new(asked, predicate, each)?));
    }
    if let Some(formulas) = &flags.cover {
        return Ok(Box::new(Cover::new(asked, formulas)?));
    }
    let expressions = flags.distinct_by.as_deref().expect("a question in parts has a flag");
    Ok(Box::new(Distinct::new(asked, expressions)?))
}
