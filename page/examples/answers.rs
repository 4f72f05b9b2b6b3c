//! Answers the page's questions natively, one on each line of standard input, with the seconds of the processor that each took:
//! what `playground/time` compares WebAssembly with.
//!
//! A line `{"open": TEXT}` opens a text; any other is a question.

use std::error::Error;
use std::io::{self, BufRead, Write};

use korrel_page::{OpenText, Request, Session, Settings};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value as Json, json};

fn main() -> Result<(), Box<dyn Error>> {
    let session = Session::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let asked: Json = serde_json::from_str(&line)?;
        let begun = processor_seconds();
        let answer = match asked["open"].as_str() {
            Some(text) => json!(session.open(OpenText::new("spec.als", text)?)),
            None => session.answer(&Request::read(&line)?, &Settings::new(), &mut |_| ()).json(),
        };
        let text = answer.to_string();
        let seconds = processor_seconds() - begun;
        writeln!(out, "{{\"answer\":{text},\"seconds\":{seconds}}}")?;
        out.flush()?;
    }
    Ok(())
}

/// What this process has used so far.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
