//! Instances on standard output, by one thread or by several.

use std::io;
use std::ops::ControlFlow;

use korrel_enumerate::heap::{InstanceId, has_key};
use korrel_enumerate::{Batch, Instances, Stream};
use korrel_sat::Step;

use crate::commands::shared::question::wrong;
use crate::messages::error::Error;
use crate::messages::patience::Patience;
use crate::messages::progress::Progress;
use crate::output::frame::StreamFrame;
use korrel_enumerate::{Records, Unwritten};

/// The progress of the output, and its limits.
pub struct RecordPrinter<'a> {
    pub records: Records<'a>,
    pub frame: &'a mut StreamFrame,
    pub progress: &'a Progress,
    /// The advice for a long wait; it ends when the first instance is found.
    pub patience: Option<Patience>,
    /// The number of instances still to be passed over.
    pub skip: u64,
    /// The members that each record has after its id, each after a comma.
    pub said: Vec<u8>,
    /// The id of the next instance; none of one that has no place in the order.
    pub next: Option<InstanceId>,
    /// The key of the only instance that is written; records have their keys then.
    pub wanted: Option<&'a str>,
    /// The number of instances to be written.
    pub limit: Option<u64>,
}

impl RecordPrinter<'_> {
    /// Writes instances until there are enough (the step is a model then), or no more.
    ///
    /// # Errors
    /// An instance that does not satisfy the command, or output that cannot be written.
    pub fn run(&mut self, instances: &mut Instances<'_>, threads: usize) -> Result<Step, Error> {
        if self.is_enough() {
            return Ok(Step::Model);
        }
        match instances.stream() {
            Some(stream) if threads > 1 => self.run_parallel(stream, threads),
            _ => self.run_alone(instances),
        }
    }

    fn run_alone(&mut self, instances: &mut Instances<'_>) -> Result<Step, Error> {
        while !self.is_enough() {
            let step = instances.advance();
            if step != Step::Model {
                return Ok(step);
            }
            self.patience = None;
            if self.skip > 0 {
                self.skip -= 1;
                continue;
            }
            let body = match self.records.body(instances) {
                Ok(body) => body,
                Err(Unwritten::Stopped) => return Ok(Step::Stopped),
                Err(Unwritten::Wrong(fault)) => return Err(wrong(&fault)),
            };
            if is_wanted(self.wanted, body) {
                self.frame.add(self.next.as_ref(), &self.said, body)?;
                self.frame.in_cube(instances.stream().map_or(0, |stream| stream.cube()), 1);
                self.progress.found(self.frame.count());
            }
            pass(&mut self.next);
        }
        Ok(Step::Model)
    }

    /// Threads write the bodies of records; which ids these have is known only here.
    fn run_parallel(&mut self, found: &mut Stream<'_>, threads: usize) -> Result<Step, Error> {
        let records = self.records.clone();
        let writer = || {
            let mut records = records.clone();
            move |walk: &_, out: &mut Vec<u8>| {
                out.extend_from_slice(records.model_body(walk)?);
                Ok(())
            }
        };
        let mut failure = None;
        let step = found.in_parallel(threads, writer, |batch| {
            if let Err(error) = self.add(batch) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            self.progress.found(self.frame.count());
            self.patience = None;
            if self.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (failure, step) {
            (Some(error), _) => Err(error.into()),
            (None, Ok(step)) => Ok(step),
            (None, Err(Unwritten::Stopped)) => Ok(Step::Stopped),
            (None, Err(Unwritten::Wrong(fault))) => Err(wrong(&fault)),
        }
    }

    /// Adds the lines of a batch that are wanted, with their ids.
    fn add(&mut self, batch: &Batch) -> io::Result<()> {
        let RecordPrinter { frame, skip, next, said, wanted, limit, .. } = self;
        let before = frame.count();
        frame.add_all(|lines| {
            let mut start = 0;
            for &end in &batch.ends {
                let body = &batch.bytes[start..end];
                start = end;
                if *skip > 0 {
                    *skip -= 1;
                    continue;
                }
                if limit.is_some_and(|limit| lines.count() >= limit) {
                    break;
                }
                if is_wanted(*wanted, body) {
                    lines.add(next.as_ref(), said, body);
                }
                pass(next);
            }
        })?;
        frame.in_cube(batch.cube, frame.count() - before);
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.limit.is_some_and(|limit| self.frame.count() >= limit)
    }
}

fn is_wanted(key: Option<&str>, body: &[u8]) -> bool {
    key.is_none_or(|key| has_key(body, key))
}

/// The id of the instance after this one, if instances have ids.
fn pass(next: &mut Option<InstanceId>) {
    if let Some(next) = next {
        next.step();
    }
}
