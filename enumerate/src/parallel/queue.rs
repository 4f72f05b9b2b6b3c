//! Cubes in order, given out to threads; and their slots, in the same order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use korrel_sat::{Effort, Statistics, Step};
use korrel_translate::Translation;

use super::job::{Job, Limits};
use super::slot::{Batch, End, Slot};
use crate::parts::cube::{Cutter, Part, Place};
use crate::parts::shard::Parts;
use crate::search::streamed::sum;

/// How many slots there may be for each thread, before what is still to be cut.
const SLOTS: usize = 8;
/// How much longer the prefixes within a cube are that was too large.
const DEEPER: usize = 2;
/// How often a stop is looked for.
const DELAY: Duration = Duration::from_millis(20);

/// The cubes of some parts of the space.
pub(super) struct Queue<'p, E> {
    state: Mutex<State<'p, E>>,
    /// Signalled when there is more to do, to take, or room for more.
    changed: Condvar,
    translation: Arc<Translation>,
    effort: Effort,
    /// The most slots before the first rest.
    most: usize,
    pub limits: Limits,
}

struct State<'p, E> {
    parts: &'p mut Parts,
    /// Why there are no more parts.
    end: Option<Step>,
    /// What was given out and what is to be cut, in order. Behind it come the parts.
    entries: VecDeque<Entry<E>>,
    /// How many jobs are being done.
    jobs: usize,
    /// How long prefixes are to be, as the last jobs suggest.
    horizon: usize,
    /// Cutters that have nothing to do.
    idle: Vec<Cutter>,
}

enum Entry<E> {
    Slot(Arc<Slot<E>>),
    Rest(Box<Rest>),
}

/// A part of the space that is being cut.
struct Rest {
    cutter: Cutter,
    /// Prefixes are at least as long as this.
    least: usize,
    /// What the first cube comes behind. The cutter stands there, as far as its horizon: only when
    /// this cube was cut may the horizon move.
    after: Option<Place>,
}

