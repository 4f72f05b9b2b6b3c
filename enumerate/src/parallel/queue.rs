//! Cubes in order, given out to threads, and their slots, in the same order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use korrel_sat::{Effort, Statistics, Step};
use korrel_translate::Translation;

use super::batch::Batch;
use super::slot::{Slot, SlotEnd};
use crate::regions::cube::{Cutter, Region, StreamPlace};
use crate::regions::shard::Regions;

/// The most slots for each thread before the first rest.
const SLOTS: usize = 8;
/// The number of positions by which prefixes grow within a cube that was too large.
const DEEPER: usize = 2;
/// The delay between two looks for a stop.
const DELAY: Duration = Duration::from_millis(20);

/// The cubes of some regions of the space.
pub(super) struct Queue<'p, E> {
    work: Mutex<QueuedWork<'p, E>>,
    /// Signalled when there is more to do, to take, or room for more.
    changed: Condvar,
    translation: Arc<Translation>,
    effort: Effort,
    /// The most slots before the first rest.
    most: usize,
}

/// A cube that waits for a search, and the place for its results.
pub(super) struct Cube<E> {
    pub region: Region,
    pub slot: Arc<Slot<E>>,
}

/// The jobs that are left, and those that are done.
struct QueuedWork<'p, E> {
    regions: &'p mut Regions,
    /// The reason why there are no more regions.
    end: Option<Step>,
    /// The slots that were given out and the rests that must still be cut, in order. After them come
    /// the regions.
    entries: VecDeque<QueueEntry<E>>,
    /// The number of jobs that are being done.
    jobs: usize,
    /// The length of prefixes that the last jobs suggest.
    horizon: usize,
    /// Cutters that have nothing to do.
    idle: Vec<Cutter>,
    /// Batches that were taken. Memory that a thread has touched costs nothing the next time.
    used: Vec<Batch>,
}

enum QueueEntry<E> {
    Slot(Arc<Slot<E>>),
    Rest(Box<Rest>),
}

/// A region that is being cut.
struct Rest {
    cutter: Cutter,
    /// The region's.
    cube: u64,
    /// Prefixes are at least as long as this.
    least: usize,
    /// The place after which the first cube comes. The cutter stands there, as far as its horizon:
    /// only when this cube was cut may the horizon move.
    after: Option<StreamPlace>,
}

