//! The states of a spec, and the steps between them.

use std::io::{self, Write};

use korrel_draw::{action_text, step_texts};
use korrel_enumerate::Meaning;
use korrel_enumerate::ask::SpecCommand;
use korrel_enumerate::heap::{
    self, Heading, HeapGraph, Keys, NamedAction, Schema, StateForm, Status, Taken, TraceHeading,
    concretize_steps, concretize_trace, record_body, trace_body, write_taken,
};
use korrel_enumerate::states::{
    Covered, StateGraph, StateSystem, Transitions, Violated, Visit, VisitedState, cover,
};
use korrel_harness::{counted, verb};
use korrel_heapgraph::{Header, Trace as HeapTrace};
use korrel_lang::evaluate::Choices;
use korrel_lang::instance::Instance;
use korrel_lang::model::{FunctionId, TraceKind};
use korrel_lang::trace::Trace;
use korrel_lang::unroll::Steps;
use korrel_lang::visible::{visible, visible_json, visible_lines};
use korrel_sat::Step;
use serde_json::{Map, Value as Json, json};

use super::told::drawn;
use crate::commands::shared::question::{caution, limited, overflow, ready};
use crate::commands::stream::{TOOL, identity_of, status};
use crate::files::read::load;
use crate::flags::{CoverTracesFlag, ExploreFlags, ExploreFormatFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::frame::StreamFrame;
use crate::output::lines::Lines;

pub fn run(explore: &ExploreFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), explore.drivers.total_timeout, explore.memory)?;
    let asked = asked(explore, report)?;
    let spec = &asked.spec;
    let system = StateSystem::new(&spec.model, &asked.command)
        .map_err(|mistake| Error::about(spec, mistake))?;
    caution(&asked, explore.overflow, report, &stop)?;
    report.remarks(&spec.sources, &system.left_out);
    let schema = Schema::of(spec, &asked.command)?;
    stop.heed(Stop::tell);
    let meaning = Meaning { overflow: overflow(explore.overflow), ignore_parameters: false };
    let graph = StateGraph::new(&system, explore.depth, meaning, &stop.effort());
    let graph = ready(spec, graph, &stop)?;
    stop.take_over();
    let header = schema.header();
    let run = StatesRun { explore, asked: &asked, schema: &schema, header, stop: &stop };
    match explore.cover_traces {
        Some(what) => run.cover(graph, what),
        None => run.list(graph),
    }
}

fn asked(explore: &ExploreFlags, report: &Reporter) -> Result<SpecCommand, Error> {
    let mut spec = load(&explore.spec, &explore.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let mut command = spec.command(explore.command.as_deref())?;
    if let Some(scope) = &explore.scope {
        command = spec.with_scope(command, "--scope", scope)?;
    }
    Ok(explore.naming.applied(SpecCommand { spec, command })?)
}

struct StatesRun<'a> {
    explore: &'a ExploreFlags,
    asked: &'a SpecCommand,
    schema: &'a Schema,
    header: Header,
    stop: &'a Stop,
}

