//! `korrel find`: every instance, as JSON lines.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use korrel_enumerate::heap::{self, Schema, Status};
use korrel_enumerate::{Instances, shown_variables};
use korrel_sat::Step;
use korrel_translate::Options;

use super::after::{After, refuse};
use super::proof::ProofFile;
use super::question::{Asked, threads};
use super::records::Records;
use super::schema::plain;
use super::statistics::{self, Timing};
use super::stream::Stream;
use super::why::why;
use crate::arguments::{Find, Solver, Symmetry};
use crate::exit::Exit;
use crate::output::Lines;
use crate::progress::Progress;
use crate::spec::{Error, Reporter};
use crate::stop::{Reason, Stop};

/// What the program calls itself in records.
pub const TOOL: &str = concat!("korrel ", env!("CARGO_PKG_VERSION"));

pub fn run(find: &Find, report: &Reporter) -> Result<Exit, Error> {
    let mut timing = Timing::start();
    let asked = Asked::load(&find.question, report)?;
    let schema = schema(&asked, find)?;
    let header = header(&asked, find, &schema);
    let after = find.after.as_ref().map(|given| After::new(given, &header)).transpose()?;
    timing.has_read();
    let problem = asked.problem(&find.question, report)?;
    if find.verify {
        asked.can_verify(&problem)?;
    }
    let proof = find.proof.as_deref().map(ProofFile::new).transpose()?;
    let stop = Stop::new();
    let mut instances = asked.instances(&problem, &find.question, &find.search, &stop)?;
    if find.search.dry_run {
        statistics::dry_run(&problem, instances.translation())?;
        return Ok(Exit::Success);
    }
    let skip = resume(find, &schema, after.as_ref(), &mut instances)?;
    timing.has_translated();

    let lines = Lines::stdout();
    if !find.bare {
        add_line(&lines, header)?;
    }
    let progress = Progress::start(find.search.progress);
    let mut stream = Stream {
        records: Records::new(&asked, &problem, &schema, find.verify, &instances, &stop)?,
        lines: &lines,
        progress: &progress,
        skip,
        first: after.as_ref().map_or(0, After::first_id),
        count: 0,
        limit: (find.limit > 0).then_some(find.limit),
    };
    let threads = threads(&find.search);
    let ended = catch_unwind(AssertUnwindSafe(|| stream.run(&mut instances, threads)));
    let count = stream.count;
    drop(progress);
    let status = match &ended {
        Ok(Ok(step)) => status(*step, &stop),
        Ok(Err(Error::Output(_))) => None,
        Ok(Err(_)) | Err(_) => Some(Status::Error),
    };
    if let Some(status) = status.filter(|_| !find.bare) {
        add_line(&lines, heap::end(status, count))?;
    }
    lines.finish()?;
    if find.search.stats {
        statistics::print(&problem, &instances, count, timing);
    }
    ended.unwrap_or_else(|panic| resume_unwind(panic))?;
    let is_partial = find.search.shard.is_some() || after.is_some();
    Ok(match status.expect("an error was returned") {
        Status::Interrupted => Exit::Interrupted,
        Status::Timeout | Status::Memory => Exit::Incomplete,
        _ if count > 0 || is_partial => Exit::Success,
        _ => {
            if let Some(proof) = proof {
                let break_symmetry = find.question.symmetry == Symmetry::Full;
                let options = Options { break_symmetry, ..Options::default() };
                proof.write(&asked, &problem, options)?;
            }
            if !report.is_quiet() {
                report.diagnostic(&asked.spec, &why(&asked, &problem, &stop));
            }
            Exit::Failure
        }
    })
}

/// Why a stream ended.
fn status(step: Step, stop: &Stop) -> Option<Status> {
    Some(match step {
        Step::Model => Status::Limit,
        Step::Exhausted => Status::Complete,
        Step::Stopped => match stop.reason() {
            Reason::Interrupt => Status::Interrupted,
            Reason::Timeout => Status::Timeout,
            Reason::Memory => Status::Memory,
        },
    })
}

/// Goes on where an earlier stream was left; how many instances are then still to be passed over.
fn resume(
    find: &Find,
    schema: &Schema,
    after: Option<&After>,
    instances: &mut Instances<'_>,
) -> Result<u64, Error> {
    match after {
        None => Ok(0),
        Some(After::Record(path, record)) if find.question.solver == Solver::Enumerator => {
            instances.resume_after(schema, record).map(|()| 0).map_err(|errors| {
                let id = &record["id"];
                let why = format!("its instance {id} does not fit: {}", errors[0]);
                refuse(path, &why, "the spec or the flags are others than they were")
            })
        }
        // The other engines find all instances first in any case.
        Some(after) => Ok(after.first_id()),
    }
}

fn add_line(lines: &Lines, mut line: String) -> Result<(), Error> {
    line.push('\n');
    Ok(lines.add(line.as_bytes())?)
}

fn header(asked: &Asked, find: &Find, schema: &Schema) -> String {
    let command = asked.spec.text(&asked.command, find.question.scope.as_deref());
    let symmetry = match find.question.symmetry {
        Symmetry::Full => "full",
        Symmetry::None => "none",
    };
    let shard = find.search.shard.map(|shard| (shard.part, shard.of));
    heap::header(schema, TOOL, &asked.spec.name, &command, symmetry, shard)
}

fn schema(asked: &Asked, find: &Find) -> Result<Schema, Error> {
    let schema = plain(&asked.spec, &asked.command)?;
    let shown = shown_variables(&asked.spec.model, &asked.command);
    let schema = schema.with_witnesses(&asked.spec.model, &shown);
    Ok(if find.question.ignore_parameters { schema.ignoring_parameters() } else { schema })
}
