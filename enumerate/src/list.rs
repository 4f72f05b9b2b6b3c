//! The one listing loop: it hands every instance that a search finds to its caller, in order.

use std::ops::ControlFlow;

use korrel_heapgraph::Record;
use korrel_sat::Step;

#[cfg(feature = "threads")]
use crate::parallel::Batch;
use crate::problem::Problem;
use crate::records::{Fault, Records, Unwritten};
use crate::search::instances::Instances;

/// The text that is made of each instance.
#[derive(Clone)]
pub enum Bodies<'a> {
    /// None: instances are counted.
    Nothing,
    /// None, but the evaluator judges each instance.
    Judged(&'a Problem<'a>),
    /// The body of a record.
    Records(Box<Records<'a>>),
}

/// Instances that were found one after the other.
pub struct FoundInstances<'f, 'p, 'a> {
    from: From<'f, 'p, 'a>,
    /// A body was not made, for it was stopped.
    is_stopped: bool,
}

enum From<'f, 'p, 'a> {
    /// The one that a search stands at.
    Search(&'f mut Instances<'p>, &'f mut Bodies<'a>),
    #[cfg(feature = "threads")]
    Batch(&'f Batch),
}

/// The number of instances that are handed over at once where each is a step of a walk.
const TOGETHER: usize = 64;

/// Hands all instances to `visit`, until it breaks or fails. The step is the reason for the end. A model means that
/// `visit` ended it.
///
/// One thread finds one instance at a time, and makes its body when it is asked for. Several threads make all
/// bodies and hand them over in batches. If `visit` ends them, the flag of the search is raised. Without the feature
/// `threads` there is one.
///
/// # Errors
/// An error of `visit`, or an instance that the evaluator refuses. A stop is a step.
pub fn list<'p, E: std::convert::From<Fault>>(
    instances: &mut Instances<'p>,
    mut bodies: Bodies<'_>,
    threads: usize,
    mut visit: impl FnMut(&mut FoundInstances<'_, 'p, '_>) -> Result<ControlFlow<()>, E>,
) -> Result<Step, E> {
    #[cfg(feature = "threads")]
    if let Some(stream) = instances.stream().filter(|_| threads > 1) {
        let writer = || {
            let mut bodies = bodies.clone();
            move |walk: &_, batch: &mut Batch| bodies.add(walk, batch)
        };
        let mut failure = None;
        let step = stream.in_parallel(threads, writer, |batch| {
            let mut found = FoundInstances { from: From::Batch(batch), is_stopped: false };
            visit(&mut found).unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
        return match (failure, step) {
            (Some(error), _) => Err(error),
            (None, Ok(step)) => Ok(step),
            (None, Err(Unwritten::Stopped)) => Ok(Step::Stopped),
            (None, Err(Unwritten::Wrong(fault))) => Err(Fault(fault).into()),
        };
    }
    let _ = threads;
    loop {
        let step = instances.advance();
        if step != Step::Model {
            return Ok(step);
        }
        if let Bodies::Judged(problem) = bodies
            && let Some(fault) = problem.fault(&instances.instance())
        {
            return Err(Fault(fault).into());
        }
        let from = From::Search(instances, &mut bodies);
        let mut found = FoundInstances { from, is_stopped: false };
        let flow = visit(&mut found)?;
        if found.is_stopped {
            return Ok(Step::Stopped);
        }
        if flow.is_break() {
            return Ok(Step::Model);
        }
    }
}

#[cfg(feature = "threads")]
impl Bodies<'_> {
    /// Adds the body of the instance that one of several threads stands at.
    fn add(
        &mut self,
        walk: &crate::Walk<korrel_sat::Listing>,
        batch: &mut Batch,
    ) -> Result<(), Unwritten> {
        match self {
            Bodies::Nothing => batch.add(0, b""),
            Bodies::Judged(problem) => {
                if let Some(fault) = problem.fault(&walk.instance(problem.question.model)) {
                    return Err(Unwritten::Wrong(fault));
                }
                batch.add(0, b"");
            }
            Bodies::Records(records) => {
                records.write_model(walk)?;
                batch.add(records.kept(), records.written());
            }
        }
        Ok(())
    }
}

impl<'p> FoundInstances<'_, 'p, '_> {
    /// The number of instances.
    pub fn count(&self) -> u64 {
        match &self.from {
            From::Search(..) => 1,
            #[cfg(feature = "threads")]
            From::Batch(batch) => batch.count() as u64,
        }
    }

    /// The number of instances. Where the next ones are steps of a walk and nothing is made of them, some of them come
    /// with the one at hand, but no more than `most` in all.
    #[inline]
    pub fn count_on(&mut self, most: u64) -> u64 {
        let From::Search(instances, Bodies::Nothing) = &mut self.from else { return self.count() };
        let most = most.min(TOGETHER as u64);
        let mut count = 1;
        while count < most && instances.walk_on() {
            count += 1;
        }
        count
    }

    /// The shards' cube in which they lie.
    pub fn cube(&mut self) -> u64 {
        match &mut self.from {
            From::Search(instances, _) => instances.stream().map_or(0, |stream| stream.cube()),
            #[cfg(feature = "threads")]
            From::Batch(batch) => batch.cube,
        }
    }

    /// The search that stands at the only instance, or `None` where several threads search.
    pub fn search(&mut self) -> Option<&mut Instances<'p>> {
        match &mut self.from {
            From::Search(instances, _) => Some(instances),
            #[cfg(feature = "threads")]
            From::Batch(_) => None,
        }
    }

    /// The heap of the only instance, and its key where keys are written, or `None` where several threads search or
    /// no record is written. A stop ends the list.
    ///
    /// # Errors
    /// An instance that the evaluator refuses.
    pub fn heap(&mut self) -> Result<Option<(Record, Option<&str>)>, Fault> {
        let From::Search(instances, Bodies::Records(records)) = &mut self.from else {
            return Ok(None);
        };
        match records.body(instances) {
            Ok(_) => Ok(Some(records.heap())),
            Err(Unwritten::Wrong(fault)) => Err(Fault(fault)),
            Err(Unwritten::Stopped) => {
                self.is_stopped = true;
                Ok(None)
            }
        }
    }

    /// Hands each body, with its line break, to `take` until it breaks. The first `skipped` are passed over. Where
    /// the next instances are steps of a walk, some of them come with the one at hand.
    ///
    /// # Errors
    /// An instance that the evaluator refuses. A stop ends the list.
    #[inline]
    pub fn bodies(
        &mut self,
        skipped: u64,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        match &mut self.from {
            From::Search(..) if skipped > 0 => {}
            From::Search(instances, Bodies::Records(records)) => {
                for left in (0..TOGETHER).rev() {
                    match records.body(instances) {
                        Ok(body) if take(body).is_break() => break,
                        Ok(_) => {}
                        Err(Unwritten::Stopped) => {
                            self.is_stopped = true;
                            break;
                        }
                        Err(Unwritten::Wrong(fault)) => return Err(Fault(fault)),
                    }
                    if left == 0 || !instances.walk_on() {
                        break;
                    }
                }
            }
            From::Search(..) => {
                let _ = take(b"");
            }
            #[cfg(feature = "threads")]
            From::Batch(batch) => {
                let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
                batch.texts(skipped, take);
            }
        }
        Ok(())
    }
}
