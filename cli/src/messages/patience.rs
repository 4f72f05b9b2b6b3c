//! Advice for a search that finds nothing for a while.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::reporter::Reporter;
use super::tell::tell;
use crate::flags::FindFlags;

const WHILE: Duration = Duration::from_secs(20);
const STACK: usize = 256 << 10;

/// Gives advice once, on standard error, unless it is dropped before.
pub struct Patience {
    /// Nothing is ever sent.
    end: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl Patience {
    pub fn start(find: &FindFlags, report: &Reporter) -> Patience {
        let is_wanted = !report.is_quiet() && !find.search.dry_run;
        Patience::after(WHILE, is_wanted.then(|| advice(find)))
    }

    fn after(time: Duration, advice: Option<String>) -> Patience {
        let Some(advice) = advice else { return Patience { end: None, teller: None } };
        let (end, ended) = channel::<()>();
        let wait = move || {
            if ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                tell(advice);
            }
        };
        // Nothing is lost but good advice.
        let teller = Builder::new().stack_size(STACK).spawn(wait).ok();
        Patience { end: Some(end), teller }
    }
}

fn advice(find: &FindFlags) -> String {
    let mut advice = Vec::new();
    if !find.any {
        advice.push("`--any` takes whichever instance comes first");
    }
    advice.push("`korrel translate --emit cnf` gives the clauses to another solver, and `korrel show --model` draws its answer");
    advice.push("a smaller `--scope` is searched sooner");
    format!(
        "note: no instance was found within {} s. What may help: {}",
        WHILE.as_secs(),
        advice.join("; ")
    )
}

impl Drop for Patience {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(teller) = self.teller.take() {
            // It only prints. If that went wrong, the search did not.
            let _ = teller.join();
        }
    }
}
