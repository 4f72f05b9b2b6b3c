//! Instances on standard output.

use std::ops::ControlFlow;

use korrel_enumerate::heap::{InstanceId, has_key};
use korrel_enumerate::{Bodies, FoundInstances, Instances, Records, list};
use korrel_lang::visible::visible_json;
use korrel_sat::Step;
use serde_json::Value as Json;

use crate::messages::error::Error;
use crate::messages::patience::Patience;
use crate::messages::progress::Progress;
use crate::output::frame::StreamFrame;

/// Writes records until a limit, with ids, progress and advice.
pub struct RecordPrinter<'a> {
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
    /// With how many states Alloy finds a trace first, of one that has no place in the order.
    pub shortest: Option<u32>,
    /// Told the number of instances written so far, and how to learn that of the conflicts.
    pub watch: &'a mut dyn FnMut(u64, &mut dyn FnMut() -> u64),
}

impl RecordPrinter<'_> {
    /// Writes instances until there are enough (the step is a model then), or no more.
    ///
    /// # Errors
    /// An instance that does not satisfy the command, or output that cannot be written.
    pub fn run(
        &mut self,
        instances: &mut Instances<'_>,
        records: Records<'_>,
        threads: usize,
    ) -> Result<Step, Error> {
        if self.is_enough() {
            return Ok(Step::Model);
        }
        list(instances, Bodies::Records(Box::new(records)), threads, |found| self.add(found))
    }

    /// Adds the lines of instances that are wanted, with their ids.
    #[inline]
    fn add(&mut self, found: &mut FoundInstances<'_, '_, '_>) -> Result<ControlFlow<()>, Error> {
        let RecordPrinter { frame, skip, next, said, wanted, limit, .. } = self;
        self.patience = None;
        if next.is_none() && self.shortest.is_none() {
            self.shortest = found.search().and_then(|instances| instances.shortest());
        }
        let (before, skipped) = (frame.count(), found.count().min(*skip));
        *skip -= skipped;
        if skipped < found.count() {
            let mut made = Ok(());
            frame.add_all(|lines| {
                made = found.bodies(skipped, |body| {
                    if limit.is_some_and(|limit| lines.count() >= limit) {
                        return ControlFlow::Break(());
                    }
                    if wanted.is_none_or(|key| has_key(body, key)) {
                        lines.add(next.as_ref(), said, body);
                    }
                    if let Some(next) = next {
                        next.step();
                    }
                    ControlFlow::Continue(())
                });
            })?;
            made?;
            let written = frame.count() - before;
            frame.in_cube(found.cube(), written);
            self.progress.found(self.frame.count());
            let mut conflicts = || found.search().map_or(0, |search| search.statistics().conflicts);
            (self.watch)(self.frame.count(), &mut conflicts);
        }
        Ok(if self.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn is_enough(&self) -> bool {
        self.limit.is_some_and(|limit| self.frame.count() >= limit)
    }
}

/// A member as it stands in a record after its id.
pub fn as_written((name, what): &(&str, Json)) -> Vec<u8> {
    let text = format!(",\"{name}\":{what}");
    visible_json(&text).into_owned().into_bytes()
}
