//! Records of a list as lines, with their ids.

use std::ops::ControlFlow;

use korrel_enumerate::heap::{
    InstanceId, Schema, StreamTally, begin_record, begin_unplaced, has_key,
};
use korrel_enumerate::{Fault, FoundInstances};
use korrel_lang::visible::visible_json;
use korrel_sat::Step;
use serde_json::Value as Json;

use crate::question::NoAnswer;
use crate::question::listing::Listing;

/// Takes lines of instances.
pub struct InstanceLines<'l> {
    buffer: &'l mut Vec<u8>,
    tally: &'l mut StreamTally,
}

impl<'l> InstanceLines<'l> {
    pub fn new(buffer: &'l mut Vec<u8>, tally: &'l mut StreamTally) -> InstanceLines<'l> {
        InstanceLines { buffer, tally }
    }

    /// The number of instances.
    pub fn count(&self) -> u64 {
        self.tally.count()
    }

    /// Adds the line of an instance; one without a place in the order has no id. `said` are members, each after a comma,
    /// and `body` ends with the line break.
    #[inline]
    pub fn add(&mut self, id: Option<&InstanceId>, said: &[u8], body: &[u8]) {
        match id {
            Some(id) => begin_record(self.buffer, id),
            None => begin_unplaced(self.buffer),
        }
        self.buffer.extend_from_slice(said);
        self.buffer.extend_from_slice(body);
        self.tally.add(said, body);
    }
}

/// Whoever writes the lines of a list.
pub trait StreamWriter {
    type Error: From<NoAnswer> + From<Fault>;

    /// The number of instances written.
    fn count(&self) -> u64;

    /// Adds the instances that `add` adds.
    ///
    /// # Errors
    /// What keeps it from writing.
    fn add_all(&mut self, add: impl FnOnce(&mut InstanceLines<'_>)) -> Result<(), Self::Error>;

    /// An instance was found. It may be passed over.
    fn found(&mut self) {}

    /// So many instances were written, which lie in this cube of a shard. `conflicts` tells what the search has cost.
    fn written(&mut self, cube: u64, instances: u64, conflicts: &mut dyn FnMut() -> u64);
}

/// Which instances of a list are written, and how they are numbered.
#[derive(Clone, Debug, Default)]
pub struct RecordList<'a> {
    /// The number of instances still to be passed over.
    pub skip: u64,
    /// The members that each record has after its id, each after a comma.
    pub said: Vec<u8>,
    /// The id of the next instance; none of one that has no place in the order.
    pub next: Option<InstanceId>,
    /// The key of the only instance that is written; records have their keys then.
    pub wanted: Option<&'a str>,
    /// The number of instances that are written in all.
    pub limit: Option<u64>,
    /// With how many states Alloy finds a trace first, of one that has no place in the order.
    pub shortest: Option<u32>,
}

impl RecordList<'_> {
    /// Writes instances until there are enough (the step is a model then), or no more.
    ///
    /// # Errors
    /// An instance that does not satisfy the command, or output that cannot be written.
    pub fn write<'p, W: StreamWriter>(
        &mut self,
        listing: &mut Listing<'p>,
        schema: &'p Schema,
        writer: &mut W,
    ) -> Result<Step, W::Error> {
        if self.is_enough(writer) {
            return Ok(Step::Model);
        }
        let records = listing.records(schema)?;
        listing.list(records, listing.threads(), |found| self.add(found, writer))
    }

    /// Adds the lines of instances that are wanted, with their ids.
    #[inline]
    fn add<W: StreamWriter>(
        &mut self,
        found: &mut FoundInstances<'_, '_, '_>,
        writer: &mut W,
    ) -> Result<ControlFlow<()>, W::Error> {
        writer.found();
        if self.next.is_none() && self.shortest.is_none() {
            self.shortest = found.search().and_then(|instances| instances.shortest());
        }
        let RecordList { skip, next, said, wanted, limit, .. } = self;
        let skipped = found.count().min(*skip);
        *skip -= skipped;
        if skipped < found.count() {
            let (before, mut made) = (writer.count(), Ok(()));
            writer.add_all(|lines| {
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
            let (cube, written) = (found.cube(), writer.count() - before);
            let conflicts =
                &mut || found.search().map_or(0, |search| search.statistics().conflicts);
            writer.written(cube, written, conflicts);
        }
        let is_enough = self.is_enough(writer);
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn is_enough(&self, writer: &impl StreamWriter) -> bool {
        self.limit.is_some_and(|limit| writer.count() >= limit)
    }
}

/// A member as it stands in a record after its id.
pub fn as_written((name, what): &(&str, Json)) -> Vec<u8> {
    let text = format!(",\"{name}\":{what}");
    visible_json(&text).into_owned().into_bytes()
}