impl<'p, E> Queue<'p, E> {
    pub fn new(
        regions: &'p mut Regions,
        translation: Arc<Translation>,
        threads: usize,
        effort: Effort,
    ) -> Queue<'p, E> {
        let (entries, idle, used) = (VecDeque::new(), Vec::new(), Vec::new());
        let work = QueuedWork { regions, end: None, entries, jobs: 0, horizon: 1, idle, used };
        let (work, changed) = (Mutex::new(work), Condvar::new());
        Queue { work, changed, translation, effort, most: SLOTS * threads }
    }

    /// The next cube, once there is room for it, or `None` if there are no more.
    pub fn next(&self) -> Option<Cube<E>> {
        let mut work = self.lock();
        loop {
            let first = work.first_rest();
            if self.effort.is_stopped() && (first.is_some() || work.end.is_none()) {
                work.end = Some(Step::Stopped);
                self.changed.notify_all();
                return None;
            }
            let has_room = first.unwrap_or(work.entries.len()) < self.most;
            match first {
                Some(at) if has_room => {
                    if let Some(cube) = self.cut(&mut work, at) {
                        return Some(cube);
                    }
                }
                None if has_room && work.end.is_none() => self.open(&mut work),
                None if work.end.is_some() && work.jobs == 0 => return None,
                _ => work = self.wait(work),
            }
        }
    }

    /// Cuts a cube from the rest at this place. Returns `None` if there is no more.
    fn cut(&self, work: &mut QueuedWork<'p, E>, at: usize) -> Option<Cube<E>> {
        let horizon = work.horizon;
        let QueueEntry::Rest(rest) = &mut work.entries[at] else {
            unreachable!("the caller has seen a rest there");
        };
        if rest.after.is_none() {
            rest.cutter.set_horizon(horizon.max(rest.least));
        }
        let (step, prefix) = rest.cutter.next();
        if step != Step::Model {
            if step == Step::Exhausted
                && let Some(QueueEntry::Rest(rest)) = work.entries.remove(at)
            {
                work.idle.push(rest.cutter);
            }
            self.changed.notify_all();
            return None;
        }
        let after = rest.after.take().filter(|place| place.begins_with(&prefix));
        let cube = rest.cube;
        let slot = Arc::new(Slot::new(cube, work.used.pop().unwrap_or_default()));
        work.entries.insert(at, QueueEntry::Slot(Arc::clone(&slot)));
        work.jobs += 1;
        self.changed.notify_all();
        Some(Cube { region: Region { cube, prefix, after, ..Region::default() }, slot })
    }

    /// Takes the next region to be cut.
    fn open(&self, work: &mut QueuedWork<'p, E>) {
        let (step, region) = work.regions.next();
        if step == Step::Model {
            let rest = self.rest(work, region, 1);
            work.entries.push_back(QueueEntry::Rest(rest));
        } else {
            work.end = Some(step);
        }
        self.changed.notify_all();
    }

    fn rest(&self, work: &mut QueuedWork<'p, E>, region: Region, least: usize) -> Box<Rest> {
        let new = || Cutter::new(&self.translation, self.effort.clone());
        let mut cutter = work.idle.pop().unwrap_or_else(new);
        cutter.set_horizon(work.horizon.max(least));
        cutter.enter(&region);
        Box::new(Rest { cutter, cube: region.cube, least, after: region.after })
    }

    /// Puts the rest of a slot's region after the slot, before it ends, to be cut more finely.
    pub fn give_back(&self, slot: &Arc<Slot<E>>, region: Region) {
        let mut work = self.lock();
        let at = work.place_of(slot).expect("a slot stays until it has ended");
        let least = region.prefix.len() + DEEPER;
        work.horizon = work.horizon.max(least);
        let rest = self.rest(&mut work, region, least);
        work.entries.insert(at + 1, QueueEntry::Rest(rest));
    }

    /// Cuts less finely: a cube was too small.
    pub fn shorten(&self) {
        let mut work = self.lock();
        work.horizon = (work.horizon - 1).max(1);
    }

    /// A job is done.
    pub fn leave(&self) {
        self.lock().jobs -= 1;
        self.changed.notify_all();
    }

    /// Takes all that is found, in order.
    ///
    /// # Errors
    /// That of the first slot that ends with one.
    pub fn drain(&self, take: &mut impl FnMut(&Batch) -> ControlFlow<()>) -> Result<Step, E> {
        let mut batch = Batch::default();
        loop {
            let slot = match self.first() {
                Ok(slot) => slot,
                Err(step) => return Ok(step),
            };
            let end = slot.take(&mut batch);
            if batch.count() > 0 && take(&batch).is_break() {
                return Ok(Step::Model);
            }
            match end {
                None => {}
                Some(SlotEnd::Step(Step::Exhausted)) => {
                    let mut work = self.lock();
                    work.entries.pop_front();
                    work.used.push(slot.emptied());
                    drop(work);
                    self.changed.notify_all();
                }
                // Joining the thread tells why it was lost.
                Some(SlotEnd::Step(_) | SlotEnd::Lost) => return Ok(Step::Stopped),
                Some(SlotEnd::Error(error)) => return Err(error),
            }
        }
    }

    /// The first slot, or why there will be no other.
    fn first(&self) -> Result<Arc<Slot<E>>, Step> {
        let mut work = self.lock();
        loop {
            match (work.entries.front(), work.end) {
                (Some(QueueEntry::Slot(slot)), _) => return Ok(Arc::clone(slot)),
                (_, Some(Step::Stopped)) => return Err(Step::Stopped),
                (None, Some(step)) => return Err(step),
                _ => work = self.wait(work),
            }
        }
    }

    /// The cost of cutting, without the shard's own cuts.
    pub fn finish(self) -> Statistics {
        let work = self.work.into_inner().expect("cutting does not panic");
        let rests = work.entries.into_iter().filter_map(|entry| match entry {
            QueueEntry::Rest(rest) => Some(rest.cutter),
            QueueEntry::Slot(_) => None,
        });
        let cutters = work.idle.into_iter().chain(rests);
        cutters.map(|cutter| cutter.statistics()).fold(Statistics::default(), Statistics::plus)
    }

    fn lock(&self) -> MutexGuard<'_, QueuedWork<'p, E>> {
        self.work.lock().expect("cutting does not panic")
    }

    fn wait<'a>(
        &self,
        work: MutexGuard<'a, QueuedWork<'p, E>>,
    ) -> MutexGuard<'a, QueuedWork<'p, E>> {
        self.changed.wait_timeout(work, DELAY).expect("cutting does not panic").0
    }
}

impl<E> QueuedWork<'_, E> {
    fn first_rest(&self) -> Option<usize> {
        self.entries.iter().position(|entry| matches!(entry, QueueEntry::Rest(_)))
    }

    fn place_of(&self, slot: &Arc<Slot<E>>) -> Option<usize> {
        let is_it =
            |entry: &QueueEntry<E>| matches!(entry, QueueEntry::Slot(it) if Arc::ptr_eq(it, slot));
        self.entries.iter().position(is_it)
    }
}
