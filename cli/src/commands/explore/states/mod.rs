//! The states of a spec, and the steps between them.

mod cover;
mod kept;
mod words;
mod writer;

use std::io::{self, Write};
use std::sync::Arc;

use korrel::question::unbounded::up_to;
use korrel::question::{NoAnswer, SpecCommand};
use korrel::stream::{TOOL, identity_of};
use korrel::{Settings, Step};
use korrel_draw::{action_text, step_texts};
use korrel_enumerate::heap::{
    self, Heading, HeapGraph, Schema, StateForm, Status, TakenAction, TraceHeading,
    concretize_steps, concretize_trace, record_body, trace_body, write_taken,
};
use korrel_enumerate::states::{StateGraph, StateSystem, ViolatedClaim, Visit, VisitedState};
use korrel_harness::counted;
use korrel_heapgraph::{Header, Trace as HeapTrace};
use korrel_lang::evaluate::ArgumentChoices;
use korrel_lang::instance::Instance;
use korrel_lang::model::FunctionId;
use korrel_lang::trace::Trace;
use korrel_lang::unroll::STEPS;
use korrel_lang::visible::{visible, visible_lines};
use serde_json::{Value as Json, json};

use crate::commands::shared::question::{answered, at_most, caution, limited, overflow};
use crate::commands::stream::status;
use crate::files::read::load;
use crate::flags::{CoverTracesFlag, ExploreFlags};
use crate::limits::Stop;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

use self::kept::{KeptStates, StatesPlace};
use self::words::summary;
use self::writer::GraphWriter;
use super::told::drawn;

pub fn run(explore: &ExploreFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = limited(Stop::new(), explore.drivers.total_timeout, explore.size.memory)?;
    let asked = asked(explore, report)?;
    let spec = &asked.spec;
    let system = StateSystem::new(&spec.model, &asked.command)
        .map_err(|mistake| Error::about(spec, mistake))?;
    let settings = Settings::new().overflow(overflow(explore.overflow));
    caution(&asked, &settings, report, &stop)?;
    report.remarks(&spec.sources, &system.left_out);
    let schema = Schema::of(spec, &asked.command)?;
    let place = StatesPlace::open(explore, question(explore, &asked), report)?;
    if let StatesPlace::Whole(exit) = place {
        return Ok(exit);
    }
    stop.heed(Stop::tell);
    let graph = StateGraph::new(&system, explore.depth, settings.meaning(), &stop.effort());
    let graph = answered(graph.map_err(|why| NoAnswer::untranslated(spec, why)), &stop)?;
    let graph = graph.in_threads(at_most(explore.drivers.drivers, report));
    stop.take_over();
    let header = schema.header();
    let run = StatesRun { explore, asked: &asked, schema: &schema, header, stop: &stop };
    match (explore.cover_traces, place) {
        (Some(what), _) => run.cover(graph, what),
        (None, StatesPlace::Files(kept)) => run.count(graph, kept, report),
        (None, _) => run.list(graph),
    }
}

/// The hash of all that the states depend on.
fn question(explore: &ExploreFlags, asked: &SpecCommand) -> String {
    let depth = explore.depth.map_or("all".to_owned(), |depth| depth.to_string());
    identity_of(asked, &format!("states {depth}"), overflow(explore.overflow))
}

