//! Threads that raise a flag when something happens.
//!
//! None of them keeps its flag alive. With the last other holder it ends, so that a program of many
//! searches, one after the other, has hardly more threads than one of a single search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::{Attention, MEMORY, NONE, Stop, TIMEOUT};
use crate::limits::memory;
use crate::messages::tell::tell;

/// The interval between checks of the memory, and of whether anyone still waits for the time to run
/// out.
const GLANCE: Duration = Duration::from_millis(100);
/// The shortest interval, where the limit is not small.
const LEAST: Duration = Duration::from_millis(2);
/// A watcher needs hardly any stack, and where the address space is limited each one counts.
const STACK: usize = 128 << 10;
/// The delay before the next check if the memory seemed to be too much.
const AGAIN: Duration = Duration::from_millis(10);
/// The interval between looks at another flag.
const LINK: Duration = Duration::from_millis(20);

impl Stop {
    /// Raises the flag after this time.
    pub fn after(&self, time: Duration) {
        // A time beyond all clocks never comes.
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
        self.most.store(bytes.saturating_add(bytes / 25), Ordering::Relaxed);
        self.watch(move || {
            // Memory that could be read once can be read again.
            let left = bytes.checked_sub(memory::resident().unwrap_or(0));
            left.map_or(ControlFlow::Break(MEMORY), |left| {
                ControlFlow::Continue(pause(left, memory::glance(bytes, LEAST)))
            })
        });
        Ok(())
    }

    /// Raises the flag when no more address space is left of this limit, in bytes, for longer than it takes to make a
    /// thread: the allocator reserves twice what it keeps.
    pub(super) fn beyond(&self, limit: u64) {
        let was_beyond = AtomicBool::new(false);
        self.watch(move || {
            let left = memory::address_space_left(limit);
            match (was_beyond.swap(left.is_none(), Ordering::Relaxed), left) {
                (true, None) => ControlFlow::Break(MEMORY),
                (false, None) => ControlFlow::Continue(AGAIN),
                (_, Some(left)) => ControlFlow::Continue(pause(left, LEAST)),
            }
        });
    }

    /// A flag of its own that is raised when this one is, too, and looked at already.
    pub fn linked(&self) -> Stop {
        let (outer, inner) = (self.clone(), Stop::quiet(Attention::Now));
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
    /// flag, or no holder of the flag is left. The first look is before any work: what an earlier question has left taken is
    /// taken.
    fn watch(&self, look: impl Fn() -> ControlFlow<u8, Duration> + Send + 'static) {
        if self.is_raised() {
            return;
        }
        let mut seen = look();
        if let ControlFlow::Break(why) = seen {
            let _ = self.reason.compare_exchange(NONE, why, Ordering::SeqCst, Ordering::SeqCst);
            self.flag.store(true, Ordering::SeqCst);
        }
        let weak = Arc::downgrade(&self.flag);
        let (reason, heed) = (Arc::clone(&self.reason), Arc::clone(&self.heed));
        let (ending, most) = (Arc::clone(&self.ending), Arc::clone(&self.most));
        let watching = Builder::new().stack_size(STACK).spawn(move || {
            while let Some(flag) = weak.upgrade() {
                let pause = match seen {
                    ControlFlow::Break(why) => {
                        return Stop { flag, reason, heed, ending, most }.raise(why);
                    }
                    ControlFlow::Continue(pause) => pause,
                };
                drop(flag);
                std::thread::sleep(pause);
                seen = look();
            }
        });
        if let Err(error) = watching {
            // A limit that is not watched would not limit anything, and a search takes more than one thread does.
            tell(format_args!("error: cannot start a thread: {error}"));
            self.raise_within(Duration::ZERO, MEMORY);
        }
    }
}

/// The time until the next look at a memory that may grow by this many bytes.
fn pause(left: u64, least: Duration) -> Duration {
    Duration::from_millis(left / memory::PER_MILLISECOND).clamp(least, GLANCE)
}

#[cfg(test)]
mod tests {
    use std::sync::Weak;

    use super::*;
    use crate::limits::Reason;

    /// Far longer than a test may take.
    const HOUR: Duration = Duration::from_secs(3600);

    /// Waits until it has this many holders. A test that waits in vain fails after a minute.
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
    #[cfg(target_os = "linux")]
    fn threads_end_with_the_flag() {
        let outer = Stop::quiet(Attention::Now);
        let (outside, inside) = {
            let inner = outer.linked();
            inner.after(HOUR);
            inner.above(u64::MAX).expect("Linux has /proc");
            // Each thread holds the reason of the flag that it would raise.
            (Arc::downgrade(&outer.reason), Arc::downgrade(&inner.reason))
        };
        wait_for_holders(&inside, 0);
        wait_for_holders(&outside, 1);
    }

    /// If it failed, a command would begin in memory that the one before has taken, and `check --memory 40M` take 46.
    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_taken_already_raises_the_flag_at_once() {
        let (full, free) = (Stop::quiet(Attention::Now), Stop::quiet(Attention::Now));
        full.above(1).expect("Linux has /proc");
        free.above(u64::MAX).expect("Linux has /proc");
        assert!(full.is_raised() && !free.is_raised());
        assert_eq!(full.reason(), Reason::Memory);
    }

    /// If it failed, there would be no limit, or one for another reason.
    #[test]
    #[cfg(target_os = "linux")]
    fn what_comes_to_pass_raises_the_flag() {
        let raised_for = |stop: &Stop| {
            let begun = Instant::now();
            while !stop.is_raised() {
                assert!(begun.elapsed() < HOUR / 60, "nothing raises it");
                std::thread::sleep(LINK);
            }
            stop.reason()
        };
        let (late, full) = (Stop::quiet(Attention::Now), Stop::quiet(Attention::Now));
        let inner = late.linked();
        late.after(GLANCE * 2);
        full.above(1).expect("Linux has /proc");
        assert_eq!(raised_for(&late), Reason::Timeout);
        assert_eq!(raised_for(&inner), Reason::Timeout);
        assert_eq!(raised_for(&full), Reason::Memory);
    }
}
