//! `korrel find`: every instance, as JSON lines.

use std::time::Instant;

use korrel_enumerate::Next;
use korrel_enumerate::heap::{self, Schema, Status};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use super::question::Asked;
use super::statistics::{self, Timing};
use crate::arguments::{Find, Symmetry};
use crate::exit::Exit;
use crate::output::Lines;
use crate::spec::{Error, Reporter};
use crate::stop::{Reason, Stop};

/// What the program calls itself in records.
pub const TOOL: &str = concat!("korrel ", env!("CARGO_PKG_VERSION"));

pub fn run(find: &Find, report: &Reporter) -> Result<Exit, Error> {
    let started = Instant::now();
    let asked = Asked::load(&find.question, report)?;
    let problem = asked.problem(&find.question)?;
    let schema = schema(&asked, find)?;
    let stop = Stop::new();
    let mut instances = asked.instances(&problem, &find.question, &stop)?;
    if find.question.dry_run {
        statistics::dry_run(&problem, instances.translation())?;
        return Ok(Exit::Success);
    }
    let timing = Timing::translated(started);

    let lines = Lines::stdout();
    if !find.bare {
        let command = asked.spec.text(&asked.command, find.question.scope.as_deref());
        let symmetry = match find.question.symmetry {
            Symmetry::Full => "full",
            Symmetry::None => "none",
        };
        let header = heap::header(&schema, TOOL, &asked.spec.name, &command, symmetry, None);
        lines.line(|buffer| buffer.extend_from_slice(header.as_bytes()))?;
    }
    let mut count = 0;
    let status = loop {
        if find.limit > 0 && count == find.limit {
            break Status::Limit;
        }
        match instances.next() {
            Next::Instance(instance) => {
                if find.verify {
                    asked.verify(&problem, &instance)?;
                }
                lines.line(|buffer| {
                    heap::instance_record(
                        buffer,
                        &schema,
                        problem.model,
                        &instance,
                        count,
                        &instance.variables,
                    );
                })?;
                count += 1;
            }
            Next::Exhausted => break Status::Complete,
            Next::Stopped if stop.reason() == Reason::Interrupt => break Status::Interrupted,
            Next::Stopped => break Status::Timeout,
        }
    };
    if !find.bare {
        lines.line(|buffer| buffer.extend_from_slice(heap::end(status, count).as_bytes()))?;
    }
    lines.finish()?;
    if find.question.stats {
        statistics::print(&problem, &instances, count, timing);
    }
    Ok(match status {
        Status::Interrupted => Exit::Interrupted,
        Status::Timeout => Exit::Incomplete,
        _ if count > 0 => Exit::Success,
        _ => {
            report.note("no instance exists within the scope");
            Exit::Failure
        }
    })
}

fn schema(asked: &Asked, find: &Find) -> Result<Schema, Error> {
    let schema = Schema::new(&asked.spec.model, &asked.command).map_err(|clash| {
        let message = format!("two roots are called `{}`", clash.name);
        asked.spec.error(
            Diagnostic::error(code::ROOT_NAMES, message)
                .at(clash.second, "the second one")
                .related(clash.first, "the first one")
                .help("rename the parameter"),
        )
    })?;
    Ok(if find.question.ignore_parameters { schema.ignoring_parameters() } else { schema })
}
