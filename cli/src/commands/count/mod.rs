//! `korrel count`: one number.

mod estimated;
mod method;
mod rows;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use korrel::answer::Number;
use korrel::question::SpecCommand;
use korrel_enumerate::heap::TraceHeading;
use korrel_enumerate::vacuous;
use korrel_lang::model::TraceKind;
use korrel_lang::visible::visible_json;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::commands::shared::question::{
    asked, can_verify, cut, instances, limited, maximal, problem, quiet_problem,
};
use crate::commands::shared::statistics::{self, Timing};
use crate::commands::stream::{StreamSubject, TOOL, identity};
use crate::flags::{CountFlags, CountFormatFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

use self::method::Counter;

pub fn run(count: &CountFlags, report: &Reporter) -> Result<Exit, Error> {
    let mut timing = Timing::start();
    let timeout = count.search.limits.timeout.or(count.estimate.then_some(estimated::TIMEOUT));
    let stop = limited(Stop::new(), timeout, count.search.limits.memory)?;
    let asked = asked(&count.question, report)?;
    let asked = if count.maximal { maximal(asked)? } else { asked };
    timing.has_read();
    let found = Arc::new(AtomicU64::new(0));
    match count.estimate {
        true => stop.heed(estimated::ending(count, &asked)),
        false => stop.heed(ending(count, &asked, &found)),
    }
    let problem = match (&count.by, &count.table) {
        (None, None) => problem(&asked, &count.question, report, &stop)?,
        // The rows have other scopes, and speak of more.
        _ => quiet_problem(&asked, &count.question, &stop)?,
    };
    if count.verify {
        can_verify(&asked, &problem)?;
    }
    if count.search.dry_run {
        let instances = instances(&asked, &problem, &count.question, &count.search, &stop)?;
        stop.take_over();
        if stop.is_raised() {
            return Ok(stop.tell());
        }
        statistics::dry_run(&problem, instances.translation())?;
        return Ok(Exit::Success);
    }
    if count.estimate {
        return estimated::run(count, &asked, &problem, &stop);
    }
    let cut = cut(&asked, &count.question, &count.search, &stop)?;
    // Rows are shown one by one, a number at the end.
    let has_rows = count.by.is_some() || count.table.is_some();
    let progress = Progress::counting(count.search.progress, has_rows, found);
    let counter = Counter { flags: count, report, stop: &stop, progress: &progress };
    let rows = match (&count.table, &count.by) {
        (Some(table), _) => Some(rows::table(&counter, &asked, table)),
        (None, Some(text)) => Some(rows::by(&counter, &asked, &problem, text)),
        (None, None) => None,
    };
    if let Some(exit) = rows {
        stop.take_over();
        return exit;
    }
    let tally = counter.count(&asked, &problem, &mut timing)?;
    stop.take_over();
    drop(progress);
    if count.search.stats {
        statistics::print(&problem, tally.instances.as_ref(), &tally.number, timing);
        tell(format_args!("method             {}", method::told(&tally.way)));
    }
    let (found, is_complete) = (tally.number, tally.is_complete);
    if is_complete {
        match count.format {
            CountFormatFlag::Text => writeln!(std::io::stdout(), "{found}")?,
            CountFormatFlag::Json => {
                writeln!(std::io::stdout(), "{}", record(count, &asked, cut, &found))?
            }
        }
        if found == BigUint::ZERO && count.search.shard.is_none() && !report.is_quiet() {
            let warning = vacuous(&problem.question, true, &stop.effort());
            report.remarks(&asked.spec.sources, warning.as_slice());
        }
        return Ok(Exit::Success);
    }
    tell(format_args!("at least {found}"));
    Ok(stop.exit())
}

/// The record of a count, with the question that it answers.
fn record(
    count: &CountFlags,
    asked: &SpecCommand,
    cut: Option<&'static str>,
    found: &BigUint,
) -> String {
    let shard = count.search.shard.map(|shard| format!("{}/{}", shard.part, shard.of));
    let mut record = about(count, asked, "count");
    if let Some(shard) = shard {
        record["shard"] = json!(shard);
    }
    if let Some(cut) = cut {
        record["cut"] = json!(cut);
    }
    record["count"] = json!(Number::from(found));
    visible_json(&record.to_string()).into_owned()
}

/// The members of a record that name its question.
fn about(count: &CountFlags, asked: &SpecCommand, kind: &str) -> Json {
    let question = &count.question;
    let symmetry = question.symmetry.name();
    let mut record = json!({
        "kind": kind,
        "format": format!("{kind}/1"),
        "tool": TOOL,
        "spec": asked.spec.name,
        "command": asked.spec.text(&asked.command),
        "question": identity(asked, question, StreamSubject::Instances),
        "symmetry": symmetry,
    });
    if let Some(traces) = TraceHeading::of(&asked.spec.model, &asked.command) {
        record["traces"] = json!(traces.name());
        record["steps"] = json!([traces.steps.least, traces.steps.greatest]);
        if traces.kind == TraceKind::Maximal {
            record["maximal"] = json!(true);
        }
    }
    record
}

/// The ending if the counter does not look at the flag.
fn ending(
    count: &CountFlags,
    asked: &SpecCommand,
    found: &Arc<AtomicU64>,
) -> impl FnOnce(&Stop) -> Exit + Send + 'static {
    let (is_dry, found) = (count.search.dry_run, Arc::clone(found));
    let is_infinite = asked.spec.model.is_temporal(&asked.command)
        && !asked.command.traces.are_beginnings()
        && !count.question.prefixes;
    move |stop| {
        if is_dry {
            return stop.tell();
        }
        tell(format_args!("at least {}", found.load(Ordering::Relaxed)));
        if is_infinite {
            tell(
                "these are infinite traces; the beginnings, which a test of calls makes, are counted by `--prefixes`",
            );
        }
        stop.exit()
    }
}
