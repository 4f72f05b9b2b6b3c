//! The thread that lists, and puts together.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Scope, scope};
use std::time::{Duration, Instant};

use crate::driver::{Refusal, StartFailure, Starter};
use crate::oracle::Oracles;
use crate::outcome::{Done, End};
use crate::plan::{Plan, Stops, TestQuestion, TestRun};
use crate::protocol::{Ready, header};
use crate::schedule::campaign::{Campaign, Supply};
use crate::schedule::first::FirstOutcomes;
use crate::schedule::lane::Lane;
use crate::schedule::open::confirm::ConfirmedFailures;
use crate::schedule::open::verdict::AnswerJudge;
use crate::schedule::queue::InputQueue;
use crate::schedule::worker::{SharedRun, Worker};
use korrel_heapgraph::Header;

/// The greatest number of inputs for each worker that are on their way.
const AHEAD: u64 = 1024;
const GLANCE: Duration = Duration::from_millis(50);

impl End {
    /// The end of a run that asked its driver line by line.
    pub(super) fn of(ended: Result<End, StartFailure>, stops: &Stops<'_>) -> End {
        match ended {
            Ok(end) => end,
            Err(StartFailure::Refused(refusal)) => End::Refused(refusal),
            Err(StartFailure::Stopped) if stops.is_raised_outside() => End::Stopped,
            Err(StartFailure::Stopped) => End::Timeout,
        }
    }
}

/// Tries the inputs of a campaign.
pub fn run(run: TestRun<'_>, campaign: &mut dyn Campaign) -> End {
    let TestRun { plan, question, oracles, stops } = run;
    let types = &question.types;
    let (queue, confirmed) = (InputQueue::default(), ConfirmedFailures::new(plan.answers));
    let wants_keys = campaign.wants_keys();
    let shared =
        SharedRun { plan, question, queue: &queue, stops, confirmed: &confirmed, wants_keys };
    let header = header(&question.declarations, &question.operations);
    let starter = |command| Starter::new(command, plan, &header, &question.operations, stops);
    let starters: Vec<Starter<'_>> =
        std::iter::once(&plan.driver).chain(&plan.against).map(starter).collect();
    let refusal = Mutex::new(None);
    let (sender, results) = channel();
    let end = scope(|scope| {
        let crew = Crew { shared: &shared, types, oracles, starters: &starters, refusal: &refusal };
        for _ in 0..plan.workers.max(1) {
            crew.hire(scope, sender.clone());
        }
        drop(sender);
        let (waiting, starters) = (BTreeMap::new(), &starters[..]);
        let first = FirstOutcomes::new(plan.give_up_after, plan.stop_after);
        let ordered = OrderedOutcomes { waiting, next: 0, first, starters, campaign };
        let end = direct(&shared, &results, ordered);
        if !matches!(end, End::Exhausted | End::Budget) {
            stops.abort();
        }
        queue.close();
        end
    });
    match refusal.into_inner().expect("no holder of the lock panics") {
        Some(refusal) => End::Refused(refusal),
        None => end,
    }
}

/// Starts a driver and returns its message that it is ready.
///
/// # Errors
/// A driver that cannot be asked.
pub fn ready(plan: &Plan, question: &TestQuestion, stops: &Stops<'_>) -> Result<Ready, End> {
    let header = header(&question.declarations, &question.operations);
    let starter = Starter::new(&plan.driver, plan, &header, &question.operations, stops);
    let (process, ready) = starter.start().map_err(|why| End::of(Err(why), stops))?;
    process.end();
    Ok(ready)
}

/// The parts from which workers are made.
struct Crew<'r> {
    shared: &'r SharedRun<'r>,
    types: &'r Header,
    oracles: &'r dyn Oracles,
    starters: &'r [Starter<'r>],
    refusal: &'r Mutex<Option<Refusal>>,
}

impl<'r> Crew<'r> {
    fn hire<'s>(&self, scope: &'s Scope<'s, 'r>, results: Sender<Vec<Done>>) {
        let &Crew { shared, types, oracles, starters, refusal } = self;
        scope.spawn(move || {
            let judge = AnswerJudge { question: shared.question, types, oracle: oracles.oracle() };
            let worker = Worker::new(shared, judge, starters.iter().map(Lane::new).collect());
            if let Err(StartFailure::Refused(why)) = worker.work(&results) {
                refusal.lock().expect("no holder of the lock panics").get_or_insert(why);
                shared.stops.abort();
            }
        });
    }
}