impl StatesRun<'_> {
    /// Writes each state as it is visited.
    fn list(&self, mut graph: StateGraph<'_>) -> Result<Exit, Error> {
        let mut writer = self.writer();
        if !matches!(writer, GraphWriter::Count) && !self.schema.actions.is_empty() {
            graph.name_steps(self.actions());
        }
        writer.begin()?;
        let mut refuted: Option<(u32, Violated)> = None;
        let mut dead_ends = Vec::new();
        let status = loop {
            match graph.visit() {
                Visit::State(state) => {
                    if let (None, Some(&violated)) = (&refuted, state.violated.first()) {
                        refuted = Some((state.number, violated));
                    }
                    if state.next.as_deref() == Some(&[]) && dead_ends.len() < SHOWN {
                        dead_ends.push(state.number);
                    }
                    writer.add(self, &mut graph, &state)?;
                }
                Visit::Exhausted => break Status::Complete,
                Visit::Stopped => break status(Step::Stopped, self.stop),
            }
        };
        let counterexample = match refuted {
            Some((number, violated)) => graph.counterexample(number, violated).ok(),
            None => None,
        };
        let told = GraphEnd { status, refuted, counterexample, dead_ends };
        writer.end(self, &graph, &told)?;
        Ok(match status {
            _ if told.refuted.is_some() => Exit::Failure,
            Status::Complete if graph.states() == 0 => {
                tell("there is no first state: nothing satisfies what is said of it");
                Exit::Failure
            }
            Status::Complete => Exit::Success,
            _ => self.stop.exit(),
        })
    }

    /// Writes behaviours that cover the graph.
    fn cover(&self, mut graph: StateGraph<'_>, what: CoverTracesFlag) -> Result<Exit, Error> {
        if let ExploreFormatFlag::Dot | ExploreFormatFlag::Count = self.explore.format {
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
                Visit::Exhausted => break,
                Visit::Stopped => return Ok(self.stop.tell()),
            }
        }
        let covered = match what {
            CoverTracesFlag::States => Covered::States,
            CoverTracesFlag::Transitions => Covered::Transitions,
            CoverTracesFlag::Actions => Covered::Actions,
        };
        let ways = cover(&graph, &transitions, covered);
        let longest = ways.iter().map(|way| way.states.len()).max().unwrap_or(1) as u32;
        let steps = Steps { least: 1, greatest: longest };
        let traces = TraceHeading { kind: TraceKind::Prefixes, steps };
        let is_text = self.explore.format == ExploreFormatFlag::Text;
        let mut frame = StreamFrame::new(Lines::stdout(), Some(self.heading(Some(traces))));
        let mut keys = Keys::new(self.schema);
        for (number, way) in (0_u64..).zip(&ways) {
            let Ok(trace) = graph.behaviour(way) else { return Ok(self.stop.tell()) };
            if is_text {
                self.print(&format!("{number}. {}", goes_through(&way.states)), &trace)?;
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

    fn heading(&self, traces: Option<TraceHeading>) -> String {
        let SpecCommand { spec, command } = self.asked;
        let text = spec.text(command, self.explore.scope.as_deref());
        let depth = self.explore.depth.map_or("all".to_owned(), |depth| depth.to_string());
        let words = format!("states {depth}");
        let question = identity_of(self.asked, &text, &words, self.explore.overflow);
        let asks = match (traces, self.explore.cover_traces) {
            (None, _) | (_, None) => json!({ "depth": self.explore.depth }),
            (_, Some(CoverTracesFlag::States)) => json!({ "cover": "states" }),
            (_, Some(CoverTracesFlag::Transitions)) => json!({ "cover": "transitions" }),
            (_, Some(CoverTracesFlag::Actions)) => json!({ "cover": "actions" }),
        };
        heap::header(
            self.schema,
            &Heading {
                tool: TOOL,
                spec: &spec.name,
                command: &text,
                question: &question,
                symmetry: "full",
                shard: None,
                cut: None,
                key: None,
                sample: None,
                asks: Some(("graph", &asks)),
                traces,
            },
        )
    }

    fn writer(&self) -> GraphWriter {
        match self.explore.format {
            ExploreFormatFlag::Text => GraphWriter::Text,
            ExploreFormatFlag::Count => GraphWriter::Count,
            ExploreFormatFlag::Dot => GraphWriter::Dot,
            ExploreFormatFlag::Json => {
                let frame = StreamFrame::new(Lines::stdout(), Some(self.heading(None)));
                GraphWriter::Json(Box::new((frame, Keys::new(self.schema))))
            }
        }
    }

    fn actions(&self) -> impl Iterator<Item = FunctionId> {
        self.schema.actions.iter().map(|action| action.function)
    }

    /// The lines that draw a state, and the names of the steps from it, for each its own.
    fn drawn(&self, state: &Instance, steps: &[Vec<Choices>]) -> (Vec<String>, Vec<Vec<String>>) {
        let (heap, steps) = concretize_steps(
            self.schema,
            &self.asked.spec.model,
            self.schema.actions.iter(),
            state,
            steps,
        );
        let mut record = b"{\"kind\":\"instance\"".to_vec();
        record_body(&mut record, &heap, None);
        let record: Json = serde_json::from_slice(&record).expect("it is JSON");
        let names = named(&heap, steps.iter().flatten());
        // The names are read as those of one step.
        let trace = json!({ "states": [record, record], "steps": [names] });
        let mut texts = match HeapTrace::read(&self.header, &trace) {
            Ok(HeapTrace { states, steps, .. }) => {
                let names = steps.iter().flatten();
                names.map(|taken| action_text(&states[0], taken, None)).collect()
            }
            Err(_) => Vec::new(),
        }
        .into_iter();
        let names = steps.iter().map(|step| texts.by_ref().take(step.len()).collect()).collect();
        (drawn(Some(&self.header), &record), names)
    }

    /// Prints a behaviour, state by state.
    fn print(&self, title: &str, trace: &Trace) -> io::Result<()> {
        let mut line = b"{\"kind\":\"instance\"".to_vec();
        let body = concretize_trace(self.schema, &self.asked.spec.model, trace, &[]);
        trace_body(&mut line, &body, None, StateForm::Whole);
        let record: Json = serde_json::from_slice(&line).expect("it is JSON");
        let steps = HeapTrace::read(&self.header, &record).map(|read| step_texts(&read));
        let steps = steps.unwrap_or_default();
        let mut out = io::stdout().lock();
        writeln!(out, "{}", visible_lines(title))?;
        for at in 0..trace.states.len() {
            let by = at.checked_sub(1).and_then(|before| steps.get(before));
            let by =
                by.filter(|by| !by.is_empty()).map_or(String::new(), |by| format!(", by {by}"));
            writeln!(out, "  state {at}{}", visible(&by))?;
            for line in drawn(Some(&self.header), &record["states"][at]) {
                writeln!(out, "{}", visible_lines(&line).trim_end())?;
            }
        }
        writeln!(out)
    }

    /// What is claimed, and its place.
    fn claim(&self, violated: &Violated) -> (String, String) {
        let sources = &self.asked.spec.sources;
        let text = sources.text(violated.span).split_whitespace().collect::<Vec<_>>().join(" ");
        (text, sources.place(violated.span))
    }
}

/// The number of dead ends that are named.
const SHOWN: usize = 10;

/// How an exploration ended.
struct GraphEnd {
    status: Status,
    refuted: Option<(u32, Violated)>,
    counterexample: Option<Trace>,
    /// The first of them.
    dead_ends: Vec<u32>,
}

enum GraphWriter {
    Text,
    Count,
    Dot,
    Json(Box<(StreamFrame, Keys)>),
}

impl GraphWriter {
    fn begin(&mut self) -> io::Result<()> {
        match self {
            GraphWriter::Text | GraphWriter::Count => Ok(()),
            GraphWriter::Dot => {
                let node = "node [shape=box, fontname=monospace, style=rounded];";
                writeln!(io::stdout(), "digraph states {{\n  {node}")
            }
            GraphWriter::Json(stream) => stream.0.begin(),
        }
    }

    fn add(
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

    fn end(
        &mut self,
        run: &StatesRun<'_>,
        graph: &StateGraph<'_>,
        told: &GraphEnd,
    ) -> io::Result<()> {
        match self {
            GraphWriter::Text | GraphWriter::Count => summary(run, graph, told),
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

/// Actions that begin in a state, as records have them.
fn named<'t, 'a: 't>(heap: &HeapGraph<'_>, taken: impl IntoIterator<Item = &'t Taken<'a>>) -> Json {
    let name = |taken: &Taken<'_>| -> Json {
        let mut text = Vec::new();
        write_taken(&mut text, heap, taken);
        serde_json::from_slice(&text).expect("it is JSON")
    };
    taken.into_iter().map(name).collect()
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
    if let Some((number, _)) = told.refuted {
        end["way"] = json!(graph.way_to(number));
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

/// The states that were reached and not left: the depth, or a stop, came before.
fn left(graph: &StateGraph<'_>) -> u64 {
    let visited: u64 = graph.by_depth().iter().sum();
    graph.tally().left + (graph.states() - visited)
}

/// `3. after 2 steps, from 1; next: 4 5`.
fn titled(run: &StatesRun<'_>, state: &VisitedState) -> String {
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

fn goes_through(way: &[u32]) -> String {
    way.iter().map(u32::to_string).collect::<Vec<_>>().join(" → ")
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

/// The lines below the states.
fn summary(run: &StatesRun<'_>, graph: &StateGraph<'_>, told: &GraphEnd) -> io::Result<()> {
    let (tally, by_depth) = (graph.tally(), graph.by_depth());
    if let (Some((number, violated)), Some(trace)) = (told.refuted, &told.counterexample) {
        let (cause, at) = run.claim(&violated);
        let steps = counted(trace.states.len() - 1, "step");
        let way = goes_through(&graph.way_to(number));
        let title = format!("VIOLATED: {cause}\n  {at}, after {steps}: {way}");
        run.print(&title, trace)?;
    }
    let mut out = io::stdout().lock();
    let depths: Vec<String> = by_depth.iter().map(u64::to_string).collect();
    let most = by_depth.len().saturating_sub(1);
    let within = counted(most, "step");
    writeln!(out, "STATES: {} within {within}; by steps: {}", graph.states(), depths.join(" "))?;
    writeln!(out, "TRANSITIONS: {}", tally.transitions)?;
    if tally.deadlocks > 0 {
        let (ends, have) =
            (counted(tally.deadlocks, "state"), verb(tally.deadlocks, "has", "have"));
        let more = if tally.deadlocks > SHOWN as u64 { " …" } else { "" };
        let named = numbers(&told.dead_ends);
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
