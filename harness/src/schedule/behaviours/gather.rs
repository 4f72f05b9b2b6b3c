//! The outcomes of walks side by side, in the order of the tree.
//!
//! *Problem.* Several drivers walk through one tree, and the report must be the same as that of one driver. *Choice.*
//! The tree is dealt out by the keys of calls near its root (`ShardShare`). Each worker makes these calls, too, where they
//! lead to its own part, and reports only its own. Outcomes come with their place in the tree, each worker's in
//! order. So the least of the workers' next outcomes is the next one of all. *Rejected.* A queue of states: a state
//! is in a process, and cannot be handed over.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, sync_channel};

use super::Behaviours;
use super::walk::{BehaviourRun, BehaviourWalk, CallOutcome, ShardShare};
use crate::driver::Starter;
use crate::outcome::{End, InputOutcome};
use crate::protocol::header;
use crate::report::Collector;
use crate::schedule::first::FirstOutcomes;

/// Outcomes that a worker may be ahead.
const AHEAD: usize = 1 << 12;

/// Walks through all behaviours. Each of these is a worker with a driver of its own.
///
/// # Panics
/// If there is none.
pub fn run_behaviours<B: Behaviours + Send>(
    run: BehaviourRun<'_>,
    workers: &mut [B],
    collector: &mut Collector<'_>,
) -> End {
    let header = header(&run.question.declarations, &run.question.operations);
    let operations = &run.question.operations;
    let starters: Vec<Starter<'_>> = workers
        .iter()
        .map(|_| Starter::new(&run.plan.driver, run.plan, &header, operations, run.stops))
        .collect();
    let shard = run.shard.map_or((0, 1), |(part, of)| (u64::from(part) - 1, u64::from(of)));
    let all = workers.len() as u64;
    let share = |worker: usize| ShardShare { shard, worker: (worker as u64, all) };
    let first = FirstOutcomes::new(run.plan.give_up_after, run.plan.stop_after);
    let mut gathered = GatheredReport { collector, ids: BTreeMap::new(), first, end: None };
    if let [only] = workers {
        let mut sink = |outcome| gathered.add(outcome);
        let end = BehaviourWalk::new(run, share(0), only, &starters[0], &mut sink).through();
        return gathered.end.unwrap_or(end);
    }
    std::thread::scope(|scope| {
        let (mut lanes, mut threads) = (Vec::new(), Vec::new());
        for (at, (behaviours, starter)) in workers.iter_mut().zip(&starters).enumerate() {
            let (sender, receiver) = sync_channel(AHEAD);
            lanes.push(WorkerOutcomes { receiver, next: None });
            let share = share(at);
            threads.push(scope.spawn(move || {
                let mut sink = |outcome| sender.send(outcome).is_ok();
                BehaviourWalk::new(run, share, behaviours, starter, &mut sink).through()
            }));
        }
        while let Some(outcome) = least(&mut lanes) {
            if !gathered.add(outcome) {
                run.stops.abort();
                break;
            }
        }
        // A worker that waits for room learns that nothing more is wanted.
        drop(lanes);
        let ends = threads.into_iter().map(|thread| thread.join().expect("a walk does not panic"));
        let ends: Vec<End> = ends.collect();
        let worst = ends.into_iter().max_by_key(rank).expect("there is a worker");
        gathered.end.unwrap_or(worst)
    })
}

/// The end of a whole is the worst of its parts.
fn rank(end: &End) -> u8 {
    match end {
        End::Exhausted => 0,
        End::Limit | End::Alike => 1,
        End::Budget => 2,
        End::Timeout => 3,
        End::Stopped => 4,
        End::Refused(_) => 5,
    }
}

/// The outcomes of one worker.
struct WorkerOutcomes {
    receiver: Receiver<CallOutcome>,
    next: Option<CallOutcome>,
}

/// The next outcome of all. Waits until each worker has sent its next, or has ended.
fn least(lanes: &mut Vec<WorkerOutcomes>) -> Option<CallOutcome> {
    lanes.retain_mut(|lane| {
        if lane.next.is_none() {
            lane.next = lane.receiver.recv().ok();
        }
        lane.next.is_some()
    });
    let least = lanes.iter_mut().min_by(|one, other| {
        let place = |lane: &WorkerOutcomes| lane.next.as_ref().map(|outcome| outcome.place.clone());
        place(one).cmp(&place(other))
    });
    least.and_then(|lane| lane.next.take())
}

/// The report so far.
struct GatheredReport<'g, 'c> {
    collector: &'g mut Collector<'c>,
    /// The number of calls of each operation.
    ids: BTreeMap<usize, u64>,
    first: FirstOutcomes,
    /// The end of a run from which no more outcomes are wanted.
    end: Option<End>,
}

impl GatheredReport<'_, '_> {
    /// Adds the next outcome. Returns true if more are wanted.
    fn add(&mut self, CallOutcome { done, uncalled, .. }: CallOutcome) -> bool {
        self.collector.report.uncalled += uncalled;
        if let Some(mut done) = done {
            let id = self.ids.entry(done.op).or_default();
            done.id = *id;
            if let InputOutcome::Failed(failure) = &mut done.outcome {
                failure.id = *id;
            }
            *id += 1;
            self.end = self.first.add(done, |done| self.collector.done(done));
            self.collector.tick();
        }
        self.end.is_none()
    }
}