/// The outcomes, in the order of the inputs.
struct OrderedOutcomes<'w> {
    waiting: BTreeMap<u64, Done>,
    next: u64,
    first: FirstOutcomes,
    starters: &'w [Starter<'w>],
    campaign: &'w mut dyn Campaign,
}

impl OrderedOutcomes<'_> {
    /// Waits for outcomes, for a while. Returns the reason why no more inputs are wanted, if there
    /// is one.
    fn wait(&mut self, results: &Receiver<Vec<Done>>) -> Option<End> {
        results.recv_timeout(GLANCE).ok().and_then(|done| self.add(done))
    }

    /// Adds outcomes. Returns the reason why no more inputs are wanted, if there is one.
    fn add(&mut self, done: Vec<Done>) -> Option<End> {
        for done in done {
            if done.number != self.next {
                self.waiting.insert(done.number, done);
                continue;
            }
            let mut next = Some(done);
            while let Some(done) = next {
                if let Some(end) = self.learn(done) {
                    return Some(end);
                }
                next = self.waiting.remove(&self.next);
            }
        }
        self.campaign.tick();
        None
    }

    /// Hands on the outcome of the next input. Returns the reason why no more inputs are wanted, if
    /// there is one.
    fn learn(&mut self, mut done: Done) -> Option<End> {
        if self.first.are_alike() {
            return Some(End::Alike);
        }
        if let Some(refusal) = self.misspoken(&mut done) {
            return Some(End::Refused(refusal));
        }
        self.next += 1;
        self.first.add(done, |done| self.campaign.done(done))
    }

    /// Refuses a program that has answered no input properly before: it does not know how. The order of the
    /// inputs decides, so that the result is the same however many workers there are.
    fn misspoken(&self, done: &mut Done) -> Option<Refusal> {
        let (program, breach) = done.breach.take()?;
        self.starters[program].misspoken(done.number, &breach)
    }
}

fn direct(
    shared: &SharedRun<'_>,
    results: &Receiver<Vec<Done>>,
    mut ordered: OrderedOutcomes<'_>,
) -> End {
    let deadline = shared.plan.budget.and_then(|budget| Instant::now().checked_add(budget));
    let is_spent = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let ahead = AHEAD * shared.plan.workers.max(1) as u64;
    let mut listed = 0;
    let mut end = loop {
        if shared.stops.is_raised() {
            return stopped(shared, results, &mut ordered);
        }
        if is_spent() {
            break End::Budget;
        }
        while let Ok(done) = results.try_recv() {
            if let Some(end) = ordered.add(done) {
                return end;
            }
        }
        if listed - ordered.next >= ahead {
            if let Some(end) = ordered.wait(results) {
                return end;
            }
            continue;
        }
        match ordered.campaign.next() {
            Supply::Input(input) => shared.queue.push(listed, input),
            Supply::Covered(mut done) => {
                done.number = listed;
                if let Some(end) = ordered.add(vec![*done]) {
                    return end;
                }
            }
            Supply::Nothing => break End::Exhausted,
            Supply::Later => {
                if let Some(end) = ordered.wait(results) {
                    return end;
                }
                continue;
            }
        }
        listed += 1;
    };
    shared.queue.close();
    while ordered.next < listed {
        let dropped = if is_spent() { shared.queue.clear() } else { 0 };
        if dropped > 0 {
            (listed, end) = (listed - dropped, End::Budget);
            continue;
        }
        match results.recv_timeout(GLANCE).map(|done| ordered.add(done)) {
            Ok(Some(end)) => return end,
            Ok(None) => {}
            Err(RecvTimeoutError::Timeout) if !shared.stops.is_raised() => ordered.campaign.tick(),
            Err(_) => return stopped(shared, results, &mut ordered),
        }
    }
    end
}

/// Inputs that are done already still count.
fn stopped(
    shared: &SharedRun<'_>,
    results: &Receiver<Vec<Done>>,
    ordered: &mut OrderedOutcomes<'_>,
) -> End {
    let enough = results.try_iter().find_map(|done| ordered.add(done));
    match enough {
        Some(end) => end,
        None if shared.stops.is_raised_outside() => End::Stopped,
        None => End::Timeout,
    }
}
