//! Questions that are asked part by part: near misses, covers, one instance for each value, completions.

mod complete;
mod output;
mod search;

use korrel::question::{Cover, Distinct, NearMisses, NoAnswer, PartedQuestion, SpecCommand};
use korrel_enumerate::heap;
use korrel_lang::model::{Command, CommandKind};
use korrel_sat::Step;

use crate::commands::shared::parts::remarks;
use crate::commands::shared::question::{answered, asked_by, caution, limited, meaning};
use crate::commands::shared::statistics::Timing;
use crate::commands::stream::{StreamSubject, heading, identity, schema};
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
    let stop = limited(Stop::new(), find.search.limits.timeout, find.search.limits.memory)?;
    let mut question = question(find, &asked_by(find, report)?)?;
    let asked = question.asked().clone();
    // The question asks for instances, and not for counterexamples, whatever the command is.
    let command = Command { kind: CommandKind::Run, ..asked.command.clone() };
    let shown = SpecCommand { spec: asked.spec.clone(), command };
    let schema = schema(&shown, &find.question, report)?;
    let header = {
        let (words, (name, what)) = (question.words(), question.header());
        let identity = identity(&asked, &find.question, StreamSubject::Parts(&words));
        let command = asked.spec.text(&asked.command);
        let heading = heading(&asked, find, &command, &identity);
        heap::header(&schema, &heap::Heading { asks: Some((name, &what)), ..heading })
    };
    timing.has_read();
    let mut output = PartedOutput::open(find, &asked, header, corpus, &stop, report)?;
    let whole = SpecCommand { command: question.whole(), ..asked.clone() };
    caution(&whole, find.question.overflow, report, &stop)?;
    let most = (find.limit > 0).then_some(find.limit);
    let (meaning, effort) = (meaning(&find.question), stop.effort());
    let keys = find.keys || corpus.is_some();
    let search = PartedSearch::new(find, &asked, &schema, keys, &stop, report);
    let parts = question.parts(meaning, most, &effort);
    timing.has_translated();
    let (step, outcomes) = match parts {
        Err(NoAnswer::Stopped) => (Step::Stopped, Vec::new()),
        parts => search.parts(&answered(parts, &stop)?, &mut output.frame, timing)?,
    };
    drop(search);
    let conclusion = answered(question.conclusion(&outcomes, meaning, &effort), &stop)?;
    let exit = output.end(step, conclusion.members(), &stop, report)?;
    remarks(&conclusion).iter().for_each(|remark| report.note(remark));
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
