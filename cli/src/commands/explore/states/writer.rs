//! The graph in each format, state by state.

use std::io::{self, Write};

use korrel_enumerate::heap::{
    Keys, StateForm, Status, concretize_steps, concretize_trace, record_body, trace_body,
};
use korrel_enumerate::states::{StateGraph, VisitedState};
use korrel_lang::visible::{visible, visible_json, visible_lines};
use serde_json::{Map, Value as Json, json};

use super::words::{left, summary, titled};
use super::{GraphEnd, StatesRun, named};
use crate::flags::ExploreFormatFlag;
use crate::messages::tell::tell;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

pub(super) enum GraphWriter {
    Text,
    Count,
    Dot,
    Json(Box<(StreamFrame, Keys)>),
}

impl GraphWriter {
    /// In the format that is wanted.
    pub fn of(run: &StatesRun<'_>) -> GraphWriter {
        match run.explore.answer.format {
            ExploreFormatFlag::Text => GraphWriter::Text,
            ExploreFormatFlag::Count => GraphWriter::Count,
            ExploreFormatFlag::Dot => GraphWriter::Dot,
            ExploreFormatFlag::Json => {
                let frame = StreamFrame::new(Lines::stdout(), Some(run.heading(None)));
                GraphWriter::Json(Box::new((frame, Keys::new(run.schema))))
            }
        }
    }

    pub fn begin(&mut self) -> io::Result<()> {
        match self {
            GraphWriter::Text | GraphWriter::Count => Ok(()),
            GraphWriter::Dot => {
                let node = "node [shape=box, fontname=monospace, style=rounded];";
                writeln!(io::stdout(), "digraph states {{\n  {node}")
            }
            GraphWriter::Json(stream) => stream.0.begin(),
        }
    }

    pub fn add(
        &mut self,
        run: &StatesRun<'_>,
        graph: &mut StateGraph<'_>,
        state: &VisitedState,
    ) -> io::Result<()> {
        match self {
            GraphWriter::Count => Ok(()),
            GraphWriter::Text => {
                let mut out = io::stdout().lock();
                writeln!(out, "  {}", titled(run, state))?;
                let (lines, names) = run.drawn(&graph.state(state.number), &state.steps);
                for line in lines {
                    writeln!(out, "{}", visible_lines(&line).trim_end())?;
                }
                for (next, names) in state.next.iter().flatten().zip(names) {
                    writeln!(out, "     → {next} {}", visible(&names.join(", ")).trim_end())?;
                }
                Ok(())
            }
            GraphWriter::Dot => {
                let mut out = io::stdout().lock();
                let (lines, names) = run.drawn(&graph.state(state.number), &state.steps);
                writeln!(out, "{}", node(state, &lines))?;
                let mut names = names.into_iter();
                state.next.iter().flatten().try_for_each(|next| {
                    let names = names.next().unwrap_or_default();
                    let names: Vec<String> = names.iter().map(|name| escaped(name)).collect();
                    let label = match names.is_empty() {
                        true => String::new(),
                        false => format!(" [label=\"{}\"]", names.join("\\n")),
                    };
                    writeln!(out, "  s{} -> s{next}{label};", state.number)
                })
            }
            GraphWriter::Json(stream) => {
                let (frame, keys) = &mut **stream;
                let instance = graph.state(state.number);
                let model = &run.asked.spec.model;
                let (heap, steps) = concretize_steps(
                    run.schema,
                    model,
                    run.schema.actions.iter(),
                    &instance,
                    &state.steps,
                );
                let steps: Vec<Json> = steps.iter().map(|step| named(&heap, step)).collect();
                let key = keys.key(&heap, &run.stop.effort());
                let mut body = Vec::new();
                record_body(&mut body, &heap, key.as_deref());
                body.push(b'\n');
                let number = u64::from(state.number);
                frame.add(Some(&number.into()), said(run, state, &steps).as_bytes(), &body)
            }
        }
    }

    pub fn end(
        &mut self,
        run: &StatesRun<'_>,
        graph: &StateGraph<'_>,
        told: &GraphEnd,
    ) -> io::Result<()> {
        match self {
            GraphWriter::Text | GraphWriter::Count => {
                summary(run, graph, told, &mut io::stdout().lock())
            }
            GraphWriter::Dot => {
                writeln!(io::stdout(), "}}")?;
                if told.status != Status::Complete {
                    tell(format_args!("INCOMPLETE: {}", run.stop.reason()));
                }
                Ok(())
            }
            GraphWriter::Json(stream) => {
                stream.0.tell(end(run, graph, told));
                stream.0.end(told.status)
            }
        }
    }
}

/// The members of a state's record before its heap.
fn said(run: &StatesRun<'_>, state: &VisitedState, steps: &[Json]) -> String {
    let mut said = format!(",\"depth\":{}", state.depth);
    if let Some(from) = state.from {
        said += &format!(",\"from\":{from}");
    }
    if let Some(next) = &state.next {
        said += &format!(",\"next\":{}", json!(next));
        if !run.schema.actions.is_empty() {
            said += &format!(",\"steps\":{}", visible_json(&json!(steps).to_string()));
        }
    }
    if !state.violated.is_empty() {
        let violated = state.violated.iter().map(|violated| {
            let (cause, at) = run.claim(violated);
            json!({ "cause": visible(&cause), "at": at })
        });
        said += &format!(",\"violates\":{}", Json::from_iter(violated));
    }
    said
}

/// The members of the end record beside its status.
fn end(run: &StatesRun<'_>, graph: &StateGraph<'_>, told: &GraphEnd) -> Map<String, Json> {
    let tally = graph.tally();
    let mut end = json!({
        "by_depth": graph.by_depth(), "transitions": tally.transitions,
        "deadlocks": tally.deadlocks, "left": left(graph), "violating": tally.violating,
    });
    if let Some(way) = &told.way {
        end["way"] = json!(way);
    }
    if let Some(trace) = &told.counterexample {
        let mut line = b"{\"kind\":\"instance\"".to_vec();
        let body = concretize_trace(run.schema, &run.asked.spec.model, trace, &[]);
        trace_body(&mut line, &body, None, StateForm::Whole);
        let record: Json = serde_json::from_slice(&line).expect("it is JSON");
        end["counterexample"] = record["states"].clone();
    }
    end.as_object().cloned().unwrap_or_default()
}

fn node(state: &VisitedState, drawn: &[String]) -> String {
    let lines = drawn.iter().map(|line| escaped(line.trim_end().trim_start_matches("     ")));
    let label: String = lines.map(|line| line + "\\l").collect();
    let mut style = String::new();
    if state.from.is_none() {
        style += ", penwidth=3";
    }
    if state.next.as_deref() == Some(&[]) {
        style += ", peripheries=2";
    }
    if !state.violated.is_empty() {
        style += ", color=red";
    }
    format!("  s{} [label=\"{}\\l{label}\"{style}];", state.number, state.number)
}

fn escaped(text: &str) -> String {
    visible(text).replace('\\', "\\\\").replace('"', "\\\"")
}
