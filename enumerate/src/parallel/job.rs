//! A cube that one thread searches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use korrel_sat::Step;

use super::batch::Batch;
use super::queue::{Cube, Queue};
use super::slot::{Slot, SlotEnd};
use crate::regions::cube::{Region, StreamPlace};

/// The limits from which a cube is too large or too small.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeLimits {
    /// A job that gave more bytes than this is too large.
    pub much: usize,
    /// One that took so long is too large.
    pub long: Duration,
    /// One that took no longer is too small.
    pub short: Duration,
}

impl Default for CubeLimits {
    fn default() -> CubeLimits {
        let (long, short) = (Duration::from_millis(10), Duration::from_millis(1));
        CubeLimits { much: 1 << 17, long, short }
    }
}

/// The clock is read for each of the first instances, and then once in as many. No more are written at once.
const GLANCE: u32 = 32;

/// One thread's search of one cube.
pub(super) struct Job<'q, 'p, E> {
    queue: &'q Queue<'p, E>,
    limits: CubeLimits,
    region: Region,
    slot: Arc<Slot<E>>,
    begun: Instant,
    instances: u32,
    /// The number of instances from which the clock is read again.
    next_glance: u32,
    bytes: usize,
}

impl<'q, 'p, E> Job<'q, 'p, E> {
    pub fn new(queue: &'q Queue<'p, E>, limits: CubeLimits, cube: Cube<E>) -> Job<'q, 'p, E> {
        let Cube { region, slot } = cube;
        let (begun, instances, next_glance, bytes) = (Instant::now(), 0, 0, 0);
        Job { queue, limits, region, slot, begun, instances, next_glance, bytes }
    }

    pub fn region(&self) -> &Region {
        &self.region
    }

    /// Adds the text of an instance, which `write` does. It is told whether there is room for another, and returns true
    /// if it stands at one by then.
    pub fn put(
        &mut self,
        mut write: impl FnMut(&mut Batch, bool) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (much, mut room) = (self.limits.much.saturating_sub(self.bytes), GLANCE);
        let (instances, bytes) = self.slot.put(|batch, written| {
            room -= 1;
            write(batch, room > 0 && written < much)
        })?;
        self.bytes += bytes;
        self.instances += instances;
        Ok(())
    }

    /// True if others should help with the rest.
    pub fn is_too_large(&mut self) -> bool {
        let CubeLimits { much, long, .. } = self.limits;
        if self.bytes >= much {
            return true;
        }
        if self.instances < self.next_glance {
            return false;
        }
        self.next_glance = self.instances + if self.instances < GLANCE { 1 } else { GLANCE };
        self.begun.elapsed() >= long
    }

    /// No more instances come from this cube: it has no others, or the search was stopped.
    pub fn finish(self, step: Step) {
        if self.begun.elapsed() < self.limits.short {
            self.queue.shorten();
        }
        self.slot.end(SlotEnd::Step(step));
    }

    pub fn fail(self, error: E) {
        self.slot.end(SlotEnd::Error(error));
    }

    /// Leaves the rest of the cube after this place to others.
    pub fn give_back(mut self, place: StreamPlace) {
        let region = std::mem::take(&mut self.region);
        self.queue.give_back(&self.slot, Region { after: Some(place), ..region });
        self.slot.end(SlotEnd::Step(Step::Exhausted));
    }
}

impl<E> Drop for Job<'_, '_, E> {
    /// A thread that panics has not finished its job, and must not be waited for.
    fn drop(&mut self) {
        self.slot.end(SlotEnd::Lost);
        self.queue.leave();
    }
}
