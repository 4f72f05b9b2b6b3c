//! Several threads, one stream: the same bytes in the same order as with one thread.
//!
//! *Problem.* What a thread finds may be written only when all before it is written, and memory must
//! stay flat. So threads can work only on regions that lie close together in the stream, and these must
//! be small. But how much a part holds is not known beforehand.
//!
//! *Choice.* The space is cut into cubes while they are given out, in order, to whichever thread is
//! free (`queue.rs`). Each thread has a search of its own, which goes from cube to cube and keeps
//! what it learned. It puts the instances that it finds into the slot of its cube (`slot.rs`). The
//! calling thread takes from the slots in order. A thread that finds its cube too large gives the
//! rest back, to be cut more finely, and the rest that lies nearest the front is given out first.
//! The number of slots and the size of one are bounded. Cubes depend on the machine and the moment.
//! The output does not.
//!
//! *Rejected.* Cubes cut once and for all: the largest is then by far too large, or most are nothing
//! but overhead. Large regions and work stealing: right for counting, but ordered output would have to
//! hold back all but the first part. Sorting at the end: memory grows with the stream.

mod queue;

mod batch;

mod job;

mod slot;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_sat::{Listing, Step};

use crate::search::stream::Stream;
use crate::search::walk::Walk;
use job::{CubeLimits, Job};
use queue::Queue;

pub use batch::Batch;

/// Deeply nested specs are evaluated by recursion. The stack is reserved, not used, until they come.
/// If the address space is limited, less must do, and fewer threads, for the output is the same.
pub(crate) const STACKS: [usize; 2] = [1 << 28, 1 << 24];

impl Stream<'_> {
    /// Goes through all instances in `threads` threads. At each instance the function that `writer`
    /// makes, one for each thread, adds one text. `take` gets them in batches, in order. It ends
    /// the search by breaking. The step is why the search ended, which is a model if `take` ended it. If it
    /// ended before all was found, the stop flag is raised: nothing else ends the other threads.
    ///
    /// # Errors
    /// The first one of a writing function, after what was written before it was taken.
    ///
    /// # Panics
    /// If there is no memory for a single thread.
    pub fn in_parallel<W, E>(
        &mut self,
        threads: usize,
        writer: impl Fn() -> W + Sync,
        take: impl FnMut(&Batch) -> ControlFlow<()>,
    ) -> Result<Step, E>
    where
        W: FnMut(&Walk<Listing>, &mut Batch) -> Result<(), E>,
        E: Send,
    {
        self.in_parallel_within(CubeLimits::default(), threads, writer, take)
    }

    fn in_parallel_within<W, E>(
        &mut self,
        limits: CubeLimits,
        threads: usize,
        writer: impl Fn() -> W + Sync,
        mut take: impl FnMut(&Batch) -> ControlFlow<()>,
    ) -> Result<Step, E>
    where
        W: FnMut(&Walk<Listing>, &mut Batch) -> Result<(), E>,
        E: Send,
    {
        let effort = self.effort.clone();
        let translation = Arc::clone(self.walk.translation());
        let queue = Queue::new(&mut self.regions, translation, threads, effort.clone());
        let walk = &self.walk;
        let work = || {
            let (mut walk, mut write) = (walk.another(effort.clone()), writer());
            while let Some(cube) = queue.next() {
                run(&mut walk, Job::new(&queue, limits, cube), &mut write);
            }
            walk.statistics()
        };
        let (ended, costs) = std::thread::scope(|scope| {
            let spawn = |stack: &usize| {
                let thread = std::thread::Builder::new().stack_size(*stack);
                thread.spawn_scoped(scope, work).ok()
            };
            let threads: Vec<_> =
                (0..threads).map_while(|_| STACKS.iter().find_map(spawn)).collect();
            assert!(!threads.is_empty(), "there is no memory left for a single thread");
            let ended = queue.drain(&mut take);
            if !matches!(ended, Ok(Step::Exhausted)) {
                effort.stop();
            }
            let costs = threads.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            (ended, costs.fold(self.others, korrel_sat::Statistics::plus))
        });
        self.others = costs.plus(queue.finish());
        ended
    }
}

/// Finds the instances of a cube, until there are no more or enough for one slot.
fn run<W, E>(walk: &mut Walk<Listing>, mut job: Job<'_, '_, E>, write: &mut W)
where
    W: FnMut(&Walk<Listing>, &mut Batch) -> Result<(), E>,
{
    walk.enter(job.region());
    let mut step = walk.advance();
    while step == Step::Model {
        // Where the next instance takes a search, nobody is kept waiting for it.
        let put = job.put(|batch, has_room| {
            write(walk, batch)?;
            let goes_on = has_room && walk.is_walked();
            if goes_on {
                step = walk.advance();
            }
            Ok(goes_on && step == Step::Model)
        });
        if let Err(error) = put {
            return job.fail(error);
        }
        if step == Step::Model {
            if job.is_too_large() {
                return job.give_back(walk.place());
            }
            step = walk.advance();
        }
    }
    job.finish(step);
}
