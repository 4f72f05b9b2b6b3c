//! How far the search is, on standard error.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::flags::WhenFlag;
use crate::messages::tell::tell;
use korrel_harness::counted;

/// How often progress is reported on a terminal, and elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(1);

const STACK: usize = 256 << 10;

/// Tells from time to time how many instances, or inputs, there are, until it is dropped.
pub struct Progress {
    told: Arc<Told>,
    is_over: Arc<AtomicBool>,
    teller: Option<JoinHandle<()>>,
}

/// What is reported.
struct Told {
    count: Arc<AtomicU64>,
    /// How many there will be; 0 where that is not known.
    all: AtomicU64,
    noun: &'static str,
    /// What else is to be said, after a comma.
    rest: Mutex<String>,
}

impl Progress {
    /// On its own, only on a terminal that is not shown the instances themselves.
    pub fn start(when: WhenFlag) -> Progress {
        Progress::counting(when, Arc::default())
    }

    /// The same; the number is kept here.
    pub fn counting(when: WhenFlag, count: Arc<AtomicU64>) -> Progress {
        let told =
            Told { count, all: AtomicU64::new(0), noun: "instances", rest: Mutex::default() };
        Progress::telling(when, told, !std::io::stdout().is_terminal())
    }

    /// Of inputs that are tried; `is_streamed`: standard output shows some already.
    pub fn of_inputs(when: WhenFlag, is_streamed: bool) -> Progress {
        let told = Told {
            count: Arc::default(),
            all: AtomicU64::new(0),
            noun: "inputs",
            rest: Mutex::default(),
        };
        Progress::telling(when, told, !is_streamed || !std::io::stdout().is_terminal())
    }

    fn telling(when: WhenFlag, told: Told, has_room: bool) -> Progress {
        let (told, is_over) = (Arc::new(told), Arc::new(AtomicBool::new(false)));
        let is_terminal = std::io::stderr().is_terminal();
        let is_wanted = match when {
            WhenFlag::Always => true,
            WhenFlag::Never => false,
            WhenFlag::Auto => is_terminal && has_room,
        };
        let start = || {
            let (told, is_over) = (Arc::clone(&told), Arc::clone(&is_over));
            let tell = if is_terminal { draw } else { print };
            // Only the report of progress is lost.
            Builder::new().stack_size(STACK).spawn(move || tell(&told, &is_over)).ok()
        };
        let teller = is_wanted.then(start).flatten();
        Progress { told, is_over, teller }
    }

    /// This many have been found.
    #[inline]
    pub fn found(&self, count: u64) {
        self.told.count.store(count, Ordering::Relaxed);
    }

    /// Whether anybody sees it.
    pub fn is_told(&self) -> bool {
        self.teller.is_some()
    }

    /// So many there will be.
    pub fn expect(&self, all: u64) {
        self.told.all.store(all, Ordering::Relaxed);
    }

    /// How many inputs have been tried, how many of them fail, and the size of the last one.
    pub fn tried(&self, count: u64, failed: u64, size: u64) {
        self.found(count);
        if self.teller.is_some() {
            let mut rest = self.told.rest.lock().expect("no holder of the lock panics");
            *rest = format!(", {failed} fail, at {}", counted(size, "object"));
        }
    }
}

impl Told {
    fn rest(&self) -> String {
        self.rest.lock().expect("no holder of the lock panics").clone()
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
fn draw(told: &Told, is_over: &AtomicBool) {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = |place: &str, end: &str| {
        let template =
            format!("{{spinner}} {place} {}, {{per_sec}}, {{elapsed}}{end}{{msg}}", told.noun);
        ProgressStyle::with_template(&template).expect("the template is well-formed")
    };
    bar.set_style(style("{human_pos}", ""));
    while !is_over.load(Ordering::Relaxed) {
        let all = told.all.load(Ordering::Relaxed);
        if all > 0 && bar.length().is_none() {
            bar.set_length(all);
            bar.set_style(style("{human_pos} of {human_len}", ", {eta} left"));
        }
        bar.set_position(told.count.load(Ordering::Relaxed));
        bar.set_message(told.rest());
        bar.tick();
        std::thread::park_timeout(ON_TERMINAL);
    }
    bar.finish_and_clear();
}

/// Lines, for files.
fn print(told: &Told, is_over: &AtomicBool) {
    let begun = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        std::thread::park_timeout(ELSEWHERE);
        tell(told.line(begun.elapsed().as_secs_f64()));
    }
}

impl Told {
    fn line(&self, seconds: f64) -> String {
        let count = self.count.load(Ordering::Relaxed);
        let rate = count as f64 / seconds;
        let (of, left) = match self.all.load(Ordering::Relaxed) {
            all if all > count && count > 0 => {
                (format!(" of {all}"), format!(", {:.0} s left", (all - count) as f64 / rate))
            }
            _ => (String::new(), String::new()),
        };
        let (noun, rest) = (self.noun, self.rest());
        format!("{count}{of} {noun} in {seconds:.1} s, {rate:.0}/s{left}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, the time left would be told wrong, or one be told that nobody knows.
    #[test]
    fn what_is_left_is_told_where_it_is_known() {
        let line = |count, all| {
            let (count, all) = (Arc::new(AtomicU64::new(count)), AtomicU64::new(all));
            Told { count, all, noun: "instances", rest: Mutex::default() }.line(2.0)
        };
        assert_eq!(line(100, 0), "100 instances in 2.0 s, 50/s");
        assert_eq!(line(100, 400), "100 of 400 instances in 2.0 s, 50/s, 6 s left");
        assert_eq!(line(0, 400), "0 instances in 2.0 s, 0/s");
    }
}
