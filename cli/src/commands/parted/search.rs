//! The search of one part after the other.

use korrel::question::{Part, PartOutcome, SpecCommand, ask_parts};
use korrel_enumerate::heap::{ObjectNames, Schema};
use korrel_enumerate::{Extras, Problem, Records};
use korrel_sat::Step;
use serde_json::Value as Json;

use crate::commands::shared::question::{answered, can_verify, instances, meaning, threads};
use crate::commands::shared::statistics::{self, Timing};
use crate::commands::stream::{RecordPrinter, as_written};
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::output::frame::StreamFrame;

/// The subject of a search, beside the problem.
pub struct SearchSubject {
    /// The member that its records carry.
    pub said: (&'static str, Json),
    /// The number of instances that is enough.
    pub limit: Option<u64>,
    /// The names of objects, if they have names of their own.
    pub names: Option<ObjectNames>,
}

pub struct PartedSearch<'a> {
    pub find: &'a FindFlags,
    pub asked: &'a SpecCommand,
    schema: &'a Schema,
    keys: bool,
    pub stop: &'a Stop,
    threads: usize,
    progress: Progress,
    /// The greatest number of instances in all.
    limit: Option<u64>,
}

impl<'a> PartedSearch<'a> {
    pub fn new(
        find: &'a FindFlags,
        asked: &'a SpecCommand,
        schema: &'a Schema,
        keys: bool,
        stop: &'a Stop,
        report: &'a Reporter,
    ) -> PartedSearch<'a> {
        let threads = threads(&find.search, report);
        let progress = Progress::of_instances(find.search.progress, find.is_streamed());
        let limit = (find.limit > 0).then_some(find.limit);
        PartedSearch { find, asked, schema, keys, stop, threads, progress, limit }
    }

    /// Returns the reason for the end (a model: there are enough), and the outcomes of the parts
    /// that were begun.
    ///
    /// # Errors
    /// A part that cannot be translated, or a record that cannot be written.
    pub fn parts(
        &self,
        parts: &[Part],
        frame: &mut StreamFrame,
        timing: Timing,
    ) -> Result<(Step, Vec<PartOutcome>), Error> {
        frame.begin()?;
        let frame = std::cell::RefCell::new(frame);
        let is_enough = || self.limit.is_some_and(|limit| frame.borrow().count() >= limit);
        ask_parts(parts, is_enough, |part| {
            let meaning = meaning(&self.find.question);
            let problem = self.asked.problem_of(&part.command, meaning, &self.stop.effort());
            let problem = answered(problem, self.stop)?;
            if self.find.verify {
                can_verify(self.asked, &problem)?;
            }
            let searched =
                SearchSubject { said: part.label.member(), limit: part.limit, names: None };
            self.part(&problem, searched, &mut frame.borrow_mut(), timing)
        })
    }

    /// Writes the instances of a problem.
    ///
    /// # Errors
    /// A problem that cannot be translated, or a record that cannot be written.
    pub fn part(
        &self,
        problem: &Problem<'_>,
        searched: SearchSubject,
        frame: &mut StreamFrame,
        timing: Timing,
    ) -> Result<PartOutcome, Error> {
        let find = self.find;
        // Threads that have found enough are ended by the flag; the next part is to go on.
        let stop = if self.threads > 1 { self.stop.linked() } else { self.stop.clone() };
        let mut instances = instances(self.asked, problem, &find.question, &find.search, &stop)?;
        let (verify, keys, form) = (find.verify, self.keys, find.form());
        let extras = Extras { verify, keys, form, ..Extras::default() };
        let records = Records::new(problem, self.schema, extras, &mut instances, &stop.effort());
        let records = records.map_err(|refused| Error::about(&self.asked.spec, refused))?;
        let records = match searched.names {
            Some(names) => records.naming(names),
            None => records,
        };
        let before = frame.count();
        let own = searched.limit.map(|limit| before + limit);
        let mut printer = RecordPrinter {
            said: as_written(&searched.said),
            next: Some(before.into()),
            frame,
            progress: &self.progress,
            patience: None,
            skip: 0,
            wanted: None,
            limit: own.into_iter().chain(self.limit).min(),
            shortest: None,
            watch: &mut |_, _| (),
        };
        let step = printer.run(&mut instances, records, self.threads)?;
        let count = printer.frame.count() - before;
        if find.search.stats {
            statistics::print(problem, Some(&instances), count, timing);
        }
        Ok(PartOutcome { count, step, sizes: Default::default() })
    }
}
