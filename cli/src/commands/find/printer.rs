//! Instances on standard output, by one thread or by several.

use std::ops::ControlFlow;

use korrel_enumerate::heap::{InstanceId, begin_record, begin_unplaced, has_key};
use korrel_enumerate::{Batch, Instances, Stream};
use korrel_sat::Step;

use crate::commands::shared::question::wrong;
use crate::messages::error::Error;
use crate::messages::patience::Patience;
use crate::messages::progress::Progress;
use crate::output::frame::StreamFrame;
use korrel_enumerate::{Records, Unwritten};

/// What has been written, and how far it is to go.
pub struct RecordPrinter<'a> {
    pub records: Records<'a>,
    pub frame: &'a mut StreamFrame,
    pub progress: &'a Progress,
    /// Until the first instance is found.
    pub patience: Option<Patience>,
    /// How many instances are still to be passed over.
    pub skip: u64,
    /// What each record says after its id: members, each after a comma.
    pub said: Vec<u8>,
    /// The id of the next instance; none of one that has no place in the order.
    pub next: Option<InstanceId>,
    /// The key of the only instance that is written; records have their keys then.
    pub wanted: Option<&'a str>,
    /// How many are to be written.
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
        let mut line = Vec::new();
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
            line.clear();
            self.begin(&mut line);
            let body = line.len();
            match self.records.write(&mut line, instances) {
                Ok(()) => {}
                Err(Unwritten::Stopped) => return Ok(Step::Stopped),
                Err(Unwritten::Wrong(fault)) => return Err(wrong(&fault)),
            }
            if self.is_wanted(&line[body..]) {
                self.frame.in_cube(instances.stream().map_or(0, |stream| stream.cube()), 1);
                self.frame.add(&line, 1)?;
                self.progress.found(self.frame.count());
            }
        }
        Ok(Step::Model)
    }

    /// Threads write the bodies of records; which ids these have is known only here.
    fn run_parallel(&mut self, found: &mut Stream<'_>, threads: usize) -> Result<Step, Error> {
        let records = self.records.clone();
        let writer = || {
            let mut records = records.clone();
            move |walk: &_, out: &mut Vec<u8>| records.write_model(out, walk)
        };
        let mut failure = None;
        let mut out = Vec::new();
        let step = found.in_parallel(threads, writer, |batch| {
            out.clear();
            let instances = self.number(batch, &mut out);
            self.frame.in_cube(batch.cube, instances);
            if let Err(error) = self.frame.add(&out, instances) {
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

    /// The lines of a batch that are wanted, with their ids; how many these are.
    fn number(&mut self, batch: &Batch, out: &mut Vec<u8>) -> u64 {
        let mut start = 0;
        let mut wanted = 0;
        for &end in &batch.ends {
            let body = &batch.bytes[start..end];
            start = end;
            if self.skip > 0 {
                self.skip -= 1;
            } else if self.limit.is_none_or(|limit| self.frame.count() + wanted < limit) {
                let line = out.len();
                self.begin(out);
                if self.is_wanted(body) {
                    out.extend_from_slice(body);
                    wanted += 1;
                } else {
                    out.truncate(line);
                }
            }
        }
        wanted
    }

    /// Begins the line of the next instance.
    fn begin(&mut self, line: &mut Vec<u8>) {
        match &mut self.next {
            Some(next) => {
                begin_record(line, next);
                next.step();
            }
            None => begin_unplaced(line),
        }
        line.extend_from_slice(&self.said);
    }

    fn is_wanted(&self, body: &[u8]) -> bool {
        self.wanted.is_none_or(|key| has_key(body, key))
    }

    fn is_enough(&self) -> bool {
        self.limit.is_some_and(|limit| self.frame.count() >= limit)
    }
}