impl<'p, E> Queue<'p, E> {
    pub fn new(
        parts: &'p mut Parts,
        translation: Arc<Translation>,
        threads: usize,
        limits: Limits,
        effort: Effort,
    ) -> Queue<'p, E> {
        let (entries, idle) = (VecDeque::new(), Vec::new());
        let state = State { parts, end: None, entries, jobs: 0, horizon: 1, idle };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Queue { state, changed, translation, effort, most: SLOTS * threads, limits }
    }

    /// The next cube, once there is room for it; `None` if there are no more.
    pub fn next(&self) -> Option<Job<'_, 'p, E>> {
        let mut state = self.lock();
        loop {
            let first = state.first_rest();
            if self.effort.is_stopped() && (first.is_some() || state.end.is_none()) {
                state.end = Some(Step::Stopped);
                self.changed.notify_all();
                return None;
            }
            let has_room = first.unwrap_or(state.entries.len()) < self.most;
            match first {
                Some(at) if has_room => {
                    if let Some(job) = self.cut(&mut state, at) {
                        return Some(job);
                    }
                }
                None if has_room && state.end.is_none() => self.open(&mut state),
                None if state.end.is_some() && state.jobs == 0 => return None,
                _ => state = self.wait(state),
            }
        }
    }

    /// Cuts a cube from the rest at this place; `None` if there is no more.
    fn cut(&self, state: &mut State<'p, E>, at: usize) -> Option<Job<'_, 'p, E>> {
        let horizon = state.horizon;
        let Entry::Rest(rest) = &mut state.entries[at] else {
            unreachable!("the caller has seen a rest there");
        };
        if rest.after.is_none() {
            rest.cutter.set_horizon(horizon.max(rest.least));
        }
        let (step, prefix) = rest.cutter.next();
        if step != Step::Model {
            if step == Step::Exhausted
                && let Some(Entry::Rest(rest)) = state.entries.remove(at)
            {
                state.idle.push(rest.cutter);
            }
            self.changed.notify_all();
            return None;
        }
        let after = rest.after.take().filter(|place| place.begins_with(&prefix));
        let slot = Arc::new(Slot::new());
        state.entries.insert(at, Entry::Slot(Arc::clone(&slot)));
        state.jobs += 1;
        self.changed.notify_all();
        Some(Job::new(self, Part { prefix, after }, slot))
    }

    /// Takes the next part of the space to be cut.
    fn open(&self, state: &mut State<'p, E>) {
        let (step, part) = state.parts.next();
        if step == Step::Model {
            let rest = self.rest(state, part, 1);
            state.entries.push_back(Entry::Rest(rest));
        } else {
            state.end = Some(step);
        }
        self.changed.notify_all();
    }

    fn rest(&self, state: &mut State<'p, E>, part: Part, least: usize) -> Box<Rest> {
        let new = || Cutter::new(&self.translation, self.effort.clone());
        let mut cutter = state.idle.pop().unwrap_or_else(new);
        cutter.set_horizon(state.horizon.max(least));
        cutter.enter(&part);
        Box::new(Rest { cutter, least, after: part.after })
    }

    /// Behind this slot, before it ends: what is left of its part, to be cut more finely.
    pub fn give_back(&self, slot: &Arc<Slot<E>>, part: Part) {
        let mut state = self.lock();
        let at = state.place_of(slot).expect("a slot stays until it has ended");
        let least = part.prefix.len() + DEEPER;
        state.horizon = state.horizon.max(least);
        let rest = self.rest(&mut state, part, least);
        state.entries.insert(at + 1, Entry::Rest(rest));
    }

    /// Cuts less finely: a cube was too small.
    pub fn shorten(&self) {
        let mut state = self.lock();
        state.horizon = (state.horizon - 1).max(1);
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
            if !batch.ends.is_empty() && take(&batch).is_break() {
                return Ok(Step::Model);
            }
            match end {
                None => {}
                Some(End::Step(Step::Exhausted)) => {
                    self.lock().entries.pop_front();
                    self.changed.notify_all();
                }
                // Joining the thread tells why it was lost.
                Some(End::Step(_) | End::Lost) => return Ok(Step::Stopped),
                Some(End::Error(error)) => return Err(error),
            }
        }
    }

    /// The first slot; why there will be no other, if so.
    fn first(&self) -> Result<Arc<Slot<E>>, Step> {
        let mut state = self.lock();
        loop {
            match (state.entries.front(), state.end) {
                (Some(Entry::Slot(slot)), _) => return Ok(Arc::clone(slot)),
                (_, Some(Step::Stopped)) => return Err(Step::Stopped),
                (None, Some(step)) => return Err(step),
                _ => state = self.wait(state),
            }
        }
    }

    /// What cutting has cost, but for the shard's own cuts.
    pub fn finish(self) -> Statistics {
        let state = self.state.into_inner().expect("cutting does not panic");
        let rests = state.entries.into_iter().filter_map(|entry| match entry {
            Entry::Rest(rest) => Some(rest.cutter),
            Entry::Slot(_) => None,
        });
        let cutters = state.idle.into_iter().chain(rests);
        cutters.map(|cutter| cutter.statistics()).fold(Statistics::default(), sum)
    }

    fn lock(&self) -> MutexGuard<'_, State<'p, E>> {
        self.state.lock().expect("cutting does not panic")
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<'p, E>>) -> MutexGuard<'a, State<'p, E>> {
        self.changed.wait_timeout(state, DELAY).expect("cutting does not panic").0
    }
}

impl<E> State<'_, E> {
    fn first_rest(&self) -> Option<usize> {
        self.entries.iter().position(|entry| matches!(entry, Entry::Rest(_)))
    }

    fn place_of(&self, slot: &Arc<Slot<E>>) -> Option<usize> {
        let is_it = |entry: &Entry<E>| matches!(entry, Entry::Slot(it) if Arc::ptr_eq(it, slot));
        self.entries.iter().position(is_it)
    }
}
