//! Threads that raise a flag when something comes to pass.
//!
//! None of them keeps its flag alive. With the last other holder it ends, so that a program of many
//! searches, one after the other, has hardly more threads than one of a single search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::{Heed, MEMORY, Stop, TIMEOUT};
use crate::memory;
use crate::tell::tell;

/// How often the memory is looked at, and whether anyone still waits for the time to run out.
const GLANCE: Duration = Duration::from_millis(100);
/// How soon it is looked at again if there seemed to be too much.
const AGAIN: Duration = Duration::from_millis(10);
/// How often another flag is looked at.
const LINK: Duration = Duration::from_millis(20);

impl Stop {
    /// Raises the flag after this time.
    pub fn after(&self, time: Duration) {
        // What lies beyond all clocks never comes.
        let Some(deadline) = Instant::now().checked_add(time) else { return };
        self.watch(move || {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                ControlFlow::Break(TIMEOUT)
            } else {
                ControlFlow::Continue(left.min(GLANCE))
            }
        });
    }

    /// Raises the flag when the program takes more memory than this, in bytes.
    ///
    /// # Errors
    /// If this system does not tell how much it takes.
    pub fn above(&self, bytes: u64) -> std::io::Result<()> {
        memory::resident()?;
        // What was told once will be told again.
        self.when(move || memory::resident().is_ok_and(|taken| taken > bytes));
        Ok(())
    }

    /// Raises the flag when the program has taken more address space than this, in bytes, for longer
    /// than it takes to make a thread: the allocator reserves twice what it keeps.
    pub(super) fn beyond(&self, bytes: u64) {
        let was_beyond = AtomicBool::new(false);
        self.watch(move || {
            let is_beyond = memory::address_space_taken().is_ok_and(|taken| taken > bytes);
            match (was_beyond.swap(is_beyond, Ordering::Relaxed), is_beyond) {
                (true, true) => ControlFlow::Break(MEMORY),
                (false, true) => ControlFlow::Continue(AGAIN),
                (_, false) => ControlFlow::Continue(GLANCE),
            }
        });
    }

    fn when(&self, is_too_much: impl Fn() -> bool + Send + 'static) {
        self.watch(move || {
            if is_too_much() { ControlFlow::Break(MEMORY) } else { ControlFlow::Continue(GLANCE) }
        });
    }

    /// A flag of its own that is raised when this one is, too, and looked at already.
    pub fn linked(&self) -> Stop {
        let (outer, inner) = (self.clone(), Stop::quiet(Heed::Now));
        inner.watch(move || {
            if outer.is_raised() {
                ControlFlow::Break(outer.reason.load(Ordering::SeqCst))
            } else {
                ControlFlow::Continue(LINK)
            }
        });
        inner
    }

    /// Looks again and again, after the pause that `look` gives, until it gives a reason to raise the
    /// flag, or nobody holds the flag any more.
    fn watch(&self, look: impl Fn() -> ControlFlow<u8, Duration> + Send + 'static) {
        if self.is_raised() {
            return;
        }
        let weak = Arc::downgrade(&self.flag);
        let (reason, heed) = (Arc::clone(&self.reason), Arc::clone(&self.heed));
        let watching = Builder::new().spawn(move || {
            while let Some(flag) = weak.upgrade() {
                let pause = match look() {
                    ControlFlow::Break(why) => return Stop { flag, reason, heed }.raise(why),
                    ControlFlow::Continue(pause) => pause,
                };
                drop(flag);
                std::thread::sleep(pause);
            }
        });
        if let Err(error) = watching {
            // A limit that nobody watches would be none, and a search takes more than one thread does.
            tell(format_args!("error: cannot start a thread: {error}"));
            self.raise_within(Duration::ZERO, MEMORY);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;

    use super::*;
    use crate::stop::Reason;

    /// Far longer than a test may take.
    const HOUR: Duration = Duration::from_secs(3600);

    /// Waits until so many hold it; a test that waits in vain fails after a minute.
    fn wait_for_holders<T>(of: &Weak<T>, holders: usize) {
        let begun = Instant::now();
        while of.strong_count() != holders {
            assert!(begun.elapsed() < HOUR / 60, "{} holders", of.strong_count());
            std::thread::sleep(LINK);
        }
    }

    /// If it failed, `check` would keep threads for each command that is long done, until the time
    /// limit is over.
    #[test]
    fn threads_end_with_the_flag() {
        let outer = Stop::quiet(Heed::Now);
        let (outside, inside) = {
            let inner = outer.linked();
            inner.after(HOUR);
            inner.when(|| false);
            // Each thread holds the reason of the flag that it would raise.
            (Arc::downgrade(&outer.reason), Arc::downgrade(&inner.reason))
        };
        wait_for_holders(&inside, 0);
        wait_for_holders(&outside, 1);
    }

    /// If it failed, there would be no limit, or one for another reason.
    #[test]
    fn what_comes_to_pass_raises_the_flag() {
        let raised_for = |stop: &Stop| {
            let begun = Instant::now();
            while !stop.is_raised() {
                assert!(begun.elapsed() < HOUR / 60, "nothing raises it");
                std::thread::sleep(LINK);
            }
            stop.reason()
        };
        let (late, full) = (Stop::quiet(Heed::Now), Stop::quiet(Heed::Now));
        let inner = late.linked();
        late.after(GLANCE * 2);
        full.when(|| true);
        assert_eq!(raised_for(&late), Reason::Timeout);
        assert_eq!(raised_for(&inner), Reason::Timeout);
        assert_eq!(raised_for(&full), Reason::Memory);
    }
}
