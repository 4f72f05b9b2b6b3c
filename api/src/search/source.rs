//! Work in a thread of its own, whose caller looks at the clock and at a flag.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use korrel_sat::Effort;

use crate::error::Error;

use super::{Query, SearchWork, Sink};

/// The greatest number of findings that the work is ahead.
const AHEAD: usize = 64;
/// The time between two looks at the caller's flag while nothing comes.
const GLANCE: Duration = Duration::from_millis(20);
/// Reserved, not used, until a deep spec comes.
const STACK: usize = 1 << 28;

/// The findings of work, one after the other. The work ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Source<T> {
    findings: Receiver<Result<T, Error>>,
    /// Stops the work; the caller's flag is another one.
    effort: Effort,
    deadline: Option<Instant>,
    flag: Arc<AtomicBool>,
}

impl<T: Send + 'static> Source<T> {
    /// Starts the work.
    pub fn new(asked: Query, work: impl SearchWork<T>) -> Source<T> {
        let settings = asked.settings.clone();
        let effort = settings.effort();
        let (sender, findings) = sync_channel(AHEAD);
        let reports = sender.clone();
        if let Err(error) = start(asked, work, effort.clone(), sender) {
            reports.send(Err(error)).expect("the receiver is here, and has room");
        }
        Source {
            findings,
            effort,
            deadline: settings.timeout.and_then(|time| Instant::now().checked_add(time)),
            flag: settings.flag.unwrap_or_default(),
        }
    }

    /// The next finding, or `None` if the work is done.
    ///
    /// # Errors
    /// That of the work, or a stop. Nothing comes after it.
    pub fn next(&mut self) -> Result<Option<T>, Error> {
        loop {
            let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) || self.flag.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            match self.findings.recv_timeout(left.map_or(GLANCE, |left| left.min(GLANCE))) {
                Ok(finding) => return finding.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Hands all that comes to a sink, until it takes no more.
    ///
    /// # Errors
    /// That of the work, or a stop.
    pub fn pour(
        asked: Query,
        work: impl SearchWork<T>,
        sink: &mut Sink<'_, T>,
    ) -> Result<(), Error> {
        let mut source = Source::new(asked, work);
        while let Some(finding) = source.next()? {
            if sink(finding).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl<T> Drop for Source<T> {
    fn drop(&mut self) {
        self.effort.stop();
    }
}

/// # Errors
/// There is no memory for a thread.
fn start<T: Send + 'static>(
    asked: Query,
    work: impl SearchWork<T>,
    effort: Effort,
    sender: SyncSender<Result<T, Error>>,
) -> Result<(), Error> {
    let run = move || {
        let mut sink = |finding| match sender.send(Ok(finding)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        if let Err(error) = work(&asked, &effort, &mut sink) {
            // Whoever has gone does not want to know.
            let _ = sender.send(Err(error));
        }
    };
    Builder::new().stack_size(STACK).spawn(run).map(drop).map_err(no_thread)
}

/// Runs something in a thread with a large stack.
///
/// # Errors
/// There is no memory for a thread.
pub(crate) fn on_a_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Result<T, Error> {
    std::thread::scope(|scope| {
        let thread =
            Builder::new().stack_size(STACK).spawn_scoped(scope, run).map_err(no_thread)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn no_thread(error: std::io::Error) -> Error {
    Error::Internal(format!("cannot start a thread: {error}"))
}
