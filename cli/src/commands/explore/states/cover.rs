//! A few behaviours that go through the graph.

use korrel_enumerate::heap::{
    Keys, NamedAction, StateForm, Status, TraceHeading, concretize_trace, trace_body,
};
use korrel_enumerate::states::{StateGraph, Transitions, Visit, cover};
use korrel_harness::counted;
use korrel_lang::model::TraceKind;
use korrel_lang::unroll::Steps;
use serde_json::json;

use super::StatesRun;
use super::words::goes_through;
use crate::flags::{CoverTracesFlag, ExploreFormatFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

impl StatesRun<'_> {
    /// Writes behaviours that cover the graph.
    pub(super) fn cover(
        &self,
        mut graph: StateGraph<'_>,
        what: CoverTracesFlag,
    ) -> Result<Exit, Error> {
        if let ExploreFormatFlag::Dot | ExploreFormatFlag::Count = self.explore.answer.format {
            let message = "behaviours are written by `--format text` and `--format json`";
            return Err(Error::usage(message));
        }
        if what == CoverTracesFlag::Actions {
            if self.schema.actions.is_empty() {
                let message = "no step has a name: an action is a predicate that primes something and is called under \
                               `always`, or is named by --actions";
                return Err(Error::usage(message));
            }
            graph.name_steps(self.actions());
        }
        let mut transitions = Transitions::default();
        loop {
            match graph.visit() {
                Visit::State(state) => transitions.add(&state),
                Visit::Full => unreachable!("all states are in memory"),
                Visit::Exhausted => break,
                Visit::Stopped => return Ok(self.stop.tell()),
            }
        }
        let ways = cover(&graph, &transitions, what.into());
        let longest = ways.iter().map(|way| way.states.len()).max().unwrap_or(1) as u32;
        let steps = Steps { least: 1, greatest: Some(longest) };
        let traces = TraceHeading { kind: TraceKind::Prefixes, steps };
        let is_text = self.explore.answer.format == ExploreFormatFlag::Text;
        let mut frame = StreamFrame::new(Lines::stdout(), Some(self.heading(Some(traces))));
        let mut keys = Keys::new(self.schema);
        for (number, way) in (0_u64..).zip(&ways) {
            let Ok(trace) = graph.behaviour(way) else { return Ok(self.stop.tell()) };
            if is_text {
                self.print(
                    &format!("{number}. {}", goes_through(&way.states)),
                    &trace,
                    &mut std::io::stdout(),
                )?;
                continue;
            }
            let body = concretize_trace(self.schema, &self.asked.spec.model, &trace, &[]);
            let key = keys.trace_key(&body.states, body.back, &self.stop.effort());
            let mut line = Vec::new();
            trace_body(&mut line, &body, key.as_deref(), StateForm::Whole);
            line.push(b'\n');
            frame.add(
                Some(&number.into()),
                format!(",\"through\":{}", json!(way.states)).as_bytes(),
                &line,
            )?;
        }
        let tally = graph.tally();
        let (states, taken) = (graph.states(), tally.transitions);
        let actions: &[NamedAction] = match what {
            CoverTracesFlag::Actions => &self.schema.actions,
            CoverTracesFlag::States | CoverTracesFlag::Transitions => &[],
        };
        let untaken = transitions.untaken(actions.len()).into_iter().map(|at| &*actions[at].name);
        let untaken: Vec<&str> = untaken.collect();
        if is_text {
            let covered = match what {
                CoverTracesFlag::States => counted(states, "state"),
                CoverTracesFlag::Transitions => {
                    format!("{} and {}", counted(states, "state"), counted(taken, "transition"))
                }
                CoverTracesFlag::Actions => {
                    let taken = actions.len() - untaken.len();
                    format!("{taken} of {}", counted(actions.len(), "action"))
                }
            };
            println!("COVER: {} through {covered}", counted(ways.len(), "behaviour"));
            if !untaken.is_empty() {
                println!("NOT TAKEN: no step that was found takes {}", untaken.join(", "));
            }
            return Ok(Exit::Success);
        }
        let mut told = json!({ "states": states, "transitions": taken, "left": tally.left });
        if what == CoverTracesFlag::Actions {
            told["untaken"] = json!(untaken);
        }
        frame.tell(told.as_object().cloned().unwrap_or_default());
        frame.end(Status::Complete)?;
        Ok(Exit::Success)
    }
}
