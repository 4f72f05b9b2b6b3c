//! The results of an exploration, as text for people and as a stream.

use korrel::stream::StreamTally;
use korrel_campaign::{Call, ExplorationEnd, ReachedState, UnreachedInstances, size};
use korrel_draw::{DrawnInstance, Page, text};
use korrel_harness::report::{RunStatus, failure_line};
use korrel_harness::{counted, verb};
use korrel_heapgraph::Header;
use korrel_lang::visible::{visible_json, visible_lines};
use serde_json::{Map, Value as Json, json};

/// The number of unreached instances that are drawn.
const SHOWN: usize = 10;

/// The page, in columns; the text does not depend on its reader.
const PAGE: Page = Page { width: 100, is_colored: false };

pub struct ToldExploration<'t> {
    pub explored: &'t ExplorationEnd<'t>,
    /// The predicate that states are compared with.
    pub against: Option<&'t str>,
}

impl ToldExploration<'_> {
    /// The text for people; the remarks on the calls follow it.
    pub fn text(&self) -> String {
        let header = self.header();
        let mut lines = Vec::new();
        for (at, state) in self.explored.exploration.states.iter().enumerate() {
            let violates = state.violated.first().map_or(String::new(), |violated| {
                let at = violated.at.as_ref().map_or(String::new(), |at| format!(" ({at})"));
                format!("  violates {}{at}", violated.cause)
            });
            lines
                .push(format!("  {at}. {}{violates}", self.explored.exploration.text(&state.call)));
            lines.extend(drawn(header.as_ref(), &state.heap));
        }
        lines.push(String::new());
        lines.extend(self.comparison(header.as_ref()));
        lines.push(self.depths());
        if self.explored.exploration.left > 0 {
            lines.push(format!(
                "DEPTH: nothing was called on {} of them",
                self.explored.exploration.left
            ));
        }
        if self.explored.exploration.beyond > 0 {
            let beyond = self.explored.exploration.beyond;
            let lead = verb(beyond, "leads", "lead");
            lines.push(format!(
                "BEYOND: {} {lead} to states that are larger than the scope",
                counted(beyond, "call")
            ));
        }
        lines.push(String::new());
        lines.iter().map(|line| format!("{}\n", visible_lines(line).trim_end())).collect()
    }

    fn depths(&self) -> String {
        let depths: Vec<String> =
            self.explored.exploration.by_depth().iter().map(u64::to_string).collect();
        let (states, most) =
            (self.explored.exploration.states.len(), depths.len().saturating_sub(1));
        format!("STATES: {states} within {}; by calls: {}", counted(most, "call"), depths.join(" "))
    }

    fn comparison(&self, header: Option<&Header>) -> Vec<String> {
        let mut lines = Vec::new();
        let forbidden = self.explored.exploration.forbidden();
        if !forbidden.is_empty() {
            let count = self.explored.exploration.violating();
            let states = counted(self.explored.exploration.states.len(), "state");
            let what = match self.against {
                Some(against) => {
                    format!("{count} of {states}, which `{against}` does not allow")
                }
                None => {
                    let violate = verb(count, "violates", "violate");
                    format!("{count} of {states} {violate} the invariant")
                }
            };
            lines.push(format!("FORBIDDEN: {what}"));
        }
        for (number, one) in (1..).zip(&forbidden) {
            let at = one.cause.at.as_ref().map_or(String::new(), |at| format!("  {at}"));
            lines.push(format!(
                "  {number}. {}{at}  ({})",
                one.cause.cause,
                counted(one.count, "state")
            ));
            let (at, state) = one.smallest;
            lines.push(format!(
                "     smallest: state {at}, {}",
                self.explored.exploration.text(&state.call)
            ));
            lines.extend(one.cause.details.iter().map(|detail| format!("     {detail}")));
            lines.extend(drawn(header, &state.heap));
        }
        if let (Some(unreached), Some(against)) = (&self.explored.unreached, self.against) {
            lines.extend(self.missed(unreached, against, header));
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }

    fn missed(
        &self,
        unreached: &UnreachedInstances,
        against: &str,
        header: Option<&Header>,
    ) -> Vec<String> {
        let (found, instances) = (unreached.found.len(), unreached.instances);
        let cut = if unreached.is_whole { "" } else { ", as far as they were listed" };
        if found == 0 {
            let which = match instances {
                1 => "the one instance".to_owned(),
                many => format!("each of the {many} instances"),
            };
            return vec![format!("REACHED: {which} of `{against}`{cut}")];
        }
        let mut lines = vec![format!(
            "UNREACHED: {found} of {} of `{against}`{cut}",
            counted(instances, "instance")
        )];
        for (number, (key, heap)) in (1..).zip(unreached.found.iter().take(SHOWN)) {
            lines.push(format!("  {number}. {key} ({})", counted(size(heap), "object")));
            lines.extend(drawn(header, heap));
        }
        if found > SHOWN {
            lines.push(format!("  and {} more", found - SHOWN));
        }
        lines
    }

    /// A heapgraph/1 stream of the states, with the remarks on them.
    pub fn stream(&self) -> Vec<String> {
        let exploration = &self.explored.exploration;
        let program = exploration.program;
        let mut header = program.states.header.clone();
        header.insert("question".to_owned(), json!("states"));
        let names = |from: usize, to: usize| -> Vec<&String> {
            program.subjects[from..to].iter().map(|one| &one.operation.name).collect()
        };
        header.insert("operations".to_owned(), json!(names(0, program.operations)));
        let constructors = names(program.operations, program.subjects.len());
        header.insert("constructors".to_owned(), json!(constructors));
        header.insert("driver".to_owned(), json!(self.explored.report.heading.driver));
        self.against
            .into_iter()
            .for_each(|one| drop(header.insert("against".to_owned(), json!(one))));
        let mut records = vec![Json::Object(header).to_string()];
        let states = exploration.states.iter().enumerate();
        let states = states.map(|(at, state)| as_written(&self.record(at, state)));
        let mut tally = StreamTally::default();
        records.extend(states.inspect(|line| tally.add_line(line.as_bytes())));
        let failures = self.explored.report.operations.iter().flat_map(|op| &op.groups);
        records.extend(failures.map(|group| failure_line(&group.smallest)));
        if let Some(unreached) = &self.explored.unreached {
            records.extend(unreached.found.iter().map(|(key, heap)| {
                let mut record = Map::new();
                record.insert("kind".to_owned(), json!("unreached"));
                record.insert("key".to_owned(), json!(key));
                record.extend(heap.as_object().cloned().unwrap_or_default());
                Json::Object(record).to_string()
            }));
        }
        records.push(self.end(&tally).to_string());
        records
    }

    fn record(&self, at: usize, state: &ReachedState) -> Json {
        let exploration = &self.explored.exploration;
        let mut record = Map::new();
        record.insert("kind".to_owned(), json!("instance"));
        record.insert("id".to_owned(), json!(at));
        record.insert("key".to_owned(), json!(state.key));
        record.insert("depth".to_owned(), json!(state.depth));
        let calls = exploration.calls(at);
        let calls: Vec<Json> = calls.into_iter().map(|call| self.call(call)).collect();
        record.insert("calls".to_owned(), json!(calls));
        if !state.violated.is_empty() {
            let violated = state
                .violated
                .iter()
                .map(|one| json!({ "cause": one.cause, "at": one.at, "details": one.details }));
            record.insert("violates".to_owned(), violated.collect());
        }
        record.extend(state.heap.as_object().cloned().unwrap_or_default());
        Json::Object(record)
    }

    /// `{"op":"put","roots":{"k":1}}`.
    pub fn call(&self, call: &Call) -> Json {
        let name = &self.explored.exploration.program.subjects[call.op].operation.name;
        let mut told = json!({ "op": name, "roots": call.arguments.values });
        if !call.arguments.objects.is_empty() {
            told["objects"] = json!(call.arguments.objects);
        }
        told
    }

    fn end(&self, tally: &StreamTally) -> Json {
        let (exploration, report) = (&self.explored.exploration, &self.explored.report);
        let count = |of: &dyn Fn(&korrel_harness::report::OperationReport) -> u64| -> u64 {
            report.operations.iter().map(of).sum()
        };
        let status = match report.problems.is_empty() {
            true => report.status,
            false => RunStatus::Refused,
        };
        let mut end = json!({
            "kind": "end", "status": status.name(), "count": tally.count(), "digest": tally.digest(),
            "by_depth": self.explored.exploration.by_depth(), "calls": count(&|op| op.inputs), "failed": count(&|op| op.failed),
            "skipped": count(&|op| op.skipped()), "beyond": exploration.beyond, "left": exploration.left,
            "violating": self.explored.exploration.violating(),
        });
        if let Some(unreached) = &self.explored.unreached {
            end["instances"] = json!(unreached.instances);
            end["unreached"] = json!(unreached.found.len());
        }
        if !report.problems.is_empty() {
            end["problems"] = json!(report.problems);
        }
        end
    }

    fn header(&self) -> Option<Header> {
        Header::read(&Json::Object(self.explored.exploration.program.states.header.clone())).ok()
    }
}

/// A record as it is written.
fn as_written(record: &Json) -> String {
    visible_json(&record.to_string()).into_owned()
}

/// A heap, below its title.
pub(super) fn drawn(header: Option<&Header>, heap: &Json) -> Vec<String> {
    let drawing = header.and_then(|header| {
        let instance = DrawnInstance::read(header, heap).ok()?;
        Some(text(header, &instance, &PAGE))
    });
    match drawing {
        Some(drawing) => drawing.lines().skip(1).map(|line| format!("     {line}")).collect(),
        None => vec![format!("     {heap}")],
    }
}
