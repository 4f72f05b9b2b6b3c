//! The search of one part after the other.

use korrel_enumerate::heap::{ObjectNames, Schema};
use korrel_enumerate::{Extras, Problem, Records};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible_json;
use korrel_sat::Step;

use super::super::printer::RecordPrinter;
use super::{NamedValue, PartOutcome, QuestionPart};
use crate::commands::shared::question::{AskedCommand, meaning, ready, threads};
use crate::commands::shared::statistics::{self, Timing};
use crate::flags::FindFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;

/// The subject of a search, beside the problem.
pub struct Searched<'s> {
    /// The member that its records carry.
    pub said: &'s NamedValue,
    /// The number of instances that is enough.
    pub limit: Option<u64>,
    /// The names of objects, if they have names of their own.
    pub names: Option<ObjectNames>,
}

pub struct PartSearch<'a> {
    pub find: &'a FindFlags,
    pub asked: &'a AskedCommand,
    schema: &'a Schema,
    keys: bool,
    pub stop: &'a Stop,
    threads: usize,
    progress: Progress,
    /// The greatest number of instances in all.
    limit: Option<u64>,
}

impl<'a> PartSearch<'a> {
    pub fn new(
        find: &'a FindFlags,
        asked: &'a AskedCommand,
        schema: &'a Schema,
        keys: bool,
        stop: &'a Stop,
        report: &'a Reporter,
    ) -> PartSearch<'a> {
        let threads = threads(&find.search, report);
        let progress = Progress::of_instances(find.search.progress, find.is_streamed());
        let limit = (find.limit > 0).then_some(find.limit);
        PartSearch { find, asked, schema, keys, stop, threads, progress, limit }
    }

    /// True if there are as many instances as were asked for.
    pub fn is_enough(&self, frame: &StreamFrame) -> bool {
        self.limit.is_some_and(|limit| frame.count() >= limit)
    }

    /// Returns the reason for the end (a model: there are enough), and the outcomes of the parts
    /// that were begun.
    ///
    /// # Errors
    /// A part that cannot be translated, or a record that cannot be written.
    pub fn parts(
        &mut self,
        parts: &[QuestionPart],
        frame: &mut StreamFrame,
        timing: Timing,
    ) -> Result<(Step, Vec<PartOutcome>), Error> {
        frame.begin()?;
        let mut outcomes: Vec<PartOutcome> = Vec::new();
        for part in parts {
            if self.is_enough(frame) {
                return Ok((Step::Model, outcomes));
            }
            let problem = self.problem(part)?;
            let searched = Searched { said: &part.said, limit: part.limit, names: None };
            let outcome = self.part(&problem, searched, frame, timing)?;
            outcomes.push(outcome);
            if outcome.step == Step::Stopped {
                return Ok((Step::Stopped, outcomes));
            }
        }
        // A part's own limit cuts off nothing that was asked for; the limit of all parts does.
        let is_cut = outcomes.last().is_some_and(|last| last.step == Step::Model);
        let step = if is_cut && self.is_enough(frame) { Step::Model } else { Step::Exhausted };
        Ok((step, outcomes))
    }

    fn problem<'p>(&'p self, part: &'p QuestionPart) -> Result<Problem<'p>, Error> {
        let meaning = meaning(&self.find.question);
        let effort = self.stop.effort();
        let problem = Problem::new(&self.asked.spec.model, &part.command, meaning, &effort);
        let problem = ready(&self.asked.spec, problem, self.stop)?;
        if self.find.verify {
            self.asked.can_verify(&problem)?;
        }
        Ok(problem)
    }

    pub fn refused(&self, diagnostic: Diagnostic) -> Error {
        Error::about(&self.asked.spec, diagnostic)
    }

    /// Writes the instances of a problem.
    ///
    /// # Errors
    /// A problem that cannot be translated, or a record that cannot be written.
    pub fn part(
        &self,
        problem: &Problem<'_>,
        searched: Searched<'_>,
        frame: &mut StreamFrame,
        timing: Timing,
    ) -> Result<PartOutcome, Error> {
        let find = self.find;
        // Threads that have found enough are ended by the flag; the next part is to go on.
        let stop = if self.threads > 1 { self.stop.linked() } else { self.stop.clone() };
        let mut instances = self.asked.instances(problem, &find.question, &find.search, &stop)?;
        let extras = Extras { verify: find.verify, keys: self.keys, ..Extras::default() };
        let records = Records::new(problem, self.schema, extras, &mut instances, &stop.effort());
        let before = frame.count();
        let records = records.map_err(|diagnostic| self.refused(diagnostic))?;
        let own = searched.limit.map(|limit| before + limit);
        let mut printer = RecordPrinter {
            records: match searched.names {
                Some(names) => records.naming(names),
                None => records,
            },
            said: as_written(searched.said),
            next: Some(before.into()),
            frame,
            progress: &self.progress,
            patience: None,
            skip: 0,
            wanted: None,
            limit: own.into_iter().chain(self.limit).min(),
        };
        let step = printer.run(&mut instances, self.threads)?;
        let count = printer.frame.count() - before;
        if find.search.stats {
            statistics::print(problem, Some(&instances), count, timing);
        }
        Ok(PartOutcome { count, step })
    }
}

/// A member as it stands in a record after its id.
pub fn as_written((name, what): &NamedValue) -> Vec<u8> {
    let text = format!(",\"{name}\":{what}");
    visible_json(&text).into_owned().into_bytes()
}
