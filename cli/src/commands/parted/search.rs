//! The search of one part after the other.

use std::cell::RefCell;

use korrel::Step;
use korrel::question::{Part, PartOutcome, PosedQuestion, ask_parts};
use korrel::stream::{RecordList, StreamQuestion, as_written};
use serde_json::Value as Json;

use crate::commands::shared::question::answered;
use crate::commands::shared::statistics::{self, Timing};
use crate::commands::stream::RecordPrinter;
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::output::frame::StreamFrame;

pub struct PartedSearch<'a> {
    find: &'a FindFlags,
    question: &'a StreamQuestion<'a>,
    stop: &'a Stop,
    progress: Progress,
    /// The greatest number of instances in all.
    limit: Option<u64>,
}

impl<'a> PartedSearch<'a> {
    pub fn new(
        find: &'a FindFlags,
        question: &'a StreamQuestion<'a>,
        stop: &'a Stop,
    ) -> PartedSearch<'a> {
        let progress = Progress::of_instances(find.search.progress, find.is_streamed());
        let limit = find.amount.most();
        PartedSearch { find, question, stop, progress, limit }
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
        let (frame, StreamQuestion { asked, settings, .. }) = (RefCell::new(frame), self.question);
        let is_enough = || self.limit.is_some_and(|limit| frame.borrow().count() >= limit);
        ask_parts(parts, is_enough, |part| {
            // Threads that have found enough are ended by the flag; the next part is to go on.
            let has_threads = self.find.search.threads != 1;
            let stop = if has_threads { self.stop.linked() } else { self.stop.clone() };
            let posed = PosedQuestion::new(&asked.spec, &part.command, settings, &stop.effort());
            let (posed, said) = (answered(posed, self.stop)?, part.label.member());
            self.part(&posed, &said, part.limit, &mut frame.borrow_mut(), timing)
        })
    }

    /// Writes the instances of a question, each with a member of its own, and no more than `limit`.
    ///
    /// # Errors
    /// A question that cannot be translated, or a record that cannot be written.
    pub fn part<'p>(
        &'p self,
        posed: &'p PosedQuestion<'p>,
        said: &(&str, Json),
        limit: Option<u64>,
        frame: &mut StreamFrame,
        timing: Timing,
    ) -> Result<PartOutcome, Error> {
        let mut listing = answered(posed.open(), self.stop)?;
        let before = frame.count();
        let own = limit.map(|limit| before + limit);
        let (progress, watch) = (&self.progress, &mut |_, _: &mut dyn FnMut() -> u64| ());
        let mut printer = RecordPrinter { frame, progress, patience: None, watch };
        let mut list = RecordList {
            said: as_written(said),
            next: Some(before.into()),
            limit: own.into_iter().chain(self.limit).min(),
            ..RecordList::default()
        };
        let step = list.write(&mut listing, self.question.schema(), &mut printer)?;
        let count = printer.frame.count() - before;
        if self.find.search.stats {
            statistics::print(posed, Some(&listing), count, timing);
        }
        Ok(PartOutcome::of(count, step))
    }
}
