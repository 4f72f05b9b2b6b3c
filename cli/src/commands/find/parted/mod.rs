//! Questions that are asked part by part: near misses, covers, one instance for each value, completions.
//!
//! Each part is a command of its own, with the roots and the scope of the one that was named, and is
//! searched as any other. Its records name their part, ids number through, and the end record gives the
//! outcome of each part.

mod complete;
mod cover;
mod distinct;
mod near_miss;
mod output;
mod search;

use korrel_enumerate::heap;
use korrel_lang::model::{Command, CommandKind};
use korrel_sat::Step;
use serde_json::{Map, Value as Json};

use self::cover::Cover;
use self::distinct::Distinct;
use self::near_miss::NearMisses;
use self::output::PartedOutput;
use self::search::PartSearch;
pub use self::search::as_written;
use super::heading::{heading, schema};
use super::identity::{StreamSubject, identity};
use crate::commands::shared::question::{AskedCommand, limited};
use crate::commands::shared::statistics::Timing;
use crate::flags::FindFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::corpus::Corpus;

/// A question in parts.
trait PartedQuestion {
    /// The spec with all that the question brought with it, and the command that has its roots and scope.
    fn asked(&self) -> &AskedCommand;

    /// The words that tell it from every other question about the command.
    fn words(&self) -> String;

    /// The member of the header that describes the question.
    fn header(&self) -> NamedValue;

    /// The command that asks for all that is spoken of, to be warned of.
    fn whole(&self) -> Command;

    /// The parts, in order; `None` if it was stopped before they were known.
    ///
    /// # Errors
    /// A part that cannot be translated.
    fn parts(&mut self, find: &FindFlags, stop: &Stop) -> Result<Option<Vec<QuestionPart>>, Error>;

    /// The members of the end record beside its status, and remarks, about the parts that were
    /// begun.
    ///
    /// # Errors
    /// A part that cannot be translated.
    fn conclusion(
        &self,
        outcomes: &[PartOutcome],
        find: &FindFlags,
        stop: &Stop,
    ) -> Result<Conclusion, Error>;
}

/// The conclusion of a question.
#[derive(Default)]
struct Conclusion {
    /// Members of the end record.
    told: Map<String, Json>,
    remarks: Vec<String>,
}

/// A name, and the value under it.
pub type NamedValue = (&'static str, Json);

/// A part, which is searched by itself.
struct QuestionPart {
    command: Command,
    /// The member of its records that describes the part.
    said: NamedValue,
    /// The number of instances that is enough.
    limit: Option<u64>,
}

/// The outcome of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PartOutcome {
    count: u64,
    /// The reason for its end; a model: there were enough.
    step: Step,
}

impl PartOutcome {
    /// True if it is known that there is no instance.
    fn is_nothing(&self) -> bool {
        self.count == 0 && self.step == Step::Exhausted
    }
}

pub fn run(find: &FindFlags, corpus: Option<&Corpus>, report: &Reporter) -> Result<Exit, Error> {
    if let Some(heaps) = &find.asking.complete {
        return complete::run(find, heaps, corpus, report);
    }
    let mut timing = Timing::start();
    let stop = limited(Stop::new(), find.search.timeout, find.search.memory)?;
    let asked = AskedCommand::load(&find.question, report)?;
    let mut question = question(find, &asked)?;
    let asked = AskedCommand { spec: question.asked().spec.clone(), ..asked };
    // The question asks for instances, and not for counterexamples, whatever the command is.
    let command = Command { kind: CommandKind::Run, ..asked.command.clone() };
    let shown = AskedCommand { spec: asked.spec.clone(), command };
    let schema = schema(&shown, &find.question)?;
    let header = {
        let (words, (name, what)) = (question.words(), question.header());
        let identity = identity(&asked, &find.question, StreamSubject::Parts(&words));
        let command = asked.spec.text(&asked.command, find.question.scope.as_deref());
        let heading = heading(&asked, find, &command, &identity);
        heap::header(&schema, &heap::Heading { asks: Some((name, &what)), ..heading })
    };
    timing.has_read();
    let mut output = PartedOutput::open(find, &asked, header, corpus, &stop, report)?;
    asked.caution(&question.whole(), find.question.overflow, report, &stop)?;
    let parts = question.parts(find, &stop)?;
    let keys = find.keys || corpus.is_some();
    let mut search = PartSearch::new(find, &asked, &schema, keys, &stop, report);
    timing.has_translated();
    let (step, outcomes) = match parts {
        Some(parts) => search.parts(&parts, &mut output.frame, timing)?,
        None => (Step::Stopped, Vec::new()),
    };
    drop(search);
    let Conclusion { told, remarks } = question.conclusion(&outcomes, find, &stop)?;
    let exit = output.end(step, told, &stop, report)?;
    remarks.iter().for_each(|remark| report.note(remark));
    Ok(exit)
}

fn question(find: &FindFlags, asked: &AskedCommand) -> Result<Box<dyn PartedQuestion>, Error> {
    let flags = &find.asking;
    if let Some(predicate) = &flags.near_miss {
        return Ok(Box::new(NearMisses::new(asked, predicate, flags.per_conjunct)?));
    }
    if let Some(formulas) = &flags.cover {
        return Ok(Box::new(Cover::new(asked, formulas, flags.pairwise)?));
    }
    let expressions = flags.distinct_by.as_deref().expect("a question in parts has a flag");
    Ok(Box::new(Distinct::new(asked, expressions)?))
}
