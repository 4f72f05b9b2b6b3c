//! Instances on standard output, by one thread or by several.

use std::ops::ControlFlow;

use korrel_enumerate::{Batch, Instances};
use korrel_sat::Step;

use crate::commands::shared::records::{Records, Unwritten, has_key, renumber};
use crate::files::spec::Error;
use crate::messages::progress::Progress;
use crate::output::frame::Frame;

/// What has been written, and how far it is to go.
pub struct Stream<'a> {
    pub records: Records<'a>,
    pub frame: &'a mut Frame,
    pub progress: &'a Progress,
    /// How many instances are still to be passed over.
    pub skip: u64,
    /// The id of the next instance.
    pub next: u64,
    /// The key of the only instance that is written; records have their keys then.
    pub wanted: Option<&'a str>,
    /// How many are to be written.
    pub limit: Option<u64>,
}

impl Stream<'_> {
    /// Writes instances until there are enough (the step is a model then), or no more.
    ///
    /// # Errors
    /// An instance that is none, or output that cannot be written.
    pub fn run(&mut self, instances: &mut Instances<'_>, threads: usize) -> Result<Step, Error> {
        if self.is_enough() {
            return Ok(Step::Model);
        }
        if threads > 1 && instances.walk().is_some() {
            self.run_parallel(instances, threads)
        } else {
            self.run_alone(instances)
        }
    }

    fn run_alone(&mut self, instances: &mut Instances<'_>) -> Result<Step, Error> {
        let mut line = Vec::new();
        while !self.is_enough() {
            let step = instances.advance();
            if step != Step::Model {
                return Ok(step);
            }
            if self.skip > 0 {
                self.skip -= 1;
                continue;
            }
            line.clear();
            match self.records.write(&mut line, self.next, instances) {
                Ok(()) => {}
                Err(Unwritten::Stopped) => return Ok(Step::Stopped),
                Err(Unwritten::Failed(error)) => return Err(error),
            }
            self.next += 1;
            if self.is_wanted(&line) {
                self.frame.add(&line, 1)?;
                self.progress.found(self.frame.count());
            }
        }
        Ok(Step::Model)
    }

    /// Threads number their records 0; the right ids are put in here.
    fn run_parallel(
        &mut self,
        instances: &mut Instances<'_>,
        threads: usize,
    ) -> Result<Step, Error> {
        let records = self.records.clone();
        let writer = || {
            let mut records = records.clone();
            move |walk: &_, out: &mut Vec<u8>| records.write_model(out, 0, walk)
        };
        let mut failure = None;
        let mut out = Vec::new();
        let step = instances.in_parallel(threads, writer, |batch| {
            out.clear();
            let instances = self.renumber(batch, &mut out);
            if let Err(error) = self.frame.add(&out, instances) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            self.progress.found(self.frame.count());
            if self.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (failure, step) {
            (Some(error), _) => Err(error.into()),
            (None, Ok(step)) => Ok(step),
            (None, Err(Unwritten::Stopped)) => Ok(Step::Stopped),
            (None, Err(Unwritten::Failed(error))) => Err(error),
        }
    }

    /// The lines of a batch that are wanted, with their ids; how many these are.
    fn renumber(&mut self, batch: &Batch, out: &mut Vec<u8>) -> u64 {
        let mut start = 0;
        let mut wanted = 0;
        for &end in &batch.ends {
            let record = &batch.bytes[start..end];
            start = end;
            if self.skip > 0 {
                self.skip -= 1;
            } else if self.limit.is_none_or(|limit| self.frame.count() + wanted < limit) {
                if self.is_wanted(record) {
                    renumber(out, self.next, record);
                    wanted += 1;
                }
                self.next += 1;
            }
        }
        wanted
    }

    fn is_wanted(&self, record: &[u8]) -> bool {
        self.wanted.is_none_or(|key| has_key(record, key))
    }

    fn is_enough(&self) -> bool {
        self.limit.is_some_and(|limit| self.frame.count() >= limit)
    }
}
