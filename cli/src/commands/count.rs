//! `korrel count`: one number.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use korrel_enumerate::{Instances, Problem, Stream};
use korrel_lang::visible::visible_json;
use korrel_sat::Step;
use serde_json::json;

use super::shared::question::{Asked, limited, threads};
use super::shared::statistics::{self, Timing};
use super::shared::why::vacuous;
use crate::commands::find::{StreamSubject, TOOL, identity};
use crate::flags::{CountFlags, CountFormatFlag, SymmetryFlag};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

pub fn run(count: &CountFlags, report: &Reporter) -> Result<Exit, Error> {
    let mut timing = Timing::start();
    let stop = limited(Stop::new(), count.search.timeout, count.search.memory)?;
    let asked = Asked::load(&count.question, report)?;
    timing.has_read();
    let found = Arc::new(AtomicU64::new(0));
    stop.heed(ending(count, &found));
    let problem = asked.problem(&count.question, report, &stop)?;
    if count.verify {
        asked.can_verify(&problem)?;
    }
    let mut instances = asked.instances(&problem, &count.question, &count.search, &stop)?;
    if count.search.dry_run {
        stop.take_over();
        if stop.is_raised() {
            return Ok(stop.tell());
        }
        statistics::dry_run(&problem, instances.translation())?;
        return Ok(Exit::Success);
    }
    timing.has_translated();
    let counting = Counting {
        asked: &asked,
        problem: &problem,
        verify: count.verify,
        progress: Progress::counting(count.search.progress, found),
    };
    let (found, is_complete) = counting.run(&mut instances, threads(&count.search, report))?;
    stop.take_over();
    drop(counting);
    if count.search.stats {
        statistics::print(&problem, &instances, found, timing);
    }
    if is_complete {
        match count.format {
            CountFormatFlag::Text => writeln!(std::io::stdout(), "{found}")?,
            CountFormatFlag::Json => {
                writeln!(std::io::stdout(), "{}", record(count, &asked, found))?
            }
        }
        if found == 0 && count.search.shard.is_none() && !report.is_quiet() {
            let warning = vacuous(&problem, &stop);
            report.remarks(&asked.spec.sources, warning.as_slice());
        }
        return Ok(Exit::Success);
    }
    tell(format_args!("at least {found}"));
    Ok(stop.exit())
}

/// The count with what it is one of.
fn record(count: &CountFlags, asked: &Asked, found: u64) -> String {
    let question = &count.question;
    let shard = count.search.shard.map(|shard| format!("{}/{}", shard.part, shard.of));
    let symmetry = match question.symmetry {
        SymmetryFlag::Full => "full",
        SymmetryFlag::None => "none",
    };
    let mut record = json!({
        "kind": "count",
        "format": "count/1",
        "tool": TOOL,
        "spec": asked.spec.name,
        "command": asked.spec.text(&asked.command, question.scope.as_deref()),
        "question": identity(asked, question, StreamSubject::Instances),
        "symmetry": symmetry,
    });
    if let Some(shard) = shard {
        record["shard"] = json!(shard);
    }
    record["count"] = json!(found);
    visible_json(&record.to_string()).into_owned()
}

/// How it ends if whoever counts does not look at the flag.
fn ending(
    count: &CountFlags,
    found: &Arc<AtomicU64>,
) -> impl FnOnce(&Stop) -> Exit + Send + 'static {
    let (is_dry, found) = (count.search.dry_run, Arc::clone(found));
    move |stop| {
        if is_dry {
            return stop.tell();
        }
        tell(format_args!("at least {}", found.load(Ordering::Relaxed)));
        stop.exit()
    }
}

struct Counting<'a> {
    asked: &'a Asked,
    problem: &'a Problem<'a>,
    verify: bool,
    progress: Progress,
}

impl Counting<'_> {
    /// How many there are, and whether these are all.
    fn run(&self, instances: &mut Instances<'_>, threads: usize) -> Result<(u64, bool), Error> {
        if threads > 1
            && let Some(stream) = instances.stream()
        {
            return self.run_parallel(stream, threads);
        }
        let mut found = 0;
        loop {
            let step = instances.advance();
            if step != Step::Model {
                return Ok((found, step == Step::Exhausted));
            }
            if self.verify {
                self.asked.verify(self.problem, &instances.instance())?;
            }
            found += 1;
            self.progress.found(found);
        }
    }

    fn run_parallel(&self, stream: &mut Stream<'_>, threads: usize) -> Result<(u64, bool), Error> {
        let (asked, problem, verify) = (self.asked, self.problem, self.verify);
        let writer = || {
            move |walk: &korrel_enumerate::Walk<_>, _: &mut Vec<u8>| {
                if verify {
                    asked.verify(problem, &walk.instance(problem.question.model))
                } else {
                    Ok(())
                }
            }
        };
        let mut found = 0;
        let step = stream.in_parallel(threads, writer, |batch| {
            found += batch.ends.len() as u64;
            self.progress.found(found);
            ControlFlow::Continue(())
        })?;
        Ok((found, step == Step::Exhausted))
    }
}
