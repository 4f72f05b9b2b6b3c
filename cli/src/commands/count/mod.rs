//! `korrel count`: one number.

mod certified;
mod estimated;
mod method;
mod rows;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use korrel::question::{PosedQuestion, SpecCommand};
use korrel::stream::{StreamQuestion, StreamSubject};
use num_bigint::BigUint;

use crate::commands::shared::certificate::CertificateFolder;
use crate::commands::shared::question::{
    answered, asked, limited, maximal, posed, searched, settings,
};
use crate::commands::shared::statistics::{self, Timing};
use crate::commands::stream::ending_without_stream;
use crate::flags::{CountFlags, CountFormatFlag, MethodFlag};
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
    let stop = limited(Stop::new(), timeout, count.search.limits.size.memory)?;
    let asked = asked(&count.question, report)?;
    let asked = if count.maximal { maximal(asked)? } else { asked };
    timing.has_read();
    let settings = searched(settings(&count.question), &count.search, report);
    let settings = if count.judged.verify { settings.verify() } else { settings };
    let settings = settings.method(count.method.into());
    let settings = if count.certify.is_some() { settings.certified() } else { settings };
    let has_own_steps = count.question.steps.is_some();
    let question = StreamQuestion::new(&asked, &settings, StreamSubject::Instances, has_own_steps)?;
    let found = Arc::new(AtomicU64::new(0));
    let folder = count.certify.as_deref();
    let folder =
        folder.map(|path| CertificateFolder::create(path, "count --certify")).transpose()?;
    match &folder {
        _ if count.estimate => stop.heed(estimated::ending(count, &question)),
        Some(folder) => stop.heed(ending_without_stream(Some(folder.part()))),
        None => stop.heed(ending(count, &asked, &found)),
    }
    // Rows are shown one by one, a number at the end. They have other scopes, and speak of more.
    let has_rows = count.by.is_some() || count.table.is_some();
    let posed = match has_rows {
        false => posed(&asked, &settings, report, &stop)?,
        true => answered(asked.posed(&settings, &stop.effort()), &stop)?,
    };
    if count.search.dry_run {
        let listing = answered(posed.open(), &stop)?;
        stop.take_over();
        if stop.is_raised() {
            return Ok(stop.tell());
        }
        statistics::dry_run(&posed, listing.formula())?;
        return Ok(Exit::Success);
    }
    if count.estimate {
        return estimated::run(count, &question, &posed, &stop);
    }
    if let Some(folder) = &folder {
        let found = certified::run(folder, &question, &posed, &stop)?;
        return tell_all(count, &question, &posed, &found, report);
    }
    let question = answered(question.cut(&stop.effort()), &stop)?;
    let progress = Progress::counting(count.search.progress, has_rows, found);
    let counter =
        Counter { flags: count, question: &question, report, stop: &stop, progress: &progress };
    let rows = match (&count.table, &count.by) {
        (Some(table), _) => Some(rows::table(&counter, table)),
        (None, Some(text)) => Some(rows::by(&counter, &posed, text)),
        (None, None) => None,
    };
    if let Some(exit) = rows {
        stop.take_over();
        return exit;
    }
    let tally = counter.count(&posed, &mut timing)?;
    if tally.listing.is_none() && count.method == MethodFlag::Auto {
        timing.has_translated();
    }
    stop.take_over();
    drop(progress);
    if count.search.stats {
        statistics::print(&posed, tally.listing.as_ref(), &tally.number, timing);
        tell(format_args!("method             {}", tally.way));
    }
    let (found, is_complete) = (tally.number, tally.is_complete);
    if is_complete {
        return tell_all(count, &question, &posed, &found, report);
    }
    tell(format_args!("at least {found}"));
    Ok(stop.exit())
}

/// Prints the number of all.
fn tell_all(
    count: &CountFlags,
    question: &StreamQuestion<'_>,
    posed: &PosedQuestion<'_>,
    found: &BigUint,
    report: &Reporter,
) -> Result<Exit, Error> {
    match count.answer.format {
        CountFormatFlag::Text => writeln!(std::io::stdout(), "{found}")?,
        CountFormatFlag::Json => writeln!(std::io::stdout(), "{}", question.count_record(found))?,
    }
    if *found == BigUint::ZERO && count.search.shard.is_none() && !report.is_quiet() {
        report.remarks(&question.asked.spec.sources, posed.vacuous().as_slice());
    }
    Ok(Exit::Success)
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
