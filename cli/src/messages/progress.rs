//! How far the search is, on standard error.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::flags::arguments::When;
use crate::messages::tell::tell;

/// How often it is told on a terminal, and elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(1);

const STACK: usize = 256 << 10;

/// Tells from time to time how many instances there are, until it is dropped.
pub struct Progress {
    count: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
    teller: Option<JoinHandle<()>>,
}

impl Progress {
    /// On its own, only on a terminal that is not shown the instances themselves.
    pub fn start(when: When) -> Progress {
        Progress::counting(when, Arc::default())
    }

    /// The same; the number is kept here.
    pub fn counting(when: When, count: Arc<AtomicU64>) -> Progress {
        let is_over = Arc::new(AtomicBool::new(false));
        let is_terminal = std::io::stderr().is_terminal();
        let is_wanted = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && !std::io::stdout().is_terminal(),
        };
        let start = || {
            let (count, is_over) = (Arc::clone(&count), Arc::clone(&is_over));
            let tell = if is_terminal { draw } else { print };
            // Nothing is lost but what would have been told.
            Builder::new().stack_size(STACK).spawn(move || tell(&count, &is_over)).ok()
        };
        let teller = is_wanted.then(start).flatten();
        Progress { count, is_over, teller }
    }

    /// So many have been found.
    #[inline]
    pub fn found(&self, count: u64) {
        self.count.store(count, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(teller) = self.teller.take() {
            teller.thread().unpark();
            // It only prints; if that went wrong the search did not.
            let _ = teller.join();
        }
    }
}

/// One line that is drawn over and over, and erased at the end.
fn draw(count: &AtomicU64, is_over: &AtomicBool) {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{spinner} {human_pos} instances, {per_sec}, {elapsed}");
    bar.set_style(style.expect("the template is well-formed"));
    while !is_over.load(Ordering::Relaxed) {
        bar.set_position(count.load(Ordering::Relaxed));
        bar.tick();
        std::thread::park_timeout(ON_TERMINAL);
    }
    bar.finish_and_clear();
}

/// Lines, for files.
fn print(count: &AtomicU64, is_over: &AtomicBool) {
    let begun = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        std::thread::park_timeout(ELSEWHERE);
        let count = count.load(Ordering::Relaxed);
        let seconds = begun.elapsed().as_secs_f64();
        tell(format_args!("{count} instances in {seconds:.1} s, {:.0}/s", count as f64 / seconds));
    }
}
