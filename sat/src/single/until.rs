//! Work that looks at no flag, and whoever waits for it does.

use crate::Effort;
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// The interval at which the flag is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// The result of `work`, in a thread of its own; `None` if `stop` is raised first. Then the thread
/// is left to itself: it goes on until it is done, or the program ends. Where there is no thread
/// the work is waited for.
///
/// # Panics
/// If `work` does.
pub fn until<T: Send + 'static>(
    effort: &Effort,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = channel();
    // The work is kept outside of the thread, so that it is not lost with one that does not start.
    let work = Arc::new(Mutex::new(Some(work)));
    let take = |work: &Mutex<Option<_>>| work.lock().expect("nobody panics here").take();
    let theirs = Arc::clone(&work);
    let thread = spawn(move || {
        let work = take(&theirs).expect("it is done once");
        // Whoever waited may have left.
        let _ = sender.send(work());
    });
    let Some(thread) = thread else { return take(&work).map(|work| work()) };
    received(&receiver, effort).unwrap_or_else(|RecvError| {
        let panic = thread.join().expect_err("a thread that is done has sent its result");
        std::panic::resume_unwind(panic)
    })
}

/// Starts a thread; `None` where none can be started, or the feature `threads` is left out.
pub(super) fn spawn(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    if cfg!(feature = "threads") { Builder::new().spawn(work).ok() } else { None }
}

/// The next message; `None` if `stop` is raised first.
///
/// # Errors
/// If nothing will come any more: the sender is gone.
pub(crate) fn received<T>(receiver: &Receiver<T>, effort: &Effort) -> Result<Option<T>, RecvError> {
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) if effort.is_stopped() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(RecvError),
        }
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use crate::Effort;

    use super::until;

    /// If it failed, a result would be lost, a stop be waited out, or a panic be swallowed.
    #[test]
    fn results_stops_and_panics() {
        let effort = Effort::default();
        assert_eq!(until(&effort, || 7), Some(7));
        let (theirs, ours) = (effort.clone(), effort.clone());
        let endless = move || {
            theirs.stop();
            loop {
                std::thread::park();
            }
        };
        assert_eq!(until(&ours, endless), None::<()>);
        effort.go_on();
        let panics = || until(&Effort::default(), || panic!("as it should"));
        assert!(std::panic::catch_unwind(panics).is_err_and(|_| true));
    }
}
