//! `korrel count`: one number.

use std::time::Instant;

use korrel_enumerate::{Instances, Next, Problem};

use super::question::Asked;
use super::statistics::{self, Timing};
use crate::arguments::Count;
use crate::exit::Exit;
use crate::spec::{Error, Reporter};
use crate::stop::{Reason, Stop};

pub fn run(count: &Count, report: &Reporter) -> Result<Exit, Error> {
    let started = Instant::now();
    let asked = Asked::load(&count.question, report)?;
    let problem = asked.problem(&count.question)?;
    let stop = Stop::new();
    let mut instances = asked.instances(&problem, &count.question, &stop)?;
    if count.question.dry_run {
        statistics::dry_run(&problem, instances.translation())?;
        return Ok(Exit::Success);
    }
    let timing = Timing::translated(started);
    let (found, is_complete) = if count.verify {
        count_verified(&asked, &problem, &mut instances)?
    } else {
        count_all(&mut instances)
    };
    if count.question.stats {
        statistics::print(&problem, &instances, found, timing);
    }
    if is_complete {
        use std::io::Write;
        writeln!(std::io::stdout(), "{found}")?;
        return Ok(Exit::Success);
    }
    eprintln!("at least {found}");
    Ok(match stop.reason() {
        Reason::Interrupt => Exit::Interrupted,
        Reason::Timeout => Exit::Incomplete,
    })
}

/// How many there are, and whether these are all.
pub fn count_all(instances: &mut Instances<'_>) -> (u64, bool) {
    let mut found = 0;
    loop {
        match instances.advance() {
            korrel_sat::Step::Model => found += 1,
            korrel_sat::Step::Exhausted => return (found, true),
            korrel_sat::Step::Stopped => return (found, false),
        }
    }
}

fn count_verified(
    asked: &Asked,
    problem: &Problem<'_>,
    instances: &mut Instances<'_>,
) -> Result<(u64, bool), Error> {
    let mut found = 0;
    loop {
        match instances.next() {
            Next::Instance(instance) => asked.verify(problem, &instance)?,
            Next::Exhausted => return Ok((found, true)),
            Next::Stopped => return Ok((found, false)),
        }
        found += 1;
    }
}
