//! How far the search is, on standard error.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::flags::WhenFlag;
use crate::messages::tell::tell;

/// How often it is told on a terminal, and elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(1);

const STACK: usize = 256 << 10;

/// Tells from time to time how many instances, or inputs, there are, until it is dropped.
pub struct Progress {
    told: Arc<Told>,
    is_over: Arc<AtomicBool>,
    teller: Option<JoinHandle<()>>,
}

/// What is told.
struct Told {
    count: Arc<AtomicU64>,
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
        let told = Told { count, noun: "instances", rest: Mutex::default() };
        Progress::telling(when, told, !std::io::stdout().is_terminal())
    }

    /// Of inputs that are tried; `is_streamed`: standard output shows some already.
    pub fn of_inputs(when: WhenFlag, is_streamed: bool) -> Progress {
        let told = Told { count: Arc::default(), noun: "inputs", rest: Mutex::default() };
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
            // Nothing is lost but what would have been told.
            Builder::new().stack_size(STACK).spawn(move || tell(&told, &is_over)).ok()
        };
        let teller = is_wanted.then(start).flatten();
        Progress { told, is_over, teller }
    }

    /// So many have been found.
    #[inline]
    pub fn found(&self, count: u64) {
        self.told.count.store(count, Ordering::Relaxed);
    }

    /// So many inputs have been tried and so many of them fail; the last one was of this size.
    pub fn tried(&self, count: u64, failed: u64, size: u64) {
        self.found(count);
        if self.teller.is_some() {
            let mut rest = self.told.rest.lock().expect("no holder of the lock panics");
            *rest = format!(", {failed} fail, at {size} objects");
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
    let template =
        format!("{{spinner}} {{human_pos}} {}, {{per_sec}}, {{elapsed}}{{msg}}", told.noun);
    let style = ProgressStyle::with_template(&template);
    bar.set_style(style.expect("the template is well-formed"));
    while !is_over.load(Ordering::Relaxed) {
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
        let count = told.count.load(Ordering::Relaxed);
        let seconds = begun.elapsed().as_secs_f64();
        let (noun, rest) = (told.noun, told.rest());
        tell(format_args!(
            "{count} {noun} in {seconds:.1} s, {:.0}/s{rest}",
            count as f64 / seconds
        ));
    }
}
