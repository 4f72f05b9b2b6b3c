//! The search of a queue's parts, which is opened once and goes from part to part.
//!
//! *Problem.* To start a process, to read the spec and to translate it takes longer than many a part, and a search that begins
//! learns again what another one has learned of other parts. *Choice.* One search does many parts. What it learns follows from
//! the spec and not from the part, so a part's bytes are the same whatever was done before it, and it forgets as any search
//! does, so that its memory does not grow with the parts. A test is none of that: its time is the driver's, and each part of it
//! has a process of its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use korrel::Settings;
use korrel::question::listing::Listing;
use korrel::question::{PosedQuestion, SpecCommand};
use korrel::stream::{Shard, StreamQuestion, StreamSubject};

use super::counted;
use super::folder::QueueFolder;
use super::part::OwnPart;
use super::tested;
use crate::commands::find;
use crate::commands::shared::question::{
    answered, asked, asked_by, limited, listed, posed, searched, settings, streamed,
};
use crate::files::part::beside;
use crate::flags::{CountFlags, FindFlags, QuestionFlags, Subcommand, TestFlags};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// What a plan asks of each part.
enum PartSearch<'q> {
    List(Box<FindFlags>, Box<OpenedList<'q>>),
    Count(Box<OpenedList<'q>>),
    Test(Box<TestFlags>),
}

/// A list that goes from part to part.
pub struct OpenedList<'q> {
    pub question: &'q StreamQuestion<'q>,
    pub listing: Listing<'q>,
    posed: &'q PosedQuestion<'q>,
    pub stop: &'q Stop,
}

/// A search that does parts.
pub struct OpenedSearch<'q> {
    search: PartSearch<'q>,
    report: &'q Reporter,
    /// What it took to open it.
    pub opening: Duration,
}

/// Opens the search of a queue for `parts`.
///
/// # Errors
/// What keeps it from being opened, and the errors of `parts`.
pub fn open(
    folder: &QueueFolder,
    threads: usize,
    report: &Reporter,
    parts: impl FnOnce(OpenedSearch<'_>) -> Result<Exit, Error>,
) -> Result<Exit, Error> {
    let begun = Instant::now();
    match folder.command.line(&folder.path)? {
        Subcommand::Find(mut find) => {
            (find.search.threads, find.resume) = (threads, true);
            let stop = heeded()?;
            let (asked, settings) = (asked_by(&find, report)?, listed(&find, false, report));
            let flags = find.question.clone();
            opened((&asked, &settings), &flags, (&stop, report), |list| {
                parts(OpenedSearch::of(PartSearch::List(find, Box::new(list)), begun, report))
            })
        }
        Subcommand::Count(mut count) => {
            count.search.threads = threads;
            let stop = heeded()?;
            let CountFlags { question, search, .. } = &count;
            let asked = asked(question, report)?;
            let settings = searched(settings(question), search, report);
            opened((&asked, &settings), question, (&stop, report), |list| {
                parts(OpenedSearch::of(PartSearch::Count(Box::new(list)), begun, report))
            })
        }
        Subcommand::Test(mut test) => {
            test.drivers.drivers = threads;
            parts(OpenedSearch::of(PartSearch::Test(test), begun, report))
        }
        _ => unreachable!("a plan asks `find`, `count` or `test`"),
    }
}

fn heeded() -> Result<Stop, Error> {
    let stop = limited(Stop::new(), None, None)?;
    stop.heed(Stop::tell);
    Ok(stop)
}

fn opened<R>(
    (asked, settings): (&SpecCommand, &Settings),
    flags: &QuestionFlags,
    (stop, report): (&Stop, &Reporter),
    parts: impl FnOnce(OpenedList<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    let question = streamed(asked, settings, flags, StreamSubject::Instances, report)?;
    let posed = posed(asked, settings, report, stop)?;
    let listing = answered(posed.open(), stop)?;
    parts(OpenedList { question: &question, listing, posed: &posed, stop })
}

impl<'q> OpenedSearch<'q> {
    fn of(search: PartSearch<'q>, begun: Instant, report: &'q Reporter) -> OpenedSearch<'q> {
        OpenedSearch { search, report, opening: begun.elapsed() }
    }

    /// True if it does one part only.
    pub fn is_used_up(&self) -> bool {
        matches!(self.search, PartSearch::Test(_))
    }

    /// Searches a part, from where a worker has left it, and leaves its result.
    pub fn run(&mut self, own: &OwnPart<'_>) -> Result<Exit, Error> {
        let shard = Shard { part: own.part.name.shard, of: own.folder.shards };
        let place = own.folder.result(own.part.name, own.worker);
        own.make_way(&place)?;
        match &mut self.search {
            PartSearch::Test(test) => {
                test.inputs.shard = Some(shard);
                let so_far = place.with_extension("jsonl.far.part");
                own.take_over(&so_far)?;
                tested::run(test, (&place, &so_far), self.report)
            }
            // It was ended before that could be recorded.
            _ if place.exists() => Ok(Exit::Success),
            PartSearch::List(find, list) => {
                own.take_over(&beside(&place))?;
                find.output = Some(place);
                find.search.shard = Some(shard);
                find.search.cubes = Some(Arc::clone(&own.range));
                let (question, posed, stop) = (list.question, list.posed, list.stop);
                let listed = (posed, &mut list.listing);
                let written = find::write_part(find, question, listed, (stop, self.report));
                stop.heed(Stop::tell);
                written
            }
            PartSearch::Count(list) => {
                let log = place.with_extension("cubes.part");
                own.take_over(&log)?;
                let counted = counted::run(own, shard, list, (&log, &place));
                list.stop.heed(Stop::tell);
                counted
            }
        }
    }
}
