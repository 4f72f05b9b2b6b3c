//! One request, alone in a fresh process.

use std::time::{Duration, Instant};

use crate::driver::{DriverEnd, EndKind, Process, StartFailure, Starter, wait};
use crate::protocol::{Breach, Reply};
use crate::schedule::lane::answer::{BrokenReply, SentRequest, read_reply};

/// A process that writes something after the answer has written it by then.
const PARTING: Duration = Duration::from_millis(300);

pub(in crate::schedule) enum Alone {
    Answered(Box<Result<Reply, BrokenReply>>),
    /// The process did not reply.
    Ended(DriverEnd),
}

/// Starts a process, asks it this only, and ends it.
pub(in crate::schedule) fn alone(
    starter: &Starter<'_>,
    request: &SentRequest,
) -> Result<Alone, StartFailure> {
    let (mut process, _) = starter.start()?;
    process.outbox().extend_from_slice(&request.line);
    process.write();
    let answered = line(starter, &mut process)?.and_then(|line| {
        let parsed = Reply::parse(&line, request.id(), &request.heap);
        read_reply(starter, request.number, parsed)
    });
    Ok(match answered.and_then(|reply| says_no_more(&mut process).map(|()| reply)) {
        Ok(reply) => Alone::Answered(Box::new(reply)),
        Err(how) => Alone::Ended(process.ended(how)),
    })
}

/// A line after the answer would be taken for the answer to the next input.
fn says_no_more(process: &mut Process) -> Result<(), EndKind> {
    match process.parting_line(PARTING) {
        None => Ok(()),
        Some(line) => {
            Err(EndKind::NoReply(Breach::stray(&line, "it comes after the reply".to_owned())))
        }
    }
}

/// The next line of a process, within the limits of an answer.
pub(in crate::schedule) fn line(
    starter: &Starter<'_>,
    process: &mut Process,
) -> Result<Result<Vec<u8>, EndKind>, StartFailure> {
    let (limits, begun) = (starter.limits(), Instant::now());
    let mut is_read = true;
    loop {
        match process.next_line() {
            Ok(None) => {}
            Ok(Some(line)) => return Ok(Ok(line.to_vec())),
            Err(how) => return Ok(Err(how)),
        }
        if starter.is_stopped() {
            return Err(StartFailure::Stopped);
        }
        if !is_read {
            if process.is_over() {
                return Ok(Err(EndKind::Closed));
            }
            if begun.elapsed() > limits.answer {
                return Ok(Err(process.hung(limits.answer)));
            }
            if let Some(most) = limits.memory
                && process.resident() > most
            {
                return Ok(Err(EndKind::Memory(most)));
            }
        }
        is_read = wait(&mut [process], limits.answer);
    }
}
