//! States and totals in words.

use std::io::{self, Write};

use korrel::stream::Status;
use korrel_enumerate::states::{StateGraph, VisitedState};
use korrel_harness::{counted, verb};
use korrel_lang::visible::visible;

use super::{GraphEnd, SHOWN, StatesRun};
use crate::messages::exit::Exit;

/// `3. after 2 steps, from 1; next: 4 5`.
pub(super) fn titled(run: &StatesRun<'_>, state: &VisitedState) -> String {
    let from = match state.from {
        None => "a first state".to_owned(),
        Some(from) => format!("after {}, from {from}", counted(state.depth, "step")),
    };
    let next = match state.next.as_deref() {
        None => String::new(),
        Some([]) => "; a dead end".to_owned(),
        Some(next) => format!("; next: {}", numbers(next)),
    };
    let violates = state.violated.first().map_or(String::new(), |violated| {
        let (cause, _) = run.claim(violated);
        format!("; violates {}", visible(&cause))
    });
    format!("{}. {from}{next}{violates}", state.number)
}

fn numbers(states: &[u32]) -> String {
    states.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn goes_through(way: &[u32]) -> String {
    way.iter().map(u32::to_string).collect::<Vec<_>>().join(" → ")
}

/// The lines below the states.
pub(super) fn summary(
    run: &StatesRun<'_>,
    graph: &StateGraph<'_>,
    told: &GraphEnd,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (tally, by_depth) = (graph.tally(), graph.by_depth());
    if let (Some((_, violated)), Some(way), Some(trace)) =
        (told.seen.refuted, &told.way, &told.counterexample)
    {
        let (cause, at) = run.claim(&violated);
        let steps = counted(trace.states.len() - 1, "step");
        let way = goes_through(way);
        let title = format!("VIOLATED: {cause}\n  {at}, after {steps}: {way}");
        run.print(&title, trace, out)?;
    }
    let depths: Vec<String> = by_depth.iter().map(u64::to_string).collect();
    let most = by_depth.len().saturating_sub(1);
    let within = counted(most, "step");
    writeln!(out, "STATES: {} within {within}; by steps: {}", graph.states(), depths.join(" "))?;
    writeln!(out, "TRANSITIONS: {}", tally.transitions)?;
    if tally.deadlocks > 0 {
        let (ends, have) =
            (counted(tally.deadlocks, "state"), verb(tally.deadlocks, "has", "have"));
        let more = if tally.deadlocks > SHOWN as u64 { " …" } else { "" };
        let named = numbers(&told.seen.dead_ends);
        writeln!(out, "DEAD ENDS: {ends} {have} no next one: {named}{more}")?;
    }
    if tally.violating > 0 {
        let violate = verb(tally.violating, "violates", "violate");
        writeln!(out, "VIOLATING: {} {violate} the assertion", counted(tally.violating, "state"))?;
    }
    let left = left(graph);
    if left > 0 {
        let were = verb(left, "was", "were");
        writeln!(out, "LEFT: of {} the next ones {were} not looked for", counted(left, "state"))?;
    }
    if told.status != Status::Complete {
        writeln!(out, "INCOMPLETE: {}", run.stop.reason())?;
    }
    Ok(())
}

/// What a run ended with that wrote this text.
pub(super) fn exit_of(text: &str) -> Exit {
    match text.starts_with("VIOLATED: ") || text.starts_with("STATES: 0 ") {
        true => Exit::Failure,
        false => Exit::Success,
    }
}

/// The states that were reached and not left: the depth, or a stop, came before.
pub(super) fn left(graph: &StateGraph<'_>) -> u64 {
    let visited: u64 = graph.by_depth().iter().sum();
    graph.tally().left + (graph.states() - visited)
}
