//! Questions side by side, each in a thread of its own, within the limits.
//!
//! *Problem.* A search is stopped by a flag. Reading a spec is not, and memory is the whole program's. *Choice.* Whoever
//! waits for an answer waits no longer than the limit and a moment, and gets a refusal then, whatever the thread does;
//! a thread that goes on keeps its place among those that work, so that there are never more. A watcher looks at the memory
//! of the program, and stops all that work when it is too much. *Rejected.* A process for each question, which would cost more
//! than most answers do.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::Builder;
use std::time::Duration;

use korrel_agent::{Answer, Asking, Tool, ToolRefusal};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value as Json;
use tokio::sync::{Semaphore, oneshot};

use crate::limits::memory;

/// The time after its limit in which an answer may still come: searches look at the clock every few milliseconds.
const GRACE: Duration = Duration::from_secs(2);
/// The time between two looks at the memory.
const GLANCE: Duration = Duration::from_millis(20);
/// A watcher needs hardly any stack.
const STACK: usize = 128 << 10;

/// The reason why a question gets no answer from its thread.
pub enum ThreadFailure {
    Refused(ToolRefusal),
    /// This time is over.
    Late(Duration),
    Cancelled,
    /// All places were taken until the limit.
    Busy,
    /// A mistake of ours, or no thread.
    Failed(String),
}

/// Those who answer.
pub struct Workers {
    asking: Asking,
    places: Arc<Semaphore>,
    jobs: usize,
    running: Arc<RunningQuestions>,
}

/// The questions that are being answered.
#[derive(Default)]
struct RunningQuestions {
    /// The flag of each, and the one that says that memory was the reason to raise it.
    flags: Mutex<Vec<[Weak<AtomicBool>; 2]>>,
    begun: Condvar,
}

impl Workers {
    /// At most so many questions are answered side by side.
    pub fn new(asking: Asking, jobs: usize) -> Workers {
        let running: Arc<RunningQuestions> = Arc::default();
        watch(Arc::clone(&running), asking.limits.memory);
        Workers { asking, places: Arc::new(Semaphore::new(jobs)), jobs, running }
    }

    /// The surroundings of all questions.
    pub fn asking(&self) -> &Asking {
        &self.asking
    }

    /// Answers a question, unless it is cancelled.
    ///
    /// # Errors
    /// See [`ThreadFailure`].
    pub async fn answer(
        &self,
        tool: Tool,
        asked: Json,
        context: &RequestContext<RoleServer>,
    ) -> Result<Answer, ThreadFailure> {
        // Whatever does not look at the clock while it works is told to end, too.
        let time = self.asking.time(asked["seconds"].as_u64());
        let place = tokio::select! {
            place = Arc::clone(&self.places).acquire_owned() => place.expect("nobody closes it"),
            () = context.ct.cancelled() => return Err(ThreadFailure::Cancelled),
            () = tokio::time::sleep(time.saturating_add(GRACE)) => return Err(ThreadFailure::Busy),
        };
        let asking = Asking {
            flag: Arc::default(),
            is_out_of_memory: Arc::default(),
            ..self.asking.clone()
        };
        let flag = Arc::clone(&asking.flag);
        self.begin(&asking);
        let (sender, answer) = oneshot::channel();
        let work = move || {
            let answered = catch_unwind(AssertUnwindSafe(|| tool.answer(asked, &asking)));
            drop(place);
            // Whoever has gone does not want to know.
            let _ = sender.send(answered);
        };
        // Not of Tokio's pool: deep specs are walked by recursion.
        Builder::new()
            .stack_size(crate::stack(self.jobs))
            .spawn(work)
            .map_err(|error| ThreadFailure::Failed(format!("cannot start a thread: {error}")))?;
        tokio::select! {
            answered = answer => match answered {
                Ok(Ok(answer)) => answer.map_err(ThreadFailure::Refused),
                _ => Err(ThreadFailure::Failed("this is a bug in Korrel".to_owned())),
            },
            () = context.ct.cancelled() => {
                flag.store(true, Ordering::SeqCst);
                Err(ThreadFailure::Cancelled)
            }
            () = tokio::time::sleep(time.saturating_add(GRACE)) => {
                flag.store(true, Ordering::SeqCst);
                Err(ThreadFailure::Late(time))
            }
        }
    }

    fn begin(&self, asking: &Asking) {
        self.running.lock().push([&asking.flag, &asking.is_out_of_memory].map(Arc::downgrade));
        self.running.begun.notify_all();
    }
}

impl RunningQuestions {
    fn lock(&self) -> MutexGuard<'_, Vec<[Weak<AtomicBool>; 2]>> {
        // A panic elsewhere leaves nothing half done here.
        self.flags.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a question, and stops all of them if the program takes too much memory.
    fn look(&self, most: u64) -> io::Result<()> {
        let mut flags = self.lock();
        flags.retain(|[flag, _]| flag.strong_count() > 0);
        while flags.is_empty() {
            flags = self.begun.wait(flags).unwrap_or_else(PoisonError::into_inner);
        }
        if memory::resident()? > most {
            for flags in flags.drain(..) {
                // Why, before that.
                for flag in flags.iter().rev().filter_map(Weak::upgrade) {
                    flag.store(true, Ordering::SeqCst);
                }
            }
        }
        Ok(())
    }
}

/// Stops all questions when the program takes more than this, in bytes. Where the system does not tell how much it takes, each
/// formula is limited alone.
fn watch(running: Arc<RunningQuestions>, most: u64) {
    let look = move || {
        while running.look(most).is_ok() {
            std::thread::sleep(GLANCE);
        }
    };
    // Without a thread for it no question would get one either.
    let _ = Builder::new().stack_size(STACK).spawn(look);
}
