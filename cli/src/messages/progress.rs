//! The progress of the search, on standard error.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::flags::WhenFlag;
use crate::messages::tell::tell;
use korrel_harness::{counted, noun as nouns};

/// The interval between reports of progress on a terminal, and elsewhere.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const ELSEWHERE: Duration = Duration::from_secs(1);

const STACK: usize = 256 << 10;

/// Tells from time to time how many instances, or inputs, there are, until it is dropped.
pub struct Progress {
    told: Arc<ProgressFacts>,
    is_over: Arc<AtomicBool>,
    teller: Option<JoinHandle<()>>,
}

/// The facts that are reported.
struct ProgressFacts {
    count: Arc<AtomicU64>,
    /// The number that there will be, or 0 if it is not known.
    all: AtomicU64,
    noun: &'static str,
    /// Further text, after a comma.
    rest: Mutex<String>,
}

impl Progress {
    /// Counts instances. Under `auto` it begins only on a terminal. With `is_streamed`, standard
    /// output shows the instances meanwhile, so it must not be a terminal.
    pub fn of_instances(when: WhenFlag, is_streamed: bool) -> Progress {
        Progress::counting(when, is_streamed, Arc::default())
    }

    /// Like `of_instances`, but the caller keeps the number.
    pub fn counting(when: WhenFlag, is_streamed: bool, count: Arc<AtomicU64>) -> Progress {
        Progress::telling(when, is_streamed, count, "instance")
    }

    /// Counts inputs that are tried.
    pub fn of_inputs(when: WhenFlag, is_streamed: bool) -> Progress {
        Progress::telling(when, is_streamed, Arc::default(), "input")
    }

    fn telling(
        when: WhenFlag,
        is_streamed: bool,
        count: Arc<AtomicU64>,
        noun: &'static str,
    ) -> Progress {
        let has_room = !is_streamed || !std::io::stdout().is_terminal();
        let told = ProgressFacts { count, all: AtomicU64::new(0), noun, rest: Mutex::default() };
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

    /// Sets the number found so far.
    #[inline]
    pub fn found(&self, count: u64) {
        self.told.count.store(count, Ordering::Relaxed);
    }

    /// True if anybody sees it.
    pub fn is_told(&self) -> bool {
        self.teller.is_some()
    }

    /// Sets the number that there will be.
    pub fn expect(&self, all: u64) {
        self.told.all.store(all, Ordering::Relaxed);
    }

    /// Sets the number of inputs tried, the number that fail, and the size of the last one.
    pub fn tried(&self, count: u64, failed: u64, size: u64) {
        self.found(count);
        if self.teller.is_some() {
            let mut rest = self.told.rest.lock().expect("no holder of the lock panics");
            *rest = format!(", {failed} fail, at {}", counted(size, "object"));
        }
    }
}

impl ProgressFacts {
    fn rest(&self) -> String {
        self.rest.lock().expect("no holder of the lock panics").clone()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(teller) = self.teller.take() {
            teller.thread().unpark();
            // It only prints. If that went wrong, the search did not.
            let _ = teller.join();
        }
    }
}

/// One line that is drawn over and over, and erased at the end.
fn draw(told: &ProgressFacts, is_over: &AtomicBool) {
    let begun = Instant::now();
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {wide_msg}");
    bar.set_style(style.expect("the template is well-formed"));
    while !is_over.load(Ordering::Relaxed) {
        bar.set_message(told.line(begun.elapsed()));
        bar.tick();
        std::thread::park_timeout(ON_TERMINAL);
    }
    bar.finish_and_clear();
}

/// Lines, for files.
fn print(told: &ProgressFacts, is_over: &AtomicBool) {
    let begun = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        std::thread::park_timeout(ELSEWHERE);
        tell(told.line(begun.elapsed()));
    }
}

impl ProgressFacts {
    fn line(&self, elapsed: Duration) -> String {
        let count = self.count.load(Ordering::Relaxed);
        let all = Some(self.all.load(Ordering::Relaxed)).filter(|&all| all > 0);
        format!("{}{}", line(count, all, self.noun, elapsed.as_secs_f64()), self.rest())
    }
}

/// `1,234 of 5,000 inputs in 2.0 s, 617 inputs/s, 6 s left`. More than there were to be is no total.
fn line(count: u64, all: Option<u64>, noun: &str, seconds: f64) -> String {
    let all = all.filter(|&all| all >= count);
    let of = all.map_or(String::new(), |all| format!(" of {}", HumanCount(all)));
    let rate = count as f64 / seconds;
    let pace = match count {
        0 => String::new(),
        _ if rate < 0.5 => format!(", {} each", time(1.0 / rate)),
        _ => {
            format!(", {} {}/s", HumanCount(rate.round() as u64), nouns(rate.round() as u64, noun))
        }
    };
    let left = all.filter(|&all| count > 0 && all > count).map(|all| (all - count) as f64 / rate);
    let left = left.map_or(String::new(), |left| format!(", {} left", time(left)));
    let elapsed = if seconds < 120.0 { format!("{seconds:.1} s") } else { time(seconds) };
    format!(
        "{}{of} {} in {elapsed}{pace}{left}",
        HumanCount(count),
        nouns(all.unwrap_or(count), noun)
    )
}

/// The time in the unit of which there are a few.
fn time(seconds: f64) -> String {
    match seconds.round() as u64 {
        seconds @ ..120 => format!("{seconds} s"),
        seconds @ ..7_200 => format!("{} min", (seconds + 30) / 60),
        seconds @ ..172_800 => format!("{} h", (seconds + 1_800) / 3_600),
        seconds => format!("{} days", (seconds + 43_200) / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    /// If it failed, a rate would have decimals, a time be told that nobody knows, or a total that was passed.
    #[test]
    fn what_is_told() {
        let cases = [
            (0, None, 1.0),
            (1, None, 1.0),
            (123_456, None, 2.0),
            (100, Some(400), 2.0),
            (1_000_000, Some(2_500_000), 10.0),
            (3, Some(1_000), 30.0),
            (10, Some(1_000_000), 1.0),
            (1, Some(1_000), 3_600.0),
            (0, Some(400), 2.0),
            (400, Some(400), 2.0),
            (401, Some(400), 2.0),
        ];
        let lines = cases.map(|(count, all, seconds)| line(count, all, "input", seconds) + "\n");
        insta::assert_snapshot!(lines.concat(), @r"
        0 inputs in 1.0 s
        1 input in 1.0 s, 1 input/s
        123,456 inputs in 2.0 s, 61,728 inputs/s
        100 of 400 inputs in 2.0 s, 50 inputs/s, 6 s left
        1,000,000 of 2,500,000 inputs in 10.0 s, 100,000 inputs/s, 15 s left
        3 of 1,000 inputs in 30.0 s, 10 s each, 3 h left
        10 of 1,000,000 inputs in 1.0 s, 10 inputs/s, 28 h left
        1 of 1,000 inputs in 60 min, 60 min each, 42 days left
        0 of 400 inputs in 2.0 s
        400 of 400 inputs in 2.0 s, 200 inputs/s
        401 inputs in 2.0 s, 201 inputs/s
        ");
    }
}