fn asked(explore: &ExploreFlags, report: &Reporter) -> Result<SpecCommand, Error> {
    let mut spec = load(&explore.spec, &explore.language)?;
    report.remarks(&spec.sources, &spec.warnings);
    let mut command = spec.command(explore.command.as_deref())?;
    if let Some(scope) = &explore.scope {
        command = spec.with_scope(command, "--scope", scope)?;
    }
    if command.scope.is_endless() {
        // All states are visited, whatever the number of steps.
        command = up_to(&command, STEPS);
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
        let mut writer = GraphWriter::of(self);
        if !matches!(writer, GraphWriter::Count) && !self.schema.actions.is_empty() {
            graph.name_steps(self.actions());
        }
        writer.begin()?;
        let mut seen = Seen::default();
        let status = loop {
            match graph.visit() {
                Visit::State(state) => {
                    seen.add(&state);
                    writer.add(self, &mut graph, &state)?;
                }
                Visit::Full => unreachable!("all states are in memory"),
                Visit::Exhausted => break Status::Complete,
                Visit::Stopped => break status(Step::Stopped, self.stop),
            }
        };
        let told = GraphEnd::new(status, seen, &mut graph);
        writer.end(self, &graph, &told)?;
        Ok(self.exit(&graph, &told))
    }

    /// Counts states that are kept in files.
    fn count(
        &self,
        graph: StateGraph<'_>,
        mut kept: KeptStates,
        report: &Reporter,
    ) -> Result<Exit, Error> {
        let files = Arc::clone(&kept.files);
        let room = KeptStates::room(self.explore.size.memory);
        let mut graph = graph.kept_in(&*files, room);
        let mut seen = kept.go_on(&mut graph)?;
        let status = loop {
            match graph.visit() {
                Visit::State(state) => {
                    seen.add(&state);
                    kept.visited(&mut graph, &seen)?;
                }
                Visit::Full => kept.keep(&mut graph, &seen)?,
                Visit::Exhausted => break Status::Complete,
                Visit::Stopped => break status(Step::Stopped, self.stop),
            }
        };
        kept.is_whole()?;
        let path = self.explore.output.as_ref();
        if let (true, Some(_)) = (status != Status::Complete, path) {
            kept.keep(&mut graph, &seen)?;
            tell(format_args!("INCOMPLETE: {}", self.stop.reason()));
            let (place, states) = (shown(&files.place()), counted(graph.states(), "state"));
            report.note(&format!("`{place}` has {states}; --resume goes on with it"));
            return Ok(self.stop.exit());
        }
        let told = GraphEnd::new(status, seen, &mut graph);
        kept.is_whole()?;
        match path {
            None => summary(self, &graph, &told, &mut io::stdout())?,
            Some(path) => {
                let mut text = Vec::new();
                summary(self, &graph, &told, &mut text)?;
                kept.publish(&text, path)?;
            }
        }
        Ok(self.exit(&graph, &told))
    }

    fn exit(&self, graph: &StateGraph<'_>, told: &GraphEnd) -> Exit {
        match told.status {
            _ if told.seen.refuted.is_some() => Exit::Failure,
            Status::Complete if graph.states() == 0 => {
                tell("there is no first state: nothing satisfies what is said of it");
                Exit::Failure
            }
            Status::Complete => Exit::Success,
            _ => self.stop.exit(),
        }
    }

    fn heading(&self, traces: Option<TraceHeading>) -> String {
        let SpecCommand { spec, command } = self.asked;
        let text = spec.text(command);
        let question = question(self.explore, self.asked);
        let asks = match (traces, self.explore.cover_traces) {
            (None, _) | (_, None) => json!({ "depth": self.explore.depth }),
            (_, Some(CoverTracesFlag::States)) => json!({ "cover": "states" }),
            (_, Some(CoverTracesFlag::Transitions)) => json!({ "cover": "transitions" }),
            (_, Some(CoverTracesFlag::Actions)) => json!({ "cover": "actions" }),
        };
        heap::header(
            self.schema,
            &Heading {
                question: &question,
                asks: Some(("graph", &asks)),
                traces,
                ..Heading::plain(TOOL, &spec.name, &text)
            },
        )
    }

    fn actions(&self) -> impl Iterator<Item = FunctionId> {
        self.schema.actions.iter().map(|action| action.function)
    }

    /// The lines that draw a state, and the names of the steps from it, for each its own.
    fn drawn(
        &self,
        state: &Instance,
        steps: &[Vec<ArgumentChoices>],
    ) -> (Vec<String>, Vec<Vec<String>>) {
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

    /// Writes a behaviour, state by state.
    fn print(&self, title: &str, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
        let mut line = b"{\"kind\":\"instance\"".to_vec();
        let body = concretize_trace(self.schema, &self.asked.spec.model, trace, &[]);
        trace_body(&mut line, &body, None, StateForm::Whole);
        let record: Json = serde_json::from_slice(&line).expect("it is JSON");
        let steps = HeapTrace::read(&self.header, &record).map(|read| step_texts(&read));
        let steps = steps.unwrap_or_default();
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
    fn claim(&self, violated: &ViolatedClaim) -> (String, String) {
        let sources = &self.asked.spec.sources;
        let text = sources.text(violated.span).split_whitespace().collect::<Vec<_>>().join(" ");
        (text, sources.place(violated.span))
    }
}

/// The number of dead ends that are named.
const SHOWN: usize = 10;

/// What the end tells of single states.
#[derive(Debug, Default)]
struct Seen {
    /// The first state that violates a claim.
    refuted: Option<(u32, ViolatedClaim)>,
    /// The first dead ends.
    dead_ends: Vec<u32>,
}

impl Seen {
    fn add(&mut self, state: &VisitedState) {
        if let (None, Some(&violated)) = (&self.refuted, state.violated.first()) {
            self.refuted = Some((state.number, violated));
        }
        if state.next.as_deref() == Some(&[]) && self.dead_ends.len() < SHOWN {
            self.dead_ends.push(state.number);
        }
    }
}

/// How an exploration ended.
struct GraphEnd {
    status: Status,
    seen: Seen,
    /// A shortest way to what violates a claim, and the behaviour that does it.
    way: Option<Vec<u32>>,
    counterexample: Option<Trace>,
}

impl GraphEnd {
    fn new(status: Status, seen: Seen, graph: &mut StateGraph<'_>) -> GraphEnd {
        let way = seen.refuted.and_then(|(number, _)| graph.way_to(number).ok());
        let counterexample =
            seen.refuted.and_then(|(number, violated)| graph.counterexample(number, violated).ok());
        GraphEnd { status, seen, way, counterexample }
    }
}

/// Actions that begin in a state, as records have them.
fn named<'t, 'a: 't>(
    heap: &HeapGraph<'_>,
    taken: impl IntoIterator<Item = &'t TakenAction<'a>>,
) -> Json {
    let name = |taken: &TakenAction<'_>| -> Json {
        let mut text = Vec::new();
        write_taken(&mut text, heap, taken);
        serde_json::from_slice(&text).expect("it is JSON")
    };
    taken.into_iter().map(name).collect()
}
